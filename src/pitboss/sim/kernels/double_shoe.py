"""Play a double shoe in a kernel: two sides, the card that names a side, and their shuffles.

Plain functions; the targets compile them. The second side follows the first in one array, positions
count through both, and ``ShoeState.at`` stores the state of the side not in play.
"""

from pitboss.sim.kernels.counting import bet_bucket, count_card
from pitboss.sim.kernels.dealing import extend, shuffle
from pitboss.sim.kernels.memory import SPEC, base_of, card_at, number
from pitboss.sim.kernels.random import U1, next_word
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints, ShoeState, Tables, to_int


def turn_to_other(shoe: ShoeState, pos: int) -> int:
    """Switch to the other side; return the position of its next card."""
    at = shoe.at
    if SPEC.has_count:
        seen = at[layout.AT_OTHER_SEEN]
        at[layout.AT_OTHER_SEEN] = at[layout.AT_SEEN]
        at[layout.AT_SEEN] = seen
    other, filled = at[layout.AT_OTHER_POS], at[layout.AT_OTHER_FILLED]
    at[layout.AT_OTHER_POS] = pos
    at[layout.AT_OTHER_FILLED] = at[layout.AT_FILLED]
    at[layout.AT_FILLED] = filled
    at[layout.AT_BASE] = number(shoe.tables, layout.SECOND) - at[layout.AT_BASE]
    at[layout.AT_RECYCLED] = at[layout.AT_BASE]
    return to_int(other)


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
            shoe.at[layout.AT_SEEN] = 0
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
    drawn_from = to_int(next_word(shoe.rng) & U1)
    if drawn_from != (1 if shoe.at[layout.AT_BASE] > 0 else 0):
        pos = turn_to_other(shoe, pos)
    if pos >= shoe.at[layout.AT_FILLED]:
        extend(shoe, pos + 1)
    if side_named(shoe.tables, card_at(shoe.cards, pos)) != drawn_from:
        count_card(shoe, pos)
        pos = turn_to_other(shoe, pos + 1)
    return pos
