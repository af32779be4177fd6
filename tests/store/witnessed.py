"""A store under its witness, as a server opens it, for tests that do something to it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.store.port import (
    Movement,
)
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import Findings
from pitboss.store.witness.opening import begin, key_of
from tests.store.conftest import Place
from tests.store.records import entry, header, records


@dataclass
class House:
    """A store, its copy outside and its key."""

    place: Place
    outside: Path
    key: Path
    starts: int = 0

    @contextmanager
    def open(self) -> Iterator[tuple[SqliteStore | PostgresStore, Findings]]:
        """The store under its witness, as a server opens it."""
        self.starts += 1
        store = self.place.open()
        assert isinstance(store, SqliteStore | PostgresStore)
        try:
            key = key_of(store, self.outside, self.key)
            writer = f"server-{self.starts}"
            yield store, begin(store, key, self.outside, writer=writer, now_ms=lambda: 1_000)
        finally:
            store.close()

    def faults(self) -> dict[str, str]:
        """What a start finds."""
        with self.open() as (_, findings):
            return {log: fault.text for log, fault in findings.faults.items()}

    def sql(self, *statements: str) -> None:
        """What somebody does who can write to the database."""
        if self.place.kind == "sqlite":
            with closing(sqlite3.connect(self.place.where)) as db, db:
                for statement in statements:
                    db.execute(statement)
            return
        import psycopg

        with psycopg.connect(self.place.where) as served:
            for statement in statements:
                served.execute(statement.encode())


def fill(store: SqliteStore | PostgresStore) -> None:
    store.create(header("t1"))
    store.create(header("t2"))
    store.append("t1", 0, records(0, 3, "c1"))
    moved = [Movement("ann", 1, 1, "opening", 500, 500)]
    store.append("t1", 3, [entry(5, 2, "c2")], moved)
    store.append("t2", 0, records(0, 2))
    store.move([Movement("ann", 2, 2, "grant", 50, 550, "boss", "g1")])


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    """A house whose first run wrote two tables and a bankroll."""
    place: Place = request.getfixturevalue(f"{request.param}_place")
    house = House(place, tmp_path / "outside" / "heads", tmp_path / "key")
    with house.open() as (store, findings):
        assert not findings.faults
        fill(store)
    return house
