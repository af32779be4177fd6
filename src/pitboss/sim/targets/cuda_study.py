"""Run a study on a CUDA device: the same functions, every thread adding to the same sums."""

from importlib import import_module
from typing import Any

import numpy as np

from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.tables.layout import Tally, Task
from pitboss.sim.targets.cpu import studied, tally_of
from pitboss.sim.targets.cuda import (
    SHARED_BYTES,
    THREADS,
    WARP,
    NoDevice,
    cuda,
    on_device,
    shoe_room,
    study_kernel,
)

PROOF = Task(1, 0, 2 * THREADS, 256)
"""Rounds that a device must play exactly like the processor before it is used."""


def play(experiment: Experiment, task: Task) -> Tally:
    """Play a task, once the device has played a few blocks exactly like the processor."""
    assert 0 < task.rounds <= BLOCK
    _prove(experiment)
    return launch(experiment, task)


def kernel_of(experiment: Experiment) -> tuple[Any, int]:
    """Return the kernel that studies an experiment, and the threads of a block."""
    numbers = tuple(int(value) for value in experiment.tables.numbers)
    threads = min(THREADS, SHARED_BYTES // shoe_room(numbers) // WARP * WARP)
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


_PROVEN: list[Experiment] = []
"""The last experiment for which the device agreed with the processor."""


def _prove(experiment: Experiment) -> None:
    """Raise unless the device gives the processor's figures."""
    if import_module("numba").config.ENABLE_CUDASIM or (_PROVEN and _PROVEN[0] is experiment):
        return
    here, there = launch(experiment, PROOF), studied(experiment, PROOF)
    if not all(np.array_equal(a, b) for a, b in zip(here, there, strict=True)):
        raise NoDevice("the GPU and the CPU do not give the same figures")
    _PROVEN[:] = [experiment]
