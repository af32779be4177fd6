"""`pitboss simulate`: many rounds of a table, and their results."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.arguments import (
    json_option,
    open_table,
    rulebook_argument,
    set_option,
    strategy_option,
    text_option,
    wagers_option,
)
from pitboss.cli.shared.errors import INTERRUPTED, InputError, bad_input
from pitboss.cli.shared.numbers import (
    BOXES,
    POSITIVE,
    SHARE,
    THREADS,
    Whole,
    penetration_option,
    rounds_option,
    seed_option,
)
from pitboss.cli.shared.output import print_json
from pitboss.cli.shared.shoes import html_option
from pitboss.cli.shared.workers import GPU_BLOCKS, check_device, workers
from pitboss.cli.simulate.counting import print_plays, read_betting
from pitboss.cli.simulate.shown import Played, print_plan, show_played, write_pictures
from pitboss.library.players import player_named

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.results import Result
    from pitboss.sim.run import Run

PARTS = 300
"""Parts that a run is played in where its course is drawn."""


@click.command(
    epilog="""\b
Examples:
  pitboss simulate tribal --rounds 100M
  pitboss simulate nz --set variant=blackjack_plus --every-round
  pitboss simulate house --strategy dealer --boxes 3 --json
  pitboss simulate pa_free_bet --rounds 10G --until-error 1e-5
  pitboss simulate tribal --count hi_lo --ramp '-12:1 2:4 4:8' --bankroll 10000 --html run.html
  pitboss simulate tribal --count hi_lo --indices
