"""Strategy charts: the best act by the first two cards and the up card, and the cost of others."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.odds.solver.acts import best_first
from pitboss.rulebook.questions.acts import is_free_double, is_free_split
from pitboss.rulebook.rules import Rules

ActValues = Callable[[Hand, Card, Card | None], Mapping[str, float]]
"""Expectation of each legal act for a hand and an up card, per unit of the main wager; the last
argument is the dealer's second card if both are face up."""

VALUES_SHOWN = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
"""The up cards, and the cards of pairs, in the order of a chart."""
POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)

HARD = range(19, 4, -1)
SOFT = range(20, 12, -1)

Shown = tuple[int, ...]
"""Points of the dealer's cards that are face up."""
Columns = Mapping[str, tuple[Shown, ...]]
"""Cards that the dealer shows, by column: an up card, or two cards of one total."""

ONE_UP: Columns = {name: ((points,),) for name, points in zip(VALUES_SHOWN, POINTS, strict=True)}
BOTH_UP: Columns = {
    **{
        str(total): tuple((low, total - low) for low in range(2, 11) if low <= total - low <= 10)
        for total in range(4, 21)
    },
    **{f"A,{'A' if other == 1 else other}": ((1, other),) for other in range(1, 10)},
}
"""Columns if both dealer cards are face up: hard totals, then an ace with each card but a ten."""


@dataclass(frozen=True, slots=True)
class ChartCell:
    """One cell of a chart. Expectations are per unit of the main wager."""

    up: str
    best: str
    ev: float
    second: str
    """Next best act; empty if there is only one."""
    cost: float
    """Cost of the second-best act against the best one."""
    values: Mapping[str, float]
    is_free: bool = False
    """True if the house pays for the best act."""
    exceptions: tuple[tuple[str, str], ...] = ()
    """Two-card hands of this total with another best act, and that act."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A hand against every up card."""

    hand: str
    cells: tuple[ChartCell, ...]


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Rows of one sort of hand: hard totals, soft totals or pairs."""

    name: str
    title: str
    rows: tuple[ChartRow, ...]

    def __repr__(self) -> str:
        return f"<Chart {self.name!r}: {len(self.rows)} rows>"


def charts(rules: Rules, counts: tuple[int, ...], values: ActValues) -> tuple[ChartTable, ...]:
    """Return the charts of hard totals, soft totals and pairs, for the first two cards.

    A total represents all two-card hands that make it and are not a pair, each weighted by its
    probability from ``counts``, the cards of the shoe by value.
    """
    game = _ChartInput(rules, counts, values)
    pairs = reversed(tuple(zip(VALUES_SHOWN, POINTS, strict=True)))
    return (
        _chart(game, "hard", "Hard totals", {str(total): _hard(total) for total in HARD}),
        _chart(game, "soft", "Soft totals", {f"A,{n - 11}": [(1, n - 11)] for n in SOFT}),
        _chart(game, "pairs", "Pairs", {f"{name},{name}": [(n, n)] for name, n in pairs}),
    )


def _chart(
    game: "_ChartInput", name: str, title: str, hands: Mapping[str, list[tuple[int, int]]]
) -> ChartTable:
    """Return a chart of the rows that the shoe can deal; ``hands`` are those of each row."""
    rows = (_row(game, row, pairs) for row, pairs in hands.items())
    return ChartTable(name, title, tuple(row for row in rows if row.cells))


@dataclass(frozen=True, slots=True)
class Square:
    """Name of a cell: its chart, row and column."""

    chart: str
    hand: str
    up: str


def square_of(hand: Hand, up: Card, *, may_split: bool, hole: Card | None = None) -> Square | None:
    """Return the cell of a hand; None if the charts do not have one, as for a hard 20."""
    columns = ONE_UP if hole is None else BOTH_UP
    shown = tuple(sorted(VALUES[card] for card in ((up,) if hole is None else (up, hole))))
    against = next((name for name, alike in columns.items() if shown in alike), None)
    if against is None:
        return None
    if may_split:
        name = VALUES_SHOWN[POINTS.index(VALUES[hand.cards[0]])]
        return Square("pairs", f"{name},{name}", against)
    if hand.is_soft:
        is_shown = hand.total in SOFT
        return Square("soft", f"A,{hand.total - 11}", against) if is_shown else None
    return Square("hard", str(hand.total), against) if hand.total in HARD else None


def _hard(total: int) -> list[tuple[int, int]]:
    return [(low, total - low) for low in range(2, 11) if low < total - low <= 10]


@dataclass(frozen=True, slots=True)
class _ChartInput:
    """Game for which charts are made."""

    rules: Rules
    counts: tuple[int, ...]
    values: ActValues


def _row(game: _ChartInput, name: str, hands: list[tuple[int, int]]) -> ChartRow:
    columns = BOTH_UP if game.rules.deal.hole_card_up else ONE_UP
    cells = (_cell(game, hands, up, shown) for up, shown in columns.items())
    return ChartRow(name, tuple(cell for cell in cells if cell is not None))


def _cell(
    game: _ChartInput, hands: list[tuple[int, int]], up: str, alike: tuple[Shown, ...]
) -> ChartCell | None:
    """Return a cell: the mean over its hands and the dealer's; None if none can be dealt."""
    sums: dict[str, float] = {}
    best_of: dict[str, str] = {}
    weights = 0
    is_free = {"double": False, "split": False}
    for pair, shown in product(hands, alike):
        weight = _ways(game.counts, (*pair, *shown)) * len(set(shown))
        if not weight:
            continue
        hand = hand_of(card_of(value - 1) for value in pair)
        first, *hole = (card_of(points - 1) for points in shown)
        evs = game.values(hand, first, *(hole or (None,)))
        name = "+".join(str(value) for value in pair)
        if len(alike) > 1:
            name = f"{name} against {'+'.join(str(points) for points in shown)}"
        best_of[name] = next(iter(best_first(evs)))
        weights += weight
        for act, ev in evs.items():
            sums[act] = sums.get(act, 0.0) + weight * ev
        is_free["double"] |= is_free_double(game.rules, hand)
        is_free["split"] |= is_free_split(game.rules, hand)
    if not weights:
        return None
    means = best_first({act: value / weights for act, value in sums.items()})
    best, second, *_ = (*means, "")
    return ChartCell(
        up=up,
        best=best,
        ev=means[best],
        second=second,
        cost=means[best] - means[second] if second else 0.0,
        values=means,
        is_free=is_free.get(best, False),
        exceptions=tuple((hand, act) for hand, act in best_of.items() if act != best),
    )


