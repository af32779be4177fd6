"""A report as one table of rows, for spreadsheets: every section has the same columns."""

import csv
import io
from collections.abc import Iterable, Iterator

from pitboss.money import Cents, show
from pitboss.reports.figures import (
    Figures,
    HouseReport,
    Incident,
    Section,
    WagerFigures,
    sections_of,
)
from pitboss.reports.names import in_words, shown_player
from pitboss.reports.times import written

# As many to a line as fit, because this is how the first row of the file reads.
COLUMNS = (
    "section", "name", "table", "from", "to", "count", "rounds", "hands", "hands_per_hour", "drop",
    "cash", "cashed", "staked", "paid", "taken", "win", "hold", "expected", "deviation",
    "deviations", "corrections", "fills", "credits", "difference", "amount", "round", "box",
    "player", "card", "clause", "by", "second", "text", "brought", "id",
)  # fmt: skip
"""In this order; what a row has no value for is empty. Amounts are in table currency, times in
the zone of the report. A guest's name is as people read it, with the id in the last column."""

FIGURES = tuple(name for name in Figures.__struct_fields__ if name in COLUMNS)
WAGER = tuple(name for name in WagerFigures.__struct_fields__ if name in COLUMNS)
COUNTS = frozenset({"count", "rounds", "hands"})
"""Columns of whole numbers that are no amounts."""

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
    yield {"section": "total", "name": "all"} | _cells(report.total, FIGURES)
    for kind, sections in sections_of(report).items():
        for section in sections:
            yield {"section": kind} | _section(section, report.zone)
    yield from _wagers("wager", "", report.total)
    for section in report.by_shift:
        yield from _wagers("shift_wager", section.name, section.figures)
    for player in report.players:
        yield {
            "section": "player",
            "name": _player(player.player),
            **_cells(player, ("rounds", "cashed", "staked", "corrections")),
            "drop": show(player.bought),
            "win": show(-player.net),
            "amount": show(player.chips),
            "id": _text(player.player),
        }
    yield from _on_record(report)
    for balance in report.balances:
        yield {
            "section": "balance",
            "name": balance.what,
            "amount": show(balance.reported),
            "expected": show(balance.ledger),
            "difference": show(balance.out),
        }


def _section(section: Section, zone: str) -> Row:
    times = {"from": written(section.from_ms, zone), "to": written(section.to_ms, zone)}
    return {"name": _text(section.name)} | times | _cells(section.figures, FIGURES)


def _wagers(section: str, table: str, figures: Figures) -> Iterator[Row]:
    for wager in figures.wagers:
        yield {"section": section, "name": wager.wager, "table": table} | _cells(wager, WAGER)


def _on_record(report: HouseReport) -> Iterator[Row]:
    """Slips, meters, incidents and deeds."""
    for slip in report.slips:
        yield {
            "section": "slip",
            "name": slip.kind,
            "table": slip.table,
            "count": str(slip.number),
            "to": written(slip.at_ms, report.zone),
            **_cells(slip, ("amount", "expected", "difference", "by", "second")),
        }
    for point in report.meter:
        yield {
            "section": "meter",
            "table": point.table,
            "to": written(point.at_ms, report.zone),
            "round": str(point.round),
            "amount": show(point.meter),
            "paid": show(point.won),
        }
    for section, incidents in (
        ("incident", report.incidents),
        ("correction", report.corrections),
        ("sign_off", report.sign_offs),
    ):
        for incident in incidents:
            yield {"section": section} | _incident(incident, report.zone)
    for deed in report.deeds:
        yield {
            "section": "deed",
            "name": deed.command,
            "table": deed.table,
            "by": _text(deed.who),
            "player": _player(deed.by),
            "count": str(deed.count),
            "id": _text(deed.by),
        }


def _incident(incident: Incident, zone: str) -> Row:
    return {
        "name": incident.kind,
        "table": incident.table,
        "to": written(incident.at_ms, zone),
        "count": str(incident.n),
        "round": str(incident.round),
        "box": str(incident.box or ""),
        "player": _player(incident.player),
        "card": incident.card,
        "clause": incident.clause,
        "by": _player(incident.by),
        "text": _text(in_words(incident.text)),
        "id": _text(incident.player),
    }


def _cells(item: object, columns: Iterable[str]) -> Row:
    """Return the fields that are named like these columns, as cells."""
    return {column: _cell(column, getattr(item, column)) for column in columns}


def _cell(column: str, value: str | Cents | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value) if column in COUNTS else show(value)


def _player(player: str) -> str:
    return _text(shown_player(player))


def _text(text: str) -> str:
    """Return a text that no spreadsheet runs."""
    return f"'{text}" if text.startswith(RISKY) else text
