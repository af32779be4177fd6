"""Steps tables on a CUDA device, or in numba's simulator of one, and on the processor.

Run as a program of its own: which of the two numba takes is settled when it is imported.
"""

import numpy as np

from pitboss.rulebook.catalog import rules_of
from pitboss.sim.choices import ACTS, Seat, choice_tables
from pitboss.sim.cpu import uncompiled
from pitboss.sim.cuda_tables import DeviceTables
from pitboss.sim.step_layout import SAME_STEP, TABLE_WIDTH, Choices, Felts, Told, step_spec

TABLES, STEPS = 12, 8


def main() -> None:
    """Say whether every number is the same, without side wagers and with some."""
    compare(choice_tables(rules_of("double_deck"), Seat(penetration=0.5)))
    lays = ((), ("match_dealer",), ("over_13",), ("match_dealer", "over_13"))
    wagers = ("bet", "bet+match_dealer", "bet+over_13", "bet+match_dealer+over_13")
    compare(choice_tables(rules_of("house"), Seat(actions=(*ACTS, *wagers), lays=lays)))
    actions = (*ACTS, "bet", "bet+streak_2")
    streaks = Seat(actions=actions, lays=((), ("streak_2",)), penetration=0.3)
    compare(choice_tables(rules_of("tribal", streak=True), streaks))
    print("equal")


def compare(tables: Choices) -> None:
    """Step tables on both."""
    device = DeviceTables(tables, TABLES, mode=SAME_STEP)
    felts = Felts(
        np.zeros((TABLES, len(tables.shoe)), dtype=np.uint8),
        np.zeros((TABLES, 4), dtype=np.uint64),
        np.zeros((TABLES, 4), dtype=np.int64),
        np.zeros((TABLES, TABLE_WIDTH), dtype=np.int64),
    )
    told = Told(*(np.zeros_like(array.copy_to_host(), order="C") for array in device.told))
    plain, every = uncompiled(step_spec(tables)), np.ones(TABLES, dtype=np.bool_)
    rng = np.random.default_rng(4)
    with np.errstate(over="ignore"):
        plain["seed_tables"](tables, felts, np.arange(7, 7 + TABLES, dtype=np.uint64), every)
        plain["reset_tables"](tables, felts, told, every)
        device.reset(7)
        for _ in range(STEPS):
            actions = (rng.random(told.mask.shape) * told.mask).argmax(axis=1)
            plain["step_tables"](tables, felts, told, actions, SAME_STEP)
            device.step(actions)
            for name, ours, theirs in zip(Told._fields, told, device.told, strict=True):
                assert np.array_equal(ours, theirs.copy_to_host()), name


if __name__ == "__main__":
    main()
