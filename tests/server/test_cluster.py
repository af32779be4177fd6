"""Several servers on one PostgreSQL: one writer for each table, and every table on every server."""

import asyncio
from functools import partial

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.lobby.table import Table
from pitboss.server.people.register import Register
from pitboss.server.security.witness import open_store
from pitboss.server.settings import Pace, Settings
from pitboss.server.tables.actor import TableActor
from pitboss.store.sql.cluster import Leases
from pitboss.store.sql.postgres import PostgresStore
from tests.patience import LOOK_S, WAIT_S, until, wait_until
from tests.server.database import Database, sound_log
from tests.server.live import BY_DEALER, house, serving


def opened(postgres: Database) -> PostgresStore:
    store = open_store(Settings(database=postgres.url))
    assert isinstance(store, PostgresStore)
    return store


def shared(lobby: Lobby, table: str) -> TableActor:
    return lobby.tables[table].actor


def test_a_table_has_one_writer_and_is_played_at_on_every_server(postgres: Database) -> None:
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            first, second = shared(one, "house"), shared(two, "house")
            assert (first.is_writer, second.is_writer) == (True, False)
            for number in range(5):
                for name, actor in (("ann", first), ("bob", second)):
                    buy = BuyIn(player=name, amount=5)
                    answer = await actor.submit(name, f"{number}", buy)
                    assert answer.ok, answer
                    # What was answered has been published where it was asked.
                    assert actor.version >= answer.last
            await until(lambda: first.version == second.version)
            assert first.state == second.state
            assert first.state.chips == {"ann": 25, "bob": 25}
            # A command that is repeated gets its first answer on any server.
            again = await first.submit("bob", "0", BuyIn(player="bob", amount=5))
            assert again.ok
            assert again == await second.submit("bob", "0", BuyIn(player="bob", amount=5))
            refused = await second.submit("bob", "x", PlaceWager(box=1, wager="main", amounts=(1,)))
            assert refused.refused is not None
            assert refused.refused.clause

    asyncio.run(run())
    sound_log(stores[0], "house")
    for store in stores:
        store.close()


async def waits_for(lobby: Lobby, table: Table, name: str, others: tuple[str, ...]) -> None:
    """Somebody is ready, again and again, until these are all that the table waits for."""
    async with asyncio.timeout(WAIT_S):
        while await lobby.say_ready(table, name) != others:
            await asyncio.sleep(LOOK_S)


def test_everybody_on_every_server_is_waited_for_before_the_deal(postgres: Database) -> None:
    stores = [opened(postgres), opened(postgres)]
    slow = Pace(betting_ms=60_000, turn_ms=60_000, cut_ms=30)

    async def run() -> None:
        async with house(stores[0], slow) as one, house(stores[1], slow) as two:
            here, there = one.tables["nz"], two.tables["nz"]
            there.feed.join("", size=1)  # Bots play where somebody looks on.
            bot = await two.add_bot(there, "like_dealer")
            await until(lambda: here.actor.state.has_main(bot))
            for box, (name, table) in enumerate((("ann", here), ("bob", there)), start=1):
                actor = table.actor
                assert (await actor.submit(name, "1", BuyIn(player=name, amount=9_000))).ok
                wager = PlaceWager(box=box, wager="main", amounts=(1_000,))
                assert (await actor.submit(name, "2", wager)).ok
            assert (await there.actor.submit("cat", "1", BuyIn(player="cat", amount=9_000))).ok
            outbox = there.feed.join("cat", size=100)
            # Who sits at the other server is known here after a beat.
            await waits_for(one, here, "ann", ("bob", "cat"))
            there.feed.leave(outbox)
            await waits_for(two, there, "bob", ())

    asyncio.run(run())
    for store in stores:
        store.close()


def test_a_server_that_stops_gives_its_tables_away(
    postgres: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody is taken for dead, so that a table which changes hands was given.
    monkeypatch.setattr("pitboss.server.cluster.cluster.Leases", partial(Leases, ttl_s=10 * WAIT_S))
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[1]) as two:
            async with house(stores[0]) as one:
                await until(lambda: len(one.tables) == 5)
                assert not any(shared(one, table).is_writer for table in one.tables)
                assert one.cluster is not None
                await one.cluster.take("nz")
                assert shared(one, "nz").is_writer
                answer = await two.tables["nz"].actor.submit(
                    "ann", "1", BuyIn(player="ann", amount=5)
                )
                assert answer.ok
                await until(lambda: not shared(two, "nz").is_writer)
            await until(lambda: shared(two, "nz").is_writer)
            assert two.tables["nz"].actor.state.chips == {"ann": 5}

    asyncio.run(run())
    for store in stores:
        store.close()