"""
)
@rulebook_argument
@set_option()
@rounds_option("10M")
@seed_option
@strategy_option("best")
@click.option(
    "--boxes", type=BOXES, default=1, show_default=True, help="How many boxes are played."
)
@text_option("--bet", "AMOUNT", "The main wager; the table minimum by default.")
@wagers_option("all")
@click.option("--every-round", is_flag=True, help="Shuffle before every round.")
@penetration_option
@text_option("--count", "NAME", "Count cards: hi_lo, zen, ..., or a file.")
@text_option("--ramp", "STEPS", "Units to bet by count: '-12:1 1:2 3:8'.")
@text_option("--plays", "FILE", "Plays that change with the count: a file, or best.")
@click.option("--indices", is_flag=True, help="Print the best plays by count, and what each gains.")
@click.option(
    "--most", type=Whole(1), metavar="N", help="With --indices: only the N plays that gain most."
)
@click.option(
    "--player-errors", type=SHARE, default=0.0, metavar="SHARE", help="Share of plays made wrong."
)
@click.option(
    "--dealer-errors",
    type=SHARE,
    default=0.0,
    metavar="SHARE",
    help="Share of hands settled wrong.",
)
@text_option("--bankroll", "AMOUNT", "Show the risk of ruin with this bankroll.")
@click.option("--until-error", type=POSITIVE, help="Stop once the standard error is this small.")
@click.option("--threads", type=THREADS, help="Threads to use; one for each core by default.")
@click.option("--gpu", is_flag=True, help="Play on an NVIDIA GPU.")
@text_option("--cluster", "ADDRESS", "Play on a Dask cluster.")
@click.option("--dry-run", is_flag=True, help="Show what would be played, without playing.")
@html_option
@json_option
def simulate(rulebook: str, settings: dict[str, str], as_json: bool, **flags: Any) -> int:
    """Play many rounds and show what one is worth.

    Each figure comes with its standard error.
    """
    from pitboss.charts import ChartError
    from pitboss.errors import SimulationError, StudyError

    if flags["most"] and not flags["indices"]:
        raise InputError("--most is for the plays that --indices prints", "add --indices")
    if flags["every_round"] and flags["penetration"] is not None:
        problem = "--every-round deals each round from a full shoe, so --penetration has no effect"
        raise InputError(problem, "leave one of them out")
    table = open_table(rulebook, settings)
    money = _money(flags["bankroll"])
    with bad_input("", SimulationError, ChartError, StudyError):
        if flags["indices"]:
            player = player_named(table.rules, flags["strategy"])
            print_plays(table.rules, player, flags, as_json=as_json)
            return 0
        experiment = _experiment(table.rules, flags)
        _ = experiment.tables, experiment.bins
        _check_folder(flags["html"])
    if flags["dry_run"]:
        print_plan(experiment, flags["rounds"], flags["seed"], as_json=as_json)
        return 0
    run, seconds, is_stopped = _play(experiment, flags)
    if run.result is None:
        raise click.Abort
    played = Played(table, experiment, run, seconds, money)
    if as_json:
        print_json(played.plain())
    else:
        show_played(played)
        if is_stopped:
            problem = f"interrupted: {run.result.rounds:,} of {run.rounds:,} rounds were played"
            click.echo(problem, err=True)
    if flags["html"] is not None:
        write_pictures(played, flags["html"])
    return INTERRUPTED if is_stopped else 0


def _check_folder(path: Path | None) -> None:
    """Refuse a page that cannot be written before hours have been spent on it."""
    if path is not None and not path.parent.is_dir():
        problem = f"{path} cannot be written: there is no folder {path.parent}"
        raise InputError(problem, "make the folder first, or give another path")


def _experiment(rules: "Rules", flags: dict[str, Any]) -> "Experiment":
    from pitboss.money import parse_amount
    from pitboss.sim.experiment import EVERY_ROUND, SHOE, Experiment

    return Experiment(
        rules,
        player_named(rules, flags["strategy"]),
        boxes=flags["boxes"],
        bet=parse_amount(flags["bet"]) if flags["bet"] else 0,
        shuffle=EVERY_ROUND if flags["every_round"] else SHOE,
        penetration=flags["penetration"],
        wagers=wagers_named(flags["wagers"]),
        betting=read_betting(rules, flags),
        player_errors=flags["player_errors"],
        dealer_errors=flags["dealer_errors"],
    )


def wagers_named(text: str) -> tuple[str, ...] | None:
    """Return the names of the side wagers to play; None for all that are offered."""
    if text in ("all", "none"):
        return None if text == "all" else ()
    return tuple(name.strip() for name in text.split(","))


def _play(experiment: "Experiment", flags: dict[str, Any]) -> tuple["Run", float, bool]:
    """Play all rounds, or until interrupted; return the results and the seconds it took."""
    from pitboss.sim.experiment import BLOCK
    from pitboss.sim.run import TASK_BLOCKS, Run, on_cpu, on_gpu
    from pitboss.sim.tables.layout import Task

    check_device(flags)
    run = Run(
        experiment,
        flags["rounds"],
        flags["seed"],
        target=on_gpu if flags["gpu"] else on_cpu,
        until_error=flags["until_error"] or 0.0,
    )
    if flags["gpu"]:
        run.task_blocks = GPU_BLOCKS
    elif flags["html"] and not run.until_error:
        # More parts, so that there is something to be seen of how the figure settles.
        run.task_blocks = min(TASK_BLOCKS, 1 + run.rounds // (PARTS * BLOCK))
    is_stopped = False
    with workers(flags) as (executor, at_once), _bar(run.rounds) as show:
        began = time.perf_counter()
        try:
            if not flags["cluster"]:
                # Compiled before the clock starts: the speed is that of playing.
                run.target(experiment, Task(run.seed, 0, 1, 1))
                began = time.perf_counter()
            for result in run.play(executor, at_once):
                show(result)
        except KeyboardInterrupt:
            is_stopped = True
            run.stopped.set()
            executor.shutdown(wait=True, cancel_futures=True)
    return run, time.perf_counter() - began, is_stopped


@contextmanager
def _bar(rounds: int) -> Iterator[Any]:
    """Show a bar with the time left and the figure so far, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _result: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    text = TextColumn("{task.description}")
    bar = Progress(
        text, BarColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task("compiling", total=rounds)

        def show(result: "Result") -> None:
            figure = f"{result.player_ev:+.6f} ± {result.standard_error:.6f}"
            bar.update(task, completed=result.rounds, description=figure)

        yield show


def _money(text: str) -> int:
    """Return a bankroll in cents; 0 if it was not given."""
    from pitboss.money import parse_amount

    cents = parse_amount(text) if text else 0
    if text and cents <= 0:
        raise InputError(f"{text} is not a bankroll", "give an amount above 0")
    return cents
