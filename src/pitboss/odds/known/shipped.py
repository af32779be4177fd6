"""Results shipped with the program: each rulebook's game with its defaults, and with one option
changed, and the games of the gallery. ``make results`` makes them.

A file has an index of fingerprints, then the results, each as its difference from the first, or in
full if its size is another because both dealer cards are face up.
"""

import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import msgspec

from pitboss.odds.known.records import (
    RAW_MAX,
    WIDTHS,
    Figures,
    Record,
    is_sound,
    rows_bytes,
    worth_bytes,
)
from pitboss.rulebook.catalog import SHIPPED

PlainLaw = dict[str, tuple[str, bool]]
"""Probability of each category of a side wager, as a fraction, and True if play can change it."""

MAGIC = b"pitboss results 1\n"
GALLERY = "gallery"
FILES = (*SHIPPED, GALLERY)
"""One file for each rulebook, and one for all games of the gallery."""
FOLDER = "shipped_results"
ENDING = ".results"

_HEAD = struct.Struct("<I")
"""Size of the index."""


class StoredResult(msgspec.Struct, frozen=True, array_like=True):
    """Position of a result in its file, with its figures."""

    start: int
    size: int
    figures: Figures


class ResultIndex(msgspec.Struct, frozen=True):
    """Index of a file."""

    names: dict[str, int]
    """Number of the result, by fingerprint; games with the same result share one."""
    entries: tuple[StoredResult, ...]
    laws: dict[str, PlainLaw]
    """Odds of side wagers, by name."""


def shipped_game(rulebook: str, name: str) -> Record | None:
    """Return the shipped result of a fingerprint, from the rulebook's own file first."""
    for book in _books(rulebook):
        index = _index(book)
        if name in index.names:
            return _record(book, index.names[name])
    return None


def shipped_law(rulebook: str, name: str) -> PlainLaw | None:
    """Return the shipped odds of a side wager; None if there are no odds of this name."""
    laws = (_index(book).laws.get(name) for book in _books(rulebook))
    return next((law for law in laws if law is not None), None)


def read_results(book: str) -> tuple[dict[str, Record], Mapping[str, PlainLaw]]:
    """Return the games and the side wagers of a rulebook's file by their names."""
    index = _index(book)
    games = {name: _record(book, number) for name, number in index.names.items()}
    return {name: game for name, game in games.items() if game is not None}, index.laws


def _books(first: str) -> list[str]:
    return sorted(FILES, key=lambda file: file != first)


def write_results(records: Mapping[str, Record], laws: Mapping[str, PlainLaw]) -> bytes:
    """Return the bytes of a file of results, the defaults first; the same for the same results."""
    numbers: dict[bytes, int] = {}
    names: dict[str, int] = {}
    entries: list[StoredResult] = []
    parts: list[bytes] = []
    first, place = b"", 0
    for name, record in records.items():
        encoded = msgspec.msgpack.encode(record)
        if encoded not in numbers:
            body = record.rows + record.worth
            is_alike = len(body) == len(first)
            packed = zlib.compress(_xor(body, first) if is_alike else body, 9)
            first = first or body
            numbers[encoded] = len(parts)
            entries.append(StoredResult(place, len(packed), record.figures))
            parts.append(packed)
            place += len(packed)
        names[name] = numbers[encoded]
    plain = ResultIndex(names, tuple(entries), dict(laws))
    index = zlib.compress(msgspec.msgpack.encode(plain, order="deterministic"), 9)
    return b"".join((MAGIC, _HEAD.pack(len(index)), index, *parts))


def _xor(body: bytes, first: bytes) -> bytes:
    return (int.from_bytes(body) ^ int.from_bytes(first)).to_bytes(len(body))


@lru_cache(maxsize=8)
def _content(book: str) -> bytes:
    file = resources.files("pitboss.odds") / FOLDER / f"{book}{ENDING}"
    try:
        return file.read_bytes()
    except OSError:
        return b""


@lru_cache(maxsize=8)
def _index(book: str) -> ResultIndex:
    content = _content(book)
    if not content.startswith(MAGIC):
        return ResultIndex({}, (), {})
    packed = content[len(MAGIC) + _HEAD.size : _bodies(content)]
    return msgspec.msgpack.decode(zlib.decompress(packed), type=ResultIndex)


def _bodies(content: bytes) -> int:
    """Return the offset of the results, which follow the index."""
    (size,) = _HEAD.unpack_from(content, len(MAGIC))
    return len(MAGIC) + _HEAD.size + int(size)


@lru_cache(maxsize=64)
def _record(book: str, number: int) -> Record | None:
    entries = _index(book).entries
    body = _body(book, entries[number])
    first = _body(book, entries[0])
    if number and len(body) == len(first):
        body = _xor(body, first)
    sizes = (rows_bytes(w) for w in WIDTHS if rows_bytes(w) + worth_bytes(w) == len(body))
    rows = next(sizes, 0)
    record = Record(entries[number].figures, body[:rows], body[rows:])
    return record if is_sound(record) else None


def _body(book: str, entry: StoredResult) -> bytes:
    content = _content(book)
    start = _bodies(content) + entry.start
    return zlib.decompressobj().decompress(content[start : start + entry.size], RAW_MAX)
