"""Players contribute to the cut: the order is committed to first, and anybody can check it."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import ContributeCut, CutContributed
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.loading import OrderShuffle, ShoeLoaded
from pitboss.server.config import Pace
from pitboss.server.live_table import Table
from pitboss.server.lobby import Lobby
from pitboss.server.protocol import Answer
from pitboss.server.rebuild import replayed
from pitboss.shuffle import cut_place
from pitboss.store.chain import chained
from pitboss.store.log import export_log, read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.verify.log import verify_log
from tests.patience import until
from tests.server.live import BY_DEALER, house

WAIT = replace(BY_DEALER, cut_ms=60_000)
WORDS = {"ann": "seven", "bob": "horseshoe"}


def give(table: Table, name: str, id_: str, command: Command) -> Any:
    return table.actor.submit(name, id_, command)


async def shuffle_at(lobby: Lobby, id_: str) -> Table:
    """A table with two players at it whose cards are being shuffled."""
    table = lobby.tables[id_]
    for name in WORDS:
        table.feed.join(name, size=1_000)
        assert (await give(table, name, "buy", BuyIn(player=name, amount=9_000))).ok
    early = await give(table, "ann", "early", ContributeCut(words="first"))
    assert early.refused.code == "not_now"
    await table.actor.assign("sue", "supervisor")
    assert (await give(table, "sue", "order", OrderShuffle(reason="worn", is_suspect=True))).ok
    await until(lambda: table.feed.coming() is not None)
    return table


def code(answer: Answer) -> str:
    return answer.refused.code if answer.refused else ""


@pytest.mark.parametrize("id_", ["nz", "tribal", "double-deck"])
def test_the_place_of_the_cut_is_drawn_from_what_the_players_say(id_: str) -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store, WAIT) as lobby:
            table = await shuffle_at(lobby, id_)
            coming = table.feed.coming()
            assert coming is not None
            assert table.feed.waits_for == "cut"
            for name, words in WORDS.items():
                assert (await give(table, name, "cut", ContributeCut(words=words))).ok
                again = await give(table, name, "again", ContributeCut(words="more"))
                assert code(again) in ("already_placed", "not_now")
            # Everybody has answered, so nobody is waited for.
            await until(lambda: table.feed.coming() is None)
            events = [one.event for one in replayed(store, table.header, last=10**6)]
            kinds = [type(event) for event in events]
            last = len(kinds) - 1 - kinds[::-1].index(ShoeLoaded)
            assert kinds[last - 4 : last + 1] == [
                ShoeCommitted, CutContributed, CutContributed, ShoeRevealed, ShoeLoaded,
            ]  # fmt: skip
            assert table.actor.state.prep.words == ()

    asyncio.run(run())
    report = verify_log(export_log(store, id_))
    assert report.ok, report.checks


def test_another_cut_than_the_words_give_is_found() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store, WAIT) as lobby:
            table = await shuffle_at(lobby, "nz")
            for name, words in WORDS.items():
                await give(table, name, "cut", ContributeCut(words=words))
            await until(lambda: table.feed.coming() is None)

    asyncio.run(run())
    log = read_log(export_log(store, "nz"))
    for said in (b"seven", b"eight"):
        # The command and its event both tell another word.
        records = [
            replace(record, body=record.body.replace(b'"seven"', b'"%b"' % said), chain="")
            for record in log.records
        ]
        report = verify_log(write_log(log.header, chained(log.genesis, 0, records)))
        failed = [check for check in report.checks if check.status == "failed"]
        assert [check.name for check in failed] == ([] if said == b"seven" else ["commitments"])
        assert not failed or "words give" in failed[0].text


def test_who_says_nothing_is_not_waited_for_long_and_a_restart_goes_on() -> None:
    store = MemoryStore()

    async def begin() -> str:
        async with house(store, WAIT) as lobby:
            table = await shuffle_at(lobby, "house")
            assert (await give(table, "ann", "cut", ContributeCut(words="seven"))).ok
            coming = table.feed.coming()
            assert coming is not None
            return coming.commitment

    async def go_on(committed: str) -> None:
        async with house(store, BY_DEALER) as lobby:
            table = lobby.tables["house"]
            await until(lambda: table.feed.coming() is None)
            (held,) = table.feed.shoes_in_play()
            assert held.commitment == committed
            assert code(await give(table, "ann", "late", ContributeCut(words="x"))) == "not_now"
            assert code(await give(table, "ann", "deal", Deal())) != "broken"

    asyncio.run(go_on(asyncio.run(begin())))
    report = verify_log(export_log(store, "house"))
    assert report.ok, report.checks


def test_nobody_is_asked_where_nobody_is() -> None:
    async def run() -> None:
        for pace in (WAIT, Pace(cut_ms=0, has_auto_deal=False)):
            async with house(pace=pace) as lobby:
                table = lobby.tables["nz"]
                if not pace.cut_ms:
                    table.feed.join("ann", size=100)
                await give(table, "ann", "buy", BuyIn(player="ann", amount=9_000))
                await table.actor.assign("sue", "supervisor")
                before = table.actor.state.shoe
                await give(table, "sue", "order", OrderShuffle(reason="worn", is_suspect=True))
                await until(lambda: table.actor.state.shoe != before)  # noqa: B023

    asyncio.run(run())


@pytest.mark.clause("T-e-9")
def test_new_cards_come_into_the_shoe_when_nobody_is_left() -> None:
    async def run() -> None:
        async with house(pace=BY_DEALER) as lobby:
            for id_, is_new in (("tribal", True), ("nz", False)):
                table = lobby.tables[id_]
                assert (await give(table, "ann", "buy", BuyIn(player="ann", amount=9_000))).ok
                before = table.actor.state.shoe
                assert before
                assert (await give(table, "ann", "leave", CashOut(amount=9_000))).ok
                if is_new:
                    await until(lambda: table.actor.state.shoe != before)  # noqa: B023
                assert (table.actor.state.shoe != before) == is_new
                assert table.actor.state.prep.last_round == -1

    asyncio.run(run())


def test_every_place_within_the_bounds_is_drawn() -> None:
    places = {cut_place("c", [("ann", str(n))], low=10, high=20) for n in range(400)}
    assert places == set(range(10, 21))
    assert cut_place("c", [], low=10, high=20) == 0
    one, other = ("ann", "a"), ("bob", "b")
    drawn = {cut_place("c", words, low=1, high=10**6) for words in ([one, other], [other, one])}
    assert len(drawn) == 2
