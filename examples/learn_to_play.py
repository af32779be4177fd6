"""Learn to play from rounds alone, then see how near the exact best chart that comes.

A table of values is learnt by trial. Of the acts that may still be the best, the one that was tried
least is tried next, and a hit is worth what the best act is worth after it. A hand that is split
teaches what splitting is worth, and is played on by what is known so far.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping
from math import sqrt

import pitboss
from pitboss.gym import BlackjackEnv
from pitboss.gym.sight import FEATURES, PLAY
from pitboss.rulebook.rules import Rules
from pitboss.sim.players import UPS, Chart
from pitboss.strategy import NAMES

PHASE, TOTAL, SOFT, FIRST, UP, HANDS = (
    FEATURES.index(name) for name in ("phase", "total", "is_soft", "first", "up", "hands")
)
ACTS = ("stand", "hit", "double", "split", "surrender")
STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
DOUBT = 4.0
"""An act may be the best while it lies within so many standard errors of the best one."""
SPREADS = (1.0, 1.0, 2.0, 2.0, 0.1)
"""About how far the results of each act lie apart, in units."""
AGEING = 0.8
"""How slowly the worth of a hit or a split is forgotten, a weight of 1 / tries ** AGEING: it rests
on later acts, which are learnt too. What ends a hand is worth the same at all times."""

Row = tuple[str, int, int]
"""``hard``, ``soft`` or ``pair``, the total or the value of a card, and the up card's value."""


class Values:
    """What each act was worth on each hand, and how often it was tried."""

    def __init__(self) -> None:
        self.worth: dict[tuple[Row, int], float] = defaultdict(float)
        self.tries: dict[tuple[Row, int], int] = defaultdict(int)

    def learn(self, row: Row, act: int, worth: float) -> None:
        """One more trial of an act."""
        key = row, act
        self.tries[key] += 1
        power = AGEING if act in (HIT, SPLIT) else 1.0
        self.worth[key] += (worth - self.worth[key]) / self.tries[key] ** power

    def best(self, rows: dict[int, Row]) -> int:
        """The best of the acts that are offered, each with the row that it is kept in."""
        return max(rows, key=lambda act: self.worth[rows[act], act])

    def curious(self, rows: dict[int, Row]) -> int:
        """The act that was tried least, among those that may be the best."""
        tries = {act: self.tries[row, act] for act, row in rows.items()}
        error = {act: DOUBT * SPREADS[act] / sqrt(tries[act] or 1e-9) for act in rows}
        sure = max(self.worth[row, act] - error[act] for act, row in rows.items())
        return min(
            (act for act, row in rows.items() if self.worth[row, act] + error[act] >= sure),
            key=tries.__getitem__,
        )


def rows_of(seen: list[int], mask: list[int]) -> dict[int, Row]:
    """The rows in which the acts that are offered are kept: splits by pair, all else by total."""
    total: Row = ("soft" if seen[SOFT] else "hard", seen[TOTAL], seen[UP])
    pair: Row = ("pair", seen[FIRST], seen[UP])
    return {act: pair if act == SPLIT else total for act in range(len(ACTS)) if mask[act]}


def learn(rulebook: str, rounds: int, *, seed: int = 1) -> Values:
    """Play so many rounds, and learn from each."""
    table = BlackjackEnv(rulebook)
    values = Values()
    seen, info = table.reset(seed=seed)
    for _ in range(rounds):
        before: tuple[Row, int] | None = None
        is_over, gained = False, 0.0
        while not is_over:
            hand, mask = seen.tolist(), info["action_mask"].tolist()
            act = STAND
            if hand[PHASE] == PLAY:
                rows = rows_of(hand, mask)
                if hand[HANDS] > 1:
                    act = values.best(rows)
                else:
                    act = values.curious(rows)
                    if before:
                        best = values.best(rows)
                        values.learn(*before, values.worth[rows[best], best])
                    before = rows[act], act
            seen, reward, ended, cut, info = table.step(act)
            gained += reward
            is_over = ended or cut
        if before:
            values.learn(*before, gained)
        seen, info = table.reset()
    return values


def chart_of(values: Values) -> Chart:
    """What was learnt, as a chart that a simulation can play."""

    def cell(kind: str, total: int, up: int) -> str:
        row = kind, total, up
        worth = [values.worth[row, act] if values.tries[row, act] else -9.0 for act in range(5)]
        best = max((STAND, HIT, DOUBLE, SURRENDER), key=worth.__getitem__)
        is_stood = worth[STAND] >= worth[HIT]
        letter = {STAND: "S", HIT: "H", DOUBLE: "D", SURRENDER: "R"}[best]
        return letter + ("s" if best in (DOUBLE, SURRENDER) and is_stood else "")

    def split(value: int, up: int) -> str:
        total = ("soft", 12, up) if value == 1 else ("hard", 2 * value, up)
        rest = max(values.worth[total, act] for act in (STAND, HIT, DOUBLE))
        row: Row = ("pair", value, up)
        is_better = values.tries[row, SPLIT] and values.worth[row, SPLIT] > rest
        return "P" if is_better else "-"

    ups = [NAMES.index(up) + 1 for up in UPS]
    return Chart(
        "learnt",
        hard={total: tuple(cell("hard", total, up) for up in ups) for total in range(4, 22)},
        soft={total: tuple(cell("soft", total, up) for up in ups) for total in range(12, 22)},
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
    parser.add_argument("--rounds", type=int, default=4_000_000)
    parser.add_argument("--judged-by", type=int, default=50_000_000, metavar="ROUNDS")
    args = parser.parse_args()
    chart = chart_of(learn(args.rulebook, args.rounds))
    show("hard", {str(total): cells for total, cells in chart.hard.items()})
    show("soft", {str(total): cells for total, cells in chart.soft.items()})
    show("pairs", chart.pairs)
    cost, error = cost_of(chart, pitboss.rulebook(args.rulebook), args.judged_by)
    print(f"worse than the solver's play by {cost:.4%} of the wager, +- {error:.4%}")


if __name__ == "__main__":
    main()
