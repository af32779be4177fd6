"""What a database of logs reads back, however its rows are fetched."""

import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from pitboss.store.bankrolls import Kept, Newest, bankroll_log
from pitboss.store.memory import page
from pitboss.store.port import (
    PAGE_MAX,
    Movement,
    Opener,
    Record,
    Snapshot,
    StoreError,
    TableHeader,
)
from pitboss.store.seal import read_beside
from pitboss.store.statements import (
    ALL_MOVEMENTS,
    ANSWERED,
    BANKROLLS,
    CHAIN_AT,
    CUT_MOVEMENTS,
    CUT_RECORDS,
    FIRST_STATEMENTS,
    FORGET_LOG,
    FORGET_SNAPSHOT,
    LAST,
    LAST_STATEMENTS,
    LOGS,
    MOVEMENTS,
    MOVEMENTS_OF_KIND,
    NEWEST_MOVEMENTS,
    RECORDS,
    SEALED_RECORDS,
    SNAPSHOT,
    STATEMENTS,
)
from pitboss.store.witness.keys import is_signed
from pitboss.store.witness.signing import Forged, Witness
from pitboss.store.witness.statements import Head, Signed

log = logging.getLogger("pitboss.store")

Row = tuple[Any, ...]

NUMBER_MAX = 2**62
"""No movement has a higher number."""


