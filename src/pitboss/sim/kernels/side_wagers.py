"""Settle side wagers in a kernel: walk through the tables of what each wager sees of a round.

Plain functions; the targets compile them.
"""

from pitboss.sim.kernels.memory import SPEC, card_at, kept_place, number
from pitboss.sim.kernels.random import LOW_32, next_word
from pitboss.sim.kernels.round import boxes_of
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import SideTables, SideWork, State, Workspace, to_int

RED_SUITS, BLACK_SUITS = 0b0110, 0b1001
"""Hearts and diamonds, spades and clubs, as bits."""
SHARED, SHARED_COLOUR, SHARED_SUIT = 3, 1, 2
"""Columns for each of the dealer's results, by what the cards share: nothing, a colour, a suit."""


def suit_bit(card: int) -> int:
    """Return a bit mask with the bit of the card's suit."""
    return 1 << (card & layout.SUIT)


def side_bit(side: int) -> int:
    """Return a bit mask with the bit of a side wager in ``KEPT_UP``."""
    return to_int(1) << side


def shared_column(suits: int, result: int) -> int:
    """Return the column of a result by the suits of the dealer's cards, as bits."""
    column = result * SHARED
    is_suited = suits & (suits - 1) == 0
    if is_suited:
        return column + SHARED_SUIT
    return column + SHARED_COLOUR if suits in (RED_SUITS, BLACK_SUITS) else column


def final_column(work: Workspace) -> int:
    """Return the column of the dealer's final hand: his result, by shared colour or suit."""
    cards, out = work.shoe.cards, work.out
    boxes = boxes_of(work.shoe.tables)
    first = out[layout.OUT_FIRST]
    suits = suit_bit(card_at(cards, first + boxes))
    if SPEC.has_hole:
        suits |= suit_bit(card_at(cards, first + 2 * boxes + 1))
    for place in range(out[layout.OUT_DEALER], out[layout.OUT_DEALER_END]):
        suits |= suit_bit(card_at(cards, place))
    return shared_column(suits, to_int(out[layout.OUT_RESULT]))


def dealer_column(work: Workspace, what: int) -> int:
    """Return the column of the dealer's second card, or of the number of his cards."""
    out = work.out
    if SPEC.counts_dealer and what == layout.COUNT:
        return to_int(out[layout.OUT_DEALER_END] - out[layout.OUT_DEALER]) + (
            2 if SPEC.has_hole else 1
        )
    place = out[layout.OUT_DEALER]
    if SPEC.has_hole:
        place = out[layout.OUT_FIRST] + 2 * boxes_of(work.shoe.tables) + 1
    return card_at(work.shoe.cards, place)


def column_seen(work: Workspace, sides: SideWork, side: int, box: int, what: int) -> int:
    """Return the column of one thing that a side wager sees of a round."""
    cards, held, how = work.shoe.cards, work.held, sides.tables.how
    boxes = boxes_of(work.shoe.tables)
    first = work.out[layout.OUT_FIRST]
    base = box * layout.HANDS
    if what == layout.FIRST:
        return card_at(cards, first + box)
    if what == layout.UP:
        return card_at(cards, first + boxes)
    if what == layout.CARD_2:
        return card_at(cards, first + boxes + 1 + box)
    if (SPEC.draws_out or SPEC.shows_second) and what == layout.FINAL:
        return to_int(work.out[layout.OUT_FINAL])
    if (SPEC.counts_dealer or SPEC.shows_second) and layout.HOLE <= what <= layout.COUNT:
        return dealer_column(work, what)
    if SPEC.has_results and what == layout.RESULT:
        return to_int(held[base + layout.HELD_RESULT]) + 1
    if SPEC.has_results and what == layout.STREAK:
        wins = to_int(1 if held[base + layout.HELD_RESULT] > 0 else 0)
        if how[side * layout.SIDE_WIDTH + layout.SIDE_STAYS] != 0:
            wins += sides.kept[kept_place(box, layout.KEPT_WINS)]
        return wins
    place = what - layout.CARD_3
    is_ended = (
        how[side * layout.SIDE_WIDTH + layout.SIDE_ENDS] != 0
        and held[base + layout.HELD_SPLIT] != 0
    )
    if is_ended or place >= held[base + layout.HELD_DREW]:
        return layout.NO_CARD_PLACE
    return card_at(cards, held[base + layout.HELD_FROM] + place)


def side_line(work: Workspace, sides: SideWork, side: int, box: int) -> int:
    """Return the index in ``pays`` of the line that decides a wager on a box; 0 if it stays up."""
    s = sides.tables
    entry = to_int(s.how[side * layout.SIDE_WIDTH + layout.SIDE_START])
    depth = 0
    while entry & layout.TAG == layout.DRAW:
        column = column_seen(work, sides, side, box, to_int(s.fields[side * layout.FIELDS + depth]))
        entry = to_int(s.next[(entry >> layout.TAG_BITS) + column])
        depth += 1
    return (entry >> layout.TAG_BITS) * layout.LINE_WIDTH


def drawn_prize(s: SideTables, rng: State, first: int) -> int:
    """Return the net result of a drawn prize."""
    number = to_int(next_word(rng) & LOW_32)
    place = first * layout.PRIZE_WIDTH
    while number >= s.prizes[place + layout.PRIZE_END]:
        place += layout.PRIZE_WIDTH
    return to_int(s.prizes[place + layout.PRIZE_NET])


