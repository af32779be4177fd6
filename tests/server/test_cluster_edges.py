"""Several servers at their edges: news not heard, commands not understood, a database away."""

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
import pytest

from pitboss.engine.chips import BuyIn
from pitboss.server.people.entries import GuestNamed
from pitboss.server.people.identity import Identity
from pitboss.server.people.register import NameTaken, Register
from pitboss.server.security.witness import open_store
from pitboss.server.settings import Settings
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Record
from pitboss.store.sql.cluster import Forwarded, Forwarding
from pitboss.store.sql.postgres import PostgresStore
from tests.patience import WAIT_S
from tests.server.database import Database, sound_log
from tests.server.live import BY_DEALER, CHEAP, SEALS, house, serving
from tests.server.test_cluster import opened, shared

BUY = BuyIn(player="ann", amount=5)
BOBS = BuyIn(player="bob", amount=5)


@contextmanager
def deaf(postgres: Database) -> Iterator[None]:
    """No server hears any news: whoever listens is cut off at once."""
    is_over = threading.Event()

    def cut() -> None:
        with psycopg.connect(postgres.url, autocommit=True) as db:
            while not is_over.wait(0.005):
                db.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'pitboss' AND query LIKE 'DO %LISTEN%'"
                )

    thread = threading.Thread(target=cut)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def test_news_that_are_not_heard_are_found_out(postgres: Database) -> None:
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            with deaf(postgres):
                for number in range(3):
                    answer = await two.tables["nz"].actor.submit("ann", f"{number}", BUY)
                    assert answer.ok, answer
                    assert two.tables["nz"].actor.version >= answer.last
                for number, (own, other) in enumerate([(one, two), (two, one)]):
                    # Somebody who only watches at the other server sees it too.
                    answer = await own.tables["nz"].actor.submit("bob", f"{number}", BOBS)
                    async with asyncio.timeout(WAIT_S):
                        while other.tables["nz"].actor.version < answer.last:
                            await asyncio.sleep(0.02)
            assert one.tables["nz"].actor.state.chips == {"ann": 15, "bob": 10}

    asyncio.run(run())
    for store in stores:
        store.close()


def test_an_errand_that_nobody_can_do(postgres: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command of another program's version, a table without a writer, and too many at once."""
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]), house(stores[1]) as two:
            forwarding = Forwarding(stores[0].pool)
            forwarding.post(Forwarded("e1", "somebody", "nz", b'{"command":{"do":"dance"}}'))
            answers: dict[str, bytes] = {}
            while not answers:
                answers = forwarding.collect("somebody")
                await asyncio.sleep(0.01)
            assert b'"broken"' in answers["e1"]
            # A second answer, and an errand that is posted again, change nothing.
            forwarding.post(Forwarded("e1", "somebody", "none", b"{}"))
            monkeypatch.setattr("pitboss.server.cluster.cluster.ASK_S", 0.2)
            other = shared(two, "house")
            assert not other.is_writer
            with stores[0].pool.transaction() as db:
                db.execute("UPDATE logs SET owner = 'nobody', epoch = epoch + 1")
                db.execute("INSERT INTO servers VALUES ('nobody', 'infinity')")
            answer = await other.submit("ann", "1", BUY)
            assert answer.refused is not None
            assert answer.refused.code == "store"
            monkeypatch.setattr("pitboss.server.cluster.cluster.ASKED_MAX", 0)
            answer = await other.submit("ann", "2", BUY)
            assert answer.refused is not None
            assert answer.refused.code == "busy"

    asyncio.run(run())
    for store in stores:
        store.close()


def test_a_database_that_stays_away(postgres: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is acknowledged meanwhile, and afterwards it goes on without a restart."""
    monkeypatch.setattr("pitboss.store.sql.pool.PATIENCE_S", 0.2)
    monkeypatch.setattr("pitboss.server.cluster.cluster.ASK_S", 1.0)
    with serving(opened(postgres), BY_DEALER) as live:
        ann = live.guest("ann")
        body = {"id": "1", "command": {"do": "buy_in", "player": "ann", "amount": 100}}
        assert ann.post("/api/tables/nz/commands", body)["ok"]
        body["id"] = "2"
        postgres.kill()
        assert ann.post("/api/tables/nz/commands", body)["refused"]["code"] == "store"
        while (health := ann.http.get("/healthz")).status_code == 200:
            time.sleep(0.05)
        assert health.json()["status"] == "away"
        ann.post("/api/guests", {"name": "bob"}, expect=503)
        postgres.start()
        while not (answer := ann.post("/api/tables/nz/commands", body))["ok"]:
            assert answer["refused"]["code"] in ("store", "too_fast")
        assert live.site.lobby.tables["nz"].actor.state.chips == {"ann": 200}
        while "pitboss_tables_written 5" not in ann.get("/metrics"):
            time.sleep(0.05)
        # The tables are written again before the next beat says that the database is back.
        while (health := ann.http.get("/healthz")).status_code != 200:
            assert health.json()["status"] == "away"
            time.sleep(0.05)
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    sound_log(store, "nz")
    store.close()


class Slow(MemoryStore):
    """Another server gets in between a look at the register and what is written then."""

    other: Register | None = None

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        other, self.other = self.other, None
        if other is not None:
            other.add(GuestNamed("ann", "theirs"), 1)
        super().append(table, after, records, movements, opened=opened)


def test_a_name_is_given_once_however_close_the_race() -> None:
    store = Slow()
    here, there = Register(store, now_ms=0), Register(store, now_ms=0)
    store.other = there
    with pytest.raises(NameTaken):
        here.add(GuestNamed("Ann", "ours"), 1)
    person = here.find("ann")
    assert person is not None
    assert person.secret == "theirs"


def test_a_session_holds_at_once_on_a_server_that_has_not_heard_of_it() -> None:
    store = MemoryStore()
    here, there = (
        Identity(Register(store, now_ms=0), session_s=60, seals=SEALS, hasher=CHEAP, is_shared=True)
        for _ in range(2)
    )
    session = here.open_session(here.register.add(GuestNamed("ann", "x"), 0))
    assert there.whose(session.token) is None
    asyncio.run(there.recall(session.token))
    ann = there.whose(session.token)
    assert ann is not None
    assert ann.name == "ann"
    here.close()
    there.close()
