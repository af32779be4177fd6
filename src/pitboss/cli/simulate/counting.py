"""The counting options of `pitboss simulate`, and the best plays by a count."""

import os
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import in_one_line, print_json, spinner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.rulebook.rules import Rules
    from pitboss.sim.counting import Betting, Count, Index
    from pitboss.sim.players import Player
    from pitboss.study.indices import Deviation
    from pitboss.study.plays import Plays

BEST = "best"
INSURANCE = "insurance"
"""The name of insurance among the plays."""
FLAT = "-12:1"
"""One wager at every count."""
LOSES = -2.0
"""A play whose gain lies this many errors below nothing is left out."""


def read_betting(rules: "Rules", flags: dict[str, Any]) -> "Betting | None":
    """Return the bets and plays by a count; None without a count."""
    from pitboss.sim.counting import Betting, load_count, parse_ramp

    if not flags["count"]:
        if flags["plays"]:
            raise InputError("--plays needs a count", "add --count hi_lo")
        if flags["ramp"]:
            raise InputError("--ramp needs a count", "add --count hi_lo")
        return None
    count = load_count(flags["count"])
    plays, insurance = plays_named(rules, count, flags)
    return Betting(count, parse_ramp(flags["ramp"] or FLAT), plays, insurance)


def print_plays(rules: "Rules", player: "Player", flags: dict[str, Any], *, as_json: bool) -> None:
    """Print the plays that are best by a count, as a file that --plays reads."""
    from pitboss.sim.counting import load_count
    from pitboss.study.indices import plays_text

    if not flags["count"]:
        raise InputError("--indices needs a count", "add --count hi_lo")
    count = load_count(flags["count"])
    best = all_plays(rules, count, flags)
    changes, insurance = best.changes, best.insurance
    gains = _gains(rules, player, changes, insurance, flags)
    kept = worth_learning(gains, flags["most"])
    if gains:
        changes = tuple(change for change in changes if change.hand in kept)
        insurance = insurance if INSURANCE in kept else None
    if as_json:
        print_json(
            {
                "rulebook": rules.rulebook,
                "count": flags["count"],
                "insurance": insurance,
                "insurance_gain": gains.get(INSURANCE),
                "plays": [change.plain() | _gain_of(gains, change.hand) for change in changes],
                "exceptions": [exception.plain() for exception in best.exceptions],
            }
        )
        return
    click.echo(plays_text(in_one_line(best.title), changes, insurance, gains), nl=False)
    _print_exceptions(best, frozenset(change.hand for change in changes))


def _print_exceptions(best: "Plays", hands: "frozenset[str]") -> None:
    """Print, as remarks of the file, which cards are an exception to the plays of these hands."""
    listed = [exception for exception in best.exceptions if exception.total in hands]
    if listed:
        click.echo("\n# Exceptions by cards, which no file of plays holds:")
    for exception in listed:
        click.echo(
            f"# {exception.cards}: {', '.join(exception.plays)}  # {1000 * exception.gain:.3f}"
        )


def worth_learning(gains: "Mapping[str, tuple[float, float]]", most: int | None) -> frozenset[str]:
    """Return the hands whose plays do not lose; if ``most`` is given, the ones that gain most."""
    kept = [hand for hand, (gain, error) in gains.items() if gain >= LOSES * error]
    return frozenset(sorted(kept, key=lambda hand: -gains[hand][0])[:most])


def _gain_of(gains: "Mapping[str, tuple[float, float]]", hand: str) -> dict[str, float]:
    return dict(zip(("gain", "error"), gains[hand], strict=True)) if hand in gains else {}


def _gains(
    rules: "Rules",
    player: "Player",
    changes: "tuple[Deviation, ...]",
    insurance: int | None,
    flags: dict[str, Any],
) -> "Mapping[str, tuple[float, float]]":
    """Return the gain of each play over the rounds; nothing for a double shoe."""
    from pitboss.sim.counting import Betting, load_count, parse_ramp
    from pitboss.sim.experiment import Experiment
    from pitboss.study.gains import play_gains

    betting = Betting(
        load_count(flags["count"]),
        parse_ramp(flags["ramp"] or FLAT),
        tuple(change.index for change in changes),
        insurance,
    )
    experiment = Experiment(rules, player, penetration=flags["penetration"], betting=betting)
    if experiment.is_double:
        return {}
    threads = flags["threads"] or os.cpu_count() or 1
    with spinner("Playing every round with the plays and without them"):
        played = play_gains(experiment, flags["rounds"], seed=flags["seed"], threads=threads)
    return played.by_hand(betting.units)


def plays_named(
    rules: "Rules", count: "Count", flags: dict[str, Any]
) -> "tuple[tuple[Index, ...], int | None]":
    """Return the plays of ``--plays``, and the count from which insurance is taken."""
    from pitboss.sim.counting import load_plays

    if flags["plays"] == BEST:
        plays = all_plays(rules, count, flags)
        return tuple(change.index for change in plays.changes), plays.insurance
    return load_plays(flags["plays"]) if flags["plays"] else ((), None)


def all_plays(rules: "Rules", count: "Count", flags: dict[str, Any]) -> "Plays":
    """Return the best plays by a count, with their exceptions."""
    from pitboss.study.plays import best_plays

    with spinner("Solving the game at each count"):
        return best_plays(rules, count, penetration=flags["penetration"])