def test_a_writer_that_lost_its_table_passes_commands_on(postgres: Database) -> None:
    """It does not know yet; its append is refused, and whoever asked gets the new writer's word."""
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            for turn in range(10):
                old, new = (one, two) if turn % 2 == 0 else (two, one)
                assert new.cluster is not None
                await new.cluster.take("nz")
                answers = await asyncio.gather(
                    *(
                        old.tables["nz"].actor.submit(name, f"{turn}", BuyIn(player=name, amount=1))
                        for name in ("ann", "bob", "cat")
                    )
                )
                assert all(answer.ok for answer in answers), answers
                assert not shared(old, "nz").is_writer
            await until(lambda: shared(one, "nz").version == shared(two, "nz").version)
            assert one.tables["nz"].actor.state.chips == {"ann": 10, "bob": 10, "cat": 10}

    asyncio.run(run())
    sound_log(stores[0], "nz")
    for store in stores:
        store.close()


def test_the_next_writer_of_a_table_knows_what_was_answered(postgres: Database) -> None:
    """A command that is sent again after the table has changed hands is not carried out twice."""
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            buy = BuyIn(player="ann", amount=5)
            first = await one.tables["nz"].actor.submit("ann", "1", buy)
            assert first.ok
            assert two.cluster is not None
            await two.cluster.take("nz")
            await until(lambda: shared(two, "nz").is_writer)
            assert await two.tables["nz"].actor.submit("ann", "1", buy) == first
            assert two.tables["nz"].actor.state.chips == {"ann": 5}

    asyncio.run(run())
    for store in stores:
        store.close()


def test_a_writer_that_lost_a_quiet_table_follows_it(postgres: Database) -> None:
    """It has nothing to write, and finds out all the same: its viewers miss nothing."""
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            assert shared(one, "nz").is_writer
            assert two.cluster is not None
            await two.cluster.take("nz")
            buy = BuyIn(player="ann", amount=5)
            assert (await two.tables["nz"].actor.submit("ann", "1", buy)).ok
            await until(lambda: one.tables["nz"].actor.state.chips == {"ann": 5})
            assert not shared(one, "nz").is_writer
            assert shared(two, "nz").is_writer

    asyncio.run(run())
    for store in stores:
        store.close()


def test_tables_open_and_close_on_every_server(postgres: Database) -> None:
    stores = [opened(postgres), opened(postgres)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            await one.open("late", "", "nz", {})
            await until(lambda: "late" in two.tables)
            assert (
                await two.tables["late"].actor.submit("ann", "1", BuyIn(player="ann", amount=5))
            ).ok
            await two.close(two.tables["late"])
            await until(lambda: "late" not in one.tables)
            assert Register(stores[1], now_ms=0).closed_tables == {"late"}

    asyncio.run(run())
    *_, revealed, closed = sound_log(stores[0], "late")
    assert b"shoe_revealed" in revealed.body
    assert b"table_closed" in closed.body
    for store in stores:
        store.close()


def test_a_session_holds_on_every_server_and_after_a_restart(postgres: Database) -> None:
    with serving(opened(postgres), BY_DEALER) as one:
        ann = one.guest("ann")
        with serving(opened(postgres), BY_DEALER) as two:
            there = two.visitor()
            there.name = "ann"
            there.http.cookies.update(ann.http.cookies)
            assert there.get("/api/session")["name"] == "ann"
            body = {"id": "1", "command": {"do": "buy_in", "player": "ann", "amount": 100}}
            assert there.post("/api/tables/nz/commands", body)["ok"]
            wire = there.socket("nz")
            wire.until("view")
            # Who logs out on one server is logged out on the other.
            ann.post("/api/session", None, verb="DELETE", expect=204)
            session = there.http.cookies["pitboss_session"]
            wait_until(lambda: two.site.identity.whose(session) is None)
            wire.send({"type": "ping"})
            assert wire.until("error")["code"] == "session_ended"
        bob = one.guest("bob")
    with serving(opened(postgres), BY_DEALER) as three:
        back = three.visitor()
        back.http.cookies.update(bob.http.cookies)
        assert back.get("/api/session")["name"] == "bob"
        body = {"id": "1", "command": {"do": "buy_in", "player": "bob", "amount": 100}}
        assert back.post("/api/tables/nz/commands", body)["ok"]


def test_somebody_who_changes_servers_misses_nothing(postgres: Database) -> None:
    with serving(opened(postgres), BY_DEALER) as one, serving(opened(postgres), BY_DEALER) as two:
        ann = one.guest("ann")
        wire = ann.socket("nz")
        wire.until("view")
        there = two.visitor()
        there.http.cookies.update(ann.http.cookies)
        for number in range(10):
            here = one if number % 2 else two
            assert wire.give(BuyIn(player="ann", amount=1), id_=f"b{number}")["ok"]
            wire.close()
            ann.live = here
            again = ann.socket("nz", last=wire.last)
            again.last = wire.last
            # What was seen there is known here: nothing comes twice, and no whole view is needed.
            assert again.receive()["type"] == "update"
            wire = again
        assert wire.see().chips == 10
