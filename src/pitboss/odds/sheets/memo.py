"""The memo of an analyst: a par sheet with its origin, as one document to print and to sign."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from typing import Any

from pitboss.odds.sheets.checks import percent
from pitboss.odds.sheets.effects import RuleEffect
from pitboss.odds.sheets.page import par_sheet_page, section
from pitboss.odds.sheets.par_sheet import ParSheet
from pitboss.odds.side_wagers.prices import WagerOdds
from pitboss.rulebook.file.offers import offers
from pitboss.rulebook.file.options import plain_value
from pitboss.rulebook.words.describe import in_force_text
from pitboss.wagers.base import LOSE

FIELDS = ("Client", "Table", "Analyst", "Date and signature")
"""Fields to fill in by hand."""
ROUNDS = 10_000_000
"""Rounds that are simulated for a memo."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated figure."""

    wager: str
    ev: float
    """Average win per unit staked."""
    standard_error: float


@dataclass(frozen=True, slots=True)
class Compared:
    """An exact expectation beside the simulated one."""

    title: str
    exact: float
    simulated: float
    standard_error: float

    @property
    def difference(self) -> float:
        """The simulated figure less the exact one."""
        return self.simulated - self.exact

    @property
    def z(self) -> float:
        """The difference in standard errors; 0 if there is no error."""
        return self.difference / self.standard_error if self.standard_error else 0.0


def compare(sheet: ParSheet, simulated: Iterable[Simulated]) -> list[Compared]:
    """Return the expectations that are both computed and simulated, the main wager first."""
    exact = {wager.wager: (wager.title, -wager.house_edge) for wager in reversed(sheet.wagers)}
    exact["main"] = "Main wager", -sheet.house_edge
    return [
        Compared(*exact[figure.wager], figure.ev, figure.standard_error)
        for figure in simulated
        if figure.wager in exact and figure.standard_error
    ]


def origin(sheet: ParSheet, *, version: str, date: str, command: str) -> list[tuple[str, str]]:
    """Return the lines by which a reader finds the same figures again."""
    book = sheet.rulebook
    return [
        ("rulebook", f"{book.title} ({book.id}). {in_force_text(book)}"),
        ("version", f"pitboss {version}"),
        ("digest of the rulebook", book.digest),
        ("date", date),
        ("command line", command),
    ]


def memo_page(
    sheet: ParSheet,
    about: Sequence[tuple[str, str]],
    *,
    effects: Sequence[RuleEffect] = (),
    simulated: Iterable[Simulated] = (),
    rounds: int = 0,
) -> str:
    """Return the memo: fields and origin, then the par sheet, comparisons and effects."""
    front = [_fields(), section("How these figures were made", _about(about))]
    more = [
        section("Exact beside simulated", _compared(compare(sheet, simulated), rounds)),
        section("Published figures", _published(sheet)),
        section("What every other rule costs or gains", _effects(effects)),
    ]
    return par_sheet_page(sheet, kind="memo", front=front, more=more)


def _fields() -> str:
    rows = "".join(f"<div><dt>{name}</dt><dd>&nbsp;</dd></div>" for name in FIELDS)
    return f'<dl class="fields">{rows}</dl>'


def _about(about: Sequence[tuple[str, str]]) -> str:
    return _table((), ((name, f"<code>{escape(text)}</code>") for name, text in about))


def _compared(rows: Sequence[Compared], rounds: int) -> str:
    if not rows:
        return ""
    cells = (
        (
            escape(row.title),
            f"{row.exact:+.6f}",
            f"{row.simulated:+.6f}",
            f"{row.difference:+.6f}",
            f"{row.standard_error:.6f}",
            f"{row.z:+.1f}",
        )
        for row in rows
    )
    heads = ("expectation per unit", "exact", "simulated", "difference", "standard error", "z")
    text = (
        f"{rounds:,} rounds, each from a full shoe, by the stated strategy. z is the difference in "
        "standard errors: of 20 right figures about one lies beyond 2, and of 300 one beyond 3."
    )
    return f'{_table(heads, cells)}\n<p class="soft">{text}</p>'


