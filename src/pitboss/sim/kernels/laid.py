"""Settle side wagers at a table that waits for its player, when the round is over.

Plain functions; the targets compile them. They look rules up and contain none. ``t`` is
``Choices``, which takes the place of a simulation's tables in a shoe here.
"""

from typing import Any

from pitboss.sim.kernels.dealing import LOW_32
from pitboss.sim.kernels.memory import card_at, number
from pitboss.sim.kernels.random import next_word
from pitboss.sim.kernels.side_wagers import (
    BLACK_SUITS,
    RED_SUITS,
    SHARED,
    SHARED_COLOUR,
    SHARED_SUIT,
    suit_bit,
)
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import Ints, KernelSpec, whole

SPEC = KernelSpec()
"""Constants of the kernel; each target replaces them."""
DEALT = 3
"""Cards of a deal before the hole card."""


def lay_of(t: Any, table: Ints, what: int) -> int:
    """Return one field of the box's choice of side wagers."""
    return whole(t.lays[table[step.LAY] * step.LAY_WIDTH + what])


def shared_column(shoe: Any, table: Ints, result: int) -> int:
    """Return the column of the dealer's final hand: his result, by shared suit or colour."""
    t, cards = shoe.tables, shoe.cards
    suits = suit_bit(card_at(cards, table[step.BEGAN] + 1))
    if number(t, step.HAS_HOLE):
        suits |= suit_bit(whole(table[step.HOLE]))
    for place in range(table[step.DREW], table[step.POS]):
        suits |= suit_bit(card_at(cards, place))
    column = whole(result) * SHARED
    if suits & (suits - 1) == 0:
        return column + SHARED_SUIT
    return column + SHARED_COLOUR if suits in (RED_SUITS, BLACK_SUITS) else column


def box_moved(t: Any, table: Ints, result: int) -> int:
    """Return 1 if the box won more hands than it lost, -1 if fewer, else 0."""
    balance = whole(layout.BALANCE_MAX)
    is_taken = False
    for hand in range(table[step.HANDS]):
        which = table[step.HELD + hand]
        column = result
        if number(t, step.TAKES_ONE) and result == layout.BLACKJACK:
            if is_taken:
                column = layout.BLACKJACK_LATER
            elif t.taken[which]:
                is_taken = True
        balance += whole(t.signs[which * layout.STRIDE + column])
    return whole(t.side_moves[balance])


def prize_number(rng: Any, _side: int) -> int:
    """Return the number below 2^32 that draws a prize for a side wager."""
    return whole(next_word(rng) & LOW_32)


def prize_drawn(shoe: Any, table: Ints, side: int, first: int) -> int:
    """Return the net result of a drawn prize."""
    prizes = shoe.tables.side_prizes
    table[step.NUMBER] = prize_number(shoe.rng, side)
    place = first * layout.PRIZE_WIDTH
    while table[step.NUMBER] >= prizes[place + layout.PRIZE_END]:
        place += layout.PRIZE_WIDTH
    return whole(prizes[place + layout.PRIZE_NET])


def laid_column(shoe: Any, table: Ints, side: int, what: int, result: int) -> int:
    """Return the column of one thing that a side wager sees of the round."""
    t, cards = shoe.tables, shoe.cards
    has_hole = number(t, step.HAS_HOLE)
    if what == layout.FIRST:
        return whole(table[step.ONE])
    if what == layout.UP:
        return card_at(cards, table[step.BEGAN] + 1)
    if what == layout.CARD_2:
        return whole(table[step.TWO])
    if what == layout.FINAL:
        return shared_column(shoe, table, result)
    if what == layout.COUNT:
        return whole(table[step.POS] - table[step.DREW]) + (2 if has_hole else 1)
    if what == layout.HOLE:
        return whole(table[step.HOLE]) if has_hole else card_at(cards, table[step.DREW])
    if SPEC.has_results and what == layout.RESULT:
        return box_moved(t, table, result) + 1
    if SPEC.has_results and what == layout.STREAK:
        wins = whole(1 if box_moved(t, table, result) > 0 else 0)
        is_kept = t.side_how[side * layout.SIDE_WIDTH + layout.SIDE_STAYS] != 0
        return wins + whole(table[step.WINS]) if is_kept else wins
    place = table[step.BEGAN] + DEALT + has_hole + what - layout.CARD_3
    is_ended = (
        t.side_how[side * layout.SIDE_WIDTH + layout.SIDE_ENDS] != 0 and table[step.HANDS] > 1
    )
    if is_ended or place >= table[step.DREW]:
        return layout.NO_CARD_PLACE
    return card_at(cards, place)


def keep_riding(t: Any, table: Ints, riding: int, result: int) -> None:
    """Keep the side wagers that stay up, and update the run of rounds won since they were bet."""
    moved = box_moved(t, table, result)
    table[step.RIDING] = riding
    if riding == 0 or moved < 0:
        table[step.WINS] = 0
    elif moved > 0:
        table[step.WINS] += 1


def settle_laid(shoe: Any, table: Ints, result: int) -> None:
    """Settle the side wagers of a finished round; ``result`` is that of the last dealer's hand."""
    t = shoe.tables
    laid = lay_of(t, table, step.LAY_SIDES) | whole(table[step.RIDING])
    riding = whole(0)
    table[step.METER] += lay_of(t, table, step.LAY_RAISE)
    for side in range(number(t, step.SIDES)):
        if laid >> side & 1 == 0:
            continue
        now = whole(t.side_how[side * layout.SIDE_WIDTH + layout.SIDE_START])
        depth = 0
        while now & layout.WHAT == layout.DRAW:
            what = whole(t.side_fields[side * layout.FIELDS + depth])
            column = laid_column(shoe, table, side, what, result)
            now = whole(t.side_next[(now >> layout.WHAT_BITS) + column])
            depth += 1
        line = (now >> layout.WHAT_BITS) * layout.LINE_WIDTH
        if SPEC.has_streaks and line == 0:
            riding |= whole(1) << side
        net = whole(t.side_pays[line + layout.LINE_NET])
        if t.side_pays[line + layout.LINE_HOW] == layout.BY_PRIZE:
            net = prize_drawn(shoe, table, side, net)
        elif t.side_pays[line + layout.LINE_HOW] == layout.BY_METER:
            # The wager wins all of the meter less its stake, and the meter is reset.
            net = whole(table[step.METER]) - net
            table[step.METER] = number(t, step.METER_AGAIN)
        table[step.GAINED] += net
    if SPEC.has_streaks:
        keep_riding(t, table, riding, result)


FUNCTIONS = (
    lay_of, shared_column, box_moved, prize_number, prize_drawn, laid_column, keep_riding,
    settle_laid,
)  # fmt: skip
"""Functions in the order in which they must be compiled."""
