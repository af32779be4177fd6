"""Any seven: a seven anywhere among the first three cards (T-p-3-iv, read by its words)."""

from dataclasses import dataclass

from pitboss.wagers.base import LOSE, OPEN, Sight
from pitboss.wagers.kinds.sevens import Sevens, is_seven


@dataclass(frozen=True)
class AnySeven(Sevens):
    """A run of sevens from the first card on, or else any seven among the first three cards."""

    kind = "any_seven"
    wins_when = "One of your first three cards is a seven; a run from the first card on pays more."

    def classify(self, sight: Sight) -> str:
        """Follow the run of sevens; without one, wait for a seven up to the third card."""
        run = super().classify(sight)
        if run != LOSE:
            return run
        cards = (sight.first, sight.second, sight.third)
        if any(card is not None and is_seven(card) for card in cards):
            return "one"
        return OPEN if None in cards else LOSE
