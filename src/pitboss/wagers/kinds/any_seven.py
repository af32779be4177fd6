"""Any seven: a seven anywhere among the first three cards (T-p-3-iv, read by its words)."""

from dataclasses import dataclass

from pitboss.cards import SEVEN, Card, rank, suit
from pitboss.wagers.base import LOSE, NO_CARD, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class AnySeven(Wager):
    """A run of sevens from the first card on, or else any seven among the first three cards."""

    kind = "any_seven"
    decided = Stage.HAND
    reads = ("first", "second", "third")
    categories = ("three_suited", "three", "two_suited", "two", "one")
    wins_when = "One of your first three cards is a seven; a run from the first card on pays more."

    def classify(self, sight: Sight) -> str:
        """Follow the run of sevens; without one, wait for a seven up to the third card."""
        cards = (sight.first, sight.second, sight.third)
        first, second, third = map(_is_seven, cards)
        if first is False:
            return "one" if second or third else OPEN if None in (second, third) else LOSE
        if first and second is False:
            return "one"
        if None in (first, second, third):
            return OPEN
        run = cards if third else cards[:2]
        name = "three" if third else "two"
        return f"{name}_suited" if len({suit(card or 0) for card in run}) == 1 else name


def _is_seven(card: Card | None) -> bool | None:
    """Return True for a seven; None if the card is not known yet."""
    return None if card is None else card != NO_CARD and rank(card) == SEVEN
