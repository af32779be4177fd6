"""Rounds a second on a device, and the same whole numbers as the processor has."""

import time
from collections.abc import Iterator
from functools import partial

from benchmarks.gpu.sizes import MEASURED, Figures, Piece, Size, against, resources
from benchmarks.sim import BETTING as WITH_PLAYS
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.counting import Betting, load_count, parse_ramp
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import basic_chart
from pitboss.sim.results import Result
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets import cpu, cuda

BETTING = Betting(load_count("hi_lo"), parse_ramp("-12:1 1:2 2:4 3:6 4:8"))
FOUR: dict[str, object] = {"max_hands": 4}
GAMES: tuple[tuple[str, str, dict[str, object], dict[str, object]], ...] = (
    ("six decks, 75 %", "tribal", FOUR, {}),
    ("six decks, counted", "tribal", FOUR, {"betting": BETTING}),
    ("six decks, three boxes", "tribal", FOUR, {"boxes": 3}),
    ("free bet, push 22", "pa_free_bet", {"push_22": "a"}, {"wagers": ("push_22",)}),
    ("six decks, every round", "tribal", FOUR, {"shuffle": "every_round"}),
    ("six decks, counted, index plays", "tribal", FOUR, {"betting": WITH_PLAYS}),
    ("six decks, seven boxes", "tribal", FOUR, {"boxes": 7}),
    ("free bet", "pa_free_bet", {}, {}),
    ("no hole card", "nz", {}, {}),
    ("house", "house", {}, {}),
    ("house, three side wagers", "house", {}, {"wagers": None}),
    ("four streak wagers", "tribal", {"streak": True}, {"wagers": None}),
)
AIMS = {
    "six decks, 75 %": 25e9,
    "six decks, counted": 15e9,
    "six decks, three boxes": 15e9,
    "free bet, push 22": 15e9,
}
RUNS = 3


def pieces(size: Size) -> Iterator[Piece]:
    """Each game."""
    for name, rulebook, options, extra in GAMES:
        yield name, partial(measured, name, rulebook, options, extra, size)


def experiment_of(
    rulebook: str, options: dict[str, object], extra: dict[str, object]
) -> Experiment:
    """A table played by the shipped chart."""
    rules = choose(load_rulebook(rulebook), options)
    return Experiment(rules, basic_chart(), **extra)  # type: ignore[arg-type]


def played(experiment: Experiment, blocks: int, size: Size, *, first: int = 0) -> Result:
    """Rounds on the device."""
    return cuda.play(experiment, Task(11, first, blocks, size.rounds))


def measured(
    name: str, rulebook: str, options: dict[str, object], extra: dict[str, object], size: Size
) -> Figures:
    """Rounds a second of one game: the median of three launches."""
    experiment = experiment_of(rulebook, options, extra)
    began = time.perf_counter()
    here = played(experiment, size.compared, size)
    compile_s = time.perf_counter() - began
    there = cpu.play(experiment, Task(11, 0, size.compared, size.rounds))
    rates, result = [], here
    for _ in range(RUNS):
        began = time.perf_counter()
        result = played(experiment, size.blocks, size)
        rates.append(result.rounds / (time.perf_counter() - began))
    return {
        **against(AIMS, name, sorted(rates)[RUNS // 2]),
        "unit": "rounds a second",
        "equal": here == there,
        "compile_s": round(compile_s, 2),
        "player_ev": result.player_ev,
        "standard_error": result.standard_error,
        "threads": cuda.kernel_of(experiment)[1].threads,
        **resources(cuda.kernel_of(experiment)[0]),
    }


def long_pieces(size: Size) -> Iterator[Piece]:
    """Many rounds of the first game."""
    yield f"{size.many:g} rounds", partial(long_run, size)


def long_run(size: Size) -> Figures:
    """Many launches after one another, as one result."""
    _, rulebook, options, extra = GAMES[0]
    experiment = experiment_of(rulebook, options, extra)
    result = played(experiment, size.compared, size)
    began = time.perf_counter()
    first = 0
    while first == 0 or result.rounds < size.many:
        part = cuda.play(experiment, Task(2026, first, 8 * size.blocks, size.rounds))
        result = result.merge(part) if first else part
        first += 8 * size.blocks
    seconds = time.perf_counter() - began
    return {
        MEASURED: result.rounds / seconds,
        "unit": "rounds a second",
        "rounds": result.rounds,
        "seconds": round(seconds, 2),
        "player_ev": result.player_ev,
        "standard_error": result.standard_error,
        "total_grains": result.total,
        "squares": result.squares,
    }
