"""Results of a simulation: whole numbers that add up exactly, and the figures from them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Any, Literal, TypedDict, overload

import numpy as np

from pitboss.arguments import checked
from pitboss.money import Cents
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.sim.counting import BUCKETS, COUNT_LOW
from pitboss.sim.experiment import Experiment
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints, RoundSums

Part = Literal["wagers", "distribution", "counts"]
"""The tables of a result."""


class WagerResultRow(TypedDict):
    """A row of ``Result.rows()``: a wager, per unit staked."""

    wager: str
    placed: int
    """Number of bets."""
    ev: float
    standard_error: float


class ShareRow(TypedDict):
    """A row of ``Result.rows("distribution")``: a net result of a round."""

    net: float
    """Net result in initial wagers."""
    share: float
    """Share of the rounds."""


class CountRow(TypedDict):
    """A row of ``Result.rows("counts")``: the rounds at a count, per unit wagered."""

    count: int
    rounds: int
    ev: float
    standard_error: float


Rows = list[WagerResultRow] | list[ShareRow] | list[CountRow]


@dataclass(frozen=True, slots=True)
class WagerSums:
    """Sums of one wager over all rounds, in whole numbers."""

    wager: str
    stake: Cents
    """Stake of one bet, in cents."""
    placed: int
    """Number of bets."""
    total: int
    squares: int
    """Sum of the squared net results of each round."""
    grain: Cents
    """Unit of the sums in cents; it divides every result."""

    def merge(self, other: "WagerSums") -> "WagerSums":
        """Add the sums of the same wager over other rounds."""
        assert (self.wager, self.stake, self.grain) == (other.wager, other.stake, other.grain)
        return replace(
            self,
            placed=self.placed + other.placed,
            total=self.total + other.total,
            squares=self.squares + other.squares,
        )


@dataclass(frozen=True, slots=True)
class CountSums:
    """Sums of the rounds at one count, with one wager on each box."""

    count: int
    rounds: int
    total: int
    squares: int

    def merge(self, other: "CountSums") -> "CountSums":
        """Add the sums of the same count over other rounds."""
        assert self.count == other.count
        return CountSums(
            self.count,
            self.rounds + other.rounds,
            self.total + other.total,
            self.squares + other.squares,
        )


@dataclass(frozen=True, repr=False)
class Result:
    """The result of an experiment. Results of its parts merge in any order.

    Figures are per unit of the initial wager.

    >>> import pitboss
    >>> pitboss.simulate("double_deck", 10_000, player="dealer")
    <Result of 10,000 rounds: -0.082050 +- 0.009773 of the initial wager>
    """

    unit: Cents
    """Initial wagers of a round, in cents."""
    grain: Cents
    """Unit of ``low`` and ``counts``, in cents."""
    low: int
    """Net result, in grains, of the first entry of ``counts``."""
    counts: tuple[int, ...]
    """Number of rounds by net result."""
    wagers: tuple[WagerSums, ...]
    by_count: tuple[CountSums, ...] = ()

    @cached_property
    def rounds(self) -> int:
        """Number of rounds played."""
        return sum(self.counts)

    @cached_property
    def total(self) -> int:
        """Net result of all rounds, in grains."""
        return sum(count * (self.low + place) for place, count in enumerate(self.counts))

    @cached_property
    def squares(self) -> int:
        """Sum of the squared net results of all rounds."""
        return sum(count * (self.low + place) ** 2 for place, count in enumerate(self.counts))

    @property
    def staked(self) -> Cents:
        """Sum of all initial wagers, in cents."""
        return sum(sums.placed * sums.stake for sums in self.wagers[:1])

    @property
    def player_ev(self) -> float:
        """Average win of a round, insurance included, per unit of the initial wager.

        It is the figure that exact odds give; antes and side wagers are in ``wagers``.
        """
        return self.total * self.grain / self.staked if self.staked else 0.0

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of a round's result, in units of the bet without a count."""
        return _deviation(self.rounds, self.total, self.squares) * self.grain / self.unit

    @property
    def standard_error(self) -> float:
        """Standard error of ``player_ev``."""
        spread = self.standard_deviation * self.unit * sqrt(self.rounds)
        return spread / self.staked if self.staked else 0.0

    def distribution(self) -> Iterator[tuple[float, float]]:
        """Yield each net result that occurred, in initial wagers, and its share of rounds."""
        for place, count in enumerate(self.counts):
            if count:
                yield (self.low + place) * self.grain / self.unit, count / self.rounds

    @checked
    def count_ev(self, sums: CountSums) -> tuple[float, float]:
        """Return the average win of a round at a count per unit wagered, and its standard error."""
        if not sums.rounds:
            return 0.0, 0.0
        unit = self.grain / self.unit
        spread = _deviation(sums.rounds, sums.total, sums.squares)
        return sums.total / sums.rounds * unit, spread / sqrt(sums.rounds) * unit

    @checked
    def wager_ev(self, sums: WagerSums) -> tuple[float, float]:
        """Return the average win of a wager per unit staked, and its standard error."""
        if not sums.placed:
            return 0.0, 0.0
        staked = sums.placed * sums.stake / sums.grain
        spread = _deviation(self.rounds, sums.total, sums.squares) * sqrt(self.rounds)
        return sums.total / staked, spread / staked

    @overload
    def rows(self, part: Literal["wagers"] = "wagers") -> list[WagerResultRow]: ...
    @overload
    def rows(self, part: Literal["distribution"]) -> list[ShareRow]: ...
    @overload
    def rows(self, part: Literal["counts"]) -> list[CountRow]: ...
    @overload
    def rows(self, part: Part) -> Rows: ...
    @checked
    def rows(self, part: Part = "wagers") -> Rows:
        """Return one table of the result: by wager, by net result or by count."""
        if part == "wagers":
            return [_wager_row(sums, *self.wager_ev(sums)) for sums in self.wagers]
        if part == "distribution":
            return [ShareRow(net=net, share=share) for net, share in self.distribution()]
        return [_count_row(sums, *self.count_ev(sums)) for sums in self.by_count]

    @checked
    def to_pandas(self, part: Part = "wagers") -> Any:
        """Return one table of the result as a pandas data frame."""
        return to_pandas(self.rows(part))

    @checked
    def to_polars(self, part: Part = "wagers") -> Any:
        """Return one table of the result as a Polars data frame."""
        return to_polars(self.rows(part))

    def plain(self) -> dict[str, Any]:
        """Return the result as plain data, for JSON."""
        data: dict[str, Any] = {
            "rounds": self.rounds,
            "player_ev": self.player_ev,
            "standard_error": self.standard_error,
            "standard_deviation": self.standard_deviation,
            "wagers": self.rows("wagers"),
            "distribution": self.rows("distribution"),
        }
        if self.by_count:
            data["by_count"] = self.rows("counts")
        return data

    def __repr__(self) -> str:
        figure = f"{self.player_ev:+.6f} +- {self.standard_error:.6f}"
        return f"<Result of {self.rounds:,} rounds: {figure} of the initial wager>"

    def _repr_html_(self) -> str:
        return table_html(repr(self)[1:-1], self.rows())

    @checked
    def merge(self, other: "Result") -> "Result":
        """Return the sum of two results of the same experiment."""
        same = (self.unit, self.grain, self.low, len(self.counts))
        assert same == (other.unit, other.grain, other.low, len(other.counts))
        return Result(
            self.unit,
            self.grain,
            self.low,
            tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)),
            tuple(a.merge(b) for a, b in zip(self.wagers, other.wagers, strict=True)),
            tuple(a.merge(b) for a, b in zip(self.by_count, other.by_count, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class Moment:
    """Figure and standard error of a run after some of its rounds."""

    rounds: int
    player_ev: float
    standard_error: float


def _wager_row(sums: WagerSums, ev: float, error: float) -> WagerResultRow:
    return {"wager": sums.wager, "placed": sums.placed, "ev": ev, "standard_error": error}


def _count_row(sums: CountSums, ev: float, error: float) -> CountRow:
    return {"count": sums.count, "rounds": sums.rounds, "ev": ev, "standard_error": error}


def _deviation(rounds: int, total: int, squares: int) -> float:
    """Return the standard deviation of whole numbers, from exact sums."""
    if not rounds:
        return 0.0
    return sqrt(max(0, rounds * squares - total * total)) / rounds


def sums_room(experiment: Experiment) -> int:
    """Return the length of a kernel's sums: three for the main wager, insurance and each side."""
    return layout.SUM_WIDTH * (layout.SUM_SIDES + len(experiment.sides))


def result_of(experiment: Experiment, played: RoundSums) -> Result:
    """Return the result of a kernel's counts and sums; antes are wagers of their own."""
    grain = experiment.compiled.grain
    sums = played.sums
    counts, by_count, units = _by_count(experiment, played.counts)
    plain = Result(experiment.unit, grain, experiment.low * experiment.units_max, counts, ())
    each = experiment.unit // experiment.stake
    rounds = plain.rounds

    def wager(name: str, stake: Cents, place: int, of: Cents) -> WagerSums:
        placed, total, squares = (
            int(x) for x in sums[layout.SUM_WIDTH * place :][: layout.SUM_WIDTH]
        )
        return WagerSums(name, stake, placed, total, squares, of)

    # If the main wager is the only one, kernels count results only.
    wagers = [WagerSums("main", experiment.stake, units * each, plain.total, plain.squares, grain)]
    if experiment.compiled.has_insurance or experiment.sides:
        wagers = [wager("main", experiment.stake, layout.SUM_MAIN, grain)]
    if experiment.compiled.has_insurance:
        stake = insurance_stakes(experiment.rules, experiment.stake).high
        wagers.append(wager("insurance", stake, layout.SUM_INSURANCE, grain))
    for place, side in enumerate(experiment.sides):
        wagers.append(wager(side.wager.name, side.stake, layout.SUM_SIDES + place, 1))
    if fee := experiment.ante:
        paid = fee * experiment.boxes
        placed = rounds * experiment.boxes
        wagers.append(WagerSums("ante", fee, placed, -rounds * paid, rounds * paid * paid, 1))
    return replace(plain, wagers=tuple(wagers), by_count=by_count)


def _by_count(
    experiment: Experiment, counts: Ints
) -> tuple[tuple[int, ...], tuple[CountSums, ...], int]:
    """Return the rounds by net result, the sums at each count, and the number of bets on a box."""
    if not experiment.betting:
        return tuple(counts.tolist()), (), int(counts.sum())
    grid, ramp = counts.reshape(BUCKETS, -1), experiment.tables.ramp
    nets = np.arange(experiment.low, experiment.high + 1)
    rounds = grid.sum(axis=1)
    rows = zip(rounds.tolist(), (grid @ nets).tolist(), (grid @ nets**2).tolist(), strict=True)
    span = (experiment.high - experiment.low) * experiment.units_max + 1
    bet = np.zeros(span, dtype=np.int64)
    np.add.at(bet, np.outer(ramp, nets) - experiment.low * experiment.units_max, grid)
    by_count = tuple(CountSums(COUNT_LOW + place, *row) for place, row in enumerate(rows))
    return tuple(bet.tolist()), by_count, int(rounds @ ramp)
