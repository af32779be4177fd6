"""Side wagers in a kernel: walks through the tables that their sights were sorted into.

Plain functions over arrays; the targets compile them. ``kept`` holds the meter, and for each box
the rounds won in a row and the wagers that stay up, as bits.
"""

from pitboss.sim.dealing import LOW_32, SPEC
from pitboss.sim.layout import (
    BALANCE_MAX,
    BLACKJACK,
    BLACKJACK_LATER,
    BOXES,
    BY_METER,
    BY_PRIZE,
    CARD_2,
    CARD_3,
    DRAW,
    FIELDS,
    FINAL,
    FIRST,
    HANDS,
    HELD_DREW,
    HELD_FROM,
    HELD_RESULT,
    HELD_SPLIT,
    NO_CARD_PLACE,
    OUT_DEALER,
    OUT_DEALER_END,
    OUT_FINAL,
    OUT_FIRST,
    OUT_RESULT,
    RESULT,
    SIDE_ENDS,
    SIDE_START,
    SIDE_STAYS,
    SIDE_WIDTH,
    SIDES,
    STREAK,
    STRIDE,
    UP,
    WHAT,
    WHAT_BITS,
    Bytes,
    Ints,
    SideTables,
    State,
    Tables,
    whole,
)
from pitboss.sim.memory import number, slot
from pitboss.sim.random import next_word

RED_SUITS, BLACK_SUITS = 0b0110, 0b1001
"""Hearts and diamonds, spades and clubs, as bits."""


def final_column(shoe: Bytes, out: Ints, boxes: int) -> int:
    """The column of the dealer's final hand.

    Three for each result: its cards share nothing, a colour, or a suit.
    """
    first = out[OUT_FIRST]
    card = whole(shoe[slot(first + boxes)])
    suits = 1 << (card & 3)
    if SPEC.has_hole:
        suits |= 1 << (whole(shoe[slot(first + 2 * boxes + 1)]) & 3)
    for place in range(out[OUT_DEALER], out[OUT_DEALER_END]):
        suits |= 1 << (whole(shoe[slot(place)]) & 3)
    column = whole(out[OUT_RESULT]) * 3
    if suits & (suits - 1) == 0:
        return column + 2
    return column + 1 if suits in (RED_SUITS, BLACK_SUITS) else column


def column_seen(
    s: SideTables,
    shoe: Bytes,
    held: Ints,
    out: Ints,
    kept: Ints,
    side: int,
    box: int,
    boxes: int,
    what: int,
) -> int:
    """The column of what a side wager sees of a round."""
    first = out[OUT_FIRST]
    base = box * HANDS
    if what == FIRST:
        return whole(shoe[slot(first + box)])
    if what == UP:
        return whole(shoe[slot(first + boxes)])
    if what == CARD_2:
        return whole(shoe[slot(first + boxes + 1 + box)])
    if SPEC.draws_out and what == FINAL:
        return whole(out[OUT_FINAL])
    if SPEC.has_results and what == RESULT:
        return whole(held[base + HELD_RESULT]) + 1
    if SPEC.has_results and what == STREAK:
        run = whole(1 if held[base + HELD_RESULT] > 0 else 0)
        if s.how[side * SIDE_WIDTH + SIDE_STAYS] != 0:
            run += kept[1 + 2 * box]
        return run
    place = what - CARD_3
    is_ended = s.how[side * SIDE_WIDTH + SIDE_ENDS] != 0 and held[base + HELD_SPLIT] != 0
    if is_ended or place >= held[base + HELD_DREW]:
        return NO_CARD_PLACE
    return whole(shoe[slot(held[base + HELD_FROM] + place)])


def side_line(
    s: SideTables, shoe: Bytes, held: Ints, out: Ints, kept: Ints, side: int, box: int, boxes: int
) -> int:
    """Which line of ``pays`` a wager on a box comes to; 0 where it stays up."""
    now = whole(s.how[side * SIDE_WIDTH + SIDE_START])
    depth = 0
    while now & WHAT == DRAW:
        what = whole(s.fields[side * FIELDS + depth])
        column = column_seen(s, shoe, held, out, kept, side, box, boxes, what)
        now = whole(s.next[(now >> WHAT_BITS) + column])
        depth += 1
    return now >> WHAT_BITS


def drawn_prize(s: SideTables, rng: State, first: int) -> int:
    """The net result of a drawn prize."""
    number = whole(next_word(rng) & LOW_32)
    place = first
    while number >= s.prizes[place * 2]:
        place += 1
    return whole(s.prizes[place * 2 + 1])


