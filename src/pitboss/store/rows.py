"""What a database of logs reads back, however its rows are fetched."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any

import msgspec

from pitboss.store.memory import page
from pitboss.store.port import PAGE_MAX, Movement, Record, Snapshot, TableHeader
from pitboss.store.statements import (
    ANSWERED,
    BANKROLLS,
    LAST,
    LOGS,
    MOVEMENTS,
    MOVEMENTS_OF_KIND,
    RECORDS,
    SNAPSHOT,
    newest_movements,
)

Row = tuple[Any, ...]

NUMBER_MAX = 2**62
"""No movement has a higher number."""


class Rows(ABC):
    """The reading half of a store over SQL; each database says how a statement is run."""

    @abstractmethod
    def _read(self, statement: str, values: Row) -> list[Row]:
        """The rows of a statement."""

    def headers(self) -> list[TableHeader]:
        """Every table, the oldest first."""
        return [read_header(row) for row in self._read(LOGS, ())]

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Records behind a version, in order."""
        return [read_record(row) for row in self._read(RECORDS, (table, after, page(limit)))]

    def last(self, table: str) -> Record | None:
        """The newest record of a table."""
        rows = self._read(LAST, (table,))
        return read_record(rows[0]) if rows else None

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
        pages = (self._read(*lookup) for lookup in newest_movements(accounts))
        return [Movement(*row) for rows in pages for row in rows]

    def snapshot(self, table: str) -> Snapshot | None:
        """The newest state kept."""
        rows = self._read(SNAPSHOT, (table,))
        return Snapshot(rows[0][0], bytes(rows[0][1])) if rows else None


def record_row(table: str, record: Record) -> Row:
    """A record as the database has it."""
    body, beside = record.body.decode(), record.beside.decode()
    return table, record.version, record.at_ms, record.id, body, record.chain, beside


def read_record(row: Row) -> Record:
    """A record from the database."""
    version, at_ms, id_, body, chain, beside = row
    return Record(version, at_ms, body.encode(), id_, chain, beside.encode())


def movement_row(movement: Movement) -> Row:
    """A movement as the database has it."""
    return msgspec.structs.astuple(movement)


def read_header(row: Row) -> TableHeader:
    """A header from the database."""
    return msgspec.json.decode(row[0], type=TableHeader)
