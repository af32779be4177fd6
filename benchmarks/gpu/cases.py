"""Every game of the tests on a device: the same whole numbers as on the processor."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.gpu.sizes import Figures, Piece, Size
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets import cpu, cuda, cuda_study
from pitboss.sim.targets.cpu import studied
from tests.sim.on_device import CASES, STUDIES, Case


def pieces(size: Size) -> Iterator[Piece]:
    """Each game, then each study."""
    for name, case in CASES.items():
        yield f"equal, {name}", partial(played, case, size)
    for name, case in STUDIES.items():
        yield f"equal, {name}", partial(studied_alike, case, size)


def played(case: Case, size: Size) -> Figures:
    """Check that a game has the same result on both."""
    experiment, task = case.experiment(), Task(7, 3, 4 * size.compared, size.rounds)
    here, there = cuda.play(experiment, task), cpu.play(experiment, task)
    return {"equal": here == there, "rounds": here.rounds}


def studied_alike(case: Case, size: Size) -> Figures:
    """Check that a study has the same sums on both."""
    experiment = case.experiment()
    task = Task(7, 3, 4 * size.compared, size.rounds)
    sums = zip(cuda_study.launch(experiment, task), studied(experiment, task), strict=True)
    return {"equal": all(np.array_equal(here, there) for here, there in sums)}
