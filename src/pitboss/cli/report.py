"""`pitboss report`: what tables took and paid, from their logs, reconciled with the ledger."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.house.backup import Place, copied_store, place_options
from pitboss.cli.shared.arguments import json_option, own_books_option, trust_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.output import (
    print_heading,
    print_items,
    print_json,
    print_table,
    print_text,
)
from pitboss.cli.shared.shoes import html_option, solving, write_page

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.reports.figures import (
        Figures,
        HouseReport,
        PlayerFigures,
        Section,
        SlipLine,
        WagerFigures,
    )
    from pitboss.reports.tally import Period
    from pitboss.store.port import TableHeader

SHOWN_MAX = 20
"""Incidents that are shown to people; the other forms have all."""


@click.command(
    epilog="""\b
Examples:
  pitboss report --table nz --data ./data
  pitboss report --table nz --from 2026-11-16T18:00 --to 2026-11-17T02:00
  pitboss report --table nz --table tribal --csv > takings.csv
  pitboss report --table nz --html takings.html
"""
)
@place_options
@click.option(
    "--table",
    "tables",
    multiple=True,
    required=True,
    metavar="ID",
    help="The table; repeat it to add up several.",
)
@click.option(
    "--from",
    "from_text",
    default="",
    metavar="TIME",
    help="From this log time on, in the zone of --tz unless it has an offset.",
)
@click.option("--to", "to_text", default="", metavar="TIME", help="Up to this log time, exclusive.")
@click.option(
    "--tz",
    "zone",
    default="",
    metavar="ZONE",
    help="Time zone of days and times, such as Pacific/Auckland; this machine's by default.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print rows for a spreadsheet.")
@html_option
@click.option("--no-odds", is_flag=True, help="Leave out the expected win, which takes seconds.")
@own_books_option
@trust_option
@json_option
def report(
    place: Place,
    tables: tuple[str, ...],
    from_text: str,
    to_text: str,
    zone: str,
    as_csv: bool,
    html: Path | None,
    no_odds: bool,
    as_json: bool,
) -> int:
    """Show what tables took and paid.

    It adds up drop, win and hold by wager, player, shift, dealer and day. Every figure comes from
    the log and is checked against the ledger. The server may be running. The exit status is 0 if
    all figures agree, 1 if one does not.
    """
    from pitboss.reports.times import PeriodError, ZoneError, checked_zone, parse_period

    if as_csv and as_json:
        raise InputError("--csv and --json do not go together", "give one of them")
    with bad_input("", PeriodError, ZoneError):
        period = parse_period(from_text, to_text, checked_zone(zone))
    made = _report(place, tables, period, has_odds=not no_odds)
    if html is not None:
        from pitboss.reports.page import report_page

        write_page(html, report_page(made))
    if as_csv:
        from pitboss.reports.csv import report_csv

        click.echo(report_csv(made), nl=False)
    elif as_json:
        from pitboss.engine.notation import plain

        print_json(plain(made))
    elif html is None:
        _print_report(made)
    return 0 if made.reconciles else 1


def _report(
    place: Place, names: tuple[str, ...], period: "Period", *, has_odds: bool
) -> "HouseReport":
    """Read the logs from a copy of the store, taken now."""
    from pitboss.reports.report import make_report, read_tables
    from pitboss.store.export import all_records

    with copied_store(place) as store:
        logs = [
            (header, partial(all_records, store, header.table))
            for header in _headers(store.headers(), names)
        ]
        findings, tables = read_tables(logs, period)
    if not has_odds or not findings.rules:
        return make_report(findings, tables, period)
    from pitboss.reports.edges import edges_of

    with solving():
        odds = {place: edges_of(rules) for place, rules in enumerate(findings.rules)}
    return make_report(findings, tables, period, odds)


def _headers(known: "list[TableHeader]", names: tuple[str, ...]) -> "list[TableHeader]":
    """Return the requested tables, open or closed."""
    by_name = {header.table: header for header in known if header.rulebook}
    for name in names:
        if name not in by_name:
            hint = f"there are {', '.join(by_name)}" if by_name else "no table was ever opened here"
            raise InputError(f"there is no table {name}", hint)
    return [by_name[name] for name in dict.fromkeys(names)]


def _print_report(made: "HouseReport") -> None:
    from pitboss.money import show
    from pitboss.reports.names import in_words, shown_player
    from pitboss.reports.times import written

    print_heading(", ".join(f"{table.title} ({table.table})" for table in made.tables))
    began = written(made.from_ms, made.zone) or "the first event"
    ended = written(made.to_ms, made.zone) or "now"
    print_text(f"From {began} to {ended}, {made.zone}")
    print_table(("figure", "value"), _total(made.total))
    _print_wagers(made.total)
    _print_sections("Shifts", made.by_shift)
    _print_sections("Dealers", made.by_dealer)
    _print_sections("Days", made.by_day)
    if made.players:
        columns: dict[str, Callable[[PlayerFigures], str]] = {
            "player": lambda player: shown_player(player.player),
            "rounds": lambda player: str(player.rounds),
            "bought in": lambda player: show(player.bought),
            "staked": lambda player: show(player.staked),
            "result": lambda player: show(player.net),
            "cashed": lambda player: show(player.cashed),
        }
        print_items(made.players, columns, title="Players")
    _print_slips(made)
    for lines in (made.sign_offs, made.corrections, made.incidents):
        for line in lines[-SHOWN_MAX:]:
            at, card = written(line.at_ms, made.zone), f" ({line.card})" if line.card else ""
            print_text(f"{at}  round {line.round}: {in_words(line.text)}{card}")
    for balance in made.balances:
        if balance.out:
            print_text(f"{balance.what}: {show(balance.reported)}, ledger {show(balance.ledger)}")
    verdict = "every figure agrees with the ledger"
    print_text(verdict if made.reconciles else f"the figures are OUT BY {show(made.out_by)}")


def _print_slips(made: "HouseReport") -> None:
    from pitboss.money import show
    from pitboss.reports.page import amount
    from pitboss.reports.times import written

    if made.slips:
        columns: dict[str, Callable[[SlipLine], str]] = {
            "slip": lambda slip: str(slip.number),
            "time": lambda slip: written(slip.at_ms, made.zone),
            "kind": lambda slip: slip.kind,
            "signed by": lambda slip: f"{slip.by}, {slip.second}",
            "amount": lambda slip: show(slip.amount),
            "expected": lambda slip: amount(slip.expected),
            "over or short": lambda slip: show(slip.difference),
        }
        print_items(made.slips[-SHOWN_MAX:], columns, title="Slips")


def _total(total: "Figures") -> list[tuple[str, str]]:
    from pitboss.money import show
    from pitboss.reports.page import amount, number, share

    return [
        ("drop", show(total.drop)),
        ("win", show(total.win)),
        ("hold", share(total.hold)),
        ("staked", show(total.staked)),
        ("expected win", amount(total.expected)),
        ("standard deviation", amount(total.deviation)),
        ("deviations off", number(total.deviations)),
        ("rounds", f"{total.rounds:,}"),
        ("hands an hour", number(total.hands_per_hour)),
        ("fills / credits", f"{show(total.fills)} / {show(total.credits)}"),
        ("float over or short", show(total.difference)),
        ("corrections", show(total.corrections)),
    ]


def _print_wagers(total: "Figures") -> None:
    from pitboss.money import show
    from pitboss.reports.page import amount, share

    if total.wagers:
        columns: dict[str, Callable[[WagerFigures], str]] = {
            "wager": lambda wager: wager.wager,
            "count": lambda wager: f"{wager.count:,}",
            "staked": lambda wager: show(wager.staked),
            "win": lambda wager: show(wager.win),
            "hold": lambda wager: share(wager.hold),
            "expected": lambda wager: amount(wager.expected),
            "deviation": lambda wager: amount(wager.deviation),
        }
        print_items(total.wagers, columns, title="Wagers")


def _print_sections(name: str, sections: "tuple[Section, ...]") -> None:
    from pitboss.money import show
    from pitboss.reports.page import number, share

    columns: dict[str, Callable[[Section], str]] = {
        name.lower().removesuffix("s"): lambda section: section.name,
        "rounds": lambda section: str(section.figures.rounds),
        "drop": lambda section: show(section.figures.drop),
        "win": lambda section: show(section.figures.win),
        "hold": lambda section: share(section.figures.hold),
        "deviations": lambda section: number(section.figures.deviations),
    }
    print_items(sections, columns, title=name)
