"""The kernels on a CUDA device: the same functions, one thread for each block of rounds.

This module brings numba in: it is imported when a device is first asked for.
"""

from functools import lru_cache
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np

from pitboss.sim.build import build
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.layout import HANDS, OUT_WIDTH, SIZE, SPARE, Ints, SideTables, Spec, Tables
from pitboss.sim.results import Result
from pitboss.sim.sums import at_room, result_of, sums_room

cuda: Any = import_module("numba.cuda")
"""Named so that numba's simulator can put itself in its place."""

THREADS = 128
"""Threads of a CUDA block."""
BINS_KEPT = 512
"""Results that a thread can count by itself."""


class NoDevice(RuntimeError):
    """There is no CUDA device, or no package to use it."""


def check_device() -> None:
    """Raise where nothing can be played on a device."""
    if not cuda.is_available():
        raise NoDevice("no CUDA device was found")


def _inlined() -> dict[str, bool]:
    """How this version of numba is told to put everything into one piece of code."""
    known = signature(cuda.jit).parameters
    return {"forceinline": True} if "forceinline" in known else {"inline": True}


@lru_cache(maxsize=16)
def kernel(
    spec: Spec, room: int, boxes: int, sides: int, bins: int, at_size: int, sums_size: int
) -> Any:
    """The kernel for one set of constants; ``room`` is the cards that a thread must hold."""
    made = build(spec, lambda function, _name: cuda.jit(function, device=True, **_inlined()))
    open_block, play_block = made["open_block"], made["play_block"]
    held_room, kept_room = HANDS * boxes, 1 + 2 * boxes
    nets_room = 2 * max(1, sides)

    def play_all(
        t: Tables,
        s: SideTables,
        counts: Ints,
        sums: Ints,
        low: int,
        seed: np.uint64,
        first: int,
        blocks: int,
        rounds: int,
    ) -> None:
        number = cuda.grid(1)
        if number >= blocks:
            return
        shoe = cuda.local.array(room, np.uint8)
        rng = cuda.local.array(4, np.uint64)
        at = cuda.local.array(at_size, np.int64)
        held = cuda.local.array(held_room, np.int32)
        out = cuda.local.array(OUT_WIDTH, np.int64)
        kept = cuda.local.array(kept_room, np.int64)
        nets = cuda.local.array(nets_room, np.int64)
        own_counts = cuda.local.array(bins, np.int32)
        own_sums = cuda.local.array(sums_size, np.int64)
        for place in range(bins):
            own_counts[place] = 0
        for place in range(sums_size):
            own_sums[place] = 0
        pos = open_block(t, shoe, rng, at, seed, np.uint64(first + number))
        play_block(
            t, s, shoe, rng, at, held, out, kept, nets, own_counts, own_sums, low, rounds, pos
        )
        for place in range(bins):
            if own_counts[place]:
                cuda.atomic.add(counts, place, np.int64(own_counts[place]))
        for place in range(sums_size):
            if own_sums[place]:
                cuda.atomic.add(sums, place, own_sums[place])

    return cuda.jit(play_all)


def play(experiment: Experiment, *, seed: int, first: int, blocks: int, rounds: int) -> Result:
    """Play ``blocks`` blocks of ``rounds`` rounds each, from block number ``first`` on."""
    assert 0 < rounds <= BLOCK
    if experiment.bins > BINS_KEPT:
        raise NoDevice(f"a device counts at most {BINS_KEPT} different results of a round")
    numbers = experiment.tables.numbers
    made = kernel(
        experiment.spec,
        int(numbers[SIZE] + numbers[SPARE]),
        experiment.boxes,
        len(experiment.sides),
        experiment.bins,
        at_room(experiment),
        sums_room(experiment),
    )
    counts = cuda.to_device(np.zeros(experiment.bins, dtype=np.int64))
    sums = cuda.to_device(np.zeros(sums_room(experiment), dtype=np.int64))
    tables, sides = _on_device(experiment)
    made[-(-blocks // THREADS), THREADS](
        tables, sides, counts, sums, experiment.low, np.uint64(seed), first, blocks, rounds
    )
    return result_of(experiment, counts.copy_to_host(), sums.copy_to_host())


_LAST: list[tuple[Experiment, Tables, SideTables]] = []
"""The experiment whose tables were copied last, with their copies."""


def _on_device(experiment: Experiment) -> tuple[Tables, SideTables]:
    """The tables on the device, copied when they are not the last ones again."""
    if not _LAST or _LAST[0][0] is not experiment:
        tables = Tables(*(cuda.to_device(array) for array in experiment.tables))
        sides = SideTables(*(cuda.to_device(array) for array in experiment.side_tables))
        _LAST[:] = [(experiment, tables, sides)]
    return _LAST[0][1], _LAST[0][2]
