"""The counting options of `pitboss simulate`, and the best plays by a count."""

import os
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_json, waiting

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


def read_betting(rules: "Rules", given: dict[str, Any]) -> "Betting | None":
    """Return the bets and plays by a count; None without a count."""
    from pitboss.sim.counting import Betting, load_count, load_plays, parse_ramp

    if not given["count"]:
        if given["plays"]:
            raise InputError("--plays needs a count", "add --count hi_lo")
        if given["ramp"]:
            raise InputError("--ramp needs a count", "add --count hi_lo")
        return None
    count = load_count(given["count"])
    plays: tuple[Index, ...] = ()
    insurance = None
    if given["plays"] == BEST:
        changes, insurance = best_plays(rules, count, given)
        plays = tuple(change.index for change in changes)
    elif given["plays"]:
        plays, insurance = load_plays(given["plays"])
    return Betting(count, parse_ramp(given["ramp"] or FLAT), plays, insurance)


def print_plays(rules: "Rules", player: "Player", given: dict[str, Any], *, as_json: bool) -> None:
    """Print the plays that are best by a count, as a file that --plays reads."""
    from pitboss.sim.counting import load_count
    from pitboss.study.indices import plays_text

    if not given["count"]:
        raise InputError("--indices needs a count", "add --count hi_lo")
    count = load_count(given["count"])
    told = all_plays(rules, count, given)
    changes, insurance = told.changes, told.insurance
    gains = _gains(rules, player, changes, insurance, given)
    kept = worth_learning(gains, given["most"])
    if gains:
        changes = tuple(change for change in changes if change.hand in kept)
        insurance = insurance if INSURANCE in kept else None
    if as_json:
        print_json({
            "rulebook": rules.rulebook,
            "count": given["count"],
            "insurance": insurance,
            "insurance_gain": gains.get(INSURANCE),
            "plays": [change.plain() | _played_out(gains, change.hand) for change in changes],
            "exceptions": [one.plain() for one in told.exceptions],
        })  # fmt: skip
        return
    click.echo(plays_text(told.title, changes, insurance, gains), nl=False)
    _print_exceptions(told, frozenset(change.hand for change in changes))


def _print_exceptions(told: "Plays", hands: "frozenset[str]") -> None:
    """Print, as remarks of the file, which cards are an exception to the plays of these hands."""
    listed = [one for one in told.exceptions if one.total in hands]
    if listed:
        click.echo("\n# Exceptions by cards, which no file of plays holds:")
    for one in listed:
        click.echo(f"# {one.cards}: {', '.join(one.plays)}  # {1000 * one.gain:.3f}")


def worth_learning(gains: "Mapping[str, tuple[float, float]]", most: int | None) -> frozenset[str]:
    """Return the hands whose plays do not lose; if ``most`` is given, the ones that gain most."""
    kept = [hand for hand, (gain, error) in gains.items() if gain >= LOSES * error]
    return frozenset(sorted(kept, key=lambda hand: -gains[hand][0])[:most])


def _played_out(gains: "Mapping[str, tuple[float, float]]", hand: str) -> dict[str, float]:
    return dict(zip(("gain", "error"), gains[hand], strict=True)) if hand in gains else {}


def _gains(
    rules: "Rules",
    player: "Player",
    changes: "tuple[Deviation, ...]",
    insurance: int | None,
    given: dict[str, Any],
) -> "Mapping[str, tuple[float, float]]":
    """Return the gain of each play over the rounds; nothing for a double shoe."""
    from pitboss.sim.counting import Betting, load_count, parse_ramp
    from pitboss.sim.experiment import Experiment
    from pitboss.study.gains import play_gains

    betting = Betting(
        load_count(given["count"]),
        parse_ramp(given["ramp"] or FLAT),
        tuple(change.index for change in changes),
        insurance,
    )
    experiment = Experiment(rules, player, penetration=given["penetration"], betting=betting)
    if experiment.is_double:
        return {}
    threads = given["threads"] or os.cpu_count() or 1
    with waiting("Playing every round with the plays and without them"):
        played = play_gains(experiment, given["rounds"], seed=given["seed"], threads=threads)
    return played.by_hand(betting.units)


def best_plays(
    rules: "Rules", count: "Count", given: dict[str, Any]
) -> "tuple[tuple[Deviation, ...], int | None]":
    """Return the plays that change with the count at this table."""
    told = all_plays(rules, count, given)
    return told.changes, told.insurance


def all_plays(rules: "Rules", count: "Count", given: dict[str, Any]) -> "Plays":
    """Return the best plays by a count, with their exceptions."""
    from pitboss.study.plays import best_plays as plays_of

    with waiting("Solving the game at each count"):
        return plays_of(rules, count, penetration=given["penetration"])
