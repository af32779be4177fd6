"""Where a kernel finds things: cards, counts of results, and the numbers of a game.

Plain functions; the targets compile them, or put their own in their place: a device lays the shoes
of many threads side by side, and is built for the numbers of one game.
"""

import numpy as np

from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Bytes, Ints, KernelSpec, Tables, whole

SPEC = KernelSpec()
"""What the kernel is built for; each target puts its own here."""
U64 = np.uint64


def slot(place: int) -> np.uint64:
    """Where a card of the shoe lies."""
    return U64(place)


def bin_slot(place: int) -> np.uint64:
    """Where a result is counted."""
    return U64(place)


def number(t: Tables, place: int) -> int:
    """A number of the game."""
    return whole(t.numbers[place])


def card_at(cards: Bytes, place: int) -> int:
    """The card that lies at a place of the shoe, whole where whole cards are dealt."""
    return whole(cards[slot(place)])


def rank_at(cards: Bytes, place: int) -> int:
    """The rank of the card that lies at a place of the shoe."""
    return whole(cards[slot(place)] >> SPEC.shift)


def seen_at(cards: Bytes, place: int) -> int:
    """The card that lies at a place of the shoe, as rows of a hand tell it apart."""
    return whole(cards[slot(place)] >> (SPEC.shift if SPEC.width == layout.STRIDE else 0))


def kept_place(box: int, what: int) -> int:
    """The place of what is kept of a box."""
    return layout.KEPT_FIRST + layout.KEPT_WIDTH * box + what


def add_to(sums: Ints, place: int, amount: int) -> None:
    """Add to a sum that all threads of a device share."""
    sums[place] += amount


FUNCTIONS = (slot, bin_slot, number, add_to, card_at, rank_at, seen_at, kept_place)
"""In the order in which they must be compiled."""