def _effects(effects: Sequence[RuleEffect]) -> str:
    if not effects:
        return ""
    cells = (
        (
            escape(f"{row['option']} = {row['value']}"),
            percent(row["house_edge"], 4),
            f"{row['change'] * 100:+.4f} %",
            escape(row["clause"]),
        )
        for row in effects
    )
    text = "The house edge with one other value, and all else as it is; + costs the player."
    heads = ("instead", "house edge", "change", "clause")
    return f'{_table(heads, cells)}\n<p class="soft">{text}</p>'


def _published(sheet: ParSheet) -> str:
    cells = [
        (
            escape(known.title),
            percent(known.edge, known.digits),
            percent(known.ours, known.digits + 2),
            f"{(known.ours - known.edge) * 100:+.{known.digits + 2}f} %",
            escape(known.reason),
            escape(known.source),
        )
        for known in published(sheet)
    ]
    if not cells:
        return '<p class="soft">pitboss holds no published figure for exactly these rules.</p>'
    heads = ("figure", "published", "here", "difference", "reason", "source")
    return _table(heads, cells)


@dataclass(frozen=True, slots=True)
class Published:
    """A published house edge, beside ours."""

    title: str
    edge: float
    ours: float
    digits: int
    """Digits of the percentage, as printed."""
    reason: str
    source: str


def published(sheet: ParSheet) -> Iterator[Published]:
    """Yield the published figures for the rules of a table, each once."""
    # A wager of a rulebook may have the prices of a shipped one: both have the figure.
    yield from dict.fromkeys((*_side_wager_figures(sheet), *_game_figures(sheet)))


def _side_wager_figures(sheet: ParSheet) -> Iterator[Published]:
    chosen = {
        name: plain_value(option.spec, sheet.rules.options[name])
        for name, option in sheet.rulebook.options.items()
    }
    ours = {wager.wager: wager for wager in reversed(sheet.wagers)}
    for figure in published_file("side_wagers.toml")["figures"]:
        wager = ours.get(figure.get("wager", figure.get("offer", "")))
        if wager is None or not _is_of(figure, sheet, wager, chosen):
            continue
        digits = max(len(figure["edge"].partition(".")[2]) - 2, 0)
        edge = float(figure["edge"])
        yield Published(wager.title, edge, wager.house_edge, digits, ROUNDED, figure["source"])


def _game_figures(sheet: ParSheet) -> Iterator[Published]:
    for figure in published_file("gallery.toml")["games"]:
        if figure["rulebook"] == sheet.rulebook.id and not _changed(sheet):
            learned = -sheet.game.figures.learned_ev
            reason = figure.get("note", BASIC)
            yield Published(
                "Main wager", figure["edge"] / 100, learned, 2, reason, figure["source"]
            )


WORKED = "by hand:"
"""Beginning of the source of a figure that is worked out here and not published."""
ROUNDED = "Printed to fewer digits."
BASIC = "Printed to two digits, for basic strategy: beside it is the chart of totals."


def _is_of(
    figure: Mapping[str, Any], sheet: ParSheet, wager: WagerOdds, chosen: Mapping[str, object]
) -> bool:
    """Return True if a published edge is of a wager at this table."""
    if "edge" not in figure or "changes" in figure or "play" in figure:
        return False
    if figure["source"].startswith(WORKED):
        return False
    if figure.get("of_decks", sheet.rules.decks_in_play) != sheet.rules.decks_in_play:
        return False
    if "offer" in figure:
        prices = {line.name: line.pays for line in wager.lines if line.name != LOSE}
        scale = offers()[figure["offer"]].scales[figure["scale"]]
        return wager.condition == "off the top" and prices == scale
    options = figure["options"].items()
    is_same = all(str(chosen.get(name)).lower() == str(value).lower() for name, value in options)
    return figure["rulebook"] == sheet.rulebook.id and is_same


def _changed(sheet: ParSheet) -> bool:
    options = sheet.rulebook.options.items()
    return any(sheet.rules.options[name] != option.default for name, option in options)


def published_file(name: str) -> dict[str, Any]:
    """Return a file of published figures, each with its source."""
    text = (resources.files("pitboss.odds") / "published" / name).read_text(encoding="utf-8")
    return tomllib.loads(text)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are HTML, and all but the first column of figures are right."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    head = f"<tr>{top}</tr>" if heads else ""
    return f'<div class="scroll"><table>{head}{body}</table></div>'
