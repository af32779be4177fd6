"""Tables in a kernel that wait for their players: one action each, then the next is awaited.

Plain functions; the targets compile them. No rule is here, only look-ups.

``t`` is ``Choices``, which a shoe holds here in place of a simulation's tables.
"""

from typing import Any

import numpy as np

from pitboss.sim.kernels.dealing import FILLED
from pitboss.sim.kernels.laid import lay_of
from pitboss.sim.kernels.memory import number
from pitboss.sim.kernels.random import seed_stream
from pitboss.sim.kernels.waiting import DEALS, LOOKS, NOT_OFFERED, WAITS, WALKS, carry_on, stake_of
from pitboss.sim.tables.layout import STRIDE, WHAT_BITS, Ints, Shoe, Spec, whole
from pitboss.sim.tables.step_layout import (
    ACTIONS,
    ADDED,
    ASKED,
    BARE,
    BEFORE,
    BET,
    BLACKJACK_BIT,
    DECLINE,
    EVEN_MONEY,
    FEATURES,
    FIRST,
    FIRST_BET,
    GAINED,
    GIVEN_UP,
    HAND,
    HANDS,
    HELD,
    INSURE,
    IS_DONE,
    IS_EARLY,
    IS_INSURED,
    KEEP,
    LAMMERS,
    LAY,
    LAY_STAYS,
    LAYS,
    METER,
    METER_FIRST,
    NEXT_STEP,
    NODE,
    NODE_ADDED,
    NODE_CARDS,
    NODE_FREE,
    NODE_LAMMERS,
    NODE_MASK,
    NODE_SOFT,
    NODE_TOTAL,
    OFFER,
    OFFERS,
    ONE,
    OVER,
    PAIR_ADDED,
    PAIR_STAYS,
    PAIR_WIDTH,
    PHASE,
    PLAY,
    RIDING,
    SAME_STEP,
    SIZE,
    SOFT_BIT,
    SPLIT,
    STAKE_AFTER,
    STAKE_IS_HALF,
    STEPS,
    STEPS_MAX,
    SURRENDER,
    TAKE_EVEN,
    TOTAL_SHIFT,
    TWO,
    UNIT,
    UP,
    VALUES,
    WAGER,
    WAGERS,
    WAITING,
    WINS,
    Felts,
    Told,
)

SPEC = Spec()
"""What the kernel is built for; each target puts its own here."""


def mask_of(t: Any, table: Ints) -> int:
    """The actions that may be taken now, as bits."""
    phase = table[PHASE]
    if phase == PLAY:
        return whole(t.nodes[table[NODE] + NODE_MASK])
    if phase == BET:
        if SPEC.has_streaks and table[RIDING]:
            # Another waits until the earlier ones are decided.
            return number(t, BARE)
        return ((whole(1) << number(t, WAGERS)) - 1) << number(t, FIRST_BET)
    if phase == OVER:
        return whole(1)
    bits = whole(table[ASKED])
    if table[IS_EARLY]:
        # To decline is to answer insurance alone.
        bits &= ~(1 << DECLINE)
        early = whole(1) << SURRENDER | whole(1) << number(t, KEEP)
        return early | bits << number(t, OFFERS)
    return bits << number(t, OFFERS)


def taken(t: Any, table: Ints, action: int) -> tuple[int, int]:
    """Take an action that is offered; what comes next, and at which entry."""
    phase = table[PHASE]
    if phase == PLAY:
        node = table[NODE]
        now = whole(t.nodes[node + action])
        if whole(t.nodes[node + NODE_LAMMERS]) >> action & 1:
            table[LAMMERS] = 1
        if action == SPLIT:
            place = (now >> WHAT_BITS) * PAIR_WIDTH
            table[HANDS] += 1
            table[ADDED + table[WAITING]] = t.pairs[place + PAIR_ADDED]
            table[WAITING] += 1
            now = whole(t.pairs[place + PAIR_STAYS])
        return WALKS, now
    if phase == BET:
        wager = action - number(t, FIRST_BET)
        table[WAGER] = wager // number(t, LAYS)
        table[LAY] = wager % number(t, LAYS)
        return DEALS, 0
    return answered(t, table, action)


def answered(t: Any, table: Ints, action: int) -> tuple[int, int]:
    """Take an answer to what is offered before the dealer looks."""
    if table[IS_EARLY] and action == SURRENDER:
        table[ASKED] = 0
        table[IS_EARLY] = 0
        return LOOKS, number(t, GIVEN_UP)
    if table[IS_EARLY] and action == number(t, KEEP):
        table[IS_EARLY] = 0
    else:
        answer = action - number(t, OFFERS)
        is_half = stake_of(t, table, STAKE_IS_HALF)
        is_blackjack = t.dealt[(table[ONE] >> 2) * STRIDE + (table[TWO] >> 2)] & BLACKJACK_BIT
        is_first = table[IS_INSURED] == 0
        if answer == INSURE or (answer == TAKE_EVEN and is_half and is_first):
            table[IS_INSURED] = 1
            table[ASKED] = stake_of(t, table, STAKE_AFTER) if is_blackjack else whole(0)
        else:
            table[ASKED] = 0
            if answer == TAKE_EVEN or (is_half and not is_first):
                table[IS_INSURED] = 0
                return LOOKS, number(t, EVEN_MONEY)
    if table[ASKED] or table[IS_EARLY]:
        return WAITS, 0
    return LOOKS, NOT_OFFERED


def open_table(shoe: Any, table: Ints, seen: Ints) -> int:
    """Begin an episode from a new shoe; what comes next."""
    shoe.at[FILLED] = 0
    for place in range(HELD):
        table[place] = 0
    for place in range(VALUES):
        seen[place] = 0
    table[METER] = number(shoe.tables, METER_FIRST)
    if number(shoe.tables, WAGERS) > 1:
        table[PHASE] = BET
        return WAITS
    return DEALS


