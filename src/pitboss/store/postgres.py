"""A store in PostgreSQL: several servers may use it, and each table still has one writer at a time.

An append locks the row of its table, so that of two writers the second finds the version changed. A
lease goes further: the row has the epoch of the newest, and an append under an older is refused.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.store.bankrolls import by_account, follow
from pitboss.store.chain import chained, header_bytes, next_place
from pitboss.store.leases import Lease
from pitboss.store.pool import Patience, Pool, StoreCut, sql, without_limits
from pitboss.store.port import (
    BankrollMoved,
    LeaseLost,
    Movement,
    Record,
    Snapshot,
    StoreConflict,
    StoreError,
    TableHeader,
)
from pitboss.store.rows import Row, Rows, movement_row, read_header, read_record, record_row
from pitboss.store.statements import (
    ADD_LOG,
    ADD_MIGRATION,
    ADD_MOVEMENT,
    ADD_RECORD,
    KEEP_SNAPSHOT,
    LAST,
    MIGRATED,
    SCHEMA,
    newest_movements,
    pending,
)

if TYPE_CHECKING:
    from pitboss.store.pool import Connection

LOCK_LOG = "SELECT header, owner, epoch FROM logs WHERE table_id = ? FOR UPDATE"
ROWS_MAX = 1_000
"""Rows that one statement writes."""
ONCE = "movements_once"
"""The index by which a mark is used once."""
MIGRATION_LOCK = 0x706974626F7373
"""The advisory lock under which one server at a time migrates: ``pitboss`` in ASCII."""


class PostgresStore(Rows):
    """Logs in a database. Where a connection breaks, another one is made, for some seconds."""

    def __init__(self, conninfo: str) -> None:
        self.pool = Pool(conninfo)
        try:
            with self.pool.transaction() as db:
                _migrate(db)
        except StoreError:
            self.pool.close()
            raise

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table."""
        row = (header.table, header.created_ms, header_bytes(header).decode())
        with self.pool.transaction() as db:
            try:
                db.execute(sql(ADD_LOG), row)
            except self.pool.psycopg.errors.UniqueViolation:
                text = f"there is a table {header.table} already"
                raise StoreConflict(text) from None

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, lease: Lease | None = None,
    ) -> None:  # fmt: skip
        """Write records behind a version; on disk when it returns, all of them or none.

        Under a lease they are refused with ``LeaseLost`` once another server has the table.
        """
        patience = Patience()
        is_unknown = False
        while True:
            try:
                with self.pool.transaction() as db:
                    _append(db, table, after, records, lease)
                    self._move(db, movements)
                return
            except StoreCut as error:
                patience.pause(error)
                is_unknown = True
            except StoreConflict:
                # A commit whose connection was cut may have come about all the same. This try has
                # waited for it, as both lock the row of the table.
                if is_unknown and self._holds(table, after, records):
                    return
                raise

    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none."""
        patience = Patience()
        is_unknown = False
        while True:
            try:
                with self.pool.transaction() as db:
                    self._move(db, movements)
                return
            except StoreCut as error:
                patience.pause(error)
                is_unknown = True
            except (BankrollMoved, StoreConflict):
                if is_unknown and self._has_moved(movements):
                    return
                raise

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, unless a newer one is kept."""
        with self.pool.transaction() as db:
            try:
                db.execute(sql(KEEP_SNAPSHOT), (table, snapshot.version, snapshot.state))
            except self.pool.psycopg.errors.ForeignKeyViolation:
                raise StoreError(f"there is no table {table}") from None

    def close(self) -> None:
        """Let go of the connections; those in use go when they are free."""
        self.pool.close()

    def _move(self, db: "Connection", movements: Sequence[Movement]) -> None:
        """Write movements; another writer of the same bankroll is waited for, and then won."""
        if not movements:
            return

        ordered = by_account(movements)
        rows = [
            row
            for statement, names in newest_movements({one.account for one in ordered})
            for row in db.execute(sql(statement), names).fetchall()
        ]
        follow(ordered, {row[0]: Movement(*row) for row in rows})
        try:
            _insert(db, ADD_MOVEMENT, [movement_row(one) for one in ordered])
        except self.pool.psycopg.errors.UniqueViolation as error:
            if error.diag.constraint_name == ONCE:
                raise StoreConflict("this has moved the bankroll already") from None
            raise BankrollMoved("a bankroll moved at the same moment") from None

    def _has_moved(self, movements: Sequence[Movement]) -> bool:
        """Whether these very movements are written."""
        return all(
            self.movements(one.account, before=one.number + 1, limit=1) == [one]
            for one in movements
        )

    def _holds(self, table: str, after: int, records: Sequence[Record]) -> bool:
        """Whether these very records stand behind a version."""
        written = self.read(table, after, len(records))
        return [_contents(one) for one in written] == [_contents(one) for one in records]

    def _read(self, statement: str, values: Row) -> list[Row]:
        patience = Patience()
        while True:
            try:
                with self.pool.transaction() as db:
                    return db.execute(sql(statement), values).fetchall()
            except StoreCut as error:
                patience.pause(error)


def _append(
    db: "Connection", table: str, after: int, records: Sequence[Record], lease: Lease | None
) -> None:
    logs = db.execute(sql(LOCK_LOG), (table,)).fetchall()
    lasts = db.execute(sql(LAST), (table,)).fetchall()
    if lease is not None and logs and logs[0][1:] != (lease.server, lease.epoch):
        raise LeaseLost(f"{table} is written by another server now")
    header = read_header(logs[0]) if logs else None
    last = read_record(lasts[0]) if lasts else None
    previous, version = next_place(header, last, table, after)
    written = chained(previous, version, records)
    _insert(db, ADD_RECORD, [record_row(table, one) for one in written])


def _insert(db: "Connection", statement: str, rows: Sequence[Row]) -> None:
    """Write many rows by one statement.

    ``executemany`` is no way to do so here: it ends with a message after which PostgreSQL counts no
    idle time, so that a writer which freezes then would keep its locks.
    """
    for first in range(0, len(rows), ROWS_MAX):
        some = rows[first : first + ROWS_MAX]
        further = f", ({', '.join('?' * len(some[0]))})" * (len(some) - 1)
        db.execute(sql(statement + further), [value for row in some for value in row])


def _contents(record: Record) -> tuple[int, int, bytes, str]:
    return record.version, record.at_ms, record.body, record.id


def _migrate(db: "Connection") -> None:
    """Bring the tables of the database to what the code knows, one server at a time."""
    without_limits(db)
    db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
    db.execute(sql(SCHEMA))
    done = [number for (number,) in db.execute(sql(MIGRATED)).fetchall()]
    for number, name, text in pending(done, "postgres"):
        db.execute(text.encode())
        db.execute(sql(ADD_MIGRATION), (number, name))
