"""Run a study on a CUDA device: the same functions, every thread adding to the same sums."""

from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import KernelSpec, ShoeState, SideTables, Tables, Tally, Task
from pitboss.sim.targets.cpu import studied, tally_of
from pitboss.sim.targets.cuda import (
    SHARED_BYTES,
    THREADS,
    WARP,
    NoDevice,
    cuda,
    device_functions,
    on_device,
    places,
    prove,
    shoe_array,
    shoe_bytes,
)

PROOF = Task(1, 0, 2 * THREADS, 256)
"""Rounds that a device must play exactly like the processor before it is used."""


@lru_cache(maxsize=8)
def study_kernel(
    spec: KernelSpec, numbers: tuple[int, ...], boxes: int, side_count: int, threads: int
) -> Any:
    """Return the kernel that studies one game; all threads add to the same sums."""

    def add_to(sums: layout.Ints, place: int, amount: int) -> None:
        cuda.atomic.add(sums, place, np.int64(amount))

    made = device_functions(spec, {**places(spec, numbers, threads), "add_to": add_to})
    open_block, study_block = made["open_block"], made["study_block"]
    shoe_size, shoe_type = shoe_array(spec, numbers, threads)
    held_size, kept_size = layout.HANDS * boxes, layout.KEPT_FIRST + layout.KEPT_WIDTH * boxes
    nets_size = layout.NET_WIDTH * max(1, side_count)
    # A size must be a name: numba does not take an attribute of a module for a constant.
    at_size, out_size = layout.AT_WIDTH, layout.OUT_WIDTH

    def play_all(tables: Tables, side_tables: SideTables, tally: Tally, task: Task) -> None:
        block = cuda.grid(1)
        if block >= task.blocks:
            return
        cards = cuda.shared.array(shoe_size, shoe_type)
        rng = cuda.local.array(4, np.uint64)
        at = cuda.local.array(at_size, np.int64)
        held = cuda.local.array(held_size, np.int32)
        out = cuda.local.array(out_size, np.int64)
        kept = cuda.local.array(kept_size, np.int64)
        nets = cuda.local.array(nets_size, np.int64)
        for place in range(at_size):
            at[place] = 0
        shoe = ShoeState(tables, cards, rng, at)
        work = layout.Workspace(shoe, held, out)
        sides = layout.SideWork(side_tables, kept, nets)
        pos = open_block(shoe, np.uint64(task.seed), np.uint64(task.first + block))
        study_block(work, sides, tally, task.rounds, pos)

    return cuda.jit(play_all)


def play(experiment: Experiment, task: Task) -> Tally:
    """Play a task, once the device has played a few blocks exactly like the processor."""
    assert 0 < task.rounds <= BLOCK
    prove("study", experiment, lambda: _is_alike(experiment))
    return launch(experiment, task)


def _is_alike(experiment: Experiment) -> bool:
    sums = zip(launch(experiment, PROOF), studied(experiment, PROOF), strict=True)
    return all(np.array_equal(device, processor) for device, processor in sums)


def kernel_of(experiment: Experiment) -> tuple[Any, int]:
    """Return the kernel that studies an experiment, and the threads of a block."""
    numbers = tuple(int(value) for value in experiment.tables.numbers)
    threads = min(THREADS, SHARED_BYTES // shoe_bytes(experiment.spec, numbers) // WARP * WARP)
    if threads == 0:
        raise NoDevice("a GPU has no room for a shoe of this many cards")
    sides = len(experiment.sides)
    return study_kernel(experiment.spec, numbers, experiment.boxes, sides, threads), threads


def launch(experiment: Experiment, task: Task) -> Tally:
    """Play a task on the device."""
    made, threads = kernel_of(experiment)
    tally: Any = Tally(*(cuda.to_device(array) for array in tally_of(experiment)))
    made[-(-task.blocks // threads), threads](*on_device(experiment), tally, task)
    return Tally(*(array.copy_to_host() for array in tally))
