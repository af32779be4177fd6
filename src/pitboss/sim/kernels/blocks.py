"""Play blocks of rounds in a kernel: shuffles, rounds and the sums of results.

Plain functions; the targets compile them.
"""

import numpy as np

from pitboss.sim.kernels.dealing import open_block, open_sides, shuffle
from pitboss.sim.kernels.double_shoe import draw_determinant, restart_sides, shuffle_sides
from pitboss.sim.kernels.memory import SPEC, add_sums, count_result, end_of, kept_place, number
from pitboss.sim.kernels.round import play_round
from pitboss.sim.kernels.side_wagers import (
    clear_nets,
    look_at_round,
    move_streaks,
    open_wagers,
    place_streaks,
    settle_sides,
)
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import (
    Ints,
    RoundSums,
    ShoeState,
    SideWork,
    Task,
    Workspace,
    to_int,
)

RECORD_MAIN, RECORD_INSURANCE, RECORD_POS, RECORD_WIDTH = 0, 1, 2, 3
"""Columns of a record, and the number of columns before those of side wagers."""


def add(sums: Ints, wager: int, placed: int, net: int) -> None:
    """Add a wager's bets and net result of a round to its sums."""
    add_sums(sums, wager * layout.SUM_WIDTH, placed, net)


def add_sides(work: Workspace, sides: SideWork, sums: Ints) -> None:
    """Add the bets and net results of all side wagers in a round to the sums."""
    for side in range(number(work.shoe.tables, layout.SIDES)):
        first = side * layout.NET_WIDTH
        net = sides.nets[first + layout.NET_GAIN]
        add(sums, layout.SUM_SIDES + side, sides.nets[first + layout.NET_PLACED], net)


def bet_units(work: Workspace) -> int:
    """Return the number of wagers bet on each box in the round."""
    return (
        to_int(work.shoe.tables.ramp[work.out[layout.OUT_BUCKET]]) if SPEC.has_count else to_int(1)
    )


def add_round(work: Workspace, sides: SideWork, sums: RoundSums) -> None:
    """Count a round by its net result, and add up each wager if there is more than the main one.

    A result is that of one bet on each box; with a count, each count has its own results, from
    which the bets follow.
    """
    out, t = work.out, work.shoe.tables
    main, offset = out[layout.OUT_MAIN], out[layout.OUT_INSURANCE]
    place = main + offset - sums.low
    if SPEC.has_count:
        place += out[layout.OUT_BUCKET] * sums.results
    count_result(sums.counts, place)
    if SPEC.has_insurance or SPEC.has_sides:
        units = bet_units(work)
        bets = number(t, layout.BOXES) * SPEC.spots * units
        add(sums.sums, layout.SUM_MAIN, bets, main * units)
        add(sums.sums, layout.SUM_INSURANCE, out[layout.OUT_INSURED] * units, offset * units)
    if SPEC.has_sides:
        add_sides(work, sides, sums.sums)


def reach_round(shoe: ShoeState, pos: int, after: int) -> tuple[int, int]:
    """Shuffle a single shoe if it is time to.

    Return the position of the next card, and the number of rounds since the cutting card came out.
    """
    t = shoe.tables
    if pos >= number(t, layout.LIMIT):
        if after >= number(t, layout.EXTRA) or pos >= number(t, layout.SIZE):
            pos = shuffle(shoe)
            after = 0
        else:
            after += 1
    return pos, after


def is_short(shoe: ShoeState, pos: int) -> bool:
    """Return True if the cards ran out in a round."""
    is_void = SPEC.is_misdeal and pos > end_of(shoe)
    return shoe.at[layout.AT_MISSING] != 0 or is_void


def next_round(work: Workspace, pos: int, after: int) -> tuple[int, int]:
    """Shuffle if it is time to, and play a round, again if the cards ran out.

    Return the position of the next card, and the number of rounds since the cutting card came out.
    """
    shoe = work.shoe
    while True:
        if SPEC.is_double:
            pos = shuffle_sides(shoe, pos)
            pos = draw_determinant(shoe, work.out, pos)
        else:
            pos, after = reach_round(shoe, pos, after)
        pos = play_round(work, pos)
        if not (SPEC.may_run_out and is_short(shoe, pos)):
            return pos, after
        pos = end_of(shoe)


def finish_streaks(work: Workspace, sides: SideWork, sums: RoundSums, pos: int, after: int) -> None:
    """Play on until no wager of the block is still up, adding up side wagers only."""
    is_up = True
    while is_up:
        is_up = False
        for box in range(number(work.shoe.tables, layout.BOXES)):
            is_up = is_up or sides.kept[kept_place(box, layout.KEPT_UP)] != 0
        if is_up:
            pos, after = next_round(work, pos, after)
            clear_nets(work, sides)
            look_at_round(work, sides)
            move_streaks(work, sides)
            add_sides(work, sides, sums.sums)


def play_block(work: Workspace, sides: SideWork, sums: RoundSums, rounds: int, pos: int) -> None:
    """Play the rounds of a block from the card at ``pos`` on, and add up their results.

    The meter starts every block at the same amount.
    """
    after = to_int(0)
    if SPEC.has_sides:
        open_wagers(work, sides)
    for _ in range(rounds):
        if SPEC.has_streaks:
            place_streaks(work, sides)
        pos, after = next_round(work, pos, after)
        if SPEC.has_sides:
            settle_sides(work, sides)
        add_round(work, sides, sums)
    if SPEC.has_streaks:
        finish_streaks(work, sides, sums, pos, after)


def play_blocks(work: Workspace, sides: SideWork, sums: RoundSums, task: Task) -> None:
    """Play blocks of rounds, each with its own random stream."""
    for block in range(task.first, task.first + task.blocks):
        pos = open_block(work.shoe, np.uint64(task.seed), np.uint64(block))
        play_block(work, sides, sums, task.rounds, pos)


def play_order(work: Workspace, sides: SideWork, record: Ints) -> int:
    """Play one shoe in the order given, down to the cutting card; return the number of rounds.

    A double shoe restarts its sides instead. ``record`` (rounds, 3 + sides) is written: main
    wagers, insurance, position of the next card, and the net result of each side wager. A round
    that runs out of cards is not counted.
    """
    shoe, out, t = work.shoe, work.out, work.shoe.tables
    shoe.at[layout.AT_FILLED] = number(t, layout.SIZE)
    pos = number(t, layout.BURN_SHOE)
    shoe.at[layout.AT_SEEN] = 0
    if SPEC.is_double:
        open_sides(shoe, number(t, layout.SIZE))
    after, count = 0, 0
    while count < record.shape[0]:
        if SPEC.is_double:
            pos = draw_determinant(shoe, out, restart_sides(shoe, pos))
        elif count > 0 and pos >= number(t, layout.LIMIT):
            if after >= number(t, layout.EXTRA):
                break
            after += 1
        if SPEC.has_streaks:
            place_streaks(work, sides)
        pos = play_round(work, pos)
        if pos > end_of(shoe):
            break
        record[count, RECORD_MAIN] = out[layout.OUT_MAIN] * bet_units(work)
        record[count, RECORD_INSURANCE] = out[layout.OUT_INSURANCE] * bet_units(work)
        record[count, RECORD_POS] = pos
        if SPEC.has_sides:
            settle_sides(work, sides)
            for side in range(number(t, layout.SIDES)):
                record[count, RECORD_WIDTH + side] = sides.nets[
                    side * layout.NET_WIDTH + layout.NET_GAIN
                ]
        count += 1
    return count
