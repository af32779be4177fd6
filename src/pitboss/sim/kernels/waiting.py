"""Play the rounds of a table in a kernel, up to the next decision of its player.

Plain functions; the targets compile them. They look rules up and contain none. ``t`` is
``Choices``, which takes the place of a simulation's tables in a shoe here.
"""

from typing import Any

from pitboss.sim.kernels.dealing import extend
from pitboss.sim.kernels.laid import lay_of, settle_laid
from pitboss.sim.kernels.memory import SPEC, card_at, number
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import Ints, to_int

ACE = 0
AHEAD, MORE = 6, 2
"""Cards put in order before a deal, and when those in order do not suffice."""
DEALS, LOOKS, WALKS, DRAWS, WAITS = range(5)
"""Phases of a table: the deal, the dealer's peek, the player's hands, the dealer's hands, or a wait
for the player."""
NOT_OFFERED = -1


def draw_card(shoe: Any, table: Ints, seen: Ints) -> int:
    """Draw the next card face up and add it to ``seen``; a ten if the shoe is empty."""
    t = shoe.tables
    pos = table[step.POS]
    if pos >= shoe.at[layout.AT_FILLED]:
        extend(shoe, to_int(pos + MORE))
    size = number(t, step.SIZE)
    card = card_at(shoe.cards, pos if pos < size else size)
    seen[t.values[card >> 2] - 1] += 1
    table[step.POS] = pos + 1
    return card


def stake_of(t: Any, table: Ints, what: int) -> int:
    """Return one field of the stakes that belong to the wager of the round."""
    return to_int(t.stakes[table[step.WAGER] * step.STAKE_WIDTH + what])


def pay_of(t: Any, table: Ints, outcome: int, column: int) -> int:
    """Return the payout of a class against a result of the dealer."""
    return to_int(
        t.pay[(outcome * number(t, step.BETS) + table[step.WAGER]) * layout.STRIDE + column]
    )


def deal_round(shoe: Any, table: Ints, seen: Ints) -> int:
    """Deal a round; return ``WAITS`` if the player has offers to answer, else ``LOOKS``."""
    t = shoe.tables
    for place in range(step.HANDS, step.GAINED):
        table[place] = 0
    for place in range(step.VALUES):
        table[step.SEEN_BEFORE + place] = seen[place]
    table[step.BEFORE] = table[step.GAINED]
    table[step.HANDS] = 1
    table[step.HAND] = 1
    table[step.BEGAN] = table[step.POS]
    table[step.GAINED] -= stake_of(t, table, step.STAKE_ANTE)
    if table[step.POS] + AHEAD > shoe.at[layout.AT_FILLED]:
        extend(shoe, to_int(table[step.POS] + AHEAD))
    first = draw_card(shoe, table, seen)
    up = draw_card(shoe, table, seen) >> 2
    second = draw_card(shoe, table, seen)
    table[step.ONE] = first
    table[step.UP] = up
    table[step.TWO] = second
    table[step.FIRST] = t.values[first >> 2]
    if number(t, step.HAS_HOLE):
        card = draw_card(shoe, table, seen)
        # The player does not see it yet.
        seen[t.values[card >> 2] - 1] -= 1
        table[step.HOLE] = card
    is_blackjack = t.dealt[(first >> 2) * layout.STRIDE + (second >> 2)] & step.BLACKJACK_BIT
    if up == ACE:
        table[step.ASKED] = stake_of(
            t, table, step.STAKE_BLACKJACK if is_blackjack else step.STAKE_PLAIN
        )
    if t.early[up] and not is_blackjack:
        table[step.IS_EARLY] = 1
    if table[step.ASKED] or table[step.IS_EARLY]:
        table[step.PHASE] = step.OFFER
        return WAITS
    return LOOKS


def finish_hand(t: Any, table: Ints, outcome: int) -> None:
    """End a hand, and settle it if the dealer's hand no longer matters."""
    table[step.HELD + table[step.HAND] - 1] = outcome
    if outcome > table[step.TOP]:
        table[step.TOP] = outcome
    is_closed = outcome < number(t, step.OPEN)
    if t.bust[outcome]:
        table[step.BUSTS] += 1
        if is_closed:
            table[step.PENDING] += pay_of(t, table, outcome, 0)
            # Free wagers keep lost ones on the felt, unless all hands are lost.
            if table[step.LAMMERS] == 0 or table[step.BUSTS] == table[step.HANDS]:
                table[step.GAINED] += table[step.PENDING] * number(t, step.SPOTS)
                table[step.PENDING] = 0
    elif is_closed:
        table[step.GAINED] += pay_of(t, table, outcome, 0) * number(t, step.SPOTS)


def look(shoe: Any, table: Ints, entry: int) -> tuple[int, int]:
    """Peek for the dealer if the rules say so; return the next phase and its entry.

    ``entry`` is -1, or the class of a hand that was surrendered or paid even money before.
    """
    t = shoe.tables
    up, first, second = table[step.UP], table[step.ONE], table[step.TWO]
    is_peeked = number(t, step.HAS_HOLE) and t.peeks[up]
    has_blackjack = False
    if is_peeked:
        hole = to_int(t.second[up * layout.STRIDE + (table[step.HOLE] >> 2)])
        has_blackjack = hole == layout.BLACKJACK << layout.TAG_BITS
        if not has_blackjack:
            table[step.LOOKED] = 1
            if table[step.IS_INSURED]:
                table[step.GAINED] += stake_of(t, table, step.STAKE_LOST)
    if entry >= 0:
        finish_hand(t, table, entry)
        return DRAWS, 0
    shift, width = number(t, step.SHIFT), number(t, step.WIDTH)
    place = (up * width + (first >> shift)) * width + (second >> shift)
    if has_blackjack:
        table[step.HELD] = t.unplayed[place]
        table[step.TOP] = table[step.HELD]
        table[step.STOPPED] = 1
        return DRAWS, 0
    return WALKS, to_int(t.first[place])


