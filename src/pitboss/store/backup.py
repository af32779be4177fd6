"""Backups: every log and bankroll of a store in one SQLite file, as they stood at one moment.

One of SQLite is taken while a server runs, one of PostgreSQL within one snapshot. Either can be
restored into either, so that a backup is also how tables move from one to the other.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import msgspec

from pitboss.store.bankrolls import broken_bankroll
from pitboss.store.body import event_count
from pitboss.store.chain import broken_link
from pitboss.store.pool import Pool, sql, without_limits
from pitboss.store.port import PAGE_MAX, Record, StoreError, StoreUnavailable, TableHeader
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from pitboss.store.statements import (
    ADD_LOG,
    ADD_MOVEMENT,
    ADD_RECORD,
    ALL_MOVEMENTS,
    ALL_RECORDS,
    KEEP_SNAPSHOT,
)

COPIED = (
    ("SELECT table_id, created_ms, header FROM logs ORDER BY created_ms, table_id", ADD_LOG),
    (ALL_RECORDS, ADD_RECORD),
    ("SELECT table_id, version, state FROM snapshots ORDER BY table_id", KEEP_SNAPSHOT),
    (ALL_MOVEMENTS, ADD_MOVEMENT),
)
"""What a backup holds: how it is read, and how it is written."""
SNAPSHOT_OF_ALL = b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"

Row = tuple[Any, ...]


class BackupError(StoreError):
    """A backup that cannot be taken, or that cannot be restored."""


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds."""

    logs: int
    """Those of tables, and the register of people."""
    records: int


def back_up(*, data: Path, database: str, file: Path) -> Contents:
    """Copy the SQLite file, or the database where one is named, to a new file, and check it."""
    with _new(file) as part:
        if database:
            _from_postgres(database, part)
        else:
            _copy_file(data, part, is_live=True)
        contents = check(part)
        _close_journal(part)
    return contents


def restore(file: Path, *, data: Path, database: str) -> Contents:
    """Put a backup into a SQLite file that is not there yet, or into a database without tables."""
    if not database:
        data.parent.mkdir(parents=True, exist_ok=True)
        with _new(data) as part:
            _copy_file(file, part)
            return check(part)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _copy_file(file, copy)
        contents = check(copy)
        _into_postgres(copy, database)
        return contents


def check(file: Path) -> Contents:
    """Count what a backup holds; raises where a log is broken."""
    store = SqliteStore(file)
    try:
        headers = store.headers()
        if account := broken_bankroll(store):
            raise BackupError(f"the movements of {account} do not lead to its bankroll")
        return Contents(len(headers), sum(_count(store, header) for header in headers))
    finally:
        store.close()


def _count(store: SqliteStore, header: TableHeader) -> int:
    """The records of a log, whose chain must hold."""
    count = version = 0

    def records() -> Iterator[Record]:
        nonlocal count, version
        while page := store.read(header.table, version, PAGE_MAX):
            for record in page:
                count, version = count + 1, version + event_count(record.body)
                if record.version != version:
                    raise BackupError(f"{header.table} has no record {version}")
                yield record

    if broken := broken_link(header, records()):
        raise BackupError(f"the chain of {header.table} breaks at record {broken}")
    return count


@contextmanager
def _new(file: Path) -> Iterator[Path]:
    """A file to write, which takes its name when all is well; never one that is there already."""
    if file.exists():
        raise BackupError(f"{file} is there already")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    # Hashes of passwords and seeds of shoes in play are in it.
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        yield part
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


def _copy_file(source: Path, target: Path, *, is_live: bool = False) -> None:
    """The pages of a database as they stand at one moment; others may write to a live one."""
    if not source.is_file():
        raise BackupError(f"there is no file {source}")
    flags = apsw.SQLITE_OPEN_READWRITE if is_live else apsw.SQLITE_OPEN_READONLY
    try:
        with (
            closing(apsw.Connection(str(source), flags=flags)) as old,
            closing(apsw.Connection(str(target))) as new,
            new.backup("main", old, "main") as copy,
        ):
            copy.step(-1)
    except apsw.Error as error:
        raise StoreUnavailable(f"{source} cannot be copied: {error}") from error


def _close_journal(file: Path) -> None:
    """One file with nothing beside it, which can be read where nothing can be written."""
    with closing(apsw.Connection(str(file))) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def _from_postgres(database: str, target: Path) -> None:
    SqliteStore(target).close()
    pool = Pool(database)
    try:
        with (
            closing(apsw.Connection(str(target))) as new,
            new,
            pool.transaction() as db,
        ):
            db.execute(SNAPSHOT_OF_ALL)
            without_limits(db)
            for read, write in COPIED:
                with db.cursor("backup") as rows:
                    rows.execute(read.encode())
                    for row in rows:
                        new.execute(write, row)
    finally:
        pool.close()


def _into_postgres(file: Path, database: str) -> None:
    store = PostgresStore(database)
    try:
        if store.headers():
            raise BackupError("the database holds tables already")
        with closing(apsw.Connection(str(file))) as old, store.pool.transaction() as db:
            without_limits(db)
            for read, write in COPIED:
                db.cursor().executemany(sql(write), old.execute(read))
    finally:
        store.close()
