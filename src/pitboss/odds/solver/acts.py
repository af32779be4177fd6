"""The acts of a hand other than splitting, as kernels number them, and how it may be doubled."""

import numpy as np

STAND, HIT, DOUBLE, DOUBLE_HALF, SURRENDER = range(5)
"""Acts, as the bits of ``RuleTables.legal`` and the columns of values number them."""
ACTS = 5

MAY_STAND, MAY_HIT, MAY_DOUBLE, MAY_DOUBLE_HALF, MAY_SURRENDER = (1 << act for act in range(ACTS))
"""The bits of ``RuleTables.legal``."""
BITS = 1 << np.arange(ACTS)
"""The same, by act."""
MAY_DRAW = MAY_HIT | MAY_DOUBLE | MAY_DOUBLE_HALF
"""The bits of all acts that draw a card."""

PLAIN, FULL, HALF, FREE = range(4)
MODES = 7
"""How a hand is doubled: not at all, in full, for half, or in full for nothing; then in full twice,
three and four times."""


def mode_of(times: int) -> int:
    """The mode of a hand that was doubled in full this many times."""
    return (PLAIN, FULL, 4, 5, 6)[times]
