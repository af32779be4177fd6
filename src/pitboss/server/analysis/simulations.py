"""Simulations for viewers: a few at a time, each played in parts that grow."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.analysis.process import Busy, Calculator, Unanswerable
from pitboss.server.analysis.solver import Options

if TYPE_CHECKING:
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.results import Result

Player = Literal["best", "total", "basic", "dealer"]
Shuffle = Literal["every_round", "shoe"]
P = TypeVar("P")
T = TypeVar("T")

GROWTH = 6
"""A part is a sixth of the rounds before it, so that figures move evenly on a log scale."""
BLOCKS_MAX = 512
"""Largest part, in blocks: two million rounds, so that runs take turns and can be stopped."""
EACH_MAX = 2
"""Largest number of runs of one address."""
NICENESS = 15
"""Niceness of the process: a question with one answer comes before long runs."""
EXPERIMENTS_MAX = 8
"""Largest number of experiments whose tables the process keeps."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation to play; the same plan always gives the same figures."""

    rulebook: str
    options: Options
    rounds: int
    seed: int
    player: Player
    shuffle: Shuffle


class SimulatedWager(msgspec.Struct, frozen=True):
    """Result of a wager, per unit staked on it."""

    wager: str
    placed: int
    ev: float
    standard_error: float


class Outcome(msgspec.Struct, frozen=True):
    """A net result of a round in units of the initial wager, and its share of the rounds."""

    net: float
    share: float


class Progress(msgspec.Struct, frozen=True):
    """Results of the rounds so far, in the form of `pitboss simulate --json`.

    Expectations are per unit of the initial wager.
    """

    rounds: int
    wanted: int
    seed: int
    player_ev: float
    standard_error: float
    standard_deviation: float
    wagers: tuple[SimulatedWager, ...]
    distribution: tuple[Outcome, ...]
    seconds: float
    """Time spent on this run, without the other runs."""
    rounds_per_second: int


@dataclass(eq=False, slots=True)
class Run:
    """A simulation that a viewer watches."""

    client: Client
    is_over: bool = False
    """True if another run needs its place."""


class Simulations:
    """All runs of a server; they share one process and take turns, part by part."""

    def __init__(self, running_max: int, *, each_max: int = EACH_MAX) -> None:
        self._calculator = Calculator(niceness=NICENESS)
        self._running_max = running_max
        self._each_max = each_max
        self._running: dict[Run, None] = {}
        self._is_closed = False

    async def play(self, plan: Plan) -> AsyncIterator[Progress]:
        """Yield the results so far after each part; closing the iterator ends the run.

        If there is no room, the newest run of a lower priority ends.
        """
        result: Result | None = None
        seconds = 0.0
        async with aclosing(self.parts_of(plan, plan.rounds, play_part)) as played:
            async for part, took in played:
                result = result.merge(part) if result else part
                seconds += took
                yield _progress(plan, result, seconds)

    async def parts_of(
        self, plan: P, wanted: int, work: Callable[[P, int, int, int], tuple[T, float]]
    ) -> AsyncGenerator[tuple[T, float], None]:
        """Yield the parts of a plan as ``work`` plays them, each with the seconds it took."""
        run = Run(CLIENT.get())
        self._make_room(run.client)
        self._running[run] = None
        has_begun = False
        try:
            # The first call reads modules from the disk: not on the loop.
            to_play = await asyncio.to_thread(lambda: list(parts(wanted)))
            for first, blocks, rounds in to_play:
                if run.is_over:
                    return
                try:
                    played = await self._calculator.run(work, plan, first, blocks, rounds)
                except Busy:
                    if self._is_closed and has_begun:
                        # The server stops: the viewer has the figures so far.
                        return
                    raise
                has_begun = True
                yield played
        finally:
            self._running.pop(run, None)

    def _make_room(self, client: Client) -> None:
        mine = sum(run.client.address == client.address for run in self._running)
        if client.priority > Priority.SERVER and mine >= self._each_max:
            raise Busy(f"{mine} simulations run for your address already", code="too_fast")
        if len(self._running) < self._running_max:
            return
        last = max(reversed(self._running), key=lambda run: run.client.priority)
        if last.client.priority <= client.priority:
            text = f"{len(self._running)} simulations run already; try again in a minute"
            raise Busy(text)
        last.is_over = True
        del self._running[last]

    @property
    def is_busy(self) -> bool:
        """True if a simulation runs."""
        return bool(self._running)

    def close(self) -> None:
        """End the process, and every run."""
        self._is_closed = True
        self._calculator.close()


def parts(rounds: int) -> Iterator[tuple[int, int, int]]:
    """Yield the parts of a run: first block, number of blocks, rounds of each block."""
    from pitboss.sim.experiment import BLOCK

    full, rest = divmod(rounds, BLOCK)
    first = 0
    while first < full:
        blocks = min(max(1, first // GROWTH), BLOCKS_MAX, full - first)
        yield first, blocks, BLOCK
        first += blocks
    if rest:
        yield full, 1, rest


def play_part(plan: Plan, first: int, blocks: int, rounds: int) -> "tuple[Result, float]":
    """Play a part in the calculator's process, and return it with the seconds it took."""
    from pitboss.errors import SimulationError
    from pitboss.sim.run import on_cpu
    from pitboss.sim.tables.layout import Task

    try:
        experiment = _experiment(plan.rulebook, plan.options, plan.player, plan.shuffle)
        start = time.perf_counter()
        result = on_cpu(experiment, Task(plan.seed, first, blocks, rounds))
    except SimulationError as error:
        raise Unanswerable(str(error)) from None
    return result, time.perf_counter() - start


@lru_cache(EXPERIMENTS_MAX)
def _experiment(rulebook: str, options: Options, player: Player, shuffle: Shuffle) -> "Experiment":
    from pitboss.odds.game import strategy_of
    from pitboss.odds.solution import solve
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.players import ByStrategy, LikeDealer, basic_chart

    rules = choose(load_rulebook(rulebook), dict(options))
    if player == "dealer":
        return Experiment(rules, LikeDealer(rules), shuffle=shuffle, wagers=None)
    if player == "basic":
        return Experiment(rules, basic_chart(), shuffle=shuffle, wagers=None)
    if player == "best":
        play = strategy_of(rules)
    else:
        play = solve(rules, strategy_class="total_dependent").strategy
    return Experiment(rules, ByStrategy(play), shuffle=shuffle, wagers=None)


def _progress(plan: Plan, result: "Result", seconds: float) -> Progress:
    figures = {
        **result.plain(),
        "wanted": plan.rounds,
        "seed": plan.seed,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(result.rounds / seconds) if seconds else 0,
    }
    return msgspec.convert(figures, Progress)
