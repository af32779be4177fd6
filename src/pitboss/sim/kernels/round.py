"""Play a round in a kernel: walk hands and dealer through their tables, then settle their classes.

Plain functions; the targets compile them. They look rules up and contain none.
"""

import numpy as np

from pitboss.sim.kernels.counting import act_bucket, bet_bucket, count_card, tag_of
from pitboss.sim.kernels.dealing import extend
from pitboss.sim.kernels.memory import SPEC, end_of, number, rank_at, seen_at
from pitboss.sim.kernels.random import LOW_32, U32, U64, next_word
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import DealerTurn, ShoeState, Tables, Workspace, to_int

ACE = 0
MORE = 2
"""Cards put in order when those in order do not suffice."""
BLACKJACK_ENTRY = layout.BLACKJACK << layout.TAG_BITS


def boxes_of(t: Tables) -> int:
    """Return the number of boxes played."""
    return 1 if SPEC.is_single else number(t, layout.BOXES)


def branched(shoe: ShoeState, pos: int, entry: int) -> int:
    """Follow a branch: the act for the current count, or a random wrong act."""
    t = shoe.tables
    place = entry >> layout.TAG_BITS
    others = to_int(t.branch[place + layout.BRANCH_OTHERS])
    if others == 0:
        bucket = act_bucket(shoe, pos)
        is_first = SPEC.notes_plays and shoe.at[layout.AT_DEVIATED] == 0
        if is_first and to_int(t.branch[place + layout.BRANCH_DEVIATES]) >> bucket & 1:
            shoe.at[layout.AT_DEVIATED] = to_int(t.branch[place + layout.BRANCH_PLAY]) + 1
        return to_int(t.branch[place + bucket])
    word = next_word(shoe.rng)
    if to_int(word & LOW_32) < number(t, layout.PLAYER_ERROR):
        place += 1 + to_int(((word >> U32) * np.uint64(others)) >> U32)
    return to_int(t.branch[place])


def play_hands(work: Workspace, pos: int, base: int, entry: int) -> tuple[int, int, int]:
    """Play the hands of a box from the entry of its first two cards.

    The box has its places in ``held`` from ``base`` on: the number of hands and their classes are
    written. Return the position of the next card, the number of hands, and the highest class of
    any.
    """
    shoe, held, t = work.shoe, work.held, work.shoe.tables
    hands, waiting, top = 1, 0, 0
    added, began = entry, pos
    while True:
        while entry & layout.TAG == layout.DRAW:
            if pos >= shoe.at[layout.AT_FILLED]:
                extend(shoe, pos + MORE)
            entry = to_int(t.next[U64((entry >> layout.TAG_BITS) + seen_at(shoe.cards, pos))])
            count_card(shoe, pos)
            pos += 1
        if SPEC.has_branches and entry & layout.TAG == layout.BRANCH:
            entry = branched(shoe, pos, entry)
            continue
        if entry & layout.TAG == layout.SPLIT:
            place = (entry >> layout.TAG_BITS) * layout.SPLIT_WIDTH
            if hands < to_int(t.split[place + layout.SPLIT_LIMIT]):
                hands += 1
                waiting += 1
                entry = to_int(t.split[place + layout.SPLIT_STAYS])
                added = to_int(t.split[place + layout.SPLIT_ADDED])
            else:
                entry = to_int(t.split[place + layout.SPLIT_REFUSED])
            continue
        # No counter of its own: device compilers took one to be equal for all threads.
        outcome = entry >> layout.TAG_BITS
        held[base + hands - waiting] = outcome
        # Device code has no min and max.
        top = outcome if outcome > top else top
        if waiting == 0:
            break
        waiting -= 1
        entry = added
    held[base + layout.HELD_COUNT] = hands
    if SPEC.has_sides:
        held[base + layout.HELD_FROM] = began
        held[base + layout.HELD_DREW] = pos - began
        held[base + layout.HELD_SPLIT] = hands - 1
    return pos, hands, top


