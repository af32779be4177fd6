"""Same suit: the first two cards share a suit, king and queen best of all (T-p-3-iii)."""

from dataclasses import dataclass

from pitboss.cards import KING, QUEEN, rank, suit
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class SameSuit(Wager):
    """A suited king and queen, or any other two cards of one suit."""

    kind = "same_suit"
    decided = Stage.DEAL
    reads = ("first", "second")
    categories = ("king_queen", "suited")
    wins_when = "Your first two cards are of one suit."

    def classify(self, sight: Sight) -> str:
        """Look at the suits, then for king and queen (T-p-6-ii)."""
        if sight.first is None or sight.second is None:
            return OPEN
        if suit(sight.first) != suit(sight.second):
            return LOSE
        is_royal = {rank(sight.first), rank(sight.second)} == {KING, QUEEN}
        return "king_queen" if is_royal else "suited"
