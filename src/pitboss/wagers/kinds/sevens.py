"""Sevens: an unbroken run of sevens from the first card on (NZ-15.4, T-p-6-iii)."""

from dataclasses import dataclass

from pitboss.cards import SEVEN, Card, rank, suit
from pitboss.wagers.base import LOSE, NO_CARD, OPEN, Sight, Stage, Wager


def is_seven(card: Card) -> bool:
    """Return True if a card came and is a seven."""
    return card != NO_CARD and rank(card) == SEVEN


@dataclass(frozen=True)
class Sevens(Wager):
    """One, two or three sevens from the first card on, better when of one suit (T-p-3-iv)."""

    kind = "sevens"
    decided = Stage.HAND
    reads = ("first", "second", "third")
    categories = ("three_suited", "three", "two_suited", "two", "one")
    wins_when = "Your first card is a seven; it pays more when sevens follow."

    def classify(self, sight: Sight) -> str:
        """Follow the run of sevens; two sevens wait for the third card (T-p-6-s2).

        Sevens that come only later lose (NZ-15.4-f).
        """
        first, second, third = sight.first, sight.second, sight.third
        if first is None:
            return OPEN
        if not is_seven(first):
            return LOSE
        if second is None:
            return OPEN
        if not is_seven(second):
            return "one"
        if third is None:
            return OPEN
        is_suited = suit(first) == suit(second)
        if is_seven(third):
            return "three_suited" if is_suited and suit(third) == suit(first) else "three"
        return "two_suited" if is_suited else "two"
