"""Points, bands and bars for the pictures of a result; other modules draw them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from math import sqrt

from pitboss.sim.paths import QUANTILES, Fan
from pitboss.sim.results import Moment, Result

SURE = 1.96
"""Standard errors within which 95 % of such runs lie."""
RARE = 1e-4
"""Round results that come up less often are left out of a picture."""
FEW = 1000
"""Number of rounds at a count below which its expectation is not shown."""

MORE_COLOURS = ("#c8672b", "#3f86d0", "#a862c9")
"""Colours of the lines after the first."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Span:
    """An interval at a place of the horizontal axis."""

    x: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """Points that are joined."""

    label: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Intervals that are joined to an area; the more ``weight``, the darker."""

    label: str
    spans: tuple[Span, ...]
    weight: float = 0.2


@dataclass(frozen=True, slots=True, repr=False)
class Figure:
    """A picture: its axes and what is drawn between them."""

    title: str
    note: str
    x_label: str
    y_label: str
    is_log: bool = False
    """True if the horizontal axis is logarithmic."""
    bands: tuple[Band, ...] = ()
    lines: tuple[Line, ...] = ()
    bars: tuple[Point, ...] = ()
    errors: tuple[Span, ...] = ()
    """Intervals that stand alone, around points."""
    has_zero: bool = False
    """True if the vertical axis must include 0."""

    def ranges(self) -> tuple[Point, Point]:
        """Return the least and greatest values on both axes."""
        xs = [x for line in self.lines for x, _ in line.points] + [x for x, _ in self.bars]
        ys = [y for line in self.lines for _, y in line.points] + [y for _, y in self.bars]
        for span in (*(s for band in self.bands for s in band.spans), *self.errors):
            xs.append(span.x)
            ys += [span.low, span.high]
        if self.bars or self.has_zero:
            ys.append(0.0)
        return (min(xs), max(xs)), (min(ys), max(ys))

    def __repr__(self) -> str:
        return f"<Figure {self.title!r}: {self.y_label} by {self.x_label}>"

    def _repr_html_(self) -> str:
        # Imported here, because the module that draws imports this one.
        return str(import_module("pitboss.pictures.svg").figure_html(self))

    def _repr_svg_(self) -> str:
        return str(import_module("pitboss.pictures.svg").svg(self))


def figures(
    result: Result, trace: Sequence[Moment] = (), fan: Fan | None = None
) -> tuple[Figure, ...]:
    """Return the pictures of a result that are not empty."""
    drawn = [_convergence(trace)] if len(trace) > 1 else []
    drawn.append(_distribution(result))
    if result.by_count:
        drawn += [_by_count(result), _counts(result)]
    if fan:
        drawn.append(_fan(fan))
    return tuple(drawn)


def _convergence(trace: Sequence[Moment]) -> Figure:
    spans = tuple(
        Span(m.rounds, m.player_ev - SURE * m.standard_error, m.player_ev + SURE * m.standard_error)
        for m in trace
    )
    return Figure(
        title="Convergence",
        note="The player's expectation as the rounds add up, per unit of the initial wager; 95 % "
        "of such runs lie in the shaded part.",
        x_label="rounds",
        y_label="expectation",
        is_log=True,
        bands=(Band("95 % of such runs", spans),),
        lines=(Line("expectation", tuple((m.rounds, m.player_ev) for m in trace)),),
    )


def _distribution(result: Result) -> Figure:
    common = [(net, 100 * share) for net, share in result.distribution() if share >= RARE]
    left_out = sum(share for _, share in result.distribution() if share < RARE)
    rare = f" Rarer results, {left_out:.4%} of rounds, are left out." if left_out else ""
    return Figure(
        title="Results of a round",
        note=f"The net result of a round in units of the initial wager, insurance included.{rare}",
        x_label="net result",
        y_label="% of rounds",
        bars=tuple(common),
    )


def _by_count(result: Result) -> Figure:
    points, errors = [], []
    for sums in result.by_count:
        if sums.rounds >= FEW:
            ev, error = result.count_ev(sums)
            points.append((float(sums.count), 100 * ev))
            errors.append(
                Span(float(sums.count), 100 * (ev - SURE * error), 100 * (ev + SURE * error))
            )
    return Figure(
        title="Expectation by count",
        note="What a round is worth with one wager bet, by the count before it; the bars hold 95 % "
        "of such runs. The first and the last count stand for all beyond them.",
        x_label="count",
        y_label="% of the wager",
        lines=(Line("expectation", tuple(points)),),
        errors=tuple(errors),
        has_zero=True,
    )


def _counts(result: Result) -> Figure:
    shares = tuple((float(s.count), 100 * s.rounds / result.rounds) for s in result.by_count)
    return Figure(
        title="How often each count comes",
        note="Rounds by the count before them.",
        x_label="count",
        y_label="% of rounds",
        bars=shares,
    )


def _fan(fan: Fan) -> Figure:
    def band(label: str, low: float, high: float, weight: float) -> Band:
        first, last = QUANTILES.index(low), QUANTILES.index(high)
        rows = zip(fan.rounds, fan.quantiles, strict=True)
        return Band(
            label, tuple(Span(n, row[first] / 100, row[last] / 100) for n, row in rows), weight
        )

    middle = QUANTILES.index(0.5)
    medians = zip(fan.rounds, fan.quantiles, strict=True)
    return Figure(
        title="Bankrolls",
        note=f"Many bankrolls of {fan.money / 100:,.2f} drawn from the results above: "
        f"{fan.ruined[-1]:.2%} of them are lost within {fan.rounds[-1]:,} rounds. Half lie in the "
        "dark part, 90 % in the shaded one; the line is the median.",
        x_label="rounds",
        y_label="bankroll",
        bands=(band("90 % of bankrolls", 0.05, 0.95, 0.15), band("half", 0.25, 0.75, 0.3)),
        lines=(Line("median", tuple((n, row[middle] / 100) for n, row in medians)),),
        has_zero=True,
    )


def ticks(low: float, high: float, *, wanted: int = 6) -> tuple[float, ...]:
    """Round numbers from ``low`` to ``high``, about as many as wanted."""
    width = high - low
    if width <= 0:
        return (low,)
    power = 10.0 ** _floor_log10(width / wanted)
    step = next(f * power for f in (1, 2, 5, 10) if width / (f * power) <= wanted)
    first = -int(-low // step)
    return tuple(round(n * step, 12) for n in range(first, int(high // step) + 1))


def powers(low: float, high: float) -> tuple[float, ...]:
    """Return the powers of ten from ``low`` to ``high``; both ends and a middle if under two."""
    tens = [10.0**n for n in range(_floor_log10(low), _floor_log10(high) + 1)]
    inside = tuple(x for x in tens if low <= x <= high)
    return inside if len(inside) > 1 else (low, sqrt(low * high), high)


def _floor_log10(x: float) -> int:
    return int(f"{x:e}".partition("e")[2])


def short_number(x: float) -> str:
    """Return a number as axes write it: 20k, 1M, -0.5."""
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(x) >= size:
            scale = 1e3 if letter == "k" else size
            return f"{x / scale:.4g}{letter}"
    return f"{x:.6g}"


def bar_width(xs: Iterable[float]) -> float:
    """Return the width of bars at these places: most of the smallest gap."""
    places = sorted(xs)
    gaps = [b - a for a, b in pairwise(places)]
    return 0.8 * min(gaps, default=1.0)
