"""Backups: every log and bankroll of a store in one SQLite file, as they stood at one moment.

One of SQLite is taken while a server runs, one of PostgreSQL within one snapshot. Either can be
restored into either, so that a backup is also how tables move from one to the other.
"""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import msgspec

from pitboss.store.port import StoreError, StoreUnavailable
from pitboss.store.sql import queries
from pitboss.store.sql.pool import Pool, sql, without_limits
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.postgres_schema import schema_fault
from pitboss.store.sql.rescue import rescue
from pitboss.store.sql.sqlite import SqliteStore, is_locked
from pitboss.store.sql.wal import wal_of
from pitboss.store.witness.checking import LISTS, NO_LOGS, Fault, check_against_heads
from pitboss.store.witness.opening import public_key
from pitboss.store.witness.outside import OutsideCopy

COPIED = (
    (
        "SELECT table_id, created_ms, header FROM logs ORDER BY created_ms, table_id",
        queries.ADD_LOG,
    ),
    (queries.ALL_RECORDS, queries.ADD_RECORD),
    (
        "SELECT table_id, version, state, chain, signature FROM snapshots ORDER BY table_id",
        queries.KEEP_SNAPSHOT,
    ),
    (queries.ALL_MOVEMENTS, queries.ADD_MOVEMENT),
    (queries.ALL_STATEMENTS, queries.ADD_STATEMENT),
)
"""The statements that read and write each part of a backup."""
SNAPSHOT_OF_ALL = b"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"

Row = tuple[Any, ...]


class BackupError(StoreError):
    """A backup that cannot be taken, or that cannot be restored."""


class OlderBackup(BackupError):
    """A backup that lacks what was signed after it was taken."""

    def __init__(self, lost: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.text for fault in lost))
        self.lost = tuple(lost)


class DamagedBackup(BackupError):
    """A backup in which a log does not hold."""


class HeadFiles(msgspec.Struct, frozen=True):
    """The witness's files outside a store: its copy of the signed heads, and its key."""

    outside: Path
    key: Path


class Contents(msgspec.Struct, frozen=True):
    """The contents of a backup."""

    logs: int
    """Number of logs: those of tables, and the register of people."""
    records: int
    faults: tuple[str, ...] = ()
    """Faults of its logs, a sentence each."""


def back_up(*, data: Path, database: str, file: Path, house: HeadFiles | None = None) -> Contents:
    """Copy the SQLite file, or the database if one is named, to a new file, and check it.

    A log that does not hold is named and comes along as it is: the others are as good as ever.
    """
    # The copy must have all that was signed by now; it may have more.
    outside = OutsideCopy(house.outside) if house else None
    with _new(file) as part:
        damage = take_copy(part, data=data, database=database)
        contents = check(part, outside, house, damage=damage)
        _close_journal(part)
    return contents


def take_copy(file: Path, *, data: Path, database: str) -> str:
    """Copy a store as it is at one moment; return the fault of its structure, or "".

    Other processes may write to the store meanwhile. A store without a writer is not changed.
    """
    if database:
        return _from_postgres(database, file)
    if is_locked(data):
        _copy_file(data, file, is_live=True)
    elif not data.is_file():
        raise BackupError(f"there is no file {data}")
    else:
        for source, target in ((data, file), (wal_of(data), wal_of(file))):
            if source.exists():
                shutil.copyfile(source, target)
    return rescue(file, is_kept=False)


def restore(
    file: Path,
    *,
    data: Path,
    database: str,
    house: HeadFiles | None = None,
    is_older: bool = False,
    is_damaged: bool = False,
) -> Contents:
    """Put a backup into a SQLite file that is not there yet, or into a database without tables.

    One that lacks what was signed since is refused, unless ``is_older``: then that is signed as
    lost. One with logs that do not hold is refused, unless ``is_damaged``: a start then keeps them
    closed.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _copy_file(file, copy)
        contents = check(copy, damage=rescue(copy, is_kept=False))
        lost = losses(copy, house) if house else []
        altered = [fault.text for fault in lost if not fault.is_shorter]
        if not is_damaged and contents.faults:
            raise DamagedBackup("; ".join(contents.faults))
        if altered and not is_damaged:
            raise BackupError(f"this backup is not what was signed: {'; '.join(altered)}")
        if len(lost) > len(altered) and not is_older:
            raise OlderBackup([fault for fault in lost if fault.is_shorter])
        if database:
            _into_postgres(copy, database)
        else:
            data.parent.mkdir(parents=True, exist_ok=True)
            with _new(data) as part:
                _copy_file(copy, part)
    return contents


def losses(file: Path, house: HeadFiles) -> list[Fault]:
    """Return the faults of logs that lack what the outside copy has signed."""
    outside = OutsideCopy(house.outside)
    with _opened(file) as store:
        if next(outside.readable(), None) is None:
            return []
        public = public_key(store, outside, house.key)
        faults = check_against_heads(store, public, outside).faults if public else {}
    return [fault for log, fault in faults.items() if log not in NO_LOGS]


def check(
    file: Path,
    outside: OutsideCopy | None = None,
    house: HeadFiles | None = None,
    *,
    damage: str = "",
) -> Contents:
    """Count what a backup holds, and name what does not hold in it, or is not what was signed."""
    with _opened(file) as store:
        store.damage = damage
        public = public_key(store, outside, house.key if house else None)
        findings = check_against_heads(store, public, outside)
        has_copy = outside is not None and next(outside.readable(), None) is not None
        # A backup is moved to where the outside copy need not be.
        faults = [fault for fault in findings.faults.values() if has_copy or fault.log != LISTS]
        names = [name for name, _ in store.kept_headers()]
        records = sum(store.record_count(name) for name in names)
        return Contents(len(names), records, tuple(fault.text for fault in faults))


@contextmanager
def _opened(file: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(file)
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _new(file: Path) -> Iterator[Path]:
    """Open a new file, which gets its name if the block succeeds; refuse an existing file."""
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
    """Copy the pages of a database at one moment; other processes may write to a live one."""
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
    """Fold the write-ahead log into the file, so that it can be read from a read-only disk."""
    with closing(apsw.Connection(str(file))) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def _from_postgres(database: str, target: Path) -> str:
    """Copy the rows of a database; return the fault of its tables, or ""."""
    SqliteStore(target).close()
    pool = Pool(database)
    try:
        with closing(apsw.Connection(str(target))) as new, new, pool.transaction() as db:
            db.execute(SNAPSHOT_OF_ALL)
            without_limits(db)
            for read, write in COPIED:
                with db.cursor("backup") as rows:
                    rows.execute(read.encode())
                    for row in rows:
                        new.execute(write, row)
        return schema_fault(pool)
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
