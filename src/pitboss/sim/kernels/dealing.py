"""Deal in a kernel: cards are put in order shortly before they are dealt, without replacement.

Plain functions; the targets compile them. ``ShoeState.at`` holds the number of cards in order, the
position at which the round began, the number of cards taken from the discards, and a flag for cards
that were missing altogether.
"""

import numpy as np

from pitboss.sim.kernels.counting import (
    BASE,
    OTHER_COUNTED,
    OTHER_FILLED,
    OTHER_POS,
    OTHER_SEEN,
    base_of,
    count_from,
    end_of,
)
from pitboss.sim.kernels.memory import number, slot
from pitboss.sim.kernels.random import U1, U3, U11, U24, U40, next_word, seed_stream
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Bytes, KernelSpec, ShoeState, State, whole

SPEC = KernelSpec()
"""Constants of the kernel; each target replaces them."""

U32 = np.uint64(32)
LOW_32 = np.uint64(0xFFFFFFFF)
"""A random word has two numbers of 32 bits."""
ODD = 1
"""Lowest bit, set in odd numbers."""

FILLED, BEGAN, RECYCLED, MISSING = 0, 1, 2, 3


def put_in_order(cards: Bytes, rng: State, end: int, first: int, last: int) -> None:
    """Draw the cards of positions ``first`` to ``last`` - 1 from all cards up to ``end``."""
    # Lazy Fisher-Yates (Durstenfeld): a card is drawn when it is due, not when the shoe is
    # shuffled; a shoe of 416 cards of which 75 % are dealt saves the rest. A draw is
    # (32-bit word * range) >> 32 (Lemire 2019) without his rejection step: no card of eight
    # decks is favoured by more than 2^9 / 2^32 = 2^-23, far below what 10^12 rounds show. One
    # 64-bit word of sfc64 (Doty-Humphrey) gives two draws; its code is inlined and its state in
    # local variables to save a call per card. ``slot`` maps a position to the target's memory.
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    place = first
    while place < last:
        word = a + b + counter
        a = b ^ (b >> U11)
        b = c + (c << U3)
        c = ((c << U24) | (c >> U40)) + word
        counter = counter + U1
        other = place + whole(((word & LOW_32) * np.uint64(end - place)) >> U32)
        card = cards[slot(other)]
        cards[slot(other)] = cards[slot(place)]
        cards[slot(place)] = card
        place += 1
        if place < last:
            other = place + whole(((word >> U32) * np.uint64(end - place)) >> U32)
            card = cards[slot(other)]
            cards[slot(other)] = cards[slot(place)]
            cards[slot(place)] = card
            place += 1
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[3] = counter


def recycle(shoe: ShoeState) -> None:
    """Move a random card of the discards behind the shoe; set ``MISSING`` if none is left."""
    t, cards, at = shoe.tables, shoe.cards, shoe.at
    used = at[RECYCLED]
    size, spare = number(t, layout.SIZE), number(t, layout.SPARE)
    if used < at[BEGAN] and used < base_of(at) + spare:
        span = np.uint64(at[BEGAN] - used)
        other = used + whole(((next_word(shoe.rng) & LOW_32) * span) >> U32)
        card = cards[slot(other)]
        cards[slot(other)] = cards[slot(used)]
        cards[slot(used)] = card
        cards[slot(size + used)] = card
        at[RECYCLED] = used + 1
    else:
        at[MISSING] = 1
    if at[FILLED] < end_of(shoe) + spare:
        at[FILLED] += 1


def extend(shoe: ShoeState, wanted: int) -> None:
    """Put cards in order up to a position; if the shoe has run out, take one from the discards."""
    filled = shoe.at[FILLED]
    end = end_of(shoe)
    if filled < end:
        # A random word gives two cards.
        last = wanted + ((wanted - filled) & ODD)
        last = end if last > end else last
        put_in_order(shoe.cards, shoe.rng, end, filled, last)
        shoe.at[FILLED] = last
    elif SPEC.may_run_out:
        recycle(shoe)


def shuffle(shoe: ShoeState) -> int:
    """Shuffle all cards, or the side in play; return the position of the next card.

    A burned card is skipped.
    """
    t, at = shoe.tables, shoe.at
    base = base_of(at)
    at[FILLED] = base
    at[RECYCLED] = base
    at[MISSING] = 0
    if SPEC.has_count:
        count_from(at, base + number(t, layout.BURN_SHOE))
    return base + number(t, layout.BURN_SHOE)


def open_block(shoe: ShoeState, seed: np.uint64, block: np.uint64) -> int:
    """Fill the shoe and seed the block's random stream; return the position of the first card."""
    t, cards, at = shoe.tables, shoe.cards, shoe.at
    for place in range(number(t, layout.SIZE)):
        cards[slot(place)] = t.shoe[place]
        if SPEC.is_double:
            cards[slot(number(t, layout.SECOND) + place)] = t.shoe[place]
    seed_stream(shoe.rng, seed, block)
    if SPEC.is_double:
        at[BASE] = 0
        at[OTHER_POS] = number(t, layout.SECOND)
        at[OTHER_FILLED] = number(t, layout.SECOND)
        at[OTHER_COUNTED] = number(t, layout.SECOND)
        at[OTHER_SEEN] = 0
    return shuffle(shoe)


FUNCTIONS = (put_in_order, recycle, extend, shuffle, open_block)
"""Functions in the order in which they must be compiled."""
