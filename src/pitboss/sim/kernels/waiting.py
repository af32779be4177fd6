"""The rounds of a table in a kernel, up to where it waits for its player.

Plain functions; the targets compile them. No rule is here, only look-ups.

``t`` is ``Choices``, which a shoe holds here in place of a simulation's tables.
"""

from typing import Any

from pitboss.sim.kernels.dealing import FILLED, extend
from pitboss.sim.kernels.laid import lay_of, settle_laid
from pitboss.sim.kernels.memory import card_at, number
from pitboss.sim.tables.layout import (
    BLACKJACK,
    BLACKJACK_LATER,
    BRANCH,
    DRAW,
    STRIDE,
    WHAT,
    WHAT_BITS,
    Ints,
    Spec,
    whole,
)
from pitboss.sim.tables.layout import SPLIT as PAIR
from pitboss.sim.tables.step_layout import (
    ADDED,
    ALWAYS_SECOND,
    ASKED,
    BEFORE,
    BEGAN,
    BET,
    BETS,
    BLACKJACK_BIT,
    BUSTS,
    COMPARED,
    DREW,
    FIRST,
    GAINED,
    HAND,
    HANDS,
    HAS_HOLE,
    HELD,
    HOLE,
    IS_EARLY,
    IS_INSURED,
    LAMMERS,
    LAY_NEEDS,
    LIMIT,
    LOOKED,
    NEEDS_ALL,
    NODE,
    OFFER,
    ONE,
    OPEN,
    OVER,
    PAIR_LIMIT,
    PAIR_NODE,
    PAIR_REFUSED,
    PAIR_WIDTH,
    PENDING,
    PHASE,
    PLAY,
    POS,
    SEEN_BEFORE,
    SHIFT,
    SIZE,
    SPOTS,
    STAKE_ANTE,
    STAKE_BLACKJACK,
    STAKE_LOST,
    STAKE_PLAIN,
    STAKE_WIDTH,
    STAKE_WON,
    STOPPED,
    TAKES_ONE,
    TOP,
    TWO,
    UP,
    VALUES,
    WAGER,
    WAGERS,
    WAITING,
    WIDTH,
)

SPEC = Spec()
"""What the kernel is built for; each target puts its own here."""
ACE = 0
AHEAD, MORE = 6, 2
"""Cards put in order before a deal, and when those that lie ready do not suffice."""
DEALS, LOOKS, WALKS, DRAWS, WAITS = range(5)
"""What comes next at a table: the deal, the dealer's look, the player's hands, the dealer's, or
nothing before the player has acted."""
NOT_OFFERED = -1


def draw_card(shoe: Any, table: Ints, seen: Ints) -> int:
    """The next card, which everybody sees; a ten where the shoe is empty."""
    t = shoe.tables
    pos = table[POS]
    if pos >= shoe.at[FILLED]:
        extend(shoe, whole(pos + MORE))
    size = number(t, SIZE)
    card = card_at(shoe.cards, pos if pos < size else size)
    seen[t.values[card >> 2] - 1] += 1
    table[POS] = pos + 1
    return card


def stake_of(t: Any, table: Ints, what: int) -> int:
    """What goes with the wager of the round."""
    return whole(t.stakes[table[WAGER] * STAKE_WIDTH + what])


def pay_of(t: Any, table: Ints, which: int, column: int) -> int:
    """What a class is paid against a result of the dealer."""
    return whole(t.pay[(which * number(t, BETS) + table[WAGER]) * STRIDE + column])


