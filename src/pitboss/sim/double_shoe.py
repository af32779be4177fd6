"""The double shoe in a kernel: two sides, the card that names one of them, and their shuffles.

Plain functions over arrays; the targets compile them. The second side lies behind the first in the
same array, places are counted through both, and ``at`` keeps what belongs to the side not in play.
"""

from pitboss.sim.counting import (
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
from pitboss.sim.dealing import FILLED, RECYCLED, extend, shuffle
from pitboss.sim.layout import (
    LIMIT,
    NAMED,
    OUT_BUCKET,
    SECOND,
    SIZE,
    Bytes,
    Ints,
    State,
    Tables,
    whole,
)
from pitboss.sim.memory import number, slot
from pitboss.sim.random import U1, next_word


def turn_to_other(t: Tables, shoe: Bytes, at: Ints, pos: int) -> int:
    """Take the other side in hand; where its next card lies."""
    if SPEC.has_count:
        count_to(t, shoe, at, pos)
        counted, seen = at[OTHER_COUNTED], at[OTHER_SEEN]
        at[OTHER_COUNTED] = at[COUNTED]
        at[OTHER_SEEN] = at[SEEN]
        at[COUNTED] = counted
        at[SEEN] = seen
    other, filled = at[OTHER_POS], at[OTHER_FILLED]
    at[OTHER_POS] = pos
    at[OTHER_FILLED] = at[FILLED]
    at[FILLED] = filled
    at[BASE] = number(t, SECOND) - at[BASE]
    at[RECYCLED] = at[BASE]
    return whole(other)


def shuffle_sides(t: Tables, shoe: Bytes, at: Ints, pos: int) -> int:
    """Shuffle each side whose cutting card has come out, and no other; where the next card lies."""
    for _ in range(2):
        if pos - base_of(at) >= number(t, LIMIT):
            pos = shuffle(t, at)
        pos = turn_to_other(t, shoe, at, pos)
    return pos


def restart_sides(t: Tables, shoe: Bytes, at: Ints, pos: int) -> int:
    """The same for cards in a given order: a side begins again with its first card."""
    for _ in range(2):
        if pos - base_of(at) >= number(t, LIMIT):
            pos = base_of(at)
            count_from(at, pos)
        pos = turn_to_other(t, shoe, at, pos)
    return pos


def draw_determinant(t: Tables, shoe: Bytes, rng: State, at: Ints, out: Ints, pos: int) -> int:
    """Draw the card that names a side, from either of them; where the first card dealt lies.

    It is that first card itself where it came from the side that it names, and burned elsewhere.
    Bets are made before it is seen.
    """
    if SPEC.has_count:
        out[OUT_BUCKET] = bet_bucket(t, shoe, at, pos)
    drawn_from = whole(next_word(rng) & U1)
    if drawn_from != (1 if at[BASE] > 0 else 0):
        pos = turn_to_other(t, shoe, at, pos)
    if pos >= at[FILLED]:
        extend(t, shoe, rng, at, pos + 1)
    suit = whole(shoe[slot(pos)]) & 3
    if number(t, NAMED) >> suit & 1 != drawn_from:
        pos = turn_to_other(t, shoe, at, pos + 1)
    return pos


def open_order(t: Tables, at: Ints) -> None:
    """Make ready the second side of a double shoe whose cards are in a given order."""
    second = number(t, SECOND)
    at[BASE] = 0
    at[OTHER_POS] = second
    at[OTHER_FILLED] = second + number(t, SIZE)
    at[OTHER_COUNTED] = second
    at[OTHER_SEEN] = 0


FUNCTIONS = (turn_to_other, shuffle_sides, restart_sides, draw_determinant, open_order)
"""In the order in which they must be compiled."""
