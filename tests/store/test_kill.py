"""A writer is killed at any moment: nothing acknowledged is lost, and nothing is there twice."""

import random
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from pitboss.store.bankrolls import broken_bankroll
from tests.patience import wait_until
from tests.store.conftest import Place
from tests.store.records import BATCH, assert_sound, header

ROOT = Path(__file__).parents[2]
KILLS = 5
KILLS_LONG = 200
"""For each of SQLite and PostgreSQL."""


def kill_writers(place: Place, kills: int, seed: int = 7) -> int:
    """Start and kill writers one after another; how many commands were acknowledged."""
    rng = random.Random(seed)
    store = place.open()
    store.create(header())
    store.close()
    acknowledged: dict[str, int] = {}
    for _ in range(kills):
        others = backends(place)
        command = [sys.executable, "-m", "tests.store.writer", place.kind, place.where]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            line = writer.stdout.readline()
            assert line, "the writer wrote nothing"
            time.sleep(rng.uniform(0, 0.05))
            writer.kill()
            lines = [line, *writer.stdout.readlines()]
        for told in lines:
            name, version = told.split()
            assert name not in acknowledged, f"{name} was acknowledged twice"
            acknowledged[name] = int(version)
        wait_for_backends(place, others)
        check(place, acknowledged)
    return len(acknowledged)


def backends(place: Place) -> set[int]:
    """Who works for clients: a commit that a writer asked for goes on when the writer is killed."""
    if place.kind == "sqlite":
        return set()
    with psycopg.connect(place.where) as db:
        rows = db.execute(
            "SELECT pid FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        return {pid for (pid,) in rows}


def wait_for_backends(place: Place, others: set[int]) -> None:
    """Until nobody but the others works for a client."""
    wait_until(lambda: backends(place) <= others, "PostgreSQL still writes for the killed one")


def check(place: Place, acknowledged: dict[str, int]) -> None:
    """What was acknowledged is in the log, once and whole."""
    store = place.open()
    ids = {entry.version: entry.id for entry in assert_sound(store)}
    for name, version in acknowledged.items():
        assert ids.get(version) == name, f"{name} was acknowledged and is not there"
    moved = store.movements("ann")
    assert [one.mark for one in reversed(moved)] == list(dict.fromkeys(ids.values()))
    assert not broken_bankroll(store)
    name, version = next(reversed(acknowledged.items()))
    assert store.answered("t1", name) == (version - BATCH + 1, version)
    store.close()


@pytest.mark.parametrize("kind", ["sqlite_place", "postgres_place"])
def test_killed_writers_lose_nothing(kind: str, request: pytest.FixtureRequest) -> None:
    assert kill_writers(request.getfixturevalue(kind), KILLS) >= KILLS


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite_place", "postgres_place"])
def test_many_killed_writers_lose_nothing(kind: str, request: pytest.FixtureRequest) -> None:
    assert kill_writers(request.getfixturevalue(kind), KILLS_LONG) >= KILLS_LONG
