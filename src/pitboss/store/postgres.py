"""A store in PostgreSQL: several servers may use it, and each table still has one writer at a time.

An append locks the row of its table, so that of two writers the second finds the version changed.
``psycopg`` comes with the extra ``postgres`` and is imported when a store is opened.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from pitboss.store.chain import header_bytes, next_place, seal
from pitboss.store.memory import page
from pitboss.store.port import (
    PAGE_MAX,
    Record,
    Snapshot,
    StoreConflict,
    StoreError,
    StoreUnavailable,
    TableHeader,
)
from pitboss.store.sqlite import read_header, read_record, record_row
from pitboss.store.statements import (
    ADD_LOG,
    ADD_MIGRATION,
    ADD_RECORD,
    ANSWERED,
    KEEP_SNAPSHOT,
    LAST,
    LOG,
    LOGS,
    MIGRATED,
    RECORDS,
    SCHEMA,
    SNAPSHOT,
    pending,
)

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

CONNECT_S = 5
"""How long the server may take to answer a new connection."""
LOCK_MS = 5_000
"""How long another writer may hold a table."""
MIGRATION_LOCK = 0x706974626F7373
"""The advisory lock under which one server at a time migrates: ``pitboss`` in ASCII."""

Row = tuple[Any, ...]


class PostgresStore:
    """Logs in a database; a few connections, made when needed and again when they break."""

    def __init__(self, conninfo: str, *, connections: int = 4) -> None:
        try:
            import psycopg  # noqa: PLC0415
        except ImportError as error:
            raise StoreUnavailable("psycopg is missing: install pitboss[postgres]") from error
        self._psycopg = psycopg
        self._conninfo = conninfo
        self._places = threading.BoundedSemaphore(connections)
        self._idle: list[Connection] = []
        self._is_closed = False
        with self._connection() as db:
            _migrate(db)

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table."""
        row = (header.table, header.created_ms, header_bytes(header).decode())
        with self._connection() as db:
            try:
                db.execute(_sql(ADD_LOG), row)
            except self._psycopg.errors.UniqueViolation:
                text = f"there is a table {header.table} already"
                raise StoreConflict(text) from None

    def headers(self) -> list[TableHeader]:
        """Every table, the oldest first."""
        return [read_header(row) for row in self._read(LOGS, ())]

    def append(self, table: str, after: int, records: Sequence[Record]) -> None:
        """Write records behind a version; on disk when it returns, all of them or none."""
        with self._connection() as db:
            logs = db.execute(_sql(f"{LOG} FOR UPDATE"), (table,)).fetchall()
            lasts = db.execute(_sql(LAST), (table,)).fetchall()
            header = read_header(logs[0]) if logs else None
            last = read_record(lasts[0]) if lasts else None
            previous, version = next_place(header, last, table, after)
            sealed = seal(previous, version, records)
            rows = [record_row(table, record) for record in sealed]
            try:
                db.cursor().executemany(_sql(ADD_RECORD), rows)
            except self._psycopg.errors.UniqueViolation:
                raise StoreConflict(f"{table} was written to by another") from None

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Records behind a version, in order."""
        return [read_record(row) for row in self._read(RECORDS, (table, after, page(limit)))]

    def last(self, table: str) -> Record | None:
        """The newest record of a table."""
        rows = self._read(LAST, (table,))
        return read_record(rows[0]) if rows else None

    def answered(self, table: str, command: str) -> tuple[int, int] | None:
        """The first and last version that a command led to."""
        first, last = self._read(ANSWERED, (table, command))[0]
        return (first, last) if first else None

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, unless a newer one is kept."""
        with self._connection() as db:
            try:
                db.execute(_sql(KEEP_SNAPSHOT), (table, snapshot.version, snapshot.state))
            except self._psycopg.errors.ForeignKeyViolation:
                raise StoreError(f"there is no table {table}") from None

    def snapshot(self, table: str) -> Snapshot | None:
        """The newest state kept."""
        rows = self._read(SNAPSHOT, (table,))
        return Snapshot(rows[0][0], bytes(rows[0][1])) if rows else None

    def close(self) -> None:
        """Let go of the connections; those in use go when they are free."""
        self._is_closed = True
        self._drop_idle()

    def _drop_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def _read(self, statement: str, values: Row) -> list[Row]:
        with self._connection() as db:
            return db.execute(_sql(statement), values).fetchall()

    @contextmanager
    def _connection(self) -> "Iterator[Connection]":
        """A connection within a transaction, which ends committed or rolled back."""
        psycopg = self._psycopg
        with self._places:
            if self._is_closed:
                raise StoreUnavailable("the store is closed")
            try:
                db = self._idle.pop()
            except IndexError:
                db = self._connect()
            try:
                with db.transaction():
                    yield db
            except psycopg.Error as error:
                # Whether a commit that was cut off has happened, the log itself tells later. Where
                # one connection broke, the others did too.
                db.close()
                self._drop_idle()
                raise StoreUnavailable(str(error)) from error
            finally:
                if not db.closed:
                    self._idle.append(db)
                    if self._is_closed:
                        self._drop_idle()

    def _connect(self) -> "Connection":
        try:
            db = self._psycopg.connect(
                self._conninfo,
                autocommit=True,
                connect_timeout=CONNECT_S,
                application_name="pitboss",
            )
            db.execute(f"SET lock_timeout = {LOCK_MS}".encode())
            if db.execute("SHOW synchronous_commit").fetchone() == ("off",):
                # An acknowledged command is on disk, whatever the server's default.
                db.execute("SET synchronous_commit = on")
        except self._psycopg.Error as error:
            raise StoreUnavailable(str(error)) from error
        return db


def _sql(statement: str) -> bytes:
    return statement.replace("?", "%s").encode()


def _migrate(db: "Connection") -> None:
    """Bring the tables of the database to what the code knows, one server at a time."""
    db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
    db.execute(_sql(SCHEMA))
    done = [number for (number,) in db.execute(_sql(MIGRATED)).fetchall()]
    for number, name, text in pending(done):
        db.execute(text.encode())
        db.execute(_sql(ADD_MIGRATION), (number, name))