def deal_round(shoe: Any, table: Ints, seen: Ints) -> int:
    """Deal a round; whether the dealer looks next, or offers wait for an answer."""
    t = shoe.tables
    for place in range(HANDS, GAINED):
        table[place] = 0
    for place in range(VALUES):
        table[SEEN_BEFORE + place] = seen[place]
    table[BEFORE] = table[GAINED]
    table[HANDS] = 1
    table[HAND] = 1
    table[BEGAN] = table[POS]
    table[GAINED] -= stake_of(t, table, STAKE_ANTE)
    if table[POS] + AHEAD > shoe.at[FILLED]:
        extend(shoe, whole(table[POS] + AHEAD))
    one = draw_card(shoe, table, seen)
    up = draw_card(shoe, table, seen) >> 2
    two = draw_card(shoe, table, seen)
    table[ONE] = one
    table[UP] = up
    table[TWO] = two
    table[FIRST] = t.values[one >> 2]
    if number(t, HAS_HOLE):
        card = draw_card(shoe, table, seen)
        # Nobody sees it yet.
        seen[t.values[card >> 2] - 1] -= 1
        table[HOLE] = card
    is_blackjack = t.dealt[(one >> 2) * STRIDE + (two >> 2)] & BLACKJACK_BIT
    if up == ACE:
        table[ASKED] = stake_of(t, table, STAKE_BLACKJACK if is_blackjack else STAKE_PLAIN)
    if t.early[up] and not is_blackjack:
        table[IS_EARLY] = 1
    if table[ASKED] or table[IS_EARLY]:
        table[PHASE] = OFFER
        return WAITS
    return LOOKS


def finish_hand(t: Any, table: Ints, which: int) -> None:
    """End a hand; what depends on nothing any more is settled."""
    table[HELD + table[HAND] - 1] = which
    if which > table[TOP]:
        table[TOP] = which
    is_closed = which < number(t, OPEN)
    if t.bust[which]:
        table[BUSTS] += 1
        if is_closed:
            table[PENDING] += pay_of(t, table, which, 0)
            # Free wagers keep lost ones on the felt, unless all hands are lost.
            if table[LAMMERS] == 0 or table[BUSTS] == table[HANDS]:
                table[GAINED] += table[PENDING] * number(t, SPOTS)
                table[PENDING] = 0
    elif is_closed:
        table[GAINED] += pay_of(t, table, which, 0) * number(t, SPOTS)


def look(shoe: Any, table: Ints, now: int) -> tuple[int, int]:
    """The dealer looks for a blackjack where he does; what comes next, and at which entry.

    ``now`` is -1, or the class of a hand that was surrendered or paid even money before.
    """
    t = shoe.tables
    up, one, two = table[UP], table[ONE], table[TWO]
    is_peeked = number(t, HAS_HOLE) and t.peeks[up]
    has_blackjack = False
    if is_peeked:
        hole = whole(t.second[up * STRIDE + (table[HOLE] >> 2)])
        has_blackjack = hole == BLACKJACK << WHAT_BITS
        if not has_blackjack:
            table[LOOKED] = 1
            if table[IS_INSURED]:
                table[GAINED] += stake_of(t, table, STAKE_LOST)
    if now >= 0:
        finish_hand(t, table, now)
        return DRAWS, 0
    shift, width = number(t, SHIFT), number(t, WIDTH)
    place = (up * width + (one >> shift)) * width + (two >> shift)
    if has_blackjack:
        table[HELD] = t.unplayed[place]
        table[TOP] = table[HELD]
        table[STOPPED] = 1
        return DRAWS, 0
    return WALKS, whole(t.first[place])


def walk(shoe: Any, table: Ints, seen: Ints, now: int) -> int:
    """Play hands until one waits for an act, or all are over."""
    t = shoe.tables
    shift = number(t, SHIFT)
    while True:
        what, payload = now & WHAT, now >> WHAT_BITS
        if what == DRAW:
            card = draw_card(shoe, table, seen)
            now = whole(t.next[payload + (card >> shift)])
            continue
        if what == BRANCH:
            table[NODE] = payload
            table[PHASE] = PLAY
            return WAITS
        if what == PAIR:
            place = payload * PAIR_WIDTH
            if table[HANDS] < t.pairs[place + PAIR_LIMIT]:
                table[NODE] = t.pairs[place + PAIR_NODE]
                table[PHASE] = PLAY
                return WAITS
            now = whole(t.pairs[place + PAIR_REFUSED])
            continue
        finish_hand(t, table, payload)
        if table[WAITING] == 0:
            return DRAWS
        table[WAITING] -= 1
        table[HAND] += 1
        now = whole(table[ADDED + table[WAITING]])


