"""Numbers of the acts other than splitting, and of the ways to double, as kernels use them."""

from collections.abc import Mapping

STAND, HIT, DOUBLE, DOUBLE_HALF, SURRENDER = range(5)
"""Numbers of the acts: bits of ``RuleTables.legal`` and columns of act values."""
ACTS = 5

MAY_STAND, MAY_HIT, MAY_DOUBLE, MAY_DOUBLE_HALF, MAY_SURRENDER = (1 << act for act in range(ACTS))
"""Bits of ``RuleTables.legal``."""
MAY_DRAW = MAY_HIT | MAY_DOUBLE | MAY_DOUBLE_HALF
"""Bits of all acts that draw a card."""

PLAIN, FULL, HALF, FREE = range(4)
MODES = 7
"""Number of modes of doubling: none, full, half, free; then full two, three and four times."""


def mode_of(times: int) -> int:
    """Return the mode of a hand doubled in full this many times."""
    return (PLAIN, FULL, 4, 5, 6)[times]


def best_first(values: Mapping[str, float]) -> dict[str, float]:
    """Return acts with their values, the highest value first."""
    return dict(sorted(values.items(), key=lambda item: -item[1]))
