"""The client: log-ins, rounds by bots, connections that are lost, and commands done once."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from pitboss.bots.by_count import ByCount
from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.random_legal import RandomLegal
from pitboss.cards import parse_card
from pitboss.client import ClientError, LiveTable, Visitor, play
from pitboss.client.visitor import KEPT_S
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.insurance import Insure
from pitboss.engine.play.acts import Hit
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.views import view
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.app import make_app, uvicorn_config
from pitboss.server.http.entrance import Gate
from pitboss.server.settings import Pace, PlayMoney, Settings
from pitboss.sim.counting import Betting, load_count, parse_ramp
from pitboss.store.memory import MemoryStore
from pitboss.wire.protocol import Message, Resync, Resynced, Trouble, Update, decode, encode
from tests.clauses.rounds import table_of
from tests.patience import WAIT_S
from tests.server.live import TABLES, Live, free_port, house, serving

ROOT = Path(__file__).parents[2]
PACE = Pace(betting_ms=60, insurance_ms=300, turn_ms=5_000, prize_ms=40, cut_ms=30)


def run(work: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(WAIT_S):
            await work

    asyncio.run(limited())


def test_a_client_leaves_an_idle_connection_before_the_server_closes_it() -> None:
    with serving() as live:
        config = uvicorn_config(Gate(make_app(live.site), live.site), live.site.settings)
    assert config.timeout_keep_alive >= 2 * KEPT_S


def test_log_ins_and_what_is_refused() -> None:
    async def work(live: Live) -> None:
        async with Visitor(live.url) as ann, Visitor(live.url) as other:
            await ann.come_as_guest("ann")
            with pytest.raises(ClientError, match="taken") as taken:
                await other.come_as_guest("ann")
            assert taken.value.code == "name_taken"
            with pytest.raises(ClientError) as wrong:
                await other.log_in("ann", "not the key")
            assert wrong.value.code == "wrong_secret"
            await other.log_in("ann", ann.secret)
            await other.make_account("bob", "password of bob")
            assert {table.table for table in await other.tables()} == set(TABLES)
            with pytest.raises(ClientError, match="administrators"):
                await other.open_table("more", "nz", {})
            with pytest.raises(ClientError, match="no table 'none'"):
                await other.rules("none")
            with pytest.raises(ClientError, match="none"):
                async with other.sit("none"):
                    pass

    with serving() as live:
        run(work(live))

    async def nobody() -> None:
        async with Visitor("http://127.0.0.1:9") as lost:
            with pytest.raises(ClientError) as unreachable:
                await lost.tables()
            assert unreachable.value.code == "unreachable"

    run(nobody())


@pytest.mark.parametrize("table", TABLES)
def test_bots_play_rounds_over_the_wire(table: str) -> None:
    async def sit(live: Live, name: str, seed: int) -> None:
        async with Visitor(live.url) as visitor:
            await visitor.come_as_guest(name)
            rules = await visitor.rules(table)
            bot = RandomLegal(name, rules, seed) if seed else ByStrategy(name, rules)
            accepted: list[bool] = []
            async with visitor.sit(table) as seat:
                told = lambda _, answer, __: accepted.append(answer.ok)  # noqa: E731
                assert await play(seat, bot, rounds=3, told=told) == 3
                assert seat.resyncs == seat.losses == seat.gaps == 0
            # Chips, three wagers at least; now and then somebody is too late.
            assert sum(accepted) >= 4

    async def work(live: Live) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(sit(live, "ann", 0))
            group.create_task(sit(live, "bob", 1))

    with serving(pace=PACE) as live:
        run(work(live))
        assert live.site.lobby.tables[table].actor.state.round >= 3


async def _cut(table: LiveTable) -> None:
    """Lose the connection without a word."""
    assert table._socket is not None
    table._socket.transport.abort()
    while table._socket is not None:
        await asyncio.sleep(0.001)


def test_a_bot_buys_in_for_what_its_bankroll_holds() -> None:
    async def work(live: Live) -> None:
        async with Visitor(live.url) as visitor:
            await visitor.come_as_guest("bo")
            bot = ByStrategy("bo", await visitor.rules("nz"))
            async with visitor.sit("nz") as seat:
                assert await play(seat, bot, rounds=1, chips=50_000) == 1
        bought = live.site.store.movements("bo", kind="buy_in")
        assert [one.amount for one in bought] == [-30_000]

    with serving(pace=PACE, play_money=PlayMoney(opening=30_000, top_up=0)) as live:
        run(work(live))


def test_a_lost_connection_loses_nothing_and_repeats_nothing() -> None:
    async def work(live: Live) -> None:
        heard: list[int] = []
        async with Visitor(live.url) as ann:
            await ann.come_as_guest("ann")
            async with ann.sit("nz", hear=lambda one: heard.append(one.n)) as table:
                joined = table.version
                first = await table.give(BuyIn(player="ann", amount=10_000), id_="once")
                for number in range(10):
                    await _cut(table)
                    again, bought = await asyncio.gather(
                        table.give(BuyIn(player="ann", amount=10_000), id_="once"),
                        table.give(BuyIn(player="ann", amount=100), id_=f"c{number}"),
                    )
                    assert again == first
                    assert bought.ok
                assert table.view.chips == 10_000 + 10 * 100
                assert table.losses == 10
                assert table.resyncs == 0
                assert heard == list(range(joined + 1, table.version + 1))

    with serving() as live:
        run(work(live))


def test_a_client_outlives_its_server() -> None:
    """The key opens a new session, and a command without an answer is given once."""
    store = MemoryStore()

    async def work(live: Live) -> None:
        async with Visitor(live.url) as ann:
            await ann.come_as_guest("ann")
            async with ann.sit("house") as table:
                assert (await table.give(BuyIn(player="ann", amount=500), id_="a")).ok
                await asyncio.to_thread(live.stop)
                waiting = asyncio.create_task(table.give(BuyIn(player="ann", amount=700), id_="b"))
                again = Live(store, live.settings)
                await asyncio.to_thread(again.start)
                try:
                    assert (await waiting).ok
                    assert (await table.give(BuyIn(player="ann", amount=500), id_="a")).ok
                    assert table.view.chips == 1_200
                    refused = (await table.give(Hit(box=1))).refused
                    assert refused is not None
                    assert refused.text
                finally:
                    await asyncio.to_thread(again.stop)

    live = Live(store, Settings(port=free_port(), pace=PACE))
    live.start()
    run(work(live))


def test_a_server_that_leaves_events_out_is_asked_for_the_whole_view() -> None:
    """What no server of ours does: a gap in the numbers, then a word of trouble."""
    heard: list[int] = []

    async def work() -> None:
        async with house() as lobby:
            feed = lobby.tables["nz"].feed
            whole, asked = feed.whole_view(""), asyncio.Event()
            version = lobby.tables["nz"].actor.version

            async def speak(socket: ServerConnection) -> None:
                await socket.send(whole, text=True)
                event, nothing = msgspec.Raw(b'{"event":"table_resumed"}'), msgspec.Raw(b"[]")
                message = Message(version + 2, 0, event, nothing)
                status = msgspec.json.decode(whole, type=Resynced).status
                update = Update((msgspec.Raw(encode(message)),), status)
                await socket.send(encode(update), text=True)
                assert decode(await socket.recv()) == Resync()
                asked.set()
                await socket.send(encode(Trouble("bad_frame", "no more of this")), text=True)
                await socket.wait_closed()

            async with serve(speak, "127.0.0.1", 0) as server:
                port = next(iter(server.sockets)).getsockname()[1]
                async with (
                    Visitor(f"http://127.0.0.1:{port}") as nobody,
                    nobody.sit("nz", hear=lambda one: heard.append(one.n)) as table,
                ):
                    await asked.wait()
                    assert table.gaps == 1
                    with pytest.raises(ClientError, match="no more of this"):
                        await table.give(Hit(box=1))
                    with pytest.raises(ClientError, match="no more of this"):
                        _ = table.view

    run(work())
    assert heard == []


def test_the_name_of_a_bot_is_that_of_its_seat() -> None:
    async def work(live: Live) -> None:
        async with Visitor(live.url) as ann:
            await ann.come_as_guest("ann")
            bot = ByStrategy("bob", await ann.rules("nz"))
            async with ann.sit("nz") as table:
                with pytest.raises(ClientError, match="one name"):
                    await play(table, bot, rounds=1)

    with serving() as live:
        run(work(live))


def test_a_count_of_cards_and_the_bet_by_it() -> None:
    rules = choose(load_rulebook("nz"), {})
    bot = ByCount("ann", rules, Betting(load_count("hi_lo"), parse_ramp("0:1 2:4"), (), 3))
    for text in ("2s", "3s", "4s", "5s", "6s", "7s", "Ks"):
        bot.hear(CardDealt(1, 1, parse_card(text)))
    bot.hear(CardDealt(0, 1, -1, is_up=False))
    assert bot.count(52) == 4
    assert bot.count(104) == 2
    bot.hear(HoleCardRevealed(parse_card("As")))
    assert bot.count(52) == 3
    bot.hear(ShoeLoaded((-1,) * 312, is_shuffle=True))
    assert bot.count(52) == 0


def test_insurance_is_taken_from_a_count_on() -> None:
    table = table_of("tribal", "9s Ah 8d Tc", "1 ann main 10")
    table.do(Deal())
    for at, stake in ((1, 0), (-99, 500)):
        betting = Betting(load_count("hi_lo"), ((0, 1),), (), at)
        command = ByCount("ann", table.state.rules, betting).choose(view(table.state, "ann"))
        assert isinstance(command, Insure)
        assert command.amounts == (stake,)


def test_a_higher_count_is_bet_on() -> None:
    async def work(live: Live) -> None:
        async with Visitor(live.url) as ann:
            await ann.come_as_guest("ann")
            bot = ByCount("ann", await ann.rules("nz"), Betting(load_count("ko"), ((-99, 3),)))
            bets: list[PlaceWager] = []
            async with ann.sit("nz") as table:
                await play(
                    table, bot, rounds=1,
                    told=lambda command, *_: (
                        bets.append(command) if isinstance(command, PlaceWager) else None
                    ),
                )  # fmt: skip
            least = live.site.lobby.tables["nz"].rules.limits.min_bet
            assert bets[0].amounts == (3 * least,)

    with serving(pace=PACE) as live:
        run(work(live))


def test_the_example_plays_at_a_live_table() -> None:
    with serving(pace=PACE) as live:
        done = subprocess.run(
            [sys.executable, str(ROOT / "examples" / "bot_at_a_live_table.py")],
            env={**os.environ, "URL": live.url},
            capture_output=True,
            text=True,
            timeout=3 * WAIT_S,
        )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^main: \w+ [+-]\d+\.\d\d by NZ-", done.stdout, re.MULTILINE)) >= 3
    assert done.stdout.rstrip().endswith("in chips")
