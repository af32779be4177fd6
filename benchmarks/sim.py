"""Rounds a second of the simulator on one core, with what growth costs.

Rates are rounds for each second of processor time of the process, so that other work on the machine
counts little; the median of several runs.
"""

import os
import platform
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import numba

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.counting import Betting, load_count, parse_plays, parse_ramp
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.players import basic_chart
from pitboss.sim.run import Run, run_experiment

ROUNDS = 2000 * BLOCK
RUNS = 5

PLAYS, INSURANCE = parse_plays("""
insurance = 3
[plays]
"16 T" = "stand 0"
"15 T" = "stand 4"
"12 3" = "stand 2"
"12 2" = "stand 3"
"10 T" = "double 4"
"9 2" = "double 1"
"16 9" = "stand 5"
""")
BETTING = Betting(load_count("hi_lo"), parse_ramp("-12:1 1:2 2:4 3:6 4:8"), PLAYS, INSURANCE)

GAMES: tuple[tuple[str, str, dict[str, object], dict[str, object]], ...] = (
    ("tribal, six decks, resplits", "tribal", {"max_hands": 4}, {}),
    ("  shuffled every round", "tribal", {"max_hands": 4}, {"shuffle": "every_round"}),
    ("  three boxes", "tribal", {"max_hands": 4}, {"boxes": 3}),
    ("  seven boxes", "tribal", {"max_hands": 4}, {"boxes": 7}),
    ("  double shoe", "tribal", {"max_hands": 4, "shoe": "double"}, {}),
    ("  multiple action", "tribal", {"multiple_action": True, "multiple_action_min": 3}, {}),
    ("  four streak wagers", "tribal", {"streak": True}, {"wagers": None}),
    ("  Hi-Lo, ramp and index plays", "tribal", {"max_hands": 4}, {"betting": BETTING}),
    (
        "  errors of player and dealer",
        "tribal",
        {"max_hands": 4},
        {"player_errors": 0.01, "dealer_errors": 0.001},
    ),
    ("pa_free_bet", "pa_free_bet", {}, {}),
    ("  with push 22", "pa_free_bet", {"push_22": "a"}, {"wagers": None}),
    ("nz, no hole card", "nz", {}, {}),
    ("house", "house", {}, {}),
    ("  with three side wagers", "house", {}, {"wagers": None}),
    ("double_deck", "double_deck", {}, {}),
)


def rate(experiment: Experiment) -> tuple[float, float]:
    """Millions of rounds a second of processor time, and seconds until the first result."""
    began = time.perf_counter()
    run_experiment(experiment, BLOCK)
    first_s = time.perf_counter() - began
    rates = []
    for run in range(RUNS):
        cpu = time.process_time()
        run_experiment(experiment, ROUNDS, seed=run)
        rates.append(ROUNDS / (time.process_time() - cpu) / 1e6)
    return statistics.median(rates), first_s


def threads_ratio(experiment: Experiment) -> float:
    """Return the speed of two threads as a multiple of one, by the clock."""
    seconds = []
    for threads in (1, 2):
        run = Run(experiment, 4 * ROUNDS)
        began = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            for _ in run.play(pool, threads):
                pass
        seconds.append(time.perf_counter() - began)
    return seconds[0] / seconds[1]


def main() -> None:
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
          f"Python {platform.python_version()}, numba {numba.__version__}")  # fmt: skip
    print(f"{'game':32} {'M rounds/s':>11} {'first result s':>15}")
    for name, rulebook, options, extra in GAMES:
        rules = choose(load_rulebook(rulebook), options)
        experiment = Experiment(rules, basic_chart(), **extra)  # type: ignore[arg-type]
        millions, first_s = rate(experiment)
        print(f"{name:32} {millions:11.2f} {first_s:15.2f}", flush=True)
    plain = Experiment(choose(load_rulebook("tribal"), {"max_hands": 4}), basic_chart())
    print(f"two threads are {threads_ratio(plain):.2f} times as fast as one")


if __name__ == "__main__":
    main()
