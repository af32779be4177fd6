"""The hash chain: every record carries a SHA-256 over the one before and its own contents.

The bytes of a row: a command with its events at a table, or one line of a register.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.store.port import UNREADABLE, Record, StoreConflict, StoreError, TableHeader
from pitboss.store.sealed_fields import read_envelope

BODY_BYTES_MAX = 4_000_000
"""No row is larger; a new shoe of eight decks takes about 4,000."""
EVENTS_MAX = 2_000
"""No command leads to more events."""

WallTime = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A time by a clock, right or wrong, that every reader of JSON has exactly."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a table's row, in this order."""

    wall_ms: WallTime
    """The server's wall clock."""
    who: str
    """The account that gave the command; empty for the table itself."""
    command: msgspec.Raw
    """``null`` for a note."""
    events: tuple[msgspec.Raw, ...]


class _Kind(msgspec.Struct, frozen=True):
    """The key that only a line of a register has."""

    event: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_ENCODER = msgspec.json.Encoder(order="deterministic")
_KIND = msgspec.json.Decoder(_Kind)
_BODY = msgspec.json.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """Encode a body, always as the same bytes."""
    return _ENCODER.encode(body)


def read_body(data: bytes) -> Body:
    """Read the contents of a table's row."""
    _check_text(data)
    try:
        body = _BODY.decode(data)
    except UNREADABLE as error:
        raise StoreError(f"no entry of a log: {error}") from None
    if not 0 < len(body.events) <= EVENTS_MAX:
        raise StoreError(f"an entry of {len(body.events)} events, where 1 to {EVENTS_MAX} may be")
    return body


def event_count(data: bytes) -> int:
    """Count the events of a row; a line of a register is one event."""
    _check_text(data)
    return 1 if is_line(data) else len(read_body(data).events)


def is_line(data: bytes) -> bool:
    """Return True if a row is a line of a register: one event without a command."""
    try:
        return _KIND.decode(data).event is not msgspec.UNSET
    except UNREADABLE:
        return False


def _check_text(data: bytes) -> None:
    if len(data) > BODY_BYTES_MAX:
        raise StoreError(f"a row of {len(data)} bytes is too large: at most {BODY_BYTES_MAX}")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise StoreError(f"no entry of a log: {error}") from None


APPEND_MAX = 10_000
"""No append writes more records."""
ID_CHARS_MAX = 200
"""No command id is longer."""
TIME_MAX_MS = 2**53
"""No time is later, so that every reader of JSON has it exactly."""


class _Contents(msgspec.Struct, frozen=True):
    """The part of an entry that its hash covers, in this order."""

    version: int
    at_ms: int
    id: str
    entry: msgspec.Raw


class _LineContents(msgspec.Struct, frozen=True):
    """The part of a register's line that its hash covers, in this order."""

    version: int
    at_ms: int
    command: str
    event: msgspec.Raw


def header_bytes(header: TableHeader) -> bytes:
    """Return a header as JSON, always the same bytes for the same header."""
    return _ENCODER.encode(header)


def genesis(header: TableHeader) -> str:
    """Return the hash that the first record of a table is chained to."""
    return hashlib.sha256(header_bytes(header)).hexdigest()


def record_bytes(record: Record) -> bytes:
    """Return the bytes that a record's hash covers: its exported line without what is beside it."""
    kind = _LineContents if is_line(record.body) else _Contents
    return _ENCODER.encode(kind(record.version, record.at_ms, record.id, msgspec.Raw(record.body)))


def link(previous: str, record: Record) -> str:
    """Return the chain value of a record behind another one."""
    return hashlib.sha256(previous.encode() + record_bytes(record)).hexdigest()


def chained(previous: str, after: int, records: Sequence[Record]) -> list[Record]:
    """Return records as they are written after version ``after``, each with its chain value."""
    if len(records) > APPEND_MAX:
        raise StoreError(f"{len(records)} records at once are too many: at most {APPEND_MAX}")
    written = []
    for record in records:
        after += _events_of(record)
        if record.version != after:
            raise StoreError(f"a record of version {record.version}, where {after} is next")
        if len(record.id) > ID_CHARS_MAX or "\0" in record.id:
            raise StoreError(f"a command id has at most {ID_CHARS_MAX} characters, none 0")
        if not 0 <= record.at_ms <= TIME_MAX_MS:
            raise StoreError(f"record {record.version} has the time {record.at_ms}")
        previous = _link_of(previous, record)
        written.append(replace(record, chain=previous))
    return written


def _events_of(record: Record) -> int:
    if b"\n" in record.body or b"\n" in record.envelope:
        raise StoreError(f"record {record.version} is not on one line")
    try:
        read_envelope(record.envelope)
        return event_count(record.body)
    except StoreError as error:
        raise StoreError(f"record {record.version}: {error}") from None


def _link_of(previous: str, record: Record) -> str:
    chain = link(previous, record)
    if record.chain not in ("", chain):
        raise StoreError(f"the chain value of record {record.version} is not that of its place")
    return chain


def next_place(
    header: TableHeader | None, last: Record | None, table: str, after: int
) -> tuple[str, int]:
    """Return the chain value and the version before the next record; raise if it cannot follow."""
    if header is None:
        raise StoreError(f"there is no table {table}")
    version = last.version if last else 0
    if version != after:
        raise StoreConflict(f"{table} is at version {version}, not {after}")
    return (last.chain if last else genesis(header)), version


def broken_link(header: TableHeader, records: Iterable[Record]) -> int:
    """Return the version of the first record whose chain value is wrong, or 0."""
    previous = genesis(header)
    for record in records:
        previous = link(previous, record)
        if record.chain != previous:
            return record.version
    return 0
