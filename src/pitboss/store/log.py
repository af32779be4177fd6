"""An exported log: a table's header, its records and a footer, as lines of JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.store.chain import genesis, header_bytes, record_bytes
from pitboss.store.codec import decode_event
from pitboss.store.notes import ShoeCommitted
from pitboss.store.port import Record, Store, StoreError, TableHeader

T = TypeVar("T")

FORMAT = "pitboss log 1"
LOG_BYTES_MAX = 1_000_000_000
"""No exported log is larger."""


class LogError(StoreError):
    """A file that is no exported log: what is wrong, and on which line."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"line {line}: {text}")
        self.line = line
        self.text = text


class _First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    header: TableHeader
    genesis: str


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line for each record."""

    version: int
    at_ms: int
    command: str
    event: msgspec.Raw
    chain: str


class _Last(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    count: int
    last: str


_FIRST = msgspec.json.Decoder(_First)
_LINE = msgspec.json.Decoder(_Line)
_LAST = msgspec.json.Decoder(_Last)


@dataclass(frozen=True, slots=True)
class ExportedLog:
    """What a file holds. Only its form is known to be right."""

    header: TableHeader
    genesis: str
    records: tuple[Record, ...]
    count: int
    """What the footer says: how many records there are."""
    last: str
    """What the footer says: the chain value of the last."""


def export_log(store: Store, table: str, *, until: int | None = None) -> bytes:
    """The log of a table as a file, up to a version or to its end.

    A whole log holds the order of the shoe in play: it is for auditors. ``public_until`` gives the
    version up to which everybody may see it.
    """
    header = next((h for h in store.headers() if h.table == table), None)
    if header is None:
        raise StoreError(f"there is no table {table}")
    records = _all_records(store, table, until)
    return write_log(header, list(records))


def write_log(header: TableHeader, records: list[Record]) -> bytes:
    """A header and records as the lines of a file."""
    start = genesis(header)
    first = b'{"format":"%b","header":%b,"genesis":"%b"}'
    lines = [first % (FORMAT.encode(), header_bytes(header), start.encode())]
    lines += [
        b'%b,"chain":"%b"}' % (record_bytes(record)[:-1], record.chain.encode())
        for record in records
    ]
    last = records[-1].chain if records else start
    lines.append(msgspec.json.encode(_Last(len(records), last)))
    return b"\n".join(lines) + b"\n"


def read_log(data: bytes) -> ExportedLog:
    """What a file holds; raises ``LogError`` with the line where its form is wrong."""
    if len(data) > LOG_BYTES_MAX:
        raise LogError(1, f"a log of {len(data)} bytes, where {LOG_BYTES_MAX} are the most")
    lines = data.removesuffix(b"\n").split(b"\n")
    first = _decode(_FIRST, lines[0], 1, "the header of a log")
    if first.format != FORMAT:
        raise LogError(1, f"the format is {first.format!r}, where {FORMAT!r} is expected")
    if len(lines) < 2:
        raise LogError(2, "the file breaks off before its footer")
    footer = _decode(_LAST, lines[-1], len(lines), "the footer of a log")
    records = []
    for number, text in enumerate(lines[1:-1], start=2):
        line = _decode(_LINE, text, number, "a record")
        event = bytes(line.event)
        records.append(Record(line.version, line.at_ms, event, line.command, line.chain))
    return ExportedLog(first.header, first.genesis, tuple(records), footer.count, footer.last)


def public_until(store: Store, table: str) -> int:
    """The last version that everybody may see: every shoe up to there has been replaced."""
    version, prepared = 0, 0
    loaded: dict[int, int] = {}
    for record in _all_records(store, table, None):
        version = record.version
        entry = decode_event(record.event)
        if isinstance(entry, StackShuffled | ShoeCommitted):
            prepared = prepared or version
        elif isinstance(entry, ShoeLoaded) and (entry.is_shuffle or not loaded):
            loaded[entry.side] = prepared or version
            prepared = 0
    secret = [*loaded.values(), *([prepared] if prepared else [])]
    return min(secret) - 1 if secret else version


def _all_records(store: Store, table: str, until: int | None) -> Iterator[Record]:
    after = 0
    while page := store.read(table, after):
        for record in page:
            if until is not None and record.version > until:
                return
            yield record
        after = page[-1].version


def _decode(decoder: msgspec.json.Decoder[T], text: bytes, line: int, what: str) -> T:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise LogError(line, f"not {what}: {error}") from None
