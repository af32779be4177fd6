"""21+3: the first two cards and the dealer's up card make a hand of three card poker."""

from dataclasses import dataclass

from pitboss.cards import ACE, rank, suit
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

ACE_HIGH = 13
"""An ace above the king, in a straight."""


@dataclass(frozen=True)
class ThreeCardPoker(Wager):
    """Three of a kind, a straight, a flush or a pair; an ace is high or low in a straight."""

    kind = "three_card_poker"
    decided = Stage.DEAL
    reads = ("first", "second", "up")
    categories = ("suited_trips", "straight_flush", "trips", "straight", "flush", "pair")
    wins_when = "Your first two cards and the dealer's up card make a poker hand."

    def classify(self, sight: Sight) -> str:
        """The best hand that the three cards make; a flush with a pair is a flush."""
        if sight.first is None or sight.second is None or sight.up is None:
            return OPEN
        cards = (sight.first, sight.second, sight.up)
        ranks = {rank(card) for card in cards}
        is_flush = len({suit(card) for card in cards}) == 1
        if len(ranks) == 1:
            return "suited_trips" if is_flush else "trips"
        if _is_straight(ranks):
            return "straight_flush" if is_flush else "straight"
        if is_flush:
            return "flush"
        return "pair" if len(ranks) == 2 else LOSE


def _is_straight(ranks: set[int]) -> bool:
    high = {ACE_HIGH if one == ACE else one for one in ranks}
    return any(len(run) == 3 and max(run) - min(run) == 2 for run in (ranks, high))
