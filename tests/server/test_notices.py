"""Limits that a supervisor changes at a live table: for everybody, over restarts, in the log."""

import asyncio

import pytest

from pitboss.engine import do
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.notices import RulesChanged
from pitboss.engine.state import BETTING, BY_HAND, PLAYING
from pitboss.proof.log import verify_log
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.server.feed.floor import floor_sheet
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.lobby.table import Table
from pitboss.server.log.replay import rebuild, replayed
from pitboss.server.log.round_scripts import round_script
from pitboss.server.log.rounds import list_rounds
from pitboss.server.settings import Limits
from pitboss.server.surroundings import REAL
from pitboss.server.tables.actor import TableActor
from pitboss.store.entry import Entry, encode_entry
from pitboss.store.memory import MemoryStore
from pitboss.wire.protocol import Waiting
from tests.patience import until
from tests.server.clocks import Clocks
from tests.server.live import QUICK, house, serving, unsealed_log
from tests.verdicts import unheld

LATER_MS = 31 * 60_000


async def give(actor: TableActor, name: str, command: Command) -> None:
    """A command that must be accepted."""
    answer = await actor.submit(name, f"{name}-{actor.version}", command)
    assert answer.ok, answer


async def staffed(lobby: Lobby, id_: str) -> TableActor:
    """A table with a dealer, a supervisor and ann."""
    actor = lobby.tables[id_].actor
    await actor.assign("dan", "dealer")
    await actor.assign("sue", "supervisor")
    await give(actor, "ann", do.BuyIn(player="ann", amount=100_000))
    return actor


async def play_round(actor: TableActor, amount: int) -> None:
    """A round of ann, stood on at once."""
    await give(actor, "ann", do.PlaceWager(box=1, wager="main", amounts=(amount,)))
    await give(actor, "dan", do.Deal())
    await finish(actor)


async def finish(actor: TableActor) -> None:
    while actor.state.phase != BETTING:
        if actor.state.phase == "offering":
            await give(actor, "dan", do.CloseInsurance())
        elif actor.state.phase == PLAYING:
            await give(actor, "ann", do.Stand(box=1))


def limits(table: Table) -> tuple[int, int]:
    """The table's limits for the main wager."""
    return table.rules.limits.min_bet, table.rules.limits.max_bet


@pytest.mark.parametrize("snapshot_every", [1, 1_000_000])
def test_limits_change_between_rounds_and_survive_a_restart(snapshot_every: int) -> None:
    store = MemoryStore()

    async def change() -> None:
        async with house(store, limits=Limits(snapshot_every=snapshot_every)) as lobby:
            table, actor = lobby.tables["house"], await staffed(lobby, "house")
            await play_round(actor, 1_00)
            await give(actor, "ann", do.PlaceWager(box=1, wager="main", amounts=(1_00,)))
            await give(actor, "dan", do.Deal())
            higher = do.PostNotice(changes={"min_bet": "2", "max_bet": "8"})
            await give(actor, "sue", higher)
            assert limits(table) == (1_00, 10_00), "nothing changes over a wager that lies"
            await finish(actor)
            await until(lambda: limits(table) == (2_00, 8_00))
            assert table.in_force.options == {"min_bet": "2.00", "max_bet": "8.00"}
            low = do.PlaceWager(box=1, wager="main", amounts=(1_00,))
            answer = await actor.submit("ann", "low", low)
            assert answer.refused is not None
            assert (answer.refused.clause, answer.refused.limit) == ("H-limits-1", 2_00)
            await play_round(actor, 5_00)

    async def come_back() -> None:
        async with house(store) as lobby:
            table = lobby.tables["house"]
            assert limits(table) == (2_00, 8_00)
            assert table.in_force.options == {"min_bet": "2.00", "max_bet": "8.00"}
            assert rebuild(store, table.header, keep=10).state == table.actor.state
            logged = list(replayed(store, table.header, last=table.actor.version))
            minimum = {one.before.round: one.before.rules.limits.min_bet for one in logged}
            assert list(minimum.values()) == [1_00, 1_00, 2_00, 2_00]
            check_scripts(store, table)

    asyncio.run(change())
    asyncio.run(come_back())
    report = verify_log(unsealed_log(store, "house"))
    assert not unheld(report)


