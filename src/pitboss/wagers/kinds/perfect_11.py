"""Perfect 11: the first two cards total 11, or are a blackjack."""

from dataclasses import dataclass

from pitboss.cards import suit
from pitboss.hands import hand_of, makes_blackjack
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

ELEVEN = 11


@dataclass(frozen=True)
class PerfectEleven(Wager):
    """Eleven with two cards, better of one suit; an ace counts eleven, so a blackjack pays too."""

    kind = "perfect_11"
    decided = Stage.DEAL
    reads = ("first", "second")
    categories = ("suited_11", "eleven", "blackjack")
    wins_when = "Your first two cards total 11, or are a blackjack."

    def classify(self, sight: Sight) -> str:
        """Sort by the player's two cards, whatever the dealer holds."""
        if sight.first is None or sight.second is None:
            return OPEN
        if makes_blackjack(sight.first, sight.second):
            return "blackjack"
        if hand_of((sight.first, sight.second)).total != ELEVEN:
            return LOSE
        return "suited_11" if suit(sight.first) == suit(sight.second) else "eleven"
