"""Closing a table under play: what came before goes back, what comes after is refused."""

import asyncio
from functools import partial

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import evolve
from pitboss.engine.floor.closing import CloseTable
from pitboss.engine.floor.staff import TakeTable
from pitboss.engine.legal import legal
from pitboss.engine.state import BETTING
from pitboss.engine.state.invariants import chips_on_layout
from pitboss.engine.table import steps
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.rulebook.refusals import Rejection
from pitboss.server.lobby.lobby import Lobby, LobbyError
from pitboss.server.log.replay import rebuild
from pitboss.server.people.register import Register
from pitboss.store.entry import Entry, encode_entry
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.store.sql.postgres import PostgresStore
from pitboss.wire.protocol import Answer
from tests.patience import until, wait_until
from tests.server.database import Database
from tests.server.live import RICH, house, names_of, serving
from tests.verdicts import unheld

PEOPLE = ("ann", "bob", "eve", "joe")
CLOSED = "this table is closed"


async def bet_on(lobby: Lobby, id_: str, name: str, box: int) -> list[Answer]:
    """Bet on one box after another until the table takes nothing more."""
    actor = lobby.tables[id_].actor
    answers: list[Answer] = []
    while True:
        for do in (
            BuyIn(player=name, amount=2_000),
            PlaceWager(box=box, wager="main", amounts=(1_000,)),
        ):
            answer = await actor.submit(name, f"{len(answers)}", do)
            answers.append(answer)
            if answer.refused is not None and CLOSED in answer.refused.text:
                return answers


def assert_all_home(store: Store, table: str) -> None:
    """No cent is on the table, the log holds, and everybody has what they came with."""
    header = next(one for one in store.headers() if one.table == table)
    state = rebuild(store, header, keep=1).state
    assert state.is_closed
    assert sum(state.chips.values()) + chips_on_layout(state) == 0
    assert names_of(store, table)[-1] == "table_closed"
    report = verify_log(export_log(store, table))
    assert not unheld(report)
    money = count_money(store)
    assert (money.faults, money.chips, money.won) == ((), 0, 0)
    assert {one.held for one in store.bankrolls()} <= {RICH.opening}


@pytest.mark.parametrize("turns", range(12))
def test_wagers_that_come_in_while_a_table_is_closed(turns: int) -> None:
    """The closing comes a little later each time, among the wagers and the buy-ins."""
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            betting = [
                asyncio.create_task(bet_on(lobby, "tribal", name, box))
                for box, name in enumerate(PEOPLE, start=1)
            ]
            for _ in range(turns):
                await asyncio.sleep(0)
            await lobby.close(lobby.tables["tribal"])
            assert "tribal" not in lobby.tables
            for answers in await asyncio.gather(*betting):
                # Whatever was taken in came before the closing.
                last = answers[-1].refused
                assert last is not None
                assert (last.code, bool(last.clause)) == ("wrong_time", True)

    asyncio.run(run())
    assert_all_home(store, "tribal")
    assert Register(store, now_ms=0).closed_tables == {"tribal"}


def test_everything_stands_in_one_append() -> None:
    """Seeds, wagers, chips and the end: another server sees all of it or nothing."""
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            actor = lobby.tables["house"].actor
            for do in (
                BuyIn(player="ann", amount=5_000),
                PlaceWager(box=1, wager="main", amounts=(1_000,)),
            ):
                assert (await actor.submit("ann", type(do).__name__, do)).ok
            before = len(store.read("house"))
            await lobby.close(lobby.tables["house"])
            revealed, closed = store.read("house")[before:]
            assert revealed.at_ms == closed.at_ms
            assert b"reveal_shoe" in revealed.body

    asyncio.run(run())
    assert names_of(store, "house")[-4:] == [
        "shoe_revealed", "wager_returned", "chips_cashed", "table_closed",
    ]  # fmt: skip
    assert_all_home(store, "house")