def settle_hands(t: Any, table: Ints, result: int) -> None:
    """Settle the hands that are up against one dealer's result."""
    is_taken = False
    for hand in range(table[HANDS]):
        which = table[HELD + hand]
        if which < number(t, OPEN) and table[STOPPED] == 0:
            continue
        column = result
        if number(t, TAKES_ONE) and result == BLACKJACK:
            if is_taken:
                column = BLACKJACK_LATER
            elif t.taken[which]:
                is_taken = True
        table[GAINED] += pay_of(t, table, which, column)


def play_dealers(shoe: Any, table: Ints, seen: Ints) -> None:
    """Play the dealer's hands, and settle what is up."""
    t = shoe.tables
    up, top = table[UP], table[TOP]
    has_hole = number(t, HAS_HOLE)
    table[DREW] = table[POS]
    needs = whole(lay_of(t, table, LAY_NEEDS) if SPEC.has_sides else 0)
    is_open = top >= number(t, OPEN) or table[IS_INSURED] > 0 or needs > 0
    result = whole(0)
    for spot in range(number(t, SPOTS)):
        now = whole(0)
        if spot == 0 and has_hole:
            hole = table[HOLE]
            seen[t.values[hole >> 2] - 1] += 1
            now = whole(t.second[up * STRIDE + (hole >> 2)])
        elif is_open or (spot == 0 and number(t, ALWAYS_SECOND)):
            card = draw_card(shoe, table, seen)
            now = whole(t.second[up * STRIDE + (card >> 2)])
        if top >= number(t, COMPARED) or needs == NEEDS_ALL:
            while now & WHAT == DRAW:
                card = draw_card(shoe, table, seen)
                now = whole(t.dealer[(now >> WHAT_BITS) + (card >> 2)])
        result = whole(0 if now & WHAT == DRAW else now >> WHAT_BITS)
        settle_hands(t, table, result)
        if table[IS_INSURED] and not (spot == 0 and table[LOOKED]):
            is_won = result == BLACKJACK
            table[GAINED] += stake_of(t, table, STAKE_WON if is_won else STAKE_LOST)
    table[GAINED] += table[PENDING] * number(t, SPOTS)
    table[PENDING] = 0
    if SPEC.has_sides and table[POS] <= number(t, SIZE):
        settle_laid(shoe, table, result)


def call_off(table: Ints, seen: Ints) -> None:
    """Call a round off whose cards are not there."""
    for place in range(VALUES):
        seen[place] = table[SEEN_BEFORE + place]
    table[GAINED] = table[BEFORE]
    table[PHASE] = OVER


def carry_on(shoe: Any, table: Ints, seen: Ints, todo: int, now: int) -> bool:
    """Carry a table on until it waits for its player; whether the shoe has run out."""
    t = shoe.tables
    size = number(t, SIZE)
    while True:
        if todo == DEALS:
            todo = deal_round(shoe, table, seen)
            now = whole(NOT_OFFERED)
        if todo == LOOKS:
            todo, now = look(shoe, table, now)
        if todo == WALKS:
            todo = walk(shoe, table, seen, now)
        if todo == DRAWS:
            play_dealers(shoe, table, seen)
            table[PHASE] = OVER
        if table[POS] > size:
            call_off(table, seen)
            return True
        if table[PHASE] != OVER or table[POS] >= number(t, LIMIT):
            return False
        if number(t, WAGERS) > 1:
            table[PHASE] = BET
            return False
        todo = whole(DEALS)


FUNCTIONS = (
    draw_card, stake_of, pay_of, deal_round, finish_hand, look, walk, settle_hands, play_dealers,
    call_off, carry_on,
)  # fmt: skip
"""In the order in which they must be compiled."""
