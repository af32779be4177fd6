"""Run the kernels on the processor: numba compiles them once for each set of constants.

Also allocates the sums of a study, and plays it on the processor.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.errors import SimulationError
from pitboss.sim.counting import BUCKETS
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.kernels.blocks import RECORD_WIDTH
from pitboss.sim.kernels.build import ENTRIES, build
from pitboss.sim.kernels.studying import TRACE_WIDTH
from pitboss.sim.results import Result, result_of, sums_room
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import (
    Differences,
    Ints,
    KernelSpec,
    RoundSums,
    ShoeState,
    SideWork,
    Tally,
    Task,
    Workspace,
)


@lru_cache(maxsize=64)
def kernels(spec: KernelSpec) -> dict[str, Any]:
    """Return the compiled kernels for one set of constants."""
    import numba

    from pitboss.compiling import kept

    jit: Any = numba.njit

    def compiler(function: Any, name: str) -> Any:
        # A kernel allocates nothing, so arrays need no reference counting, which would cost more
        # than the game. All functions are inlined.
        options = {
            "nogil": True,
            "error_model": "numpy",
            "_nrt": False,
            "no_cfunc_wrapper": True,
        }
        if name in ENTRIES:
            return kept(**options)(function)
        return jit(forceinline=True, no_cpython_wrapper=True, **options)(function)

    return build(spec, compiler)


@lru_cache(maxsize=64)
def uncompiled(spec: KernelSpec) -> dict[str, Any]:
    """Return the kernels as plain Python: slow, and ready at once."""
    return build(spec, lambda function, _name: function)


LINE = 128
"""Bytes to which the arrays of a thread are aligned: no two threads may share a cache line."""


def workspace(experiment: Experiment) -> tuple[Workspace, SideWork, RoundSums]:
    """Allocate one thread's arrays in one block, aligned to cache lines to avoid false sharing."""
    numbers = experiment.tables.numbers
    boxes = experiment.boxes
    wanted = {
        "cards": (numbers[layout.SECOND] + numbers[layout.SIZE] + numbers[layout.SPARE], np.uint8),
        "rng": (4, np.uint64),
        "at": (layout.AT_WIDTH, np.int64),
        "held": (layout.HANDS * boxes, np.int64),
        "out": (layout.OUT_WIDTH, np.int64),
        "kept": (layout.KEPT_FIRST + layout.KEPT_WIDTH * boxes, np.int64),
        "nets": (layout.NET_WIDTH * max(1, numbers[layout.SIDES]), np.int64),
        "counts": (experiment.bins, np.int64),
        "sums": (sums_room(experiment), np.int64),
    }
    sizes = [int(count) * np.dtype(kind).itemsize for count, kind in wanted.values()]
    steps = [-(-size // LINE) * LINE for size in sizes]
    memory = np.zeros(sum(steps) + LINE, dtype=np.uint8)
    place = -memory.ctypes.data % LINE
    arrays: dict[str, Any] = {}
    for (name, (_, kind)), size, step in zip(wanted.items(), sizes, steps, strict=True):
        arrays[name] = memory[place : place + size].view(kind)
        place += step
    arrays["kept"][layout.KEPT_METER] = experiment.side_tables.meter[layout.METER_START]
    shoe = ShoeState(experiment.tables, arrays["cards"], arrays["rng"], arrays["at"])
    return (
        Workspace(shoe, arrays["held"], arrays["out"]),
        SideWork(experiment.side_tables, arrays["kept"], arrays["nets"]),
        RoundSums(arrays["counts"], arrays["sums"], experiment.low, experiment.results),
    )


def functions(spec: KernelSpec, *, is_compiled: bool) -> dict[str, Any]:
    """Return the kernels for one set of constants, compiled or as plain Python."""
    return kernels(spec) if is_compiled else uncompiled(spec)


def play(experiment: Experiment, task: Task, *, is_compiled: bool = True) -> Result:
    """Play a task and return its result."""
    assert 0 < task.rounds <= BLOCK
    work, sides, sums = workspace(experiment)
    functions(experiment.spec, is_compiled=is_compiled)["play_blocks"](work, sides, sums, task)
    return result_of(experiment, sums)


def compare(
    usual: Experiment, other: Experiment, task: Task, *, is_compiled: bool = True
) -> Differences:
    """Play a task with both strategies from the same cards, and sum the differences."""
    assert 0 < task.rounds <= BLOCK
    assert other.betting is not None
    spec = other.spec._replace(notes_plays=True)
    first, _, _ = workspace(usual)
    second, _, _ = workspace(other)
    # A player who splits more may need more space behind the shoe.
    cards = max(first.shoe.cards, second.shoe.cards, key=len)
    first = first._replace(shoe=first.shoe._replace(cards=cards))
    second = second._replace(shoe=ShoeState(other.tables, cards, first.shoe.rng, first.shoe.at))
    plays = 1 + len(other.betting.hands)
    sums = Differences(
        np.zeros(BUCKETS, dtype=np.int64),
        np.zeros(plays * BUCKETS * layout.SUM_WIDTH, dtype=np.int64),
    )
    functions(spec, is_compiled=is_compiled)["play_pairs"](first, second, sums, task)
    return sums


def play_order(
    experiment: Experiment, cards: tuple[int, ...], *, rounds: int, is_compiled: bool = True
) -> Ints:
    """Play at most ``rounds`` rounds of a shoe in a given order.

    A double shoe is given first side first. Return (rounds, 3 + sides): the net results of main
    wagers and insurance in grains, the position of the next card, and the net result of each side
    wager in cents.
    """
    spec = experiment.spec
    work, sides, _ = workspace(experiment)
    size, second = (int(experiment.tables.numbers[place]) for place in (layout.SIZE, layout.SECOND))
    for first, place in zip(range(0, len(cards), size), (0, second), strict=False):
        part = np.array(cards[first : first + size])
        work.shoe.cards[place : place + size] = part >> (layout.SUIT_BITS - spec.shift)
    record = np.zeros((rounds, RECORD_WIDTH + len(experiment.sides)), dtype=np.int64)
    count = functions(spec, is_compiled=is_compiled)["play_order"](work, sides, record)
    return record[:count]


def check_studied(experiment: Experiment) -> None:
    """Refuse an experiment that a study cannot evaluate."""
    if experiment.betting is None:
        raise SimulationError("a study needs a count")
    if experiment.is_double or experiment.is_shuffled_every_round:
        raise SimulationError("a study is of a single shoe that is dealt down to a cutting card")
    if experiment.spec.has_streaks:
        raise SimulationError("a wager that stays up over rounds has no count of its own")
    if experiment.boxes > 1 and experiment.rules.dealer.hands > 1:
        raise SimulationError("with several dealer hands a study has one box")


def width_of(experiment: Experiment) -> int:
    """Return the cards of one step of depth: the fewest that a round takes."""
    return 2 * experiment.boxes + 2


def tally_of(experiment: Experiment) -> Tally:
    """Allocate the sums of a study, all of them 0."""
    depths = int(experiment.tables.numbers[layout.SIZE]) + 1
    steps = depths // width_of(experiment) + 1
    return Tally(
        np.zeros(depths * BUCKETS * layout.CELL_WIDTH, dtype=np.int64),
        np.zeros(depths * BUCKETS * (1 + len(experiment.sides)) * layout.SUM_WIDTH, dtype=np.int64),
        np.zeros(steps * BUCKETS * layout.MOVES * BUCKETS, dtype=np.int64),
        np.zeros(steps * BUCKETS * BUCKETS, dtype=np.int64),
    )


def studied(experiment: Experiment, task: Task, *, is_compiled: bool = True) -> Tally:
    """Play a task on the processor and add up the sums of a study."""
    work, sides, _ = workspace(experiment)
    tally = tally_of(experiment)
    functions(experiment.spec, is_compiled=is_compiled)["play_study"](work, sides, tally, task)
    return tally


def trace(experiment: Experiment, *, seed: int, block: int, rounds: int = BLOCK) -> Ints:
    """Return, for each round of a block: shoe, cards dealt before, bucket, net in grains."""
    work, _, _ = workspace(experiment)
    record = np.zeros((rounds, TRACE_WIDTH), dtype=np.int64)
    kernels(experiment.spec)["play_trace"](work, record, Task(seed, block, 1, rounds))
    return record