def meter_share(work: Workspace, sides: SideWork, side: int) -> int:
    """Reset the meter, and return the share of each box that holds its line."""
    s, kept = sides.tables, sides.kept
    winners = 0
    for box in range(boxes_of(work.shoe.tables)):
        if s.pays[side_line(work, sides, side, box) + layout.LINE_HOW] == layout.BY_METER:
            winners += 1
    share = to_int(kept[layout.KEPT_METER] // winners)
    kept[layout.KEPT_METER] = (
        s.meter[layout.METER_RESET] + kept[layout.KEPT_METER] - share * winners
    )
    return share


def box_balance(work: Workspace, box: int) -> int:
    """Return the hands of a box won less the hands lost."""
    held, t, result = work.held, work.shoe.tables, work.out[layout.OUT_RESULT]
    base = box * layout.HANDS
    balance = 0
    is_taken = False
    for place in range(
        base + layout.HELD_FIRST, base + layout.HELD_FIRST + held[base + layout.HELD_COUNT]
    ):
        column = result
        if SPEC.takes_one and result == layout.BLACKJACK:
            if is_taken:
                column = layout.BLACKJACK_LATER
            elif t.taken[held[place]]:
                is_taken = True
        balance += t.signs[held[place] * layout.STRIDE + column]
    return balance


def note_results(work: Workspace, sides: SideWork) -> None:
    """Store the result of each box, for wagers on it."""
    for box in range(boxes_of(work.shoe.tables)):
        balance = box_balance(work, box)
        work.held[box * layout.HANDS + layout.HELD_RESULT] = sides.tables.moves[
            layout.BALANCE_MAX + balance
        ]


def move_streaks(work: Workspace, sides: SideWork) -> None:
    """Settle the decided ones of the wagers that may stay up; update each box's run of wins."""
    s, kept, nets = sides.tables, sides.kept, sides.nets
    t = work.shoe.tables
    for box in range(boxes_of(t)):
        up, wins = kept_place(box, layout.KEPT_UP), kept_place(box, layout.KEPT_WINS)
        for side in range(number(t, layout.SIDES)):
            is_up = kept[up] & side_bit(side) != 0
            if s.how[side * layout.SIDE_WIDTH + layout.SIDE_STAYS] == 0 or not is_up:
                continue
            line = side_line(work, sides, side, box)
            if line != 0:
                kept[up] ^= side_bit(side)
                nets[side * layout.NET_WIDTH + layout.NET_PLACED] += 1
                nets[side * layout.NET_WIDTH + layout.NET_GAIN] += s.pays[line + layout.LINE_NET]
        moved = work.held[box * layout.HANDS + layout.HELD_RESULT]
        if moved > 0:
            kept[wins] += 1
        elif moved < 0:
            kept[wins] = 0


def place_streaks(work: Workspace, sides: SideWork) -> None:
    """Place every wager that may stay up on each box that has none up."""
    s, kept, t = sides.tables, sides.kept, work.shoe.tables
    for box in range(boxes_of(t)):
        up = kept_place(box, layout.KEPT_UP)
        if kept[up] == 0:
            kept[kept_place(box, layout.KEPT_WINS)] = 0
            for side in range(number(t, layout.SIDES)):
                if s.how[side * layout.SIDE_WIDTH + layout.SIDE_STAYS] != 0:
                    kept[up] |= side_bit(side)


def open_wagers(work: Workspace, sides: SideWork) -> None:
    """Start a block without a wager that stays up, and with the meter at its first amount."""
    for place in range(
        layout.KEPT_FIRST + layout.KEPT_WIDTH * number(work.shoe.tables, layout.BOXES)
    ):
        sides.kept[place] = 0
    sides.kept[layout.KEPT_METER] = sides.tables.meter[layout.METER_START]


def look_at_round(work: Workspace, sides: SideWork) -> None:
    """Store the dealer's final-hand column and each box's result for side wagers."""
    if SPEC.draws_out or SPEC.shows_second:
        work.out[layout.OUT_FINAL] = final_column(work)
    if SPEC.has_results:
        note_results(work, sides)


def clear_nets(work: Workspace, sides: SideWork) -> None:
    """Set the bets and net results of all side wagers to 0."""
    for place in range(layout.NET_WIDTH * number(work.shoe.tables, layout.SIDES)):
        sides.nets[place] = 0


def settle_sides(work: Workspace, sides: SideWork) -> None:
    """Settle the side wagers of a round; ``nets`` is written."""
    s, kept, nets = sides.tables, sides.kept, sides.nets
    t = work.shoe.tables
    kept[layout.KEPT_METER] += s.meter[layout.METER_RAISE]
    look_at_round(work, sides)
    clear_nets(work, sides)
    for side in range(number(t, layout.SIDES)):
        if s.how[side * layout.SIDE_WIDTH + layout.SIDE_STAYS] != 0:
            continue
        share = to_int(-1)
        for box in range(boxes_of(t)):
            line = side_line(work, sides, side, box)
            net = s.pays[line + layout.LINE_NET]
            if s.pays[line + layout.LINE_HOW] == layout.BY_PRIZE:
                net = drawn_prize(s, work.shoe.rng, net)
            elif s.pays[line + layout.LINE_HOW] == layout.BY_METER:
                if share < 0:
                    share = meter_share(work, sides, side)
                net = share - net
            nets[side * layout.NET_WIDTH + layout.NET_PLACED] += 1
            nets[side * layout.NET_WIDTH + layout.NET_GAIN] += net
    if SPEC.has_streaks:
        move_streaks(work, sides)
