"""How the kernels are compiled: what is called from Python, and what is written into its callers.

Compiling is what a first run waits for. No wrapper is made that nobody calls, and a small function
is put into its callers before they are compiled rather than compiled for itself. Within kernels,
loops are written out: an array expression brings the texts of its errors along, and those take
longer to compile than the sum.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

from pitboss.kernel_cache import kept

Function = TypeVar("Function", bound=Callable[..., Any])
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def kernel(function: Function) -> Function:
    """Compiled when first called, and kept on disk. It makes no array, so that none is counted."""
    made: Function = kept(_nrt=False, **OPTIONS)(function)
    return made


def making(function: Function) -> Function:
    """The same for what makes arrays; numba would have it make none where a kernel calls it."""
    made: Function = kept(_nrt=True, **OPTIONS)(function)
    return made


def summing(function: Function) -> Function:
    """The same for sums in which products may be joined, and quotients be products."""
    made: Function = kept(_nrt=True, fastmath={"contract", "nsz", "arcp"}, **OPTIONS)(function)
    return made


def inlined(function: Function) -> Function:
    """Compiled with each kernel that calls it."""
    made: Function = njit(inline="always", **OPTIONS)(function)
    return made
