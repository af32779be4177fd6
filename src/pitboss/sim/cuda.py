"""The kernels on a CUDA device: the same functions, one thread for each block of rounds.

This module brings numba in: it is imported when a device is first asked for.
"""

from functools import lru_cache
from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple

import numpy as np

from pitboss.sim.build import build
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.layout import HANDS, OUT_WIDTH, SIZE, SPARE, Ints, SideTables, Spec, Tables
from pitboss.sim.results import Result
from pitboss.sim.sums import at_room, result_of, sums_room

cuda: Any = import_module("numba.cuda")
"""Named so that numba's simulator can put itself in its place."""

THREADS = 128
"""Threads of a CUDA block. Their shoes lie in the memory that they share, which holds 48 kB: six
decks for 128 threads, or eight for 96."""
SHARED_BYTES = 48 * 1024
WARP = 32
"""Threads that go in step."""
PROOF_ROUNDS = 1024
"""Rounds a block that a device must play like the processor before it is believed."""
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
    spec: Spec,
    room: int,
    boxes: int,
    sides: int,
    bins: int,
    at_size: int,
    sums_size: int,
    threads: int,
) -> Any:
    """The kernel for one set of constants; ``room`` is the cards that a thread must hold."""
    options = {"device": True, **_inlined()}
    made = build(spec, lambda function, _name: cuda.jit(function, **options), skips=False)
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
        # Every draw reads and writes the shoe: in shared memory that is several times faster.
        shoes = cuda.shared.array((room, threads), np.uint8)
        shoe = shoes[:, cuda.threadIdx.x]
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
    part = _Part(seed, first, blocks, rounds)
    return _launch(experiment, part, _threads(experiment))


class _Part(NamedTuple):
    """Which rounds are played."""

    seed: int
    first: int
    blocks: int
    rounds: int


def _launch(experiment: Experiment, part: _Part, threads: int) -> Result:
    numbers = experiment.tables.numbers
    made = kernel(
        experiment.spec,
        int(numbers[SIZE] + numbers[SPARE]),
        experiment.boxes,
        len(experiment.sides),
        experiment.bins,
        at_room(experiment),
        sums_room(experiment),
        threads,
    )
    counts = cuda.to_device(np.zeros(experiment.bins, dtype=np.int64))
    sums = cuda.to_device(np.zeros(sums_room(experiment), dtype=np.int64))
    tables, sides = _on_device(experiment)
    seed, first, blocks, rounds = part
    made[-(-blocks // threads), threads](
        tables, sides, counts, sums, experiment.low, np.uint64(seed), first, blocks, rounds
    )
    return result_of(experiment, counts.copy_to_host(), sums.copy_to_host())


_PROVEN: dict[int, int] = {}
"""Threads with which a device has agreed with the processor, by experiment."""


def _threads(experiment: Experiment) -> int:
    """The most threads of a CUDA block that fit and with which the device is to be trusted.

    Before a device is believed, it plays a few blocks that the processor plays as well: compilers
    for devices have been seen to make code that is fast and wrong. numba's simulator, which runs
    the very functions, need not be asked.
    """
    numbers = experiment.tables.numbers
    room = int(numbers[SIZE] + numbers[SPARE])
    most = max(WARP, min(THREADS, SHARED_BYTES // room // WARP * WARP))
    if import_module("numba").config.ENABLE_CUDASIM:
        return most
    key = id(experiment)
    if key not in _PROVEN:
        cpu = import_module("pitboss.sim.cpu")
        for threads in range(most, 0, -WARP):
            part = _Part(1, 0, 2 * most, PROOF_ROUNDS)
            if _agrees(cpu, experiment, part, threads):
                _PROVEN[key] = threads
                break
        else:
            raise NoDevice("the device and the processor do not come to the same figures")
    return _PROVEN[key]


def _agrees(cpu: Any, experiment: Experiment, part: _Part, threads: int) -> bool:
    """Whether a device comes to the processor's figures; one that fails does not."""
    try:
        found = _launch(experiment, part, threads)
    except cuda.cudadrv.driver.CudaAPIError:
        return False
    return bool(found == cpu.play(experiment, **part._asdict()))


_LAST: list[tuple[Experiment, Tables, SideTables]] = []
"""The experiment whose tables were copied last, with their copies."""


def _on_device(experiment: Experiment) -> tuple[Tables, SideTables]:
    """The tables on the device, copied when they are not the last ones again."""
    if not _LAST or _LAST[0][0] is not experiment:
        tables = Tables(*(cuda.to_device(array) for array in experiment.tables))
        sides = SideTables(*(cuda.to_device(array) for array in experiment.side_tables))
        _LAST[:] = [(experiment, tables, sides)]
    return _LAST[0][1], _LAST[0][2]
