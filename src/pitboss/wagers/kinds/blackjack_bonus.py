"""Blackjack bonus: the first two cards are a blackjack (T-s-4, NZ-15A.4)."""

from dataclasses import dataclass

from pitboss.hands import makes_blackjack
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class BlackjackBonus(Wager):
    """An ace and a ten-value card, whatever the dealer holds (NZ-15A.4-a, NZ-15A.8)."""

    kind = "blackjack_bonus"
    decided = Stage.DEAL
    reads = ("first", "second")
    categories = ("blackjack",)
    wins_when = "Your first two cards are a blackjack."

    def classify(self, sight: Sight) -> str:
        """Only the two cards first dealt count, never those of a split hand (NZ-15A.4-b)."""
        if sight.first is None or sight.second is None:
            return OPEN
        return "blackjack" if makes_blackjack(sight.first, sight.second) else LOSE
