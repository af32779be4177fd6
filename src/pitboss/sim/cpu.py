"""The kernels on the processor: compiled by numba, each set of constants once, kept on disk."""

from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.sim.build import ENTRIES, build
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.layout import BOXES, SIZE, SPARE, Ints, Spec, Tables
from pitboss.sim.results import Result
from pitboss.sim.round import HANDS
from pitboss.sim.sums import result_of, wagers_of

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

    def __init__(self, tables: Tables) -> None:
        numbers = tables.numbers
        self.shoe = np.zeros(numbers[SIZE] + numbers[SPARE], dtype=np.uint8)
        self.rng = np.zeros(4, dtype=np.uint64)
        self.at = np.zeros(4, dtype=np.int64)
        self.held = np.zeros(HANDS * numbers[BOXES], dtype=np.int64)
        self.out = np.zeros(3, dtype=np.int64)


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
    space = Workspace(experiment.tables)
    counts = np.zeros(experiment.bins, dtype=np.int64)
    sums = np.zeros(3 * len(wagers_of(experiment)), dtype=np.int64)
    made = kernels(spec) if is_compiled else uncompiled(spec)
    made["play_blocks"](
        experiment.tables, space.shoe, space.rng, space.at, space.held, space.out,
        counts, sums, experiment.low, np.uint64(seed), first, blocks, rounds,
    )  # fmt: skip
    return result_of(experiment, counts, sums)


def play_order(
    experiment: Experiment, cards: tuple[int, ...], *, rounds: int, is_compiled: bool = True
) -> Ints:
    """Play a shoe in a given order, at most so many rounds of it.

    (rounds, 3): what the main wagers and the insurance came to in grains, and where the next card
    lies.
    """
    spec = experiment.spec
    space = Workspace(experiment.tables)
    space.shoe[: len(cards)] = np.array(cards) >> (2 - spec.shift)
    record = np.zeros((rounds, 3), dtype=np.int64)
    made = kernels(spec) if is_compiled else uncompiled(spec)
    count = made["play_order"](
        experiment.tables, space.shoe, space.rng, space.at, space.held, space.out, record
    )
    return record[:count]
