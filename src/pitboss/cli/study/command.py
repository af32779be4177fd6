"""`pitboss study`: one run of a game by a count, and what bets come to by it."""

import time
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.arguments import (
    file_option,
    json_option,
    open_table,
    rulebook_argument,
    set_option,
    strategy_option,
    text_option,
    wagers_option,
)
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.numbers import (
    BOXES,
    POSITIVE,
    SHARE,
    THREADS,
    Finite,
    Whole,
    penetration_option,
    read_spread,
    rounds_option,
    seed_option,
)
from pitboss.cli.shared.output import spinner
from pitboss.cli.shared.workers import GPU_BLOCKS, check_device, workers
from pitboss.cli.simulate.command import wagers_named
from pitboss.cli.simulate.counting import plays_named
from pitboss.cli.study.shown import show
from pitboss.library.players import player_named

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.experiment import Experiment
    from pitboss.study.study import Study

COUNTED = Whole(-12, 12)
"""Counts that a study tells apart."""
PLAYED_ONLY = (
    "settings",
    "rounds",
    "seed",
    "strategy",
    "plays",
    "boxes",
    "wagers",
    "threads",
    "gpu",
    "cluster",
    "player_errors",
    "output",
)
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
@rounds_option("100M")
@seed_option
@strategy_option("basic")
@text_option("--plays", "FILE", "Plays that change with the count: a file, or best.")
@click.option("--boxes", type=BOXES, default=1, show_default=True, help="How many boxes you play.")
@wagers_option("none")
@click.option("--threads", type=THREADS, help="Threads to use; one for each core by default.")
@click.option("--gpu", is_flag=True, help="Play on an NVIDIA GPU.")
@text_option("--cluster", "ADDRESS", "Play on a Dask cluster.")
@file_option(
    "--output", "-o", help="Save the study, to answer the questions below without playing again."
)
@file_option("--export", help="Write the table of rounds by depth and count, as .csv or .parquet.")
@penetration_option
@text_option("--ramp", "STEPS", "Units to bet by count: '-12:1 1:2 3:8'.")
@click.option(
    "--spread", callback=read_spread, metavar="1-N", help="Use the best ramp from 1 to N units."
)
@click.option("--kelly", type=POSITIVE, help="Use the best bets at this fraction of Kelly.")
@click.option(
    "--risk",
    type=Finite(0, 1, min_open=True, max_open=True),
    help="Use the bets that win most at this risk of ruin.",
)
@click.option("--levels", type=Whole(1, 12), help="Use at most this many bet sizes.")
@click.option(
    "--hands", type=BOXES, default=1, show_default=True, help="Hands you bet on in each round."
)
@click.option(
    "--enter", type=COUNTED, metavar="COUNT", help="Back-count: watch until the count is this."
)
@click.option(
    "--leave",
    type=COUNTED,
    metavar="COUNT",
    help="Leave below this count; without --enter, for good.",
)
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
def study(rulebook: str, settings: dict[str, str], as_json: bool, **flags: Any) -> int:
    """Play a game by a count once, then price any bets.

    Give a RULEBOOK to play it, or the file of a study to answer from it without playing.
    """
    from pitboss.charts import ChartError
    from pitboss.errors import SimulationError, StudyError
    from pitboss.study.study import check_export, check_folder

    _check_bets(flags)
    with bad_input("", SimulationError, StudyError, ChartError):
        if flags["output"]:
            check_folder(flags["output"])
        if flags["export"]:
            check_export(flags["export"])
        studied = _study(rulebook, settings, flags)
        if flags["export"]:
            studied.export(flags["export"])
            if not as_json:
                size = flags["export"].stat().st_size
                click.echo(f"{size:,} bytes: {flags['export']}", err=True)
        show(studied, flags, as_json=as_json)
    return 0


