"""Players contribute to the cut: the order is committed to first, and anybody can check it."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import (
    ContributeCut,
    CutContributed,
    CutOpened,
    CutPledged,
    CutWordMissing,
    PledgeCut,
    in_order,
)
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.loading import OrderShuffle, ShoeLoaded
from pitboss.proof.log import verify_log
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.lobby.table import Table
from pitboss.server.log.replay import replayed
from pitboss.server.settings import Pace
from pitboss.shuffle import cut_place, word_commitment
from pitboss.store.chain import chained
from pitboss.store.export import export_log, read_log, write_log
from pitboss.store.memory import MemoryStore
from pitboss.wire.protocol import Answer
from tests.patience import until
from tests.server.live import BY_DEALER, house, unsealed_log
from tests.verdicts import IN_PLAY, unheld

WAIT = replace(BY_DEALER, cut_ms=60_000)
WORDS = {"ann": "seven", "bob": "horseshoe"}


def pledge(name: str, word: str) -> PledgeCut:
    """A commitment to a word for the cut."""
    return PledgeCut(commitment=word_commitment(name, word))


async def cut_by_words(table: Table) -> None:
    """Everybody commits to a word, and then says it."""
    for name, word in WORDS.items():
        assert (await give(table, name, "pledge", pledge(name, word))).ok
    await until(lambda: table.actor.state.prep.is_opening)
    for name, word in reversed(WORDS.items()):
        assert (await give(table, name, "cut", ContributeCut(words=word))).ok
    await until(lambda: table.feed.coming() is None)


def give(table: Table, name: str, id_: str, command: Command) -> Any:
    return table.actor.submit(name, id_, command)


async def shuffle_at(lobby: Lobby, id_: str) -> Table:
    """A table with two players at it whose cards are being shuffled."""
    table = lobby.tables[id_]
    for name in WORDS:
        table.feed.join(name, size=1_000)
        assert (await give(table, name, "buy", BuyIn(player=name, amount=9_000))).ok
    for early in (pledge("ann", "first"), ContributeCut(words="first")):
        assert code(await give(table, "ann", f"early {type(early)}", early)) == "not_now"
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
            assert table.feed.waiting.what == "cut"
            unsaid = await give(table, "ann", "unpledged", ContributeCut(words="seven"))
            assert code(unsaid) == "pledge_first"
            assert (await give(table, "ann", "p1", pledge("ann", WORDS["ann"]))).ok
            assert code(await give(table, "ann", "p2", pledge("ann", "x"))) == "already_placed"
            soon = await give(table, "ann", "soon", ContributeCut(words=WORDS["ann"]))
            assert code(soon) == "wrong_time"
            assert (await give(table, "bob", "p3", pledge("bob", WORDS["bob"]))).ok
            # Everybody has answered, so nobody is waited for.
            await until(lambda: table.actor.state.prep.is_opening)
            assert table.feed.waiting.what == "word"
            other = await give(table, "bob", "other", ContributeCut(words="more"))
            assert code(other) == "not_allowed"
            for name in ("bob", "ann"):
                assert (await give(table, name, "cut", ContributeCut(words=WORDS[name]))).ok
            await until(lambda: table.feed.coming() is None)
            events = [one.event for one in replayed(store, table.header, last=10**6)]
            kinds = [type(event) for event in events]
            last = len(kinds) - 1 - kinds[::-1].index(ShoeLoaded)
            assert kinds[last - 7 : last + 1] == [
                ShoeCommitted, CutPledged, CutPledged, CutOpened, CutContributed, CutContributed,
                ShoeRevealed, ShoeLoaded,
            ]  # fmt: skip
            assert table.actor.state.prep.words == ()

    asyncio.run(run())
    report = verify_log(export_log(store, id_))
    assert not unheld(report, *IN_PLAY)


def test_another_cut_than_the_words_give_is_found() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store, WAIT) as lobby:
            table = await shuffle_at(lobby, "nz")
            await cut_by_words(table)

    asyncio.run(run())
    log = read_log(unsealed_log(store, "nz"))
    for said in (b"seven", b"eight"):
        # The command and its event both tell another word.
        records = [
            replace(record, body=record.body.replace(b'"seven"', b'"%b"' % said), chain="")
            for record in log.records
        ]
        report = verify_log(write_log(log.header, chained(log.genesis, 0, records)))
        failed = [check for check in report.checks if check.status == "failed"]
        if said == b"seven":
            assert not failed
            continue
        # It is not the word that was committed to, either.
        assert [check.name for check in failed] == ["decisions", "commitments"]
        assert "words give" in failed[1].text


def test_who_says_nothing_is_not_waited_for_long_and_a_restart_goes_on() -> None:
    store = MemoryStore()

    async def begin() -> str:
        async with house(store, WAIT) as lobby:
            table = await shuffle_at(lobby, "house")
            assert (await give(table, "ann", "pledge", pledge("ann", "seven"))).ok
            coming = table.feed.coming()
            assert coming is not None
            return coming.commitment

    async def go_on(committed: str) -> None:
        async with house(store, BY_DEALER) as lobby:
            table = lobby.tables["house"]
            await until(lambda: table.feed.coming() is None)
            (held,) = table.feed.shoes_in_play()
            assert held.commitment == committed
            # The word was not said in time: it counts as none, and that is on record.
            (missing,) = [
                one.event
                for one in replayed(store, table.header, last=10**6)
                if isinstance(one.event, CutWordMissing)
            ]
            assert missing.player == "ann"
            assert code(await give(table, "ann", "late", ContributeCut(words="x"))) == "not_now"
            assert code(await give(table, "ann", "deal", Deal())) != "broken"

    asyncio.run(go_on(asyncio.run(begin())))
    report = verify_log(export_log(store, "house"))
    assert not unheld(report, *IN_PLAY)


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


def test_who_knows_the_order_and_speaks_last_does_not_pick_the_cut() -> None:
    """A word is fixed before any other is known, so there is nothing to try out."""

    async def run() -> None:
        async with house(pace=WAIT) as lobby:
            table = await shuffle_at(lobby, "nz")
            await give(table, "ann", "p1", pledge("ann", "seven"))
            await give(table, "bob", "p2", pledge("bob", "any"))
            await until(lambda: table.actor.state.prep.is_opening)
            assert (await give(table, "ann", "say", ContributeCut(words="seven"))).ok
            coming = table.feed.coming()
            assert coming is not None
            for attempt in range(300):
                words = (("ann", "seven"), ("bob", f"try{attempt}"))
                if cut_place(coming.commitment, words, low=10, high=302) == 52:
                    break
            told = await give(table, "bob", "picked", ContributeCut(words=f"try{attempt}"))
            assert code(told) == "not_allowed"
            assert (await give(table, "bob", "say", ContributeCut(words="any"))).ok

    asyncio.run(run())


def test_words_count_in_the_order_in_which_they_were_committed_to() -> None:
    words = (("bob", "b"), ("ann", "a"))
    assert in_order(words, ["ann", "bob"]) == (("ann", "a"), ("bob", "b"))
    assert in_order(words, ["ann"]) == (("ann", "a"),)
    # Nobody commits in older logs, where they count as they were said.
    assert in_order(words, []) == words


def test_every_place_within_the_bounds_is_drawn() -> None:
    places = {cut_place("c", [("ann", str(n))], low=10, high=20) for n in range(400)}
    assert places == set(range(10, 21))
    assert cut_place("c", [], low=10, high=20) == 0
    one, other = ("ann", "a"), ("bob", "b")
    drawn = {cut_place("c", words, low=1, high=10**6) for words in ([one, other], [other, one])}
    assert len(drawn) == 2
