"""A report as one page of HTML that needs nothing else, fit for a printer.

What the plots of a report show: the win as rounds add up, and the progressive meter.
"""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from pitboss.engine.floor.books.slips import in_order
from pitboss.money import Cents, show
from pitboss.pictures.figure import Band, Figure, Line, Span
from pitboss.pictures.svg import figure_html
from pitboss.reports.figures import Figures, HouseReport, Incident, Section, WinPoint
from pitboss.reports.names import in_words, shown_player
from pitboss.reports.times import written

DEVIATIONS = 2
"""Standard deviations of the shaded part: nineteen runs of twenty lie within."""


def plots(report: HouseReport) -> tuple[Figure, ...]:
    """Return the plots that are not empty."""
    drawn = [_win(report)] if len(report.win_by_round) > 1 else []
    return (*drawn, *([_meter(report)] if len(report.meter) > 1 else []))


def _win(report: HouseReport) -> Figure:
    first = report.win_by_round[0]
    start = WinPoint(0, 0, 0, None if first.expected is None else 0, 0)
    points = (start, *report.win_by_round)
    lines = [Line("win", tuple((one.rounds, one.win / 100) for one in points))]
    spans = tuple(
        Span(
            one.rounds,
            (one.expected - DEVIATIONS * one.deviation) / 100,
            (one.expected + DEVIATIONS * one.deviation) / 100,
        )
        for one in points
        if one.expected is not None and one.deviation is not None
    )
    bands = (Band("expected", spans),) if spans else ()
    shaded = (
        " The shaded part is the expected range, two standard deviations on either side."
        if spans
        else ""
    )
    return Figure(
        title="Win of the house",
        note=f"What the house has won as the rounds add up, in table currency.{shaded}",
        x_label="rounds",
        y_label="win",
        bands=bands,
        lines=tuple(lines),
        has_zero=True,
    )


def _meter(report: HouseReport) -> Figure:
    points = tuple((float(place), one.meter / 100) for place, one in enumerate(report.meter, 1))
    return Figure(
        title="Progressive meter",
        note="What the meter showed whenever it moved; a fall is a win that was paid from it.",
        x_label="moves of the meter",
        y_label="meter",
        lines=(Line("meter", points),),
    )


Cells = Sequence[str]
LEFT = frozenset({"from", "to", "time", "kind", "by", "second", "clause", "player", "command"})
"""Columns of words; those of numbers stand to the right."""
WIDE = frozenset({"name", "text", "what"})
"""Columns of words that may take several lines."""


def report_page(report: HouseReport) -> str:
    """Return the whole report."""
    title = ", ".join(one.title for one in report.tables) or "No table"
    parts = (
        _head(report, title),
        _numbers(report.total),
        _verdict(report),
        *map(figure_html, plots(report)),
        _wagers(report),
        *(_sections(name, sections, report.zone) for name, sections in (
            ("Tables", report.by_table), ("Shifts", report.by_shift),
            ("Dealers", report.by_dealer), ("Rulebooks", report.by_rulebook),
            ("Days", report.by_day),
        )),
        _players(report),
        _slips(report),
        _lines("Shifts signed off", report.sign_offs, report.zone),
        _lines("Corrections", report.corrections, report.zone),
        _lines("Irregularities and rulings", report.incidents, report.zone),
        _deeds(report),
        _balances(report),
    )  # fmt: skip
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
        f"{one.table}: {one.rulebook}, events {one.events[0]} to {one.events[1]}"
        for one in report.tables
    )
    return (
        f"<h1>{escape(title)}: report</h1>\n"
        f'<p class="soft">From {began} to {ended}, {escape(report.zone)}. {escape(tables)}.</p>'
    )


