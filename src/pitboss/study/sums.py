"""What a study has added up, and of what."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pitboss.sim.tables.layout import Ints

FORMAT = 1
"""Counted up when a file of before could be misread."""


@dataclass(frozen=True, slots=True)
class About:
    """What was played."""

    rulebook: str
    title: str
    options: Mapping[str, str]
    player: str
    count: str
    """The count's name."""
    is_true: bool
    plays: int
    """Hands with plays that change with the count."""
    boxes: int
    """Boxes played alike; a person who plays fewer has others beside."""
    cards: int
    """In the shoe."""
    behind_min: int
    """The fewest cards behind the cutting card that the study can tell about."""
    behind_max: int
    """The most that the rulebook allows."""
    cut_first: int
    """1 where the cutting card is dealt around: a round that begins at it is played."""
    width: int
    """Cards of one step of depth among the moves."""
    unit: float
    """One wager on one box, in grains."""
    stake: int
    """The same in cents."""
    wagers: tuple[tuple[str, float], ...]
    """Insurance and the side wagers, each with its stake in what its sums are counted in."""
    seed: int
    format: int = FORMAT
    shoes: int = 0
    """Shuffles, in a study that does not tell how counts move; else the moves tell."""


@dataclass(frozen=True, eq=False)
class Sums:
    """All sums of a study, in whole numbers."""

    about: About
    cells: Ints
    """(depths, 25, 4): rounds, results, squares of all boxes together, squares of each."""
    wagers: Ints
    """(depths, 25, wagers, 3): how often a wager was placed, what it gained, the squares."""
    moves: Ints
    """(steps, 25, 8, 25): from a step of depth and a count, this many steps further, to a count."""
    lows: Ints
    """(steps, 25, 25): rounds at a step of depth and a count, by the lowest count of the shoe."""

    @cached_property
    def rounds(self) -> int:
        """How many were played."""
        return int(self.cells[:, :, 0].sum())

    @cached_property
    def shoes(self) -> int:
        """How many shoes these were."""
        return self.about.shoes or self.rounds - int(self.moves.sum())

    @property
    def has_moves(self) -> bool:
        """Whether it tells how counts move from one round to the next."""
        return not self.about.shoes
