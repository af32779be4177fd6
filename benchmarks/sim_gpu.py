"""Rounds a second on a CUDA device, and the same whole numbers as the processor has.

Prints one JSON object. The exact strategy is not needed here, so that the script runs with numpy,
numba and numba-cuda alone.
"""

import argparse
import json
import platform
import time
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    # Versions of numba's CUDA support look for the old name.
    np.row_stack = np.vstack

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim import cpu, cuda
from pitboss.sim.betting import Betting, load_count, parse_ramp
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.players import basic_chart

BETTING = Betting(load_count("hi_lo"), parse_ramp("-12:1 1:2 2:4 3:6 4:8"))

GAMES: tuple[tuple[str, str, dict[str, object], dict[str, object]], ...] = (
    ("six decks, 75 %", "tribal", {"max_hands": 4}, {}),
    ("six decks, every round", "tribal", {"max_hands": 4}, {"shuffle": "every_round"}),
    ("free bet", "pa_free_bet", {}, {}),
    ("free bet, push 22", "pa_free_bet", {"push_22": "a"}, {"wagers": ("push_22",)}),
    ("no hole card", "nz", {}, {}),
    ("six decks, counted", "tribal", {"max_hands": 4}, {"betting": BETTING}),
    ("six decks, three boxes", "tribal", {"max_hands": 4}, {"boxes": 3}),
)
COMPARED = 64
"""Blocks played on both."""


def measured(experiment: Experiment, blocks: int) -> dict[str, object]:
    part: dict[str, Any] = {"seed": 11, "first": 0, "rounds": BLOCK}
    began = time.perf_counter()
    here = cuda.play(experiment, blocks=COMPARED, **part)
    compile_s = time.perf_counter() - began
    there = cpu.play(experiment, blocks=COMPARED, **part)
    rates, result = [], here
    for _ in range(3):
        began = time.perf_counter()
        result = cuda.play(experiment, blocks=blocks, **part)
        rates.append(result.rounds / (time.perf_counter() - began))
    return {
        "equal_to_cpu": here == there,
        "compile_s": round(compile_s, 2),
        "rounds": result.rounds,
        "rounds_per_second": sorted(rates)[1],
        "player_ev": result.player_ev,
        "standard_error": result.standard_error,
        "total_grains": result.total,
        "squares": result.squares,
        "compared": {
            "rounds": here.rounds, "gpu_counts": here.counts, "cpu_counts": there.counts,
            "gpu_wagers": [(w.wager, w.placed, w.total, w.squares) for w in here.wagers],
            "cpu_wagers": [(w.wager, w.placed, w.total, w.squares) for w in there.wagers],
        },
    }  # fmt: skip


def long_run(experiment: Experiment, blocks: int, rounds: float) -> dict[str, object]:
    """Many launches after one another, as one result."""
    began = time.perf_counter()
    first, result = 0, None
    while result is None or result.rounds < rounds:
        part = cuda.play(experiment, seed=2026, first=first, blocks=blocks, rounds=BLOCK)
        result = part if result is None else result.merge(part)
        first += blocks
    seconds = time.perf_counter() - began
    return {
        "rounds": result.rounds,
        "seconds": round(seconds, 2),
        "rounds_per_second": result.rounds / seconds,
        "player_ev": result.player_ev,
        "standard_error": result.standard_error,
        "total_grains": result.total,
        "squares": result.squares,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=1 << 20, help="blocks of 4096 rounds")
    parser.add_argument("--rounds", type=float, default=0, help="one long run of as many rounds")
    parser.add_argument("--game", default="", help="only games whose name has this in it")
    given = parser.parse_args()
    cuda.check_device()
    device = cuda.cuda.get_current_device()
    report: dict[str, object] = {
        "device": str(getattr(device, "name", device)),
        "python": platform.python_version(),
        "block": BLOCK,
    }
    for name, rulebook, options, extra in GAMES:
        if given.game in name:
            rules = choose(load_rulebook(rulebook), options)
            experiment = Experiment(rules, basic_chart(), **extra)  # type: ignore[arg-type]
            try:
                report[name] = measured(experiment, given.blocks)
                if given.rounds:
                    report[f"{name}, long"] = long_run(experiment, given.blocks, given.rounds)
            except Exception as error:  # A game that fails must not hide the others.
                report[name] = {"error": f"{type(error).__name__}: {error}"[:2000]}
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
