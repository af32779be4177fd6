"""Play the same cards twice in a kernel: a round with the other strategy, then with the usual one.

Plain functions; the targets compile them. Both share the shoe, so that only the plays make their
results differ.
"""

import numpy as np

from pitboss.sim.counting import BUCKETS
from pitboss.sim.kernels.counting import COUNTED, DEVIATED, SEEN, SPEC, end_of
from pitboss.sim.kernels.dealing import FILLED, MISSING, RECYCLED, open_block, shuffle
from pitboss.sim.kernels.memory import number
from pitboss.sim.kernels.round import play_round
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Differences, Ints, ShoeState, Task, Workspace, whole


def note(gains: Ints, play: int, bucket: int, net: int) -> None:
    """Add a play's gain in a round to its sums."""
    first = (play * BUCKETS + bucket) * layout.SUM_WIDTH
    gains[first + layout.SUM_PLACED] += 1
    gains[first + layout.SUM_GAIN] += net
    gains[first + layout.SUM_SQUARES] += net * net


def play_ahead(other: Workspace, pos: int) -> None:
    """Play the round with the other strategy, then rewind the shoe."""
    at = other.shoe.at
    counted, seen, recycled = at[COUNTED], at[SEEN], at[RECYCLED]
    at[DEVIATED] = 0
    play_round(other, pos)
    at[COUNTED] = counted
    at[SEEN] = seen
    at[RECYCLED] = recycled
    at[MISSING] = 0
    end = end_of(other.shoe)
    if at[FILLED] > end:
        at[FILLED] = end


def add_pair(usual: Workspace, other: Workspace, sums: Differences) -> None:
    """Add the gain of the other strategy to the first play that deviated.

    If no play deviated, all of it is the gain of insurance and even money.
    """
    bucket = whole(usual.out[layout.OUT_BUCKET])
    sums.rounds[bucket] += 1
    offset = other.out[layout.OUT_INSURANCE] - usual.out[layout.OUT_INSURANCE]
    main = other.out[layout.OUT_MAIN] - usual.out[layout.OUT_MAIN]
    play = other.shoe.at[DEVIATED]
    if play == 0:
        offset += main
    else:
        note(sums.gains, play, bucket, main)
    if offset != 0:
        note(sums.gains, 0, bucket, offset)


def is_short(shoe: ShoeState, pos: int) -> bool:
    """Return True if the cards ran out in a round."""
    is_void = SPEC.is_misdeal and pos > end_of(shoe)
    return shoe.at[MISSING] != 0 or is_void


def play_pairs(usual: Workspace, other: Workspace, sums: Differences, task: Task) -> None:
    """Play blocks of rounds with both strategies."""
    shoe, t = usual.shoe, usual.shoe.tables
    for block in range(task.first, task.first + task.blocks):
        pos = open_block(shoe, np.uint64(task.seed), np.uint64(block))
        after, played = whole(0), whole(0)
        while played < task.rounds:
            if pos >= number(t, layout.LIMIT):
                if after >= number(t, layout.EXTRA) or pos >= number(t, layout.SIZE):
                    pos = shuffle(shoe)
                    after = 0
                else:
                    after += 1
            play_ahead(other, pos)
            deviated = other.shoe.at[DEVIATED]
            pos = play_round(usual, pos)
            other.shoe.at[DEVIATED] = deviated
            if SPEC.may_run_out and is_short(shoe, pos):
                pos = end_of(shoe)
                continue
            add_pair(usual, other, sums)
            played += 1


FUNCTIONS = (note, play_ahead, add_pair, is_short, play_pairs)
"""Functions in the order in which they must be compiled."""
