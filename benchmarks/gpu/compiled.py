"""Registers and memory of the kernels on an NVIDIA device, compiled without one.

``python -m benchmarks.gpu.compiled`` needs numba-cuda and ptxas (``pip install numba-cuda[cu13]
nvidia-cuda-nvcc``). A kernel that does not compile is named; for the others: registers, memory of a
thread that no register holds, shared memory, and the threads that a processor of the device then
holds at once, of 2048.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.gpu import rounds
from pitboss.rulebook.rules import Rules
from pitboss.sim.experiment import Experiment
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.choices import Seat, choice_tables
from pitboss.sim.tables.layout import RoundSums, Task
from pitboss.sim.tables.step_layout import Observations, TableBatch, seen_width, step_spec
from pitboss.sim.targets import cuda, cuda_study, cuda_tables
from pitboss.sim.targets.cpu import tally_of
from tests.gym.on_device import CASES as TABLES
from tests.sim.on_device import CASES, STUDIES

TARGET, ARCH = (9, 0), "sm_90"
SHARED_MAX, REGISTERS_MAX, THREADS_MAX, BLOCKS_MAX = 228 * 1024, 65536, 2048, 32
"""Of one processor of an H100 or H200."""
RESERVED = 1024
"""Shared memory that a block takes besides its own."""
Kernel = tuple[Any, tuple[Any, ...], int]
"""A kernel, what it is given, and the threads of a block."""


def of_game(experiment: Experiment) -> Kernel:
    """The kernel of a simulation."""
    made, rooms = cuda.kernel_of(experiment)
    counts, totals = np.zeros(rooms.bins, np.int64), np.zeros(rooms.sums, np.int64)
    sums = RoundSums(counts, totals, experiment.low, experiment.results)
    part = Task(1, 0, 1, 1)
    return made, (experiment.tables, experiment.side_tables, sums, part), rooms.threads


def of_study(experiment: Experiment) -> Kernel:
    """The kernel of a study."""
    made, threads = cuda_study.kernel_of(experiment)
    part = Task(1, 0, 1, 1)
    return made, (experiment.tables, experiment.side_tables, tally_of(experiment), part), threads


def of_tables(rules: Rules, seat: Seat) -> Kernel:
    """The kernel that steps tables."""
    tables = choice_tables(rules, seat)
    spec = step_spec(tables)
    actions, width = int(tables.numbers[step.ACTIONS]), seen_width(tables, spec)

    def rows(columns: int, kind: Any) -> Any:
        # Of two tables: one row alone would count as laid out the other way.
        return np.zeros((2, columns), dtype=kind, order="F")

    flag = np.zeros(2, np.bool_)
    felts = TableBatch(
        np.zeros((2, len(tables.shoe)), np.uint8),
        rows(4, np.uint64), rows(4, np.int64), rows(step.TABLE_WIDTH, np.int64),
    )  # fmt: skip
    told = Observations(
        rows(width, np.int16), rows(actions, np.int8), np.zeros(2, np.float32),
        flag, flag, flag, rows(width, np.int16),
    )  # fmt: skip
    stepper = cuda_tables.device_kernels(spec)[1]
    return stepper, (tables, felts, told, np.zeros(2, np.int64), 1), cuda_tables.THREADS


def wanted() -> Iterator[tuple[str, Callable[[], Kernel]]]:
    """Every kernel of the benchmark and of the tests."""
    for name, rulebook, options, extra in rounds.GAMES:
        yield name, partial(of_game, rounds.experiment_of(rulebook, options, extra))
    for name, case in STUDIES.items():
        yield name, partial(of_study, case.experiment())
    for name, table in TABLES.items():
        yield f"tables, {name}", partial(of_tables, *table)
    for name, case in CASES.items():
        yield f"test, {name}", partial(of_game, case.experiment())


def ptxas() -> str:
    """The assembler from its package, made for numba-cuda's code, or else the one on the path."""
    root = Path(import_module("numba_cuda").__file__ or "").parents[1]
    packed = [str(place) for place in sorted(root.glob("nvidia/*/bin/ptxas"))]
    return (packed or [shutil.which("ptxas") or "ptxas"])[-1]


def told(kernel: Kernel) -> str:
    """Return the figures that the assembler prints of a kernel."""
    made, given, threads = kernel
    numba: Any = import_module("numba")
    types = tuple(numba.typeof(one) for one in given)
    text, _ = cuda.cuda.compile_ptx(made.py_func, types, cc=TARGET)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [ptxas(), "-v", f"-arch={ARCH}", str(source), "-o", f"{folder}/kernel.cubin"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr)

    def number(pattern: str) -> int:
        match = re.search(pattern, done.stderr)
        return int(match.group(1)) if match else 0

    registers, shared = number(r"Used (\d+) registers"), number(r"(\d+) bytes smem")
    local, spilled = number(r"(\d+) bytes stack frame"), number(r"(\d+) bytes spill stores")
    blocks = min(
        BLOCKS_MAX, THREADS_MAX // threads, REGISTERS_MAX // (-(-registers // 8) * 8 * threads),
        SHARED_MAX // (shared + RESERVED),
    )  # fmt: skip
    return f"{registers:4} {local:6} {spilled:8} {shared:7} {threads:8} {blocks * threads:8}"


def main() -> int:
    """Compile each kernel."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", default="", help="only kernels whose name has this in it")
    given = parser.parse_args()
    # Functions of a device ask which one there is; nothing else of it is looked at.
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=TARGET)
    print(f"{'kernel':34} regs  local  spilled  shared  threads  at once")
    failed = 0
    for name, make in wanted():
        if given.name not in name:
            continue
        try:
            print(f"{name:34} {told(make())}", flush=True)
        except Exception as error:
            failed += 1
            print(f"{name:34} {type(error).__name__}: {error}"[:2000], flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
