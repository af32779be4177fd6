"""A solved game as bytes: its figures, its play and the worth of every act on two cards.

Data and nothing else, so that it can be read from a file that anybody may have written: anything
that does not fit is refused.
"""

import math
import struct
import zlib
from collections.abc import Mapping

import msgspec

from pitboss.odds.solver.classes import SPREADS
from pitboss.odds.solver.hands import keys
from pitboss.strategy import ACTS, BOTH_UP, NAMES, UPS, Strategy

RAW_MAX = 4_000_000
"""Bytes of a record at most; a larger file is not ours."""
PAIRS = tuple((low, high) for low in range(10) for high in range(low, 10))
"""Two cards by their values, 0 for an ace, as records have them in order."""
PLACES = {pair: place for place, pair in enumerate(PAIRS)}
ORDER = "SHDERP"
"""The acts in the order that records have them."""
WIDTHS = (UPS, len(BOTH_UP))
"""What the dealer may show: an up card, or two cards where both lie face up."""
NO_ACT = math.nan
"""What stands for an act that is not allowed."""
WHOLE = 1e-6
"""How far probabilities may come from one."""

Worth = Mapping[str, float]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game comes to, per unit of the initial wager; as ``games.BaseGame`` says."""

    player_ev: float
    offers_ev: float
    """The part of it that insurance and even money bring."""
    learned_ev: float
    standard_deviation: float
    spread: str
    spots: tuple[tuple[int, float], ...]
    joint_p: float
    average_wager: float
    net: tuple[tuple[float, float], ...]
    """Each result of a round with its probability."""
    win_p: float
    push_p: float
    loss_p: float
    pairs: dict[str, str]
    resplits: dict[str, str]
    insured: tuple[str, ...]
    takes_even_money: bool


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A solved game."""

    figures: Figures
    rows: bytes
    """The letters of a strategy, hand by hand: those dealt, then those of each split pair."""
    worth: bytes
    """Of each act, up card and two cards, a float of eight bytes."""

    @property
    def width(self) -> int:
        """One of ``WIDTHS``: how many letters a hand has."""
        return next((width for width in WIDTHS if len(self.rows) == rows_bytes(width)), 0)

    def acts(self, first: int, second: int, up: int) -> dict[str, float]:
        """What acts on two cards are worth, by values of cards; splits are told for every pair.

        ``up`` is the value of the up card, or the place in ``shown.BOTH`` of two that show.
        """
        low, high = sorted((first, second))
        place = 8 * (up * len(PAIRS) + PLACES[low, high])
        column = len(self.worth) // len(ORDER)
        worth: dict[str, float] = {}
        for number, letter in enumerate(ORDER):
            (value,) = struct.unpack_from("<d", self.worth, place + column * number)
            if not math.isnan(value):
                worth[ACTS[letter]] = value
        return worth

    def strategy(self, name: str) -> Strategy:
        """The play, with the name of its class."""
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
    """The letters of a strategy; of a pair that is never split, dashes."""
    parts = [strategy.dealt[key] for key in keys()]
    dashes = "-" * len(parts[0])
    for pair, value in enumerate(NAMES):
        for hands in (strategy.first, strategy.added):
            rows = hands.get(value, {})
            parts += [rows.get(key, dashes) for key in keys(pair)]
    return "".join(parts).encode("ascii")


def rows_bytes(width: int = UPS) -> int:
    """How many letters a strategy has, of which each hand has this many."""
    return width * (len(keys()) + 2 * sum(len(keys(pair)) for pair in range(10)))


def worth_bytes(width: int) -> int:
    """How many bytes the worth of all acts takes."""
    return 8 * width * len(PAIRS) * len(ORDER)


def pack(record: Record) -> bytes:
    """A record as bytes, the same for the same record."""
    return zlib.compress(msgspec.msgpack.encode(record, order="deterministic"), 9)


def unpack(packed: bytes) -> Record | None:
    """The record of some bytes; None where they hold none."""
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
    """Whether a record can be that of a game at all: sizes, letters, probabilities."""
    figures = record.figures
    width = record.width
    if not width or len(record.worth) != worth_bytes(width):
        return False
    if record.rows.translate(None, b"SHDER-"):
        return False
    flags = (*figures.pairs.items(), *figures.resplits.items())
    if any(name not in NAMES or len(row) != width or row.strip("P-") for name, row in flags):
        return False
    numbers = (
        figures.player_ev, figures.offers_ev, figures.learned_ev, figures.standard_deviation,
        figures.joint_p, figures.average_wager,
        *(value for pair in (*figures.spots, *figures.net) for value in pair),
    )  # fmt: skip
    if figures.spread not in SPREADS or not all(map(math.isfinite, numbers)):
        return False
    shares = (figures.win_p, figures.push_p, figures.loss_p)
    sums = (sum(shares), sum(chance for _, chance in figures.net))
    return all(abs(whole - 1) < WHOLE for whole in sums)
