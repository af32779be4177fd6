"""Random numbers in a kernel: sfc64, one stream for each block of rounds.

Plain functions over arrays; the targets compile them. All arithmetic is on integers, so that every
target draws the same cards.
"""

import numpy as np

from pitboss.sim.tables.layout import State

U64 = np.uint64
GOLDEN = U64(0x9E3779B97F4A7C15)
MIX_1 = U64(0xBF58476D1CE4E5B9)
MIX_2 = U64(0x94D049BB133111EB)
U1, U3, U11, U24, U27, U30, U31, U32, U40 = (U64(n) for n in (1, 3, 11, 24, 27, 30, 31, 32, 40))
LOW_32 = U64(0xFFFFFFFF)
"""A random word has two numbers of 32 bits."""
WARM_UP = 12
"""Numbers discarded after seeding."""


def mixed(word: np.uint64) -> np.uint64:
    """Mix a word with the finalizer of SplitMix64: each bit affects all bits of the answer."""
    word = (word ^ (word >> U30)) * MIX_1
    word = (word ^ (word >> U27)) * MIX_2
    return word ^ (word >> U31)


def next_word(rng: State) -> np.uint64:
    """Return the next 64 bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = U64(a + b + counter)
    rng[0] = b ^ (b >> U11)
    rng[1] = c + (c << U3)
    rng[2] = ((c << U24) | (c >> U40)) + word
    rng[3] = counter + U1
    return word


def seed_stream(rng: State, seed: np.uint64, block: np.uint64) -> None:
    """Put a stream of sfc64 at its beginning; ``rng`` (4,) is written."""
    word = mixed(seed + GOLDEN) ^ mixed(block * GOLDEN + MIX_1)
    for place in range(3):
        word = word + GOLDEN
        rng[place] = mixed(word)
    rng[3] = U1
    for _ in range(WARM_UP):
        next_word(rng)