def forge(store: MemoryStore, table: str, command: Command, event: Event) -> None:
    """Write what never happened behind a log."""
    last = store.last(table)
    assert last is not None
    at_ms = getattr(command, "at_ms", 0) or last.at_ms
    id_, version = f"{command.by}:forged", last.version + 1
    one = Entry(version, at_ms, at_ms, (event,), id_, command.by, command)
    store.append(table, last.version, [encode_entry(one)])


def check_scripts(store: MemoryStore, table: Table) -> None:
    """Each round is exported with the options that it was played under, and holds."""
    last = table.actor.version
    page = list_rounds(store, table.header.table, before=last + 1, limit=10)
    assert [played.number for played in page.rounds] == [3, 2, 1]
    third, second, first = (played.net["ann"] for played in page.rounds)
    minimums, nets = (2_00, 1_00, 1_00), (first + second + third, first + second, first)
    for played, minimum, net in zip(page.rounds, minimums, nets, strict=True):
        text = round_script(table.history, store, table.header, played, is_staff=True)
        verdict = play_script(parse_script(text))
        assert verdict.failures == ()
        assert verdict.state.rules.limits.min_bet == minimum
        assert sum(verdict.net.values()) == net


def test_a_change_that_needs_notice_waits_for_its_time() -> None:
    clocks = Clocks()

    async def run() -> None:
        async with house(surroundings=clocks.surroundings) as lobby:
            table, actor = lobby.tables["tribal"], await staffed(lobby, "tribal")
            await give(actor, "sue", do.PostNotice(changes={"surrender": "true"}))
            await give(actor, "ann", do.BuyIn(player="ann", amount=100))
            assert table.rules.surrender.hands == "none"
            assert table.feed.waiting == Waiting()
            early = await actor.submit("sue", "early", do.ApplyNotice())
            assert early.refused is not None
            assert early.refused.clause == "T-h-2-s2"
            clocks.passed_ms = LATER_MS
            await give(actor, "ann", do.BuyIn(player="ann", amount=100))
            await until(lambda: table.rules.surrender.hands != "none")

    asyncio.run(run())


def test_verify_finds_a_wager_under_limits_that_are_not_in_force() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            table, actor = lobby.tables["house"], await staffed(lobby, "house")
            await give(actor, "sue", do.PostNotice(changes={"min_bet": "2"}))
            await until(lambda: table.rules.limits.min_bet == 2_00)

    asyncio.run(run())
    assert not unheld(verify_log(unsealed_log(store, "house")))
    low = do.PlaceWager(by="ann", box=1, wager="main", amounts=(1_00,))
    forge(store, "house", low, WagerPlaced(1, "ann", "main", (1_00,)))
    report = verify_log(unsealed_log(store, "house"))
    (failed,) = [one for one in report.checks if one.status == "failed"]
    assert failed.name == "decisions"
    assert "a main wager is at least 2.00" in failed.text


def test_verify_finds_a_change_before_its_time() -> None:
    store = MemoryStore()

    async def run() -> int:
        async with house(store) as lobby:
            actor = await staffed(lobby, "tribal")
            await give(actor, "sue", do.PostNotice(changes={"surrender": "true"}))
            assert actor.state.floor.notice is not None
            return actor.state.floor.notice.from_ms

    from_ms = asyncio.run(run())
    was, now = {"surrender": "false"}, {"surrender": "true"}
    early = do.ApplyNotice(at_ms=from_ms - 1)
    forge(store, "tribal", early, RulesChanged("", now, was, from_ms - 1, "T-h-2-s2"))
    report = verify_log(unsealed_log(store, "tribal"))
    failed = [one for one in report.checks if one.status == "failed"]
    assert [one.name for one in failed] == ["decisions"]
    assert "the notice has not stood long enough" in failed[0].text


