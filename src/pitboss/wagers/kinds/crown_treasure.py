"""Crown Treasure: Royal Match with a prize if the dealer has a suited king and queen too."""

from dataclasses import dataclass

from pitboss.cards import KING, QUEEN, Card, rank, suit
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class CrownTreasure(Wager):
    """Two cards of one suit, better as king and queen, best if the dealer has those too."""

    kind = "crown_treasure"
    decided = Stage.DEALER
    reads = ("first", "second", "up", "hole")
    categories = ("crown", "royal", "suited")
    wins_when = "Your first two cards are of one suit; king and queen pay more."

    def classify(self, sight: Sight) -> str:
        """A royal match waits for the dealer's second card, unless the up card rules one out."""
        first, second, up = sight.first, sight.second, sight.up
        if first is None or second is None:
            return OPEN
        if suit(first) != suit(second):
            return LOSE
        if not is_royal(first, second):
            return "suited"
        if up is None:
            return OPEN
        if rank(up) not in (KING, QUEEN):
            return "royal"
        if sight.hole is None:
            return OPEN
        return "crown" if is_royal(up, sight.hole) else "royal"


def is_royal(one: Card, two: Card) -> bool:
    """Return True if two cards are king and queen of a suit."""
    return suit(one) == suit(two) and {rank(one), rank(two)} == {KING, QUEEN}
