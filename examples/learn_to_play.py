"""Learn to play from rounds alone, then see how near the exact best chart that comes.

Thousands of tables are played at once, and a table of values is learnt by trial. Of the acts that
may still be the best, the one that was tried least is tried next, and a hit is worth what the best
act is worth after it. A hand that is split teaches what splitting is worth, and is played on by
what is known so far.
"""

import argparse
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import pitboss
from pitboss.charts import UPS, Chart
from pitboss.gym.many import ManyBlackjackEnv
from pitboss.gym.observation import FEATURES, PLAY
from pitboss.rulebook.rules import Rules
from pitboss.strategy import NAMES

PHASE, TOTAL, SOFT, FIRST, UP, HANDS = (
    FEATURES.index(name) for name in ("phase", "total", "is_soft", "first", "up", "hands")
)
TABLES = 4096
ACTS = 5
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(ACTS)
DOUBT = 4.0
"""An act may be the best while it lies within so many standard errors of the best one."""
SPREADS = np.array([1.0, 1.0, 2.0, 2.0, 0.1])
"""About how far the results of each act lie apart, in units."""
AGEING = np.array([1.0, 0.8, 1.0, 0.8, 1.0])
"""Speed of forgetting, as a weight of 1 / tries ** AGEING: a hit and a split rest on later acts,
which are learnt too. What ends a hand is worth the same at all times."""
PAIRS = 2 * 32 * 11
"""Rows of totals, hard then soft, 11 for each by the up card; then as many rows for each pair."""
ROWS = PAIRS + 11 * 11

Array = NDArray[Any]


def row_of(total: Array | int, is_soft: Array | int, up: Array | int) -> Any:
    """The row of a total."""
    return (is_soft * 32 + total) * 11 + up


def pair_row(value: Array | int, up: Array | int) -> Any:
    """The row of a pair."""
    return PAIRS + value * 11 + up


def cells_of(seen: Array) -> Array:
    """Cells with the value of each act: splits by pair, all others by total."""
    rows = row_of(seen[:, TOTAL], seen[:, SOFT], seen[:, UP])[:, None].repeat(ACTS, axis=1)
    rows[:, SPLIT] = pair_row(seen[:, FIRST], seen[:, UP])
    cells: Array = rows * ACTS + np.arange(ACTS)
    return cells


class Values:
    """Mean value of each act on each hand, and the number of its trials."""

    def __init__(self) -> None:
        self.worth = np.zeros(ROWS * ACTS)
        self.tries = np.zeros(ROWS * ACTS)

    def learn(self, cells: Array, worth: Array) -> None:
        """So many more trials of acts, one or many of each."""
        more = np.bincount(cells, minlength=ROWS * ACTS)
        tried = np.flatnonzero(more)
        mean = np.bincount(cells, worth, minlength=ROWS * ACTS)[tried] / more[tried]
        self.tries += more
        share = more[tried] / self.tries[tried] ** AGEING[tried % ACTS]
        self.worth[tried] += (mean - self.worth[tried]) * np.minimum(share, 1.0)

    def best(self, cells: Array, mask: Array) -> Array:
        """The best of the acts that are offered."""
        best: Array = np.where(mask, self.worth[cells], -np.inf).argmax(axis=1)
        return best

    def curious(self, cells: Array, mask: Array) -> Array:
        """The act that was tried least, among those that may be the best."""
        tries, worth = self.tries[cells], self.worth[cells]
        error = DOUBT * SPREADS / np.sqrt(tries + 1e-9)
        sure = np.where(mask, worth - error, -np.inf).max(axis=1)
        may_be = mask & (worth + error >= sure[:, None])
        least: Array = np.where(may_be, tries, np.inf).argmin(axis=1)
        return least


