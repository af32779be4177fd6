"""Bust It: the dealer busts with his third card, and which one it is sets the price."""

from dataclasses import dataclass

from pitboss.cards import VALUES
from pitboss.wagers.base import LOSE, NO_SUITS, OPEN, Sight, Stage, Wager

BY_VALUE = {6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
EIGHTS = (8, 8, 8)


@dataclass(frozen=True)
class BustIt(Wager):
    """A bust with exactly three cards, by the card that breaks it; three eights pay more.

    The dealer draws for it, whatever has become of the players' hands.
    """

    kind = "bust_it"
    decided = Stage.DEALER
    reads = ("up", "hole", "dealer_cards", "dealer_total", "dealer_suits")
    categories = ("suited_eights", "coloured_eights", "six", "seven", "eight", "nine", "ten")
    wins_when = "The dealer busts with exactly three cards."

    def classify(self, sight: Sight) -> str:
        """The third card makes up what the first two lack to the total; none of them is an ace."""
        if sight.up is None or sight.hole is None:
            return OPEN
        held = (VALUES[sight.up], VALUES[sight.hole])
        if not 12 <= sum(held) <= 16 or 1 in held:
            return LOSE
        total = sight.dealer_total
        if sight.dealer_cards is None:
            return OPEN
        if sight.dealer_cards != 3:
            return LOSE
        if total is None or sight.dealer_suits is None:
            return OPEN
        if total <= 21:
            return LOSE
        last = total - sum(held)
        if (*held, last) == EIGHTS and sight.dealer_suits != NO_SUITS:
            return f"{sight.dealer_suits}_eights"
        return BY_VALUE.get(last, LOSE)
