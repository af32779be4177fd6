"""Cached tables of a rule set and a player; making them takes a second."""

import hashlib
import json
import zlib
from collections.abc import Callable
from math import prod
from typing import Any, TypeVar

import msgspec
import numpy as np

from pitboss.cache import load, source_hash, store
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.rules import Rules
from pitboss.sim.tables.compile import Compiled
from pitboss.sim.tables.step_layout import Choices

T = TypeVar("T", Compiled, Choices)

PART = "tables"
RAW_MAX = 64_000_000
AT_HAND_MAX = 16
SOURCES = ("__init__.py", "sim", "rulebook", "cards.py", "hands.py", "money.py", "strategy.py")
"""Source files and folders that determine the tables."""


class PlainArray(msgspec.Struct, frozen=True, array_like=True):
    """An array as plain data: data type, shape and bytes."""

    kind: str
    shape: tuple[int, ...]
    content: bytes


def known_tables(rules: Rules, parts: object, make: Callable[[], Compiled]) -> Compiled:
    """Load compiled tables from the cache, or build and store them."""
    return _known(Compiled, name_of(rules, parts), make)


def name_of(rules: Rules, parts: object) -> str:
    """Return a hash of everything that determines the tables."""
    sections = {name: msgspec.to_builtins(getattr(rules, name)) for name in SECTIONS}
    text = json.dumps([sections, rules.decks_in_play, parts], sort_keys=True, default=str)
    return f"{hashlib.sha256(text.encode()).hexdigest()[:40]}-{source_hash(SOURCES)}"


_AT_HAND: dict[str, Choices] = {}
"""Tables of this process, the last used at the end: environments are often made in dozens."""


def known_choices(rules: Rules, parts: object, make: Callable[[], Choices]) -> Choices:
    """Load tables that leave every act to the player from the cache, or build and store them."""
    name = name_of(rules, ["choices", parts])
    made = _AT_HAND.pop(name, None)
    _AT_HAND[name] = made = _known(Choices, name, make) if made is None else made
    for longest_ago in list(_AT_HAND)[:-AT_HAND_MAX]:
        _AT_HAND.pop(longest_ago, None)
    return made


def _known(kind: type[T], name: str, make: Callable[[], T]) -> T:
    content = load(PART, name)
    tables = None if content is None else unpack(kind, content)
    if tables is None:
        tables = make()
        store(PART, name, pack(tables))
    return tables


def pack(tables: object) -> bytes:
    """Return tables as bytes."""
    return zlib.compress(msgspec.msgpack.encode(tables, enc_hook=_plain_array), 1)


def unpack(kind: type[T], packed: bytes) -> T | None:
    """Return the tables packed in some bytes; None if the bytes are not valid."""
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(packed, RAW_MAX)
        tables = msgspec.msgpack.decode(raw, type=kind, dec_hook=_array)
        return tables if reader.eof else None
    except (zlib.error, msgspec.DecodeError, TypeError, ValueError):
        return None


def _plain_array(array: np.ndarray) -> PlainArray:
    return PlainArray(array.dtype.str, array.shape, array.tobytes())


def _array(_kind: type, fields: Any) -> np.ndarray:
    plain = msgspec.convert(fields, PlainArray)
    kind = np.dtype(plain.kind)
    if kind.hasobject or len(plain.content) != kind.itemsize * prod(plain.shape):
        raise ValueError("no array of ours")
    # A copy, because the bytes themselves are read-only.
    return np.frombuffer(plain.content, kind).reshape(plain.shape).copy()