def learn(rulebook: str, rounds: int, *, seed: int = 1, tables: int = TABLES) -> Values:
    """Play so many rounds, and learn from each."""
    env = ManyBlackjackEnv(tables, rulebook, autoreset_mode="SameStep", copy=False)
    values = Values()
    seen, info = env.reset(seed=seed)
    before = np.full(tables, -1)
    """The act of each table whose worth is not known yet, as a cell; -1: none."""
    gained = np.zeros(tables)
    played = 0
    while played < rounds:
        acts = np.zeros(tables, dtype=np.int64)
        turn = np.flatnonzero(seen[:, PHASE] == PLAY)
        hands = seen[turn]
        cells, mask = cells_of(hands), info["action_mask"][turn, :ACTS].astype(np.bool_)
        best = values.best(cells, mask)
        is_whole = hands[:, HANDS] == 1
        acts[turn] = np.where(is_whole, values.curious(cells, mask), best)

        whole = turn[is_whole]
        after_hit = before[whole] >= 0
        worth = values.worth[cells[is_whole, best[is_whole]]]
        values.learn(before[whole][after_hit], worth[after_hit])
        before[whole] = cells[is_whole, acts[whole]]

        seen, rewards, ended, cut, info = env.step(acts)
        gained += rewards
        over = ended | cut
        taught = over & (before >= 0)
        values.learn(before[taught], gained[taught])
        before[over], gained[over] = -1, 0.0
        played += int(over.sum())
    return values


def chart_of(values: Values) -> Chart:
    """Return the learnt plays as a chart that a simulation can play."""
    worth = np.where(values.tries, values.worth, -9.0).reshape(ROWS, ACTS)

    def cell(is_soft: int, total: int, up: int) -> str:
        row = worth[row_of(total, is_soft, up)]
        best = max((STAND, HIT, DOUBLE, SURRENDER), key=row.__getitem__)
        is_stood = row[STAND] >= row[HIT]
        letter = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R"}[best]
        return letter + ("s" if best in (DOUBLE, SURRENDER) and is_stood else "")

    def split(value: int, up: int) -> str:
        whole = row_of(12, 1, up) if value == 1 else row_of(2 * value, 0, up)
        is_better = worth[pair_row(value, up), SPLIT] > worth[whole, : DOUBLE + 1].max()
        return "P" if is_better else "-"

    ups = [NAMES.index(up) + 1 for up in UPS]
    return Chart(
        "learnt",
        hard={str(total): tuple(cell(0, total, up) for up in ups) for total in range(4, 22)},
        soft={str(total): tuple(cell(1, total, up) for up in ups) for total in range(12, 22)},
        pairs={NAMES[v - 1]: tuple(split(v, up) for up in ups) for v in range(1, 11)},
    )


def cost_of(chart: Chart, rules: Rules, rounds: int) -> tuple[float, float]:
    """By how much a chart is worse than the solver's best play, and the error of that figure."""
    result = pitboss.simulate(rules, rounds, player=chart, every_round=True, threads=2)
    return pitboss.solve(rules).player_ev - result.player_ev, result.standard_error


def show(name: str, rows: Mapping[str, tuple[str, ...]]) -> None:
    """Print a part of the chart."""
    print(f"{name:6} {'  '.join(UPS)}")
    for key, cells in rows.items():
        print(f"{key:>5}  {' '.join(f'{cell:2}' for cell in cells)}")


def main() -> None:
    """Learn, show the chart, and say what it costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="tribal", choices=pitboss.RULEBOOKS)
    parser.add_argument("--rounds", type=int, default=20_000_000)
    parser.add_argument("--judged-by", type=int, default=50_000_000, metavar="ROUNDS")
    args = parser.parse_args()
    learn(args.rulebook, 1)  # compiles, once for all
    began = time.perf_counter()
    chart = chart_of(learn(args.rulebook, args.rounds))
    seconds = time.perf_counter() - began
    show("hard", chart.hard)
    show("soft", chart.soft)
    show("pairs", chart.pairs)
    cost, error = cost_of(chart, pitboss.rules(args.rulebook), args.judged_by)
    print(f"learnt from {args.rounds:,} rounds in {seconds:.0f} s")
    print(f"worse than the solver's play by {cost:.4%} of the wager, +- {error:.4%}")


if __name__ == "__main__":
    main()
