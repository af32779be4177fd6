"""Compiled: sets of cards as numbers, the sums two of them make, and what they leave of a shoe."""

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import inlined, kernel, making
from pitboss.odds.solver.busted_plus_one import BITS, COUNT_MASK
from pitboss.odds.solver.kernels import size_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Counts = NDArray[np.int32]

EMPTY = -1
"""A place of a hash table that holds nothing; no set of cards has this number."""
MIX = 0x9E3779B97F4A7C1
"""An odd number that spreads sets of cards over a hash table."""
MIX_SHIFT = 24
"""The lowest bits of the product are left out: they depend on few values."""
TABLE_SIZE = 4096
"""Places of a hash table at first; a power of two, so that the last place masks the others."""


def sums_of_two(one: Ints, other: Ints, is_alike: int) -> tuple[Ints, Counts]:
    """The different sums of two sets of cards, and for each two (one, other) which it is.

    Where both lists are the same, only sums with sets that are not earlier are looked at.
    """
    where = np.zeros((one.shape[0], other.shape[0]), dtype=np.int32)
    return find_sums(one, other, is_alike, where), where


@making
def find_sums(one: Ints, other: Ints, is_alike: int, where: Counts) -> Ints:
    """The different sums; ``where`` is written."""
    size, count = TABLE_SIZE, 0
    keys, rows, codes = empty_table(size), np.empty(size, np.int64), np.empty(size, np.int64)
    for a in range(one.shape[0]):
        for b in range(a if is_alike else 0, other.shape[0]):
            code = one[a] + other[b]
            place = find(code, keys)
            if keys[place] == EMPTY:
                keys[place], rows[place], codes[count] = code, count, code
                count += 1
            where[a, b] = rows[place]
            if 2 * count > size:
                size *= 4
                keys, rows, more = empty_table(size), np.empty(size, np.int64), codes
                codes = np.empty(size, np.int64)
                for row in range(count):
                    codes[row] = more[row]
                    place = find(codes[row], keys)
                    keys[place], rows[place] = codes[row], row
    return codes[:count]


@inlined
def empty_table(size: int) -> Ints:
    """A hash table with nothing in it."""
    keys = np.empty(size, np.int64)
    for place in range(size):
        keys[place] = EMPTY
    return keys


@kernel
def find(code: int, keys: Ints) -> int:
    """The place of a number in a hash table, or the empty one where it belongs."""
    last = keys.shape[0] - 1
    place: int = ((code * MIX) >> MIX_SHIFT) & last
    while keys[place] != EMPTY and keys[place] != code:
        place = (place + 1) & last
    return place


@kernel
def take_sets(codes: Ints, shoe: Floats, rest: Floats, chances: Floats) -> None:
    """What sets of cards leave of a shoe, and how likely each is in one given order."""
    size = size_of(shoe)
    for row in range(codes.shape[0]):
        chance, taken = 1.0, 0.0
        for value in range(10):
            count = (codes[row] >> (BITS * value)) & COUNT_MASK
            for step in range(count):
                left = size - taken
                chance *= max(shoe[value] - step, 0.0) / left if left > 0.0 else 0.0
                taken += 1.0
            rest[row, value] = max(shoe[value] - count, 0.0)
        chances[row] = chance
