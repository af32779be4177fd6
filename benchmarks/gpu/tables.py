"""Steps a second of tables on a device whose arrays stay there, each step as on the processor."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.gpu.sizes import AIM, MEASURED, Figures, Piece, Size, resources
from pitboss.rulebook.catalog import SHIPPED, rules_of
from pitboss.rulebook.rules import Rules
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.choices import Seat, choice_tables
from pitboss.sim.tables.step_layout import step_spec
from pitboss.sim.targets.cpu import kernels
from pitboss.sim.targets.cuda import cuda
from pitboss.sim.targets.cuda_tables import DeviceTables, device_kernels
from tests.gym.on_device import CASES, compare

AIM_STEPS = 1e9
HITS = 0.4
"""The share of tables that always hit; the others stand."""
EPISODES = 50
"""Steps between two looks at the clock."""
SECONDS = 5.0
POINTERS: dict[str, Callable[[Any, Any], int]] = {
    "torch": lambda torch, array: int(torch.as_tensor(array, device="cuda").data_ptr()),
    "cupy": lambda cupy, array: int(cupy.asarray(array).data.ptr),
}
"""Address of an array that a package has wrapped."""


def pieces(size: Size) -> Iterator[Piece]:
    """Each rulebook without side wagers, then each sort of these."""
    for name in SHIPPED:
        yield f"tables, {name}", partial(measured, rules_of(name), Seat(), size)
    for name, (rules, seat) in CASES.items():
        yield f"tables, {name}", partial(measured, rules, seat, size)


def measured(rules: Rules, seat: Seat, size: Size) -> Figures:
    """Steps a second, the actions on the device too."""
    tables = choice_tables(rules, seat)
    spec = step_spec(tables)
    began = time.perf_counter()
    compare(tables, kernels(spec), count=size.compared_tables, steps=size.compared_steps)
    compared_s = time.perf_counter() - began
    device = DeviceTables(tables, size.tables, mode=step.SAME_STEP)
    hits = np.random.default_rng(1).random(size.tables) < HITS
    actions = cuda.to_device(hits.astype(np.int64))
    device.reset(1)
    device.step(actions)
    cuda.synchronize()
    steps, seconds = 0, min(size.seconds, SECONDS)
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        for _ in range(EPISODES):
            device.step(actions)
        cuda.synchronize()
        steps += EPISODES * size.tables
    return {
        MEASURED: steps / spent,
        AIM: AIM_STEPS,
        "unit": "steps a second",
        "equal": True,
        "compared_s": round(compared_s, 2),
        "wrapped_by": wrapped(device),
        **resources(device_kernels(spec)[1]),
    }


def wrapped(device: DeviceTables) -> dict[str, bool | str]:
    """Check that torch and CuPy take the arrays in place."""
    ours = device.told.rewards
    told: dict[str, bool | str] = {}
    for name, pointer in POINTERS.items():
        try:
            package = import_module(name)
        except ImportError:
            told[name] = "not installed"
            continue
        told[name] = pointer(package, ours) == ours.__cuda_array_interface__["data"][0]
    return told
