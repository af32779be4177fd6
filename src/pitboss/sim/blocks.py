"""Blocks of rounds in a kernel: shuffles, one round after another, and the sums of results.

Plain functions over arrays; the targets compile them.
"""

import numpy as np

from pitboss.sim.counting import count_from, end_of
from pitboss.sim.dealing import FILLED, MISSING, SPEC, open_block, shuffle
from pitboss.sim.double_shoe import draw_determinant, open_order, restart_sides, shuffle_sides
from pitboss.sim.layout import (
    BOXES,
    BURN_SHOE,
    EXTRA,
    LIMIT,
    OUT_BUCKET,
    OUT_INSURANCE,
    OUT_INSURED,
    OUT_MAIN,
    SIDES,
    SIZE,
    Bytes,
    Ints,
    SideTables,
    State,
    Tables,
    whole,
)
from pitboss.sim.memory import bin_slot, number
from pitboss.sim.round import play_round
from pitboss.sim.sides import look_at_round, move_streaks, place_streaks, settle_sides

RECORD_WIDTH = 3
"""Columns of a record before those of side wagers."""


def add(sums: Ints, wager: int, placed: int, net: int) -> None:
    """Count what a wager came to in a round."""
    sums[wager * 3] += placed
    sums[wager * 3 + 1] += net
    sums[wager * 3 + 2] += net * net


def bet_units(t: Tables, out: Ints) -> int:
    """How many wagers were bet on each box in the round."""
    return whole(t.ramp[out[OUT_BUCKET]]) if SPEC.has_count else whole(1)


def add_round(t: Tables, out: Ints, nets: Ints, counts: Ints, sums: Ints, low: int) -> None:
    """Count a round: its result, and each wager where there are others than the main one.

    The sums of side wagers follow those of main wager and insurance, and those of one wager bet at
    each count come last.
    """
    units = bet_units(t, out)
    main, offset = out[OUT_MAIN] * units, out[OUT_INSURANCE] * units
    counts[bin_slot(main + offset - low)] += 1
    if SPEC.has_insurance or SPEC.has_sides or SPEC.has_count:
        add(sums, 0, number(t, BOXES) * SPEC.spots * units, main)
        add(sums, 1, out[OUT_INSURED] * units, offset)
    if SPEC.has_sides:
        for side in range(number(t, SIDES)):
            add(sums, 2 + side, nets[side * 2], nets[side * 2 + 1])
    if SPEC.has_count:
        place = 2 + number(t, SIDES) + out[OUT_BUCKET]
        add(sums, place, 1, out[OUT_MAIN] + out[OUT_INSURANCE])


def next_round(
    t: Tables, shoe: Bytes, rng: State, at: Ints, held: Ints, out: Ints, pos: int, after: int
) -> tuple[int, int]:
    """Shuffle where that is due and play a round, again where the cards did not suffice.

    Where the next card lies, and how many rounds there were since the cutting card came out.
    """
    while True:
        if SPEC.is_double:
            pos = shuffle_sides(t, shoe, at, pos)
            pos = draw_determinant(t, shoe, rng, at, out, pos)
        elif pos >= number(t, LIMIT):
            if after >= number(t, EXTRA) or pos >= number(t, SIZE):
                pos = shuffle(t, at)
                after = 0
            else:
                after += 1
        pos = play_round(t, shoe, rng, at, pos, held, out)
        if not SPEC.may_run_out:
            break
        is_void = SPEC.is_misdeal and pos > end_of(t, at)
        if at[MISSING] == 0 and not is_void:
            break
        pos = end_of(t, at)
    return pos, after


