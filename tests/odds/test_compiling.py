"""What makes arrays is compiled so, whoever calls it first."""

import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import numpy as np
import pytest
from numba.core.caching import NullCache

from pitboss.compiling import kernel, making, summing
from tests.patience import COMPILED_S


@pytest.mark.parametrize("made", [making, summing])
def test_a_kernel_that_makes_no_array_may_call_one_that_does(made: Any) -> None:
    def twice(value: float) -> Any:
        room = np.empty(2)
        room[:] = value
        return room[0] + room[1]

    maker = made(twice)

    def one_more(value: float) -> Any:
        return maker(value) + 1.0

    caller: Any = kernel(one_more)
    for compiled in (maker, caller):
        compiled._cache = NullCache()  # Compiled here, whatever an earlier run has kept.
    assert caller(3.0) == 7.0


KERNEL = """
import logging, sys
from pitboss.compiling import kernel

logging.basicConfig(level=logging.INFO, stream=sys.stderr)


def add_up(top):
    total = 0
    for number in range(top):
        total += number * number % 7
    return total


total = kernel(add_up)
print("ready", flush=True)
sys.stdin.readline()
print(total(100))
"""


def test_processes_that_need_a_kernel_at_once_compile_it_once(tmp_path: Path) -> None:
    module = tmp_path / "one_kernel.py"
    module.write_text(KERNEL, encoding="utf-8")
    env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    pipes: dict[str, Any] = {"stdin": PIPE, "stdout": PIPE, "stderr": PIPE, "text": True}
    started = [Popen([sys.executable, module], env=env, **pipes) for _ in range(3)]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate(timeout=COMPILED_S) for process in started]
    assert [out for out, _ in told] == ["197\n"] * 3
    assert sum(err.count("add_up compiled in") for _, err in told) == 1
