"""Run the kernels on a CUDA device: the same functions, one thread for each block of rounds.

It imports numba, and is itself imported when a device is first asked for.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from inspect import signature
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from pitboss.errors import Error
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.kernels.build import build
from pitboss.sim.results import Result, result_of, sums_room
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import (
    KernelSpec,
    RoundSums,
    ShoeState,
    SideTables,
    Tables,
    Task,
    to_int,
)
from pitboss.sim.targets import cpu

cuda: Any = import_module("numba.cuda")
"""Imported by name so that numba's simulator can replace it."""

THREADS = 128
"""Threads of a CUDA block, at most."""
WARP = 32
"""Threads of a warp, which run in lockstep."""
SHARED_BYTES = 48 * 1024
"""Shared memory of a block, in bytes. The shoes and the counts of results of its threads are in it:
every card drawn reads and writes there."""
COUNT_BYTES, OWN_COUNT_BYTES = 4, 2
"""Bytes of a count of results: of one that all threads of a block share, and of a thread's own."""
PROOF = Task(1, 0, 2 * THREADS, 1024)
"""Rounds that a device must play exactly like the processor before it is used."""
WORD, PACKED = 4, 8
"""Cards of a word, and packed ones: with words each thread has a memory bank of its own."""


class NoDevice(Error, RuntimeError):
    """There is no CUDA device, no package to use it, or no device that can play this."""


def check_device() -> None:
    """Raise if no device can be used."""
    if not cuda.is_available():
        raise NoDevice("no CUDA device was found")


def is_simulated() -> bool:
    """Return True if numba's simulator takes the place of a device."""
    return bool(import_module("numba").config.ENABLE_CUDASIM)


def device_functions(spec: KernelSpec, own: Mapping[str, Any] = MappingProxyType({})) -> Any:
    """Return the functions of the kernels for a device; ``own`` replaces those of its names."""
    known = signature(cuda.jit).parameters
    inlined = {"forceinline": True} if "forceinline" in known else {"inline": True}

    def compiler(function: Any, _name: str = "") -> Any:
        return cuda.jit(function, device=True, **inlined)

    places = {name: compiler(function) for name, function in own.items()}
    return build(spec, compiler, skips=False, places=places)


class Rooms(NamedTuple):
    """The sizes that a kernel is built for."""

    boxes: int
    sides: int
    bins: int
    sums: int
    threads: int
    lanes: int
    """Counts of each result that a block has: one for each thread, or one for all."""


