"""Play the same cards twice in a kernel: a round with the other strategy, then with the usual one.

Plain functions; the targets compile them. Both share the shoe, so that only the plays make their
results differ.
"""

import numpy as np

from pitboss.sim.counting import BUCKETS
from pitboss.sim.kernels.blocks import is_short, reach_round
from pitboss.sim.kernels.dealing import open_block
from pitboss.sim.kernels.memory import SPEC, add_sums, end_of
from pitboss.sim.kernels.round import play_round
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Differences, Task, Workspace, to_int


def play_ahead(other: Workspace, pos: int) -> None:
    """Play the round with the other strategy, then rewind the shoe."""
    at = other.shoe.at
    seen, recycled = at[layout.AT_SEEN], at[layout.AT_RECYCLED]
    at[layout.AT_DEVIATED] = 0
    play_round(other, pos)
    at[layout.AT_SEEN] = seen
    at[layout.AT_RECYCLED] = recycled
    at[layout.AT_MISSING] = 0
    end = end_of(other.shoe)
    if at[layout.AT_FILLED] > end:
        at[layout.AT_FILLED] = end


def add_pair(usual: Workspace, other: Workspace, sums: Differences) -> None:
    """Add the gain of the other strategy to the first play that deviated.

    If no play deviated, all of it is the gain of insurance and even money.
    """
    bucket = to_int(usual.out[layout.OUT_BUCKET])
    sums.rounds[bucket] += 1
    offset = other.out[layout.OUT_INSURANCE] - usual.out[layout.OUT_INSURANCE]
    main = other.out[layout.OUT_MAIN] - usual.out[layout.OUT_MAIN]
    play = other.shoe.at[layout.AT_DEVIATED]
    if play == 0:
        offset += main
    else:
        add_sums(sums.gains, (play * BUCKETS + bucket) * layout.SUM_WIDTH, 1, main)
    if offset != 0:
        add_sums(sums.gains, bucket * layout.SUM_WIDTH, 1, offset)


def play_pairs(usual: Workspace, other: Workspace, sums: Differences, task: Task) -> None:
    """Play blocks of rounds with both strategies."""
    shoe = usual.shoe
    for block in range(task.first, task.first + task.blocks):
        pos = open_block(shoe, np.uint64(task.seed), np.uint64(block))
        after, played = to_int(0), to_int(0)
        while played < task.rounds:
            pos, after = reach_round(shoe, pos, after)
            play_ahead(other, pos)
            deviated = other.shoe.at[layout.AT_DEVIATED]
            pos = play_round(usual, pos)
            other.shoe.at[layout.AT_DEVIATED] = deviated
            if SPEC.may_run_out and is_short(shoe, pos):
                pos = end_of(shoe)
                continue
            add_pair(usual, other, sums)
            played += 1
