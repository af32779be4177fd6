"""What only PostgreSQL has: connections that are cut, servers that are away, several at once."""

import subprocess
import sys
import threading

import psycopg
import pytest

from pitboss.store.port import Store, StoreError, StoreUnavailable
from pitboss.store.sql.postgres import PostgresStore
from tests.patience import WAIT_S
from tests.store.conftest import Place
from tests.store.records import BATCH, assert_sound, header, records


def cut(where: str) -> None:
    """End every other connection to the server."""
    with psycopg.connect(where, autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND application_name = 'pitboss'"
        )


def test_a_connection_that_was_cut_is_made_again(postgres_place: Place) -> None:
    store = postgres_place.open()
    store.create(header())
    for turn in range(3):
        after = turn * BATCH
        store.append("t1", after, records(after, BATCH, f"c{turn}"))
        cut(postgres_place.where)
        assert len(store.read("t1")) == after + BATCH
        cut(postgres_place.where)
    assert len(assert_sound(store)) == 3 * BATCH
    store.close()


def test_connections_cut_under_load_lose_nothing(postgres_place: Place) -> None:
    store = postgres_place.open()
    store.create(header())
    is_over = threading.Event()
    acknowledged: list[str] = []

    def write() -> None:
        turn = 0
        while not is_over.is_set():
            turn += 1
            command = f"c{turn}"
            try:
                last = store.last("t1")
                after = last.version if last else 0
                store.append("t1", after, records(after, BATCH, command))
                acknowledged.append(command)
            except StoreUnavailable:
                continue

    writer = threading.Thread(target=write)
    writer.start()
    for _ in range(10):
        is_over.wait(0.03)
        cut(postgres_place.where)
    is_over.set()
    writer.join(timeout=WAIT_S)
    store.close()
    store = postgres_place.open()
    assert acknowledged
    commands = {entry.id for entry in assert_sound(store)}
    assert set(acknowledged) <= commands
    store.close()


def test_servers_that_start_together_migrate_once(postgres_place: Place) -> None:
    opened: list[Store] = []
    threads = [
        threading.Thread(target=lambda: opened.append(postgres_place.open())) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=WAIT_S)
    assert len(opened) == 4
    opened[0].create(header())
    for store in opened:
        assert store.headers() == [header()]
        store.close()


def test_commits_wait_for_the_disk(postgres_place: Place) -> None:
    """Even where the database is set to acknowledge before."""
    with psycopg.connect(postgres_place.where, autocommit=True) as db:
        name = db.execute("SELECT current_database()").fetchone()
        assert name is not None
        db.execute(f'ALTER DATABASE "{name[0]}" SET synchronous_commit = off'.encode())
        try:
            store = PostgresStore(postgres_place.where)
            with store.pool.transaction() as used:
                assert used.execute("SHOW synchronous_commit").fetchone() == ("on",)
            store.close()
        finally:
            db.execute(f'ALTER DATABASE "{name[0]}" RESET synchronous_commit'.encode())


def test_a_server_that_is_away_is_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        PostgresStore("host=127.0.0.1 port=1 connect_timeout=1")


def test_what_the_server_refuses_is_no_harm(postgres_place: Place) -> None:
    store = postgres_place.open()
    with pytest.raises(StoreError):
        store.create(header("a\0b"))
    store.create(header())
    store.append("t1", 0, records(0, BATCH, "c1"))
    assert_sound(store)
    store.close()


@pytest.mark.parametrize(
    "code",
    [
        "import sys, pitboss.store.sql.postgres; assert 'psycopg' not in sys.modules",
        "import sys; sys.modules['psycopg'] = None\n"
        "from pitboss.errors import NotInstalled\n"
        "from pitboss.store.sql.postgres import PostgresStore\n"
        "try:\n    PostgresStore('')\n"
        "except NotInstalled as error:\n"
        "    assert error.hint == \"pip install '.[postgres]'\"\n"
        "else:\n    raise AssertionError",
    ],
    ids=["lazy", "missing"],
)
def test_psycopg_is_an_extra(code: str) -> None:
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
