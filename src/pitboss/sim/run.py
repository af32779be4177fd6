"""Running an experiment: blocks handed to an executor, parts merged as they come."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass, field

from pitboss.arguments import NotNegative, Rounds, Seed, Threads, checked
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.results import Moment, Result
from pitboss.sim.tables.layout import Task

TASK_BLOCKS = 512
"""Blocks of one task: two million rounds, so that a bar moves and a lost task costs little."""
WAITING_MAX = 4
"""Tasks for each worker that are handed out before any comes back."""
SEED_MAX = 2**63 - 1
TRACE_MAX = 1000
"""Moments of a run that are kept; every second one goes when there are more."""


Target = Callable[[Experiment, Task], Result]
"""What plays a task: a function that any worker can import."""


def on_cpu(experiment: Experiment, task: Task) -> Result:
    """Play a task on the processor."""
    from pitboss.sim.targets.cpu import play

    return play(experiment, task)


def on_gpu(experiment: Experiment, task: Task) -> Result:
    """Play a task on a CUDA device."""
    from pitboss.sim.targets.cuda import play

    return play(experiment, task)


def tasks(rounds: int, *, seed: int, blocks: int = TASK_BLOCKS) -> Iterator[Task]:
    """The parts of this many rounds: whole blocks, and what is left in a block of its own.

    Which rounds are played does not depend on how they are parted.
    """
    whole, rest = divmod(rounds, BLOCK)
    for first in range(0, whole, blocks):
        yield Task(seed, first, min(blocks, whole - first), BLOCK)
    if rest:
        yield Task(seed, whole, 1, rest)


@dataclass
class Run:
    """An experiment that is being played."""

    experiment: Experiment
    rounds: int
    seed: int = 1
    target: Target = on_cpu
    until_error: float = 0.0
    """Stop at this standard error, looked at after each task in order; 0: play all rounds."""
    task_blocks: int = TASK_BLOCKS
    result: Result | None = None
    trace: list[Moment] = field(default_factory=list)
    """How the figure came to be what it is."""
    stopped: threading.Event = field(default_factory=threading.Event)

    def play(self, executor: Executor, workers: int) -> Iterator[Result]:
        """The result so far, each time that a task has come back.

        Tasks are merged in their order, so that where a run stops depends on nothing but its seed.
        One that fails is played again here.
        """
        # Made here once, and sent along to workers with the experiment.
        _ = self.experiment.tables, self.experiment.spec, self.experiment.bins
        left = tasks(self.rounds, seed=self.seed, blocks=self.task_blocks)
        handed: dict[int, tuple[Task, Future[Result]]] = {}
        come: dict[int, Result] = {}
        number, merged = 0, 0
        is_all = False
        while not self.stopped.is_set():
            while not is_all and len(handed) < WAITING_MAX * workers:
                task = next(left, None)
                if task is None:
                    is_all = True
                    break
                handed[number] = (task, self._submitted(executor, task))
                number += 1
            if not handed:
                return
            wait([future for _, future in handed.values()], 0.5, return_when=FIRST_COMPLETED)
            for place in [p for p, (_, future) in handed.items() if future.done()]:
                come[place] = self._taken(*handed.pop(place))
            while merged in come:
                part = come.pop(merged)
                merged += 1
                self.result = self.result.merge(part) if self.result else part
                self._note(self.result)
                yield self.result
                if self.result.standard_error <= self.until_error:
                    self.stopped.set()
                    break
        for _, future in handed.values():
            future.cancel()

    def _note(self, now: Result) -> None:
        self.trace.append(Moment(now.rounds, now.player_ev, now.standard_error))
        if len(self.trace) > TRACE_MAX:
            del self.trace[:-1:2]

    def _submitted(self, executor: Executor, task: Task) -> "Future[Result]":
        try:
            return executor.submit(self.target, self.experiment, task)
        except BrokenExecutor as error:
            lost: Future[Result] = Future()
            lost.set_exception(error)
            return lost

    def _taken(self, task: Task, future: "Future[Result]") -> Result:
        error = future.exception()
        if error is None:
            return future.result()
        # A worker that was killed takes its task along; what fails here too is our own mistake.
        return self.target(self.experiment, task)


@checked
def simulate(
    experiment: Experiment,
    rounds: Rounds,
    *,
    seed: Seed = 1,
    threads: Threads = 1,
    executor: Executor | None = None,
    target: Target = on_cpu,
    until_error: NotNegative = 0.0,
) -> Result:
    """Play this many rounds; the result is the same on any number of threads or workers.

    ``seed`` picks the shoes. With an ``executor`` of processes or of a cluster, ``threads`` is how
    many tasks it has at once. With ``until_error`` it stops as soon as the standard error is that
    small. ``target`` plays a task: ``on_cpu``, or a function for another device.

    >>> import pitboss
    >>> from pitboss.sim import Experiment, LikeDealer
    >>> rules = pitboss.rulebook("double_deck")
    >>> simulate(Experiment(rules, LikeDealer(rules)), 10_000)
    <Result of 10,000 rounds: -0.082050 +- 0.009773 of the initial wager>
    """
    run = Run(experiment, rounds, seed, target, until_error)
    if executor is not None:
        for _result in run.play(executor, max(1, threads)):
            pass
    else:
        with ThreadPoolExecutor(threads) as pool:
            for _result in run.play(pool, threads):
                pass
    assert run.result is not None
    return run.result
