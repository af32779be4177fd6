"""Map positions to memory in a kernel: cards, counts of results, and the numbers of a game.

Plain functions; the targets compile them or replace them: a device interleaves the shoes of many
threads, and is built for the numbers of one game.
"""

import numpy as np

from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Bytes, Ints, KernelSpec, ShoeState, Tables, to_int

SPEC = KernelSpec()
"""Constants of the kernel; each target replaces them."""
U64 = np.uint64


def number(t: Tables, place: int) -> int:
    """Return a number of the game."""
    return to_int(t.numbers[place])


def card_at(cards: Bytes, place: int) -> int:
    """Return the card at a position of the shoe; its rank if suits do not matter."""
    return to_int(cards[U64(place)])


def put_card(cards: Bytes, place: int, card: int) -> None:
    """Put a card at a position of the shoe."""
    cards[U64(place)] = card


def rank_at(cards: Bytes, place: int) -> int:
    """Return the rank of the card at a position of the shoe."""
    return card_at(cards, place) >> SPEC.shift


def seen_at(cards: Bytes, place: int) -> int:
    """Return the card at a position as a column of a hand's row: its rank, or the whole card."""
    return card_at(cards, place) >> (SPEC.shift if SPEC.width == layout.STRIDE else 0)


def base_of(at: Ints) -> int:
    """Return the position of the first card of the shoe, or of the side in play."""
    return to_int(at[layout.AT_BASE]) if SPEC.is_double else to_int(0)


def end_of(shoe: ShoeState) -> int:
    """Return the position after the last card of the shoe, or of the side in play."""
    return base_of(shoe.at) + number(shoe.tables, layout.SIZE)


def kept_place(box: int, what: int) -> int:
    """Return the index of a value kept for a box."""
    return layout.KEPT_FIRST + layout.KEPT_WIDTH * box + what


def add_to(sums: Ints, place: int, amount: int) -> None:
    """Add to a sum that all threads of a device share."""
    sums[place] += amount


def add_sums(sums: Ints, first: int, placed: int, net: int) -> None:
    """Add a wager's bets and net result of a round to its sums, from ``first`` on."""
    add_to(sums, first + layout.SUM_PLACED, placed)
    add_to(sums, first + layout.SUM_GAIN, net)
    add_to(sums, first + layout.SUM_SQUARES, net * net)


def count_result(counts: Ints, place: int) -> None:
    """Count one more round with a result; the threads of a device's block share the counts."""
    counts[place] += 1
