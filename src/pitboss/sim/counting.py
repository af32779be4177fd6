"""Counting in a kernel: the tags of cards that have been seen, and the count they come to.

Plain functions over arrays; the targets compile them. ``at`` holds up to which place the cards were
counted and what they came to, in a double shoe for each side by itself.
"""

from pitboss.sim.layout import (
    COUNT_HIGH,
    COUNT_LOW,
    COUNT_START,
    COUNT_START_BOTH,
    COUNT_TRUE,
    SECOND,
    SIZE,
    Bytes,
    Ints,
    Spec,
    Tables,
    whole,
)
from pitboss.sim.memory import number, slot

SPEC = Spec()
COUNTED, SEEN, HOLE = 4, 5, 6
"""Places in ``at``: up to where cards were counted, their tags but for burned ones, which nobody
saw, and the tag of the dealer's hole card, which nobody has seen yet."""
BASE, OTHER_POS, OTHER_FILLED, OTHER_COUNTED, OTHER_SEEN = 7, 8, 9, 10, 11
"""Places in ``at`` for a double shoe: where the side in play begins, where the next card of the
other side lies, up to where that one is in order, up to where it was counted, and its tags."""
AT_WIDTH = 12


def base_of(at: Ints) -> int:
    """Where the cards that are dealt from begin."""
    return whole(at[BASE]) if SPEC.is_double else whole(0)


def end_of(t: Tables, at: Ints) -> int:
    """Where the cards that are dealt from end."""
    return base_of(at) + number(t, SIZE)


def count_from(at: Ints, pos: int) -> None:
    """Begin to count anew with the card at a place."""
    at[COUNTED] = pos
    at[SEEN] = 0


def tag_of(t: Tables, shoe: Bytes, place: int) -> int:
    """What a card counts."""
    return whole(t.tags[whole(shoe[slot(place)] >> SPEC.shift)])


def count_to(t: Tables, shoe: Bytes, at: Ints, pos: int) -> None:
    """Count the cards before a place."""
    place, seen = at[COUNTED], at[SEEN]
    while place < pos:
        seen += tag_of(t, shoe, place)
        place += 1
    at[COUNTED] = place
    at[SEEN] = seen


def bucket_of(t: Tables, running: int, left: int) -> int:
    """A running count, divided where the player does so, as a number from 0 for the lowest."""
    count = running
    if number(t, COUNT_TRUE) != 0:
        count = count * 52 // (left if left > 0 else 1)
    if count < COUNT_LOW:
        return 0
    return whole((COUNT_HIGH if count > COUNT_HIGH else count) - COUNT_LOW)


def bet_bucket(t: Tables, shoe: Bytes, at: Ints, pos: int) -> int:
    """The count before a round; over both sides of a double shoe, for either may be dealt from."""
    count_to(t, shoe, at, pos)
    if SPEC.is_double:
        left = 2 * number(t, SIZE) + number(t, SECOND) - pos - at[OTHER_POS]
        return bucket_of(t, number(t, COUNT_START_BOTH) + at[SEEN] + at[OTHER_SEEN], left)
    return bucket_of(t, number(t, COUNT_START) + at[SEEN], number(t, SIZE) - pos)


def act_bucket(t: Tables, shoe: Bytes, at: Ints, pos: int) -> int:
    """The count when a hand is to act, all cards drawn so far seen but the hole card."""
    count_to(t, shoe, at, pos)
    left = end_of(t, at) - pos + (1 if SPEC.has_hole else 0)
    return bucket_of(t, number(t, COUNT_START) + at[SEEN] - at[HOLE], left)


def play_bucket(t: Tables, shoe: Bytes, at: Ints, pos: int) -> int:
    """The count when the first cards lie on the table, the dealer's hole card unseen."""
    at[HOLE] = tag_of(t, shoe, pos - 1) if SPEC.has_hole else 0
    return act_bucket(t, shoe, at, pos)


FUNCTIONS = (
    base_of,
    end_of,
    count_from,
    tag_of,
    count_to,
    bucket_of,
    bet_bucket,
    act_bucket,
    play_bucket,
)
"""In the order in which they must be compiled."""
