"""Perfect Pairs and Any Pair: the first two cards are of one rank (NZ-15B.5, NZ-15C.6)."""

from dataclasses import dataclass

from pitboss.cards import colour, rank, suit
from pitboss.wagers.base import LOSE, OPEN, Sight, Stage, Wager


@dataclass(frozen=True)
class PerfectPairs(Wager):
    """A pair of one suit, of one colour, or of both colours (NZ-1.0-pair, NZ-1.0-any-pair)."""

    kind = "perfect_pairs"
    decided = Stage.DEAL
    reads = ("first", "second")
    categories = ("perfect", "coloured", "mixed")
    wins_when = "Your first two cards are a pair."

    def classify(self, sight: Sight) -> str:
        """Sort the pair by suit, then by colour.

        NZ-1.0-perfect-pair, NZ-1.0-coloured-pair and NZ-1.0-mixed-pair.
        """
        if sight.first is None or sight.second is None:
            return OPEN
        if rank(sight.first) != rank(sight.second):
            return LOSE
        if suit(sight.first) == suit(sight.second):
            return "perfect"
        return "coloured" if colour(sight.first) == colour(sight.second) else "mixed"
