"""A connection that breaks at the commit: whether it came about is looked up, never guessed."""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pitboss.store.port import LeaseLost, StoreConflict, StoreUnavailable
from pitboss.store.sql.cluster import Leases
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.witness.opening import begin, key_of
from pitboss.store.witness.outside import read_outside
from pitboss.store.witness.statements import Head
from tests.machine import SOCKET, short_folder
from tests.store.conftest import Place
from tests.store.records import BATCH, assert_sound, header, records

COMMIT = b"COMMIT"


class Proxy(threading.Thread):
    """Stands before PostgreSQL and breaks connections at their commit, as often as it is told."""

    def __init__(self, folder: Path, behind: Path) -> None:
        super().__init__(daemon=True)
        self.before = 0
        """Commits that never reach the server."""
        self.after = 0
        """Commits that do, and whose answer is lost."""
        self._behind = behind
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / SOCKET))
        self._listener.listen()

    def run(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._pass, args=(client,), daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.join()

    def _pass(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX)
        server.connect(str(self._behind))
        with client, server, selectors.DefaultSelector() as ready, suppress(OSError):
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            while True:
                for key, _ in ready.select():
                    assert isinstance(key.fileobj, socket.socket)
                    data = key.fileobj.recv(65_536)
                    is_commit = key.fileobj is client and COMMIT in data
                    if not data or (is_commit and self._breaks_before()):
                        return
                    key.data.sendall(data)
                    if is_commit and self._breaks_after():
                        # Wait for the answer, so that the commit has come about; then lose it.
                        server.recv(65_536)
                        return

    def _breaks_before(self) -> bool:
        self.before -= 1
        return self.before >= 0

    def _breaks_after(self) -> bool:
        self.after -= 1
        return self.after >= 0


@contextmanager
def behind_proxy(place: Place) -> Iterator[tuple[Proxy, PostgresStore]]:
    direct = conninfo_to_dict(place.where)
    with short_folder() as folder:
        proxy = Proxy(folder, Path(str(direct["host"])) / SOCKET)
        proxy.start()
        store = PostgresStore(make_conninfo(place.where, host=str(folder)))
        try:
            yield proxy, store
        finally:
            store.close()
            proxy.close()


@pytest.mark.parametrize("before, after", [(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (2, 2)])
def test_what_was_cut_at_the_commit_is_written_once(
    postgres_place: Place, before: int, after: int
) -> None:
    with behind_proxy(postgres_place) as (proxy, store):
        store.create(header())
        store.append("t1", 0, records(0, BATCH, "c1"))
        proxy.before, proxy.after = before, after
        store.append("t1", BATCH, records(BATCH, BATCH, "c2"))
        proxy.before = proxy.after = 0
        store.append("t1", 2 * BATCH, records(2 * BATCH, BATCH, "c3"))
        assert [one.id for one in assert_sound(store)][::BATCH] == ["c1", "c2", "c3"]


def test_what_another_wrote_meanwhile_is_not_taken_for_ours(postgres_place: Place) -> None:
    """The commit never came about, and somebody else has the place now."""
    with behind_proxy(postgres_place) as (proxy, store):
        other = PostgresStore(postgres_place.where)
        store.create(header())
        leases = Leases(store.pool, "a")
        (lease,) = leases.beat(["t1"]).claimed
        other_lease = Leases(other.pool, "b").claim("t1")
        proxy.before = 1
        with pytest.raises(LeaseLost):
            store.append("t1", 0, records(0, BATCH, "c1"), lease=lease)
        other.append("t1", 0, records(0, BATCH, "c2"), lease=other_lease)
        proxy.before = 1
        with pytest.raises(StoreConflict):
            store.append("t1", 0, records(0, BATCH, "c1"))
        assert {one.id for one in assert_sound(other)} == {"c2"}
        other.close()


def test_patience_ends(postgres_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.store.sql.pool.PATIENCE_S", 0.2)
    with behind_proxy(postgres_place) as (proxy, store):
        store.create(header())
        proxy.before = 1_000
        with pytest.raises(StoreUnavailable):
            store.append("t1", 0, records(0, BATCH, "c1"))
        with pytest.raises(StoreUnavailable):
            store.read("t1")
        proxy.before = 0
        assert store.read("t1") == []


def witnessed(store: PostgresStore, folder: Path, writer: str) -> None:
    """Sign what a store commits."""
    begin(store, key_of(store, folder / "heads", folder / "key"), folder / writer, writer=writer,
          now_ms=lambda: 1_000)  # fmt: skip


@pytest.mark.parametrize("after", [1, 2])
def test_a_signed_commit_whose_answer_is_lost_is_known_as_ours(
    postgres_place: Place, tmp_path: Path, after: int
) -> None:
    with behind_proxy(postgres_place) as (proxy, store):
        witnessed(store, tmp_path, "a")
        store.create(header())
        store.append("t1", 0, records(0, BATCH, "c1"))
        proxy.after = after
        store.append("t1", BATCH, records(BATCH, BATCH, "c2"))
        store.append("t1", 2 * BATCH, records(2 * BATCH, BATCH, "c3"))
        assert [one.id for one in assert_sound(store)][::BATCH] == ["c1", "c2", "c3"]
        kept = [one.statement.number for one in read_outside(tmp_path / "a")]
        assert kept == [*range(1, len(kept) + 1)]
        assert kept[-1] == len(store.statements("a"))


def test_what_another_signed_after_a_lost_answer_is_newer_than_ours(
    postgres_place: Place, tmp_path: Path
) -> None:
    """Our own statement is found late: what has been written behind it since stays the end."""
    with behind_proxy(postgres_place) as (proxy, store):
        witnessed(store, tmp_path, "a")
        store.create(header())
        store.create(header("t2"))
        other = PostgresStore(postgres_place.where)
        witnessed(other, tmp_path, "b")
        proxy.after = 1
        store.append("t1", 0, records(0, BATCH, "c1"))
        other.append("t1", BATCH, records(BATCH, BATCH, "c2"))
        # A log that ends as the other one signed it; the look at its list comes before our own.
        store.must_have_signed(head_of(other, "t1"))
        store.append("t2", 0, records(0, BATCH, "d1"))
        store.append("t1", 2 * BATCH, records(2 * BATCH, BATCH, "c3"))
        assert [one.id for one in assert_sound(store)][::BATCH] == ["c1", "c2", "c3"]
        other.close()


def head_of(store: PostgresStore, table: str) -> Head:
    last = store.read(table)[-1]
    return Head(table, last.version, last.chain)
