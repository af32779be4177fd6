"""A solved game as bytes: its figures, its play and the value of every act on two cards.

A record holds data only, so that a file from an untrusted source can be read; whatever does not fit
is refused.
"""

import math
import struct
import zlib
from dataclasses import dataclass

import msgspec

from pitboss.odds.solver.classes import SPREADS
from pitboss.odds.solver.hands import keys
from pitboss.strategy import ACTS, BOTH, BOTH_UP, NAMES, UPS, Strategy

RAW_MAX = 4_000_000
"""Maximum size of an unpacked record in bytes."""
PLACES = {pair: place for place, pair in enumerate(BOTH)}
"""Place of every two cards by value in a record."""
ORDER = "SHDERP"
"""The acts in the order of a record."""
WIDTHS = (UPS, len(BOTH_UP))
"""Number of ways the dealer can show one up card, or two cards face up."""
NO_ACT = math.nan
"""Value of an act that is not allowed."""
CHANCES_TOLERANCE = 1e-6
"""Largest distance from one of a sum of probabilities."""


@dataclass(frozen=True, slots=True)
class Results:
    """Probabilities of winning more hands of a round than losing, as many, or fewer.

    Off the top of a full shoe, under one stated strategy.
    """

    win: float
    push: float
    loss: float


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a solved game, per unit of the initial wager, off the top of its shoe."""

    player_ev: float
    """Player's expectation, insurance and even money taken if they pay."""
    offers_ev: float
    """Part of ``player_ev`` from insurance and even money."""
    learned_ev: float
    """Player's expectation by the best chart of totals."""
    standard_deviation: float
    """Standard deviation of a round's result, without insurance."""
    spread: str
    """Method of the standard deviation, a key of ``classes.SPREADS``."""
    spots: tuple[tuple[int, float], ...]
    """Number of dealer hands bet against, with the standard deviation of all together."""
    joint_p: float
    """Probability of a box with three hands or more, whose results are approximate."""
    average_wager: float
    """Units staked on the main wager, with doubles and splits."""
    net: tuple[tuple[float, float], ...]
    """Each net result of a round in units, with its probability."""
    win_p: float
    push_p: float
    loss_p: float
    pairs: dict[str, str]
    resplits: dict[str, str]
    insured: tuple[str, ...]
    takes_even_money: bool

    @property
    def outcomes(self) -> dict[str, float]:
        """Probability of each net result of a round, in units of the initial wager."""
        return {f"{net:g}": p for net, p in self.net}

    @property
    def results(self) -> Results:
        """Probabilities of winning, pushing and losing a round."""
        return Results(self.win_p, self.push_p, self.loss_p)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A solved game."""

    figures: Figures
    rows: bytes
    """The letters of a strategy, hand by hand: dealt hands, then those of each split pair."""
    worth: bytes
    """The value of each act, up card and two cards, a float of eight bytes each."""

    @property
    def width(self) -> int:
        """Number of letters of a hand, one of ``WIDTHS``; 0 if the size is wrong."""
        return next((width for width in WIDTHS if len(self.rows) == rows_bytes(width)), 0)

    def acts(self, first: int, second: int, up: int) -> dict[str, float]:
        """Return the value of each act on two cards by value; every pair has one for splitting.

        ``up`` is the value of the up card, or the index in ``strategy.BOTH_UP`` of two cards.
        """
        low, high = sorted((first, second))
        start = 8 * (up * len(BOTH) + PLACES[low, high])
        column = len(self.worth) // len(ORDER)
        values: dict[str, float] = {}
        for number, letter in enumerate(ORDER):
            (value,) = struct.unpack_from("<d", self.worth, start + column * number)
            if not math.isnan(value):
                values[ACTS[letter]] = value
        return values

    def strategy(self, name: str) -> Strategy:
        """Return the play; ``name`` is that of its class."""
        text = self.rows.decode("ascii")
        width = self.width
        dealt, place = _rows(text, keys(), 0, width)
        split: tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]] = ({}, {})
        for pair, value in enumerate(NAMES):
            for hands in split:
                rows, place = _rows(text, keys(pair), place, width)
                if value in self.figures.pairs:
                    hands[value] = rows
        return Strategy(
            name=name,
            dealt=dealt,
            first=split[0],
            added=split[1],
            pairs=self.figures.pairs,
            resplits=self.figures.resplits,
            insured=frozenset(self.figures.insured),
            takes_even_money=self.figures.takes_even_money,
        )


def _rows(text: str, names: tuple[str, ...], place: int, width: int) -> tuple[dict[str, str], int]:
    end = place + width * len(names)
    starts = range(place, end, width)
    return {name: text[at : at + width] for name, at in zip(names, starts, strict=True)}, end


def rows_of(strategy: Strategy) -> bytes:
    """Return the letters of a strategy; dashes for a pair that is never split."""
    parts = [strategy.dealt[key] for key in keys()]
    dashes = "-" * len(parts[0])
    for pair, value in enumerate(NAMES):
        for hands in (strategy.first, strategy.added):
            rows = hands.get(value, {})
            parts += [rows.get(key, dashes) for key in keys(pair)]
    return "".join(parts).encode("ascii")


def rows_bytes(width: int = UPS) -> int:
    """Return the number of letters of a strategy with ``width`` letters a hand."""
    return width * (len(keys()) + 2 * sum(len(keys(pair)) for pair in range(10)))


def worth_bytes(width: int) -> int:
    """Return the number of bytes of the values of all acts."""
    return 8 * width * len(BOTH) * len(ORDER)


def pack(record: Record) -> bytes:
    """Return a record as bytes, the same for equal records."""
    return zlib.compress(msgspec.msgpack.encode(record, order="deterministic"), 9)


def unpack(packed: bytes) -> Record | None:
    """Return the record in some bytes; None if they hold none."""
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(packed, RAW_MAX)
        if not reader.eof or reader.unused_data:
            return None
        record = msgspec.msgpack.decode(raw, type=Record)
    except (zlib.error, msgspec.DecodeError):
        return None
    return record if is_sound(record) else None


def is_sound(record: Record) -> bool:
    """Return True if sizes, letters and probabilities can be those of a game."""
    figures, width = record.figures, record.width
    if not width or len(record.worth) != worth_bytes(width):
        return False
    if record.rows.translate(None, b"SHDER-"):
        return False
    flags = (*figures.pairs.items(), *figures.resplits.items())
    if any(name not in NAMES or len(row) != width or row.strip("P-") for name, row in flags):
        return False
    plain = ("player_ev", "offers_ev", "learned_ev", "standard_deviation", "joint_p")
    numbers = (
        *(getattr(figures, name) for name in (*plain, "average_wager")),
        *(value for pair in (*figures.spots, *figures.net) for value in pair),
    )
    if figures.spread not in SPREADS or not all(map(math.isfinite, numbers)):
        return False
    shares = (figures.win_p, figures.push_p, figures.loss_p)
    sums = (sum(shares), sum(chance for _, chance in figures.net))
    return all(abs(chances - 1) < CHANCES_TOLERANCE for chances in sums)
