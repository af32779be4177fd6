"""An exported log: a table's header, its entries and a footer, as lines of JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TypeVar

import msgspec

from pitboss.store.chain import genesis, header_bytes, record_bytes
from pitboss.store.port import UNREADABLE, Record, Store, StoreError, TableHeader
from pitboss.store.seals import without_staff

T = TypeVar("T")

FORMAT = "pitboss log 2"
PART = 500
"""Records of one part of a log."""
LOG_BYTES_MAX = 1_000_000_000
"""No exported log is larger."""
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A number or a time that every reader of JSON has exactly."""


class LogError(StoreError):
    """A file that is not an exported log: what is wrong, and on which line."""

    def __init__(self, line: int, text: str, *, hint: str = "") -> None:
        super().__init__(f"line {line}: {text}", place=f"line {line}", hint=hint)
        self.line = line
        self.text = text


class _First(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    header: TableHeader
    genesis: str


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line for each entry."""

    version: Number
    at_ms: Number
    id: str
    entry: msgspec.Raw
    chain: str
    opened: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    sealed: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Envelope(msgspec.Struct, frozen=True):
    """An entry's envelope, unread."""

    opened: msgspec.Raw | msgspec.UnsetType
    sealed: msgspec.Raw | msgspec.UnsetType


class _Last(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line."""

    count: Number
    last: str
    behind: Number = 0


_FIRST = msgspec.json.Decoder(_First)
_LINE = msgspec.json.Decoder(_Line)
_LAST = msgspec.json.Decoder(_Last)


@dataclass(frozen=True, slots=True)
class ExportedLog:
    """The contents of a file, of which only the form has been checked."""

    header: TableHeader
    genesis: str
    records: tuple[Record, ...]
    count: int
    """Number of records according to the footer."""
    last: str
    """Chain value of the last record according to the footer."""
    behind: int = 0
    """Number of later, withheld events according to the footer."""


def export_log(
    store: Store,
    table: str,
    *,
    until: int | None = None,
    behind: int = 0,
    is_for_staff: bool = True,
) -> bytes:
    """Return the log of a table as a file, up to a version or to its end.

    ``behind``: the number of withheld events. A whole log holds the cards that lie face down:
    auditors get it up to the round in play, the public up to the version of ``PublicScan``. An
    export that is not for the staff leaves out the openings of the staff's figures.
    """
    parts = log_parts(store, table, until=until, behind=behind, is_for_staff=is_for_staff)
    return b"".join(parts)


def log_parts(
    store: Store,
    table: str,
    *,
    until: int | None = None,
    behind: int = 0,
    is_for_staff: bool = True,
) -> Iterator[bytes]:
    """Yield the lines of ``export_log``, a page of the log at a time."""
    header = next((h for h in store.headers() if h.table == table), None)
    if header is None:
        raise StoreError(f"there is no table {table}")
    yield _first_line(header)
    count, after, last = 0, 0, genesis(header)
    while page := store.read(table, after, PART):
        after = page[-1].version
        records = [record for record in page if until is None or record.version <= until]
        if records:
            count, last = count + len(records), records[-1].chain
            shown = records if is_for_staff else map(without_staff, records)
            yield b"".join(_line_of(record) + b"\n" for record in shown)
        if len(records) < len(page):
            break
    yield msgspec.json.encode(_Last(count, last, behind)) + b"\n"


def write_log(header: TableHeader, records: list[Record]) -> bytes:
    """Return a header and records as the lines of a file."""
    lines = [_line_of(record) + b"\n" for record in records]
    last = records[-1].chain if records else genesis(header)
    footer = msgspec.json.encode(_Last(len(records), last)) + b"\n"
    return b"".join([_first_line(header), *lines, footer])


def _first_line(header: TableHeader) -> bytes:
    first = b'{"format":"%b","header":%b,"genesis":"%b"}\n'
    return first % (FORMAT.encode(), header_bytes(header), genesis(header).encode())


def _line_of(record: Record) -> bytes:
    """Return the line of a record: its hashed bytes, its envelope and its chain value."""
    envelope = b"," + record.envelope[1:-1] if len(record.envelope) > len(b"{}") else b""
    return b'%b%b,"chain":"%b"}' % (record_bytes(record)[:-1], envelope, record.chain.encode())


def read_log(data: bytes) -> ExportedLog:
    """Read an exported log; raise ``LogError`` with the first line of a wrong form."""
    if len(data) > LOG_BYTES_MAX:
        raise LogError(1, f"a log of {len(data)} bytes is too large: at most {LOG_BYTES_MAX}")
    lines = data.removesuffix(b"\n").split(b"\n")
    first = _decode(_FIRST, lines[0], 1, "the header of a log")
    try:
        header_bytes(first.header)
    except UNREADABLE as error:
        raise LogError(1, f"not the header of a log: {error}") from None
    if first.format != FORMAT:
        raise LogError(1, f"the format is {first.format!r}, where {FORMAT!r} is expected")
    if len(lines) < 2:
        raise LogError(2, "the file breaks off before its footer")
    footer = _decode(_LAST, lines[-1], len(lines), "the footer of a log")
    records = [_read_line(text, number) for number, text in enumerate(lines[1:-1], start=2)]
    return ExportedLog(
        first.header, first.genesis, tuple(records), footer.count, footer.last, footer.behind
    )


def _read_line(text: bytes, number: int) -> Record:
    """Read the record of a line."""
    line = _decode(_LINE, text, number, "an entry")
    envelope = msgspec.json.encode(_Envelope(line.opened, line.sealed))
    envelope = b"" if envelope == b"{}" else envelope
    return Record(line.version, line.at_ms, bytes(line.entry), line.id, line.chain, envelope)


def all_records(
    store: Store, table: str, until: int | None = None, *, after: int = 0
) -> Iterator[Record]:
    """Yield every record of a table behind a version, page by page, up to another or to its end."""
    while page := store.read(table, after):
        for record in page:
            if until is not None and record.version > until:
                return
            yield record
        after = page[-1].version


def _decode(decoder: msgspec.json.Decoder[T], text: bytes, line: int, what: str) -> T:
    try:
        # What is kept as it is written, such as an entry, is no text to the decoder.
        text.decode()
        return decoder.decode(text)
    except UNREADABLE as error:
        raise LogError(line, f"not {what}: {error}") from None
