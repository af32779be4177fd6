"""What a server writes down: who gave which command, when, and what it led to."""

import asyncio
from collections.abc import Callable
from functools import partial

from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.state import BY_HAND, PLAYING
from pitboss.proof.checks import Report
from pitboss.proof.log import verify_log
from pitboss.server.log.events import entries_after
from pitboss.server.settings import Pace
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.server.tables.actor import TableActor
from pitboss.server.tables.timers import default_act
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.wire.protocol import Answer
from tests.patience import WAIT_S
from tests.server.live import house
from tests.verdicts import IN_PLAY, unheld

ALONE = Pace(betting_ms=1, turn_ms=1, insurance_ms=1, prize_ms=1)
BUY = do.BuyIn(player="ann", amount=50_000)
BET = do.PlaceWager(box=1, wager="main", amounts=(1_000,))


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S):
        while not holds():
            await asyncio.sleep(0.002)


async def accepted(actor: TableActor, name: str, id_: str, command: Command) -> Answer:
    answer = await actor.submit(name, id_, command)
    assert answer.ok, answer
    return answer


def is_over(actor: TableActor, before: int) -> bool:
    """Whether another round has been played since."""
    return actor.state.round > before and actor.state.phase == "betting"


def code(answer: Answer) -> str:
    return answer.refused.code if answer.refused else ""


def entries_of(store: Store, table: str) -> list[Entry]:
    return list(entries_after(store, table, 0))


def verified(store: Store, table: str) -> Report:
    report = verify_log(export_log(store, table))
    assert not unheld(report, *IN_PLAY)
    return report


def decided(report: Report) -> tuple[str, str]:
    (decisions,) = [check for check in report.checks if check.name == "decisions"]
    return decisions.status, decisions.text


async def play_round(actor: TableActor, number: int) -> None:
    """A round of ann, with a dealer who deals."""
    await accepted(actor, "ann", f"bet {number}", BET)
    await accepted(actor, "dee", f"deal {number}", do.Deal())
    turn = 0
    while actor.state.phase != "betting":
        turn += 1
        if actor.state.phase == PLAYING:
            act = default_act(actor.state)
            await accepted(actor, "ann", f"act {number} {turn}", act)
        else:
            await accepted(actor, "dee", f"close {number} {turn}", do.CloseInsurance())


def test_every_command_is_recorded_with_who_gave_it() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            await actor.assign("dee", "dealer")
            await accepted(actor, "ann", "1", BUY)
            await play_round(actor, 1)
            await lobby.close(lobby.tables["nz"])

    asyncio.run(run())
    entries = entries_of(store, "nz")
    given = [(type(one.command).__name__, one.who, one.id) for one in entries]
    assert given[:4] == [
        ("CommitShoe", "", ""),
        ("LoadShoe", "", ""),
        ("AssignStaff", "", entries[2].id),
        ("BuyIn", "ann", "ann:1"),
    ]
    assert given[4:6] == [
        ("PlaceWager", "ann", "ann:bet 1"),
        ("Deal", "dee", "dee:deal 1"),
    ]
    # Closing the table cashes ann's chips in the same entry, behind the seed of the shoe.
    assert given[-2:] == [("RevealShoe", "", ""), ("CloseTable", "", entries[-1].id)]
    assert [name_of(event) for event in entries[-1].events] == ["chips_cashed", "table_closed"]
    deal = entries[5].command
    assert isinstance(deal, do.Deal)
    assert (deal.by, deal.at_ms) == ("dee", entries[5].at_ms)
    assert decided(verified(store, "nz"))[0] == "ok"


def test_what_the_table_does_by_itself_is_recorded_too() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store, ALONE) as lobby:
            actor = lobby.tables["house"].actor
            await accepted(actor, "ann", "1", BUY)
            for number in range(6):
                before = actor.state.round
                await accepted(actor, "ann", f"bet {number}", BET)
                await until(partial(is_over, actor, before))

    asyncio.run(run())
    entries = [one for one in entries_of(store, "house") if one.command is not None]
    alone = {type(one.command) for one in entries if not one.who}
    assert {do.LoadShoe, do.Deal} <= alone
    played = [one for one in entries if isinstance(one.command, do.Stand | do.Hit)]
    assert all((one.who, one.command.by) == ("", "ann") for one in played if one.command)
    assert all(
        one.command.at_ms == one.at_ms for one in entries if isinstance(one.command, do.Deal)
    )
    verified(store, "house")


