"""Every column of every table, changed by somebody who can write to the database: it is named."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pitboss.store.bankrolls import bankroll_log
from pitboss.store.port import Snapshot, StoreError
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.postgres_schema import schema_fault
from pitboss.store.sql.rescue import structure_fault
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import LISTS, STRUCTURE, check_against_heads
from pitboss.store.witness.outside import OutsideCopy
from pitboss.store.witness.statements import load_key
from tests.store.witnessed import House, house

__all__ = ["house"]

OF_SERVERS = {("logs", "owner"), ("logs", "epoch")}
"""Who writes a table now: it is over with the lease."""
TABLES = {
    "logs": ("table_id", "t1", {"t1"}),
    "records": ("table_id", "t1", {"t1"}),
    "snapshots": ("table_id", "t1", {"snapshot of t1", "snapshot of t1x"}),
    "movements": ("account", "ann", {bankroll_log("ann")}),
    "statements": ("writer", "server-1", {LISTS}),
    "migrations": ("name", "0009_sealed.sql", {STRUCTURE, "refused"}),
}
"""Of each table: a column and a value that find a row, and the name of its faults."""
ORDER = {"records": "version", "movements": "number", "statements": "number"}


def named(house: House, *, has_schema: bool = True) -> set[str]:
    """Everything that a check of the store names, with its schema or without."""
    try:
        store = house.place.open()
    except StoreError:
        return {"refused"}
    assert isinstance(store, SqliteStore | PostgresStore)
    try:
        if has_schema and isinstance(store, PostgresStore):
            store.damage = schema_fault(store.pool)
        elif has_schema:
            store.damage = structure_fault(Path(house.place.where))
        copy = OutsideCopy(house.outside)
        findings = check_against_heads(store, load_key(house.key).public, copy)
    finally:
        store.close()
    return findings.faults.keys() | {f"snapshot of {table}" for table in findings.snapshots}


def columns(house: House) -> Iterator[tuple[str, str, str]]:
    """Every table with its columns and what they hold: a number, a text or bytes."""
    for table in TABLES:
        if house.place.kind == "sqlite":
            with closing(sqlite3.connect(house.place.where)) as db:
                rows = [(row[1], row[2]) for row in db.execute(f"PRAGMA table_info({table})")]
        else:
            import psycopg

            with psycopg.connect(house.place.where) as served:
                asked = (
                    "SELECT column_name, data_type FROM information_schema.columns"
                    f" WHERE table_schema = current_schema() AND table_name = '{table}'"
                )
                rows = served.execute(asked.encode()).fetchall()
        yield from ((table, name, kind.lower()) for name, kind in rows)


def change(house: House, table: str, column: str, kind: str) -> str:
    """A statement that changes one value in the newest row."""
    key, value, _ = TABLES[table]
    where = f"{key} = '{value}'"
    if table in ORDER:
        newest = f"SELECT max({ORDER[table]}) FROM {table} WHERE {where}"
        where = f"{where} AND {ORDER[table]} = ({newest})"
    other = {"bigint": f"{column} + 1", "bytea": "'other'"}.get(kind, f"{column} || 'x'")
    if kind == "bytea" and house.place.kind == "sqlite":
        other = "CAST('other' AS BLOB)"
    return f"UPDATE {table} SET {column} = {other} WHERE {where}"


def test_a_changed_column_is_named(house: House) -> None:
    with house.open() as (store, _):
        store.save_snapshot("t1", Snapshot(5, b"state"))
    assert named(house) == set()
    begin = ("CREATE SCHEMA IF NOT EXISTS kept", "SET session_replication_role = replica")
    if house.place.kind == "sqlite":
        begin = (f"ATTACH '{house.place.where}.kept' AS kept", "PRAGMA foreign_keys = OFF")
    tried = 0
    for table, column, kind in list(columns(house)):
        if (table, column) in OF_SERVERS:
            continue
        tried += 1
        saved = f"CREATE TABLE kept.saved AS SELECT * FROM {table}"
        house.sql(*begin, saved, change(house, table, column, kind))
        faults = named(house, has_schema=table == "migrations")
        back = f"INSERT INTO {table} SELECT * FROM kept.saved"
        house.sql(*begin, f"DELETE FROM {table}", back, "DROP TABLE kept.saved")
        assert faults & TABLES[table][2], f"{table}.{column} is changed, and {faults} is named"
    assert tried > 25
    assert named(house) == set()
