"""Sizes of the measurements: on a device, and in numba's simulator of one, which is slow."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

Figures = dict[str, object]
Piece = tuple[str, Callable[[], Figures]]
"""Measurements by name."""


class Size(NamedTuple):
    """Number of rounds to play."""

    blocks: int
    """Of a launch whose rate is measured."""
    compared: int
    """Blocks that the processor plays too."""
    rounds: int
    """Of a block."""
    seconds: float
    """For a study, at most, and for the steps of tables."""
    tables: int
    """Stepped at once."""
    compared_tables: int
    compared_steps: int
    many: float
    """Rounds of the long run."""


FULL = Size(
    blocks=1_081_344, compared=64, rounds=4096, seconds=60.0, tables=1 << 20, compared_tables=4096,
    compared_steps=200, many=1e12,
)  # fmt: skip
TINY = Size(
    blocks=2, compared=2, rounds=12, seconds=0.1, tables=4, compared_tables=4, compared_steps=4,
    many=40,
)  # fmt: skip
AIM, MEASURED = "aim", "measured"


def against(aims: Mapping[str, float], name: str, measured: float) -> Figures:
    """A figure, and its aim where it has one."""
    figures: Figures = {MEASURED: measured}
    if name in aims:
        figures[AIM] = aims[name]
    return figures


def resources(kernel: object) -> Figures:
    """Return the registers, shared and local memory of a kernel, if the device reports them."""
    told: Figures = {}
    for name in ("regs_per_thread", "shared_mem_per_block", "local_mem_per_thread"):
        ask = getattr(kernel, f"get_{name}", None)
        if ask is not None:
            told[name] = max(ask().values())
    return told
