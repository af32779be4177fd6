"""Buster: the dealer busts, and the more cards it takes the more it pays."""

from dataclasses import dataclass

from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

BY_CARDS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


@dataclass(frozen=True)
class Buster(Wager):
    """A bust, by the number of the dealer's cards; ``eight`` is eight or more.

    The dealer draws to the end for it, whatever has become of the players' hands.
    """

    kind = "buster"
    decided = Stage.DEALER
    reads = ("dealer_cards", "dealer_total")
    categories = ("eight", "seven", "six", "five", "four", "three")
    wins_when = "The dealer busts; the more cards that takes, the more it pays."

    def classify(self, sight: Sight) -> str:
        """A dealer's blackjack is not a bust: the wager loses."""
        if sight.dealer_total is None or sight.dealer_cards is None:
            return OPEN
        return LOSE if sight.dealer_total <= 21 else BY_CARDS.get(sight.dealer_cards, "eight")