def hand_place(work: Workspace, row: int, box: int) -> np.uint64:
    """Return the index of a box's first two cards in tables by up card, from ``row`` on."""
    cards, first = work.shoe.cards, work.out[layout.OUT_FIRST]
    column = seen_at(cards, first + box)
    second = seen_at(cards, first + boxes_of(work.shoe.tables) + 1 + box)
    return U64((row + column) * SPEC.width + second)


def stop_boxes(work: Workspace, pos: int, row: int) -> int:
    """End the hands that a dealer's blackjack stops; return the highest class of any."""
    held, t = work.held, work.shoe.tables
    top = 0
    for box in range(boxes_of(t)):
        entry = to_int(t.unplayed[hand_place(work, row, box)])
        if SPEC.has_branches and entry & layout.TAG == layout.BRANCH:
            entry = branched(work.shoe, pos, entry)
        outcome = entry >> layout.TAG_BITS
        held[box * layout.HANDS + layout.HELD_COUNT] = 1
        held[box * layout.HANDS + layout.HELD_FIRST] = outcome
        held[box * layout.HANDS + layout.HELD_DREW] = 0
        top = outcome if outcome > top else top
    return top


def play_boxes(work: Workspace, pos: int, row: int) -> tuple[int, int]:
    """Play all boxes in turn; return the position of the next card and the highest class of any.

    Boxes whose hand is not complete with two cards are listed first: the processor then predicts
    their number once a round, and not for each box whether it acts, which took a fifth of the time.
    """
    held, t = work.held, work.shoe.tables
    turns, top = 0, 0
    for box in range(boxes_of(t)):
        entry = to_int(t.first[hand_place(work, row, box)])
        base, turn = box * layout.HANDS, turns * layout.HANDS
        is_over = entry & layout.TAG == layout.DONE
        outcome = entry >> layout.TAG_BITS if is_over else 0
        held[base + layout.HELD_COUNT] = 1
        held[base + layout.HELD_FIRST] = outcome
        if SPEC.has_sides:
            held[base + layout.HELD_DREW] = 0
            held[base + layout.HELD_SPLIT] = 0
        held[turn + layout.HELD_BOX] = base
        held[turn + layout.HELD_NOW] = entry
        turns += 0 if is_over else 1
        top = outcome if outcome > top else top
    for place in range(turns):
        turn = place * layout.HANDS
        pos, _, outcome = play_hands(
            work, pos, to_int(held[turn + layout.HELD_BOX]), to_int(held[turn + layout.HELD_NOW])
        )
        top = outcome if outcome > top else top
    return pos, top


def paid(shoe: ShoeState, place: int, outcome: int) -> int:
    """Return the payout of a class; now and then a wrong one if it is compared with the dealer."""
    t = shoe.tables
    is_compared = outcome >= number(t, layout.COMPARED)
    if is_compared and to_int(next_word(shoe.rng) & LOW_32) < number(t, layout.DEALER_ERROR):
        return to_int(t.wrong[place])
    return to_int(t.pay[place])


def box_settled(work: Workspace, base: int, result: int) -> int:
    """Return the net result of the hands of one box against one dealer's result."""
    held, t = work.held, work.shoe.tables
    net = 0
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
        if SPEC.has_dealer_errors:
            net += paid(work.shoe, held[place] * layout.STRIDE + column, held[place])
        else:
            net += t.pay[U64(held[place] * layout.STRIDE + column)]
    return net


def settled(work: Workspace, turn: DealerTurn, result: int) -> int:
    """Return the net result of all hands against one dealer's result."""
    t = work.shoe.tables
    if SPEC.is_single and turn.hands == 1 and not SPEC.has_dealer_errors:
        # The only hand is the highest one.
        return to_int(t.pay[U64(turn.top * layout.STRIDE + result)])
    net = 0
    for box in range(boxes_of(t)):
        net += box_settled(work, box * layout.HANDS, result)
    return net


