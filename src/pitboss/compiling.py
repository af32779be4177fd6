"""Decorators for compiled kernels, and the cache of their machine code.

A first run spends its time compiling. So kernels get no C wrapper, and small functions are inlined
into their callers instead of compiled by themselves. Within kernels, loops are written out: an
array expression brings its error messages along, and those take longer to compile than the sum.

Machine code is cached in ``__pycache__`` beside its source, in the user's cache folder if that
cannot be written, or in the folder named by ``PITBOSS_CACHE`` (or numba's own ``NUMBA_CACHE_DIR``).
Without a folder, kernels are compiled in every process, and the log says so once. Processes that
need the same kernel at the same time compile it once: the others wait for a lock beside the cache.
Each compilation is logged by ``logging.getLogger("pitboss.compiling")`` at level INFO.
"""

import logging
import os
import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from numba import config, njit
from numba.core import event
from numba.core.runtime.nrt import rtsys

try:
    import fcntl
except ImportError:  # Windows has none: there, each process compiles for itself.
    fcntl = None  # type: ignore[assignment]

from pitboss.cache import NAME, folder, is_off, warn_once

NUMBA = "NUMBA_CACHE_DIR"

LOCK_WAIT_S = 120.0
"""Longest wait for a process that compiles the same kernel; after it, this one compiles too."""
LOCK_POLL_S = 0.05
NO_LOCK = -1

log = logging.getLogger("pitboss.compiling")


def kept(**options: Any) -> Callable[[Any], Any]:
    """Return ``numba.njit(cache=True)`` that tolerates a read-only folder and a broken cache."""
    _settle()

    def compile_(function: Any) -> Any:
        try:
            made = njit(cache=True, **options)(function)
        except RuntimeError:
            warn_once("compiled kernels have no folder that can be written")
            return njit(**options)(function)
        made._cache = _FaultTolerantCache(made._cache)
        return made

    return compile_


def is_kept() -> bool:
    """Return True if machine code is cached for the next process."""

    def probe() -> None:
        """Do nothing."""

    try:
        njit(cache=True)(probe)
    except RuntimeError:
        return False
    return True


class _FaultTolerantCache:
    """A numba cache that compiles again if its files are broken or missing, or the disk is full."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._lock = NO_LOCK
        """Descriptor of the lock file of this kernel while this process compiles it."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return machine code for a signature, or None if this process is to compile it."""
        made = self._load(sig, target_context)
        if made is None and self._claim():
            made = self._load(sig, target_context)
        if made is not None:
            self._release()
        return made

    def _load(self, sig: Any, target_context: Any) -> Any:
        """Return machine code for a signature; None if it cannot be read."""
        try:
            # Numba would bring in all that it compiles with first, which takes longer than the rest
            # of the start; machine code needs none of it. What must be compiled brings it in then.
            rtsys.initialize(target_context)
            return self._inner._load_overload(sig, target_context)
        except Exception as error:  # Anything may come of a broken file.
            log.info("a compiled kernel could not be read: %r", error)
            self._forget()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if it can be."""
        try:
            self._inner.save_overload(sig, data)
        except OSError as error:
            warn_once(f"compiled kernels cannot be written ({error.strerror})")
        finally:
            self._release()

    def _claim(self) -> bool:
        """Take the lock of this kernel; return True if another process held it before."""
        if self._lock != NO_LOCK or fcntl is None:
            return False
        try:
            path = f"{self._inner._cache_file._index_path}.lock"
            self._lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return False
        end, has_waited = time.monotonic() + LOCK_WAIT_S, False
        while not _is_locked(self._lock) and time.monotonic() < end:
            has_waited = True
            time.sleep(LOCK_POLL_S)
        return has_waited

    def _release(self) -> None:
        """Let other processes load this kernel."""
        if self._lock != NO_LOCK:
            # A process forked meanwhile has the same file open, so that closing it is not enough.
            fcntl.flock(self._lock, fcntl.LOCK_UN)
            os.close(self._lock)
            self._lock = NO_LOCK

    def _forget(self) -> None:
        try:
            self._inner.flush()
        except OSError as error:
            warn_once(f"compiled kernels cannot be written ({error.strerror})")


def _is_locked(file: int) -> bool:
    """Lock a file; return False if another process holds it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class _CompilationLog(event.Listener):
    """Logs what is being compiled; what that calls is compiled within, and is not logged."""

    def __init__(self) -> None:
        self._began: list[float] = []

    def on_start(self, event: Any) -> None:
        """Note the start of a compilation; numba compiles one at a time."""
        self._began.append(time.perf_counter())
        if len(self._began) == 1:
            name = event.data["dispatcher"].py_func.__name__
            log.info("compiling %s, once: it is kept where it can be", name)

    def on_end(self, event: Any) -> None:
        """It is done."""
        took_s = time.perf_counter() - self._began.pop()
        if not self._began:
            log.info("%s compiled in %.1f s", event.data["dispatcher"].py_func.__name__, took_s)


@cache
def _settle() -> None:
    """Choose the folder, and listen to numba."""
    if os.environ.get(NAME, "").strip() and not is_off() and NUMBA not in os.environ:
        place = folder("kernels")
        if place is not None:
            # Processes that are started from here look there too.
            os.environ[NUMBA] = str(place)
            vars(config)["CACHE_DIR"] = str(place)
    register: Any = event.register
    register("numba:compile", _CompilationLog())


Function = TypeVar("Function", bound=Callable[..., Any])
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def kernel(function: Function) -> Function:
    """Compile a function that allocates no arrays when it is first called, and cache it."""
    made: Function = kept(_nrt=False, **OPTIONS)(function)
    return made


def making(function: Function) -> Function:
    """Return the same for a function that allocates arrays, which kernels may not call."""
    made: Function = kept(_nrt=True, **OPTIONS)(function)
    return made


def summing(function: Function) -> Function:
    """Return the same with relaxed arithmetic: fused products, and reciprocals for quotients."""
    made: Function = kept(_nrt=True, fastmath={"contract", "nsz", "arcp"}, **OPTIONS)(function)
    return made


def inlined(function: Function) -> Function:
    """Inline a function into each kernel that calls it."""
    made: Function = njit(inline="always", **OPTIONS)(function)
    return made
