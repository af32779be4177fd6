"""Time of a simulated round by its parts: the kernel against kernels that do only a part of it.

The whole kernel plays; a second one only puts as many cards in order as the rounds need; a third
only draws the random words for that. A fourth plays the same few rounds over and over, so that the
processor can learn every jump in advance, against as many other rounds in pieces of that size: the
difference is what wrong guesses cost. All are timed in the same run, by processor time.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from benchmarks.sim import GAMES
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.kernels.random import WARM_UP
from pitboss.sim.players import basic_chart
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets.cpu import kernels, workspace

BLOCKS, RUNS = 400, 5
FEW = 32
"""Rounds few enough that a processor remembers every jump of them."""
SHOWN = ("six decks", "every round", "three boxes", "seven boxes", "Hi-Lo", "pa_free_bet", "house")
Parts = dict[str, Callable[[], object]]


def parts_of(experiment: Experiment) -> tuple[Parts, float]:
    """The kernel and its parts, and the cards put in order for a round."""
    made = kernels(experiment.spec)
    work, sides, sums = workspace(experiment)
    put_in_order, next_word = made["put_in_order"], made["next_word"]
    size, limit = (int(experiment.tables.numbers[place]) for place in (layout.SIZE, layout.LIMIT))

    @numba.njit(nogil=True)
    def draw_words(rng: Any, words: int) -> np.uint64:
        last = np.uint64(0)
        for _ in range(words):
            last ^= next_word(rng)
        return last

    @numba.njit(nogil=True)
    def order_cards(cards: Any, rng: Any, rounds: int, each: int) -> None:
        filled = 0
        for _ in range(rounds):
            if filled + each > size or filled > limit:
                filled = 0
            put_in_order(cards, rng, size, filled, filled + each)
            filled += each

    open_block, play_block = made["open_block"], made["play_block"]

    @numba.njit(nogil=True)
    def play_few(work: Any, sides: Any, sums: Any, step: int) -> None:
        for piece in range(BLOCKS * BLOCK // FEW):
            pos = open_block(work.shoe, np.uint64(1), np.uint64(piece * step))
            play_block(work, sides, sums, FEW, pos)

    def play() -> None:
        made["play_blocks"](work, sides, sums, Task(1, 0, BLOCKS, BLOCK))

    made["play_blocks"](work, sides, sums, Task(1, 0, 1, BLOCK))
    words = (int(work.shoe.rng[3]) - 1 - WARM_UP) * BLOCKS
    cards = 2 * words / (BLOCKS * BLOCK)
    each = 2 * round(cards / 2)
    shoe = work.shoe
    parts: Parts = {
        "whole": play,
        "cards": lambda: order_cards(shoe.cards, shoe.rng, round(2 * words / each), each),
        "words": lambda: draw_words(shoe.rng, words),
        "pieces": lambda: play_few(work, sides, sums, 1),
        "repeated": lambda: play_few(work, sides, sums, 0),
    }
    return parts, cards


def rate(part: Callable[[], object]) -> float:
    """Millions of rounds a second that a part alone would allow."""
    part()
    seconds = []
    for _ in range(RUNS):
        began = time.process_time()
        part()
        seconds.append(time.process_time() - began)
    return BLOCKS * BLOCK / statistics.median(seconds) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="", help="part of the name of one game")
    given = parser.parse_args()
    columns = ("whole", "cards", "words", "pieces", "repeated")
    print(f"{'game':32} {'drawn':>6} " + " ".join(f"{name:>9}" for name in columns))
    for name, rulebook, options, extra in GAMES:
        if not any(shown in name for shown in SHOWN) or given.game not in name:
            continue
        rules = choose(load_rulebook(rulebook), options)
        experiment = Experiment(rules, basic_chart(), **extra)  # type: ignore[arg-type]
        parts, cards = parts_of(experiment)
        rates = " ".join(f"{rate(parts[part]):9.1f}" for part in columns)
        print(f"{name:32} {cards:6.2f} {rates}", flush=True)


if __name__ == "__main__":
    main()
