"""Dealer Bust: the dealer busts, at a price by his up card."""

from dataclasses import dataclass

from pitboss.cards import VALUES, is_ace, is_ten
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

LOW_MAX = 6


@dataclass(frozen=True)
class DealerBust(Wager):
    """The dealer busts; the up card sets the price: ace, ten-value card, 7 to 9, or 2 to 6.

    The dealer draws out for this wager, even if no hand of a player is left.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.wagers.examples import Example
    >>> DealerBust().classify(Example(dealer=parse_cards("6s Td 9c")).sight())
    'low'
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
