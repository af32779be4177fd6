"""Make a damaged SQLite file readable again: its rows go to a new one, and the old one is kept.

Nothing is guessed: what cannot be read is missing in the new file, so the check against the signed
heads names it, and every other table opens.
"""

import logging
import os
import re
import shutil
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import apsw

from pitboss.store.port import StoreUnavailable
from pitboss.store.sql.queries import MIGRATIONS, migrations
from pitboss.store.sql.salvage import LAYOUTS, PAGE_BYTES, TEXT, salvaged
from pitboss.store.sql.sqlite_file import connect, migrate
from pitboss.store.sql.wal import committed_pages, mend_wal, wal_of

SCHEMA_ROWS = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master ORDER BY name"
AWAY = (
    apsw.BusyError,
    apsw.LockedError,
    apsw.CantOpenError,
    apsw.PermissionsError,
    apsw.ReadOnlyError,
    apsw.IOError,
    apsw.FullError,
    apsw.NoMemError,
    apsw.InterruptError,
)
"""Errors that do not concern the bytes of a file."""

log = logging.getLogger("pitboss.store")


def rescue(path: Path, *, is_kept: bool = True) -> str:
    """Make a file readable that no process has open; return its fault, or "".

    ``is_kept``: the damaged file is kept under another name.
    """
    if not path.is_file() or not path.stat().st_size:
        return ""
    if count := mend_wal(wal_of(path)):
        log.warning("flipped bits of the write-ahead log were put right", extra={"bits": count})
    if not (why := structure_fault(path)):
        return ""
    log.error("the file is damaged", extra={"why": why})
    pages = committed_pages(wal_of(path))
    part = _rewrite(path, pages)
    text = f"the file is damaged ({why}), and what could be read of it is in a new one"
    if is_kept:
        text = f"{text}; the damaged one lies at {_keep(path)}"
    # A log that belongs to the damaged file must not be beside the new one at any moment.
    _fold(path, pages)
    os.replace(part, path)
    return text


def structure_fault(path: Path) -> str:
    """Return the fault of a file's pages or tables, or ""."""
    try:
        with closing(apsw.Connection(str(path))) as db:
            db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            schema = _schema(db)
            if not schema and db.execute("PRAGMA page_count").get <= 1:
                return ""
            done = list(db.execute(MIGRATIONS)) if schema else []
            if fault := _schema_fault(schema, done):
                return fault
            first = next(iter(db.execute("PRAGMA integrity_check")))[0]
            return "" if first == "ok" else f"SQLite says: {first.strip().splitlines()[-1]}"
    except AWAY as error:
        raise StoreUnavailable(f"{path} cannot be opened: {error}") from None
    except (apsw.Error, UnicodeDecodeError) as error:
        return f"SQLite says: {error}"


def _schema(db: apsw.Connection) -> Counter[tuple[str, ...]]:
    """Return the schema's objects, without blanks and quotation marks."""
    rows = db.execute(SCHEMA_ROWS)
    return Counter(tuple(re.sub(r'[\s"]+', "", text) for text in row) for row in rows)


def _schema_fault(schema: Counter[tuple[str, ...]], done: list[tuple[int, str]]) -> str:
    """Return the first difference from the applied migrations, or ""."""
    known = [(number, name) for number, name, _ in migrations("sqlite")]
    if done[: len(known)] != known[: len(done)]:
        return "the list of its migrations is not the one that was written"
    with closing(apsw.Connection(":memory:")) as fresh:
        migrate(fresh, until=len(done))
        expected = _schema(fresh)
    if len(done) > len(known):
        return ""
    for _, name, *_ in (schema - expected) + (expected - schema):
        return f"{name} is not as this program has made it"
    return ""


def _keep(path: Path) -> Path:
    """Copy a damaged file and its log to a name that is free."""
    numbers = (f"{path.name}.damaged-{number}" for number in range(1, 10_000))
    kept = next(free for free in map(path.with_name, numbers) if not free.exists())
    for source in (wal_of(path), path):
        if source.exists():
            target = kept if source == path else wal_of(kept)
            shutil.copyfile(source, target)
            target.chmod(source.stat().st_mode)
    return kept


def _fold(path: Path, pages: dict[int, bytes]) -> None:
    """Write the committed pages of the log into the file, and remove the log."""
    with path.open("r+b") as file:
        for number, page in pages.items():
            file.seek((number - 1) * PAGE_BYTES)
            file.write(page)
        file.flush()
        os.fsync(file.fileno())
    for mark in ("-wal", "-shm"):
        path.with_name(f"{path.name}{mark}").unlink(missing_ok=True)


def _rewrite(path: Path, pages: dict[int, bytes]) -> Path:
    """Write a new file with every row of a damaged one that can be read; raise without a table."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_WRONLY, 0o600))
    part.chmod(path.stat().st_mode)
    rows = Counter[str]()
    with ExitStack() as opened:
        db = connect(part, None, opened)
        migrate(db)
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        with db:
            for table, values in salvaged(path, pages):
                db.execute(_insertion(table), values)
                rows[table] += 1
        db.execute("PRAGMA journal_mode = DELETE")
    if not rows["logs"]:
        part.unlink()
        text = f"{path} cannot be opened: it is damaged, and no table can be read in it"
        raise StoreUnavailable(text)
    return part


def _insertion(table: str) -> str:
    """Return an insertion that leaves existing rows: the new one is from an older page."""
    layout, _ = LAYOUTS[table]
    values = ", ".join("CAST(? AS TEXT)" if kind == TEXT else "?" for kind in layout)
    return f"INSERT OR IGNORE INTO {table} VALUES ({values})"
