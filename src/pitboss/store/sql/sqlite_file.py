"""Open a store's SQLite file: its journal, its durability and its tables."""

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import apsw
from apsw.ext import query_info

from pitboss.store.bankrolls import chains
from pitboss.store.port import StoreError, StoreUnavailable
from pitboss.store.sql import queries
from pitboss.store.sql.rows import Row, read_kept

BUSY_MS = 5_000
"""Longest wait for a file that another process has locked."""


def connect(path: Path | str, vfs: str | None, opened: ExitStack) -> apsw.Connection:
    """Open a connection with a store's pragmas; ``opened`` closes it."""
    db = apsw.Connection(str(path), vfs=vfs)
    opened.callback(close, db)
    db.set_busy_timeout(BUSY_MS)
    mode = db.execute("PRAGMA journal_mode = WAL").get
    if mode != "wal":
        raise StoreUnavailable(f"{path} cannot be opened: its journal is {mode}, not wal")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def read_rows(db: apsw.Connection, statement: str, values: tuple[Any, ...]) -> list[Row]:
    """Return the rows of a statement; a text that is not UTF-8 comes as its bytes."""
    try:
        return list(db.execute(statement, values))
    except UnicodeDecodeError:
        count = len(query_info(db, statement).description)
    names = [f"c{number}" for number in range(count)]
    columns = ", ".join(
        f"CASE typeof({name}) WHEN 'text' THEN CAST({name} AS BLOB) ELSE {name} END,"
        f" typeof({name}) = 'text'"
        for name in names
    )
    rows = db.execute(
        f"WITH found({', '.join(names)}) AS ({statement}) SELECT {columns} FROM found", values
    )
    return [
        tuple(
            _text(value) if is_text else value
            for value, is_text in zip(row[::2], row[1::2], strict=True)
        )
        for row in rows
    ]


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def close(db: apsw.Connection) -> None:
    """Close a connection."""
    # Closing tidies the WAL away; if that fails, all that was acknowledged is still in it.
    with suppress(apsw.Error):
        db.close()


def migrate(db: apsw.Connection, until: int | None = None) -> None:
    """Apply the pending migrations, or only the first ones."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(queries.SCHEMA)
        done = [number for (number,) in db.execute(queries.MIGRATED)]
        for number, name, text in queries.pending(done, "sqlite")[:until]:
            db.execute(text).fetchall()
            db.execute(queries.ADD_MIGRATION, (number, name))
            if name == queries.CHAINS_MOVEMENTS:
                rows = [read_kept(row).movement for row in db.execute(queries.ALL_MOVEMENTS)]
                db.executemany(queries.CHAIN_MOVEMENT, chains(rows))
        db.execute("COMMIT")
    except (apsw.Error, StoreError):
        with suppress(apsw.Error):
            db.execute("ROLLBACK")
        raise
