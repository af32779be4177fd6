"""Kernels from one source: every function compiled anew for a target and a set of constants."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from pitboss.sim import blocks, counting, dealing, double_shoe, layout, memory, random, sides
from pitboss.sim import round as rounds
from pitboss.sim.layout import Spec

MODULES: tuple[ModuleType, ...] = (
    memory, random, counting, dealing, double_shoe, rounds, sides, blocks,
)  # fmt: skip
"""The kernels, each module after those that it calls."""

ENTRIES = ("play_blocks", "play_order")
"""What is called from outside."""


def build(
    spec: Spec,
    compiler: Callable[[Any, str], Any],
    *,
    skips: bool = True,
    places: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Every kernel function under its name, as the compiler makes it.

    The functions are those of the modules with other globals: ``SPEC`` holds the constants, and
    names of kernels stand for what was compiled before. A compiler that freezes globals, as numba
    does, leaves out what the constants rule out; with ``skips`` some of that is not even compiled,
    which a compiler can do that knows functions with any number of arguments. ``places`` are
    functions of a target's own, compiled already, that say where things lie.
    """
    made: dict[str, Any] = {"SPEC": spec}
    for module in MODULES:
        is_used = spec.has_sides or not skips or module is not sides
        for function in module.FUNCTIONS:
            scope = {**vars(module), **made}
            code = function.__code__ if is_used else skipped.__code__
            fresh = FunctionType(code, scope, function.__name__)
            # Compiled code is kept on disk under this name, so it must tell everything apart.
            fresh.__qualname__ = f"{function.__name__}_{tag(spec)}"
            fresh.__module__ = module.__name__
            own = (places or {}).get(function.__name__)
            made[function.__name__] = own or compiler(fresh, function.__name__)
    return made


def skipped(*_args: object) -> None:
    """Stands for a function that the constants rule out, so that it need not be compiled."""


@lru_cache(maxsize=256)
def tag(spec: Spec) -> str:
    """A name for a set of constants and the text of the kernels as it is now."""
    return hashlib.sha256(_sources() + repr(spec).encode()).hexdigest()[:16]


@lru_cache(maxsize=1)
def _sources() -> bytes:
    return b"".join(Path(str(m.__file__)).read_bytes() for m in (*MODULES, layout))