def _ways(counts: tuple[int, ...], points: tuple[int, ...]) -> int:
    """Return the number of ways to draw these values from the shoe in this order."""
    left = list(counts)
    ways = 1
    for value in points:
        ways *= left[value - 1]
        left[value - 1] -= 1
    return max(ways, 0)


def exceptions(chart: ChartTable) -> Iterator[str]:
    """Yield the hands whose best act differs from that of their total, in words."""
    for row in chart.rows:
        for cell in row.cells:
            for hand, act in cell.exceptions:
                name = hand if " against " in hand else f"{hand} against {cell.up}"
                yield f"{name}: {act}"


def plain_chart(chart: ChartTable) -> dict[str, object]:
    """Return a chart as `strategy --json` prints it."""
    return {
        "name": chart.name,
        "title": chart.title,
        "rows": [
            {"hand": row.hand, "cells": [plain_cell(cell) for cell in row.cells]}
            for row in chart.rows
        ],
    }


def plain_cell(cell: ChartCell) -> dict[str, object]:
    """Return a cell for JSON."""
    return {
        "up": cell.up,
        "best": cell.best,
        "ev": cell.ev,
        "second": cell.second or None,
        "cost": cell.cost if cell.second else None,
        "values": dict(cell.values),
        "free": cell.is_free,
        "exceptions": dict(cell.exceptions),
    }
