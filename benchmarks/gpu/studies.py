"""A study on a device: the processor's sums, rounds a second, and how soon SCORE is known."""

import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.gpu.sizes import AIM, MEASURED, Figures, Piece, Size
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.tables.layout import Tally, Task
from pitboss.sim.targets import cuda_study
from pitboss.sim.targets.cpu import studied
from pitboss.study.ramps import best_ramp
from pitboss.study.running import studied_game, study_of

GAMES: tuple[tuple[str, str, dict[str, object], int], ...] = (
    ("study, six decks", "tribal", {"max_hands": 4}, 1),
    ("study, two decks", "double_deck", {}, 1),
    ("study, six decks, two boxes", "tribal", {"max_hands": 4}, 2),
)
AIM_S, AIM_ERROR, AIM_RATE = 60.0, 0.001, 15e9
"""Seconds until the error of SCORE is this share of it, and rounds a second."""
SPREAD = 12


def pieces(size: Size) -> Iterator[Piece]:
    """Each game."""
    for name, rulebook, options, boxes in GAMES:
        yield name, partial(measured, rulebook, options, boxes, size)


def measured(rulebook: str, options: dict[str, object], boxes: int, size: Size) -> Figures:
    """Studies one game until the error is small enough, or the time is over."""
    experiment = studied_game(choose(load_rulebook(rulebook), options), "hi_lo", boxes=boxes)
    compared = Task(11, 0, size.compared, size.rounds)
    began = time.perf_counter()
    sums = cuda_study.launch(experiment, compared)
    compile_s = time.perf_counter() - began
    there = studied(experiment, compared)
    is_equal = all(np.array_equal(a, b) for a, b in zip(sums, there, strict=True))
    seconds, first, rounds, share, score = 0.0, 0, 0, 1.0, 0.0
    blocks = -(-size.blocks // 4)
    while first == 0 or (seconds < size.seconds and share > AIM_ERROR):
        began = time.perf_counter()
        part = cuda_study.launch(experiment, Task(2026, first, blocks, size.rounds))
        sums = Tally(*(a + b for a, b in zip(sums, part, strict=True))) if first else part
        seconds += time.perf_counter() - began
        first += blocks
        made = study_of(experiment, sums, seed=2026)
        game, rounds = made.game(), made.rounds
        returns = game.bet(best_ramp(game, spread=SPREAD))
        score = returns.score
        share = returns.score_error / score if score > 0 else 1.0
    return {
        MEASURED: rounds / seconds,
        AIM: AIM_RATE,
        "unit": "rounds a second",
        "equal": is_equal,
        "compile_s": round(compile_s, 2),
        "rounds": rounds,
        "seconds": round(seconds, 2),
        "score": score,
        "score_error_share": share,
        "seconds_to_aim": seconds * (share / AIM_ERROR) ** 2,
        "seconds_aim": AIM_S,
    }
