"""In Between: the dealer's up card falls between the player's first two cards."""

from dataclasses import dataclass

from pitboss.cards import ACE, Card, rank
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager

ACE_HIGH = 13
SPREADS = {1: "one", 2: "two", 3: "three"}


@dataclass(frozen=True)
class InBetween(Wager):
    """The fewer ranks lie between the two cards, the more it pays; three alike pay most."""

    kind = "in_between"
    decided = Stage.DEAL
    reads = ("first", "second", "up")
    categories = ("triple", "one", "two", "three", "more")
    wins_when = "The dealer's up card falls between your first two cards; an ace is high."

    def classify(self, sight: Sight) -> str:
        """Return the number of ranks between the two cards, if the up card is one."""
        if sight.first is None or sight.second is None or sight.up is None:
            return OPEN
        low, high = sorted((height(sight.first), height(sight.second)))
        up = height(sight.up)
        if low == high == up:
            return "triple"
        return SPREADS.get(high - low - 1, "more") if low < up < high else LOSE


def height(card: Card) -> int:
    """The rank of a card with the ace on top."""
    return ACE_HIGH if rank(card) == ACE else rank(card)
