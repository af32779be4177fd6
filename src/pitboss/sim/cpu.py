"""The kernels on the processor: compiled by numba, each set of constants once, kept on disk."""

from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.sim.blocks import RECORD_WIDTH
from pitboss.sim.build import ENTRIES, build
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.layout import (
    BOXES,
    HANDS,
    OUT_WIDTH,
    SIDES,
    SIZE,
    SPARE,
    Ints,
    SideTables,
    Spec,
    Tables,
)
from pitboss.sim.results import Result
from pitboss.sim.sums import result_of, sums_room


@lru_cache(maxsize=64)
def kernels(spec: Spec) -> dict[str, Any]:
    """The compiled kernels for one set of constants."""
    from numba import njit

    def compiler(function: Any, name: str) -> Any:
        # Nothing is allocated in a kernel, so arrays need no counting of references, which would
        # cost more than the game. Everything is put into one piece of code.
        options = {"nogil": True, "error_model": "numpy", "_nrt": False}
        if name in ENTRIES:
            return njit(cache=True, **options)(function)
        return njit(forceinline=True, **options)(function)

    return build(spec, compiler)


@lru_cache(maxsize=64)
def uncompiled(spec: Spec) -> dict[str, Any]:
    """The kernels as they stand, run by Python: slow, and ready at once."""
    return build(spec, lambda function, _name: function)


class Workspace:
    """The arrays in which one thread plays."""

    def __init__(self, tables: Tables, sides: SideTables) -> None:
        numbers = tables.numbers
        self.shoe = np.zeros(numbers[SIZE] + numbers[SPARE], dtype=np.uint8)
        self.rng = np.zeros(4, dtype=np.uint64)
        self.at = np.zeros(4, dtype=np.int64)
        self.held = np.zeros(HANDS * numbers[BOXES], dtype=np.int64)
        self.out = np.zeros(OUT_WIDTH, dtype=np.int64)
        self.kept = np.zeros(1 + 2 * numbers[BOXES], dtype=np.int64)
        self.kept[0] = sides.meter[0]
        self.nets = np.zeros(2 * max(1, numbers[SIDES]), dtype=np.int64)

    def arrays(self) -> tuple[Any, ...]:
        """All of them, in the order in which kernels take them."""
        return self.shoe, self.rng, self.at, self.held, self.out, self.kept, self.nets


def play(
    experiment: Experiment,
    *,
    seed: int,
    first: int,
    blocks: int,
    rounds: int,
    is_compiled: bool = True,
) -> Result:
    """Play ``blocks`` blocks of ``rounds`` rounds each, from block number ``first`` on."""
    assert 0 < rounds <= BLOCK
    spec = experiment.spec
    space = Workspace(experiment.tables, experiment.side_tables)
    counts = np.zeros(experiment.bins, dtype=np.int64)
    sums = np.zeros(sums_room(experiment), dtype=np.int64)
    made = kernels(spec) if is_compiled else uncompiled(spec)
    made["play_blocks"](
        experiment.tables, experiment.side_tables, *space.arrays(), counts, sums,
        experiment.low, np.uint64(seed), first, blocks, rounds,
    )  # fmt: skip
    return result_of(experiment, counts, sums)


def play_order(
    experiment: Experiment, cards: tuple[int, ...], *, rounds: int, is_compiled: bool = True
) -> Ints:
    """Play a shoe in a given order, at most so many rounds of it.

    (rounds, 3 + sides): what the main wagers and the insurance came to in grains, where the next
    card lies, and what each side wager came to in cents.
    """
    spec = experiment.spec
    space = Workspace(experiment.tables, experiment.side_tables)
    space.shoe[: len(cards)] = np.array(cards) >> (2 - spec.shift)
    record = np.zeros((rounds, RECORD_WIDTH + len(experiment.sides)), dtype=np.int64)
    made = kernels(spec) if is_compiled else uncompiled(spec)
    count = made["play_order"](experiment.tables, experiment.side_tables, *space.arrays(), record)
    return record[:count]
