"""What `pitboss simulate` is told about a count, and the plays that are best by one."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from pitboss.cli.errors import InputError
from pitboss.cli.output import print_json
from pitboss.cli.waiting import waiting

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.betting import Betting, Count, Index
    from pitboss.sim.indices import Change

BEST = "best"


def read_betting(rules: "Rules", given: dict[str, Any]) -> "Betting | None":
    """What is bet and played by a count, where one is asked for."""
    from pitboss.sim.betting import Betting, load_count, parse_plays, parse_ramp

    if not given["count"]:
        if given["plays"]:
            raise InputError("plays change with a count, and none is given", "add --count hi_lo")
        return None
    count = load_count(given["count"])
    plays: tuple[Index, ...] = ()
    insurance = None
    if given["plays"] == BEST:
        changes, insurance = _best(rules, count, given)
        plays = tuple(change.index for change in changes)
    elif given["plays"]:
        try:
            text = Path(given["plays"]).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            hint = "give a TOML file"
            raise InputError(f"{given['plays']} cannot be read: {error}", hint) from None
        plays, insurance = parse_plays(text)
    return Betting(count, parse_ramp(given["ramp"]), plays, insurance)


def print_plays(rules: "Rules", given: dict[str, Any], *, as_json: bool) -> None:
    """Print the plays that are best by a count, as a file that --plays reads."""
    from pitboss.sim.betting import load_count
    from pitboss.sim.indices import plays_text

    if not given["count"]:
        raise InputError("indices are for a count, and none is given", "add --count hi_lo")
    count = load_count(given["count"])
    changes, insurance = _best(rules, count, given)
    if as_json:
        print_json({
            "rulebook": rules.rulebook,
            "count": given["count"],
            "insurance": insurance,
            "plays": [change.plain() for change in changes],
        })  # fmt: skip
        return
    title = f"{rules.title}, {rules.decks_in_play} decks, by the {count.name} count"
    click.echo(plays_text(title, changes, insurance), nl=False)


def _best(
    rules: "Rules", count: "Count", given: dict[str, Any]
) -> "tuple[tuple[Change, ...], int | None]":
    """The plays that change with the count at this table."""
    from pitboss.odds import Shoe, solve
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.indices import Expected, Values, changes
    from pitboss.sim.players import basic_chart

    behind = Experiment(rules, basic_chart(), penetration=given["penetration"]).behind
    left = 52 * rules.decks_in_play - (52 * rules.decks_in_play - behind) / 2
    expected = Expected(count, rules.decks_in_play, left)

    def solver(ranks: tuple[float, ...]) -> "Values":
        # What a shoe holds on average need not be whole cards.
        return solve(rules, shoe=Shoe(cast("tuple[int, ...]", ranks))).acts

    with waiting("Solving the game at each count"):
        return changes(rules, expected, solver)
