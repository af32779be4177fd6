"""The CUDA target in numba's simulator: the same whole numbers as on the processor."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
from pitboss.sim import cpu, cuda
from tests.sim.experiments import basic

cuda.check_device()
for name, options, given in (
    ("tribal", {"max_hands": 4}, {}),
    ("pa_free_bet", {}, {"boxes": 2}),
    ("nz", {}, {"shuffle": "every_round"}),
):
    experiment = basic(name, options, **given)
    part = {"seed": 7, "first": 3, "blocks": 3, "rounds": 40}
    on_device = cuda.play(experiment, **part)
    assert on_device.rounds == 120
    # The same device functions, once more in one thread of their own.
    assert on_device == cpu.play(experiment, is_compiled=False, **part)
    assert cuda.play(experiment, **part) == on_device
print("equal")
"""


def test_device_and_processor_give_the_same_integers() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "equal\n", done.stderr


def test_without_a_device_it_is_said() -> None:
    from pitboss.sim import cuda

    if cuda.cuda.is_available():
        cuda.check_device()
    else:
        with pytest.raises(cuda.NoDevice, match="CUDA"):
            cuda.check_device()