def test_log_time_never_runs_back() -> None:
    store = MemoryStore()
    now = REAL.wall_ms()

    async def run() -> None:
        nonlocal now
        async with house(store, surroundings=Surroundings(machine_ms=lambda: now)) as lobby:
            actor = lobby.tables["tribal"].actor
            now += 200_000
            await actor.assign("sue", "supervisor")
            await accepted(actor, "ann", "1", BUY)
            now -= 60_000
            await accepted(actor, "ann", "2", BUY)
            await accepted(actor, "sue", "3", do.PostNotice(changes={"surrender": "true"}))
            now += 30_000
            await accepted(actor, "ann", "4", BUY)
            now += 60_000
            await accepted(actor, "ann", "5", BUY)

    asyncio.run(run())
    last = entries_of(store, "tribal")[-5:]
    first = last[0].at_ms
    assert [one.at_ms - first for one in last] == [0, 0, 0, 0, 30_000]
    assert [one.wall_ms - first for one in last] == [0, -60_000, -60_000, -30_000, 30_000]
    notice = last[2].command
    assert isinstance(notice, do.PostNotice)
    assert notice.at_ms == first
    (times,) = [one.text for one in verified(store, "tribal").checks if one.name == "times"]
    assert "the clock was behind it at 3 of them" in times

    async def come_back() -> None:
        """A server whose clock is an hour behind goes on where the log is."""
        behind = Surroundings(machine_ms=lambda: first - 3_600_000)
        async with house(store, surroundings=behind) as lobby:
            actor = lobby.tables["tribal"].actor
            await accepted(actor, "ann", "6", BUY)
            assert actor.at_ms == last[-1].at_ms

    asyncio.run(come_back())
    verified(store, "tribal")


def test_an_id_is_one_commands_alone() -> None:
    store = MemoryStore()
    other = do.BuyIn(player="ann", amount=1)

    async def first() -> Answer:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            answer = await accepted(actor, "ann", "1", BUY)
            assert await accepted(actor, "ann", "1", BUY) == answer
            assert code(await actor.submit("ann", "1", other)) == "id_reused"
            both = await asyncio.gather(
                actor.submit("ann", "2", BUY), actor.submit("ann", "2", other)
            )
            assert [code(one) for one in both] == ["", "id_reused"]
            # Both wait together, and are decided in one batch.
            same = await asyncio.gather(*(actor.submit("ann", "4", BUY) for _ in range(3)))
            assert same[0].ok
            assert len(set(same)) == 1
            assert actor.state.chips["ann"] == 3 * BUY.amount
            refused = await actor.submit("ann", "3", do.Hit(box=1))
            assert await actor.submit("ann", "3", do.Hit(box=1)) == refused
            assert code(await actor.submit("ann", "3", do.Stand(box=1))) == "id_reused"
            # Ids of somebody else are not hers.
            assert (await actor.submit("bob", "1", do.BuyIn(player="bob", amount=1))).ok
            return answer

    async def after_a_restart(answer: Answer) -> None:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            assert code(await actor.submit("ann", "1", other)) == "id_reused"
            assert await actor.submit("ann", "1", BUY) == answer
            assert code(await actor.submit("ann", "1", other)) == "id_reused"
            assert actor.state.chips["ann"] == 3 * BUY.amount
            assert [entry.id for entry in entries_of(store, "nz") if entry.who == "ann"] == [
                "ann:1", "ann:2", "ann:4",
            ]  # fmt: skip

    asyncio.run(after_a_restart(asyncio.run(first())))


def test_what_the_server_adds_to_a_command_is_no_other_command() -> None:
    store = MemoryStore()
    given: list[tuple[str, Command, Answer]] = []

    async def first() -> None:
        async with house(store) as lobby:
            table = await lobby.open("hand", "", "nz", {}, automations=BY_HAND)
            actor = table.actor
            await actor.assign("dee", "dealer")
            await actor.assign("sue", "supervisor")
            step = actor.state.rules.procedures["opening"][0]
            by = {"dealer": "dee", "supervisor": "sue"}[step.by]
            asked: list[tuple[str, Command]] = [
                ("ann", BUY),
                ("sue", do.PostNotice(changes={"min_bet": "10"})),
                ("dee", do.BeginProcedure(name="opening")),
                (by, do.Perform(step=step.do)),
            ]
            for number, (name, command) in enumerate(asked):
                answer = await accepted(actor, name, f"{number}", command)
                given.append((name, command, answer))
            auto = lobby.tables["nz"].actor
            await auto.assign("dee", "dealer")
            await accepted(auto, "ann", "1", BUY)
            await play_round(auto, 1)

    async def again() -> None:
        async with house(store) as lobby:
            actor = lobby.tables["hand"].actor
            for name, command, answer in given:
                assert await actor.submit(name, answer.id, command) == answer
            auto = lobby.tables["nz"].actor
            deal = do.Deal(by="somebody", at_ms=7, drawn_from=1)
            assert (await auto.submit("dee", "deal 1", deal)).ok
            assert code(await auto.submit("dee", "deal 1", do.CloseInsurance())) == "id_reused"

    asyncio.run(first())
    asyncio.run(again())
