"""`pitboss counts`: how good counts are for a game, the best of a level, and its side wagers."""

from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.shared.arguments import json_option, open_table, rulebook_argument, set_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.numbers import PENETRATION, SHARE, Whole
from pitboss.cli.shared.output import in_one_line, print_heading, print_items, print_json, spinner

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
    "--for-bets",
    type=SHARE,
    metavar="SHARE",
    help="Weight of betting correlation against playing efficiency; 1 by default.",
)
@click.option(
    "--side", default="", metavar="NAMES", help="Side wagers to beat with a count: names, or all."
)
@click.option("--penetration", type=PENETRATION, help="Share of the shoe dealt, for side wagers.")
@json_option
def counts(rulebook: str, settings: dict[str, str], as_json: bool, **flags: Any) -> int:
    """Rate counts for a game, or search for the best one.

    With --side: at which counts each side wager pays, how often that is, and what it wins in 100
    rounds.
    """
    from pitboss.errors import OddsError, SimulationError, StudyError

    _check(flags)
    rules = open_table(rulebook, settings).rules
    with bad_input("", SimulationError, StudyError, OddsError):
        if flags["side"]:
            _show_side(rules, flags, as_json=as_json)
        elif flags["best"] is not None:
            _show_best(rules, flags, as_json=as_json)
        else:
            _show_rated(rules, flags, as_json=as_json)
    return 0


def _check(flags: dict[str, Any]) -> None:
    """Refuse what would be passed over in silence."""
    is_searched = flags["best"] is not None and not flags["side"]
    for name in ("balanced", "for_bets"):
        if flags[name] not in (None, False) and not is_searched:
            flag = f"--{name.replace('_', '-')}"
            raise InputError(f"{flag} is for the search of --best", "add --best LEVEL")
    if flags["penetration"] is not None and not flags["side"]:
        raise InputError("--penetration is for side wagers", "add --side all")
    if is_searched and flags["names"]:
        problem = "--best searches for a count of its own, and --count names one"
        raise InputError(problem, "leave --count or --best out")


def _show_rated(rules: "Rules", flags: dict[str, Any], *, as_json: bool) -> None:
    from pitboss.sim.counting import SHIPPED, load_count
    from pitboss.study.efficiencies import effects_of, efficiency, tags_text

    effects = effects_of(rules)
    counted = {name: load_count(name) for name in flags["names"] or SHIPPED}
    with spinner("Solving the game without each card"):
        rated = {name: efficiency(effects, count) for name, count in counted.items()}
    order = sorted(rated, key=lambda name: -rated[name].betting)
    if as_json:
        print_json([{"count": name, **_plain(counted[name], rated[name])} for name in order])
        return
    print_heading(f"{rules.title}: counts by betting correlation")
    print_items(
        order,
        {
            "count": lambda name: name,
            "BC": lambda name: f"{rated[name].betting:.3f}",
            "PE": lambda name: f"{rated[name].playing:.3f}",
            "IC": lambda name: f"{rated[name].insurance:.3f}",
            "tags": lambda name: tags_text(tag / counted[name].scale for tag in counted[name].tags),
        },
    )


def _show_best(rules: "Rules", flags: dict[str, Any], *, as_json: bool) -> None:
    """Print the best count as a file, with how good it is above it."""
    from pitboss.study.efficiencies import best_count, count_text, effects_of

    with spinner("Solving the game without each card"):
        count, rated = best_count(
            effects_of(rules),
            flags["best"],
            for_bets=1.0 if flags["for_bets"] is None else flags["for_bets"],
            balanced=flags["balanced"],
        )
    if as_json:
        print_json(_plain(count, rated))
        return
    figures = f"BC {rated.betting:.3f}, PE {rated.playing:.3f}, IC {rated.insurance:.3f}"
    click.echo(f"# {in_one_line(rules.title)}: {figures}")
    click.echo(count_text(count), nl=False)


def _show_side(rules: "Rules", flags: dict[str, Any], *, as_json: bool) -> None:
    from pitboss.errors import OddsError
    from pitboss.study.efficiencies import tags_text
    from pitboss.study.side_wagers import side_odds

    names = list(rules.wagers) if flags["side"] == ALL else flags["side"].replace(",", " ").split()
    if not names:
        raise InputError(
            "this table offers no side wager",
            "pitboss rules RULEBOOK lists the options that offer one",
        )
    rows: list[tuple[float, CountedWager, str]] = []
    left_out: dict[str, str] = {}
    for name in names:
        try:
            odds = side_odds(rules, name)
        except OddsError as error:
            if flags["side"] != ALL:
                raise
            left_out[name] = str(error)
            continue
        counts: list[tuple[Count | str, str]] = [
            (count, "") for count in flags["names"] or ("hi_lo",)
        ]
        if odds.effects.any():
            level = flags["best"] or 1
            counts.append((odds.best_count(level), tags_text(odds.best_tags(level))))
        with spinner(f"Counting {odds.wager.title}"):
            for count, tags in counts:
                made = odds.by_count(count, penetration=flags["penetration"])
                rows.append((odds.ev, made, tags))
    if as_json:
        print_json([{"ev": ev, "tags": tags, **made.plain()} for ev, made, tags in rows])
        return
    print_heading(f"{rules.title}: side wagers by a count, placed where they gain")
    _print_side(rows)
    for name, why in left_out.items():
        click.echo(f"{name}: {why}; study it with pitboss study --wagers {name}", err=True)


def _print_side(rows: "list[tuple[float, CountedWager, str]]") -> None:
    print_items(
        rows,
        {
            "wager": lambda row: row[1].wager,
            "off the top": lambda row: f"{row[0]:+.3%}",
            "count": lambda row: row[1].count,
            "correlation": lambda row: f"{row[1].correlation:+.3f}",
            "gains": lambda row: row[1].when,
            "of rounds": lambda row: f"{row[1].share:.2%}",
            "there": lambda row: f"{row[1].edge:+.2%}",
            "stakes in 100 rounds": lambda row: f"{row[1].hourly():+.3f}",
            "tags": lambda row: row[2],
        },
    )


def _plain(count: "Count", rated: "Efficiency") -> dict[str, object]:
    return {
        "tags": [tag / count.scale for tag in count.tags],
        "true": count.is_true,
        "betting": rated.betting,
        "playing": rated.playing,
        "insurance": rated.insurance,
    }