def play_dealer(work: Workspace, pos: int, turn: DealerTurn) -> int:
    """Play the dealer's hands and settle; return the position of the next card.

    If nothing is compared, the dealer does not draw: all results but a blackjack pay the same.
    """
    shoe, out, t = work.shoe, work.out, work.shoe.tables
    net, offset, result = 0, 0, 0
    out[layout.OUT_DEALER] = pos
    is_watched = SPEC.draws_out or SPEC.shows_second
    is_open = is_watched or turn.top >= number(t, layout.OPEN) or turn.insured > 0
    for spot in range(SPEC.spots):
        entry = turn.hole
        if spot > 0 or not SPEC.has_hole:
            if not is_open and (spot > 0 or not SPEC.always_second):
                entry = 0
            else:
                if pos >= shoe.at[layout.AT_FILLED]:
                    extend(shoe, pos + MORE)
                entry = to_int(t.second[U64(turn.up * layout.STRIDE + rank_at(shoe.cards, pos))])
                count_card(shoe, pos)
                pos += 1
        if SPEC.draws_out or turn.top >= number(t, layout.COMPARED):
            while entry & layout.TAG == layout.DRAW:
                if pos >= shoe.at[layout.AT_FILLED]:
                    extend(shoe, pos + MORE)
                entry = to_int(t.dealer[U64((entry >> layout.TAG_BITS) + rank_at(shoe.cards, pos))])
                count_card(shoe, pos)
                pos += 1
        result = 0 if entry & layout.TAG == layout.DRAW else entry >> layout.TAG_BITS
        net += settled(work, turn, result)
        if SPEC.has_insurance:
            offset += turn.insured * t.insurance[0 if result == layout.BLACKJACK else 1]
    out[layout.OUT_MAIN] = net
    out[layout.OUT_INSURANCE] = offset
    out[layout.OUT_INSURED] = turn.insured * SPEC.spots
    out[layout.OUT_DEALER_END] = pos
    out[layout.OUT_RESULT] = result
    return pos


def play_round(work: Workspace, pos: int) -> int:
    """Deal, play and settle a round; return the position of the next card. ``out`` is written."""
    shoe, held = work.shoe, work.held
    cards, t = shoe.cards, shoe.tables
    shoe.at[layout.AT_BEGAN] = pos
    boxes = 1 if SPEC.is_single else number(t, layout.BOXES)
    first = pos + number(t, layout.BURN_ROUND)
    variant = 0
    pos = first + 2 * boxes + (2 if SPEC.has_hole else 1)
    ready = pos + number(t, layout.AHEAD)
    while shoe.at[layout.AT_FILLED] < (ready if shoe.at[layout.AT_FILLED] < end_of(shoe) else pos):
        extend(shoe, ready)
    up = rank_at(cards, first + boxes)
    if SPEC.has_count:
        if not SPEC.is_double:
            work.out[layout.OUT_BUCKET] = bet_bucket(shoe, first - number(t, layout.BURN_ROUND))
        for place in range(first, pos):
            count_card(shoe, place)
        shoe.at[layout.AT_HOLE] = tag_of(shoe, pos - 1) if SPEC.has_hole else 0
        if up == ACE:
            # The count decides on insurance and even money, which are offered against an ace.
            variant = t.variant[act_bucket(shoe, pos)]
    work.out[layout.OUT_FIRST] = first
    hole, shown = 0, up
    if SPEC.shown > layout.STRIDE:
        shown = up * layout.STRIDE + rank_at(cards, pos - 1)
    if SPEC.has_hole:
        hole = to_int(t.second[U64(up * layout.STRIDE + rank_at(cards, pos - 1))])
    insured = 0
    if SPEC.has_insurance and up == ACE:
        for box in range(boxes):
            rank, second = rank_at(cards, first + box), rank_at(cards, first + boxes + 1 + box)
            is_insured = to_int(
                t.insured[(variant * layout.STRIDE + rank) * layout.STRIDE + second]
            )
            held[box * layout.HANDS + layout.HELD_INSURED] = is_insured
            insured += is_insured
    is_stopped = SPEC.has_peek and hole == BLACKJACK_ENTRY and t.peeks[up] != 0
    row = (variant * SPEC.shown + shown) * SPEC.width
    hands = 1
    if is_stopped:
        top = stop_boxes(work, pos, row)
    elif SPEC.is_single:
        pos, hands, top = play_hands(work, pos, 0, to_int(t.first[hand_place(work, row, 0)]))
    else:
        pos, top = play_boxes(work, pos, row)
    return play_dealer(work, pos, DealerTurn(up, hole, insured, hands, top))