def walk(shoe: Any, table: Ints, seen: Ints, entry: int) -> int:
    """Play hands until one waits for an act, or all are complete; return the next phase."""
    t = shoe.tables
    shift = number(t, step.SHIFT)
    while True:
        what, payload = entry & layout.TAG, entry >> layout.TAG_BITS
        if what == layout.DRAW:
            card = draw_card(shoe, table, seen)
            entry = to_int(t.next[payload + (card >> shift)])
            continue
        if what == layout.BRANCH:
            table[step.NODE] = payload
            table[step.PHASE] = step.PLAY
            return WAITS
        if what == layout.SPLIT:
            place = payload * step.PAIR_WIDTH
            if table[step.HANDS] < t.pairs[place + step.PAIR_LIMIT]:
                table[step.NODE] = t.pairs[place + step.PAIR_NODE]
                table[step.PHASE] = step.PLAY
                return WAITS
            entry = to_int(t.pairs[place + step.PAIR_REFUSED])
            continue
        finish_hand(t, table, payload)
        if table[step.WAITING] == 0:
            return DRAWS
        table[step.WAITING] -= 1
        table[step.HAND] += 1
        entry = to_int(table[step.ADDED + table[step.WAITING]])


def settle_hands(t: Any, table: Ints, result: int) -> None:
    """Settle the hands still up against one dealer's result."""
    is_taken = False
    for hand in range(table[step.HANDS]):
        outcome = table[step.HELD + hand]
        if outcome < number(t, step.OPEN) and table[step.STOPPED] == 0:
            continue
        column = result
        if number(t, step.TAKES_ONE) and result == layout.BLACKJACK:
            if is_taken:
                column = layout.BLACKJACK_LATER
            elif t.taken[outcome]:
                is_taken = True
        table[step.GAINED] += pay_of(t, table, outcome, column)


def play_dealers(shoe: Any, table: Ints, seen: Ints) -> None:
    """Play the dealer's hands, and settle the hands still up."""
    t = shoe.tables
    up, top = table[step.UP], table[step.TOP]
    has_hole = number(t, step.HAS_HOLE)
    table[step.DREW] = table[step.POS]
    needs = to_int(lay_of(t, table, step.LAY_NEEDS) if SPEC.has_sides else 0)
    is_open = top >= number(t, step.OPEN) or table[step.IS_INSURED] > 0 or needs > 0
    result = to_int(0)
    for spot in range(number(t, step.SPOTS)):
        entry = to_int(0)
        if spot == 0 and has_hole:
            hole = table[step.HOLE]
            seen[t.values[hole >> 2] - 1] += 1
            entry = to_int(t.second[up * layout.STRIDE + (hole >> 2)])
        elif is_open or (spot == 0 and number(t, step.ALWAYS_SECOND)):
            card = draw_card(shoe, table, seen)
            entry = to_int(t.second[up * layout.STRIDE + (card >> 2)])
        if top >= number(t, step.COMPARED) or needs == step.NEEDS_ALL:
            while entry & layout.TAG == layout.DRAW:
                card = draw_card(shoe, table, seen)
                entry = to_int(t.dealer[(entry >> layout.TAG_BITS) + (card >> 2)])
        result = to_int(0 if entry & layout.TAG == layout.DRAW else entry >> layout.TAG_BITS)
        settle_hands(t, table, result)
        if table[step.IS_INSURED] and not (spot == 0 and table[step.LOOKED]):
            is_won = result == layout.BLACKJACK
            table[step.GAINED] += stake_of(t, table, step.STAKE_WON if is_won else step.STAKE_LOST)
    table[step.GAINED] += table[step.PENDING] * number(t, step.SPOTS)
    table[step.PENDING] = 0
    if SPEC.has_sides and table[step.POS] <= number(t, step.SIZE):
        settle_laid(shoe, table, result)


def call_off(table: Ints, seen: Ints) -> None:
    """Void a round that ran out of cards, and restore the cards seen and the winnings."""
    for place in range(step.VALUES):
        seen[place] = table[step.SEEN_BEFORE + place]
    table[step.GAINED] = table[step.BEFORE]
    table[step.PHASE] = step.OVER


def carry_on(shoe: Any, table: Ints, seen: Ints, todo: int, entry: int) -> bool:
    """Play a table on until it waits for its player; return True if the shoe has run out."""
    t = shoe.tables
    size = number(t, step.SIZE)
    while True:
        if todo == DEALS:
            todo = deal_round(shoe, table, seen)
            entry = to_int(NOT_OFFERED)
        if todo == LOOKS:
            todo, entry = look(shoe, table, entry)
        if todo == WALKS:
            todo = walk(shoe, table, seen, entry)
        if todo == DRAWS:
            play_dealers(shoe, table, seen)
            table[step.PHASE] = step.OVER
        if table[step.POS] > size:
            call_off(table, seen)
            return True
        if table[step.PHASE] != step.OVER or table[step.POS] >= number(t, step.LIMIT):
            return False
        if number(t, step.WAGERS) > 1:
            table[step.PHASE] = step.BET
            return False
        todo = to_int(DEALS)
