"""Who plays: the solver's strategy, a chart from a file, or one who does as the dealer does."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from pitboss.cards import VALUES, Card
from pitboss.errors import Error
from pitboss.hands import Hand
from pitboss.rulebook.dealing import must_draw
from pitboss.rulebook.rules import Rules
from pitboss.strategy import NAMES, Strategy, key_of

STAND, HIT, DOUBLE, DOUBLE_HALF, SPLIT, SURRENDER = (
    "stand", "hit", "double", "double_half", "split", "surrender",
)  # fmt: skip
ACTS = (STAND, HIT, DOUBLE, DOUBLE_HALF, SPLIT, SURRENDER)

UPS = "23456789TA"
"""The up cards in the order of a row of a chart."""

CELLS: Mapping[str, tuple[str, ...]] = {
    "S": (STAND, HIT),
    "H": (HIT, STAND),
    "D": (DOUBLE, HIT, STAND),
    "Ds": (DOUBLE, STAND, HIT),
    "E": (DOUBLE_HALF, HIT, STAND),
    "P": (SPLIT,),
    "R": (SURRENDER, HIT, STAND),
    "Rs": (SURRENDER, STAND, HIT),
    "-": (),
}
"""What a cell of a chart means: the acts in order of preference, the first that is allowed counts.
Pairs go on as their totals where they may not be split, or where the cell is ``-``."""


class Player(Protocol):
    """What a simulation needs to know of a player."""

    @property
    def name(self) -> str:
        """Who this is, in words."""

    @property
    def sees_cards(self) -> bool:
        """Whether the acts depend on which cards make a total."""

    @property
    def takes_even_money(self) -> bool:
        """Whether a blackjack takes even money against an ace where it is offered."""

    def act(self, hand: Hand, up: Card, legal: frozenset[str], *, is_added: bool) -> str:
        """One of the legal acts; ``is_added`` is a hand whose wager came with a split."""

    def insures(self, hand: Hand) -> bool:
        """Whether the first two cards are insured for half the wager against an ace."""

    def plain(self) -> object:
        """The player as plain data, from which an experiment has its fingerprint."""


@dataclass(frozen=True, slots=True)
class ByStrategy:
    """Plays a strategy as the solver gives it."""

    strategy: Strategy
    sees_cards: bool = True

    @property
    def name(self) -> str:
        """The class of strategies that it is the best of."""
        return self.strategy.name

    @property
    def takes_even_money(self) -> bool:
        """As the strategy says."""
        return self.strategy.takes_even_money

    def act(self, hand: Hand, up: Card, legal: frozenset[str], *, is_added: bool) -> str:
        """The strategy's act."""
        return self.strategy.act(hand, up, may_split=SPLIT in legal, is_added=is_added)

    def insures(self, hand: Hand) -> bool:
        """As the strategy says."""
        return key_of(hand.cards) in self.strategy.insured

    def plain(self) -> object:
        """A fingerprint of all rows."""
        plan = self.strategy
        text = repr((
            plan.name, sorted(plan.dealt.items()), _sorted(plan.first), _sorted(plan.added),
            sorted(plan.pairs.items()), sorted(plan.resplits.items()), sorted(plan.insured),
            plan.takes_even_money,
        ))  # fmt: skip
        return {"strategy": plan.name, "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _sorted(rows: Mapping[str, Mapping[str, str]]) -> list[tuple[str, list[tuple[str, str]]]]:
    return sorted((pair, sorted(of_pair.items())) for pair, of_pair in rows.items())


@dataclass(frozen=True, slots=True)
class LikeDealer:
    """Draws and stands as the dealer must; never doubles, splits, surrenders or insures."""

    rules: Rules
    name: str = "as the dealer plays"
    sees_cards: bool = False
    takes_even_money: bool = False

    def act(self, hand: Hand, up: Card, legal: frozenset[str], *, is_added: bool) -> str:
        """Hit where the dealer would."""
        del up, is_added
        wanted = HIT if must_draw(self.rules, hand) else STAND
        return wanted if wanted in legal else STAND

    def insures(self, hand: Hand) -> bool:
        """Never."""
        del hand
        return False

    def plain(self) -> object:
        """Its name says all."""
        return {"strategy": self.name}


class ChartError(Error, ValueError):
    """A file that is not a chart."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Acts by total, or by the value of a pair, and up card."""

    name: str
    hard: Mapping[int, tuple[str, ...]]
    """By total, ten cells in the order of ``UPS``."""
    soft: Mapping[int, tuple[str, ...]]
    pairs: Mapping[str, tuple[str, ...]]
    is_insured: bool = False
    takes_even_money: bool = False
    sees_cards: bool = False

    def act(self, hand: Hand, up: Card, legal: frozenset[str], *, is_added: bool) -> str:
        """The first act of the cell that is allowed."""
        del is_added
        place = UPS.index(NAMES[VALUES[up] - 1])
        wanted: tuple[str, ...] = ()
        if SPLIT in legal:
            row = self.pairs.get(NAMES[VALUES[hand.cards[0]] - 1])
            wanted = CELLS[row[place]] if row else ()
        rows = self.soft if hand.is_soft else self.hard
        total = rows.get(hand.total)
        # What a chart leaves out is drawn to 11 and stood on from there.
        rest = CELLS[total[place]] if total else CELLS["H" if hand.total <= 11 else "S"]
        for act in (*wanted, *rest, STAND, HIT):
            if act in legal:
                return act
        raise AssertionError(f"{hand} may do nothing")

    def insures(self, hand: Hand) -> bool:
        """Always or never."""
        del hand
        return self.is_insured

    def plain(self) -> object:
        """All cells."""
        return {
            "hard": sorted(self.hard.items()), "soft": sorted(self.soft.items()),
            "pairs": sorted(self.pairs.items()), "insurance": self.is_insured,
            "even_money": self.takes_even_money,
        }  # fmt: skip


def parse_chart(text: str, *, name: str) -> Chart:
    """Read a chart: tables ``hard``, ``soft`` and ``pairs`` of rows of ten cells.

    A row is a text such as ``"S S S S S H H H R H"``, one cell for each up card of ``UPS``; a key
    may be one total or a range, as in ``"17-21"``.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChartError(f"{name} is no TOML file: {error}") from None
    known = {"title", "hard", "soft", "pairs", "insurance", "even_money"}
    if unknown := sorted(set(data) - known):
        raise ChartError(f"{name}: {unknown[0]!r} is not part of a chart")
    pairs = {}
    for key, row in _table(data, "pairs", name).items():
        if key not in NAMES:
            raise ChartError(f"{name}: pairs.{key} is no card value: write one of {NAMES}")
        pairs[key] = _cells(row, f"{name}: pairs.{key}")
    return Chart(
        name=str(data.get("title", name)),
        hard=_rows(_table(data, "hard", name), f"{name}: hard"),
        soft=_rows(_table(data, "soft", name), f"{name}: soft"),
        pairs=pairs,
        is_insured=data.get("insurance", False) is True,
        takes_even_money=data.get("even_money", False) is True,
    )


def read_chart(path: Path) -> Chart:
    """Read a chart from a file."""
    try:
        return parse_chart(path.read_text(encoding="utf-8"), name=path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise ChartError(f"{path} cannot be read: {error}") from None


def basic_chart() -> Chart:
    """The chart that is shipped: basic strategy by totals for several decks."""
    file = files("pitboss.sim").joinpath("charts", "basic.toml")
    return parse_chart(file.read_text(encoding="utf-8"), name="basic.toml")


def _table(data: Mapping[str, object], key: str, name: str) -> Mapping[str, object]:
    rows = data.get(key, {})
    if not isinstance(rows, dict):
        raise ChartError(f"{name}: {key} is no table of rows")
    return rows


def _rows(table: Mapping[str, object], where: str) -> dict[int, tuple[str, ...]]:
    rows: dict[int, tuple[str, ...]] = {}
    for key, row in table.items():
        low, _, high = key.partition("-")
        if not low.isdecimal() or not (high or low).isdecimal():
            raise ChartError(f"{where}.{key} is no total: write '16' or '17-21'")
        for total in range(int(low), int(high or low) + 1):
            rows[total] = _cells(row, f"{where}.{key}")
    return rows


def _cells(row: object, where: str) -> tuple[str, ...]:
    cells = tuple(row.split()) if isinstance(row, str) else ()
    if len(cells) != len(UPS):
        raise ChartError(f"{where} has {len(cells)} cells: write one for each of {' '.join(UPS)}")
    for cell in cells:
        if cell not in CELLS:
            raise ChartError(f"{where}: {cell!r} is none of {' '.join(CELLS)}")
    return cells
