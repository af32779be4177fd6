"""Backups: every log and bankroll of a store in one SQLite file, as they stood at one moment.

One of SQLite is taken while a server runs, one of PostgreSQL within one snapshot. Either can be
restored into either, so that a backup is also how tables move from one to the other.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import msgspec

from pitboss.store.log import all_records
from pitboss.store.pool import Pool, sql, without_limits
from pitboss.store.port import StoreError, StoreUnavailable, TableHeader
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from pitboss.store.statements import (
    ADD_LOG,
    ADD_MOVEMENT,
    ADD_RECORD,
    ADD_STATEMENT,
    ALL_MOVEMENTS,
    ALL_RECORDS,
    ALL_STATEMENTS,
    KEEP_SNAPSHOT,
)
from pitboss.store.witness.checking import LISTS, Fault, hold_against
from pitboss.store.witness.opening import public_key
from pitboss.store.witness.outside import newest_run
from pitboss.store.witness.statements import Signed

COPIED = (
    ("SELECT table_id, created_ms, header FROM logs ORDER BY created_ms, table_id", ADD_LOG),
    (ALL_RECORDS, ADD_RECORD),
    (
        "SELECT table_id, version, state, chain, signature FROM snapshots ORDER BY table_id",
        KEEP_SNAPSHOT,
    ),
    (ALL_MOVEMENTS, ADD_MOVEMENT),
    (ALL_STATEMENTS, ADD_STATEMENT),
)
"""What a backup holds: how it is read, and how it is written."""
SNAPSHOT_OF_ALL = b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"

Row = tuple[Any, ...]


class BackupError(StoreError):
    """A backup that cannot be taken, or that cannot be restored."""


class OlderBackup(BackupError):
    """A backup that lacks what was signed after it was taken."""

    def __init__(self, lost: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.text for fault in lost))
        self.lost = tuple(lost)


class HeadFiles(msgspec.Struct, frozen=True):
    """Where the signed heads of a house are kept outside its store, and its key."""

    outside: Path
    key: Path


class Contents(msgspec.Struct, frozen=True):
    """What a backup holds."""

    logs: int
    """Those of tables, and the register of people."""
    records: int


def back_up(*, data: Path, database: str, file: Path, house: HeadFiles | None = None) -> Contents:
    """Copy the SQLite file, or the database where one is named, to a new file, and check it."""
    # What was signed by now must be in the copy, which may have come further.
    signed = newest_run(house.outside) if house else []
    with _new(file) as part:
        take_copy(part, data=data, database=database)
        contents = check(part, signed, house)
        _close_journal(part)
    return contents


def take_copy(file: Path, *, data: Path, database: str) -> None:
    """A store as it stands at one moment, in a file; others may write to it meanwhile."""
    if database:
        _from_postgres(database, file)
    else:
        _copy_file(data, file, is_live=True)


def restore(
    file: Path, *, data: Path, database: str, house: HeadFiles | None = None, is_older: bool = False
) -> Contents:
    """Put a backup into a SQLite file that is not there yet, or into a database without tables.

    One that lacks what was signed since is refused, unless that is wanted, and signed as lost.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _copy_file(file, copy)
        contents = check(copy)
        lost = losses(copy, house) if house else []
        if altered := [fault.text for fault in lost if not fault.is_shorter]:
            raise BackupError(f"this backup is not what was signed: {'; '.join(altered)}")
        if lost and not is_older:
            raise OlderBackup(lost)
        if database:
            _into_postgres(copy, database)
        else:
            data.parent.mkdir(parents=True, exist_ok=True)
            with _new(data) as part:
                _copy_file(copy, part)
    return contents


def losses(file: Path, house: HeadFiles) -> list[Fault]:
    """What was signed outside a backup and is not in it, by log."""
    outside = newest_run(house.outside)
    with _opened(file) as store:
        if not outside or not (public := public_key(store, outside, house.key)):
            return []
        faults = hold_against(store, public, outside).faults
    return [fault for log, fault in faults.items() if log != LISTS]


def check(file: Path, outside: Sequence[Signed] = (), house: HeadFiles | None = None) -> Contents:
    """Count what a backup holds; raises where a log does not hold, or is not what was signed."""
    with _opened(file) as store:
        public = public_key(store, outside, house.key if house else None)
        findings = hold_against(store, public, outside)
        # A backup is moved to where the outside copy need not be.
        faults = [fault for fault in findings.faults.values() if outside or fault.log != LISTS]
        if faults:
            raise BackupError("; ".join(fault.text for fault in faults))
        headers = store.headers()
        return Contents(len(headers), sum(_count(store, header) for header in headers))


@contextmanager
def _opened(file: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(file)
    try:
        yield store
    finally:
        store.close()


def _count(store: SqliteStore, header: TableHeader) -> int:
    return sum(1 for _ in all_records(store, header.table))


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
        why = "it is not a backup" if isinstance(error, apsw.NotADBError) else str(error)
        raise StoreUnavailable(f"{source} cannot be copied: {why}") from error


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
