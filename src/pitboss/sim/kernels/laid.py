"""Settle side wagers at a table that waits for its player, when the round is over.

Plain functions; the targets compile them. They look rules up and contain none. ``t`` is
``Choices``, which takes the place of a simulation's tables in a shoe here.
"""

from typing import Any

from pitboss.sim.kernels.memory import SPEC, card_at, number
from pitboss.sim.kernels.random import LOW_32, next_word
from pitboss.sim.kernels.side_wagers import shared_column, suit_bit
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import Ints, to_int

DEALT = 3
"""Cards of a deal before the hole card."""


def lay_of(t: Any, table: Ints, what: int) -> int:
    """Return one field of the box's choice of side wagers."""
    return to_int(t.lays[table[step.LAY] * step.LAY_WIDTH + what])


def dealer_hand_column(shoe: Any, table: Ints, result: int) -> int:
    """Return the column of the dealer's final hand: his result, by shared suit or colour."""
    t, cards = shoe.tables, shoe.cards
    suits = suit_bit(card_at(cards, table[step.BEGAN] + 1))
    if number(t, step.HAS_HOLE):
        suits |= suit_bit(to_int(table[step.HOLE]))
    for place in range(table[step.DREW], table[step.POS]):
        suits |= suit_bit(card_at(cards, place))
    return shared_column(suits, to_int(result))


def box_moved(t: Any, table: Ints, result: int) -> int:
    """Return 1 if the box won more hands than it lost, -1 if fewer, else 0."""
    balance = to_int(layout.BALANCE_MAX)
    is_taken = False
    for hand in range(table[step.HANDS]):
        outcome = table[step.HELD + hand]
        column = result
        if number(t, step.TAKES_ONE) and result == layout.BLACKJACK:
            if is_taken:
                column = layout.BLACKJACK_LATER
            elif t.taken[outcome]:
                is_taken = True
        balance += to_int(t.signs[outcome * layout.STRIDE + column])
    return to_int(t.side_moves[balance])


def prize_number(rng: Any, _side: int) -> int:
    """Return the number below 2^32 that draws a prize for a side wager."""
    return to_int(next_word(rng) & LOW_32)


def prize_drawn(shoe: Any, table: Ints, side: int, first: int) -> int:
    """Return the net result of a drawn prize."""
    prizes = shoe.tables.side_prizes
    table[step.NUMBER] = prize_number(shoe.rng, side)
    place = first * layout.PRIZE_WIDTH
    while table[step.NUMBER] >= prizes[place + layout.PRIZE_END]:
        place += layout.PRIZE_WIDTH
    return to_int(prizes[place + layout.PRIZE_NET])


def laid_column(shoe: Any, table: Ints, side: int, what: int, result: int) -> int:
    """Return the column of one thing that a side wager sees of the round."""
    t, cards = shoe.tables, shoe.cards
    has_hole = number(t, step.HAS_HOLE)
    if what == layout.FIRST:
        return to_int(table[step.ONE])
    if what == layout.UP:
        return card_at(cards, table[step.BEGAN] + 1)
    if what == layout.CARD_2:
        return to_int(table[step.TWO])
    if what == layout.FINAL:
        return dealer_hand_column(shoe, table, result)
    if what == layout.COUNT:
        return to_int(table[step.POS] - table[step.DREW]) + (2 if has_hole else 1)
    if what == layout.HOLE:
        return to_int(table[step.HOLE]) if has_hole else card_at(cards, table[step.DREW])
    if SPEC.has_results and what == layout.RESULT:
        return box_moved(t, table, result) + 1
    if SPEC.has_results and what == layout.STREAK:
        wins = to_int(1 if box_moved(t, table, result) > 0 else 0)
        is_kept = t.side_how[side * layout.SIDE_WIDTH + layout.SIDE_STAYS] != 0
        return wins + to_int(table[step.WINS]) if is_kept else wins
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
    laid = lay_of(t, table, step.LAY_SIDES) | to_int(table[step.RIDING])
    riding = to_int(0)
    table[step.METER] += lay_of(t, table, step.LAY_RAISE)
    for side in range(number(t, step.SIDES)):
        if laid >> side & 1 == 0:
            continue
        entry = to_int(t.side_how[side * layout.SIDE_WIDTH + layout.SIDE_START])
        depth = 0
        while entry & layout.TAG == layout.DRAW:
            what = to_int(t.side_fields[side * layout.FIELDS + depth])
            column = laid_column(shoe, table, side, what, result)
            entry = to_int(t.side_next[(entry >> layout.TAG_BITS) + column])
            depth += 1
        line = (entry >> layout.TAG_BITS) * layout.LINE_WIDTH
        if SPEC.has_streaks and line == 0:
            riding |= to_int(1) << side
        net = to_int(t.side_pays[line + layout.LINE_NET])
        if t.side_pays[line + layout.LINE_HOW] == layout.BY_PRIZE:
            net = prize_drawn(shoe, table, side, net)
        elif t.side_pays[line + layout.LINE_HOW] == layout.BY_METER:
            # The wager wins all of the meter less its stake, and the meter is reset.
            net = to_int(table[step.METER]) - net
            table[step.METER] = number(t, step.METER_AGAIN)
        table[step.GAINED] += net
    if SPEC.has_streaks:
        keep_riding(t, table, riding, result)
