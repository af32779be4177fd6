"""Judges the whole path from seed to card on many shoes, on all cores, and prints the verdicts.

    python -m benchmarks.shuffle --shoes 2410000

Seeds come from the operating system. Each process judges shoes of its own; what it counts is added
up, and the verdict on all is printed at the end: a fair shuffle keeps every normal value small.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from pitboss.shuffle import SEED_BYTES, commitment, cut, cut_place, shuffled
from tests.shuffle_battery import CARDS, LIMIT, Tally, merged, verdicts

LABELS = tuple(range(CARDS))
PART = 5_000
"""Shoes that a process judges at a time."""


def as_served(_number: int) -> np.ndarray:
    """A seed of the operating system, the shuffle, and a cut by a word."""
    seed = os.urandom(SEED_BYTES)
    order = shuffled(LABELS, seed)
    words = (("ann", os.urandom(16).hex()),)
    place = cut_place(commitment(seed, ()), words, low=10, high=CARDS - 10)
    return np.array(cut(order, place))


def part(shoes: int) -> Tally:
    """Return the counts of one process."""
    tally = Tally()
    for number in range(shoes):
        tally.add(as_served(number))
    return tally


def main() -> None:
    """Judge, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shoes", type=int, default=100_000)
    shoes = parser.parse_args().shoes
    began = time.perf_counter()
    sizes = [min(PART, shoes - first) for first in range(0, shoes, PART)]
    whole = Tally()
    with ProcessPoolExecutor() as processes:
        for tally in processes.map(part, sizes):
            whole = merged(whole, tally)
    print(f"{shoes:,} shoes, {shoes * (CARDS - 1):,} draws, {time.perf_counter() - began:.0f} s")
    for name, z in verdicts(whole).items():
        print(f"{name:20} {z:8.2f}  {'ok' if abs(z) <= LIMIT else 'FAILS'}")


if __name__ == "__main__":
    main()
