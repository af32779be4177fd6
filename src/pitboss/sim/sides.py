"""Side wagers in a kernel: walks through the tables that their sights were sorted into.

Plain functions over arrays; the targets compile them. ``kept`` holds the meter, and for each box
the hands won in a row and the streak wagers that are up, as bits.
"""

from pitboss.sim.dealing import LOW_32, SPEC
from pitboss.sim.layout import (
    BALANCE_MAX,
    BLACKJACK,
    BLACKJACK_LATER,
    BOXES,
    BY_DEALER,
    BY_METER,
    BY_PRIZE,
    BY_STREAK,
    DRAW,
    HANDS,
    HELD_DREW,
    HELD_FROM,
    HELD_SPLIT,
    NO_CARD_PLACE,
    OUT_DEALER,
    OUT_DEALER_END,
    OUT_FIRST,
    OUT_RESULT,
    SIDE_WIDTH,
    SIDES,
    STREAK_MAX,
    STRIDE,
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


def shared_suits(shoe: Bytes, out: Ints, boxes: int) -> int:
    """Whether the dealer's cards share a suit (2), a colour (1) or neither (0)."""
    first = out[OUT_FIRST]
    card = whole(shoe[slot(first + boxes)])
    suits = 1 << (card & 3)
    if SPEC.has_hole:
        suits |= 1 << (whole(shoe[slot(first + 2 * boxes + 1)]) & 3)
    for place in range(out[OUT_DEALER], out[OUT_DEALER_END]):
        suits |= 1 << (whole(shoe[slot(place)]) & 3)
    if suits & (suits - 1) == 0:
        return 2
    # Hearts and diamonds are suits 1 and 2; spades and clubs 0 and 3.
    return 1 if suits in (6, 9) else 0


def card_seen(
    shoe: Bytes, held: Ints, out: Ints, box: int, boxes: int, name: int, ends: int
) -> int:
    """The card of a field of a sight; ``ends`` where a split ends what the wager sees."""
    first = out[OUT_FIRST]
    if name == 0:
        return whole(shoe[slot(first + box)])
    if name == 1:
        return whole(shoe[slot(first + boxes + 1 + box)])
    if name == 4:
        return whole(shoe[slot(first + boxes)])
    base = box * HANDS
    place = name - 2
    if place >= held[base + HELD_DREW] or (ends != 0 and held[base + HELD_SPLIT] != 0):
        return NO_CARD_PLACE
    return whole(shoe[slot(held[base + HELD_FROM] + place)])


def side_pay(
    s: SideTables, shoe: Bytes, held: Ints, out: Ints, side: int, box: int, boxes: int
) -> int:
    """Which line of ``pays`` a wager that looks at cards or at the dealer's hand comes to."""
    if s.how[side * SIDE_WIDTH] == BY_DEALER:
        column = out[OUT_RESULT] * 3 + shared_suits(shoe, out, boxes)
        return whole(s.grid[side * 2 * STREAK_MAX + column])
    now = whole(s.how[side * SIDE_WIDTH + 1])
    depth = 0
    while now & WHAT == DRAW:
        name = s.fields[side * 4 + depth]
        card = card_seen(shoe, held, out, box, boxes, name, s.how[side * SIDE_WIDTH + 2])
        now = whole(s.next[(now >> WHAT_BITS) + card])
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
        if s.pays[side_pay(s, shoe, held, out, side, box, boxes) * 2] == BY_METER:
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


def move_streaks(t: Tables, s: SideTables, held: Ints, out: Ints, kept: Ints, nets: Ints) -> None:
    """Move the streak wagers of every box by what its hands came to."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    for box in range(boxes):
        moved = s.moves[BALANCE_MAX + box_balance(t, held, box, out[OUT_RESULT])]
        if moved == 0:
            continue
        wins = kept[1 + 2 * box]
        row = STREAK_MAX if moved > 0 else 0
        for side in range(number(t, SIDES)):
            bit = whole(1) << side
            if s.how[side * SIDE_WIDTH] != BY_STREAK or kept[2 + 2 * box] & bit == 0:
                continue
            line = s.grid[side * 2 * STREAK_MAX + row + wins]
            if line != 0:
                kept[2 + 2 * box] ^= bit
                nets[side * 2] += 1
                nets[side * 2 + 1] += s.pays[line * 2 + 1]
        kept[1 + 2 * box] = wins + 1 if moved > 0 else 0


def place_streaks(t: Tables, s: SideTables, kept: Ints) -> None:
    """Place every streak wager on each box where none is up any more."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    for box in range(boxes):
        if kept[2 + 2 * box] == 0:
            kept[1 + 2 * box] = 0
            for side in range(number(t, SIDES)):
                if s.how[side * SIDE_WIDTH] == BY_STREAK:
                    kept[2 + 2 * box] |= whole(1) << side


def settle_sides(
    t: Tables, s: SideTables, shoe: Bytes, rng: State, held: Ints, out: Ints, kept: Ints, nets: Ints
) -> None:
    """Settle the side wagers of a round: ``nets`` has how often each was placed and its result."""
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    kept[0] += s.meter[2]
    for side in range(number(t, SIDES)):
        nets[side * 2] = 0
        nets[side * 2 + 1] = 0
        if s.how[side * SIDE_WIDTH] == BY_STREAK:
            continue
        share = whole(-1)
        for box in range(boxes):
            line = side_pay(s, shoe, held, out, side, box, boxes)
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
        move_streaks(t, s, held, out, kept, nets)


FUNCTIONS = (
    shared_suits, card_seen, side_pay, drawn_prize, meter_share, box_balance, move_streaks,
    place_streaks, settle_sides,
)  # fmt: skip
"""In the order in which they must be compiled."""
