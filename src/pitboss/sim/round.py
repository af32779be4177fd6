"""A round in a kernel: hands and dealer walk through their tables, and classes are settled.

Plain functions over arrays; the targets compile them. No rule is here, only look-ups.
"""

import numpy as np

from pitboss.sim.counting import COUNTED, act_bucket, bet_bucket, end_of, play_bucket
from pitboss.sim.dealing import BEGAN, FILLED, LOW_32, SPEC, U32, extend
from pitboss.sim.layout import (
    AHEAD,
    BLACKJACK,
    BLACKJACK_LATER,
    BOXES,
    BRANCH,
    BRANCH_OTHERS,
    BURN_ROUND,
    COMPARED,
    DEALER_ERROR,
    DRAW,
    HANDS,
    HELD_DREW,
    HELD_FROM,
    HELD_SPLIT,
    OPEN,
    OUT_BUCKET,
    OUT_DEALER,
    OUT_DEALER_END,
    OUT_FIRST,
    OUT_INSURANCE,
    OUT_INSURED,
    OUT_MAIN,
    OUT_RESULT,
    PLAYER_ERROR,
    SPLIT,
    STRIDE,
    WHAT,
    WHAT_BITS,
    Bytes,
    Ints,
    State,
    Tables,
    whole,
)
from pitboss.sim.memory import number, slot
from pitboss.sim.random import U64, next_word

ACE = 0
MORE = 2
"""Cards put in order when those that lie ready do not suffice."""
BLACKJACK_ENTRY = BLACKJACK << WHAT_BITS


def branched(t: Tables, shoe: Bytes, rng: State, at: Ints, pos: int, now: int) -> int:
    """Where a branch leads: by the count as it is now, or by whether the player errs."""
    place = now >> WHAT_BITS
    others = whole(t.branch[place + BRANCH_OTHERS])
    if others == 0:
        return whole(t.branch[place + act_bucket(t, shoe, at, pos)])
    word = next_word(rng)
    if whole(word & LOW_32) < number(t, PLAYER_ERROR):
        place += 1 + whole(((word >> U32) * np.uint64(others)) >> U32)
    return whole(t.branch[place])


def play_hands(
    t: Tables, shoe: Bytes, rng: State, at: Ints, pos: int, held: Ints, base: int, now: int
) -> tuple[int, int, int]:
    """Play the hands of a box from the entry of its first two cards.

    The classes of the hands go to ``held[base + 1:]``, their number to ``held[base]``. Where the
    next card lies, how many hands there are, and the highest class of any.
    """
    hands, waiting, top = 1, 0, 0
    added, began = now, pos
    while True:
        while now & WHAT == DRAW:
            if pos >= at[FILLED]:
                extend(t, shoe, rng, at, pos + MORE)
            now = whole(t.next[U64((now >> WHAT_BITS) + whole(shoe[slot(pos)] >> SPEC.shift))])
            pos += 1
        if SPEC.has_branches and now & WHAT == BRANCH:
            now = branched(t, shoe, rng, at, pos, now)
            continue
        if now & WHAT == SPLIT:
            place = (now >> WHAT_BITS) * 4
            if hands < whole(t.split[place + 2]):
                hands += 1
                waiting += 1
                now = whole(t.split[place])
                added = whole(t.split[place + 1])
            else:
                now = whole(t.split[place + 3])
            continue
        # Not a count of its own: compilers for devices take one to be equal for all threads.
        which = now >> WHAT_BITS
        held[base + hands - waiting] = which
        # Device code knows no min and max of Python.
        top = which if which > top else top
        if waiting == 0:
            break
        waiting -= 1
        now = added
    held[base] = hands
    if SPEC.has_sides:
        held[base + HELD_FROM] = began
        held[base + HELD_DREW] = pos - began
        held[base + HELD_SPLIT] = hands - 1
    return pos, hands, top


