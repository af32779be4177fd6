"""Run tables that wait for their players on a CUDA device: a thread and arrays for each."""

from functools import lru_cache
from typing import Any

import numpy as np

from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import KernelSpec
from pitboss.sim.tables.step_layout import Choices, Observations, TableBatch, seen_width, step_spec
from pitboss.sim.targets.cuda import check_device, cuda, device_functions, is_simulated

THREADS = 128
REGISTERS = 96
"""Registers of a thread, at most: more threads then run at once, and hide the time that they wait
for memory. On an H200 steps were a fifth faster than with the 230 that the compiler takes."""


@lru_cache(maxsize=2)
def device_kernels(spec: KernelSpec) -> tuple[Any, Any]:
    """Return the kernels that open tables and that step them; one pair for all rulebooks."""
    made = device_functions(spec)
    seed_table, reset_table = made["seed_table"], made["reset_table"]
    step_table = made["step_table"]

    def open_all(t: Any, batch: Any, observations: Any, seed: Any) -> None:
        place = cuda.grid(1)
        if place < observations.rewards.shape[0]:
            seed_table(t, batch, np.uint64(seed + np.uint64(place)), place)
            reset_table(t, batch, observations, place)

    def step_all(t: Any, batch: Any, observations: Any, actions: Any, mode: Any) -> None:
        place = cuda.grid(1)
        if place < observations.rewards.shape[0]:
            step_table(t, batch, observations, actions, place, mode)

    # numba's simulator has no registers.
    options = {} if is_simulated() else {"max_registers": REGISTERS}
    return cuda.jit(**options)(open_all), cuda.jit(**options)(step_all)


class DeviceTables:
    """Many tables on a device.

    ``told`` holds device arrays that torch and CuPy wrap without a copy, since each has a
    ``__cuda_array_interface__``; so do the actions that ``step`` takes.
    """

    def __init__(self, tables: Choices, count: int, *, mode: int) -> None:
        check_device()
        self.count, self.mode = count, mode
        spec = step_spec(tables)
        self._kernels = device_kernels(spec)
        self._tables = Choices(*(cuda.to_device(array) for array in tables))
        actions = int(tables.numbers[step.ACTIONS])
        width = seen_width(tables, spec)

        def rows(columns: int, kind: Any) -> Any:
            # A column of all tables is contiguous, so that the reads of a warp coalesce.
            return cuda.to_device(np.zeros((count, columns), dtype=kind, order="F"))

        def column(kind: Any) -> Any:
            return cuda.to_device(np.zeros(count, dtype=kind))

        self.felts = TableBatch(
            cards=cuda.to_device(np.zeros((count, len(tables.shoe)), dtype=np.uint8)),
            rng=rows(4, np.uint64),
            at=rows(4, np.int64),
            table=rows(step.TABLE_WIDTH, np.int64),
        )
        self.told = Observations(
            seen=rows(width, np.int16),
            mask=rows(actions, np.int8),
            rewards=column(np.float32),
            ended=column(np.bool_),
            cut=column(np.bool_),
            refused=column(np.bool_),
            final=rows(width, np.int16),
        )

    def reset(self, seed: int) -> Observations:
        """Open all tables; each has the random stream of the same table on the processor."""
        open_all, _ = self._kernels
        open_all[self._grid, THREADS](self._tables, self.felts, self.told, np.uint64(seed))
        return self.told

    def step(self, actions: Any) -> Observations:
        """Take an action at each table, and write its results into the same arrays."""
        _, step_all = self._kernels
        step_all[self._grid, THREADS](self._tables, self.felts, self.told, actions, self.mode)
        return self.told

    @property
    def _grid(self) -> int:
        return -(-self.count // THREADS)
