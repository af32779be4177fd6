"""Workers that play the rounds of a command: threads, a CUDA device, or a Dask cluster."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pitboss.cli.shared.errors import InputError

GPU_BLOCKS = 1 << 18
"""Blocks of one task on a device: a thread for each."""
CLUSTER_S = 5
"""Seconds within which a scheduler must answer."""


@contextmanager
def workers(flags: dict[str, Any]) -> Iterator[tuple[Executor, int]]:
    """Open a player of tasks; yield it with the number of tasks that it plays at once."""
    if flags["cluster"]:
        with _cluster(flags["cluster"]) as client:
            yield client.get_executor(), max(1, sum(client.ncores().values()))
        return
    threads = 1 if flags["gpu"] else flags["threads"] or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        yield pool, threads


def _cluster(address: str) -> Any:
    try:
        client_of = import_module("distributed").Client
    except ImportError:
        raise InputError(
            "a cluster needs Dask, which is not installed", "pip install '.[cluster]'"
        ) from None
    try:
        return client_of(address, timeout=CLUSTER_S)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address}: {_first_line(error)}",
            "start one with dask scheduler, and give its address as tcp://host:8786",
        ) from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def check_device(flags: dict[str, Any]) -> None:
    """Refuse ``--gpu`` for games that cannot be played on a device."""
    if not flags["gpu"]:
        return
    if flags["cluster"]:
        raise InputError("a cluster plays on CPUs, not on a GPU", "leave --gpu out")
    try:
        from pitboss.sim.targets import cuda
    except ImportError:
        raise InputError(
            "numba has no CUDA support here", "pip install '.[gpu]', or leave --gpu out"
        ) from None
    try:
        cuda.check_device()
    except cuda.NoDevice as error:
        hint = "leave --gpu out to play on the CPU"
        if find_spec("numba_cuda") is None:
            hint = f"if there is one, pip install '.[gpu]'; otherwise {hint}"
        raise InputError(str(error), hint) from None