def test_everybody_at_a_table_reads_a_notice_and_sees_the_new_limits() -> None:
    with serving(pace=QUICK) as live:
        boss, ann = live.admin(), live.guest("ann")
        sue = live.account("sue")
        boss.post("/api/accounts/sue/role", {"role": "supervisor"}, verb="PUT")
        desk, seat = sue.socket("tribal"), ann.socket("tribal")
        assert desk.give(do.TakeTable())["ok"]
        seat.until("view")
        seat.buy()
        changes = {"min_bet": "10", "surrender": "true"}
        answer = desk.give(do.PostNotice(changes=changes))
        assert answer["ok"], answer
        first = seat.see().notices[0]
        words = "min bet from 5.00 to 10.00, surrender from no to yes"
        assert first.text == f"Notice by sue: {words} [T-h-2-s2]."
        assert first.text in [event["told"] for event in seat.events]
        assert first.place == "pending"
        assert first.from_ms > REAL.wall_ms()
        assert desk.status["floor"]["notice"]["changes"] == {
            "min_bet": "10.00",
            "surrender": "true",
        }
        assert desk.give(do.PostNotice())["ok"]
        assert seat.see().notices[0].place != "pending"
        assert desk.give(do.PostNotice(changes={"min_bet": "10"}))["ok"]
        while "rules_changed" not in [one["event"]["event"] for one in seat.events]:
            seat.receive()
        assert "Wagers from $10.00 to $1000.00" in [one.text for one in seat.see().notices]
        (listed,) = [one for one in ann.get("/api/tables") if one["table"] == "tribal"]
        assert (listed["min_bet"], listed["options"]["min_bet"]) == (10_00, "10.00")
        assert ann.get("/api/tables/tribal/layout")["min_bet"] == 10_00
        assert ann.get("/api/tables/tribal/rules")["options"]["min_bet"] == "10.00"


def test_with_a_human_dealer_the_staff_puts_a_change_into_effect() -> None:
    async def run() -> None:
        async with house() as lobby:
            table = await lobby.open("hand", "", "house", {}, automations=BY_HAND)
            actor = await staffed(lobby, "hand")
            await give(actor, "sue", do.PostNotice(changes={"min_bet": "2"}))
            await give(actor, "ann", do.BuyIn(player="ann", amount=100))
            assert limits(table) == (1_00, 10_00)
            await give(actor, "dan", do.ApplyNotice())
            assert limits(table) == (2_00, 10_00)

    asyncio.run(run())


def test_a_bot_plays_by_the_rules_in_force() -> None:
    async def run() -> None:
        async with house(pace=QUICK) as lobby:
            table = lobby.tables["tribal"]
            await table.actor.assign("sue", "supervisor")
            table.feed.join("eve", size=1)  # Bots play where somebody looks on.
            await lobby.add_bot(table, "random")
            later = do.PostNotice(changes={"min_bet": "10"})
            await give(table.actor, "sue", later)
            await until(lambda: table.rules.limits.min_bet == 10_00)
            seen = table.actor.state.round
            await until(lambda: table.actor.state.round > seen + 1)
            assert table.robots[0]._rules is table.rules

    asyncio.run(run())


def test_the_console_lists_what_may_change_with_the_values_in_force() -> None:
    async def run() -> None:
        async with house() as lobby:
            table, actor = lobby.tables["nz"], await staffed(lobby, "nz")
            sheet = floor_sheet(actor.state, "NZ")
            first = sheet.options[0]
            assert (first.name, first.value, first.clause) == ("min_bet", "5.00", "NZ-2.0")
            assert first.clause in sheet.clauses
            scale = next(one for one in sheet.options if one.name == "perfect_pairs")
            assert scale.values == ("off", "scale_1", "scale_2", "scale_3")
            sevens = next(one for one in sheet.options if one.name == "super_sevens")
            assert (sevens.values, sevens.value) == (("false", "true"), "false")
            assert (first.values, first.allowed) == ((), "an amount from 0.01")
            await give(actor, "sue", do.PostNotice(changes={"min_bet": "10"}))
            await until(lambda: table.rules.limits.min_bet == 10_00)
            assert floor_sheet(actor.state, "NZ").options[0].value == "10.00"

    asyncio.run(run())
