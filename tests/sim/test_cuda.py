"""The CUDA target in numba's simulator: the same whole numbers as on the processor."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sim.on_device import CASES, STUDIES

TARGETS = Path(__file__).parents[2] / "src" / "pitboss" / "sim" / "targets"
ARRAYS = {"cuda.shared.array", "cuda.local.array"}


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_device_and_processor_give_the_same_integers(every: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.sim.on_device", str(every)],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    asked = (*list(CASES)[::every], *list(STUDIES)[::every])
    assert done.stdout.splitlines() == [f"{name}: equal" for name in asked], done.stderr


def test_the_benchmark_of_a_device_runs() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-W",
            "ignore",
            "-m",
            "benchmarks.gpu",
            "--tiny",
            "--name",
            "six decks, 7",
        ],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    told = json.loads(done.stdout)
    assert told["six decks, 75 %"]["equal"] is True, done.stderr
    assert told["left_out"] == []


def test_without_a_device_it_is_said() -> None:
    from pitboss.sim.targets import cuda

    if cuda.cuda.is_available():
        cuda.check_device()
    else:
        with pytest.raises(cuda.NoDevice, match="CUDA"):
            cuda.check_device()


def test_a_device_that_plays_otherwise_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    from pitboss.sim.targets import cpu, cuda

    monkeypatch.setattr(numba.config, "ENABLE_CUDASIM", False)
    monkeypatch.setattr(cuda, "_PROVEN", {})
    monkeypatch.setattr(cpu, "play", lambda *_, **_named: "what the CPU plays")
    monkeypatch.setattr(cuda, "_launch", lambda *_: "something else")
    experiment = CASES["plain"].experiment()
    with pytest.raises(cuda.NoDevice, match="same figures"):
        cuda.play(experiment, cuda.PROOF)
    monkeypatch.setattr(cuda, "_launch", lambda *_: "what the CPU plays")
    played: object = cuda.play(experiment, cuda.PROOF)
    assert played == "what the CPU plays"
    assert {"game": experiment} == cuda._PROVEN


def test_sizes_of_device_arrays_are_constants_that_a_compiler_sees() -> None:
    # numba's simulator takes any size; its compiler takes no attribute of a module.
    sizes = [
        call.args[0]
        for name in ("cuda.py", "cuda_study.py", "cuda_tables.py")
        for call in ast.walk(ast.parse((TARGETS / name).read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ARRAYS
    ]
    assert len(sizes) >= 16
    assert [
        ast.unparse(size) for size in sizes if not isinstance(size, ast.Name | ast.Constant)
    ] == []
