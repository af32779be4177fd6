"""Counting in a kernel: tallies beside the shoe, and the count at which a player bets and plays.

Plain functions over arrays; the targets compile them. ``at`` holds, from ``TALLY`` on, the sum of
the tags of all cards before each place of the shoe.
"""

from pitboss.sim.layout import (
    COUNT_HIGH,
    COUNT_LOW,
    COUNT_START,
    COUNT_TRUE,
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
TALLY = 8


def tally_up(t: Tables, shoe: Bytes, at: Ints, first: int, last: int) -> None:
    """Sum up the tags of cards that have been put in order."""
    for place in range(first, last):
        tag = t.tags[whole(shoe[slot(place)] >> SPEC.shift)]
        at[TALLY + place + 1] = at[TALLY + place] + tag


def bucket_of(t: Tables, seen: int, left: int) -> int:
    """The count after cards with these tags, as a number from 0 for the lowest."""
    count = number(t, COUNT_START) + seen
    if number(t, COUNT_TRUE) != 0:
        count = count * 52 // (left if left > 0 else 1)
    if count < COUNT_LOW:
        return 0
    return whole((COUNT_HIGH if count > COUNT_HIGH else count) - COUNT_LOW)


def bet_bucket(t: Tables, at: Ints, pos: int) -> int:
    """The count before a round."""
    return bucket_of(t, at[TALLY + pos] - at[UNSEEN], number(t, SIZE) - pos)


def act_bucket(t: Tables, at: Ints, pos: int) -> int:
    """The count when a hand is to act, all cards drawn so far seen but the hole card."""
    left = number(t, SIZE) - pos + (1 if SPEC.has_hole else 0)
    return bucket_of(t, at[TALLY + pos] - at[UNSEEN] - at[HOLE], left)


def play_bucket(t: Tables, at: Ints, pos: int) -> int:
    """The count when the first cards lie on the table, the dealer's hole card unseen."""
    at[HOLE] = at[TALLY + pos] - at[TALLY + pos - 1] if SPEC.has_hole else 0
    return act_bucket(t, at, pos)


FUNCTIONS = (tally_up, bucket_of, bet_bucket, act_bucket, play_bucket)
"""In the order in which they must be compiled."""
