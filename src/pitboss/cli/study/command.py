"""`pitboss study`: one run of a game by a count, and what bets come to by it."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.arguments import (
    json_option,
    open_table,
    rulebook_argument,
    set_option,
    text_option,
)
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.numbers import (
    BOXES,
    PENETRATION,
    POSITIVE,
    SEED,
    SHARE,
    THREADS,
    Finite,
    Whole,
    read_rounds,
    read_spread,
)
from pitboss.cli.shared.output import waiting
from pitboss.cli.shared.workers import GPU_BLOCKS, check_device, workers
from pitboss.cli.simulate.command import wagers_named
from pitboss.cli.simulate.counting import BEST, best_plays
from pitboss.cli.study.shown import show
from pitboss.library.players import player_named

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.experiment import Experiment
    from pitboss.study.study import Study

COUNTED = Whole(-12, 12)
"""Counts that a study tells apart."""
PLAYED_ONLY = (
    "settings", "rounds", "seed", "strategy", "plays", "boxes", "wagers", "threads", "gpu",
    "cluster", "player_errors", "output",
)  # fmt: skip
"""Options that define a study, and do not apply to a finished one."""


@click.command(
    epilog="""\b
Examples:
  pitboss study double_deck --count hi_lo --rounds 1G -o double_deck.npz
  pitboss study double_deck.npz --penetration 0.7 --spread 1-8 --bankroll 1000
  pitboss study house --shipped --count zen --spread 10
  pitboss study double_deck.npz --export double_deck.parquet
  pitboss study double_deck.npz --ramp '-12:1 1:2 3:8' --enter 1
  pitboss study double_deck.npz --bankroll 1000 --risk 0.05 --spread 1-10 --hourly 80
  pitboss study house --shipped --others 3 --missed 0.02 --decks-off 0.5
