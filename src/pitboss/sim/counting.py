"""Counting in a kernel: tallies beside the shoe, and the count at which a player bets and plays.

Plain functions over arrays; the targets compile them. ``at`` holds, from ``TALLY`` on, the sum of
the tags of all cards before each place of the shoe, in a double shoe for each side by itself.
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
UNSEEN = 4
"""Place in ``at``: the tags of burned cards, which nobody saw."""
HOLE = 5
"""Place in ``at``: the tag of the dealer's hole card, which nobody has seen yet."""
BASE, OTHER_POS, OTHER_FILLED = 6, 7, 8
"""Places in ``at`` for a double shoe: where the side in play begins, where the next card of the
other side lies, and up to where that one is in order."""
TALLY = 9


def base_of(at: Ints) -> int:
    """Where the cards that are dealt from begin."""
    return whole(at[BASE]) if SPEC.is_double else whole(0)


def end_of(t: Tables, at: Ints) -> int:
    """Where the cards that are dealt from end."""
    return base_of(at) + number(t, SIZE)


def tally_up(t: Tables, shoe: Bytes, at: Ints, first: int, last: int) -> None:
    """Sum up the tags of cards that have been put in order."""
    for place in range(first, last):
        tag = t.tags[whole(shoe[slot(place)] >> SPEC.shift)]
        at[TALLY + place + 1] = at[TALLY + place] + tag


def bucket_of(t: Tables, running: int, left: int) -> int:
    """A running count, divided where the player does so, as a number from 0 for the lowest."""
    count = running
    if number(t, COUNT_TRUE) != 0:
        count = count * 52 // (left if left > 0 else 1)
    if count < COUNT_LOW:
        return 0
    return whole((COUNT_HIGH if count > COUNT_HIGH else count) - COUNT_LOW)


def bet_bucket(t: Tables, at: Ints, pos: int) -> int:
    """The count before a round; over both sides of a double shoe, for either may be dealt from."""
    if SPEC.is_double:
        other = at[OTHER_POS]
        seen = at[TALLY + pos] + at[TALLY + other]
        left = 2 * number(t, SIZE) + number(t, SECOND) - pos - other
        return bucket_of(t, number(t, COUNT_START_BOTH) + seen, left)
    seen = at[TALLY + pos] - at[UNSEEN]
    return bucket_of(t, number(t, COUNT_START) + seen, number(t, SIZE) - pos)


def act_bucket(t: Tables, at: Ints, pos: int) -> int:
    """The count when a hand is to act, all cards drawn so far seen but the hole card."""
    left = end_of(t, at) - pos + (1 if SPEC.has_hole else 0)
    seen = at[TALLY + pos] - at[UNSEEN] - at[HOLE]
    return bucket_of(t, number(t, COUNT_START) + seen, left)


def play_bucket(t: Tables, at: Ints, pos: int) -> int:
    """The count when the first cards lie on the table, the dealer's hole card unseen."""
    at[HOLE] = at[TALLY + pos] - at[TALLY + pos - 1] if SPEC.has_hole else 0
    return act_bucket(t, at, pos)


FUNCTIONS = (base_of, end_of, tally_up, bucket_of, bet_bucket, act_bucket, play_bucket)
"""In the order in which they must be compiled."""
