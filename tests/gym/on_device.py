"""Steps tables on a CUDA device, or in numba's simulator of one, and on the processor.

Run as a program of its own: which of the two numba takes is settled when it is imported.
"""

from typing import Any

import numpy as np

from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.rules import Rules
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.choices import ACTS, Seat, choice_tables
from pitboss.sim.tables.step_layout import Choices, Observations, TableBatch, step_spec
from pitboss.sim.targets.cpu import uncompiled
from pitboss.sim.targets.cuda_tables import DeviceTables

TABLES, STEPS = 12, 8


def laying(*wagers: str, penetration: float = 0.0) -> Seat:
    """A seat that may lay each of these side wagers, one or none of them."""
    actions = (*ACTS, "bet", *(f"bet+{wager}" for wager in wagers))
    return Seat(actions=actions, lays=((), *((one,) for one in wagers)), penetration=penetration)


PRIZES = {"madness_21": True, "perfect_pairs": "scale_1"}
CASES: dict[str, tuple[Rules, Seat]] = {
    "plain": (rules_of("double_deck"), Seat(penetration=0.5)),
    "sides": (rules_of("house"), laying("match_dealer", "over_13")),
    "streaks": (rules_of("tribal", streak=True), laying("streak_2", "streak_5", penetration=0.3)),
    "prizes": (
        rules_of("nz", **PRIZES), laying("madness_21", "perfect_pairs", penetration=0.3),
    ),
    "meter": (rules_of("tribal", progressive=True), laying("progressive", penetration=0.3)),
}  # fmt: skip
"""Tables without side wagers, and with each sort of them."""


def main() -> None:
    """Say whether every number is the same."""
    for name, case in CASES.items():
        tables = choice_tables(*case)
        compare(tables, uncompiled(step_spec(tables)))
        print(f"{name}: equal", flush=True)


def compare(
    tables: Choices, plain: dict[str, Any], *, count: int = TABLES, steps: int = STEPS
) -> None:
    """Step tables on both, by the processor's kernels given."""
    device = DeviceTables(tables, count, mode=step.SAME_STEP)
    felts = TableBatch(
        np.zeros((count, len(tables.shoe)), dtype=np.uint8),
        np.zeros((count, 4), dtype=np.uint64),
        np.zeros((count, 4), dtype=np.int64),
        np.zeros((count, step.TABLE_WIDTH), dtype=np.int64),
    )
    told = Observations(*(np.zeros_like(array.copy_to_host(), order="C") for array in device.told))
    every = np.ones(count, dtype=np.bool_)
    rng = np.random.default_rng(4)
    with np.errstate(over="ignore"):
        plain["seed_tables"](tables, felts, np.arange(7, 7 + count, dtype=np.uint64), every)
        plain["reset_tables"](tables, felts, told, every)
        device.reset(7)
        for _ in range(steps):
            actions = (rng.random(told.mask.shape) * told.mask).argmax(axis=1)
            plain["step_tables"](tables, felts, told, actions, step.SAME_STEP)
            device.step(actions)
            for name, ours, theirs in zip(Observations._fields, told, device.told, strict=True):
                assert np.array_equal(ours, theirs.copy_to_host()), name


if __name__ == "__main__":
    main()
