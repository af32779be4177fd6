"""One server to a SQLite file, and no store that a newer program has written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import apsw
import psycopg
import pytest

from pitboss.store.backup import back_up
from pitboss.store.port import StoreError, TableHeader
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.sqlite import SqliteStore
from tests.store.conftest import Place

HOLD = """
import sys
from pitboss.store.sql.sqlite import SqliteStore
store = SqliteStore(sys.argv[1], is_only=True)
print("held", flush=True)
sys.stdin.read()
"""
HEADER = TableHeader("t1", "T", "nz", 1, {}, {}, 1)


def hold(path: Path) -> "subprocess.Popen[str]":
    """Another process that has the file as a server has it."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    return other


def test_a_second_server_is_refused_and_readers_are_not(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.sqlite"
    with hold(path) as other:
        with pytest.raises(StoreError, match="used by another server") as refused:
            SqliteStore(path, is_only=True)
        assert str(other.pid) in str(refused.value)
        assert "--data" in str(refused.value)
        reader = SqliteStore(path)
        reader.create(HEADER)
        assert reader.headers() == [HEADER]
        reader.close()
        assert back_up(data=path, database="", file=tmp_path / "copy.sqlite").logs == 1
        other.kill()


def test_a_server_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.sqlite"
    with hold(path) as other:
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
    assert path.with_name("pitboss.sqlite.lock").exists()
    store = SqliteStore(path, is_only=True)
    store.close()
    # Closed, it is anybody's.
    with hold(path) as other:
        other.kill()


def test_a_file_that_cannot_be_opened_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.sqlite"
    path.write_bytes(b"no database" * 1_000)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(path, is_only=True)
    path.unlink()
    with hold(path) as other:
        other.kill()


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.sqlite"
    SqliteStore(path).close()
    db = apsw.Connection(str(path))
    db.execute("INSERT INTO migrations (number, name) VALUES (900, '0900_later.sql')")
    db.close()
    with pytest.raises(StoreError, match="newer pitboss: it has migration 900"):
        SqliteStore(path)


def test_a_database_of_a_newer_version_is_refused(postgres_place: Place) -> None:
    postgres_place.open().close()
    with psycopg.connect(postgres_place.where, autocommit=True) as db:
        db.execute("INSERT INTO migrations (number, name) VALUES (900, '0900_later.sql')")
    with pytest.raises(StoreError, match="newer pitboss: it has migration 900"):
        PostgresStore(postgres_place.where)
