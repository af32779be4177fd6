"""The same seed and rounds give the same figures, whoever plays them and in whatever order."""

import os
import signal
import sys
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from pitboss.errors import Error
from pitboss.sim.experiment import BLOCK
from pitboss.sim.results import Result
from pitboss.sim.run import Run, on_cpu, run_experiment, tasks
from pitboss.sim.tables.layout import Task
from tests.sim.experiments import basic


def test_tasks_cover_all_rounds_once() -> None:
    parts = list(tasks(10 * BLOCK + 7, seed=3, blocks=4))
    assert [(t.first, t.blocks, t.rounds) for t in parts] == [
        (0, 4, BLOCK), (4, 4, BLOCK), (8, 2, BLOCK), (10, 1, 7),
    ]  # fmt: skip
    assert list(tasks(5, seed=3)) == [Task(3, 0, 1, 5)]


@pytest.mark.parametrize(
    "rounds, given", [(0, {}), (-1, {}), (10, {"until_error": -1.0}), (10, {"seed": -1})]
)
def test_what_is_no_run_is_said(rounds: int, given: dict[str, Any]) -> None:
    with pytest.raises(Error, match=r"= -?[01](\.0)? is below [01]"):
        run_experiment(basic("tribal"), rounds, **given)


def test_threads_and_tasks_do_not_change_a_result() -> None:
    experiment = basic("tribal", {"max_hands": 4})
    rounds = 9 * BLOCK + 100
    one = run_experiment(experiment, rounds, seed=5)
    assert one.rounds == rounds
    assert run_experiment(experiment, rounds, seed=5, threads=3) == one
    run = Run(experiment, rounds, 5, task_blocks=2)
    with ThreadPoolExecutor(2) as pool:
        seen = list(run.play(pool, 2))
    assert seen[-1] == one
    assert [part.rounds for part in seen] == sorted(part.rounds for part in seen)
    assert run_experiment(experiment, rounds, seed=6) != one


def test_processes_give_the_same_result() -> None:
    experiment = basic("tribal", {"max_hands": 4})
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        other = run_experiment(experiment, BLOCK + 5, executor=pool)
    assert other == run_experiment(experiment, BLOCK + 5)


def killed_once(experiment: Any, task: Task) -> Result:
    """Play a task, unless this is the worker that is killed over the second one."""
    if task.first == 2 and os.getpid() != int(os.environ["SIM_TEST_PARENT"]):
        os.kill(os.getpid(), signal.SIGKILL)
    return on_cpu(experiment, task)


@pytest.mark.skipif(
    sys.version_info < (3, 11, 5), reason="a pool waits for ever for a killed worker (gh-94777)"
)
def test_a_killed_worker_loses_nothing(monkeypatch: Any) -> None:
    monkeypatch.setenv("SIM_TEST_PARENT", str(os.getpid()))
    experiment = basic("tribal", {"max_hands": 4})
    run = Run(experiment, 8 * BLOCK, 2, target=killed_once, task_blocks=2)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for _ in run.play(pool, 1):
            pass
    assert run.result == run_experiment(experiment, 8 * BLOCK, seed=2)


def test_a_run_stops_at_the_error_asked_for() -> None:
    experiment = basic("tribal", {"max_hands": 4})
    results = []
    for workers in (1, 3):
        run = Run(experiment, 10**9, 1, until_error=0.01, task_blocks=1)
        with ThreadPoolExecutor(workers) as pool:
            for _ in run.play(pool, workers):
                pass
        results.append(run.result)
    assert results[0] is not None
    assert results[0].standard_error <= 0.01
    assert results[0].rounds < 10**6
    assert results[0] == results[1]


class Slow(Executor):
    """Never finishes anything."""

    def submit(self, *_given: Any, **_named: Any) -> "Future[Any]":
        return Future()


def test_a_run_can_be_stopped_from_outside() -> None:
    run = Run(basic("tribal", {"max_hands": 4}), 10**9)
    threading.Timer(0.1, run.stopped.set).start()
    assert list(run.play(Slow(), 1)) == []
    assert run.result is None
