"""Streak: the player wins a number of hands in a row (T-t-1)."""

from dataclasses import dataclass

from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class Streak(Wager):
    """Decided over rounds: a push leaves it as it is, a loss loses it (T-t-5, T-t-7)."""

    length: int = 2

    kind = "streak"
    decided = Stage.ROUND
    reads = ("streak", "result")
    categories = ("won",)
    wins_when = "You win {length} rounds in a row; a push changes nothing."
    stays_up = True

    def classify(self, sight: Sight) -> str:
        """Compare the hands won in a row with the length bet on.

        T-t-4: two (T-t-4-i), three (T-t-4-ii), four (T-t-4-iii) or five (T-t-4-iv).
        """
        if sight.result is None or sight.streak is None:
            return OPEN
        if sight.result == "loss":
            return LOSE
        return "won" if sight.streak >= self.length else OPEN
