"""A study on a CUDA device: the processor's whole numbers, rounds a second, and the error of SCORE.

Prints one JSON object. Needs numpy, numba and numba-cuda alone; a few minutes on one device.
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
from pitboss.sim import cuda, cuda_study
from pitboss.sim.layout import Tally
from pitboss.sim.run import Task
from pitboss.sim.tallies import studied
from pitboss.study.bets import best_ramp
from pitboss.study.running import studied_game, study_of

GAMES: tuple[tuple[str, str, dict[str, object], int], ...] = (
    ("six decks", "tribal", {"max_hands": 4}, 1),
    ("two decks", "double_deck", {}, 1),
    ("six decks, two boxes", "tribal", {"max_hands": 4}, 2),
)
COMPARED = Task(11, 0, 64, 4096)
"""Played on both."""


def measured(rulebook: str, options: dict[str, object], boxes: int, given: Any) -> dict[str, Any]:
    rules = choose(load_rulebook(rulebook), options)
    experiment = studied_game(rules, "hi_lo", boxes=boxes)
    began = time.perf_counter()
    here = cuda_study.launch(experiment, COMPARED)
    compile_s = time.perf_counter() - began
    there = studied(experiment, COMPARED)
    same = all(np.array_equal(a, b) for a, b in zip(here, there, strict=True))
    sums, first = here, 0
    began = time.perf_counter()
    while time.perf_counter() - began < given.seconds:
        part = cuda_study.launch(experiment, Task(2026, first, given.blocks, 4096))
        sums = part if not first else Tally(*(a + b for a, b in zip(sums, part, strict=True)))
        first += given.blocks
    seconds = time.perf_counter() - began
    made = study_of(experiment, sums, seed=2026)
    if given.output:
        made.save(f"{given.output}/{rulebook}-{boxes}.npz")
    game = made.game()
    returns = game.bet(best_ramp(game, spread=12))
    return {
        "equal_to_cpu": same,
        "compile_s": round(compile_s, 2),
        "rounds": made.rounds,
        "seconds": round(seconds, 2),
        "rounds_per_second": made.rounds / seconds,
        "penetration": game.penetration,
        "score": returns.score,
        "score_error": returns.score_error,
        "score_error_share": returns.score_error / returns.score,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=1 << 18, help="blocks of 4096 rounds")
    parser.add_argument("--seconds", type=float, default=50.0, help="for each game")
    parser.add_argument("--output", default="", help="a folder for the studies")
    given = parser.parse_args()
    cuda.check_device()
    device = cuda.cuda.get_current_device()
    report: dict[str, object] = {
        "device": str(getattr(device, "name", device)),
        "python": platform.python_version(),
    }
    for name, rulebook, options, boxes in GAMES:
        try:
            report[name] = measured(rulebook, options, boxes, given)
        except Exception as error:  # A game that fails must not hide the others.
            report[name] = {"error": f"{type(error).__name__}: {error}"[:2000]}
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
