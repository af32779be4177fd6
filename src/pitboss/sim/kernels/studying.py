"""Study a game in a kernel: the results of rounds at every depth of the shoe and every count.

Plain functions; the targets compile them. Every round has one wager on each box, so that any bets
can be evaluated from the sums afterwards.
"""

import numpy as np

from pitboss.sim.counting import BUCKETS
from pitboss.sim.kernels.blocks import next_round
from pitboss.sim.kernels.dealing import open_block
from pitboss.sim.kernels.memory import SPEC, add_sums, add_to, number
from pitboss.sim.kernels.round import box_settled
from pitboss.sim.kernels.side_wagers import open_wagers, settle_sides
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints, SideWork, Tally, Task, Workspace, to_int

TRACE_SHOE, TRACE_DEPTH, TRACE_BUCKET, TRACE_NET, TRACE_WIDTH = range(5)
"""Columns of a trace: the shoe, the cards dealt before the round, the count, and the net result."""


def squares_of_boxes(work: Workspace) -> int:
    """Return the sum of the squared net results of each box, insurance included."""
    out, t = work.out, work.shoe.tables
    total = to_int(out[layout.OUT_MAIN] + out[layout.OUT_INSURANCE])
    if SPEC.is_single:
        return total * total
    squares = to_int(0)
    for box in range(number(t, layout.BOXES)):
        net = box_settled(work, box * layout.HANDS, out[layout.OUT_RESULT])
        if out[layout.OUT_INSURED] > 0 and work.held[box * layout.HANDS + layout.HELD_INSURED] != 0:
            net += out[layout.OUT_INSURANCE] // out[layout.OUT_INSURED]
        squares += net * net
    return squares


def add_wager(sums: Ints, first: int, placed: int, net: int) -> None:
    """Add a wager's bets and net result of a round to its sums."""
    if placed != 0 or net != 0:
        add_sums(sums, first, placed, net)


def add_studied(work: Workspace, sides: SideWork, tally: Tally, depth: int) -> None:
    """Add a round to the sums of its depth and count."""
    out, t = work.out, work.shoe.tables
    cell = depth * BUCKETS + out[layout.OUT_BUCKET]
    total = out[layout.OUT_MAIN] + out[layout.OUT_INSURANCE]
    first = cell * layout.CELL_WIDTH
    add_to(tally.cells, first + layout.CELL_ROUNDS, 1)
    add_to(tally.cells, first + layout.CELL_TOTAL, total)
    add_to(tally.cells, first + layout.CELL_SQUARES, total * total)
    if not SPEC.is_single:
        add_to(tally.cells, first + layout.CELL_EACH, squares_of_boxes(work))
    row = cell * (1 + number(t, layout.SIDES)) * layout.SUM_WIDTH
    if SPEC.has_insurance:
        add_wager(tally.wagers, row, out[layout.OUT_INSURED], out[layout.OUT_INSURANCE])
    if SPEC.has_sides:
        for side in range(number(t, layout.SIDES)):
            placed = sides.nets[side * layout.NET_WIDTH + layout.NET_PLACED]
            net = sides.nets[side * layout.NET_WIDTH + layout.NET_GAIN]
            add_wager(tally.wagers, row + (1 + side) * layout.SUM_WIDTH, placed, net)


def add_move(work: Workspace, tally: Tally, before: int, bucket: int) -> None:
    """Count the move since the last round, in steps of depth, and to the present count."""
    width = 2 * number(work.shoe.tables, layout.BOXES) + 2
    step = before // width
    further = work.shoe.at[layout.AT_BEGAN] // width - step
    further = to_int(layout.MOVES - 1) if further > layout.MOVES - 1 else further
    place = ((step * BUCKETS + bucket) * layout.MOVES + further) * BUCKETS + work.out[
        layout.OUT_BUCKET
    ]
    add_to(tally.moves, place, 1)


def add_low(work: Workspace, tally: Tally, lowest: int) -> None:
    """Count a round by the lowest count of its shoe so far."""
    step = work.shoe.at[layout.AT_BEGAN] // (2 * number(work.shoe.tables, layout.BOXES) + 2)
    add_to(tally.lows, (step * BUCKETS + work.out[layout.OUT_BUCKET]) * BUCKETS + lowest, 1)


def study_block(work: Workspace, sides: SideWork, tally: Tally, rounds: int, pos: int) -> None:
    """Play the rounds of a block, and on to the end of the last round's shoe.

    Whole shoes are played, or deep rounds would be too rare. A round that follows the cutting card
    counts at the depth of the round before it. The meter starts every block at the same amount.
    """
    after, before, bucket, lowest = to_int(0), to_int(-1), to_int(0), to_int(0)
    if SPEC.has_sides:
        open_wagers(work, sides)
    played = to_int(0)
    while True:
        pos, after = next_round(work, pos, after)
        began = to_int(work.shoe.at[layout.AT_BEGAN])
        is_fresh = began <= before or before < 0
        if is_fresh and played >= rounds:
            break
        if SPEC.has_sides:
            settle_sides(work, sides)
        depth = began
        if number(work.shoe.tables, layout.EXTRA) > 0:
            depth = to_int(0) if is_fresh else before
        add_studied(work, sides, tally, depth)
        if not is_fresh:
            add_move(work, tally, before, bucket)
        before = began
        bucket = to_int(work.out[layout.OUT_BUCKET])
        lowest = bucket if is_fresh or bucket < lowest else lowest
        add_low(work, tally, lowest)
        played += 1


def play_study(work: Workspace, sides: SideWork, tally: Tally, task: Task) -> None:
    """Play blocks of rounds, each with its own random stream."""
    for block in range(task.first, task.first + task.blocks):
        pos = open_block(work.shoe, np.uint64(task.seed), np.uint64(block))
        study_block(work, sides, tally, task.rounds, pos)


def play_trace(work: Workspace, record: Ints, task: Task) -> None:
    """Play one block and record every round; ``record`` (rounds, 4) has the columns above."""
    pos = open_block(work.shoe, np.uint64(task.seed), np.uint64(task.first))
    after, before, shoe = to_int(0), to_int(-1), to_int(0)
    for place in range(record.shape[0]):
        pos, after = next_round(work, pos, after)
        began = to_int(work.shoe.at[layout.AT_BEGAN])
        shoe += 1 if began <= before else 0
        record[place, TRACE_SHOE] = shoe
        record[place, TRACE_DEPTH] = began
        record[place, TRACE_BUCKET] = work.out[layout.OUT_BUCKET]
        record[place, TRACE_NET] = work.out[layout.OUT_MAIN] + work.out[layout.OUT_INSURANCE]
        before = began
