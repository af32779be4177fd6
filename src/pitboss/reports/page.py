"""A report as one page of HTML that needs nothing else, fit for a printer.

What the plots of a report show: the win as rounds add up, and the progressive meter.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from importlib import resources
from typing import TypeVar

from pitboss.engine.floor.books.slips import in_order
from pitboss.money import Cents, show
from pitboss.pictures.figure import Band, Figure, Line, Span
from pitboss.pictures.svg import figure_html
from pitboss.reports.figures import Figures, HouseReport, Incident, Section, WinPoint, sections_of
from pitboss.reports.names import in_words, shown_player
from pitboss.reports.times import written

DEVIATIONS = 2
"""Standard deviations of the shaded part: nineteen runs of twenty lie within."""


def plots(report: HouseReport) -> tuple[Figure, ...]:
    """Return the plots that are not empty."""
    drawn = [_draw_win(report)] if len(report.win_by_round) > 1 else []
    return (*drawn, *([_draw_meter(report)] if len(report.meter) > 1 else []))


def _draw_win(report: HouseReport) -> Figure:
    first = report.win_by_round[0]
    start = WinPoint(0, 0, 0, None if first.expected is None else 0, 0)
    points = (start, *report.win_by_round)
    spans = tuple(
        Span(
            point.rounds,
            (point.expected - DEVIATIONS * point.deviation) / 100,
            (point.expected + DEVIATIONS * point.deviation) / 100,
        )
        for point in points
        if point.expected is not None and point.deviation is not None
    )
    note = "What the house has won as the rounds add up, in table currency."
    shaded = "The shaded part is the expected range, two standard deviations on either side."
    return Figure(
        title="Win of the house",
        note=f"{note} {shaded}" if spans else note,
        x_label="rounds",
        y_label="win",
        bands=(Band("expected", spans),) if spans else (),
        lines=(Line("win", tuple((point.rounds, point.win / 100) for point in points)),),
        has_zero=True,
    )


def _draw_meter(report: HouseReport) -> Figure:
    points = tuple((float(place), point.meter / 100) for place, point in enumerate(report.meter, 1))
    return Figure(
        title="Progressive meter",
        note="What the meter showed whenever it moved; a fall is a win that was paid from it.",
        x_label="moves of the meter",
        y_label="meter",
        lines=(Line("meter", points),),
    )


T = TypeVar("T")
LEFT = frozenset({"from", "to", "time", "kind", "by", "second", "clause", "player", "command"})
"""Columns of words; those of numbers stand to the right."""
WIDE = frozenset({"name", "text", "what"})
"""Columns of words that may take several lines."""


def report_page(report: HouseReport) -> str:
    """Return the whole report."""
    title = ", ".join(table.title for table in report.tables) or "No table"
    parts = (
        _head(report, title),
        _numbers(report.total),
        _verdict(report),
        *map(figure_html, plots(report)),
        _wagers(report),
        *(
            _sections(f"{kind.capitalize()}s", sections, report.zone)
            for kind, sections in sections_of(report).items()
        ),
        _players(report),
        _slips(report),
        _incidents("Shifts signed off", report.sign_offs, report.zone),
        _incidents("Corrections", report.corrections, report.zone),
        _incidents("Irregularities and rulings", report.incidents, report.zone),
        _deeds(report),
        _balances(report),
    )
    return _document(title, "\n".join(part for part in parts if part))


def _document(title: str, body: str) -> str:
    sheets = (
        resources.files("pitboss.sim") / "page.css",
        resources.files(__package__) / "page.css",
    )
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: report</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"{body}\n</body>\n</html>\n"
    )


def _head(report: HouseReport, title: str) -> str:
    began = written(report.from_ms, report.zone) or "the first event"
    ended = written(report.to_ms, report.zone) or "the last one"
    tables = "; ".join(
        f"{table.table}: {table.rulebook}, events {table.events[0]} to {table.events[1]}"
        for table in report.tables
    )
    return (
        f"<h1>{escape(title)}: report</h1>\n"
        f'<p class="soft">From {began} to {ended}, {escape(report.zone)}. {escape(tables)}.</p>'
    )


def _numbers(total: Figures) -> str:
    cells = [
        ("Drop", show(total.drop)),
        ("Win", show(total.win)),
        ("Hold", share(total.hold)),
        ("Rounds", f"{total.rounds:,}"),
        ("Hands an hour", number(total.hands_per_hour)),
        ("Staked", show(total.staked)),
        ("Expected win", amount(total.expected)),
        ("Standard deviation", amount(total.deviation)),
        ("Off by", f"{total.deviations:+.2f} deviations" if total.deviations is not None else "-"),
        ("Cash in the drop", show(total.cash)),
        ("Chips brought along", show(total.brought)),
        ("Fills less credits", show(total.fills - total.credits)),
        ("Float over or short", show(total.difference)),
    ]
    divs = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in cells)
    return f'<dl class="numbers">{divs}</dl>'


def _verdict(report: HouseReport) -> str:
    if report.reconciles:
        text, kind = "Every figure agrees with the ledger, to the cent.", "good"
    else:
        text = f"These figures do not reconcile with the ledger: out by {show(report.out_by)}."
        kind = "bad"
    notes = "".join(f"<p>{escape(note)}</p>" for note in report.odds)
    return f'<div class="verdict {kind}"><strong>{text}</strong>{notes}</div>'


def _wagers(report: HouseReport) -> str:
    return _table(
        "Wagers",
        report.total.wagers,
        {
            "name": lambda wager: wager.wager.replace("_", " "),
            "count": lambda wager: f"{wager.count:,}",
            "staked": lambda wager: show(wager.staked),
            "paid": lambda wager: show(wager.paid),
            "taken": lambda wager: show(wager.taken),
            "win": lambda wager: show(wager.win),
            "hold": lambda wager: share(wager.hold),
            "expected": lambda wager: amount(wager.expected),
            "deviation": lambda wager: amount(wager.deviation),
        },
    )


def _sections(title: str, sections: tuple[Section, ...], zone: str) -> str:
    return _table(
        title,
        sections,
        {
            "name": lambda section: section.name,
            "from": lambda section: written(section.from_ms, zone),
            "to": lambda section: written(section.to_ms, zone),
            "rounds": lambda section: f"{section.figures.rounds:,}",
            "hands an hour": lambda section: number(section.figures.hands_per_hour),
            "drop": lambda section: show(section.figures.drop),
            "win": lambda section: show(section.figures.win),
            "hold": lambda section: share(section.figures.hold),
            "expected": lambda section: amount(section.figures.expected),
            "deviations": lambda section: number(section.figures.deviations),
            "float": lambda section: show(section.figures.difference),
        },
    )


def _players(report: HouseReport) -> str:
    return _table(
        "Players",
        report.players,
        {
            "name": lambda player: shown_player(player.player),
            "rounds": lambda player: f"{player.rounds:,}",
            "bought in": lambda player: show(player.bought),
            "staked": lambda player: show(player.staked),
            "result": lambda player: show(player.net),
            "corrections": lambda player: show(player.corrections),
            "cashed": lambda player: show(player.cashed),
            "chips": lambda player: show(player.chips),
        },
    )


def _slips(report: HouseReport) -> str:
    return _table(
        "Counts, fills, credits and drops",
        report.slips,
        {
            "kind": lambda slip: slip.kind,
            "slip": lambda slip: str(slip.number),
            "time": lambda slip: written(slip.at_ms, report.zone),
            "amount": lambda slip: show(slip.amount),
            "expected": lambda slip: amount(slip.expected),
            "difference": lambda slip: show(slip.difference),
            "by": lambda slip: slip.by,
            "second": lambda slip: slip.second,
            "text": lambda slip: ", ".join(
                f"{count} x {show(value)}" for value, count in in_order(slip.chips)
            ),
        },
    )


def _incidents(title: str, incidents: tuple[Incident, ...], zone: str) -> str:
    return _table(
        title,
        incidents,
        {
            "time": lambda incident: written(incident.at_ms, zone),
            "round": lambda incident: str(incident.round),
            "by": lambda incident: shown_player(incident.by),
            "box": lambda incident: str(incident.box or ""),
            "player": lambda incident: shown_player(incident.player),
            "card": lambda incident: incident.card,
            "clause": lambda incident: incident.clause,
            "text": lambda incident: in_words(incident.text),
        },
    )


def _deeds(report: HouseReport) -> str:
    return _table(
        "Who did what",
        report.deeds,
        {
            "by": lambda deed: deed.who or "the table",
            "player": lambda deed: shown_player(deed.by),
            "command": lambda deed: deed.command.replace("_", " "),
            "times": lambda deed: f"{deed.count:,}",
        },
    )


def _balances(report: HouseReport) -> str:
    return _table(
        "Checked against the ledger",
        report.balances,
        {
            "what": lambda balance: balance.what,
            "reported": lambda balance: show(balance.reported),
            "by the ledger": lambda balance: show(balance.ledger),
            "out by": lambda balance: show(balance.out),
        },
    )


def _table(title: str, items: Iterable[T], columns: Mapping[str, Callable[[T], str]]) -> str:
    """Return a table with its heading, or "" without items; a column says what its cells hold."""
    kinds = [
        'class="l w"' if name in WIDE else 'class="l"' if name in LEFT else "" for name in columns
    ]
    top = "".join(
        f"<th {kind}>{escape(name)}</th>" for name, kind in zip(columns, kinds, strict=True)
    )
    rows = []
    for item in items:
        cells = zip(columns.values(), kinds, strict=True)
        row = "".join(f"<td {kind}>{escape(cell(item))}</td>" for cell, kind in cells)
        rows.append(f"<tr>{row}</tr>")
    if not rows:
        return ""
    body = "\n".join(rows)
    return (
        f'<div class="rows"><h2>{escape(title)}</h2><table><thead><tr>{top}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def amount(cents: Cents | None) -> str:
    """Return an amount, or a dash if it is not known."""
    return "-" if cents is None else show(cents)


def share(part: float | None) -> str:
    """Return a share in percent, or a dash."""
    return "-" if part is None else f"{part:.2%}"


def number(value: float | None) -> str:
    """Return a number with two decimals and no minus before 0.00, or a dash."""
    return "-" if value is None else f"{value:z,.2f}"
