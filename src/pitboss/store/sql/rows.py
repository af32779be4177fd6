"""The common part of the stores over SQL: all reading, and the rows that are written."""

import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pitboss.store.bankrolls import Kept, Newest, bankroll_log
from pitboss.store.chain import header_bytes
from pitboss.store.port import (
    PAGE_MAX,
    Movement,
    Record,
    Snapshot,
    TableHeader,
    UnreadableRecord,
    Unsealer,
    page,
)
from pitboss.store.sealed_fields import read_envelope
from pitboss.store.sql import queries
from pitboss.store.witness.signing import Forged, Witness
from pitboss.store.witness.statements import End, Head, Signed, is_signed

log = logging.getLogger("pitboss.store")

Row = tuple[Any, ...]

_MOVEMENT = tuple[str, int, int, str, int, int, str, str]
_SNAPSHOT = tuple[int, bytes, str, str]
_UNREADABLE = (AttributeError, TypeError, ValueError, msgspec.MsgspecError)
"""Raised by rows with bytes that the store did not write."""
BANKROLLS_PART, STATEMENTS_PART = "the bankrolls", "the statements"
"""Names in errors of the parts of a store that are not a log."""
NUMBER_MAX = 2**62
"""Above the number of any movement."""


class SqlStore(ABC):
    """A store over SQL; each database runs the statements."""

    witness: Witness | None = None
    """Signs every commit; None until set."""
    damage: str = ""
    """Fault of the database's structure when it was opened, or ""."""
    seals: Unsealer | None = None
    """Opens sealed fields; None until set."""

    @abstractmethod
    def _read(self, statement: str, values: Row) -> list[Row]:
        """Return the rows of a statement."""

    @abstractmethod
    def _write(self, statements: Sequence[tuple[str, Row]]) -> None:
        """Run statements in one transaction."""

    @abstractmethod
    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none."""

    @abstractmethod
    def state(self, heads: Iterable[Head], note: str, lists: tuple[End, ...] = ()) -> None:
        """Sign heads for a reason other than a commit, such as a loss that was accepted."""

    def headers(self) -> list[TableHeader]:
        """Return every table, the oldest first."""
        headers = []
        for name, header in self.kept_headers():
            if header is None:
                log.error("a table has no header", extra={"table": name})
            else:
                headers.append(header)
        return headers

    def kept_headers(self) -> list[tuple[str, TableHeader | None]]:
        """Return every name of a log with its header; None if that is not what was written."""
        return [(_shown(row[1]), _kept_header(row)) for row in self._read(queries.LOGS, ())]

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Return records behind a version, in order."""
        return all_of(read_record, self._read(queries.RECORDS, (table, after, page(limit))), table)

    def kept_records(
        self, table: str, after: int = 0, limit: int = PAGE_MAX
    ) -> list[tuple[Record, object]]:
        """Return records behind a version, each with its mark that something in it is sealed."""
        rows = self._read(queries.KEPT_RECORDS, (table, after, page(limit)))
        return all_of(lambda row: (read_record(row[:-1]), row[-1]), rows, table)

    def record_count(self, table: str) -> int:
        """Return the number of records of a table, readable or not."""
        return int(self._read(queries.RECORD_COUNT, (table,))[0][0])

    def stray_logs(self) -> list[str]:
        """Return names under which there are records and no log."""
        return sorted(_shown(name) for (name,) in self._read(queries.STRAY_RECORDS, ()))

    def sealed(self, table: str) -> list[Record]:
        """Return every record of a table with something in it that has not been opened."""
        return all_of(read_record, self._read(queries.SEALED_RECORDS, (table,)), table)

    def last(self, table: str) -> Record | None:
        """Return the newest record of a table."""
        rows = all_of(read_record, self._read(queries.LAST, (table,)), table)
        return rows[0] if rows else None

    def answered(self, table: str, id_: str) -> tuple[int, int] | None:
        """Return the first and last event of a command."""
        first, last = self._read(queries.ANSWERED, (table, table, id_))[0]
        return (first, last) if last else None

    def movements(
        self, account: str, *, kind: str = "", before: int = 0, limit: int = PAGE_MAX
    ) -> list[Movement]:
        """Return movements of an account, if named of a kind and before a number, newest first."""
        below, most = before or NUMBER_MAX, page(limit)
        if kind:
            rows = self._read(queries.MOVEMENTS_OF_KIND, (account, kind, below, most))
        else:
            rows = self._read(queries.MOVEMENTS, (account, below, most))
        return all_of(read_movement, rows, bankroll_log(account))

    def bankrolls(self, accounts: Collection[str] | None = None) -> list[Movement]:
        """Return the newest movement of every account, or of those named, in the order of names."""
        if accounts is None:
            return all_of(read_movement, self._read(queries.BANKROLLS, ()), BANKROLLS_PART)
        newest = newest_kept(self._read(queries.NEWEST_MOVEMENTS, names_row(accounts)))
        return [newest[account].movement for account in sorted(newest)]

    def kept_movements(self) -> list[tuple[str, Kept | None]]:
        """Return every movement in its place, by account; None for one that cannot be read."""
        rows = self._read(queries.ALL_MOVEMENTS, ())
        return [(_shown(row[0]), _or_none(read_kept, row)) for row in rows]

    def has_statements(self) -> bool:
        """Return True if anything was ever signed here."""
        return bool(self._read(queries.LAST_STATEMENTS, ()))

    def statements(self, writer: str, after: int = 0, limit: int = PAGE_MAX) -> list[bytes]:
        """Return the statements of a process behind a number, in order."""
        rows = self._read(queries.STATEMENTS, (writer, after, page(limit)))
        if [row[0] for row in rows] != list(range(after + 1, after + 1 + len(rows))):
            raise UnreadableRecord(STATEMENTS_PART, after + 1, f"a number of {writer} is missing")
        return all_of(read_line, rows, STATEMENTS_PART)

    def first_statements(self) -> list[bytes]:
        """Return the first statement of each list."""
        return all_of(read_line, self._read(queries.FIRST_STATEMENTS, ()), STATEMENTS_PART)

    def last_statements(self) -> dict[str, bytes]:
        """Return the newest statement of each process."""
        rows = self._read(queries.LAST_STATEMENTS, ())
        lines = all_of(read_line, rows, STATEMENTS_PART)
        return {_shown(row[0]): line for row, line in zip(rows, lines, strict=True)}

    def one_moment(self) -> AbstractContextManager[None]:
        """Give the reads within the block one consistent view."""
        return nullcontext()

    def must_have_signed(self, head: Head) -> None:
        """Raise ``Forged`` if this head was not signed; without a witness, every head passes."""
        if self.witness is not None and not self.witness.has_signed(head):
            raise Forged(f"{head.log} is not what was signed, at event {head.version}")

    def must_be_ends(self, heads: Iterable[Head]) -> None:
        """Raise ``Forged`` if these ends were not signed; without a witness, all ends pass."""
        for head in heads:
            if self.witness is not None and not self.witness.is_end(head):
                text = f"{head.log} ends at {head.version}, and nobody has signed that"
                raise Forged(f"{text}: somebody else has written to the store")

    def drop_snapshot(self, table: str) -> None:
        """Delete the snapshot of a table."""
        self._write([(queries.DROP_SNAPSHOT, (table,))])

    def forget_lists(self, writer: str) -> None:
        """Remove every list of statements but one; only for repairs."""
        self._write([(queries.FORGET_LISTS, (writer,))])

    def cut(self, log: str, version: int, *, is_given_up: bool = False) -> None:
        """Remove the records of a log after a version, or movements of a bankroll; for repairs."""
        account = log.removeprefix(bankroll_log(""))
        if account != log:
            self._write([(queries.CUT_MOVEMENTS, (account, version))])
            return
        cuts: list[tuple[str, Row]] = [
            (queries.FORGET_SNAPSHOT, (log, version)),
            (queries.CUT_RECORDS, (log, version)),
        ]
        self._write([*cuts, (queries.FORGET_LOG, (log,))] if is_given_up else cuts)

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the newest snapshot; None if it was altered, as the log has everything."""
        rows = self._read(queries.SNAPSHOT, (table,))
        if not rows:
            return None
        public = self.witness.key.public if self.witness is not None else ""
        snapshot = self._snapshot(table, rows[0], public)
        if snapshot is None:
            text = "a snapshot is not the one that was kept; the table is rebuilt from its log"
            log.warning(text, extra={"table": table})
        return snapshot

    def wrong_snapshots(self, public: str) -> list[str]:
        """Return the tables whose snapshot was not signed with this key."""
        rows = self._read(queries.SNAPSHOTS, ())
        return [_shown(row[0]) for row in rows if self._snapshot(row[0], row[1:], public) is None]

    def _snapshot(self, table: Any, row: Row, public: str) -> Snapshot | None:
        """Return a snapshot if it was taken at this place of its log and is unaltered."""
        snapshot = _or_none(read_snapshot, row)
        if snapshot is None or not isinstance(table, str) or not public:
            return snapshot
        place = self._read(queries.CHAIN_AT, (table, snapshot.version))
        is_there = [row[0] for row in place] == [snapshot.chain]
        body = snapshot_bytes(table, snapshot)
        return snapshot if is_there and is_signed(public, body, snapshot.signature) else None


T = TypeVar("T")


def all_of(read: Callable[[Row], T], rows: Iterable[Row], part: str) -> list[T]:
    """Return what rows hold; raise ``UnreadableRecord`` at the first with other bytes in it."""
    contents: list[T] = []
    number = 0
    for row in rows:
        # A record begins with its version; of other rows the place among those read is named.
        number = row[0] if type(row[0]) is int else number + 1
        try:
            contents.append(read(row))
        except _UNREADABLE:
            raise UnreadableRecord(part, number) from None
    return contents


def _or_none(read: Callable[[Row], T], row: Row) -> T | None:
    try:
        return read(row)
    except _UNREADABLE:
        return None


def _shown(name: object) -> str:
    """Return a column's value as text, whatever its type."""
    return name.decode(errors="replace") if isinstance(name, bytes) else str(name)