"""
)
@rulebook_argument
@set_option()
@text_option("--count", "NAME", "A shipped count, or a file.")
@click.option(
    "--rounds", callback=read_rounds, default="100M", metavar="N", show_default=True,
    help="How many rounds to play.",
)  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True,
              help="The same seed plays the same rounds again.")  # fmt: skip
@click.option(
    "--strategy", default="basic", show_default=True, metavar="NAME",
    help="best (exact, by cards), total (exact, by totals), basic, dealer, or a chart in a file.",
)  # fmt: skip
@text_option("--plays", "FILE", "Plays that change with the count: a file, or best.")
@click.option("--boxes", type=BOXES, default=1, show_default=True,
              help="How many boxes you play.")  # fmt: skip
@click.option("--wagers", default="none", show_default=True, metavar="NAMES",
              help="Side wagers to play as well: all, none, or names with commas.")  # fmt: skip
@click.option("--threads", type=THREADS, help="Threads to use; one for each core by default.")
@click.option("--gpu", is_flag=True, help="Play on an NVIDIA GPU.")
@text_option("--cluster", "ADDRESS", "Play on a Dask cluster.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Save the study, to answer the questions below without playing again.",
)  # fmt: skip
@click.option(
    "--export", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Write the table of rounds by depth and count, as .csv or .parquet.",
)  # fmt: skip
@click.option(
    "--penetration", type=PENETRATION, help="Share of the shoe dealt before the cutting card."
)
@text_option("--ramp", "STEPS", "Units to bet by count: '-12:1 1:2 3:8'.")
@click.option(
    "--spread", callback=read_spread, metavar="1-N", help="Use the best ramp from 1 to N units."
)
@click.option("--kelly", type=POSITIVE, help="Use the best bets at this fraction of Kelly.")
@click.option("--risk", type=Finite(0, 1, min_open=True, max_open=True),
              help="Use the bets that win most at this risk of ruin.")  # fmt: skip
@click.option("--levels", type=Whole(1, 12), help="Use at most this many bet sizes.")
@click.option("--hands", type=BOXES, default=1, show_default=True,
              help="Hands you bet on in each round.")  # fmt: skip
@click.option(
    "--enter", type=COUNTED, metavar="COUNT", help="Back-count: watch until the count is this."
)
@click.option(
    "--leave", type=COUNTED, metavar="COUNT",
    help="Leave below this count; without --enter, for good.",
)  # fmt: skip
@click.option("--bankroll", type=POSITIVE, help="Your bankroll, in units.")
@click.option("--goal", type=POSITIVE, help="Units to win; as many as the bankroll by default.")
@click.option("--hours", type=POSITIVE, default=100.0, show_default=True, help="Hours of a trip.")
@click.option("--hourly", type=POSITIVE, default=100.0, show_default=True, help="Rounds an hour.")
@click.option("--missed", type=Finite(0, 0.4), help="Share of cards not counted.")
@click.option("--decks-off", type=Finite(0, 4), help="How many decks your estimate is off.")
@click.option("--bets-off", type=SHARE, help="Share of bets that do not follow the count.")
@click.option(
    "--player-errors",
    type=SHARE,
    default=0.0,
    metavar="SHARE",
    help="Share of plays made wrong, in a study that is played now.",
)
@click.option("--others", type=Whole(0, 8), default=0, help="How many other boxes are in play.")
@click.option(
    "--others-play",
    metavar="NAME",
    help="How the other boxes play: basic (the default), dealer, or a chart file.",
)
@click.option("--shipped", is_flag=True, help="Answer from the shipped study, without playing.")
@json_option
def study(rulebook: str, settings: dict[str, str], as_json: bool, **given: Any) -> int:
    """Play a game by a count once, then price any bets.

    Give a RULEBOOK to play it, or the file of a study to answer from it without playing.
    """
    from pitboss.charts import ChartError
    from pitboss.errors import SimulationError, StudyError
    from pitboss.study.files import is_study
    from pitboss.study.study import check_export, check_folder

    _check_bets(given)
    try:
        if given["output"]:
            check_folder(given["output"])
        if given["export"]:
            check_export(given["export"])
        if is_study(rulebook) or rulebook.endswith(".npz"):
            _check_unplayed("is read from a file")
            if given["shipped"]:
                raise InputError("a file is not a shipped study", "leave --shipped out")
            studied = _read(rulebook, given["count"])
        elif given["shipped"]:
            _check_unplayed("is shipped")
            from pitboss.study.files import shipped_study

            studied = shipped_study(rulebook, given["count"] or "hi_lo")
        else:
            studied = _played(open_table(rulebook, settings).rules, given)
        if given["export"]:
            studied.export(given["export"])
            if not as_json:
                size = given["export"].stat().st_size
                click.echo(f"{size:,} bytes: {given['export']}", err=True)
        show(studied, given, as_json=as_json)
    except (SimulationError, StudyError, ChartError) as error:
        raise InputError(str(error), error.hint or "see pitboss study --help") from None
    return 0


def _check_bets(given: dict[str, Any]) -> None:
    """Refuse questions of which one answers the other, before anything is played."""
    ways = [name for name in ("ramp", "kelly", "risk", "levels") if given[name]]
    if given["ramp"] and given["spread"]:
        raise InputError("a ramp has its own spread", "give --ramp or --spread, not both")
    if len(ways) > 1 and ways != ["kelly", "levels"]:
        told = f"--{ways[0]} and --{ways[1]} both say what is bet"
        raise InputError(told, "leave one of them out")
    if ways and ways[0] != "ramp" and not given["bankroll"]:
        raise InputError(f"--{ways[0]} needs a bankroll", "add --bankroll")
    if given["goal"] and not given["bankroll"]:
        raise InputError("--goal needs a bankroll", "add --bankroll")
    if given["others_play"] and not given["others"]:
        raise InputError("nobody else is at the table", "add --others, with how many there are")
    if given["ramp"]:
        from pitboss.errors import SimulationError
        from pitboss.sim.counting import parse_ramp

        try:
            parse_ramp(given["ramp"])
        except SimulationError as error:
            raise InputError(str(error), "write '-12:1 1:2 3:8'") from None


def _check_unplayed(why: str) -> None:
    """Refuse what would change how a study is played, where nothing is played."""
    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in PLAYED_ONLY and source is click.core.ParameterSource.COMMANDLINE:
            told = f"{parameter.opts[0]} says how a study is played, and this one {why}"
            raise InputError(told, f"leave {parameter.opts[0]} out")


def _read(path: str, count: str) -> "Study":
    """Return the study in a file; a count that is named must be its own."""
    from pitboss.sim.counting import load_count
    from pitboss.study.files import load_study

    studied = load_study(path)
    if count and load_count(count).name != studied.about.count:
        told = f"{path} is a study by {studied.about.count}, not by {load_count(count).name}"
        raise InputError(told, "leave --count out")
    return studied


def _played(rules: "Rules", given: dict[str, Any]) -> "Study":
    """Play the study and write it."""
    from pitboss.sim.targets.cpu import studied
    from pitboss.study.running import TASK_BLOCKS, Target, play_study

    check_device(given)
    experiment = _experiment(rules, given)
    target: Target = studied
    if given["gpu"]:
        from pitboss.sim.targets.cuda_study import play

        target = play
    began = time.perf_counter()
    with workers(given) as (executor, at_once), waiting("Studying the game"):
        made = play_study(
            experiment,
            given["rounds"],
            seed=given["seed"],
            executor=executor,
            target=target,
            task_blocks=GPU_BLOCKS if given["gpu"] else TASK_BLOCKS,
            workers=at_once,
        )
    if given["output"]:
        made.save(given["output"])
        seconds = time.perf_counter() - began
        size = given["output"].stat().st_size
        told = f"{made.rounds:,} rounds in {seconds:.1f} s, {size:,} bytes: {given['output']}"
        click.echo(told, err=True)
    return made


def _experiment(rules: "Rules", given: dict[str, Any]) -> "Experiment":
    from pitboss.sim.counting import Index, load_count, load_plays
    from pitboss.study.running import studied_game

    if not given["count"]:
        raise InputError("a study needs a count", "add --count hi_lo")
    count = load_count(given["count"])
    plays: tuple[Index, ...] = ()
    insurance = None
    if given["plays"] == BEST:
        changes, insurance = best_plays(rules, count, given)
        plays = tuple(change.index for change in changes)
    elif given["plays"]:
        plays, insurance = load_plays(given["plays"])
    return studied_game(
        rules,
        count,
        player=player_named(rules, given["strategy"]),
        boxes=given["boxes"],
        plays=plays,
        insurance_at=insurance,
        wagers=wagers_named(given["wagers"]),
        player_errors=given["player_errors"],
    )
