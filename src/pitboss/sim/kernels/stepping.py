"""Step tables that wait for their players in a kernel: one action each, up to the next decision.

Plain functions; the targets compile them. They look rules up and contain none. ``t`` is
``Choices``, which takes the place of a simulation's tables in a shoe here.
"""

from typing import Any

import numpy as np

from pitboss.sim.kernels.laid import lay_of
from pitboss.sim.kernels.memory import SPEC, number
from pitboss.sim.kernels.random import seed_stream
from pitboss.sim.kernels.waiting import DEALS, LOOKS, NOT_OFFERED, WAITS, WALKS, carry_on, stake_of
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import Ints, ShoeState, to_int
from pitboss.sim.tables.step_layout import Observations, TableBatch


def mask_of(t: Any, table: Ints) -> int:
    """Return the legal actions as bits."""
    phase = table[step.PHASE]
    if phase == step.PLAY:
        return to_int(t.nodes[table[step.NODE] + step.NODE_MASK])
    if phase == step.BET:
        if SPEC.has_streaks and table[step.RIDING]:
            # A new wager has to wait until those still up are decided.
            return number(t, step.BARE)
        return ((to_int(1) << number(t, step.WAGERS)) - 1) << number(t, step.FIRST_BET)
    if phase == step.OVER:
        return to_int(1)
    bits = to_int(table[step.ASKED])
    if table[step.IS_EARLY]:
        # Declining answers insurance only.
        bits &= ~(1 << step.DECLINE)
        early = to_int(1) << step.SURRENDER | to_int(1) << number(t, step.KEEP)
        return early | bits << number(t, step.OFFERS)
    return bits << number(t, step.OFFERS)


def answered(t: Any, table: Ints, action: int) -> tuple[int, int]:
    """Take an answer to insurance or early surrender; return the next phase and its entry."""
    if table[step.IS_EARLY] and action == step.SURRENDER:
        table[step.ASKED] = 0
        table[step.IS_EARLY] = 0
        return LOOKS, number(t, step.GIVEN_UP)
    if table[step.IS_EARLY] and action == number(t, step.KEEP):
        table[step.IS_EARLY] = 0
    else:
        answer = action - number(t, step.OFFERS)
        is_half = stake_of(t, table, step.STAKE_IS_HALF)
        is_blackjack = (
            t.dealt[(table[step.ONE] >> 2) * layout.STRIDE + (table[step.TWO] >> 2)]
            & step.BLACKJACK_BIT
        )
        is_first = table[step.IS_INSURED] == 0
        if answer == step.INSURE or (answer == step.TAKE_EVEN and is_half and is_first):
            table[step.IS_INSURED] = 1
            table[step.ASKED] = stake_of(t, table, step.STAKE_AFTER) if is_blackjack else to_int(0)
        else:
            table[step.ASKED] = 0
            if answer == step.TAKE_EVEN or (is_half and not is_first):
                table[step.IS_INSURED] = 0
                return LOOKS, number(t, step.EVEN_MONEY)
    if table[step.ASKED] or table[step.IS_EARLY]:
        return WAITS, 0
    return LOOKS, NOT_OFFERED


def taken(t: Any, table: Ints, action: int) -> tuple[int, int]:
    """Take a legal action; return the next phase and its entry."""
    phase = table[step.PHASE]
    if phase == step.PLAY:
        node = table[step.NODE]
        entry = to_int(t.nodes[node + action])
        if to_int(t.nodes[node + step.NODE_LAMMERS]) >> action & 1:
            table[step.LAMMERS] = 1
        if action == step.SPLIT:
            place = (entry >> layout.TAG_BITS) * step.PAIR_WIDTH
            table[step.HANDS] += 1
            table[step.ADDED + table[step.WAITING]] = t.pairs[place + step.PAIR_ADDED]
            table[step.WAITING] += 1
            entry = to_int(t.pairs[place + step.PAIR_STAYS])
        return WALKS, entry
    if phase == step.BET:
        wager = action - number(t, step.FIRST_BET)
        table[step.WAGER] = wager // number(t, step.LAYS)
        table[step.LAY] = wager % number(t, step.LAYS)
        return DEALS, 0
    return answered(t, table, action)


def open_table(shoe: Any, table: Ints, seen: Ints) -> int:
    """Begin an episode from a new shoe; return the next phase."""
    shoe.at[layout.AT_FILLED] = 0
    for place in range(step.HELD):
        table[place] = 0
    for place in range(step.VALUES):
        seen[place] = 0
    table[step.METER] = number(shoe.tables, step.METER_FIRST)
    if number(shoe.tables, step.WAGERS) > 1:
        table[step.PHASE] = step.BET
        return WAITS
    return DEALS