def _kept_header(row: Row) -> TableHeader | None:
    """Return the header of a row; None if other columns disagree."""
    text, name, created_ms = row
    header = _or_none(read_header, row)
    if header is None or (header.table, header.created_ms) != (name, created_ms):
        return None
    return header if header_bytes(header) == text.encode() else None


def record_row(table: str, record: Record) -> Row:
    """Return a record as the database has it."""
    body, envelope = record.body.decode(), record.envelope.decode()
    sealed = int(bool(read_envelope(record.envelope).sealed))
    return table, record.version, record.at_ms, record.id, body, record.chain, envelope, sealed


def opened_row(table: str, record: Record) -> Row:
    """Return the new envelope of a record, as the database stores it."""
    sealed = int(bool(read_envelope(record.envelope).sealed))
    return record.envelope.decode(), sealed, table, record.version


def read_record(row: Row) -> Record:
    """Return a record from the database."""
    version, at_ms, id_, body, chain, envelope = row
    if not (type(version) is type(at_ms) is int and type(id_) is type(chain) is str):
        raise TypeError("a column has another type")
    return Record(version, at_ms, body.encode(), id_, chain, envelope.encode())


def read_movement(row: Row) -> Movement:
    """Return a movement from the database."""
    return Movement(*msgspec.convert(row, _MOVEMENT))