class Rows(ABC):
    """The reading half of a store over SQL; each database says how a statement is run."""

    witness: Witness | None = None
    """Signs every commit, from when it is set."""
    seals: Opener | None = None
    """Opens what is sealed, from when it is set."""

    @abstractmethod
    def _read(self, statement: str, values: Row) -> list[Row]:
        """The rows of a statement."""

    def headers(self) -> list[TableHeader]:
        """Every table, the oldest first."""
        headers = []
        for row in self._read(LOGS, ()):
            try:
                headers += _all(read_header, [row])
            except StoreError as error:
                log.error("a table has no header", extra={"table": row[1], "why": str(error)})
        return headers

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Records behind a version, in order."""
        return _all(read_record, self._read(RECORDS, (table, after, page(limit))))

    def sealed(self, table: str) -> list[Record]:
        """Every record of a table with something in it that has not been opened."""
        return _all(read_record, self._read(SEALED_RECORDS, (table,)))

    def last(self, table: str) -> Record | None:
        """The newest record of a table."""
        rows = _all(read_record, self._read(LAST, (table,)))
        return rows[0] if rows else None

    def answered(self, table: str, id_: str) -> tuple[int, int] | None:
        """The first and last event that a command led to."""
        first, last = self._read(ANSWERED, (table, table, id_))[0]
        return (first, last) if last else None

    def movements(
        self, account: str, *, kind: str = "", before: int = 0, limit: int = PAGE_MAX
    ) -> list[Movement]:
        """Movements of an account, of a kind and before a number if named, the newest first."""
        statement, wanted = (MOVEMENTS_OF_KIND, (kind,)) if kind else (MOVEMENTS, ())
        rows = self._read(statement, (account, *wanted, before or NUMBER_MAX, page(limit)))
        return [Movement(*row) for row in rows]

    def bankrolls(self, accounts: Collection[str] | None = None) -> list[Movement]:
        """The newest movement of every account, or of those named, in the order of names."""
        if accounts is None:
            return [Movement(*row) for row in self._read(BANKROLLS, ())]
        newest = newest_kept(self._read(NEWEST_MOVEMENTS, names_row(accounts)))
        return [newest[account].movement for account in sorted(newest)]

    def kept_movements(self) -> list[Kept]:
        """Every movement in its place, by account."""
        return _all(read_kept, self._read(ALL_MOVEMENTS, ()))

    def statements(self, writer: str, after: int = 0, limit: int = PAGE_MAX) -> list[bytes]:
        """The statements of a process behind a number, in order."""
        return _all(read_line, self._read(STATEMENTS, (writer, after, page(limit))))

    def first_statements(self) -> list[bytes]:
        """The statement that each list begins with."""
        return _all(read_line, self._read(FIRST_STATEMENTS, ()))

    def last_statements(self) -> dict[str, bytes]:
        """The newest statement of each process."""
        rows = self._read(LAST_STATEMENTS, ())
        lines = _all(read_line, [row[1:] for row in rows])
        return {str(row[0]): line for row, line in zip(rows, lines, strict=True)}

    def one_moment(self) -> AbstractContextManager[None]:
        """Everything read within it is as it stood at one moment."""
        return nullcontext()

    def must_have_signed(self, head: Head) -> None:
        """Raise where nobody has signed that a log came to this; without a witness nobody does."""
        if self.witness is not None and not self.witness.has_signed(head):
            raise Forged(f"{head.log} is not what was signed, at event {head.version}")

    def snapshot(self, table: str) -> Snapshot | None:
        """The newest state kept."""
        rows = self._read(SNAPSHOT, (table,))
        if not rows:
            return None
        version, state, chain, signature = rows[0]
        snapshot = Snapshot(version, state if isinstance(state, bytes) else b"", chain, signature)
        if self.witness is None or self._is_signed(table, snapshot, self.witness):
            return snapshot
        text = "a snapshot is not the one that was signed; the table is rebuilt from its log"
        log.warning(text, extra={"table": table, "version": version})
        return None

    def _is_signed(self, table: str, snapshot: Snapshot, witness: Witness) -> bool:
        """Whether a snapshot was taken at this place of its log, and is as it was."""
        place = self._read(CHAIN_AT, (table, snapshot.version))
        is_there = [row[0] for row in place] == [snapshot.chain]
        body = snapshot_bytes(table, snapshot)
        return is_there and is_signed(witness.key.public, body, snapshot.signature)


T = TypeVar("T")


def _all(read: Callable[[Row], T], rows: Iterable[Row]) -> list[T]:
    """What rows of a database hold; in a damaged one there may be anything."""
    try:
        return [read(row) for row in rows]
    except (AttributeError, TypeError, ValueError, msgspec.MsgspecError):
        raise StoreError("a row is not what was written there") from None


def record_row(table: str, record: Record) -> Row:
    """A record as the database has it."""
    body, beside = record.body.decode(), record.beside.decode()
    sealed = int(bool(read_beside(record.beside).sealed))
    return table, record.version, record.at_ms, record.id, body, record.chain, beside, sealed


def opened_row(table: str, record: Record) -> Row:
    """What is written of a record that is opened."""
    sealed = int(bool(read_beside(record.beside).sealed))
    return record.beside.decode(), sealed, table, record.version


def read_record(row: Row) -> Record:
    """A record from the database."""
    version, at_ms, id_, body, chain, beside = row
    return Record(version, at_ms, body.encode(), id_, chain, beside.encode())


def movement_row(kept: Kept) -> Row:
    """A movement as the database has it."""
    return (*msgspec.structs.astuple(kept.movement), kept.chain)


def read_kept(row: Row) -> Kept:
    """A movement in its place, from the database."""
    *movement, chain = row
    return msgspec.convert(Kept(Movement(*movement), chain), Kept, from_attributes=True)


def read_line(row: Row) -> bytes:
    """A statement from the database."""
    return bytes(row[0].encode())


def snapshot_bytes(table: str, snapshot: Snapshot) -> bytes:
    """What the signature of a snapshot covers: its place, and the digest of its state."""
    state = hashlib.sha256(snapshot.state).hexdigest()
    return f"{table} {snapshot.version} {snapshot.chain} {state}".encode()


def snapshot_row(table: str, snapshot: Snapshot, place: list[Row], witness: Witness | None) -> Row:
    """A state as the database has it, signed; ``place`` is the record that it was taken at."""
    if witness is not None and place:
        snapshot = replace(snapshot, chain=place[0][0])
        snapshot = replace(snapshot, signature=witness.key.sign(snapshot_bytes(table, snapshot)))
    return (table, *msgspec.structs.astuple(snapshot))


def cuts(log: str, version: int, *, is_given_up: bool) -> list[tuple[str, Row]]:
    """Statements that remove what lies behind a version of a log, or a number of a bankroll."""
    account = log.removeprefix(bankroll_log(""))
    if account != log:
        return [(CUT_MOVEMENTS, (account, version))]
    whole = [(FORGET_SNAPSHOT, (log, version)), (CUT_RECORDS, (log, version))]
    return [*whole, (FORGET_LOG, (log,))] if is_given_up else whole


def statement_row(signed: Signed) -> Row:
    """A statement as the database has it."""
    return signed.statement.writer, signed.statement.number, signed.line.decode()


def names_row(names: Collection[str]) -> Row:
    """Names as the one value of a statement that looks them all up."""
    return (msgspec.json.encode(list(names)).decode(),)


def newest_kept(rows: Iterable[Row]) -> Newest:
    """The newest movement of each account, from the database."""
    return {row[0]: read_kept(row) for row in rows}


def read_header(row: Row) -> TableHeader:
    """A header from the database."""
    return msgspec.json.decode(row[0], type=TableHeader)
