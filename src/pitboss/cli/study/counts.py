"""`pitboss counts`: how good counts are for a game, the best of a level, and its side wagers."""

from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.arguments import json_option, open_table, rulebook_argument, set_option
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.numbers import PENETRATION, SHARE, Whole
from pitboss.cli.shared.output import print_heading, print_json, print_table, waiting

if TYPE_CHECKING:
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.counting import Count
    from pitboss.study.efficiencies import Efficiency
    from pitboss.study.side_wagers import CountedWager

ALL = "all"


@click.command(
    epilog="""\b
Examples:
  pitboss counts house
  pitboss counts double_deck --best 2 --balanced > own.toml
  pitboss counts nz --set super_sevens=true --side all
  pitboss counts tribal --set additional_wager=over_under_13 --side over_13 --count hi_lo --best 2
"""
)
@rulebook_argument
@set_option()
@click.option(
    "--count", "names", multiple=True, metavar="NAME", help="A count to rate; repeatable."
)
@click.option(
    "--best", type=Whole(1, 4), metavar="LEVEL", help="Search for the best count of this level."
)
@click.option("--balanced", is_flag=True, help="Only balanced counts.")
@click.option(
    "--for-bets", type=SHARE, metavar="SHARE",
    help="Weight of betting correlation against playing efficiency; 1 by default.",
)  # fmt: skip
@click.option(
    "--side", default="", metavar="NAMES", help="Side wagers to beat with a count: names, or all."
)
@click.option("--penetration", type=PENETRATION, help="Share of the shoe dealt, for side wagers.")
@json_option
def counts(rulebook: str, settings: dict[str, str], as_json: bool, **given: Any) -> int:
    """Rate counts for a game, or search for the best one.

    With --side: at which counts each side wager pays, how often that is, and what it wins in 100
    rounds.
    """
    from pitboss.errors import OddsError, SimulationError, StudyError

    _check(given)
    rules = open_table(rulebook, settings).rules
    try:
        if given["side"]:
            _show_side(rules, given, as_json=as_json)
        elif given["best"] is not None:
            _show_best(rules, given, as_json=as_json)
        else:
            _show_rated(rules, given, as_json=as_json)
    except (SimulationError, StudyError, OddsError) as error:
        raise InputError(str(error), error.hint or "see pitboss counts --help") from None
    return 0


def _check(given: dict[str, Any]) -> None:
    """Refuse what would be passed over in silence."""
    is_searched = given["best"] is not None and not given["side"]
    for name in ("balanced", "for_bets"):
        if given[name] not in (None, False) and not is_searched:
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag} is for the search of --best", "add --best LEVEL")
    if given["penetration"] is not None and not given["side"]:
        raise InputError("--penetration is for side wagers", "add --side all")
    if is_searched and given["names"]:
        told = "--best searches for a count of its own, and --count names one"
        raise InputError(told, "leave --count or --best out")


def _show_rated(rules: "Rules", given: dict[str, Any], *, as_json: bool) -> None:
    from pitboss.sim.counting import SHIPPED, load_count
    from pitboss.study.efficiencies import effects_of, efficiency, tags_text

    effects = effects_of(rules)
    counted = {name: load_count(name) for name in given["names"] or SHIPPED}
    with waiting("Solving the game without each card"):
        rated = {name: efficiency(effects, count) for name, count in counted.items()}
    order = sorted(rated, key=lambda name: -rated[name].betting)
    if as_json:
        print_json([{"count": name, **_plain(counted[name], rated[name])} for name in order])
        return
    print_heading(f"{rules.title}: counts by betting correlation")
    rows = [
        (
            name, *_figures(rated[name]),
            tags_text(tag / counted[name].scale for tag in counted[name].tags),
        )
        for name in order
    ]  # fmt: skip
    print_table(("count", "BC", "PE", "IC", "tags"), rows)


def _show_best(rules: "Rules", given: dict[str, Any], *, as_json: bool) -> None:
    """Print the best count as a file, with how good it is above it."""
    from pitboss.study.efficiencies import best_count, count_text, effects_of

    with waiting("Solving the game without each card"):
        count, rated = best_count(
            effects_of(rules),
            given["best"],
            for_bets=1.0 if given["for_bets"] is None else given["for_bets"],
            balanced=given["balanced"],
        )
    if as_json:
        print_json(_plain(count, rated))
        return
    betting, playing, insurance = _figures(rated)
    click.echo(f"# {rules.title}: BC {betting}, PE {playing}, IC {insurance}")
    click.echo(count_text(count), nl=False)


def _show_side(rules: "Rules", given: dict[str, Any], *, as_json: bool) -> None:
    from pitboss.errors import OddsError
    from pitboss.study.efficiencies import tags_text
    from pitboss.study.side_wagers import side_odds

    asked = list(rules.wagers) if given["side"] == ALL else given["side"].replace(",", " ").split()
    if not asked:
        raise InputError(
            "this table offers no side wager",
            "pitboss rules RULEBOOK lists the options that offer one",
        )
    told: list[tuple[float, CountedWager, str]] = []
    left_out: dict[str, str] = {}
    for name in asked:
        try:
            odds = side_odds(rules, name)
        except OddsError as error:
            if given["side"] != ALL:
                raise
            left_out[name] = str(error)
            continue
        counted: list[tuple[Count | str, str]] = [(one, "") for one in given["names"] or ("hi_lo",)]
        if odds.effects.any():
            level = given["best"] or 1
            counted.append((odds.best_count(level), tags_text(odds.best_tags(level))))
        with waiting(f"Counting {odds.wager.title}"):
            for count, tags in counted:
                made = odds.by_count(count, penetration=given["penetration"])
                told.append((odds.ev, made, tags))
    if as_json:
        print_json([{"ev": ev, "tags": tags, **made.plain()} for ev, made, tags in told])
        return
    print_heading(f"{rules.title}: side wagers by a count, placed where they gain")
    rows = [
        (
            made.wager, f"{ev:+.3%}", made.count, f"{made.correlation:+.3f}", made.when,
            f"{made.share:.2%}", f"{made.edge:+.2%}", f"{made.hourly():+.3f}", tags,
        )
        for ev, made, tags in told
    ]  # fmt: skip
    columns = (
        "wager", "off the top", "count", "correlation", "gains", "of rounds", "there",
        "stakes in 100 rounds", "tags",
    )  # fmt: skip
    print_table(columns, rows)
    for name, why in left_out.items():
        click.echo(f"{name}: {why}; study it with pitboss study --wagers {name}", err=True)


def _plain(count: "Count", rated: "Efficiency") -> dict[str, object]:
    return {
        "tags": [tag / count.scale for tag in count.tags], "true": count.is_true,
        "betting": rated.betting, "playing": rated.playing, "insurance": rated.insurance,
    }  # fmt: skip


def _figures(rated: "Efficiency") -> tuple[str, str, str]:
    return f"{rated.betting:.3f}", f"{rated.playing:.3f}", f"{rated.insurance:.3f}"