def test_a_round_in_play_is_played_to_its_end() -> None:
    async def run() -> None:
        async with house() as lobby:
            table = lobby.tables["nz"]
            actor = table.actor
            await actor.assign("dee", "dealer")
            assert (await actor.submit("ann", "1", BuyIn(player="ann", amount=90_000))).ok
            number = 1
            while actor.state.phase == BETTING:
                # A blackjack may end a round with its deal.
                number += 1
                bet = PlaceWager(box=1, wager="main", amounts=(1_000,))
                assert (await actor.submit("ann", f"{number}", bet)).ok
                assert (await actor.submit("dee", f"{number}", Deal())).ok
            with pytest.raises(LobbyError, match="between rounds") as refused:
                await lobby.close(table)
            assert refused.value.code == "in_play"
            assert table is lobby.tables["nz"]
            assert legal(actor.state, "ann") or legal(actor.state, "")

    asyncio.run(run())


def test_a_crash_before_the_register_is_told() -> None:
    """The log says that the table is closed, and the next start tells the register."""
    store = MemoryStore()

    async def open_tables() -> None:
        async with house(store):
            pass

    asyncio.run(open_tables())
    header = next(one for one in store.headers() if one.table == "nz")
    before = rebuild(store, header, keep=1)
    outcome = steps(before.state, CloseTable())
    assert not isinstance(outcome, Rejection)
    states, events = outcome
    assert states[-1] == evolve(before.state, events[-1])
    version = before.version + len(events)
    entry = Entry(version, before.at_ms, before.at_ms, events, ":x", "", CloseTable())
    store.append("nz", before.version, [encode_entry(entry)])
    assert Register(store, now_ms=0).closed_tables == set()

    async def start_again() -> None:
        async with house(store) as lobby:
            assert "nz" not in lobby.tables
            assert len(lobby.tables) == 4

    asyncio.run(start_again())
    assert Register(store, now_ms=0).closed_tables == {"nz"}
    assert store.last("nz") is not None
    assert names_of(store, "nz")[-1] == "table_closed"


def test_a_supervisor_closes_the_table_over_a_socket() -> None:
    with serving() as live:
        boss, ann = live.admin(), live.guest("ann")
        sue = live.account("sue")
        boss.post("/api/accounts/sue/role", {"role": "supervisor"}, verb="PUT")
        desk, seat = sue.socket("nz"), ann.socket("nz")
        desk.until("view")
        seat.until("view")
        seat.buy()
        assert not seat.give(CloseTable())["ok"]
        assert desk.give(TakeTable())["ok"]
        assert desk.give(CloseTable())["ok"]
        while "sue closes the table." not in [event["told"] for event in seat.events]:
            seat.until("update")
        assert (seat.status["stopped"], seat.status["offers"]) == ("the table is closed", [])
        refused = seat.give(BuyIn(player="ann", amount=1_000))["refused"]
        assert (refused["code"], CLOSED in refused["text"]) == ("wrong_time", True)
        listed = partial(live.visitor().get, "/api/closed-tables")
        wait_until(lambda: "nz" in [one["table"] for one in listed()])
        assert {"nz"} == live.site.identity.register.closed_tables


def test_closing_at_a_server_that_does_not_write_the_table(postgres: Database) -> None:
    """The command goes to the writer; every server lets go, and late commands are refused."""
    stores = [PostgresStore(postgres.url), PostgresStore(postgres.url)]

    async def run() -> None:
        async with house(stores[0]) as one, house(stores[1]) as two:
            await until(lambda: len(two.tables) == 5)
            assert one.cluster is not None
            await one.cluster.take("tribal")
            betting = [
                asyncio.create_task(bet_on(lobby, "tribal", name, box))
                for box, (name, lobby) in enumerate(zip(PEOPLE, [one, two] * 2, strict=True), 1)
            ]
            table = one.tables["tribal"]
            await until(lambda: table.actor.state.boxes)
            await two.close(two.tables["tribal"])
            await until(lambda: "tribal" not in one.tables)
            assert table.actor.is_writer
            await asyncio.gather(*betting)

    asyncio.run(run())
    assert_all_home(stores[0], "tribal")
    for store in stores:
        store.close()
