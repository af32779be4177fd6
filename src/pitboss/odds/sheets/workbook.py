"""A par sheet as a spreadsheet with live formulas, and as rows of CSV.

Each side wager has a sheet: combinations, their total, the price and the share of each line, as
formulas. Change a price, and the edge follows. The file is Office Open XML, written here with
``zipfile``: eighty lines, where a library would be one more dependency of the base install.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from xml.sax.saxutils import escape

from pitboss.money import MoneyError, parse_odds
from pitboss.odds.sheets.par_sheet import ParSheet, figures
from pitboss.odds.side_wagers.prices import LineOdds, WagerOdds

COUNT_MAX = 10**300
"""Largest number of combinations that a cell holds; above it a cell has the probability."""
NAME_MAX = 31
"""Longest name of a sheet, in characters."""
MADE = (1980, 1, 1, 0, 0, 0)
"""Time of every part, so that the same sheet gives the same bytes."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A cell that is computed, with its value now."""

    text: str
    value: float


Cell = str | float | Formula
Row = Sequence[Cell]


def par_sheet_workbook(sheet: ParSheet, *, about: Sequence[tuple[str, str]] = ()) -> bytes:
    """Return an XLSX file: the figures, the rounds by net result, and each side wager.

    ``about`` are lines on how the file was made: version, digest, date, command line.
    """
    names = _names(sheet.wagers)
    wagers = {names[place]: _wager_rows(wager) for place, wager in enumerate(sheet.wagers)}
    book = {"Summary": _summary(sheet, names, about), "Rounds": _rounds(sheet), **wagers}
    return _written(book)


def par_sheet_csv(sheet: ParSheet) -> str:
    """Return a row for each figure of the game, and for each line of each side wager."""
    lines = [
        (
            wager.wager,
            "" if wager.stake is None else wager.stake / 100,
            line.name,
            line.pays,
            line.probability,
            line.exact if line.exact is not None else "",
            line.contribution,
            line.clause,
        )
        for wager in sheet.wagers
        for line in wager.lines
    ]
    heads = ("wager", "stake", "line", "pays", "probability", "exact", "contribution", "clause")
    edges = [(wager.wager, "", "house_edge", "", wager.house_edge) for wager in sheet.wagers]
    main = [("main", "", name, value, "", "", "", "") for name, value, _ in figures(sheet)]
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(heads)
    rows.writerows(main)
    rows.writerows([*lines, *((*edge[:3], edge[4], "", "", "", "") for edge in edges)])
    return text.getvalue()


def _names(wagers: Sequence[WagerOdds]) -> list[str]:
    """Return a name for the sheet of each wager, each once."""
    names: list[str] = []
    for place, wager in enumerate(wagers, start=1):
        at = f" at {wager.stake / 100:g}" if wager.stake else ""
        name = re.sub(r"[\[\]:*?/\\']", " ", f"{wager.title}{at}")[:NAME_MAX].strip()
        names.append(name if name not in names else f"{name[: NAME_MAX - 4]} {place}")
    return names


def _summary(sheet: ParSheet, names: Sequence[str], about: Iterable[tuple[str, str]]) -> list[Row]:
    rows: list[Row] = [(sheet.rulebook.title,), *about, ()]
    rows.append(("figure", "value", "condition"))
    rows.extend(figures(sheet))
    rows += [(), ("wager", "house edge", "condition", "clause")]
    edge = Formula("-Rounds!D2", sheet.house_edge)
    rows.append(("Main wager", edge, "per unit of the initial wager", ""))
    for name, wager in zip(names, sheet.wagers, strict=True):
        edge = Formula(f"'{name}'!B1", wager.house_edge)
        rows.append((wager.title, edge, wager.condition, wager.clause))
    return rows