def meter_share(
    s: SideTables, shoe: Bytes, held: Ints, out: Ints, kept: Ints, side: int, boxes: int
) -> int:
    """What each box that holds the line of the meter takes; the meter starts again."""
    winners = 0
    for box in range(boxes):
        if s.pays[side_line(s, shoe, held, out, kept, side, box, boxes) * 2] == BY_METER:
            winners += 1
    share = whole(kept[0] // winners)
    kept[0] = s.meter[1] + kept[0] - share * winners
    return share


def box_balance(t: Tables, held: Ints, box: int, result: int) -> int:
    """Hands of a box won less hands lost."""
    base = box * HANDS
    balance = 0
    is_taken = False
    for place in range(base + 1, base + 1 + held[base]):
        column = result
        if SPEC.takes_one and result == BLACKJACK:
            if is_taken:
                column = BLACKJACK_LATER
            elif t.taken[held[place]]:
                is_taken = True
        balance += t.signs[held[place] * STRIDE + column]
    return balance


def note_results(t: Tables, s: SideTables, held: Ints, out: Ints) -> None:
    """Note what each box came to, where wagers are on that."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    for box in range(boxes):
        balance = box_balance(t, held, box, out[OUT_RESULT])
        held[box * HANDS + HELD_RESULT] = s.moves[BALANCE_MAX + balance]


def move_streaks(
    t: Tables, s: SideTables, shoe: Bytes, held: Ints, out: Ints, kept: Ints, nets: Ints
) -> None:
    """Move the wagers of every box that may stay up, by what its hands came to."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    for box in range(boxes):
        for side in range(number(t, SIDES)):
            bit = whole(1) << side
            is_up = kept[2 + 2 * box] & bit != 0
            if s.how[side * SIDE_WIDTH + SIDE_STAYS] == 0 or not is_up:
                continue
            line = side_line(s, shoe, held, out, kept, side, box, boxes)
            if line != 0:
                kept[2 + 2 * box] ^= bit
                nets[side * 2] += 1
                nets[side * 2 + 1] += s.pays[line * 2 + 1]
        moved = held[box * HANDS + HELD_RESULT]
        if moved > 0:
            kept[1 + 2 * box] += 1
        elif moved < 0:
            kept[1 + 2 * box] = 0


def place_streaks(t: Tables, s: SideTables, kept: Ints) -> None:
    """Place every wager that may stay up on each box where none is up any more."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    for box in range(boxes):
        if kept[2 + 2 * box] == 0:
            kept[1 + 2 * box] = 0
            for side in range(number(t, SIDES)):
                if s.how[side * SIDE_WIDTH + SIDE_STAYS] != 0:
                    kept[2 + 2 * box] |= whole(1) << side


def look_at_round(t: Tables, s: SideTables, shoe: Bytes, held: Ints, out: Ints) -> None:
    """Make ready what side wagers see of a finished round besides cards."""
    if SPEC.draws_out:
        boxes = 1 if SPEC.is_single else number(t, BOXES)
        out[OUT_FINAL] = final_column(shoe, out, boxes)
    if SPEC.has_results:
        note_results(t, s, held, out)


def settle_sides(
    t: Tables, s: SideTables, shoe: Bytes, rng: State, held: Ints, out: Ints, kept: Ints, nets: Ints
) -> None:
    """Settle the side wagers of a round: ``nets`` has how often each was placed and its result."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    kept[0] += s.meter[2]
    look_at_round(t, s, shoe, held, out)
    for side in range(number(t, SIDES)):
        nets[side * 2] = 0
        nets[side * 2 + 1] = 0
        if s.how[side * SIDE_WIDTH + SIDE_STAYS] != 0:
            continue
        share = whole(-1)
        for box in range(boxes):
            line = side_line(s, shoe, held, out, kept, side, box, boxes)
            net = s.pays[line * 2 + 1]
            if s.pays[line * 2] == BY_PRIZE:
                net = drawn_prize(s, rng, net)
            elif s.pays[line * 2] == BY_METER:
                if share < 0:
                    share = meter_share(s, shoe, held, out, kept, side, boxes)
                net = share - net
            nets[side * 2] += 1
            nets[side * 2 + 1] += net
    if SPEC.has_streaks:
        move_streaks(t, s, shoe, held, out, kept, nets)


FUNCTIONS = (
    final_column, column_seen, side_line, drawn_prize, meter_share, box_balance, note_results,
    look_at_round, move_streaks, place_streaks, settle_sides,
)  # fmt: skip
"""In the order in which they must be compiled."""
