"""Count cards in a kernel: the tags of cards seen, and the count that follows from them.

Plain functions; the targets compile them.
"""

from math import floor

from pitboss.sim.counting import COUNT_HIGH, COUNT_LOW
from pitboss.sim.kernels.memory import SPEC, end_of, number, rank_at
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import ShoeState, Tables, to_int

SIDE_HALF, SIDE_MASK = 1 << (layout.SIDE_BITS - 1), (1 << layout.SIDE_BITS) - 1
"""Half and all of the bits that the tags for plays have in a number."""


def tag_of(shoe: ShoeState, place: int) -> int:
    """Return the tag of a card."""
    return to_int(shoe.tables.tags[rank_at(shoe.cards, place)])


def count_card(shoe: ShoeState, place: int) -> None:
    """Count a card if the player counts: each when it is dealt, the hole card too."""
    if SPEC.has_count:
        shoe.at[layout.AT_SEEN] += tag_of(shoe, place)


def own_part(seen: int) -> int:
    """Return the sum of the tags for plays, the low bits of ``seen``."""
    return to_int(((seen + SIDE_HALF) & SIDE_MASK) - SIDE_HALF)


def side_part(seen: int) -> int:
    """Return the sum of the tags for bets, the high bits of ``seen``."""
    return to_int((seen - own_part(seen)) >> layout.SIDE_BITS)


def divided(t: Tables, running: int, left: int, scale: int) -> int:
    """Return a running count divided and rounded as the player estimates it."""
    top, bottom = running, scale
    if number(t, layout.COUNT_TRUE) != 0:
        cards = number(t, layout.COUNT_CARDS)
        if cards != 0:
            left = (2 * left + cards) // (2 * cards) * cards
            left = cards if left < cards else left
        top = running * number(t, layout.COUNT_TRUE)
        bottom *= left if left > 0 else 1
    if number(t, layout.COUNT_ROUNDING) == 1:
        return to_int((2 * top + bottom) // (2 * bottom))
    if number(t, layout.COUNT_ROUNDING) == 2 and top < 0:
        return to_int(-(-top // bottom))
    return to_int(top // bottom)


def bucket_of(t: Tables, running: int, left: int, scale: int) -> int:
    """Return the bucket of a running count, divided for a true count: 0 for the lowest count."""
    count = running
    if not SPEC.is_plain_count:
        count = divided(t, running, left, scale)
    elif number(t, layout.COUNT_TRUE) != 0:
        # Exact, since numerator and denominator are small: a quotient that is not whole is at least
        # 1 / left away from whole numbers, and far more than its rounding error. Dividing whole
        # numbers takes several times as long.
        count = to_int(floor(count * number(t, layout.COUNT_TRUE) / (left if left > 0 else 1)))
    if count < COUNT_LOW:
        return 0
    return to_int((COUNT_HIGH if count > COUNT_HIGH else count) - COUNT_LOW)


def bet_bucket(shoe: ShoeState, pos: int) -> int:
    """Return the bucket before a round, over both sides of a double shoe: either may be next."""
    t, at = shoe.tables, shoe.at
    if SPEC.is_double:
        left = 2 * number(t, layout.SIZE) + number(t, layout.SECOND) - pos - at[layout.AT_OTHER_POS]
        running = number(t, layout.COUNT_START_BOTH) + at[layout.AT_SEEN] + at[layout.AT_OTHER_SEEN]
        return bucket_of(t, running, left, number(t, layout.COUNT_SCALE))
    left = number(t, layout.SIZE) - pos
    if SPEC.has_side_count:
        running = number(t, layout.COUNT_SIDE_START) + side_part(at[layout.AT_SEEN])
        return bucket_of(t, running, left, number(t, layout.COUNT_SIDE_SCALE))
    return bucket_of(
        t, number(t, layout.COUNT_START) + at[layout.AT_SEEN], left, number(t, layout.COUNT_SCALE)
    )


def act_bucket(shoe: ShoeState, pos: int) -> int:
    """Return the bucket when a hand is to act: all cards drawn are seen but the hole card."""
    t, at = shoe.tables, shoe.at
    left = end_of(shoe) - pos + (1 if SPEC.has_hole else 0)
    seen = at[layout.AT_SEEN] - at[layout.AT_HOLE]
    if SPEC.has_side_count:
        seen = own_part(seen)
    return bucket_of(t, number(t, layout.COUNT_START) + seen, left, number(t, layout.COUNT_SCALE))