def play_round(
    t: Tables, shoe: Bytes, rng: State, at: Ints, pos: int, held: Ints, out: Ints
) -> int:
    """Deal, play and settle a round; where the next card lies.

    ``out`` (8,) is written.
    """
    at[BEGAN] = pos
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    first = pos + number(t, BURN_ROUND)
    variant = 0
    pos = first + 2 * boxes + (2 if SPEC.has_hole else 1)
    ready = pos + number(t, AHEAD)
    while at[FILLED] < (ready if at[FILLED] < end_of(t, at) else pos):
        extend(t, shoe, rng, at, ready)
    if SPEC.has_count:
        if not SPEC.is_double:
            out[OUT_BUCKET] = bet_bucket(t, shoe, at, first - number(t, BURN_ROUND))
            at[COUNTED] = first
        variant = t.variant[play_bucket(t, shoe, at, pos)]
    up = whole(shoe[slot(first + boxes)] >> SPEC.shift)
    out[OUT_FIRST] = first
    hole = 0
    if SPEC.has_hole:
        hole = whole(t.second[U64(up * STRIDE + whole(shoe[slot(pos - 1)] >> SPEC.shift))])
    insured = 0
    if SPEC.has_insurance and up == ACE:
        for box in range(boxes):
            one = whole(shoe[slot(first + box)] >> SPEC.shift)
            two = whole(shoe[slot(first + boxes + 1 + box)] >> SPEC.shift)
            insured += whole(t.insured[(variant * STRIDE + one) * STRIDE + two])
    is_stopped = SPEC.has_peek and hole == BLACKJACK_ENTRY and t.peeks[up] != 0
    hands, top = 0, 0
    for box in range(boxes):
        one = whole(shoe[slot(first + box)] >> SPEC.shift)
        two = whole(shoe[slot(first + boxes + 1 + box)] >> SPEC.shift)
        base = box * HANDS
        place = U64(((variant * STRIDE + up) * STRIDE + one) * STRIDE + two)
        if is_stopped:
            most, hands = whole(t.unplayed[place]), 1
            held[base] = 1
            held[base + 1] = most
            held[base + HELD_DREW] = 0
        else:
            now = whole(t.first[place])
            pos, hands, most = play_hands(t, shoe, rng, at, pos, held, base, now)
        top = most if most > top else top
    return play_dealer(t, shoe, rng, at, pos, held, out, up, hole, insured, hands, top)


def play_dealer(
    t: Tables,
    shoe: Bytes,
    rng: State,
    at: Ints,
    pos: int,
    held: Ints,
    out: Ints,
    up: int,
    hole: int,
    insured: int,
    hands: int,
    top: int,
) -> int:
    """Play the dealer's hands and settle.

    ``top`` is the highest class of any hand, ``hands`` how many the last box has.

    Where nothing is compared the dealer does not draw, and any result but a blackjack is the same.
    """
    net, offset, result = 0, 0, 0
    out[OUT_DEALER] = pos
    is_open = SPEC.draws_out or top >= number(t, OPEN) or insured > 0
    for spot in range(SPEC.spots):
        now = hole
        if spot > 0 or not SPEC.has_hole:
            if not is_open and (spot > 0 or not SPEC.always_second):
                now = 0
            else:
                if pos >= at[FILLED]:
                    extend(t, shoe, rng, at, pos + MORE)
                now = whole(t.second[U64(up * STRIDE + whole(shoe[slot(pos)] >> SPEC.shift))])
                pos += 1
        if SPEC.draws_out or top >= number(t, COMPARED):
            while now & WHAT == DRAW:
                if pos >= at[FILLED]:
                    extend(t, shoe, rng, at, pos + MORE)
                now = whole(
                    t.dealer[U64((now >> WHAT_BITS) + whole(shoe[slot(pos)] >> SPEC.shift))]
                )
                pos += 1
        result = 0 if now & WHAT == DRAW else now >> WHAT_BITS
        net += settled(t, rng, held, result, hands, top)
        if SPEC.has_insurance:
            offset += insured * t.insurance[0 if result == BLACKJACK else 1]
    out[OUT_MAIN] = net
    out[OUT_INSURANCE] = offset
    out[OUT_INSURED] = insured * SPEC.spots
    out[OUT_DEALER_END] = pos
    out[OUT_RESULT] = result
    return pos


def paid(t: Tables, rng: State, place: int, which: int) -> int:
    """What a hand of a class is paid; wrongly now and then where it is compared."""
    if which >= number(t, COMPARED) and whole(next_word(rng) & LOW_32) < number(t, DEALER_ERROR):
        return whole(t.wrong[place])
    return whole(t.pay[place])


def settled(t: Tables, rng: State, held: Ints, result: int, hands: int, top: int) -> int:
    """What all hands gain against one dealer's result."""
    if SPEC.is_single and hands == 1 and not SPEC.has_dealer_errors:
        # The only hand is the highest one.
        return whole(t.pay[U64(top * STRIDE + result)])
    boxes = 1 if SPEC.is_single else number(t, BOXES)
    net = 0
    for box in range(boxes):
        base = box * HANDS
        is_taken = False
        for place in range(base + 1, base + 1 + held[base]):
            column = result
            if SPEC.takes_one and result == BLACKJACK:
                if is_taken:
                    column = BLACKJACK_LATER
                elif t.taken[held[place]]:
                    is_taken = True
            if SPEC.has_dealer_errors:
                net += paid(t, rng, held[place] * STRIDE + column, held[place])
            else:
                net += t.pay[U64(held[place] * STRIDE + column)]
    return net


FUNCTIONS = (branched, play_hands, paid, settled, play_dealer, play_round)
"""In the order in which they must be compiled."""
