"""Deal in a kernel: cards are put in order shortly before they are dealt, without replacement.

Plain functions; the targets compile them.
"""

import numpy as np

from pitboss.sim.kernels import random
from pitboss.sim.kernels.memory import SPEC, base_of, card_at, end_of, number, put_card
from pitboss.sim.kernels.random import LOW_32, U32, next_word, seed_stream
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Bytes, ShoeState, State, to_int

ODD = 1
"""Lowest bit, set in odd numbers."""


def put_in_order(cards: Bytes, rng: State, end: int, first: int, last: int) -> None:
    """Draw the cards of positions ``first`` to ``last`` - 1 from all cards up to ``end``."""
    # Lazy Fisher-Yates (Durstenfeld): a card is drawn when it is due, not when the shoe is
    # shuffled; a shoe of 416 cards of which 75 % are dealt saves the rest. A draw is
    # (32-bit word * range) >> 32 (Lemire 2019) without his rejection step: no card of eight
    # decks is favoured by more than 2^9 / 2^32 = 2^-23, far below what 10^12 rounds show. One
    # 64-bit word of sfc64 (Doty-Humphrey) gives two draws; its code is inlined and its state in
    # local variables to save a call per card.
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    place = first
    while place < last:
        word = a + b + counter
        a = b ^ (b >> random.U11)
        b = c + (c << random.U3)
        c = ((c << random.U24) | (c >> random.U40)) + word
        counter = counter + random.U1
        other = place + to_int(((word & LOW_32) * np.uint64(end - place)) >> U32)
        card = card_at(cards, other)
        put_card(cards, other, card_at(cards, place))
        put_card(cards, place, card)
        place += 1
        if place < last:
            other = place + to_int(((word >> U32) * np.uint64(end - place)) >> U32)
            card = card_at(cards, other)
            put_card(cards, other, card_at(cards, place))
            put_card(cards, place, card)
            place += 1
    rng[0] = a
    rng[1] = b
    rng[2] = c
    rng[3] = counter


def recycle(shoe: ShoeState) -> None:
    """Move a random card of the discards behind the shoe; set ``AT_MISSING`` if none is left."""
    t, cards, at = shoe.tables, shoe.cards, shoe.at
    used = at[layout.AT_RECYCLED]
    size, spare = number(t, layout.SIZE), number(t, layout.SPARE)
    if used < at[layout.AT_BEGAN] and used < base_of(at) + spare:
        span = np.uint64(at[layout.AT_BEGAN] - used)
        other = used + to_int(((next_word(shoe.rng) & LOW_32) * span) >> U32)
        card = card_at(cards, other)
        put_card(cards, other, card_at(cards, used))
        put_card(cards, used, card)
        put_card(cards, size + used, card)
        at[layout.AT_RECYCLED] = used + 1
    else:
        at[layout.AT_MISSING] = 1
    if at[layout.AT_FILLED] < end_of(shoe) + spare:
        at[layout.AT_FILLED] += 1


def extend(shoe: ShoeState, wanted: int) -> None:
    """Put cards in order up to a position; if the shoe has run out, take one from the discards."""
    filled = shoe.at[layout.AT_FILLED]
    end = end_of(shoe)
    if filled < end:
        # A random word gives two cards.
        last = wanted + ((wanted - filled) & ODD)
        last = end if last > end else last
        put_in_order(shoe.cards, shoe.rng, end, filled, last)
        shoe.at[layout.AT_FILLED] = last
    elif SPEC.may_run_out:
        recycle(shoe)


def shuffle(shoe: ShoeState) -> int:
    """Shuffle all cards, or the side in play; return the position of the next card.

    A burned card is skipped.
    """
    t, at = shoe.tables, shoe.at
    base = base_of(at)
    at[layout.AT_FILLED] = base
    at[layout.AT_RECYCLED] = base
    at[layout.AT_MISSING] = 0
    at[layout.AT_SEEN] = 0
    return base + number(t, layout.BURN_SHOE)


def open_sides(shoe: ShoeState, ordered: int) -> None:
    """Put the first side of a double shoe in play; ``ordered`` cards of the second are in order."""
    at, second = shoe.at, number(shoe.tables, layout.SECOND)
    at[layout.AT_BASE] = 0
    at[layout.AT_OTHER_POS] = second
    at[layout.AT_OTHER_FILLED] = second + ordered
    at[layout.AT_OTHER_SEEN] = 0


def open_block(shoe: ShoeState, seed: np.uint64, block: np.uint64) -> int:
    """Fill the shoe and seed the block's random stream; return the position of the first card."""
    t, cards = shoe.tables, shoe.cards
    for place in range(number(t, layout.SIZE)):
        put_card(cards, place, t.shoe[place])
        if SPEC.is_double:
            put_card(cards, number(t, layout.SECOND) + place, t.shoe[place])
    seed_stream(shoe.rng, seed, block)
    if SPEC.is_double:
        open_sides(shoe, 0)
    return shuffle(shoe)