def _study(rulebook: str, settings: dict[str, str], flags: dict[str, Any]) -> "Study":
    """Return the study of a file, a shipped one, or one that is played now."""
    from pitboss.study.files import is_study
    from pitboss.study.study import Study

    if is_study(rulebook) or rulebook.endswith(".npz"):
        _check_unplayed("is read from a file")
        if flags["shipped"]:
            raise InputError("a file is not a shipped study", "leave --shipped out")
        return _read(rulebook, flags["count"])
    if flags["shipped"]:
        _check_unplayed("is shipped")
        return Study.shipped(rulebook, flags["count"] or "hi_lo")
    return _play(open_table(rulebook, settings).rules, flags)


def _check_bets(flags: dict[str, Any]) -> None:
    """Refuse questions of which one answers the other, before anything is played."""
    ways = [name for name in ("ramp", "kelly", "risk", "levels") if flags[name]]
    if flags["ramp"] and flags["spread"]:
        raise InputError("a ramp has its own spread", "give --ramp or --spread, not both")
    if len(ways) > 1 and ways != ["kelly", "levels"]:
        problem = f"--{ways[0]} and --{ways[1]} both say what is bet"
        raise InputError(problem, "leave one of them out")
    if ways and ways[0] != "ramp" and not flags["bankroll"]:
        raise InputError(f"--{ways[0]} needs a bankroll", "add --bankroll")
    if flags["goal"] and not flags["bankroll"]:
        raise InputError("--goal needs a bankroll", "add --bankroll")
    if flags["others_play"] and not flags["others"]:
        raise InputError("nobody else is at the table", "add --others, with how many there are")
    if flags["ramp"]:
        from pitboss.errors import SimulationError
        from pitboss.sim.counting import parse_ramp

        try:
            parse_ramp(flags["ramp"])
        except SimulationError as error:
            raise InputError(str(error), "write '-12:1 1:2 3:8'") from None


def _check_unplayed(why: str) -> None:
    """Refuse what would change how a study is played, where nothing is played."""
    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if parameter.name in PLAYED_ONLY and source is click.core.ParameterSource.COMMANDLINE:
            problem = f"{parameter.opts[0]} says how a study is played, and this one {why}"
            raise InputError(problem, f"leave {parameter.opts[0]} out")


def _read(path: str, count: str) -> "Study":
    """Return the study in a file; a count that is named must be its own."""
    from pitboss.sim.counting import load_count
    from pitboss.study.study import Study

    studied = Study.load(path)
    if count and load_count(count).name != studied.about.count:
        problem = f"{path} is a study by {studied.about.count}, not by {load_count(count).name}"
        raise InputError(problem, "leave --count out")
    return studied


def _play(rules: "Rules", flags: dict[str, Any]) -> "Study":
    """Play the study and write it."""
    from pitboss.sim.targets.cpu import studied
    from pitboss.study.running import TASK_BLOCKS, Target, play_study

    check_device(flags)
    experiment = _experiment(rules, flags)
    target: Target = studied
    if flags["gpu"]:
        from pitboss.sim.targets.cuda_study import play

        target = play
    began = time.perf_counter()
    with workers(flags) as (executor, at_once), spinner("Studying the game"):
        made = play_study(
            experiment,
            flags["rounds"],
            seed=flags["seed"],
            executor=executor,
            target=target,
            task_blocks=GPU_BLOCKS if flags["gpu"] else TASK_BLOCKS,
            workers=at_once,
        )
    if flags["output"]:
        made.save(flags["output"])
        seconds = time.perf_counter() - began
        size = flags["output"].stat().st_size
        summary = f"{made.rounds:,} rounds in {seconds:.1f} s, {size:,} bytes: {flags['output']}"
        click.echo(summary, err=True)
    return made


def _experiment(rules: "Rules", flags: dict[str, Any]) -> "Experiment":
    from pitboss.sim.counting import load_count
    from pitboss.study.running import studied_game

    if not flags["count"]:
        raise InputError("a study needs a count", "add --count hi_lo")
    count = load_count(flags["count"])
    plays, insurance = plays_named(rules, count, flags)
    return studied_game(
        rules,
        count,
        player=player_named(rules, flags["strategy"]),
        boxes=flags["boxes"],
        plays=plays,
        insurance_at=insurance,
        wagers=wagers_named(flags["wagers"]),
        player_errors=flags["player_errors"],
    )