def play_block(
    t: Tables,
    s: SideTables,
    shoe: Bytes,
    rng: State,
    at: Ints,
    held: Ints,
    out: Ints,
    kept: Ints,
    nets: Ints,
    counts: Ints,
    sums: Ints,
    low: int,
    rounds: int,
    pos: int,
) -> None:
    """Play the rounds of a block.

    ``counts`` of results from ``low`` grains upwards are added to, and so are ``sums`` (wagers, 3):
    how often each wager was placed, what it gained, and the squares of that, round by round. The
    meter stands where it does at the beginning of every block.
    """
    after = 0
    if SPEC.has_sides:
        for place in range(1 + 2 * number(t, BOXES)):
            kept[place] = 0
        kept[0] = s.meter[0]
    for _ in range(rounds):
        if SPEC.has_streaks:
            place_streaks(t, s, kept)
        pos, after = next_round(t, shoe, rng, at, held, out, pos, after)
        if SPEC.has_sides:
            settle_sides(t, s, shoe, rng, held, out, kept, nets)
        add_round(t, out, nets, counts, sums, low)
    if SPEC.has_streaks:
        finish_streaks(t, s, shoe, rng, at, held, out, kept, nets, sums, pos, after)


def finish_streaks(
    t: Tables,
    s: SideTables,
    shoe: Bytes,
    rng: State,
    at: Ints,
    held: Ints,
    out: Ints,
    kept: Ints,
    nets: Ints,
    sums: Ints,
    pos: int,
    after: int,
) -> None:
    """Play on, counting nothing else, until no wager of the block is up any more."""
    is_up = True
    while is_up:
        is_up = False
        for box in range(number(t, BOXES)):
            is_up = is_up or kept[2 + 2 * box] != 0
        if is_up:
            pos, after = next_round(t, shoe, rng, at, held, out, pos, after)
            for side in range(number(t, SIDES)):
                nets[side * 2] = 0
                nets[side * 2 + 1] = 0
            look_at_round(t, s, shoe, held, out)
            move_streaks(t, s, shoe, held, out, kept, nets)
            for side in range(number(t, SIDES)):
                add(sums, 2 + side, nets[side * 2], nets[side * 2 + 1])


def play_blocks(
    t: Tables,
    s: SideTables,
    shoe: Bytes,
    rng: State,
    at: Ints,
    held: Ints,
    out: Ints,
    kept: Ints,
    nets: Ints,
    counts: Ints,
    sums: Ints,
    low: int,
    seed: np.uint64,
    block: int,
    blocks: int,
    rounds: int,
) -> None:
    """Play blocks from number ``block`` on, each with its own stream and ``rounds`` rounds."""
    for one in range(block, block + blocks):
        pos = open_block(t, shoe, rng, at, seed, np.uint64(one))
        play_block(t, s, shoe, rng, at, held, out, kept, nets, counts, sums, low, rounds, pos)


def play_order(
    t: Tables,
    s: SideTables,
    shoe: Bytes,
    rng: State,
    at: Ints,
    held: Ints,
    out: Ints,
    kept: Ints,
    nets: Ints,
    record: Ints,
) -> int:
    """Play one shoe in the order given, down to the cutting card; how many rounds there were.

    The sides of a double shoe begin again instead. ``record`` (rounds, 3 + sides) is written: main
    wagers, insurance, where the next card lies, and what each side wager came to. A round that the
    cards do not suffice for is not counted.
    """
    at[FILLED] = number(t, SIZE)
    pos = number(t, BURN_SHOE)
    if SPEC.has_count:
        count_from(at, pos)
    if SPEC.is_double:
        open_order(t, at)
    after, count = 0, 0
    while count < record.shape[0]:
        if SPEC.is_double:
            pos = draw_determinant(t, shoe, rng, at, out, restart_sides(t, shoe, at, pos))
        elif count > 0 and pos >= number(t, LIMIT):
            if after >= number(t, EXTRA):
                break
            after += 1
        if SPEC.has_streaks:
            place_streaks(t, s, kept)
        pos = play_round(t, shoe, rng, at, pos, held, out)
        if pos > end_of(t, at):
            break
        record[count, 0] = out[OUT_MAIN] * bet_units(t, out)
        record[count, 1] = out[OUT_INSURANCE] * bet_units(t, out)
        record[count, 2] = pos
        if SPEC.has_sides:
            settle_sides(t, s, shoe, rng, held, out, kept, nets)
            for side in range(number(t, SIDES)):
                record[count, RECORD_WIDTH + side] = nets[side * 2 + 1]
        count += 1
    return count


FUNCTIONS = (
    add,
    bet_units,
    add_round,
    next_round,
    finish_streaks,
    play_block,
    play_blocks,
    play_order,
)
"""In the order in which they must be compiled."""
