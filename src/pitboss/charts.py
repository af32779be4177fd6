"""Strategy charts: a play for each total or pair and up card, in the form of chart files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path, PurePath
from typing import Annotated, Any, TypedDict, cast

from pitboss.arguments import CHECKED_BY_FUNCTION, checked
from pitboss.cards import VALUES, Card
from pitboss.errors import Error, WrongType
from pitboss.hands import Hand, hand_of
from pitboss.playing_cards import CardLike, CardsLike, card_number, card_numbers
from pitboss.progress import waiting
from pitboss.strategy import ACTS as NAMES_OF_ACTS
from pitboss.strategy import NAMES
from pitboss.toml_files import FileError, TomlError, read_text, read_toml

ACTS = ("stand", "hit", "double", "double_half", "split", "surrender")
STAND, HIT, DOUBLE, DOUBLE_HALF, SPLIT, SURRENDER = ACTS

UPS = "23456789TA"
"""The up cards in the order of a row of a chart."""

CELLS: Mapping[str, tuple[str, ...]] = {
    "S": (STAND, HIT),
    "H": (HIT, STAND),
    "D": (DOUBLE, HIT, STAND),
    "Ds": (DOUBLE, STAND, HIT),
    "E": (DOUBLE_HALF, HIT, STAND),
    "Es": (DOUBLE_HALF, STAND, HIT),
    "P": (SPLIT,),
    "R": (SURRENDER, HIT, STAND),
    "Rs": (SURRENDER, STAND, HIT),
    "-": (),
}
"""The acts of a chart's cell, in order of preference; the first that is allowed is played. A pair
is played as its total if it may not be split, or if its cell is ``-``."""

CELL_OF: Mapping[tuple[str, ...], str] = {acts: cell for cell, acts in CELLS.items()}

TINTS: Mapping[str, str] = {
    HIT: "#f6d9b0",
    STAND: "#f2b8b5",
    DOUBLE: "#b5dfc4",
    DOUBLE_HALF: "#b5dfc4",
    SPLIT: "#bcd4f4",
    SURRENDER: "#dcd7e6",
}
"""The colours of a printed par sheet, for notebooks."""

Rows = Mapping[str, tuple[str, ...]]
"""Ten cells in the order of ``UPS``, by total, or by total and number of cards: ``16``, ``16/3``;
the greatest number stands for all that are greater."""

ChartText = Annotated[str, CHECKED_BY_FUNCTION]
"""The text of a chart file."""
PARTS = ("hard", "soft", "pairs")
TOTAL_MAX, CARDS_MAX = 21, 21
"""No hand that has a choice is higher or longer."""


ChartCells = TypedDict(
    "ChartCells",
    {
        "part": str,
        "hand": str,
        "2": str,
        "3": str,
        "4": str,
        "5": str,
        "6": str,
        "7": str,
        "8": str,
        "9": str,
        "T": str,
        "A": str,
    },
)
"""A row of ``Chart.rows()``: the part of the chart, the hand and a cell for each up card."""


class ChartError(Error, ValueError):
    """A text or a file that is not a chart."""


@checked
@dataclass(frozen=True, slots=True)
class Chart:
    """A strategy chart: a play for each total or pair and each up card.

    ``str(chart)`` is the text of a chart file, which ``Chart.parse`` and ``--strategy`` read.

    >>> from pitboss import basic_chart
    >>> "".join(basic_chart().hard["16"])
    'SSSSSHHRRR'
    """

    name: str
    hard: Rows
    """Ten cells for each total such as ``16``, for the up cards from 2 to the ace."""
    soft: Rows
    """The same for totals with an ace that counts 11."""
    pairs: Rows
    """The same for pairs, by the value of a card: ``A``, ``2``, ... ``T``."""
    is_insured: bool = False
    """True if every hand is insured against an ace."""
    takes_even_money: bool = False
    """True if a blackjack takes even money against an ace."""
    free_hard: Rows = field(default_factory=dict)
    """The same for hands whose wager the house put up; ``hard`` if empty."""
    free_soft: Rows = field(default_factory=dict)
    sees_cards: bool = False

    def __post_init__(self) -> None:
        for part, rows in self._parts():
            for key, row in rows.items():
                _check_cells(row, f"{part}.{key:.40}")

    @classmethod
    @checked
    def parse(cls, text: ChartText, *, name: str = "chart") -> Chart:
        """Return the chart in a text: tables ``hard``, ``soft`` and ``pairs`` of ten cells a row.

        A row is a text such as ``"S S S S S H H H R H"``, one cell for each up card of ``UPS``; a
        key is a total, a range such as ``"17-21"``, or a total of this many cards and more,
        ``"16/3"``.

        >>> import pitboss
        >>> chart = pitboss.basic_chart()
        >>> pitboss.Chart.parse(str(chart)).hard == chart.hard
        True
        """
        return _parsed(text, name)

    @classmethod
    @checked
    def read(cls, path: str | Path) -> Chart:
        """Return the chart in a file.

        >>> import pitboss, tempfile
        >>> chart = pitboss.basic_chart()
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     chart.write(f"{folder}/mine.toml")
        ...     pitboss.Chart.read(f"{folder}/mine.toml").hard == chart.hard
        True
        """
        return _read(path)

    def play(self, hand: CardsLike, up: CardLike) -> str:
        """Return the act that the chart prefers, if the table allows it.

        >>> from pitboss import basic_chart
        >>> basic_chart().play("Ts 6d", "9c"), basic_chart().play("Ts 4d 2h", "9c")
        ('surrender', 'hit')
        """
        held = hand_of(card_numbers(hand))
        if len(held.cards) < 2:
            fault = f"{held} is not a hand"
            raise ChartError(fault, place="hand", hint="give two cards or more, as in 'Ts 6d'")
        is_pair = len({VALUES[card] for card in held.cards}) == 1
        first = (DOUBLE, DOUBLE_HALF, SURRENDER, *((SPLIT,) if is_pair else ()))
        return self.act(
            held,
            card_number(up),
            frozenset((HIT, STAND, *(first if len(held.cards) == 2 else ()))),
        )

    def act(
        self,
        hand: Hand,
        up: Card,
        legal: frozenset[str],
        *,
        is_added: bool = False,
        hole: Card | None = None,
    ) -> str:
        """Return the first play of the cell that is allowed; ``is_added``: a split added the wager.

        A chart does not look at the dealer's second card.
        """
        del hole
        place = UPS.index(NAMES[VALUES[up] - 1])
        wanted: tuple[str, ...] = ()
        if SPLIT in legal:
            row = self.pairs.get(NAMES[VALUES[hand.cards[0]] - 1])
            wanted = CELLS[row[place]] if row else ()
        cell = self._cell(hand, place, is_added=is_added)
        # Totals that a chart leaves out are hit up to 11 and stood on above.
        rest = CELLS[cell] if cell else CELLS["H" if hand.total <= 11 else "S"]
        for act in (*wanted, *rest, STAND, HIT):
            if act in legal:
                return act
        raise AssertionError(f"{hand} may do nothing")

    def _cell(self, hand: Hand, place: int, *, is_added: bool) -> str:
        free = self.free_soft if hand.is_soft else self.free_hard
        rows = self.soft if hand.is_soft else self.hard
        for table_ in (free, rows) if is_added else (rows,):
            for cards in range(len(hand.cards), 1, -1):
                if row := table_.get(f"{hand.total}/{cards}"):
                    return row[place]
            if row := table_.get(str(hand.total)):
                return row[place]
        return ""

    def insures(self, hand: Hand) -> bool:
        """Return True if the chart always insures."""
        del hand
        return self.is_insured

    def plain(self) -> object:
        """Return all cells."""
        free = {"free_hard": self.free_hard, "free_soft": self.free_soft} if self.free_hard else {}
        return {
            "hard": _plain(self.hard),
            "soft": _plain(self.soft),
            "pairs": sorted(self.pairs.items()),
            "insurance": self.is_insured,
            "even_money": self.takes_even_money,
            **{part: _plain(rows) for part, rows in free.items()},
        }

    def rows(self) -> list[ChartCells]:
        """Return a row for each total and pair: ``part``, ``hand`` and a cell for each up card."""
        return [
            cast(
                "ChartCells",
                {
                    "part": part.replace(".", " "),
                    "hand": hand,
                    **dict(zip(UPS, cells, strict=True)),
                },
            )
            for part, rows in self._parts()
            for hand, cells in rows.items()
        ]

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        from pitboss.notebook import to_polars  # noqa: PLC0415

        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        from pitboss.notebook import to_pandas  # noqa: PLC0415

        return to_pandas(self.rows())

    def cost(self, game: object) -> float:
        """Return the cost of this chart against best play, per unit of the initial wager.

        The value is exact, off the top of a full shoe. ``game`` is any that ``pitboss.rules``
        takes.

        >>> import pitboss
        >>> round(pitboss.basic_chart().cost("6D H17 DAS"), 5)
        7e-05
        """
        # Charts come before the solver, which values them, so that they import it late.
        solution = import_module("pitboss.odds.solution")
        with waiting("solving the game"):
            by_chart, best = solution.chart_ev(game, self)
        return float(best - by_chart)

    @checked
    def write(self, path: str | Path) -> None:
        """Write the chart to a file that ``Chart.read`` and ``simulate --strategy`` read."""
        try:
            Path(path).write_text(str(self), encoding="utf-8")
        except OSError as error:
            fault = f"{path} cannot be written: {error.strerror}"
            raise ChartError(fault, place=str(path), hint="check the path") from None

    def _parts(self) -> tuple[tuple[str, Rows], ...]:
        return (
            ("hard", self.hard),
            ("soft", self.soft),
            ("pairs", self.pairs),
            ("free.hard", self.free_hard),
            ("free.soft", self.free_soft),
        )

    def __str__(self) -> str:
        top = [f"title = {_quoted(self.name)}"]
        top += ["insurance = true"] if self.is_insured else []
        top += ["even_money = true"] if self.takes_even_money else []
        blocks = ["\n".join(top)]
        for part, rows in self._parts():
            if rows:
                head = [f"[{part}]", f"#          {'  '.join(UPS)}"]
                lines = [f'{_quoted(key):<8} = "{_aligned(row)}"' for key, row in rows.items()]
                blocks.append("\n".join([*head, *lines]))
        return "\n\n".join(blocks) + "\n"

    def __hash__(self) -> int:
        return hash((self.name, *(frozenset(rows.items()) for _, rows in self._parts())))

    def __repr__(self) -> str:
        return f"<Chart {self.name!r}: {len(self.hard)} hard, {len(self.soft)} soft, pairs>"

    def _repr_html_(self) -> str:
        from pitboss.notebook import table_html  # noqa: PLC0415

        tints = {cell: TINTS[acts[0]] for cell, acts in CELLS.items() if acts}
        return table_html(self.name, self.rows(), tints=tints)


def _parsed(text: str, name: str) -> Chart:
    if not isinstance(text, str):
        raise WrongType(
            f"{text!r:.80} is not a chart: give the text of a chart file",
            place=type(text).__name__,
            hint="Chart.read reads a file",
        )
    try:
        data = read_toml(text)
    except TomlError as error:
        raise ChartError(f"{name} is not a TOML file: {error}", place=name) from None
    known = {"title", *PARTS, "free", "insurance", "even_money"}
    if unknown := sorted(set(data) - known):
        raise ChartError(
            f"{name}: {unknown[0]!r} is not part of a chart",
            place=name,
            hint=f"a chart has {', '.join(PARTS)}",
        )
    if not any(data.get(part) for part in PARTS):
        raise ChartError(
            f"{name} has no rows", place=name, hint=f"give at least one of {', '.join(PARTS)}"
        )
    pairs = {}
    for key, row in _table(data, "pairs", name).items():
        if key not in NAMES:
            raise ChartError(f"{name}: pairs.{key} is not a card value: write one of {NAMES}")
        pairs[key] = _cells(row, f"{name}: pairs.{key}")
    free = _table(data, "free", name)
    return Chart(
        name=str(data.get("title", name)),
        hard=_rows(_table(data, "hard", name), f"{name}: hard"),
        soft=_rows(_table(data, "soft", name), f"{name}: soft"),
        pairs=pairs,
        is_insured=data.get("insurance", False) is True,
        takes_even_money=data.get("even_money", False) is True,
        free_hard=_rows(_table(free, "hard", name), f"{name}: free.hard"),
        free_soft=_rows(_table(free, "soft", name), f"{name}: free.soft"),
    )


def _read(path: str | Path) -> Chart:
    if not isinstance(path, str | PurePath):
        raise WrongType(f"{path!r:.80} is not a path", place=type(path).__name__)
    file = Path(path)
    try:
        text = read_text(file)
    except FileError as error:
        fault = f"{str(path)!r} cannot be read: {error}"
        raise ChartError(fault, place=str(path), hint=error.hint) from None
    return _parsed(text, file.name)


def cell_of(letters: str) -> str:
    """Return the cell of an act and of the next best if it is not allowed: ``DS`` is ``Ds``."""
    first, *rest = (NAMES_OF_ACTS[letter] for letter in letters)
    then = [*rest, *(act for act in (HIT, STAND) if act != first and act not in rest)]
    return CELL_OF[first, *then]


def _table(data: Mapping[str, object], key: str, name: str) -> Mapping[str, object]:
    rows = data.get(key, {})
    if not isinstance(rows, dict):
        raise ChartError(f"{name}: {key} is not a table of rows", place=name)
    return rows


def _rows(table: Mapping[str, object], where: str) -> dict[str, tuple[str, ...]]:
    rows: dict[str, tuple[str, ...]] = {}
    for key, row in table.items():
        span, _, cards = key.partition("/")
        low, _, high = span.partition("-")
        if not (
            all(_is_whole(part, TOTAL_MAX) for part in (low, high or low))
            and _is_whole(cards or "2", CARDS_MAX)
        ):
            raise ChartError(f"{where}.{key:.40} is not a total: write '16', '17-21' or '16/3'")
        for total in range(int(low), int(high or low) + 1):
            rows[f"{total}/{int(cards)}" if cards else str(total)] = _cells(row, f"{where}.{key}")
    return rows


def _is_whole(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2 and 2 <= int(text) <= most


def _cells(row: object, where: str) -> tuple[str, ...]:
    cells = tuple(row.split()) if isinstance(row, str) else ()
    _check_cells(cells, where)
    return cells


def _check_cells(cells: tuple[str, ...], where: str) -> None:
    if len(cells) != len(UPS):
        raise ChartError(f"{where} has {len(cells)} cells: write one for each of {' '.join(UPS)}")
    for cell in cells:
        if cell not in CELLS:
            raise ChartError(f"{where}: {cell!r} is not a play: write one of {' '.join(CELLS)}")


def _plain(rows: Rows) -> list[tuple[int | str, tuple[str, ...]]]:
    listed = sorted(rows.items(), key=lambda row: [int(part) for part in row[0].split("/")])
    return [(int(key) if key.isdecimal() else key, cells) for key, cells in listed]


def _aligned(row: tuple[str, ...]) -> str:
    return " ".join(f"{cell:<2}" for cell in row).rstrip()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
