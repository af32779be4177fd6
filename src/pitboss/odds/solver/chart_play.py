"""Total-dependent play: a chart that a person can learn, and its value under exact play.

A chart is improved until it is the best reply to the hands that it leads to itself. That is a local
optimum: another chart that leads to other hands may be better.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.solver import arrays, kernels
from pitboss.odds.solver.acts import ACTS, DOUBLE, DOUBLE_HALF, HIT, STAND, SURRENDER
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.best_play import (
    SolverInput,
    UpValues,
    dealt_origin,
    two_cards,
    with_splits,
)
from pitboss.odds.solver.frequencies import reach_hands
from pitboss.odds.solver.hand_values import (
    SplitActs,
    doubled_of,
    hand_workspace,
    standing_of,
    value_doubled,
)
from pitboss.odds.solver.hands import hands, low_of, place_of_values
from pitboss.odds.solver.rule_tables import RuleTables
from pitboss.odds.solver.splits import ADDED
from pitboss.strategy import BLACKJACK_SHOWN

ROUNDS_MAX = 12
"""Maximum number of improvements of a chart, which end well before by themselves."""
SPLITS_MAX = 2
"""Charts made for one up card: the second for the pairs that the first one splits, and no more,
even if the second would split others.
"""
UNREACHED_SHARE, LEAST_WEIGHT = 1e-9, 1e-30
"""Weight of a hand that a chart never reaches: this share of ``seen``, and a trace if that is 0."""
ILLEGAL = -1e6
"""Worth of an act that a hand may not take, in units of the initial wager: below any result."""
TIE_SHARE = 1e-9
"""Share of all hands of a row in the choice between hit and stand; decides if the others do not."""

FIRST = (DOUBLE, DOUBLE_HALF, SURRENDER)
"""Acts that a chart lists before hit or stand, for hands that may take them."""

RowName = tuple[bool, int, int]
"""Row of a chart: True if soft, the total, the number of cards (0: any; 5: five or more)."""


@dataclass(frozen=True)
class ChartRows:
    """Rows of a chart and the row of each hand."""

    names: tuple[RowName, ...]
    of: Ints
    """(hands,): row of each hand."""
    by_low: tuple[Ints, ...]
    """Hands of each low total, from 21 down."""


@lru_cache(maxsize=4)
def rows(cards_max: int) -> ChartRows:
    """Return the rows of a chart with rows for 2, ... ``cards_max`` or more cards; 0: for any."""
    names: dict[RowName, int] = {}
    of = np.zeros(len(hands()), dtype=np.int64)
    by_low: dict[int, list[int]] = {}
    for place, counts in enumerate(hands()):
        low = low_of(counts)
        is_soft = counts[0] > 0 and low <= 11
        row = (is_soft, low + 10 * is_soft, min(sum(counts), cards_max))
        of[place] = names.setdefault(row, len(names))
        if sum(counts) > 1:
            by_low.setdefault(low, []).append(place)
    groups = tuple(np.array(by_low[low]) for low in sorted(by_low, reverse=True))
    return ChartRows(tuple(names), of, groups)


@dataclass(frozen=True)
class TotalChart:
    """Order of acts of each row against one up card, best for the hands that reach it."""

    rows: ChartRows
    order: Ints
    """(rows, acts): acts from best to worst; a hand takes the first that it may."""

    def acts(self, legal: Ints) -> Ints:
        """Return the act of every hand; ``legal`` (hands,) are the bits of its allowed acts."""
        return first_allowed(self.order[self.rows.of], legal)


def first_allowed(order: Ints, legal: Ints) -> Ints:
    """Return the first act that each hand may take, of those in ``order`` (hands, acts)."""
    allowed = legal[:, None] & (1 << order) != 0
    first = np.argmax(allowed, axis=1)
    acts: Ints = order[np.arange(len(first)), first]
    return acts


def solve_up_by_total(game: SolverInput, best: UpValues) -> tuple[UpValues, TotalChart, TotalChart]:
    """Solve total-dependent play against one up card: its values, the chart, that of free hands.

    The same chart is used after a split; free hands, if the rulebook has them, have their own.
    ``best`` is composition-dependent play, from which charts are improved.
    """
    up = best.up
    split = best.is_split
    if up == BLACKJACK_SHOWN:
        chart_rows = rows(game.play.chart_cards)
        nothing = TotalChart(chart_rows, np.zeros((len(chart_rows.names), ACTS), dtype=np.int64))
        return best, nothing, nothing
    for _ in range(SPLITS_MAX):
        chart = _improve(game, up, best, is_split=split, free=False)
        is_free = bool(np.any(game.play.stake[ADDED, :, arrays.HOUSE] > 0))
        free = _improve(game, up, best, is_split=split, free=True) if is_free else chart
        values = _evaluate(game, up, best, chart, free)
        if np.array_equal(values.is_split, split):
            break
        split = values.is_split
    return values, chart, free


def _evaluate(
    game: SolverInput, up: int, best: UpValues, chart: TotalChart, free: TotalChart
) -> UpValues:
    play = game.at(up)
    count = play.legal.shape[1]
    standing = _standing(play, best.outcomes, kind=arrays.DEALT)
    doubled = doubled_of(play, standing, arrays.DEALT, best.doubled_acts)
    value_doubled(game.deal(up), dealt_origin(), best.outcomes, doubled)
    dealt = arrays.DealtHands(
        best.outcomes, chart.acts(play.legal[arrays.DEALT]), np.zeros((count, ACTS)), doubled
    )
    work = hand_workspace(standing, dealt.acts, doubled, dealt.act_values, is_fixed=True)
    kernels.play_hands(np.arange(count), game.deal(up), dealt_origin(), work)
    split_acts = np.zeros((10, 2, count), dtype=np.int64)
    for pair in range(10):
        legal = play.legal[arrays.SPLIT_ACE if pair == 0 else arrays.SPLIT]
        split_acts[pair, 0] = chart.acts(legal)
        split_acts[pair, 1] = (free if play.stake[ADDED, pair, arrays.HOUSE] else chart).acts(legal)
    both = SplitActs(split_acts, best.split_doubled)
    return with_splits(game, up, dealt, both, pairs=tuple(range(10)), is_fixed=True)


def _standing(play: RuleTables, outcomes: Floats, *, kind: int) -> arrays.Standing:
    standing = standing_of(play, kind)
    kernels.stand_parts(np.arange(outcomes.shape[0]), outcomes, standing)
    return standing


def _improve(
    game: SolverInput, up: int, best: UpValues, *, is_split: NDArray[np.bool_], free: bool
) -> TotalChart:
    """Improve a chart until it is the best reply to the hands that it reaches."""
    play, deal = game.at(up), game.deal(up)
    count = play.legal.shape[1]
    chart_rows = rows(play.chart_cards)
    origin = arrays.Origin(arrays.SPLIT, ADDED, -1, stake=0.0, free=1.0) if free else dealt_origin()
    standing = _standing(play, best.outcomes, kind=origin.kind)
    doubled = doubled_of(play, standing, origin.kind, best.doubled_acts)
    value_doubled(deal, origin, best.outcomes, doubled)
    starts = _starts(deal.shoe, is_split=is_split)
    seen = starts.copy()
    reach_hands(deal, np.full(count, HIT), seen)
    acts = best.acts.copy()
    order = np.zeros((len(chart_rows.names), ACTS), dtype=np.int64)
    for _ in range(ROUNDS_MAX):
        reach = starts.copy()
        reach_hands(deal, acts, reach)
        # Hands that this chart never reaches need an act too: weigh them by a trace of ``seen``.
        weight = reach + UNREACHED_SHARE * seen + LEAST_WEIGHT
        before = acts.copy()
        work = hand_workspace(standing, acts, doubled, np.zeros((count, ACTS)))
        for places in chart_rows.by_low:
            kernels.play_hands(places, deal, origin, work)
            evs = work.act_values[places]
            for row in np.unique(chart_rows.of[places]):
                mine = chart_rows.of[places] == row
                order[row] = _order(evs[mine], weight[places[mine]])
            acts[places] = first_allowed(
                order[chart_rows.of[places]], play.legal[origin.kind, places]
            )
            work.values[places] = evs[np.arange(len(places)), acts[places]]
        if np.array_equal(acts, before):
            break
    return TotalChart(chart_rows, order)


def _order(values: Floats, weight: Floats) -> list[int]:
    """Return the acts of a row from best to worst: one for hands that may, then hit or stand."""
    is_legal = np.isfinite(values)
    weighted_evs = weight[:, None] * np.where(is_legal, values, ILLEGAL)
    overall = weighted_evs.sum(axis=0)
    best: tuple[float, int, int] = (-np.inf, -1, 0)
    for first in (-1, *FIRST):
        taken = is_legal[:, first] if first >= 0 else np.zeros(len(weight), dtype=np.bool_)
        if first >= 0 and not taken.any():
            continue
        sums = weighted_evs[~taken].sum(axis=0) + TIE_SHARE * overall
        then = int(np.argmax(sums[[STAND, HIT]]))
        total = float(sums[then]) + (float(weighted_evs[taken, first].sum()) if first >= 0 else 0.0)
        if total > best[0]:
            best = (total, first, then)
    _, first, then = best
    plain = [then, 1 - then]
    return [*([first] if first >= 0 else []), *plain, *(act for act in FIRST if act != first)][
        :ACTS
    ]


def _starts(left: Floats, *, is_split: NDArray[np.bool_]) -> Floats:
    """Return the probability of each hand of two cards that is not split at once."""
    chances = np.zeros(len(hands()))
    for first, second, chance in two_cards(left):
        if first != second or not is_split[first]:
            chances[place_of_values(first, second)] = chance
    return chances
