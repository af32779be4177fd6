"""Push 22: the dealer's final total is 22, better in one suit or colour (PA-11-c)."""

from dataclasses import dataclass

from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class PushDealer(Wager):
    """The dealer ends on one exact total; the better lines need all cards of the hand to match."""

    total: int = 22

    kind = "push_dealer"
    decided = Stage.DEALER
    reads = ("dealer_total", "dealer_suits")
    categories = ("suited", "coloured", "other")
    wins_when = "The dealer's final total is exactly {total}."

    def classify(self, sight: Sight) -> str:
        """Sort by suit, then by colour (PA-11-c-same-suit, PA-11-c-same-color, PA-11-c-other)."""
        if sight.dealer_total is None or sight.dealer_suits is None:
            return OPEN
        if sight.dealer_total != self.total:
            return LOSE
        return sight.dealer_suits if sight.dealer_suits in self.categories else "other"
