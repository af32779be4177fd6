"""Counting in a kernel: the tags of cards that have been seen, and the count they come to.

Plain functions; the targets compile them. ``Shoe.at`` holds up to which place the cards were
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
    Ints,
    Shoe,
    Spec,
    Tables,
    whole,
)
from pitboss.sim.memory import number, rank_at

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


def end_of(shoe: Shoe) -> int:
    """Where the cards that are dealt from end."""
    return base_of(shoe.at) + number(shoe.tables, SIZE)


def count_from(at: Ints, pos: int) -> None:
    """Begin to count anew with the card at a place."""
    at[COUNTED] = pos
    at[SEEN] = 0


def tag_of(shoe: Shoe, place: int) -> int:
    """What a card counts."""
    return whole(shoe.tables.tags[rank_at(shoe.cards, place)])


def count_to(shoe: Shoe, pos: int) -> None:
    """Count the cards before a place."""
    place, seen = shoe.at[COUNTED], shoe.at[SEEN]
    while place < pos:
        seen += tag_of(shoe, place)
        place += 1
    shoe.at[COUNTED] = place
    shoe.at[SEEN] = seen


def bucket_of(t: Tables, running: int, left: int) -> int:
    """A running count, divided where the player does so, as a number from 0 for the lowest."""
    count = running
    if number(t, COUNT_TRUE) != 0:
        count = count * 52 // (left if left > 0 else 1)
    if count < COUNT_LOW:
        return 0
    return whole((COUNT_HIGH if count > COUNT_HIGH else count) - COUNT_LOW)


def bet_bucket(shoe: Shoe, pos: int) -> int:
    """The count before a round; over both sides of a double shoe, for either may be dealt from."""
    t, at = shoe.tables, shoe.at
    count_to(shoe, pos)
    if SPEC.is_double:
        left = 2 * number(t, SIZE) + number(t, SECOND) - pos - at[OTHER_POS]
        return bucket_of(t, number(t, COUNT_START_BOTH) + at[SEEN] + at[OTHER_SEEN], left)
    return bucket_of(t, number(t, COUNT_START) + at[SEEN], number(t, SIZE) - pos)


def act_bucket(shoe: Shoe, pos: int) -> int:
    """The count when a hand is to act, all cards drawn so far seen but the hole card."""
    t, at = shoe.tables, shoe.at
    count_to(shoe, pos)
    left = end_of(shoe) - pos + (1 if SPEC.has_hole else 0)
    return bucket_of(t, number(t, COUNT_START) + at[SEEN] - at[HOLE], left)


def play_bucket(shoe: Shoe, pos: int) -> int:
    """The count when the first cards lie on the table, the dealer's hole card unseen."""
    shoe.at[HOLE] = tag_of(shoe, pos - 1) if SPEC.has_hole else 0
    return act_bucket(shoe, pos)


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
