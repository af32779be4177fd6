"""Where a kernel finds things: cards, counts of results, and the numbers of a game.

Plain functions; the targets compile them, or put their own in their place: a device lays the shoes
of many threads side by side, and is built for the numbers of one game.
"""

import numpy as np

from pitboss.sim.layout import Tables, whole

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


FUNCTIONS = (slot, bin_slot, number)
"""In the order in which they must be compiled."""
