"""The spreadsheet of a par sheet, recalculated by a small evaluator that shares no code with it."""

import ast
import io
import re
import zipfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pitboss
from pitboss.odds.sheets.par_sheet import ParSheet
from pitboss.odds.sheets.workbook import par_sheet_csv, par_sheet_workbook
from pitboss.rulebook.catalog import rules_of
from tests.cli.commands import run

NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
PLACE = re.compile(r"(?:(?:'([^']+)'|(\w+))!)?\$?([A-Z])\$?(\d+)(?::\$?([A-Z])\$?(\d+))?")
EXACT = 1e-12
"""What is left of a sum of doubles."""

Cells = dict[tuple[str, str], str | float]


class Book:
    """A workbook as another program reads it: values, and formulas that it works out itself."""

    def __init__(self, data: bytes) -> None:
        self.values: Cells = {}
        self.formulas: dict[tuple[str, str], str] = {}
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
            links = ElementTree.fromstring(archive.read("xl/_rels/workbook.xml.rels"))
            targets = {link.get("Id"): link.get("Target") for link in links}
            self.names = []
            for sheet in book.iter(f"{NAMESPACE}sheet"):
                name = str(sheet.get("name"))
                self.names.append(name)
                part = archive.read(f"xl/{targets[sheet.get(RELATED)]}")
                for cell in ElementTree.fromstring(part).iter(f"{NAMESPACE}c"):
                    self._read(name, cell)

    def _read(self, sheet: str, cell: ElementTree.Element) -> None:
        place = sheet, str(cell.get("r"))
        if cell.get("t") == "inlineStr":
            self.values[place] = "".join(cell.itertext())
            return
        formula = cell.find(f"{NAMESPACE}f")
        if formula is not None:
            self.formulas[place] = str(formula.text)
        self.values[place] = float(str(cell.findtext(f"{NAMESPACE}v")))

    def number(self, sheet: str, place: str) -> float:
        """A cell, worked out from its formula if it has one; the value beside that is not read."""
        formula = self.formulas.get((sheet, place))
        if formula is None:
            value = self.values[sheet, place]
            assert isinstance(value, float)
            return value
        terms: list[float] = []

        def named(match: re.Match[str]) -> str:
            other = match[1] or match[2] or sheet
            column, first, to, last = match.group(3, 4, 5, 6)
            if to is None:
                terms.append(self.number(other, f"{column}{first}"))
            else:
                assert column == to
                rows = range(int(first), int(last) + 1)
                terms.append(sum(self.number(other, f"{column}{row}") for row in rows))
            return f"x[{len(terms) - 1}]"

        text = PLACE.sub(named, formula).replace("SUM(", "(")
        return _worked_out(ast.parse(text, mode="eval").body, terms)

    def place_of(self, sheet: str, text: str) -> int:
        """The row whose first cell has this text."""
        (row,) = (
            int(place[1:]) for (name, place), value in self.values.items()
            if name == sheet and place[0] == "A" and value == text
        )  # fmt: skip
        return row


def _worked_out(node: ast.expr, terms: list[float]) -> float:
    """The four operations."""
    match node:
        case ast.UnaryOp(ast.USub(), operand):
            return -_worked_out(operand, terms)
        case ast.BinOp(left, operator, right):
            a, b = _worked_out(left, terms), _worked_out(right, terms)
            return OPERATIONS[type(operator)](a, b)
        case ast.Subscript(_, ast.Constant(int(place))):
            return terms[place]
    raise AssertionError(ast.dump(node))


OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
}

TABLES: dict[str, dict[str, object]] = {
    "house": {},
    "nz": {"perfect_pairs": "scale_1", "super_sevens": True},
    "tribal": {"progressive": True, "streak": True},
    "pa_free_bet": {"push_22": "a"},
}


@pytest.fixture(params=TABLES)
def sheet(request: pytest.FixtureRequest) -> ParSheet:
    return pitboss.par_sheet(rules_of(request.param, **TABLES[request.param]))


def test_the_workbook_recalculates_to_the_exact_edges(sheet: ParSheet) -> None:
    book = Book(par_sheet_workbook(sheet))
    assert book.names[:2] == ["Summary", "Rounds"]
    assert len(book.names) == 2 + len(sheet.wagers)
    for name, wager in zip(book.names[2:], sheet.wagers, strict=True):
        assert abs(book.number(name, "B1") - float(wager.edge)) < EXACT
        for row, line in enumerate(wager.lines, start=4):
            assert book.values[name, f"A{row}"] == line.name
            assert abs(book.number(name, f"C{row}") - float(line.chance)) < EXACT
            assert abs(book.number(name, f"G{row}") - line.contribution) < EXACT
    first = book.place_of("Summary", "Main wager")
    assert abs(book.number("Summary", f"B{first}") - sheet.house_edge) < EXACT
    for row, wager in enumerate(sheet.wagers, start=first + 1):
        assert abs(book.number("Summary", f"B{row}") - float(wager.edge)) < EXACT


def test_the_value_beside_each_formula_is_its_own(sheet: ParSheet) -> None:
    book = Book(par_sheet_workbook(sheet))
    for name, place in book.formulas:
        shown = book.values[name, place]
        assert isinstance(shown, float)
        assert abs(book.number(name, place) - shown) < EXACT


def test_a_changed_price_changes_the_edge() -> None:
    sheet = pitboss.par_sheet("house")
    book = Book(par_sheet_workbook(sheet))
    wager = sheet.wager("match_dealer")
    name = book.names[2 + sheet.wagers.index(wager)]
    book.values[name, "D4"] = 100.0
    line, staked = wager.lines[0], book.number(name, "E4")
    more = line.chance * (Fraction(100) / Fraction(staked) - line.gain)
    assert abs(book.number(name, "B1") - float(wager.edge - more)) < EXACT
    row = 1 + sheet.wagers.index(wager) + book.place_of("Summary", "Main wager")
    assert book.number("Summary", f"B{row}") == book.number(name, "B1")


def test_counts_are_whole_and_add_up_to_their_total() -> None:
    sheet = pitboss.par_sheet("house")
    book = Book(par_sheet_workbook(sheet))
    wager = sheet.wager("match_dealer")
    name = book.names[2 + sheet.wagers.index(wager)]
    counts = [book.number(name, f"B{row}") for row in range(4, 4 + len(wager.lines))]
    assert all(count == int(count) for count in counts)
    assert sum(counts) == book.number(name, "B2")


def test_files_are_written_by_the_command(tmp_path: Path) -> None:
    xlsx, csv = tmp_path / "nz.xlsx", tmp_path / "nz.csv"
    assert run("odds", "nz", "--xlsx", str(xlsx), "--csv", str(csv)).exit_code == 0
    book = Book(xlsx.read_bytes())
    for word in ("version", "digest of the rulebook", "date", "command line"):
        assert book.place_of("Summary", word)
    sheet = pitboss.par_sheet("nz")
    assert csv.read_text(encoding="utf-8") == par_sheet_csv(sheet).replace("\r\n", "\n")
    assert "insurance" in csv.read_text(encoding="utf-8")
