"""A game at one penetration: the share and the value of rounds at each count.

Also the sums of a study that it is computed from.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from math import sqrt
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from pitboss.arguments import checked
from pitboss.errors import StudyError
from pitboss.notebook import to_pandas, to_polars
from pitboss.sim.counting import BUCKETS, COUNT_HIGH, COUNT_LOW
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints
from pitboss.study.returns import Returns

ENOUGH = 10_000
"""Rounds below which a count shares what its neighbours know."""
TINY = 1e-300
"""Weight of a count that never came up."""
FORMAT = 1
"""Version of the file format; it rises when an older file could be misread."""


@dataclass(frozen=True, slots=True)
class About:
    """Description of a study: the game, the player, the count and the units of its sums."""

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
    """Boxes played alike; if you play fewer, the others belong to other players."""
    cards: int
    """Cards in the shoe."""
    behind_min: int
    """Fewest cards behind the cutting card for which the study has figures."""
    behind_max: int
    """The most that the rulebook allows."""
    cut_first: int
    """1 if a round that begins at the cutting card is still played, else 0."""
    width: int
    """Cards of one step of depth among the moves."""
    unit: float
    """One wager on one box, in grains."""
    stake: int
    """The same in cents."""
    wagers: tuple[tuple[str, float], ...]
    """Insurance and the side wagers, each with its stake in the unit of its sums."""
    seed: int
    format: int = FORMAT
    shoes: int = 0
    """Number of shuffles, in a study without moves between counts; else 0, and the moves give
    it."""


@dataclass(frozen=True, eq=False)
class StudySums:
    """All sums of a study, in whole numbers."""

    about: About
    cells: Ints
    """(depths, 25, 4): rounds, results, squares of all boxes together, squares of each."""
    wagers: Ints
    """(depths, 25, wagers, 3): bets on a wager, its net result, the squares."""
    moves: Ints
    """(steps, 25, 8, 25): rounds by step of depth, count, steps to the next round, and its
    count."""
    lows: Ints
    """(steps, 25, 25): rounds at a step of depth and a count, by the lowest count of the shoe."""

    @cached_property
    def rounds(self) -> int:
        """Number of rounds played."""
        return int(self.cells[:, :, 0].sum())

    @cached_property
    def shoes(self) -> int:
        """Number of shoes played."""
        return self.about.shoes or self.rounds - int(self.moves.sum())

    @property
    def has_moves(self) -> bool:
        """True if the study has the moves of the count from one round to the next."""
        return not self.about.shoes


class CountValue(TypedDict):
    """A row of ``Game.wager()``: a wager at a count, per unit staked on it."""

    count: int
    share: float
    """Share of the rounds."""
    ev: float
    error: float
    """Standard error of ``ev``."""


class CountFigures(CountValue):
    """A row of ``Game.rows()``: the rounds at a count, per unit wagered."""

    deviation: float


Floats = NDArray[np.float64]
COUNTS = tuple(range(COUNT_LOW, COUNT_HIGH + 1))
Ramp = Callable[[int], float] | Mapping[int, float]
"""The bet at each count, in wagers: a function, or steps ``{-12: 1, 2: 4}`` from a count on."""


def bets_of(ramp: Ramp) -> Floats:
    """Return the bet at each count from the lowest; below the first step as at that step."""
    if callable(ramp):
        return np.array([float(ramp(count)) for count in COUNTS])
    if not ramp:
        hint = "write {-12: 1, 2: 4}"
        raise StudyError("a ramp has a step or more", place="ramp", hint=hint)
    bets = np.full(len(COUNTS), ramp[min(ramp)], dtype=np.float64)
    for at in sorted(ramp):
        bets[np.array(COUNTS) >= at] = ramp[at]
    return bets


def with_neighbours(sums: Floats) -> Floats:
    """Return (25, sums), rounds first, in which rare counts share the sums of their neighbours.

    From both ends towards the most frequent count, counts join until they have enough rounds.
    """
    peak, shared = int(sums[:, 0].argmax()), sums.copy()
    middle = [peak]
    for side in (range(peak), range(len(sums) - 1, peak, -1)):
        group: list[int] = []
        for place in side:
            group.append(place)
            if sums[group, 0].sum() >= ENOUGH:
                shared[group] = sums[group].sum(axis=0)
                group = []
        middle += group
    shared[middle] = sums[middle].sum(axis=0)
    return shared


def rising(values: Floats, weights: Floats) -> Floats:
    """Return the nearest values that never fall, by weighted squares: isotonic regression."""
    # Pool adjacent violators: a block that is below the one before it joins it.
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), np.maximum(weights, TINY).tolist(), strict=True):
        block = (value, weight, 1)
        while blocks and blocks[-1][0] > block[0]:
            before, heavy, size = blocks.pop()
            total = heavy + block[1]
            block = ((before * heavy + block[0] * block[1]) / total, total, size + block[2])
        blocks.append(block)
    return np.repeat([value for value, _, _ in blocks], [size for _, _, size in blocks])


@dataclass(frozen=True, eq=False)
class Game:
    """A studied game at one penetration: the share of each count, and the win of a bet there.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> game
    <house by Hi-Lo, 75.0% dealt: 49.0 rounds a shoe>
    >>> game.bet({-12: 1, 2: 4, 4: 8})
    <+0.01102 ± 0.00001 wagers a round, deviation 2.424, SCORE 20.69 ± 0.05>
    """

    study: StudySums
    behind: int
    """Number of cards behind the cutting card."""
    cells: Ints
    """(depths, 25, 4): the study's, down to the cutting card."""

    @property
    def penetration(self) -> float:
        """Share of the shoe dealt before the cutting card."""
        return 1 - self.behind / self.study.about.cards

    @cached_property
    def rounds(self) -> int:
        """Rounds of the study at this penetration."""
        return int(self.cells[:, :, 0].sum())

    @cached_property
    def rounds_per_shoe(self) -> float:
        """Average number of rounds from one shuffle to the next."""
        return self.rounds / self.study.shoes

    @cached_property
    def _sums(self) -> Floats:
        return np.asarray(self.cells.sum(axis=0), dtype=np.float64)

    @cached_property
    def pooled(self) -> Floats:
        """(25, 4): the sums, those of a rare count together with its neighbours'."""
        return with_neighbours(self._sums)

    @checked
    def ratios(self, hands: int = 1, *, monotone: bool = True) -> Floats:
        """(25,): mean over mean square of a round, which the best bet is a multiple of.

        If ``monotone``, a rare count has the ratio of its neighbours, and the ratio never falls as
        the count rises: the nearest such ratios, weighted by rounds.
        """
        sums = self.pooled if monotone else self._sums
        second = self._second(sums, hands)
        means = hands * self._evs(sums)
        ratios = np.divide(means, second, out=np.zeros_like(second), where=second > 0)
        return rising(ratios, self.shares * second) if monotone else ratios

    @cached_property
    def shares(self) -> Floats:
        """(25,): share of the rounds that begin at each count."""
        return self._sums[:, 0] / self.rounds

    @cached_property
    def evs(self) -> Floats:
        """(25,): expected win of one wager on one box at each count; 0 if no round began there."""
        return self._evs(self._sums)

    @cached_property
    def errors(self) -> Floats:
        """(25,): the standard errors of ``evs``; a rare count spreads as its neighbours do."""
        boxes = self.study.about.boxes
        spread = self._second(self.pooled, boxes) / boxes**2 - self._evs(self.pooled) ** 2
        return np.sqrt(np.maximum(0.0, spread) / np.maximum(1.0, self._sums[:, 0]))

    @checked
    def second(self, hands: int = 1) -> Floats:
        """(25,): the mean square of a round with one unit on each of ``hands`` boxes."""
        return self._second(self._sums, hands)

    def mean_squares(self, sums: Floats) -> Floats:
        """(25,): the mean square of one unit at each count, from sums like those of ``cells``."""
        return self._second(sums, 1)

    def _evs(self, sums: Floats) -> Floats:
        about = self.study.about
        rounds = np.maximum(1.0, sums[..., 0])
        return np.asarray(sums[..., 1] / (rounds * about.boxes * about.unit))

    def _second(self, sums: Floats, hands: int) -> Floats:
        about = self.study.about
        boxes = about.boxes
        if not 1 <= hands <= boxes:
            raise StudyError(
                f"this study has {boxes} box{'es' * (boxes > 1)}: "
                f"{hands} hands need one of as many",
                place="hands",
                hint="give hands=1" if boxes == 1 else f"give hands from 1 to {boxes}",
            )
        scale = np.maximum(1.0, sums[..., 0]) * about.unit**2
        if boxes == 1:
            return np.asarray(sums[..., 2] / scale)
        own = sums[..., 3] / (scale * boxes)
        product = (sums[..., 2] - sums[..., 3]) / (scale * boxes * (boxes - 1))
        return np.asarray(hands * own + hands * (hands - 1) * product)

    @cached_property
    def correlation(self) -> float:
        """Correlation of the results of two boxes in one round."""
        if self.study.about.boxes < 2:
            raise StudyError("two hands need a study with two boxes or more")
        single, double = float(self.shares @ self.second(1)), float(self.shares @ self.second(2))
        return (double - 2 * single) / (2 * single)

    @checked
    def bet(
        self,
        ramp: Ramp,
        *,
        hands: int = 1,
        enter: int | None = None,
        leave: int | None = None,
        from_top: bool = False,
    ) -> Returns:
        """Return the expected win and its variance for a bet ramp on each of ``hands`` boxes.

        To back-count, give ``enter``: you watch until the count is that high, and leave below
        ``leave`` (below ``enter`` if you leave it out). With ``from_top`` you sit down after the
        shuffle and leave the shoe for good. Figures are per round dealt, rounds you sit out too.
        """
        bets = bets_of(ramp)
        if (bets < 0).any():
            raise StudyError("a bet is 0 or more", place="ramp", hint="bet 0 to sit out a round")
        sums = self._played(enter, leave, from_top=from_top)
        shares = sums[:, 0] / self.rounds
        evs, second = self._evs(sums), self._second(sums, hands)
        ev = float(shares @ (bets * hands * evs))
        square = float(shares @ (bets**2 * second))
        return Returns(
            ev=ev,
            variance=max(0.0, square - ev**2),
            bet=float(shares @ bets) * hands,
            played=float(shares @ (bets > 0)),
            rounds=self.rounds,
        )

    def _played(self, enter: int | None, leave: int | None, *, from_top: bool) -> Floats:
        """Return the sums over the rounds played by a player who enters and leaves by the count."""
        if enter is None and leave is None:
            return self._sums
        if from_top and enter is not None:
            raise StudyError("if you sit down after the shuffle, leave out the count to enter at")
        if enter is not None and leave is not None and leave > enter:
            raise StudyError(f"a player who enters at {enter} does not leave below {leave}")
        if not from_top and (enter is None or leave is None or leave == enter):
            floor = enter if enter is not None else leave
            is_present = np.array([floor is not None and count >= floor for count in COUNTS])
            return np.asarray(self._sums * is_present[:, None])
        present = self.presence(enter, leave, from_top=from_top)
        steps = np.arange(len(self.cells)) // self.study.about.width
        return np.asarray((self.cells * present[steps][:, :, None]).sum(axis=0))

    @checked
    def presence(self, enter: int | None, leave: int | None, *, from_top: bool = False) -> Floats:
        """Return the share of rounds at each depth and count that a back-counter plays.

        The shape is (steps, 25). With ``from_top`` it is counted: the rounds of shoes whose count
        was never too low. For players who enter and leave it follows from the moves of the count
        from round to round, taken as a Markov chain.
        """
        if not self.study.has_moves:
            message = "this study does not tell how counts move: leave at the count you enter at"
            raise StudyError(message)
        floor = leave if leave is not None else COUNT_LOW
        rounds = self.study.lows.sum(axis=2).astype(np.float64)
        totals = np.maximum(1.0, rounds)
        if from_top:
            return np.asarray(
                self.study.lows[:, :, max(0, floor - COUNT_LOW) :].sum(axis=2) / totals
            )
        moves = self.study.moves.astype(np.float64)
        counts = np.array(COUNTS)
        enters, leaves = counts >= (enter if enter is not None else COUNT_LOW), counts < floor
        inside = np.zeros_like(rounds)
        for step in range(len(rounds)):
            for _ in range(2):
                arrived = np.zeros(BUCKETS)
                for further in range(min(layout.MOVES, step + 1)):
                    before = step - further
                    share = inside[before] / totals[before]
                    arrived = arrived + share @ moves[before, :, further]
                now = np.where(enters, rounds[step], np.where(leaves, 0.0, arrived))
                inside[step] = np.minimum(now, rounds[step])
        return np.asarray(inside / totals)

    @checked
    def wager(self, name: str) -> list[CountValue]:
        """Return the value of a side wager or insurance at each count, per unit staked on it."""
        about = self.study.about
        names = [wager for wager, _ in about.wagers]
        if name not in names:
            raise StudyError(
                f"{name!r:.80} is not a wager of this study",
                place="name",
                hint=f"write one of {', '.join(names)}" if names else "it has no wagers",
            )
        place = names.index(name)
        sums = self.study.wagers[: len(self.cells), :, place].sum(axis=0).astype(np.float64)
        rows: list[CountValue] = []
        stake, together = about.wagers[place][1], with_neighbours(sums)
        for count, (placed, total, _), near in zip(COUNTS, sums, together, strict=True):
            if placed:
                ev = total / placed / stake
                spread = max(0.0, near[2] / near[0] - (near[1] / near[0]) ** 2) / stake**2
                share = placed / self.rounds / about.boxes
                error = sqrt(spread / placed)
                rows.append({"count": count, "share": share, "ev": ev, "error": error})
        return rows

    def rows(self) -> list[CountFigures]:
        """Return a row for each count: share, expected win per unit, its error and deviation."""
        spread = np.sqrt(np.maximum(0.0, self.second() - self.evs**2))
        figures = np.stack([self.shares, self.evs, self.errors, spread]).T.tolist()
        return [
            {"count": count, "share": share, "ev": ev, "error": error, "deviation": deviation}
            for count, (share, ev, error, deviation) in zip(COUNTS, figures, strict=True)
            if share
        ]

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def __repr__(self) -> str:
        about = self.study.about
        return (
            f"<{about.rulebook} by {about.count}, {self.penetration:.1%} dealt: "
            f"{self.rounds_per_shoe:.1f} rounds a shoe>"
        )

    def _repr_html_(self) -> str:
        # The pictures import games and studies, so that they are imported late.
        return str(import_module("pitboss.study.pictures").game_html(self))