@lru_cache(maxsize=16)
def kernel(spec: KernelSpec, numbers: tuple[int, ...], rooms: Rooms) -> Any:
    """Return the kernel for one game: numbers are constants, memory is interleaved by threads."""
    made = device_functions(spec, places(spec, numbers, rooms.threads, rooms.lanes))
    open_block, play_block = made["open_block"], made["play_block"]
    _, side_count, bins, sums_size, threads, lanes = rooms
    counts_size, count_type = bins * lanes, np.int32 if lanes == 1 else np.uint16
    shoe_size, shoe_type = shoe_array(spec, numbers, threads)
    held_size, kept_size = (
        layout.HANDS * rooms.boxes,
        layout.KEPT_FIRST + layout.KEPT_WIDTH * rooms.boxes,
    )
    nets_size = layout.NET_WIDTH * max(1, side_count)
    # A size must be a name: numba does not take an attribute of a module for a constant.
    at_size, out_size = layout.AT_WIDTH, layout.OUT_WIDTH

    def play_all(tables: Tables, side_tables: SideTables, sums: RoundSums, task: Task) -> None:
        cards = cuda.shared.array(shoe_size, shoe_type)
        counts = cuda.shared.array(counts_size, count_type)
        rng = cuda.local.array(4, np.uint64)
        at = cuda.local.array(at_size, np.int64)
        held = cuda.local.array(held_size, np.int32)
        out = cuda.local.array(out_size, np.int64)
        kept = cuda.local.array(kept_size, np.int64)
        nets = cuda.local.array(nets_size, np.int64)
        own_sums = cuda.local.array(sums_size, np.int64)
        for place in range(at_size):
            at[place] = 0
        for place in range(cuda.threadIdx.x, counts_size, threads):
            counts[place] = 0
        for place in range(sums_size):
            own_sums[place] = 0
        cuda.syncthreads()
        shoe = ShoeState(tables, cards, rng, at)
        work = layout.Workspace(shoe, held, out)
        sides = layout.SideWork(side_tables, kept, nets)
        block = cuda.grid(1)
        if block < task.blocks:
            pos = open_block(shoe, np.uint64(task.seed), np.uint64(task.first + block))
            play_block(
                work, sides, RoundSums(counts, own_sums, sums.low, sums.results), task.rounds, pos
            )
        cuda.syncthreads()
        for place in range(cuda.threadIdx.x, counts_size, threads):
            if counts[place]:
                cuda.atomic.add(sums.counts, place // lanes, np.int64(counts[place]))
        for place in range(sums_size):
            if own_sums[place]:
                cuda.atomic.add(sums.sums, place, own_sums[place])

    return cuda.jit(play_all)


def places(
    spec: KernelSpec, numbers: tuple[int, ...], threads: int, lanes: int = 1
) -> dict[str, Any]:
    """Return the functions that look up a thread's cards, its counts and the numbers."""

    def count_result(counts: layout.Ints, place: int) -> None:
        if lanes == 1:
            cuda.atomic.add(counts, place, 1)
        else:
            counts[place * lanes + cuda.threadIdx.x] += 1

    def number(_t: Tables, place: int) -> Any:
        return np.int64(numbers[place])

    shoes = packed_cards(threads) if is_packed(spec) else whole_cards(threads)
    return {**shoes, "count_result": count_result, "number": number}


def is_packed(spec: KernelSpec) -> bool:
    """Return True if two ranks share a byte.

    A shoe of half the size leaves room for more threads. Several boxes were then half as fast again
    on an H200, and counting a tenth; others were slower, because a card takes more steps to write.
    """
    return not spec.shift and (spec.has_count or not spec.is_single)


def whole_cards(threads: int) -> dict[str, Any]:
    """Return the functions that read and write a card in a byte of its own."""
    u64 = np.uint64
    row, word = u64(WORD * threads), u64(WORD)
    shift, rest = u64(WORD.bit_length() - 1), u64(WORD - 1)

    def slot(place: int) -> np.uint64:
        card = u64(place)
        return (card >> shift) * row + u64(cuda.threadIdx.x) * word + (card & rest)

    slot = cuda.jit(slot, device=True)

    def card_at(cards: layout.Bytes, place: int) -> int:
        return to_int(cards[slot(place)])

    def put_card(cards: layout.Bytes, place: int, card: int) -> None:
        cards[slot(place)] = card

    return {"card_at": card_at, "put_card": put_card}


def packed_cards(threads: int) -> dict[str, Any]:
    """Return the functions that read and write a rank in half a byte of a word."""
    u32 = np.uint32
    shift, rest = u32(PACKED.bit_length() - 1), u32(PACKED - 1)
    bits, mask = u32(8 * WORD // PACKED), u32((1 << 8 * WORD // PACKED) - 1)

    def card_at(cards: Any, place: int) -> int:
        card = u32(place)
        word = cards[u32((card >> shift) * u32(threads) + u32(cuda.threadIdx.x))]
        return to_int(u32(word >> u32((card & rest) * bits)) & mask)

    def put_card(cards: Any, place: int, value: int) -> None:
        card = u32(place)
        at = u32((card >> shift) * u32(threads) + u32(cuda.threadIdx.x))
        low = u32((card & rest) * bits)
        cards[at] = u32(cards[at] & ~u32(mask << low)) | u32(u32(value) << low)

    return {"card_at": card_at, "put_card": put_card}


def shoe_bytes(spec: KernelSpec, numbers: tuple[int, ...]) -> int:
    """Return the bytes for the shoe of one thread, both sides of a double one, in whole words."""
    cards = numbers[layout.SECOND] + numbers[layout.SIZE] + numbers[layout.SPARE]
    return -(-cards // (PACKED if is_packed(spec) else WORD)) * WORD


def shoe_array(spec: KernelSpec, numbers: tuple[int, ...], threads: int) -> tuple[int, Any]:
    """Return the length and the type of the array for the shoes of all threads of a block."""
    size = shoe_bytes(spec, numbers) * threads
    return (size // WORD, np.uint32) if is_packed(spec) else (size, np.uint8)


def play(experiment: Experiment, task: Task) -> Result:
    """Play a task and return its result."""
    assert 0 < task.rounds <= BLOCK
    prove("game", experiment, lambda: _launch(experiment, PROOF) == cpu.play(experiment, PROOF))
    return _launch(experiment, task)


def kernel_of(experiment: Experiment) -> tuple[Any, Rooms]:
    """Return the kernel that plays an experiment, and the sizes that it is built for."""
    numbers = tuple(int(value) for value in experiment.tables.numbers)
    rooms = Rooms(
        experiment.boxes,
        len(experiment.sides),
        experiment.bins,
        sums_room(experiment),
        *_threads_and_lanes(shoe_bytes(experiment.spec, numbers), experiment.bins),
    )
    return kernel(experiment.spec, numbers, rooms), rooms


def _launch(experiment: Experiment, task: Task) -> Result:
    made, rooms = kernel_of(experiment)
    counts = cuda.to_device(np.zeros(rooms.bins, dtype=np.int64))
    totals = cuda.to_device(np.zeros(rooms.sums, dtype=np.int64))
    sums = RoundSums(counts, totals, experiment.low, experiment.results)
    grid = -(-task.blocks // rooms.threads)
    made[grid, rooms.threads](*on_device(experiment), sums, task)
    played = sums._replace(counts=counts.copy_to_host(), sums=totals.copy_to_host())
    return result_of(experiment, played)


def _threads_and_lanes(shoe: int, bins: int) -> tuple[int, int]:
    """Return the threads of a block, as many as the shared memory has room for, and its lanes.

    Adding to counts of its own is faster for a thread, unless these leave fewer threads room.
    """
    own = _whole_warps(SHARED_BYTES // (shoe + OWN_COUNT_BYTES * bins))
    shared = _whole_warps((SHARED_BYTES - COUNT_BYTES * bins) // shoe)
    if shared <= 0:
        most = (SHARED_BYTES - WARP * shoe) // COUNT_BYTES
        raise NoDevice(f"a GPU counts at most {most} different results of a round here")
    return (own, own) if own >= shared else (shared, 1)


def _whole_warps(threads: int) -> int:
    return min(THREADS, threads // WARP * WARP)


_PROVEN: dict[str, Experiment] = {}
"""The last experiment for which the device agreed with the processor, by kind of kernel."""


def prove(kind: str, experiment: Experiment, is_alike: Callable[[], bool]) -> None:
    """Raise unless the device plays a few blocks exactly like the processor.

    A compiler for devices has been seen to produce fast and wrong code: it took a loop's counter to
    be the same for threads that leave the loop at different times. numba's simulator runs the very
    functions and needs no check.
    """
    if is_simulated() or _PROVEN.get(kind) is experiment:
        return
    if not is_alike():
        raise NoDevice("the GPU and the CPU do not give the same figures")
    _PROVEN[kind] = experiment


_LAST: list[tuple[Experiment, Tables, SideTables]] = []
"""The experiment whose tables were copied last, with their copies."""


def on_device(experiment: Experiment) -> tuple[Tables, SideTables]:
    """Return the tables on the device; copy them unless they were copied last."""
    if not _LAST or _LAST[0][0] is not experiment:
        tables = Tables(*(cuda.to_device(array) for array in experiment.tables))
        sides = SideTables(*(cuda.to_device(array) for array in experiment.side_tables))
        _LAST[:] = [(experiment, tables, sides)]
    return _LAST[0][1], _LAST[0][2]
