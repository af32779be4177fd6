"""The hash chain: every record carries a SHA-256 over the one before and its own contents."""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from pitboss.store.body import event_count, is_line
from pitboss.store.port import Record, StoreConflict, StoreError, TableHeader
from pitboss.store.sealed_fields import read_beside

APPEND_MAX = 10_000
"""No append writes more records."""
ID_CHARS_MAX = 200
"""No command id is longer."""
TIME_MAX_MS = 2**53
"""No time is later, so that every reader of JSON has it exactly."""

_ENCODER = msgspec.json.Encoder(order="deterministic")


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
    """A header as JSON, always the same bytes for the same header."""
    return _ENCODER.encode(header)


def genesis(header: TableHeader) -> str:
    """What the first record of a table is chained to."""
    return hashlib.sha256(header_bytes(header)).hexdigest()


def record_bytes(record: Record) -> bytes:
    """Return the bytes that a record's hash covers: its exported line without what is beside it."""
    kind = _LineContents if is_line(record.body) else _Contents
    return _ENCODER.encode(kind(record.version, record.at_ms, record.id, msgspec.Raw(record.body)))


def link(previous: str, record: Record) -> str:
    """The chain value of a record behind another one."""
    return hashlib.sha256(previous.encode() + record_bytes(record)).hexdigest()


def chained(previous: str, after: int, records: Sequence[Record]) -> list[Record]:
    """Records as they are written after version ``after``, each with its chain value."""
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
    if b"\n" in record.body or b"\n" in record.beside:
        raise StoreError(f"record {record.version} is not on one line")
    try:
        read_beside(record.beside)
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
    """What the next record is chained to, and the version before it; or why it may not come."""
    if header is None:
        raise StoreError(f"there is no table {table}")
    version = last.version if last else 0
    if version != after:
        raise StoreConflict(f"{table} is at version {version}, not {after}")
    return (last.chain if last else genesis(header)), version


def broken_link(header: TableHeader, records: Iterable[Record]) -> int:
    """The version of the first record whose chain value is wrong; 0 where the chain holds."""
    previous = genesis(header)
    for record in records:
        previous = link(previous, record)
        if record.chain != previous:
            return record.version
    return 0
