"""The par sheet and the strategy charts as one self-contained HTML page."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from pitboss.money import show
from pitboss.odds.known.records import Figures
from pitboss.odds.sheets.charts import ChartCell, ChartTable, exceptions
from pitboss.odds.sheets.checks import Check, percent
from pitboss.odds.shoe import shoe_of
from pitboss.odds.side_wagers.prices import LineOdds, WagerOdds, by_wager
from pitboss.odds.solver.classes import SPREADS
from pitboss.rulebook.file.options import show_value
from pitboss.rulebook.words.describe import in_force_text
from pitboss.rulebook.words.silence import silence
from pitboss.strategy import ACTS

if TYPE_CHECKING:
    from pitboss.odds.sheets.par_sheet import ParSheet, StrategySheet

LETTERS = {ACTS[letter]: letter for letter in "HSDEPR"}
"""Letter of each act in charts."""

EXACT_MAX = 60
"""Maximum length of a fraction on the page; only the JSON has longer ones."""


def par_sheet_page(
    sheet: "ParSheet",
    *,
    kind: str = "par sheet",
    front: Iterable[str] = (),
    more: Iterable[str] = (),
) -> str:
    """Return the whole par sheet with the charts; ``front`` and ``more`` are sections of a memo."""
    parts = (
        _head(sheet),
        *front,
        _figures(sheet),
        *more,
        section("Side wagers", _wagers(sheet.wagers)),
        section("What the rulebook asks of the odds", _checks(sheet.checks)),
        section("Strategy", _charts(sheet.charts())),
        section("Options of this table", _options(sheet)),
        section("Where the text is silent", _silence(sheet)),
        _foot(sheet),
    )
    return _document(f"{sheet.rulebook.title}: {kind}", parts)


def strategy_page(sheet: "StrategySheet | ParSheet") -> str:
    """Return the charts only, fit for a card beside the table."""
    parts = (_head(sheet), section("Strategy", _charts(sheet.charts())), _foot(sheet))
    return _document(f"{sheet.rulebook.title}: strategy", parts)


def _document(title: str, parts: Iterable[str]) -> str:
    style = (resources.files("pitboss.odds") / "page.css").read_text(encoding="utf-8")
    body = "\n".join(part for part in parts if part)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def section(title: str, content: str) -> str:
    """Return a section under its heading, or "" if there is nothing in it."""
    return f"<section><h2>{escape(title)}</h2>\n{content}\n</section>" if content else ""


def _head(sheet: "StrategySheet | ParSheet") -> str:
    book, rules = sheet.rulebook, sheet.rules
    decks = rules.decks_in_play
    shoe = f"{decks} deck{'' if decks == 1 else 's'}"
    if sheet.shoe != shoe_of(rules):
        shoe = f"a shoe of {sheet.shoe.size} cards"
    source = f"{escape(book.source)}. " if book.source else ""
    name = escape(sheet.game.strategy_class.replace("_", "-"))
    return (
        f"<h1>{escape(book.title)}</h1>\n"
        f'<p class="soft">{source}{in_force_text(book)} Dealt from {shoe}. '
        f"Strategy class: {name}. {escape(sheet.strategy_text)}</p>"
    )


def _figures(sheet: "ParSheet") -> str:
    figures = sheet.game.figures
    results = figures.results
    shares = [f"{share * 100:.2f}" for share in (results.win, results.push, results.loss)]
    aside = ", without the ante" if sheet.ante_edges else ""
    rows = [
        (f"House edge{aside}", percent(-figures.player_ev, 4), "first"),
        ("By a chart of totals", percent(-figures.learned_ev, 4), ""),
        ("Standard deviation", f"{figures.standard_deviation:.4f}", ""),
        ("Average wager", f"{figures.average_wager:.4f}", ""),
        ("Rounds won / pushed / lost", " / ".join(shares) + " %", "wide"),
    ]
    rows += [
        (f"Deviation, {spots} spots", f"{deviation:.4f}", "") for spots, deviation in figures.spots
    ]
    rows += [
        (f"Edge at {show(wager)} with the ante", percent(edge, 4), "")
        for wager, edge in sheet.ante_edges
    ]
    cells = "".join(
        f'<div class="{kind}"><dt>{label}</dt><dd>{value}</dd></div>' for label, value, kind in rows
    )
    return (
        f'<dl class="figures">{cells}</dl>\n<p class="soft">Per unit of the initial wager, off the '
        "top of a shuffled shoe, one box. A round is won where more hands win than lose. The edges "
        f"are exact; the deviation is {SPREADS[figures.spread]}.{_shares(figures)}</p>"
    )


def _shares(figures: Figures) -> str:
    """Return the basis of the shares of rounds won and lost, in words."""
    if not figures.joint_p:
        return " The shares of rounds are exact."
    return (
        f" In {percent(figures.joint_p)} of rounds a box has three hands or more: there, for the "
        "shares, hands are taken as independent given the dealer's result."
    )


def _wagers(wagers: tuple[WagerOdds, ...]) -> str:
    return "\n".join(_wager(group) for group in by_wager(wagers).values())


def _wager(group: tuple[WagerOdds, ...]) -> str:
    first = group[0]
    edges = " · ".join(
        percent(entry.house_edge, 3) + (f" at {show(entry.stake or 0)}" if len(group) > 1 else "")
        for entry in group
    )
    rows = "\n".join(_line(line) for entry in group for line in entry.lines)
    notes = [first.condition[:1].upper() + first.condition[1:] + "."]
    if first.note:
        notes.append(first.note)
    if first.meter:
        meter = first.meter
        fair = "it cannot be won" if meter.break_even is None else show(meter.break_even)
        notes.append(
            f"At a meter of {show(meter.meter)}; the player has no disadvantage from {fair} on. "
            f"The other lines give back {percent(meter.other_return)}."
        )
    return (
        f'<article class="wager"><header><h3>{escape(first.title)} '
        f'<span class="cite">{escape(first.clause)}</span></h3>'
        f'<span class="edge">house edge {edges}</span></header>\n'
        '<div class="scroll"><table><tr><th>line</th><th>pays</th><th class="r">probability</th>'
        '<th class="r">once in</th><th>exact</th><th class="r">adds</th></tr>\n'
        f'{rows}</table></div>\n<p class="soft">{escape(" ".join(notes))}</p></article>'
    )


def _line(line: LineOdds) -> str:
    once = f"{1 / line.probability:,.1f}" if line.chance else "never"
    return (
        f"<tr><td>{escape(line.name.replace('_', ' '))} "
        f'<span class="cite">{escape(line.clause)}</span></td><td>{escape(line.pays)}</td>'
        f'<td class="r">{line.probability:.8f}</td><td class="r">{once}</td>'
        f"<td><code>{escape(short_exact(line.exact))}</code></td>"
        f'<td class="r">{line.contribution:+.6f}</td></tr>'
    )


def short_exact(exact: Fraction | None) -> str:
    """Return a fraction as text, or its number of digits if it is too long to read."""
    if exact is None:
        return "by play"
    text = str(exact)
    return text if len(text) <= EXACT_MAX else f"{len(str(exact.denominator))} digits"


def _checks(checks: tuple[Check, ...]) -> str:
    if not checks:
        return ""
    return f'<ul class="checks">{"".join(map(_check, checks))}</ul>'


def _check(check: Check) -> str:
    if not check.ok:
        mark = '<span class="no" title="broken">✗</span>'
    elif check.is_warning:
        mark = '<span class="warn" title="to know">!</span>'
    else:
        mark = '<span class="ok" title="kept">✓</span>'
    return (
        f"<li>{mark}<span>{escape(check.text)} "
        f'<span class="cite">{escape(check.clause)}</span></span></li>'
    )


def _charts(charts: tuple[ChartTable, ...]) -> str:
    legend = "".join(
        f'<span><i class="{act}">{letter}</i>{_words(act)}</span>'
        for act, letter in LETTERS.items()
        if any(cell.best == act for cell in _cells(charts))
    )
    free = " F before a letter: the house pays for it." if _has_free(charts) else ""
    parts = [
        f'<div class="legend">{legend}</div>',
        '<p class="soft">For the first two cards against the dealer\'s up card. The small figure '
        "is what the next best act costs, in percent of the wager; hover or tap for the value of "
        f"every act. A star: some two-card hands of the total are better played otherwise.{free}"
        "</p>",
    ]
    for chart in charts:
        parts.append(_chart(chart))
        if others := "; ".join(exceptions(chart)):
            parts.append(f'<p class="soft">* {escape(others)}.</p>')
    return "\n".join(parts)


def _cells(charts: tuple[ChartTable, ...]) -> Iterator[ChartCell]:
    return (cell for chart in charts for row in chart.rows for cell in row.cells)


def _words(act: str) -> str:
    return act.replace("_", " by ")


def _has_free(charts: tuple[ChartTable, ...]) -> bool:
    return any(cell.is_free for cell in _cells(charts))


def _chart(chart: ChartTable) -> str:
    ups = [cell.up for cell in chart.rows[0].cells] if chart.rows else []
    head = "".join(f'<th scope="col">{escape(up)}</th>' for up in ups)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(row.hand)}</th>'
        + "".join(_place(cell, row.hand) for cell in row.cells)
        + "</tr>"
        for row in chart.rows
    )
    return (
        f'<div class="chart scroll"><table><caption>{escape(chart.title)}</caption>'
        f"<tr><th></th>{head}</tr>\n{rows}</table></div>"
    )


def _place(cell: ChartCell, hand: str) -> str:
    values = "".join(
        f"<span><i>{_words(act)}</i><em>{ev:+.5f}</em></span>" for act, ev in cell.values.items()
    )
    cost = f"{_words(cell.second)} costs {cell.cost:.5f}" if cell.second else "no other act"
    free = " free" if cell.is_free else ""
    pop = (
        f'<div class="pop"><b>{escape(hand)} against {escape(cell.up)}: {_words(cell.best)}{free}'
        f"</b>{values}<small>{cost}</small></div>"
    )
    star = "*" if cell.exceptions else ""
    small = f"<small>{cell.cost * 100:.1f}</small>" if cell.second else "<small>&nbsp;</small>"
    return f'<td class="{escape(cell.best)}" tabindex="0">{letter(cell)}{star}{small}{pop}</td>'


def letter(cell: ChartCell) -> str:
    """Return the letter of a cell, with an F before it if the house pays for the act."""
    return ("F" if cell.is_free else "") + LETTERS.get(cell.best, cell.best[:1].upper())


def _options(sheet: "ParSheet") -> str:
    rows = []
    for name, option in sheet.rulebook.options.items():
        value = sheet.rules.options[name]
        text = show_value(option.spec, value)
        shown = text if len(text) <= 60 else f"{text[:57]}..."
        strong = shown if value == option.default else f"{shown} (set)"
        rows.append(
            f'<li><span>{escape(name)} <span class="cite">{escape(option.spec.clause)}</span>'
            f"</span><b>{escape(strong)}</b></li>"
        )
    return f'<ul class="options">{"".join(rows)}</ul>'


def _silence(sheet: "ParSheet") -> str:
    """Return the readings of this table, and the number of places that are closed."""
    places = silence(sheet.rulebook, sheet.rules)
    rows = "".join(
        f"<li><span>{escape(reading.option.spec.unclear)} {escape(reading.says)} "
        f'<span class="cite">{escape(reading.option.spec.clause)}</span></span>'
        f"<b>{escape(reading.option.name)} = {escape(reading.value)}</b></li>"
        for reading in places.readings
    )
    closed = f"{len(places.closed)} more places have one sensible value"
    left_out = f"{len(places.left_out)} rules are left to people or not carried out"
    more = f"pitboss readings {escape(sheet.rulebook.id)} lists them."
    listed = f'<ul class="options readings">{rows}</ul>' if rows else ""
    text = f'<p class="soft">{closed}, and {left_out}: {more}</p>'
    return f"{listed}\n{text}" if rows or places.closed or places.left_out else ""


def _foot(sheet: "StrategySheet | ParSheet") -> str:
    return (
        f'<p class="foot">Computed by pitboss from the rulebook {escape(sheet.rulebook.id)}, '
        "nothing sampled. Expectations and edges are per unit of the wager named.</p>"
    )
