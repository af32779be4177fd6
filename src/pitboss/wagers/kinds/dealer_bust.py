"""Dealer Bust: the dealer busts, at a price by his up card."""

from dataclasses import dataclass

from pitboss.cards import VALUES, is_ace, is_ten
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

LOW_MAX = 6


@dataclass(frozen=True)
class DealerBust(Wager):
    """A bust under an ace, a ten-value card, a seven to nine, or a two to six.

    The dealer draws to the end for it, whatever has become of the players' hands.
    """

    kind = "dealer_bust"
    decided = Stage.DEALER
    reads = ("up", "dealer_total")
    categories = ("ace", "ten", "middle", "low")
    wins_when = "The dealer busts."

    def classify(self, sight: Sight) -> str:
        """A dealer's blackjack is not a bust: the wager loses."""
        if sight.up is None or sight.dealer_total is None:
            return OPEN
        if sight.dealer_total <= 21:
            return LOSE
        if is_ace(sight.up):
            return "ace"
        if is_ten(sight.up):
            return "ten"
        return "low" if VALUES[sight.up] <= LOW_MAX else "middle"
