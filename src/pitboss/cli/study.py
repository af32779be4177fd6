"""`pitboss study`: one run of a game by a count, and what bets come to by it."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.arguments import json_option, open_table, rulebook_argument, set_option
from pitboss.cli.counting import BEST, best_plays
from pitboss.cli.errors import InputError
from pitboss.cli.output import print_heading, print_json, print_table
from pitboss.cli.simulate import GPU_BLOCKS, check_device, player_named, read_rounds, wagers_named
from pitboss.cli.waiting import waiting

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.experiment import Experiment
    from pitboss.study.game import Game
    from pitboss.study.returns import Returns
    from pitboss.study.study import Study

SPREAD = 12.0
"""The spread of the ramp that is shown, where none is asked for."""


@click.command(
    epilog="""\b
Examples:
  pitboss study double_deck --count hi_lo --rounds 1G -o double_deck.npz
  pitboss study double_deck.npz --penetration 0.7 --spread 8 --bankroll 1000
  pitboss study house --shipped --count zen --spread 10
  pitboss study double_deck.npz --ramp '-12:1 1:2 3:8' --enter 1
  pitboss study house --shipped --others 3 --missed 0.02 --decks-off 0.5
"""
)
@rulebook_argument
@set_option()
@click.option("--count", default="", metavar="NAME", help="A shipped count, or a file.")
@click.option("--rounds", callback=read_rounds, default="100M", metavar="N", show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@click.option("--strategy", default="basic", show_default=True, metavar="NAME")
@click.option(
    "--plays", default="", metavar="FILE", help="Plays that change with the count: a file, or best."
)
@click.option("--boxes", type=click.IntRange(1, 9), default=1, show_default=True)
@click.option("--wagers", default="none", show_default=True, metavar="NAMES")
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Threads to use; one for each core by default."
)
@click.option("--gpu", is_flag=True, help="Play on a CUDA device.")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Save the study, to answer the questions below without playing again.",
)  # fmt: skip
@click.option("--penetration", type=float, help="Share of the shoe dealt before the cutting card.")
@click.option("--ramp", default="", metavar="STEPS", help="Units to bet by count: '-12:1 1:2 3:8'.")
@click.option(
    "--spread", type=click.FloatRange(1), help="Use the best ramp from 1 to this many units."
)
@click.option("--hands", type=click.IntRange(1, 9), default=1, show_default=True)
@click.option(
    "--enter", type=int, metavar="COUNT", help="Back-count: watch until the count is this."
)
@click.option(
    "--leave", type=int, metavar="COUNT", help="Leave below this count; without --enter, for good."
)
@click.option(
    "--bankroll", type=click.FloatRange(min=0, min_open=True), help="Your bankroll, in units."
)
@click.option("--missed", type=click.FloatRange(0, 0.4), help="Share of cards not counted.")
@click.option(
    "--decks-off", type=click.FloatRange(0, 4), help="How many decks your estimate is off."
)
@click.option(
    "--bets-off", type=click.FloatRange(0, 1), help="Share of bets that do not follow the count."
)
@click.option(
    "--player-errors",
    type=click.FloatRange(0, 1),
    default=0.0,
    metavar="SHARE",
    help="Share of plays made wrong, in a study that is played now.",
)
@click.option(
    "--others", type=click.IntRange(0, 8), default=0, help="How many other boxes are in play."
)
@click.option(
    "--others-play",
    default="basic",
    show_default=True,
    metavar="NAME",
    help="How the other boxes play: basic, dealer, or a chart file.",
)
@click.option("--shipped", is_flag=True, help="Answer from the shipped study, without playing.")
@json_option
def study(rulebook: str, settings: dict[str, str], as_json: bool, **given: Any) -> int:
    """Play a game by a count once, then ask what any bets are worth.

    Give a RULEBOOK to play it, or the file of a study to answer from it without playing.
    """
    from pitboss.sim.errors import SimulationError
    from pitboss.study.errors import StudyError
    from pitboss.study.shipped import shipped_study
    from pitboss.study.study import load_study

    try:
        if rulebook.endswith(".npz"):
            studied = load_study(rulebook)
        elif given["shipped"]:
            studied = shipped_study(rulebook, given["count"] or "hi_lo")
        else:
            studied = _played(open_table(rulebook, settings).rules, given)
        _show(studied, given, as_json=as_json)
    except (SimulationError, StudyError) as error:
        raise InputError(str(error), "see pitboss study --help") from None
    return 0


def _played(rules: "Rules", given: dict[str, Any]) -> "Study":
    """Play the study and write it."""
    from pitboss.sim.tallies import studied
    from pitboss.study.running import TASK_BLOCKS, Target, check_folder, play_study

    if given["output"]:
        check_folder(given["output"])
    experiment = _experiment(rules, given)
    target: Target = studied
    if given["gpu"]:
        check_device()
        from pitboss.sim.cuda_study import play

        target = play
    threads = 1 if given["gpu"] else given["threads"] or os.cpu_count() or 1
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool, waiting("Studying the game"):
        made = play_study(
            experiment,
            given["rounds"],
            seed=given["seed"],
            executor=pool,
            target=target,
            task_blocks=GPU_BLOCKS if given["gpu"] else TASK_BLOCKS,
        )
    if given["output"]:
        made.save(given["output"])
        seconds = time.perf_counter() - began
        size = given["output"].stat().st_size
        told = f"{made.rounds:,} rounds in {seconds:.1f} s, {size:,} bytes: {given['output']}"
        click.echo(told, err=True)
    return made


def _experiment(rules: "Rules", given: dict[str, Any]) -> "Experiment":
    from pitboss.sim.betting import Index, load_count, parse_plays
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
        try:
            plays, insurance = parse_plays(Path(given["plays"]).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            told = f"{given['plays']} cannot be read: {error}"
            raise InputError(told, "give a TOML file") from None
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


def _show(made: "Study", given: dict[str, Any], *, as_json: bool) -> None:
    """Print what the bets asked for come to."""
    from pitboss.sim.betting import parse_ramp
    from pitboss.study.bets import best_ramp
    from pitboss.study.pictures import figures_told

    game = _seated(made.game(penetration=given["penetration"]), given)
    if given["ramp"]:
        ramp = {step: float(units) for step, units in parse_ramp(given["ramp"])}
    else:
        spread = given["spread"] or SPREAD
        ramp = best_ramp(game, spread=spread, hands=given["hands"], enter=given["enter"])
    returns = _returns(game, ramp, given)
    risks = _risks(returns, given["bankroll"])
    if as_json:
        print_json({
            "rulebook": made.about.rulebook, "count": made.about.count, "rounds": made.rounds,
            "penetration": game.penetration, "rounds_per_shoe": game.rounds_per_shoe,
            "ramp": {str(count): bet for count, bet in ramp.items()},
            "returns": returns.plain(), "risks": risks, "counts": game.rows(),
            "wagers": {name: game.wager(name) for name, _ in made.about.wagers},
        })  # fmt: skip
        return
    dealt = f"{game.penetration:.1%} dealt, {game.rounds_per_shoe:.1f} rounds a shoe"
    print_heading(f"{made.about.title} by {made.about.count}: {dealt}, {made.rounds:,} rounds")
    told = dict(figures_told(returns))
    for name, value in risks.items():
        told[name] = f"{value:.4%}" if "risk" in name or "ahead" in name else f"{value:+.5f}"
    print_table(("bets", "value"), list(told.items()))
    _print_counts(game, ramp)


def _seated(game: "Game", given: dict[str, Any]) -> "Game":
    """The game with others at the table."""
    if not given["others"]:
        return game
    from pitboss.study.company import BOX_CARDS, Others, cards_of_box, with_others

    cards = BOX_CARDS
    if given["others_play"] != "basic":
        about = game.study.about
        rules = open_table(about.rulebook, dict(about.options)).rules
        cards = cards_of_box(rules, player_named(rules, given["others_play"]))
    return with_others(game, Others(given["others"], cards))


def _returns(game: "Game", ramp: dict[int, float], given: dict[str, Any]) -> "Returns":
    """What the bets come to, with the mistakes that were asked for."""
    enter, leave, hands = given["enter"], given["leave"], given["hands"]
    off = given["missed"], given["decks_off"], given["bets_off"]
    if not any(off):
        is_from_top = enter is None and leave is not None
        return game.bet(ramp, hands=hands, enter=enter, leave=leave, from_top=is_from_top)
    if leave is not None or hands > 1:
        hint = "leave out --leave and --hands"
        raise InputError(
            "mistakes can be studied for one hand only, without leaving at a count", hint
        )
    from pitboss.study.game import COUNTS, bets_of
    from pitboss.study.mistakes import Mistakes, bet_with_mistakes

    bets = zip(COUNTS, bets_of(ramp).tolist(), strict=True)
    here = {count: bet if enter is None or count >= enter else 0.0 for count, bet in bets}
    mistakes = Mistakes(*(share or 0.0 for share in off))
    own = given["count"] if given["count"].endswith(".toml") else ""
    return bet_with_mistakes(game, here, mistakes, count=own)


def _risks(returns: "Returns", bankroll: float | None) -> dict[str, float]:
    """What the bets mean for a bankroll in wagers."""
    if not bankroll:
        return {}
    return {
        "risk of ever losing the bankroll": returns.ruin(bankroll),
        "risk of losing it before doubling it": returns.ruin(bankroll, goal=bankroll),
        "risk of losing it within 10,000 rounds": returns.ruin(bankroll, rounds=10_000),
        "ahead after 10,000 rounds": returns.ahead(10_000),
        "certainty equivalent of a round": returns.certainty_equivalent(bankroll),
    }


def _print_counts(game: "Game", ramp: dict[int, float]) -> None:
    from pitboss.study.game import COUNTS, bets_of

    bets = bets_of(ramp)
    rows = [
        (
            f"{row['count']:+d}", f"{row['share']:.4%}", f"{row['ev']:+.5f}",
            f"{row['error']:.5f}", f"{bets[int(row['count']) - COUNTS[0]]:.2f}",
        )
        for row in game.rows()
    ]  # fmt: skip
    print_table(("count", "share of rounds", "advantage", "standard error", "bet"), rows)
