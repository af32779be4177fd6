"""The hash chain: every record carries a SHA-256 over the one before and its own contents."""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from pitboss.store.port import Record, StoreConflict, StoreError, TableHeader

APPEND_MAX = 10_000
"""No append writes more records."""
COMMAND_CHARS_MAX = 200
"""No command id is longer."""
TIME_MAX_MS = 2**53
"""No time is later, so that every reader of JSON has it exactly."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])


class _Contents(msgspec.Struct, frozen=True):
    """What a record's hash covers, in this order."""

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
    """What a record's hash covers: its line of an exported log without the ``chain``."""
    contents = _Contents(record.version, record.at_ms, record.command, msgspec.Raw(record.event))
    return _ENCODER.encode(contents)


def link(previous: str, record: Record) -> str:
    """The chain value of a record behind another one."""
    return hashlib.sha256(previous.encode() + record_bytes(record)).hexdigest()


def seal(previous: str, after: int, records: Sequence[Record]) -> list[Record]:
    """Records as they are written behind version ``after``, each with its chain value."""
    if len(records) > APPEND_MAX:
        raise StoreError(f"{len(records)} records at once, where {APPEND_MAX} are the most")
    sealed = []
    for version, record in enumerate(records, start=after + 1):
        if record.version != version:
            raise StoreError(f"a record of version {record.version}, where {version} is next")
        if len(record.command) > COMMAND_CHARS_MAX or "\0" in record.command:
            raise StoreError(f"a command id has at most {COMMAND_CHARS_MAX} characters, none 0")
        if not 0 <= record.at_ms <= TIME_MAX_MS:
            raise StoreError(f"record {version} has the time {record.at_ms}")
        previous = _link_of(previous, record)
        sealed.append(replace(record, chain=previous))
    return sealed


def _link_of(previous: str, record: Record) -> str:
    try:
        record.event.decode()
        _OBJECT.decode(record.event)
    except (UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise StoreError(f"record {record.version} is no JSON object: {error}") from None
    if b"\n" in record.event:
        raise StoreError(f"record {record.version} is not on one line")
    chain = link(previous, record)
    if record.chain not in ("", chain):
        raise StoreError(f"the chain value of record {record.version} is not that of its place")
    return chain


def next_place(
    header: TableHeader | None, last: Record | None, table: str, after: int
) -> tuple[str, int]:
    """What the next record is chained to, and its number less one; or why it may not come."""
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
