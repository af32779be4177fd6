"""Build kernels: every function is compiled again for a target and a set of constants."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from pitboss.sim import counting as counts
from pitboss.sim.kernels import (
    blocks,
    counting,
    dealing,
    double_shoe,
    laid,
    memory,
    pairing,
    random,
    stepping,
    studying,
    waiting,
)
from pitboss.sim.kernels import round as rounds
from pitboss.sim.kernels import side_wagers as sides
from pitboss.sim.tables import layout, step_layout
from pitboss.sim.tables.layout import KernelSpec

MODULES: tuple[ModuleType, ...] = (
    *(memory, random, counting, dealing, double_shoe, rounds, sides),
    *(blocks, pairing, studying, laid, waiting, stepping),
)
"""Modules of the kernels, each after those that it calls."""

ENTRIES = (
    *("play_blocks", "play_order", "play_pairs", "play_study", "play_trace"),
    *("reset_tables", "seed_tables", "step_tables"),
)
"""Kernel functions called from outside."""


def functions_of(module: ModuleType) -> tuple[FunctionType, ...]:
    """Return the functions that a module defines, each after those that it calls."""
    each = (part for part in vars(module).values() if isinstance(part, FunctionType))
    return tuple(function for function in each if function.__module__ == module.__name__)


def left_out(spec: KernelSpec) -> frozenset[str]:
    """Return the names of the functions that the constants rule out."""
    parts = (
        (spec.has_sides, (*functions_of(sides), *functions_of(laid))),
        (
            spec.has_streaks,
            (blocks.finish_streaks, sides.move_streaks, sides.place_streaks, laid.keep_riding),
        ),
        (spec.has_results, (sides.note_results, sides.box_balance, laid.box_moved)),
        (spec.draws_out or spec.shows_second, (sides.final_column,)),
        (spec.counts_dealer or spec.shows_second, (sides.dealer_column,)),
        (spec.is_double, functions_of(double_shoe)),
        (spec.has_count or spec.has_branches, functions_of(counting)),
        (spec.has_branches, (rounds.branched,)),
        (spec.may_run_out, (dealing.recycle,)),
    )
    unused = (part for is_used, part in parts if not is_used)
    return frozenset(function.__name__ for part in unused for function in part)


def build(
    spec: KernelSpec,
    compiler: Callable[[Any, str], Any],
    *,
    skips: bool = True,
    places: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return every kernel function by name, as the compiler makes it.

    The functions are those of the modules with other globals: ``SPEC`` holds the constants, and the
    names of kernels refer to the functions compiled before. A compiler that freezes globals, as
    numba does, leaves out what the constants rule out. With ``skips`` some of that is not even
    compiled; the compiler must then accept functions with any number of arguments. ``places`` are a
    target's own compiled functions, which find cards and counts in memory and make a number whole.
    """
    made: dict[str, Any] = {"SPEC": spec, **(places or {})}
    unused = left_out(spec) if skips else ()
    for module in MODULES:
        for function in functions_of(module):
            scope = {**vars(module), **made}
            stand_in = skipped if function.__annotations__["return"] is None else skipped_number
            code = (stand_in if function.__name__ in unused else function).__code__
            fresh = FunctionType(code, scope, function.__name__)
            # Compiled code is cached on disk under this name, so the name must be unique.
            fresh.__qualname__ = f"{function.__name__}_{tag(spec)}"
            fresh.__module__ = module.__name__
            own = (places or {}).get(function.__name__)
            made[function.__name__] = own or compiler(fresh, function.__name__)
    return made


def skipped(*_args: object) -> None:
    """Replace a function that the constants rule out, so that it need not be compiled."""


def skipped_number(*_args: object) -> int:
    """Replace such a function if it returns a number."""
    return 0


@lru_cache(maxsize=256)
def tag(spec: KernelSpec) -> str:
    """Return a hash of the constants and the present source of the kernels."""
    return hashlib.sha256(_sources() + repr(spec).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _sources() -> bytes:
    return b"".join(
        Path(str(m.__file__)).read_bytes() for m in (*MODULES, counts, layout, step_layout)
    )
