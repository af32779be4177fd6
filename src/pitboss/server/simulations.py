"""Simulations that people watch: a few at a time, each played in parts that grow."""

import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.calculator import Busy, Calculator, Unanswerable
from pitboss.server.solver import Options

if TYPE_CHECKING:
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.results import Result

Player = Literal["best", "total", "basic", "dealer"]
Shuffle = Literal["every_round", "shoe"]

GROWTH = 6
"""A part is this share of what was played before it: the figure moves evenly on a log scale."""
BLOCKS_MAX = 512
"""Blocks of one part: two million rounds, so that runs take turns and a stop is heard."""
EXPERIMENTS_MAX = 8
"""Experiments whose tables the process keeps."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played; the same plan always gives the same figures."""

    rulebook: str
    options: Options
    rounds: int
    seed: int
    player: Player
    shuffle: Shuffle


class SimulatedWager(msgspec.Struct, frozen=True):
    """What a wager came to, per unit staked on it."""

    wager: str
    placed: int
    ev: float
    standard_error: float


class Outcome(msgspec.Struct, frozen=True):
    """A net result of a round in units of the initial wager, and how many rounds had it."""

    net: float
    share: float


class Progress(msgspec.Struct, frozen=True):
    """What the rounds so far came to, in the form of `pitboss simulate --json`.

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
    """Spent playing, the other runs left aside."""
    rounds_per_second: int


class Simulations:
    """All runs of a server; they share one process and take turns, part by part."""

    def __init__(self, running_max: int) -> None:
        self._calculator = Calculator()
        self._running_max = running_max
        self._running = 0
        self._is_closed = False

    async def play(self, plan: Plan) -> AsyncIterator[Progress]:
        """What the rounds so far came to, part by part; closing it ends the run."""
        if self._running >= self._running_max:
            raise Busy(f"{self._running} simulations run already; try again in a minute")
        self._running += 1
        result: Result | None = None
        seconds = 0.0
        try:
            for first, blocks, rounds in parts(plan.rounds):
                try:
                    played = self._calculator.run(play_part, plan, first, blocks, rounds)
                    part, took = await played
                except Busy:
                    if self._is_closed and result is not None:
                        # The server stops: who watches has seen the figures so far.
                        return
                    raise
                result = result.merge(part) if result else part
                seconds += took
                yield _progress(plan, result, seconds)
        finally:
            self._running -= 1

    def close(self) -> None:
        """End the process, and every run."""
        self._is_closed = True
        self._calculator.close()


def parts(rounds: int) -> Iterator[tuple[int, int, int]]:
    """The parts of a run: their first block, their blocks, and the rounds of each block."""
    from pitboss.sim.experiment import BLOCK

    whole, rest = divmod(rounds, BLOCK)
    first = 0
    while first < whole:
        blocks = min(max(1, first // GROWTH), BLOCKS_MAX, whole - first)
        yield first, blocks, BLOCK
        first += blocks
    if rest:
        yield whole, 1, rest


def play_part(plan: Plan, first: int, blocks: int, rounds: int) -> "tuple[Result, float]":
    """A part of a run with the seconds it took; imports the kernels: for another process."""
    from pitboss.sim.errors import SimulationError
    from pitboss.sim.run import Task, on_cpu

    try:
        experiment = _experiment(plan.rulebook, plan.options, plan.player, plan.shuffle)
        start = time.perf_counter()
        result = on_cpu(experiment, Task(plan.seed, first, blocks, rounds))
    except SimulationError as error:
        raise Unanswerable(str(error)) from None
    return result, time.perf_counter() - start


@lru_cache(EXPERIMENTS_MAX)
def _experiment(rulebook: str, options: Options, player: Player, shuffle: Shuffle) -> "Experiment":
    from pitboss.odds import solve
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.players import ByStrategy, LikeDealer, basic_chart

    rules = choose(load_rulebook(rulebook), dict(options))
    if player == "dealer":
        return Experiment(rules, LikeDealer(rules), shuffle=shuffle, wagers=None)
    if player == "basic":
        return Experiment(rules, basic_chart(), shuffle=shuffle, wagers=None)
    of_class = "composition_dependent" if player == "best" else "total_dependent"
    solved = solve(rules, strategy_class=of_class)
    return Experiment(rules, ByStrategy(solved.strategy), shuffle=shuffle, wagers=None)


def _progress(plan: Plan, result: "Result", seconds: float) -> Progress:
    figures = {
        **result.plain(),
        "wanted": plan.rounds,
        "seed": plan.seed,
        "seconds": round(seconds, 3),
        "rounds_per_second": round(result.rounds / seconds) if seconds else 0,
    }
    return msgspec.convert(figures, Progress)
