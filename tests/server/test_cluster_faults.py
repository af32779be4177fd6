"""What fails under play on several servers: the writer, its connections, PostgreSQL itself."""

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.server.security.witness import open_store
from pitboss.server.settings import Settings
from pitboss.store.export import export_log
from pitboss.store.sql.cluster import TTL_S
from pitboss.store.sql.pool import IDLE_MS
from pitboss.store.sql.postgres import PostgresStore
from tests.cli.test_serve import Serving
from tests.patience import WAIT_S, wait_until
from tests.server.database import Database, sound_log
from tests.server.live import free_port
from tests.server.remote import Remote
from tests.verdicts import IN_PLAY, unheld

TABLE = "nz"
MORE = 10
"""Commands of each buyer that are acknowledged when nothing fails any more."""


@pytest.fixture(autouse=True)
def _quick_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Servers that do not wait long for anybody, and keep their heads with this test."""
    monkeypatch.setenv("PITBOSS_WITNESS", str(tmp_path / "heads"))
    for what in ("BETTING", "TURN", "INSURANCE", "PRIZE"):
        monkeypatch.setenv(f"PITBOSS_PACE_{what}_MS", "400")


@contextmanager
def server(postgres: Database) -> Iterator[Serving]:
    """A server in a process of its own, which answers."""
    made = Serving("--port", str(free_port()), "--database", postgres.url)
    try:
        made.get("/healthz")
        yield made
    finally:
        # A test that fails shows what the server had to say.
        print(made.kill())


class Buyer(threading.Thread):
    """Buys one cent at a time, each until it is accepted, and keeps what was acknowledged."""

    def __init__(self, remote: Remote) -> None:
        super().__init__()
        self.remote = remote
        self.acknowledged: dict[str, int] = {}
        self.is_over = threading.Event()

    def run(self) -> None:
        number, name = 0, self.remote.name
        while not self.is_over.is_set():
            command = {"do": "buy_in", "player": name, "amount": 1}
            answer = self.remote.command(TABLE, f"c{number}", command)
            if answer is None or not answer["ok"]:
                self.refused()
                continue
            self.acknowledged[f"{name}:c{number}"] = answer["first"]
            number += 1

    def refused(self) -> None:
        """Wait a little before the next try."""
        time.sleep(0.01)


@contextmanager
def playing(buyers: Sequence[Buyer]) -> Iterator[None]:
    """They buy, and bots play rounds, until the end."""
    for buyer in buyers:
        buyer.remote.seat_bot(TABLE)
        buyer.start()
    try:
        yield
    finally:
        for buyer in buyers:
            buyer.is_over.set()
        for buyer in buyers:
            buyer.join(WAIT_S)


def under_load(
    servers: list[Serving], trouble: Callable[[], None], names: str = "pq"
) -> list[Buyer]:
    """People buy at every server while something goes wrong, and rounds are played after it."""
    with ExitStack() as opened:
        buyers = [
            Buyer(opened.enter_context(Remote(one.told["url"], f"{name}1")))
            for name, one in zip(names, servers, strict=True)
        ]
        with playing(buyers):
            trouble()
            wait_for_more(buyers)
            begun = current_round(servers[0])
            wait_until(lambda: current_round(servers[0]) > begun + 1)
    return buyers


def wait_for_more(buyers: Sequence[Buyer]) -> None:
    """Until everybody is served again."""
    before = [len(buyer.acknowledged) for buyer in buyers]
    wait_until(
        lambda: all(
            len(buyer.acknowledged) > count + MORE
            for buyer, count in zip(buyers, before, strict=True)
        )
    )


def current_round(server: Serving) -> int:
    """The number of the round that is played at the table."""
    (summary,) = [one for one in server.get("/api/tables") if one["table"] == TABLE]
    return int(summary["round"])


def check(postgres: Database, buyers: Sequence[Buyer]) -> int:
    """What was acknowledged is in the log, once, and nothing else is."""
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    log = sound_log(store, TABLE)
    names = {buyer.remote.name for buyer in buyers}
    ours = [one for one in log if one.id.partition(":")[0] in names]
    # A buy-in is one event.
    written = {one.id: one.version for one in ours}
    acknowledged = {key: first for buyer in buyers for key, first in buyer.acknowledged.items()}
    assert acknowledged.items() <= written.items()
    # A server that is stopped leaves at most the last command of each buyer unanswered.
    assert len(written) - len(acknowledged) <= len(buyers)
    # Every round that was played meanwhile is as the rulebook has it, down to the cent.
    report = verify_log(export_log(store, TABLE))
    assert not unheld(report, *IN_PLAY)
    assert sum(b"round_ended" in one.body for one in log) > 0
    store.close()
    return len(acknowledged)


def check_money(postgres: Database) -> None:
    """Every cent is somewhere, once; nobody writes any more."""
    store = open_store(Settings(database=postgres.url))
    assert count_money(store).faults == ()
    store.close()


def test_connections_that_are_cut_lose_nothing(postgres: Database) -> None:
    def cut_often() -> None:
        for _ in range(20):
            time.sleep(0.1)
            postgres.cut()

    with server(postgres) as one, server(postgres) as two:
        buyers = under_load([one, two], cut_often)
        assert check(postgres, buyers) > 2 * MORE
        wait_until(lambda: all(each.get("/healthz")["status"] == "ok" for each in (one, two)))
    check_money(postgres)


def test_a_database_that_is_killed_loses_nothing(postgres: Database) -> None:
    def kill() -> None:
        time.sleep(0.5)
        postgres.kill()
        time.sleep(0.5)
        postgres.start()

    with server(postgres) as one, server(postgres) as two:
        buyers = under_load([one, two], kill)
        assert check(postgres, buyers) > 2 * MORE
        # Both go on as before.
        under_load([one, two], lambda: None, names="rs")
    check_money(postgres)


def owner(postgres: Database) -> str:
    """The server that writes the table."""
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    with store.pool.transaction() as db:
        row = db.execute("SELECT owner FROM logs WHERE table_id = %s", (TABLE,)).fetchone()
    store.close()
    assert row is not None
    return str(row[0])


def test_a_player_goes_on_when_the_writer_is_killed(postgres: Database) -> None:
    """Bob is connected to the server that survives; his table is written by the one that dies."""
    with server(postgres) as one:
        assert owner(postgres)
        with server(postgres) as two, Remote(two.told["url"], "bob") as bob:
            wire = bob.socket(TABLE)
            wire.until("view")
            dead = owner(postgres)
            assert wire.give(BuyIn(player="bob", amount=50_000), id_="buy")["ok"]
            bet = PlaceWager(box=1, wager="main", amounts=(1_000,))
            before = wire.give(bet, id_="bet")
            assert before["ok"], before
            assert owner(postgres) == dead
            one.process.send_signal(signal.SIGKILL)
            end = time.monotonic() + WAIT_S
            while not (answer := wire.give(BuyIn(player="bob", amount=100), id_="more"))["ok"]:
                assert answer["refused"]["code"] == "store", answer
                assert time.monotonic() < end, "nobody takes the table over"
            assert owner(postgres) not in ("", dead)
            # The same id gets the same answer from the new writer, and the round goes on.
            assert wire.give(bet, id_="bet") == before
            while not any(one["event"]["event"] == "round_ended" for one in wire.events):
                wire.until("update")
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    commands = [one.id for one in sound_log(store, TABLE)]
    store.close()
    assert [commands.count(f"bob:{id_}") for id_ in ("buy", "bet", "more")] == [1, 1, 1]


def frozen_in_append(postgres: Database) -> bool:
    """Whether a server waits within a transaction while it holds the row of the table."""
    with psycopg.connect(postgres.url, autocommit=True) as db:
        row = db.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pitboss'"
            " AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO records%'"
        ).fetchone()
    return row is not None and row[0] > 0


def freeze(process: subprocess.Popen[str]) -> None:
    """Stop a process, and wait until every thread of it stands still: the signal takes a moment."""
    process.send_signal(signal.SIGSTOP)
    threads = psutil.Process(process.pid).threads
    wait_until(lambda: all(psutil.Process(one.id).status() == "stopped" for one in threads()))


def test_a_writer_that_is_frozen_within_its_append_loses_the_table(postgres: Database) -> None:
    """It holds the row of its table when it freezes; another server has the table all the same."""
    with server(postgres) as one:
        frozen = owner(postgres)
        with (
            server(postgres) as two,
            Remote(one.told["url"], "ann") as ann,
            Remote(two.told["url"], "bob") as bob,
        ):
            buy = {"do": "buy_in", "player": "ann", "amount": 100}
            first = ann.command(TABLE, "first", buy)
            assert first is not None
            assert first["ok"], first
            answers: list[dict[str, Any] | None] = []
            asking = threading.Thread(
                target=lambda: answers.append(ann.command(TABLE, "late", buy))
            )
            with psycopg.connect(postgres.url) as db:
                # Whoever appends has locked the row of the table, and waits here.
                db.execute("LOCK TABLE records IN SHARE MODE")
                asking.start()
                wait_until(lambda: frozen_in_append(postgres))
                assert owner(postgres) == frozen
                freeze(one.process)
            buy = {"do": "buy_in", "player": "bob", "amount": 100}
            end = time.monotonic() + WAIT_S
            while not ((answer := bob.command(TABLE, "more", buy)) and answer["ok"]):
                assert time.monotonic() < end, "nobody takes the table over"
            assert owner(postgres) not in ("", frozen)
            one.process.send_signal(signal.SIGCONT)
            asking.join(WAIT_S)
            # The append of the one that froze came to nothing; the new writer carried it out.
            late = answers[0] or ann.command(TABLE, "late", {**buy, "player": "ann"})
            assert late is not None
            assert late["ok"], late
            assert late["first"] > answer["last"]
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    ids = [record.id for record in sound_log(store, TABLE)]
    store.close()
    assert [ids.count(id_) for id_ in ("ann:first", "ann:late", "bob:more")] == [1, 1, 1]
    check_money(postgres)


def test_every_connection_has_its_limits(postgres: Database) -> None:
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    limits = ("idle_in_transaction_session_timeout", "statement_timeout", "lock_timeout")
    with store.pool.transaction() as db:
        rows = [db.execute(f"SHOW {name}".encode()).fetchone() for name in limits]
    assert rows == [("3s",), ("30s",), ("5s",)]
    # A frozen writer keeps its table no longer than a dead one.
    assert IDLE_MS == 1000 * TTL_S
    store.close()


def takeovers(postgres: Database, times: int) -> list[float]:
    """Kill the writer again and again under load: seconds until the next acknowledgement."""
    waits: list[float] = []
    with ExitStack() as opened:
        writer = opened.enter_context(server(postgres))
        for turn in range(times):
            heir = opened.enter_context(server(postgres))
            with Remote(heir.told["url"], f"q{turn}") as remote:
                command = {"do": "buy_in", "player": remote.name, "amount": 1}
                first = remote.command(TABLE, "first", command)
                assert first is not None
                assert first["ok"], first
                writer.process.send_signal(signal.SIGKILL)
                killed = time.monotonic()
                while True:
                    answer = remote.command(TABLE, "second", command)
                    if answer is not None and answer["ok"]:
                        break
                waits.append(time.monotonic() - killed)
            writer = heir
    return waits


@pytest.mark.long
def test_many_writers_are_killed_one_after_another(postgres: Database) -> None:
    waits = sorted(takeovers(postgres, 50))
    print(f"taken over after {waits[len(waits) // 2]:.1f} s, at most {waits[-1]:.1f} s")
    assert waits[-1] < WAIT_S