def tell(t: Any, table: Ints, seen: Ints, mask: Ints) -> None:
    """Write what the player sees now; cards seen stand there already."""
    phase = table[PHASE]
    for place in range(FEATURES):
        seen[place] = 0
    seen[0] = phase
    if phase in (PLAY, OFFER):
        seen[4] = table[FIRST]
        seen[5] = t.values[table[UP]]
        seen[6] = table[HANDS]
        seen[7] = table[HAND]
    if phase == PLAY:
        node = table[NODE]
        seen[1] = t.nodes[node + NODE_TOTAL]
        seen[2] = t.nodes[node + NODE_SOFT]
        seen[3] = t.nodes[node + NODE_CARDS]
        seen[8] = t.nodes[node + NODE_ADDED]
        seen[9] = t.nodes[node + NODE_FREE]
    elif phase == OFFER:
        dealt = whole(t.dealt[(table[ONE] >> 2) * STRIDE + (table[TWO] >> 2)])
        seen[1] = dealt >> TOTAL_SHIFT
        seen[2] = 1 if dealt & SOFT_BIT else 0
        seen[3] = 2
    bits = mask_of(t, table)
    for action in range(number(t, ACTIONS)):
        seen[FEATURES + VALUES + action] = bits >> action & 1
        mask[action] = bits >> action & 1
    if SPEC.has_streaks:
        laid = lay_of(t, table, LAY_STAYS) if phase in (PLAY, OFFER) else whole(0)
        place = FEATURES + VALUES + number(t, ACTIONS)
        seen[place] = table[RIDING] | laid
        seen[place + 1] = table[WINS]


def step_table(t: Any, felts: Felts, told: Told, actions: Ints, place: int, mode: int) -> None:
    """Take the action of one table, and return its result."""
    shoe = Shoe(t, felts.cards[place], felts.rng[place], felts.at[place])
    table, seen = felts.table[place], told.seen[place]
    counts = seen[FEATURES : FEATURES + VALUES]
    action = whole(actions[place])
    todo, now = whole(WAITS), whole(0)
    is_refused, is_new = False, False
    if table[IS_DONE] and mode == NEXT_STEP:
        todo = whole(open_table(shoe, table, counts))
        is_new = True
    elif table[PHASE] != OVER:
        is_known = 0 <= action < number(t, ACTIONS)
        if is_known and mask_of(t, table) >> action & 1:
            todo, now = taken(t, table, action)
        else:
            is_refused = True
    table[BEFORE] = table[GAINED]
    is_cut = False
    is_first = True
    while True:
        if todo != WAITS:
            is_cut = carry_on(shoe, table, counts, todo, now)
        if not is_first:
            break
        table[STEPS] += 0 if is_new else 1
        is_over = table[PHASE] == OVER and not is_new
        told.refused[place] = is_refused
        told.ended[place] = is_over and not is_cut
        is_cut = is_cut or table[STEPS] >= number(t, STEPS_MAX)
        told.cut[place] = is_cut
        table[IS_DONE] = 1 if is_over or is_cut else 0
        told.rewards[place] = 0.0 if is_new else table[GAINED] / number(t, UNIT)
        table[GAINED] = table[GAINED] if is_new else 0
        if mode != SAME_STEP or table[IS_DONE] == 0:
            break
        tell(t, table, seen, told.mask[place])
        for column in range(seen.shape[0]):
            told.final[place, column] = seen[column]
        todo, now = whole(open_table(shoe, table, counts)), whole(0)
        is_first = False
    tell(t, table, seen, told.mask[place])


def reset_table(t: Any, felts: Felts, told: Told, place: int) -> None:
    """Begin an episode at one table."""
    shoe = Shoe(t, felts.cards[place], felts.rng[place], felts.at[place])
    table, seen = felts.table[place], told.seen[place]
    counts = seen[FEATURES : FEATURES + VALUES]
    todo = open_table(shoe, table, counts)
    if todo != WAITS:
        carry_on(shoe, table, counts, todo, whole(0))
    told.rewards[place] = 0.0
    told.ended[place] = False
    told.cut[place] = False
    told.refused[place] = False
    tell(t, table, seen, told.mask[place])


def seed_table(t: Any, felts: Felts, seed: np.uint64, place: int) -> None:
    """Give a table a full shoe and the stream of a seed."""
    cards = felts.cards[place]
    for card in range(number(t, SIZE) + 1):
        cards[card] = t.shoe[card]
    seed_stream(felts.rng[place], seed, np.uint64(0))


def step_tables(t: Any, felts: Felts, told: Told, actions: Ints, mode: int) -> None:
    """Take the action of every table."""
    for place in range(actions.shape[0]):
        step_table(t, felts, told, actions, place, mode)


def reset_tables(t: Any, felts: Felts, told: Told, which: Ints) -> None:
    """Begin an episode at the tables that are marked."""
    for place in range(which.shape[0]):
        if which[place]:
            reset_table(t, felts, told, place)


def seed_tables(t: Any, felts: Felts, seeds: Ints, which: Ints) -> None:
    """Give the tables that are marked the streams of their seeds."""
    for place in range(which.shape[0]):
        if which[place]:
            seed_table(t, felts, np.uint64(seeds[place]), place)


FUNCTIONS = (
    mask_of, answered, taken, open_table, tell, step_table, reset_table, seed_table, step_tables,
    reset_tables, seed_tables,
)  # fmt: skip
"""In the order in which they must be compiled."""
