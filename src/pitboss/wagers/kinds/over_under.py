"""Over and under 13: the first two cards' total with the ace as one.

T-p-3-i, T-p-3-ii and H-wagers-17.
"""

from dataclasses import dataclass
from typing import Literal

from pitboss.hands import low_total
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class OverUnder(Wager):
    """The total lies above or below a threshold; on it both sides lose (H-wagers-18)."""

    side: Literal["over", "under"] = "over"
    threshold: int = 13

    kind = "over_under"
    decided = Stage.DEAL
    reads = ("first", "second")
    categories = ("won",)
    wins_when = "Your first two cards total {side} {threshold}; an ace counts one."

    def classify(self, sight: Sight) -> str:
        """Compare the low total of the first two cards with the threshold (T-p-4)."""
        if sight.first is None or sight.second is None:
            return OPEN
        total = low_total((sight.first, sight.second))
        won = total > self.threshold if self.side == "over" else total < self.threshold
        return "won" if won else LOSE
