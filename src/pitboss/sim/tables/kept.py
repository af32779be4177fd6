"""Cached tables of a rule set and a player; making them takes a second."""

import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import fields
from math import prod
from typing import Any

import msgspec
import numpy as np

from pitboss.cache import keep, look_up, program
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.rules import Rules
from pitboss.sim.tables.compile import Compiled
from pitboss.sim.tables.layout import Tables
from pitboss.sim.tables.step_layout import Choices

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


class PlainTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tables as plain data."""

    arrays: dict[str, PlainArray]
    values: dict[str, int | bool | tuple[int, ...]]


def known_tables(rules: Rules, given: object, make: Callable[[], Compiled]) -> Compiled:
    """Load compiled tables from the cache, or build and store them."""
    name = name_of(rules, given)
    kept = look_up(PART, name)
    compiled = None if kept is None else unpack(kept)
    if compiled is None:
        compiled = make()
        keep(PART, name, pack(compiled))
    return compiled


def name_of(rules: Rules, given: object) -> str:
    """Return a hash of everything that determines the tables."""
    parts = {name: msgspec.to_builtins(getattr(rules, name)) for name in SECTIONS}
    text = json.dumps([parts, rules.decks_in_play, given], sort_keys=True, default=str)
    return f"{hashlib.sha256(text.encode()).hexdigest()[:40]}-{program(SOURCES)}"


_AT_HAND: dict[str, Choices] = {}
"""Tables of this process, the last used at the end: environments are often made in dozens."""


def known_choices(rules: Rules, given: object, make: Callable[[], Choices]) -> Choices:
    """Load tables that leave every act to the player from the cache, or build and store them."""
    name = name_of(rules, ["choices", given])
    made = _AT_HAND.pop(name, None)
    _AT_HAND[name] = made = _kept_choices(name, make) if made is None else made
    for longest_ago in list(_AT_HAND)[:-AT_HAND_MAX]:
        _AT_HAND.pop(longest_ago, None)
    return made


def _kept_choices(name: str, make: Callable[[], Choices]) -> Choices:
    kept = look_up(PART, name)
    if kept is not None:
        try:
            raw = zlib.decompressobj().decompress(kept, RAW_MAX)
            plain = msgspec.msgpack.decode(raw, type=dict[str, PlainArray])
            return Choices(**{field: _array(one) for field, one in plain.items()})
        except (zlib.error, msgspec.DecodeError, TypeError, ValueError):
            pass
    made = make()
    arrays = {
        field: PlainArray(array.dtype.str, array.shape, array.tobytes())
        for field, array in made._asdict().items()
    }
    keep(PART, name, zlib.compress(msgspec.msgpack.encode(arrays), 1))
    return made


def pack(compiled: Compiled) -> bytes:
    """Return tables as bytes."""
    tables = compiled.tables._asdict()
    arrays = {
        name: PlainArray(array.dtype.str, array.shape, array.tobytes())
        for name, array in tables.items()
    }
    values = {
        one.name: getattr(compiled, one.name) for one in fields(compiled) if one.name != "tables"
    }
    return zlib.compress(msgspec.msgpack.encode(PlainTables(arrays, values)), 1)


def unpack(packed: bytes) -> Compiled | None:
    """Return the tables packed in some bytes; None if the bytes are not valid."""
    try:
        reader = zlib.decompressobj()
        raw = reader.decompress(packed, RAW_MAX)
        plain = msgspec.msgpack.decode(raw, type=PlainTables)
        wanted = {one.name for one in fields(Compiled)} - {"tables"}
        if (
            not reader.eof
            or set(plain.arrays) != set(Tables._fields)
            or set(plain.values) != wanted
        ):
            return None
        arrays = {name: _array(one) for name, one in plain.arrays.items()}
        values: dict[str, Any] = dict(plain.values)
        return Compiled(tables=Tables(**arrays), **values)
    except (zlib.error, msgspec.DecodeError, TypeError, ValueError):
        return None


def _array(plain: PlainArray) -> np.ndarray:
    kind = np.dtype(plain.kind)
    if kind.hasobject or len(plain.content) != kind.itemsize * prod(plain.shape):
        raise ValueError("no array of ours")
    # A copy, because the bytes themselves are read-only.
    return np.frombuffer(plain.content, kind).reshape(plain.shape).copy()
