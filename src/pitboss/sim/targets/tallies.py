"""Room for what a study adds up, and playing for it on the processor."""

import numpy as np

from pitboss.sim.errors import SimulationError
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.kernels.studying import TRACE_WIDTH
from pitboss.sim.run import Task
from pitboss.sim.tables.layout import BUCKETS, CELL_WIDTH, MOVES, SIZE, SUM_WIDTH, Ints, Part, Tally
from pitboss.sim.targets.cpu import kernels, uncompiled, workspace


def check_studied(experiment: Experiment) -> None:
    """Raise where a study cannot tell what it would have to."""
    if experiment.betting is None:
        raise SimulationError("a study needs a count")
    if experiment.is_double or experiment.is_shuffled_every_round:
        raise SimulationError("a study is of a single shoe that is dealt down to a cutting card")
    if experiment.spec.has_streaks:
        raise SimulationError("a wager that stays up over rounds has no count of its own")
    if experiment.boxes > 1 and experiment.rules.dealer.hands > 1:
        raise SimulationError("with several dealer hands a study has one box")


def width_of(experiment: Experiment) -> int:
    """Cards of one step of depth: the fewest that a round takes."""
    return 2 * experiment.boxes + 2


def tally_of(experiment: Experiment) -> Tally:
    """Room for the sums of a study, all of them 0."""
    depths = int(experiment.tables.numbers[SIZE]) + 1
    steps = depths // width_of(experiment) + 1
    return Tally(
        np.zeros(depths * BUCKETS * CELL_WIDTH, dtype=np.int64),
        np.zeros(depths * BUCKETS * (1 + len(experiment.sides)) * SUM_WIDTH, dtype=np.int64),
        np.zeros(steps * BUCKETS * MOVES * BUCKETS, dtype=np.int64),
        np.zeros(steps * BUCKETS * BUCKETS, dtype=np.int64),
    )


def studied(experiment: Experiment, task: Task, *, is_compiled: bool = True) -> Tally:
    """Play a task on the processor and add up what a study asks."""
    work, sides, _ = workspace(experiment)
    tally = tally_of(experiment)
    made = kernels(experiment.spec) if is_compiled else uncompiled(experiment.spec)
    part = Part(np.uint64(task.seed), task.first, task.blocks, task.rounds)
    made["play_study"](work, sides, tally, part)
    return tally


def trace(experiment: Experiment, *, seed: int, block: int, rounds: int = BLOCK) -> Ints:
    """Every round of a block: shoe, cards dealt before it, bucket of the count, net in grains."""
    work, _, _ = workspace(experiment)
    record = np.zeros((rounds, TRACE_WIDTH), dtype=np.int64)
    part = Part(np.uint64(seed), block, 1, rounds)
    kernels(experiment.spec)["play_trace"](work, record, part)
    return record
