"""Play a double shoe in a kernel: two sides, the card that names a side, and their shuffles.

Plain functions; the targets compile them. The second side follows the first in one array, positions
count through both, and ``ShoeState.at`` stores the state of the side not in play.
"""

from pitboss.sim.kernels.counting import (
    BASE,
    COUNTED,
    OTHER_COUNTED,
    OTHER_FILLED,
    OTHER_POS,
    OTHER_SEEN,
    SEEN,
    SPEC,
    base_of,
    bet_bucket,
    count_from,
    count_to,
)
from pitboss.sim.kernels.dealing import FILLED, RECYCLED, extend, shuffle
from pitboss.sim.kernels.memory import card_at, number
from pitboss.sim.kernels.random import U1, next_word
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints, ShoeState, Tables, whole


def turn_to_other(shoe: ShoeState, pos: int) -> int:
    """Switch to the other side; return the position of its next card."""
    at = shoe.at
    if SPEC.has_count:
        count_to(shoe, pos)
        counted, seen = at[OTHER_COUNTED], at[OTHER_SEEN]
        at[OTHER_COUNTED] = at[COUNTED]
        at[OTHER_SEEN] = at[SEEN]
        at[COUNTED] = counted
        at[SEEN] = seen
    other, filled = at[OTHER_POS], at[OTHER_FILLED]
    at[OTHER_POS] = pos
    at[OTHER_FILLED] = at[FILLED]
    at[FILLED] = filled
    at[BASE] = number(shoe.tables, layout.SECOND) - at[BASE]
    at[RECYCLED] = at[BASE]
    return whole(other)


def shuffle_sides(shoe: ShoeState, pos: int) -> int:
    """Shuffle each side whose cutting card has come out; return the position of the next card."""
    for _ in range(2):
        if pos - base_of(shoe.at) >= number(shoe.tables, layout.LIMIT):
            pos = shuffle(shoe)
        pos = turn_to_other(shoe, pos)
    return pos


def restart_sides(shoe: ShoeState, pos: int) -> int:
    """Restart each such side at its first card instead, for cards in a given order."""
    for _ in range(2):
        if pos - base_of(shoe.at) >= number(shoe.tables, layout.LIMIT):
            pos = base_of(shoe.at)
            count_from(shoe.at, pos)
        pos = turn_to_other(shoe, pos)
    return pos


def side_named(t: Tables, card: int) -> int:
    """Return the side of a double shoe that a card names: 0, or 1 for the second."""
    return (number(t, layout.NAMED) >> (card & layout.SUIT)) & 1


def draw_determinant(shoe: ShoeState, out: Ints, pos: int) -> int:
    """Draw the card that names a side; return the position of the first card dealt.

    It is drawn from a random side, is dealt first if it names that side, and is burned otherwise.
    Bets are made before it is seen.
    """
    if SPEC.has_count:
        out[layout.OUT_BUCKET] = bet_bucket(shoe, pos)
    drawn_from = whole(next_word(shoe.rng) & U1)
    if drawn_from != (1 if shoe.at[BASE] > 0 else 0):
        pos = turn_to_other(shoe, pos)
    if pos >= shoe.at[FILLED]:
        extend(shoe, pos + 1)
    if side_named(shoe.tables, card_at(shoe.cards, pos)) != drawn_from:
        pos = turn_to_other(shoe, pos + 1)
    return pos


def open_order(shoe: ShoeState) -> None:
    """Prepare the second side of a double shoe whose cards are in a given order."""
    at, second = shoe.at, number(shoe.tables, layout.SECOND)
    at[BASE] = 0
    at[OTHER_POS] = second
    at[OTHER_FILLED] = second + number(shoe.tables, layout.SIZE)
    at[OTHER_COUNTED] = second
    at[OTHER_SEEN] = 0


FUNCTIONS = (
    turn_to_other, shuffle_sides, restart_sides, side_named, draw_determinant, open_order,
)  # fmt: skip
"""Functions in the order in which they must be compiled."""
