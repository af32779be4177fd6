"""Run an experiment: pass its blocks to workers and merge their results in order."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from pitboss.arguments import NotNegative, Rounds, Seed, Threads, checked
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.results import Moment, Result
from pitboss.sim.tables.layout import Task

T = TypeVar("T")

TASK_BLOCKS = 512
"""Blocks of one task: two million rounds, so that a progress bar moves and a lost task costs
little."""
WAITING_MAX = 4
"""Tasks submitted at once, for each worker."""
SEED_MAX = 2**63 - 1
TRACE_MAX = 1000
"""Moments stored of a run; beyond it every second one is dropped."""


Target = Callable[[Experiment, Task], Result]
"""A function that plays a task; any worker can import it."""


def on_cpu(experiment: Experiment, task: Task) -> Result:
    """Play a task on the processor."""
    from pitboss.sim.targets.cpu import play

    return play(experiment, task)


def on_gpu(experiment: Experiment, task: Task) -> Result:
    """Play a task on a CUDA device."""
    from pitboss.sim.targets.cuda import play

    return play(experiment, task)


def tasks(rounds: int, *, seed: int, blocks: int = TASK_BLOCKS) -> Iterator[Task]:
    """Divide rounds into tasks of whole blocks; the remainder is a block of its own.

    The number of rounds played does not depend on ``blocks``.
    """
    complete, rest = divmod(rounds, BLOCK)
    for first in range(0, complete, blocks):
        yield Task(seed, first, min(blocks, complete - first), BLOCK)
    if rest:
        yield Task(seed, complete, 1, rest)


def in_order(
    executor: Executor,
    target: Callable[[Experiment, Task], T],
    experiment: Experiment,
    left: Iterator[Task],
    workers: int,
    stopped: threading.Event | None = None,
) -> Iterator[tuple[Task, T]]:
    """Submit tasks to workers and yield each with its result, in the order of the tasks.

    At most ``WAITING_MAX`` tasks for each worker are submitted at once, so that results do not pile
    up.
    """
    # Computed once here, and sent to the workers with the experiment.
    _ = experiment.tables, experiment.spec, experiment.bins
    handed: deque[tuple[Task, Future[T]]] = deque()
    try:
        while stopped is None or not stopped.is_set():
            for task in islice(left, WAITING_MAX * workers - len(handed)):
                handed.append((task, _submit(executor, target, experiment, task)))
            if not handed:
                return
            task, future = handed[0]
            if not wait([future], 0.5).done:
                continue
            handed.popleft()
            if future.exception() is None:
                yield task, future.result()
            else:
                # A killed worker loses its task. A task that fails here too is an error of ours.
                yield task, target(experiment, task)
    finally:
        for _task, future in handed:
            future.cancel()


def _submit(
    executor: Executor, target: Callable[[Experiment, Task], T], experiment: Experiment, task: Task
) -> "Future[T]":
    try:
        return executor.submit(target, experiment, task)
    except BrokenExecutor as error:
        lost: Future[T] = Future()
        lost.set_exception(error)
        return lost


@dataclass
class Run:
    """A run of an experiment, in progress or finished."""

    experiment: Experiment
    rounds: int
    seed: int = 1
    target: Target = on_cpu
    until_error: float = 0.0
    """Standard error at which to stop, checked after each task in order; 0 plays all rounds."""
    task_blocks: int = TASK_BLOCKS
    result: Result | None = None
    trace: list[Moment] = field(default_factory=list)
    """The figure after each task, thinned out."""
    stopped: threading.Event = field(default_factory=threading.Event)

    def play(self, executor: Executor, workers: int) -> Iterator[Result]:
        """Yield the result so far each time that the next task is finished.

        Tasks are merged in their order, so that the point at which a run stops depends on the seed
        only.
        """
        left = tasks(self.rounds, seed=self.seed, blocks=self.task_blocks)
        played = in_order(executor, self.target, self.experiment, left, workers, self.stopped)
        for _, part in played:
            self.result = self.result.merge(part) if self.result else part
            self._note(self.result)
            yield self.result
            if self.result.standard_error <= self.until_error:
                self.stopped.set()

    def _note(self, now: Result) -> None:
        self.trace.append(Moment(now.rounds, now.player_ev, now.standard_error))
        if len(self.trace) > TRACE_MAX:
            del self.trace[:-1:2]


@checked
def run_experiment(
    experiment: Experiment,
    rounds: Rounds,
    *,
    seed: Seed = 1,
    threads: Threads = 1,
    executor: Executor | None = None,
    target: Target = on_cpu,
    until_error: NotNegative = 0.0,
    follow: Callable[[int], None] = lambda _rounds: None,
) -> Result:
    """Play this many rounds; the result is the same on any number of threads or workers.

    ``seed`` picks the shoes. With an ``executor`` of processes or of a cluster, ``threads`` is the
    number of its workers. With ``until_error`` it stops as soon as the standard error is that
    small. ``target`` plays a task: ``on_cpu``, or a function for another device. ``follow``
    receives the number of rounds played so far.

    >>> import pitboss
    >>> from pitboss.sim import Experiment, LikeDealer
    >>> rules = pitboss.rules("double_deck")
    >>> run_experiment(Experiment(rules, LikeDealer(rules)), 10_000)
    <Result of 10,000 rounds: -0.082050 +- 0.009773 of the initial wager>
    """
    run = Run(experiment, rounds, seed, target, until_error)
    if executor is not None:
        for result in run.play(executor, max(1, threads)):
            follow(result.rounds)
    else:
        with ThreadPoolExecutor(threads) as pool:
            for result in run.play(pool, threads):
                follow(result.rounds)
    assert run.result is not None
    return run.result