def _numbers(one: Figures) -> str:
    cells = [
        ("Drop", show(one.drop)),
        ("Win", show(one.win)),
        ("Hold", share(one.hold)),
        ("Rounds", f"{one.rounds:,}"),
        ("Hands an hour", number(one.hands_per_hour)),
        ("Staked", show(one.staked)),
        ("Expected win", amount(one.expected)),
        ("Standard deviation", amount(one.deviation)),
        ("Off by", f"{one.deviations:+.2f} deviations" if one.deviations is not None else "-"),
        ("Cash in the drop", show(one.cash)),
        ("Chips brought along", show(one.brought)),
        ("Fills less credits", show(one.fills - one.credits)),
        ("Float over or short", show(one.difference)),
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
    head = (
        "name", "count", "staked", "paid", "taken", "win", "hold", "expected", "deviation",
    )  # fmt: skip
    rows = [
        (
            one.wager.replace("_", " "), f"{one.count:,}", show(one.staked), show(one.paid),
            show(one.taken), show(one.win), share(one.hold), amount(one.expected),
            amount(one.deviation),
        )
        for one in report.total.wagers
    ]  # fmt: skip
    return _table("Wagers", head, rows)


def _sections(title: str, sections: tuple[Section, ...], zone: str) -> str:
    head = (
        "name", "from", "to", "rounds", "hands an hour", "drop", "win", "hold", "expected",
        "deviations", "float",
    )  # fmt: skip
    return _table(title, head, [_section(one, zone) for one in sections])


def _section(section: Section, zone: str) -> Cells:
    one, times = section.figures, (section.from_ms, section.to_ms)
    return (
        section.name, *(written(at_ms, zone) for at_ms in times), f"{one.rounds:,}",
        number(one.hands_per_hour), show(one.drop), show(one.win), share(one.hold),
        amount(one.expected), number(one.deviations), show(one.difference),
    )  # fmt: skip


def _players(report: HouseReport) -> str:
    head = ("name", "rounds", "bought in", "staked", "result", "corrections", "cashed", "chips")
    rows = [
        (
            shown_player(one.player), f"{one.rounds:,}", show(one.bought), show(one.staked),
            show(one.net), show(one.corrections), show(one.cashed), show(one.chips),
        )
        for one in report.players
    ]  # fmt: skip
    return _table("Players", head, rows)


def _slips(report: HouseReport) -> str:
    head = ("kind", "slip", "time", "amount", "expected", "difference", "by", "second", "text")
    rows = [
        (
            one.kind, str(one.number), written(one.at_ms, report.zone), show(one.amount),
            amount(one.expected), show(one.difference), one.by, one.second,
            ", ".join(f"{count} x {show(value)}" for value, count in in_order(one.chips)),
        )
        for one in report.slips
    ]  # fmt: skip
    return _table("Counts, fills, credits and drops", head, rows)


def _lines(title: str, lines: tuple[Incident, ...], zone: str) -> str:
    head = ("time", "round", "by", "box", "player", "card", "clause", "text")
    rows = [
        (
            written(one.at_ms, zone), str(one.round), shown_player(one.by), str(one.box or ""),
            shown_player(one.player), one.card, one.clause, in_words(one.text),
        )
        for one in lines
    ]  # fmt: skip
    return _table(title, head, rows)


def _deeds(report: HouseReport) -> str:
    head = ("by", "player", "command", "times")
    rows = [
        (
            one.who or "the table",
            shown_player(one.by),
            one.command.replace("_", " "),
            f"{one.count:,}",
        )
        for one in report.deeds
    ]
    return _table("Who did what", head, rows)


def _balances(report: HouseReport) -> str:
    head = ("what", "reported", "by the ledger", "out by")
    rows = [
        (one.what, show(one.reported), show(one.ledger), show(one.out)) for one in report.balances
    ]
    return _table("Checked against the ledger", head, rows)


def _table(title: str, head: Cells, rows: Iterable[Cells]) -> str:
    """Return a table with its heading, or "" without rows."""
    listed = list(rows)
    if not listed:
        return ""
    classes = [
        'class="l w"' if name in WIDE else 'class="l"' if name in LEFT else "" for name in head
    ]
    top = "".join(
        f"<th {kind}>{escape(name)}</th>" for name, kind in zip(head, classes, strict=True)
    )
    body = "\n".join(
        "<tr>"
        + "".join(
            f"<td {kind}>{escape(cell)}</td>" for cell, kind in zip(row, classes, strict=True)
        )
        + "</tr>"
        for row in listed
    )
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
    """Return a number with two decimals, or a dash."""
    return "-" if value is None else f"{value:,.2f}"
