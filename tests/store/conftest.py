"""Every store that the suite runs over; PostgreSQL is a real server, or a skip that says why."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.sqlite import SqliteStore
from tests.machine import running_postgres
from tests.patience import WAIT_S

LIMITS_MS = ("IDLE_MS", "LOCK_MS", "STATEMENT_MS")
"""After which PostgreSQL cuts a connection off: three seconds, and more."""
_SCHEMAS = itertools.count(1)


@dataclass(frozen=True)
class Place:
    """Somewhere to keep logs."""

    kind: str
    where: str
    """A path or a connection string; empty for memory."""
    open: Callable[[], Store]
    """The logs again, as after a restart; those in memory are just the same."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this test run."""
    with running_postgres() as server:
        yield server.get_uri()


@pytest.fixture
def postgres_place(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Place:
    """An empty schema of its own; a busy machine may leave a transaction waiting."""
    import psycopg

    for name in LIMITS_MS:
        monkeypatch.setattr(f"pitboss.store.sql.pool.{name}", round(1000 * WAIT_S))
    schema = f"t{next(_SCHEMAS)}"
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(f"CREATE SCHEMA {schema}".encode())
    mark = "&" if "?" in postgres else "?"
    where = f"{postgres}{mark}options=-csearch_path%3D{schema}"
    return Place("postgres", where, lambda: PostgresStore(where))


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Place:
    """A file that is not there yet."""
    path = tmp_path / "logs.db"
    return Place("sqlite", str(path), lambda: SqliteStore(path))


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Place:
    """Each kind of store in turn."""
    if request.param == "memory":
        store = MemoryStore()
        return Place("memory", "", lambda: store)
    chosen = request.getfixturevalue(f"{request.param}_place")
    assert isinstance(chosen, Place)
    return chosen


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """An open store of each kind."""
    opened = place.open()
    yield opened
    opened.close()