def _rounds(sheet: ParSheet) -> list[Row]:
    """Return the rounds by net result; what is left of the exact value is a line of its own."""
    figures_ = sheet.game.figures
    first, last = 4, 3 + len(figures_.net) + 1
    rest = figures_.player_ev - sum(net * chance for net, chance in figures_.net)
    rows: list[Row] = [
        ("Rounds by net result, per unit of the initial wager",),
        ("", "", "expectation", Formula(f"SUM(C{first}:C{last})", figures_.player_ev)),
        ("net", "probability", "contribution"),
    ]
    for place, (net, chance) in enumerate(figures_.net, start=first):
        rows.append((net, chance, Formula(f"A{place}*B{place}", net * chance)))
    rows.append(("insurance and rounding", "", rest))
    return rows


def _wager_rows(wager: WagerOdds) -> list[Row]:
    first, last = 4, 3 + len(wager.lines)
    total = lcm(*(line.chance.denominator for line in wager.lines))
    is_counted = total < COUNT_MAX
    rows: list[Row] = [
        ("house edge", Formula(f"-SUM(G{first}:G{last})", wager.house_edge), wager.condition),
        ("total", float(total) if is_counted else 1.0, "combinations"),
        ("line", "combinations", "probability", "pays", "to", "net gain", "contribution", "clause"),
    ]
    for place, line in enumerate(wager.lines, start=first):
        count = float(line.chance * total) if is_counted else line.probability
        pays, staked = _price(line)
        gain = pays / staked
        rows.append(
            (
                line.name,
                count,
                Formula(f"B{place}/B$2", line.probability),
                pays,
                staked,
                Formula(f"D{place}/E{place}", gain),
                Formula(f"C{place}*F{place}", line.contribution),
                line.clause,
            )
        )
    return rows


def _price(line: LineOdds) -> tuple[float, float]:
    """Return the price as it is printed, if it is what a winner gains; else the mean gain."""
    try:
        odds = parse_odds(line.pays)
    except MoneyError:
        odds = None
    if odds is not None and odds.ratio == line.gain:
        return float(odds.gain), float(odds.stake)
    return float(line.gain.numerator), float(line.gain.denominator)


def _written(book: dict[str, list[Row]]) -> bytes:
    """Return an Office Open XML workbook."""
    sheets = "".join(
        f'<sheet name="{escape(name)}" sheetId="{place}" r:id="rId{place}"/>'
        for place, name in enumerate(book, start=1)
    )
    links = "".join(
        f'<Relationship Id="rId{place}" Type="{_OFFICE}/worksheet"'
        f' Target="worksheets/sheet{place}.xml"/>'
        for place in range(1, len(book) + 1)
    )
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{place}.xml"'
        f' ContentType="{_KIND}.worksheet+xml"/>'
        for place in range(1, len(book) + 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
        f"{types}</Types>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1"'
        f' Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}'
        '</sheets><calcPr fullCalcOnLoad="1"/></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}'
        "</Relationships>",
    }
    for place, rows in enumerate(book.values(), start=1):
        parts[f"xl/worksheets/sheet{place}.xml"] = _sheet(rows)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, MADE), f"{_DECLARED}{text}")
    return file.getvalue()


_DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_FORMATS = "http://schemas.openxmlformats.org"
_PACKAGE = f"{_FORMATS}/package/2006"
_OFFICE = f"{_FORMATS}/officeDocument/2006/relationships"
_MAIN = f"{_FORMATS}/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"


def _sheet(rows: list[Row]) -> str:
    lines = (
        f'<row r="{number}">'
        + "".join(_cell(f"{chr(65 + column)}{number}", cell) for column, cell in enumerate(row))
        + "</row>"
        for number, row in enumerate(rows, start=1)
    )
    width = '<cols><col min="1" max="1" width="34" customWidth="1"/>'
    width += '<col min="2" max="8" width="18" customWidth="1"/></cols>'
    return f'<worksheet xmlns="{_MAIN}">{width}<sheetData>{"".join(lines)}</sheetData></worksheet>'


def _cell(place: str, cell: Cell) -> str:
    if isinstance(cell, Formula):
        return f'<c r="{place}"><f>{escape(cell.text)}</f><v>{cell.value!r}</v></c>'
    if isinstance(cell, str):
        if not cell:
            return ""
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
    return f'<c r="{place}"><v>{cell!r}</v></c>'
