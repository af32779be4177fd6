"""Dealing in a kernel: cards put in order a chunk at a time, without replacement.

Plain functions over arrays; the targets compile them. ``at`` holds how many cards of the shoe
are in order, where the round began, how many cards came from the discards, and whether cards were
missing altogether.
"""

import numpy as np

from pitboss.sim.counting import TALLY, UNSEEN, tally_up
from pitboss.sim.layout import (
    BURN_SHOE,
    CHUNK,
    SIZE,
    SPARE,
    Bytes,
    Ints,
    Spec,
    State,
    Tables,
)
from pitboss.sim.random import U1, U3, U11, U24, U40, next_word, seed_stream

SPEC = Spec()
"""What the kernel is built for; each target puts its own here."""

U32 = np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)

FILLED, BEGAN, RECYCLED, MISSING = 0, 1, 2, 3


def put_in_order(shoe: Bytes, rng: State, size: int, first: int, last: int) -> None:
    """Draw the cards of places ``first`` to ``last`` - 1 from all that lie behind them.

    A draw takes 32 bits, so that no card is favoured by more than one part in 2^23.
    """
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    place = first
    while place < last:
        word = a + b + counter
        a = b ^ (b >> U11)
        b = c + (c << U3)
        c = ((c << U24) | (c >> U40)) + word
        counter = counter + U1
        other = place + np.int64(((word & LOW_32) * np.uint64(size - place)) >> U32)
        card = shoe[other]
        shoe[other] = shoe[place]
        shoe[place] = card
        place += 1
        if place < last:
            other = place + np.int64(((word >> U32) * np.uint64(size - place)) >> U32)
            card = shoe[other]
            shoe[other] = shoe[place]
            shoe[place] = card
            place += 1
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[3] = counter


def recycle(t: Tables, shoe: Bytes, rng: State, at: Ints) -> None:
    """Put a card of the discards behind the shoe; note it where none is left."""
    used = at[RECYCLED]
    size, spare = t.numbers[SIZE], t.numbers[SPARE]
    if used < at[BEGAN] and used < spare:
        span = np.uint64(at[BEGAN] - used)
        other = used + np.int64(((next_word(rng) & LOW_32) * span) >> U32)
        card = shoe[other]
        shoe[other] = shoe[used]
        shoe[used] = card
        shoe[size + used] = card
        if SPEC.has_count:
            tally_up(t, shoe, at, size + used, size + used + 1)
        at[RECYCLED] = used + 1
    else:
        at[MISSING] = 1
    if at[FILLED] < size + spare:
        at[FILLED] += 1


def extend(t: Tables, shoe: Bytes, rng: State, at: Ints) -> None:
    """Put more cards in order; where the shoe has run out, take one from the discards."""
    filled = at[FILLED]
    size = t.numbers[SIZE]
    if filled < size:
        last = filled + t.numbers[CHUNK]
        last = size if last > size else last
        put_in_order(shoe, rng, size, filled, last)
        if SPEC.has_count:
            tally_up(t, shoe, at, filled, last)
        at[FILLED] = last
    elif SPEC.may_run_out:
        recycle(t, shoe, rng, at)


def shuffle(t: Tables, shoe: Bytes, rng: State, at: Ints) -> int:
    """Shuffle all cards; where the next one lies, a burned card being left out."""
    at[FILLED] = 0
    at[RECYCLED] = 0
    at[MISSING] = 0
    extend(t, shoe, rng, at)
    if SPEC.has_count:
        at[UNSEEN] = at[TALLY + t.numbers[BURN_SHOE]]
    return int(t.numbers[BURN_SHOE])


def open_block(
    t: Tables, shoe: Bytes, rng: State, at: Ints, seed: np.uint64, block: np.uint64
) -> int:
    """A full shoe and a stream of its own for a block of rounds; where the first card lies."""
    for place in range(t.numbers[SIZE]):
        shoe[place] = t.shoe[place]
    seed_stream(rng, seed, block)
    return shuffle(t, shoe, rng, at)


FUNCTIONS = (put_in_order, recycle, extend, shuffle, open_block)
"""In the order in which they must be compiled."""
