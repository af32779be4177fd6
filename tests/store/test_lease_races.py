"""Leases: one server writes a table, an older lease is refused, a dead server's tables are free."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from pitboss.store.port import LeaseLost, StoreConflict
from pitboss.store.sql.cluster import Lease, Leases, Standing
from pitboss.store.sql.postgres import PostgresStore
from tests.patience import WAIT_S
from tests.store.conftest import Place
from tests.store.records import BATCH, assert_sound, header, records

TTL_S = 3600.0
"""Nobody is taken for dead because the machine is slow; time passes where a test says so."""
RACES = 200
RACES_LONG = 10_000


@dataclass(frozen=True)
class Server:
    """One of those that share a database."""

    name: str
    store: PostgresStore
    leases: Leases

    def write(self, after: int, command: str, lease: Lease | None) -> None:
        self.store.append("t1", after, records(after, BATCH, command), lease=lease)


@pytest.fixture
def servers(postgres_place: Place) -> Iterator[tuple[Server, Server]]:
    made = []
    for name in ("a", "b"):
        store = PostgresStore(postgres_place.where)
        made.append(Server(name, store, Leases(store.pool, name, ttl_s=TTL_S)))
    made[0].store.create(header())
    yield made[0], made[1]
    for server in made:
        server.store.close()


def pass_time(server: Server, seconds: float) -> None:
    """So much longer ago has everybody beaten; all times are those of the database."""
    with server.store.pool.transaction() as db:
        db.execute("UPDATE servers SET seen = seen - make_interval(secs => %s)", (seconds,))


def claimed(server: Server) -> Lease:
    (lease,) = server.leases.beat(["t1"]).claimed
    return lease


def test_a_free_table_is_claimed_once(servers: tuple[Server, Server]) -> None:
    a, b = servers
    lease = claimed(a)
    assert (lease.table, lease.server, lease.epoch) == ("t1", "a", 1)
    beat = b.leases.beat(["t1"])
    assert (beat.claimed, beat.standings, beat.others) == ((), {"t1": Standing(1, 0, "a")}, 1)
    a.write(0, "c1", lease)
    assert b.leases.beat(["t1"]).standings == {"t1": Standing(1, BATCH, "a")}
    assert b.leases.beat([]).claimed == ()


def test_the_tables_of_a_dead_server_are_free(servers: tuple[Server, Server]) -> None:
    a, b = servers
    old = claimed(a)
    a.write(0, "c1", old)
    pass_time(a, 0.9 * TTL_S)
    assert b.leases.beat(["t1"]).claimed == ()
    pass_time(a, 0.1 * TTL_S)
    (taken,) = b.leases.beat(["t1"]).claimed
    # It was only slow: nothing that it writes any more counts, not even at the right place.
    with pytest.raises(LeaseLost):
        a.write(BATCH, "c2", old)
    b.write(BATCH, "c3", taken)
    with pytest.raises(LeaseLost):
        a.write(2 * BATCH, "c4", old)
    assert [one.id for one in assert_sound(a.store)][::BATCH] == ["c1", "c3"]


def test_a_server_that_lives_keeps_its_tables(servers: tuple[Server, Server]) -> None:
    a, b = servers
    lease = claimed(a)
    for _ in range(4):
        pass_time(a, 0.9 * TTL_S)
        assert a.leases.beat([]).claimed == ()
        assert b.leases.beat(["t1"]).claimed == ()
    a.write(0, "c1", lease)


def test_what_is_given_back_is_free_at_once(servers: tuple[Server, Server]) -> None:
    a, b = servers
    old = claimed(a)
    a.leases.leave()
    assert claimed(b).epoch == old.epoch + 1
    with pytest.raises(LeaseLost):
        a.write(0, "c1", old)


def test_a_lease_that_is_taken_again_is_a_new_one(servers: tuple[Server, Server]) -> None:
    a, _ = servers
    old = claimed(a)
    new = a.leases.claim("t1")
    assert new is not None
    with pytest.raises(LeaseLost):
        a.write(0, "c1", old)
    a.write(0, "c1", new)
    assert a.leases.claim("none") is None


def race(servers: tuple[Server, Server], races: int) -> dict[str, int]:
    """Both take the table and write at the same place, again and again: who won how often."""
    line = threading.Barrier(2, timeout=WAIT_S)
    won: dict[str, int] = {"a": 0, "b": 0}
    trouble: list[BaseException] = []

    def run(server: Server) -> None:
        try:
            for number in range(races):
                line.wait()
                try:
                    lease = server.leases.claim("t1")
                    server.write(number * BATCH, f"{server.name}{number}", lease)
                except StoreConflict:
                    continue
                won[server.name] += 1
        except BaseException as error:
            trouble.append(error)
            line.abort()

    threads = [threading.Thread(target=run, args=(server,)) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not trouble, trouble
    return won


def check_race(servers: tuple[Server, Server], races: int) -> None:
    won = race(servers, races)
    # Each place was written once, by one of the two, and both had their share.
    assert won["a"] + won["b"] == races
    assert min(won.values()) > 0, won
    records = assert_sound(servers[0].store)
    assert len(records) == races * BATCH
    for number in range(races):
        commands = {one.id for one in records[number * BATCH : (number + 1) * BATCH]}
        assert commands in ({f"a{number}"}, {f"b{number}"})


def test_two_servers_that_race_for_a_table_never_both_write(
    servers: tuple[Server, Server],
) -> None:
    check_race(servers, RACES)


@pytest.mark.long
def test_ten_thousand_races_for_a_table(servers: tuple[Server, Server]) -> None:
    check_race(servers, RACES_LONG)