def movement_row(kept: Kept) -> Row:
    """Return a movement as the database has it."""
    return (*msgspec.structs.astuple(kept.movement), kept.chain)


def read_kept(row: Row) -> Kept:
    """Return a movement in its place, from the database."""
    *movement, chain = row
    return Kept(read_movement(tuple(movement)), msgspec.convert(chain, str))


def read_snapshot(row: Row) -> Snapshot:
    """Return a snapshot from the database."""
    return Snapshot(*msgspec.convert(row, _SNAPSHOT, builtin_types=(bytes,)))


def read_line(row: Row) -> bytes:
    """Return a statement from the database, the last column."""
    return bytes(row[-1].encode())


def snapshot_bytes(table: str, snapshot: Snapshot) -> bytes:
    """Return the signed bytes of a snapshot: its place, and the digest of its state."""
    state = hashlib.sha256(snapshot.state).hexdigest()
    return f"{table} {snapshot.version} {snapshot.chain} {state}".encode()


def snapshot_row(table: str, snapshot: Snapshot, place: list[Row], witness: Witness | None) -> Row:
    """Return a signed snapshot as the database has it; ``place`` is the record it was taken at."""
    if witness is not None and place:
        snapshot = replace(snapshot, chain=place[0][0])
        snapshot = replace(snapshot, signature=witness.key.sign(snapshot_bytes(table, snapshot)))
    return (table, *msgspec.structs.astuple(snapshot))


def statement_row(signed: Signed) -> Row:
    """Return a statement as the database has it."""
    return signed.statement.writer, signed.statement.number, signed.line.decode()


def names_row(names: Collection[str]) -> Row:
    """Return names as the one value of a statement that looks them all up."""
    return (msgspec.json.encode(list(names)).decode(),)


def newest_kept(rows: Iterable[Row]) -> Newest:
    """Return the newest movement of each account, from the database."""
    movements = all_of(read_kept, rows, BANKROLLS_PART)
    return {movement.movement.account: movement for movement in movements}


def read_header(row: Row) -> TableHeader:
    """Return a header from the database."""
    return msgspec.json.decode(row[0], type=TableHeader)
