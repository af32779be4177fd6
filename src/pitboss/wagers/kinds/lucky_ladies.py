"""Lucky Ladies: the first two cards total 20, best of all two queens of hearts."""

from dataclasses import dataclass

from pitboss.cards import Card, parse_card, suit
from pitboss.hands import hand_of
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

LADY: Card = parse_card("Qh")
TWENTY = 20


@dataclass(frozen=True)
class LuckyLadies(Wager):
    """Twenty with two cards; a pair of queens of hearts waits for the dealer's second card."""

    kind = "lucky_ladies"
    decided = Stage.DEALER
    reads = ("first", "second", "dealer_blackjack")
    categories = ("ladies_blackjack", "ladies", "matched", "suited", "twenty")
    wins_when = "Your first two cards total 20."

    def classify(self, sight: Sight) -> str:
        """Two of one card are matched; an ace and a nine are twenty too."""
        first, second = sight.first, sight.second
        if first is None or second is None:
            return OPEN
        if hand_of((first, second)).total != TWENTY:
            return LOSE
        if first == second == LADY:
            if sight.dealer_blackjack is None:
                return OPEN
            return "ladies_blackjack" if sight.dealer_blackjack else "ladies"
        if first == second:
            return "matched"
        return "suited" if suit(first) == suit(second) else "twenty"