def observe(t: Any, table: Ints, seen: Ints, mask: Ints) -> None:
    """Write the player's observation; the cards seen are in it already."""
    phase = table[step.PHASE]
    for place in range(step.FEATURES):
        seen[place] = 0
    seen[0] = phase
    if phase in (step.PLAY, step.OFFER):
        seen[4] = table[step.FIRST]
        seen[5] = t.values[table[step.UP]]
        seen[6] = table[step.HANDS]
        seen[7] = table[step.HAND]
    if phase == step.PLAY:
        node = table[step.NODE]
        seen[1] = t.nodes[node + step.NODE_TOTAL]
        seen[2] = t.nodes[node + step.NODE_SOFT]
        seen[3] = t.nodes[node + step.NODE_CARDS]
        seen[8] = t.nodes[node + step.NODE_ADDED]
        seen[9] = t.nodes[node + step.NODE_FREE]
    elif phase == step.OFFER:
        dealt = to_int(t.dealt[(table[step.ONE] >> 2) * layout.STRIDE + (table[step.TWO] >> 2)])
        seen[1] = dealt >> step.TOTAL_SHIFT
        seen[2] = 1 if dealt & step.SOFT_BIT else 0
        seen[3] = 2
    bits = mask_of(t, table)
    for action in range(number(t, step.ACTIONS)):
        seen[step.FEATURES + step.VALUES + action] = bits >> action & 1
        mask[action] = bits >> action & 1
    if SPEC.has_streaks:
        laid = lay_of(t, table, step.LAY_STAYS) if phase in (step.PLAY, step.OFFER) else to_int(0)
        place = step.FEATURES + step.VALUES + number(t, step.ACTIONS)
        seen[place] = table[step.RIDING] | laid
        seen[place + 1] = table[step.WINS]


def step_table(
    t: Any, batch: TableBatch, observations: Observations, actions: Ints, place: int, mode: int
) -> None:
    """Take the action of one table, and return its result."""
    shoe = ShoeState(t, batch.cards[place], batch.rng[place], batch.at[place])
    table, seen = batch.table[place], observations.seen[place]
    counts = seen[step.FEATURES : step.FEATURES + step.VALUES]
    action = to_int(actions[place])
    todo, entry = to_int(WAITS), to_int(0)
    is_refused, is_new = False, False
    if table[step.IS_DONE] and mode == step.NEXT_STEP:
        todo = to_int(open_table(shoe, table, counts))
        is_new = True
    elif table[step.PHASE] != step.OVER:
        is_known = 0 <= action < number(t, step.ACTIONS)
        if is_known and mask_of(t, table) >> action & 1:
            todo, entry = taken(t, table, action)
        else:
            is_refused = True
    table[step.BEFORE] = table[step.GAINED]
    is_cut = False
    is_first = True
    while True:
        if todo != WAITS:
            is_cut = carry_on(shoe, table, counts, todo, entry)
        if not is_first:
            break
        table[step.STEPS] += 0 if is_new else 1
        is_over = table[step.PHASE] == step.OVER and not is_new
        observations.refused[place] = is_refused
        observations.ended[place] = is_over and not is_cut
        is_cut = is_cut or table[step.STEPS] >= number(t, step.STEPS_MAX)
        observations.cut[place] = is_cut
        table[step.IS_DONE] = 1 if is_over or is_cut else 0
        observations.rewards[place] = 0.0 if is_new else table[step.GAINED] / number(t, step.UNIT)
        table[step.GAINED] = table[step.GAINED] if is_new else 0
        if mode != step.SAME_STEP or table[step.IS_DONE] == 0:
            break
        observe(t, table, seen, observations.mask[place])
        for column in range(seen.shape[0]):
            observations.final[place, column] = seen[column]
        todo, entry = to_int(open_table(shoe, table, counts)), to_int(0)
        is_first = False
    observe(t, table, seen, observations.mask[place])


def reset_table(t: Any, batch: TableBatch, observations: Observations, place: int) -> None:
    """Begin an episode at one table."""
    shoe = ShoeState(t, batch.cards[place], batch.rng[place], batch.at[place])
    table, seen = batch.table[place], observations.seen[place]
    counts = seen[step.FEATURES : step.FEATURES + step.VALUES]
    todo = open_table(shoe, table, counts)
    if todo != WAITS:
        carry_on(shoe, table, counts, todo, to_int(0))
    observations.rewards[place] = 0.0
    observations.ended[place] = False
    observations.cut[place] = False
    observations.refused[place] = False
    observe(t, table, seen, observations.mask[place])


def seed_table(t: Any, batch: TableBatch, seed: np.uint64, place: int) -> None:
    """Give a table a full shoe and the random stream of a seed."""
    cards = batch.cards[place]
    for card in range(number(t, step.SIZE) + 1):
        cards[card] = t.shoe[card]
    seed_stream(batch.rng[place], seed, np.uint64(0))


def step_tables(
    t: Any, batch: TableBatch, observations: Observations, actions: Ints, mode: int
) -> None:
    """Take the action of every table."""
    for place in range(actions.shape[0]):
        step_table(t, batch, observations, actions, place, mode)


def reset_tables(t: Any, batch: TableBatch, observations: Observations, marked: Ints) -> None:
    """Begin an episode at the marked tables."""
    for place in range(marked.shape[0]):
        if marked[place]:
            reset_table(t, batch, observations, place)


def seed_tables(t: Any, batch: TableBatch, seeds: Ints, marked: Ints) -> None:
    """Give the marked tables the random streams of their seeds."""
    for place in range(marked.shape[0]):
        if marked[place]:
            seed_table(t, batch, np.uint64(seeds[place]), place)
