"""A report as one table of rows, for spreadsheets: every section has the same columns."""

import csv
import io
from collections.abc import Iterator

from pitboss.money import Cents, show
from pitboss.reports.figures import Figures, HouseReport, Section
from pitboss.reports.names import in_words, shown_player
from pitboss.reports.times import written

COLUMNS = (
    "section", "name", "table", "from", "to", "count", "rounds", "hands", "hands_per_hour", "drop",
    "cash", "cashed", "staked", "paid", "taken", "win", "hold", "expected", "deviation",
    "deviations", "corrections", "fills", "credits", "difference", "amount", "round", "box",
    "player", "card", "clause", "by", "second", "text", "brought", "id",
)  # fmt: skip
"""In this order; what a row has no value for is empty. Amounts are in table currency, times in
the zone of the report. A guest's name is as people read it, with the id in the last column."""

Row = dict[str, str]
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins like this for a formula."""


def report_csv(report: HouseReport) -> str:
    """Return the rows of a report, the total first."""
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_rows(report))
    return sheet.getvalue()


def _rows(report: HouseReport) -> Iterator[Row]:
    yield {"section": "total", "name": "all", **_figures(report.total)}
    for kind, sections in (
        ("table", report.by_table), ("shift", report.by_shift), ("dealer", report.by_dealer),
        ("rulebook", report.by_rulebook), ("day", report.by_day),
    ):  # fmt: skip
        for section in sections:
            yield {"section": kind, **_section(section, report.zone)}
    yield from _wagers("wager", "", report.total)
    for section in report.by_shift:
        yield from _wagers("shift_wager", section.name, section.figures)
    for one in report.players:
        yield {
            "section": "player", "name": _player(one.player), "rounds": str(one.rounds),
            "drop": show(one.bought), "cashed": show(one.cashed), "staked": show(one.staked),
            "win": show(-one.net), "corrections": show(one.corrections),
            "amount": show(one.chips), "id": _text(one.player),
        }  # fmt: skip
    yield from _on_record(report)
    for balance in report.balances:
        yield {
            "section": "balance", "name": balance.what, "amount": show(balance.reported),
            "expected": show(balance.ledger), "difference": show(balance.out),
        }  # fmt: skip


def _section(section: Section, zone: str) -> Row:
    times = {"from": written(section.from_ms, zone), "to": written(section.to_ms, zone)}
    return {"name": _text(section.name), **times, **_figures(section.figures)}


def _figures(one: Figures) -> Row:
    return {
        "rounds": str(one.rounds), "hands": str(one.hands),
        "hands_per_hour": _number(one.hands_per_hour), "drop": show(one.drop),
        "cash": show(one.cash), "cashed": show(one.cashed), "staked": show(one.staked),
        "win": show(one.win), "hold": _number(one.hold), "expected": _amount(one.expected),
        "deviation": _amount(one.deviation), "deviations": _number(one.deviations),
        "corrections": show(one.corrections), "fills": show(one.fills),
        "credits": show(one.credits), "difference": show(one.difference),
        "brought": show(one.brought),
    }  # fmt: skip


def _wagers(section: str, where: str, figures: Figures) -> Iterator[Row]:
    for one in figures.wagers:
        yield {
            "section": section, "name": one.wager, "table": where, "count": str(one.count),
            "staked": show(one.staked), "paid": show(one.paid), "taken": show(one.taken),
            "win": show(one.win), "hold": _number(one.hold), "expected": _amount(one.expected),
            "deviation": _amount(one.deviation),
        }  # fmt: skip


def _on_record(report: HouseReport) -> Iterator[Row]:
    """Slips, meters, incidents and deeds."""
    for slip in report.slips:
        yield {
            "section": "slip", "name": slip.kind, "table": slip.table, "count": str(slip.number),
            "to": written(slip.at_ms, report.zone), "amount": show(slip.amount),
            "expected": _amount(slip.expected), "difference": show(slip.difference),
            "by": _text(slip.by), "second": _text(slip.second),
        }  # fmt: skip
    for point in report.meter:
        yield {
            "section": "meter", "table": point.table, "to": written(point.at_ms, report.zone),
            "round": str(point.round), "amount": show(point.meter), "paid": show(point.won),
        }  # fmt: skip
    for section, lines in (
        ("incident", report.incidents), ("correction", report.corrections),
        ("sign_off", report.sign_offs),
    ):  # fmt: skip
        for line in lines:
            yield {
                "section": section, "name": line.kind, "table": line.table,
                "to": written(line.at_ms, report.zone), "count": str(line.n),
                "round": str(line.round), "box": str(line.box or ""),
                "player": _player(line.player),
                "card": line.card, "clause": line.clause, "by": _player(line.by),
                "text": _text(in_words(line.text)), "id": _text(line.player),
            }  # fmt: skip
    for deed in report.deeds:
        yield {
            "section": "deed", "name": deed.command, "table": deed.table, "by": _text(deed.who),
            "player": _player(deed.by), "count": str(deed.count), "id": _text(deed.by),
        }  # fmt: skip


def _player(player: str) -> str:
    return _text(shown_player(player))


def _text(text: str) -> str:
    """Return a text that no spreadsheet runs."""
    return f"'{text}" if text.startswith(RISKY) else text


def _amount(amount: Cents | None) -> str:
    return "" if amount is None else show(amount)


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.6g}"
