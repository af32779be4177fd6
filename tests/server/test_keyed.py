"""The dealer keys for people without a device: for whom, by whom, and what is taken back."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.cards import parse_card
from pitboss.engine import do
from pitboss.engine.chips import ChipsCashed
from pitboss.engine.declare import Command
from pitboss.engine.floor.taking_back import Keyed
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.table import step
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.rulebook.refusals import Rejection
from pitboss.server.feed.floor import DEALING, dealing_of
from pitboss.server.feed.round_steps import round_steps
from pitboss.server.lobby.table import Table
from pitboss.server.log.events import entries_after
from pitboss.server.log.replay import rebuild, restored, snapshot_of, start_of
from pitboss.server.log.round_scripts import round_script
from pitboss.server.log.rounds import find_round, list_rounds
from pitboss.server.settings import PlayMoney
from pitboss.server.tables.filled_fields import CommandContext, without_filled_fields
from pitboss.server.tables.gate import pass_gate
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from pitboss.wire.protocol import Refused
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed
from tests.server.live import BY_DEALER, house, serving
from tests.server.test_by_hand import Crew
from tests.store.logged import write_entry
from tests.verdicts import unheld

SEED = bytes(32)
WAGER = do.PlaceWager(by="guest-1", box=1, wager="main", amounts=(1_000,))


def physical(*players: str, dealing: str = "cards_by_hand") -> AtTable:
    """A table with its staff and players."""
    return staffed("nz", *players, automations=DEALING[dealing])


def context_of(state: TableState, name: str, *, is_table: bool = False) -> CommandContext:
    """What the gate reads of somebody at this table."""
    return CommandContext(
        sender=name,
        is_table=is_table,
        seen=-1,
        role_of=lambda _name: "",
        state=state,
        version=0,
        at_ms=0,
        wall_ms=0,
        draw_seed=lambda: SEED,
        chips_max=10_000_00,
        is_cut_open=False,
        bankrolls={},
        recent=tuple,
    )


def asked(state: TableState, name: str, command: Command) -> Command | Refused:
    return pass_gate(command, context_of(state, name))


def test_the_dealer_of_a_physical_table_speaks_for_its_players() -> None:
    state = physical("guest-1", "ann").state
    for whom in ("guest-1", "ann"):
        assert asked(state, DEALER, replace(WAGER, by=whom)) == replace(WAGER, by=whom)
    cut = do.Perform(by="guest-1", step="cut", position=20)
    assert asked(state, DEALER, cut) == cut
    # What is the dealer's own stays so.
    assert asked(state, DEALER, do.Deal(by="guest-1")) == do.Deal(by=DEALER)
    assert asked(state, DEALER, replace(WAGER, by="")) == replace(WAGER, by=DEALER)


def test_a_damaged_card_lies_on_the_table() -> None:
    at = physical("guest-1")
    at.bet("1 guest-1 main 10")
    at.do(do.Deal(by=DEALER))
    at.do(do.EnterCard(by=DEALER, card=parse_card("9s")))
    nine = do.Report(by=DEALER, what="damaged_card", card=parse_card("9s"))
    assert asked(at.state, DEALER, nine) == nine
    refused = asked(at.state, DEALER, replace(nine, card=parse_card("9h")))
    assert isinstance(refused, Refused)
    assert (refused.clause, refused.text) == ("NZ-16.8", "no such card lies on the table")


@pytest.mark.parametrize("whom", ["bob", FLOOR, "guest-9"])
def test_the_dealer_speaks_for_nobody_who_is_not_there(whom: str) -> None:
    refused = asked(physical("ann").state, DEALER, replace(WAGER, by=whom))
    assert isinstance(refused, Refused)
    assert refused.code == "not_yours"


@pytest.mark.parametrize("name", [FLOOR, "ann", "eve", "dealer-of-another-table"])
def test_nobody_else_speaks_for_a_player(name: str) -> None:
    """The name in the command counts for nothing: it is the sender's."""
    state = physical("guest-1", "ann").state
    assert asked(state, name, WAGER) == replace(WAGER, by=name)


def test_at_a_table_that_deals_by_itself_decisions_are_the_players() -> None:
    at = physical("guest-1", "ann", dealing="automatic")
    given = asked(at.state, DEALER, replace(WAGER, by="ann"))
    assert given == replace(WAGER, by=DEALER)
    assert isinstance(given, Command)
    refused = at.refusal(given)
    assert refused.code == "not_yours"
    assert set(refused.clauses) >= {*at.state.rules.cited("decider")}
    buy_in = asked(at.state, DEALER, do.BuyIn(player="guest-2", amount=100))
    assert isinstance(buy_in, Refused)


def test_the_dealer_takes_cash_from_guests_and_nobody_else() -> None:
    state = physical("guest-1", "ann").state
    assert asked(state, DEALER, do.BuyIn(player="guest-2", amount=500)) == do.BuyIn(
        player="guest-2", amount=500
    )
    for player in ("ann", "bob", DEALER, "guest-", "guest- x", "guest-" + "x" * 21, "Guest-2"):
        refused = asked(state, DEALER, do.BuyIn(player=player, amount=500))
        assert isinstance(refused, Refused), player
    for name in ("ann", FLOOR, "guest-2"):
        by_other = asked(state, name, do.BuyIn(player="guest-1", amount=500))
        assert isinstance(by_other, Refused), name
    over = asked(state, DEALER, do.BuyIn(player="guest-2", amount=10_000_01))
    assert isinstance(over, Refused)
    assert over.code == "chips_limit"
    out = do.CashOut(by="guest-1", amount=100)
    assert asked(state, DEALER, out) == out
    assert isinstance(asked(state, DEALER, replace(out, by="ann")), Refused)


def test_an_old_account_with_a_guests_name_buys_nothing() -> None:
    state = physical("ann", dealing="automatic").state
    refused = asked(state, "guest-2", do.BuyIn(player="guest-2", amount=500))
    assert isinstance(refused, Refused)
    assert refused.code == "name_reserved"


def test_an_id_is_for_one_player_at_a_physical_table() -> None:
    def plain(command: Command, name: str, *, is_by_hand: bool) -> Command:
        return without_filled_fields(command, name, is_by_hand=is_by_hand, is_table=False)

    hit, other = do.Hit(by="guest-1", box=1), do.Hit(by="guest-2", box=1)
    assert plain(hit, "dee", is_by_hand=True) != plain(other, "dee", is_by_hand=True)
    own, sent = do.Hit(by="ann", box=1), do.Hit(box=1)
    assert plain(own, "ann", is_by_hand=True) == plain(sent, "ann", is_by_hand=True)
    assert plain(hit, "ann", is_by_hand=False) == plain(sent, "ann", is_by_hand=False)


def test_no_account_is_called_like_a_guest_at_a_table() -> None:
    with serving(pace=BY_DEALER) as live:
        for name in ("guest-1", "Guest-bob", "GUEST-x"):
            body = {"name": name, "password": "a very long password"}
            told = live.visitor().post("/api/accounts", body, expect=400)
            assert told["code"] == "name_reserved"


async def opened(lobby: Any, dealing: str = "cards_by_hand") -> Table:
    """A physical table with its staff."""
    table: Table = await lobby.open("floor", "Floor", "nz", {}, automations=DEALING[dealing])
    for name, role in (("dee", "dealer"), ("sue", "supervisor")):
        await table.actor.assign(name, role)
    return table


class Keys:
    """Gives commands one after another, each of which must be accepted."""

    def __init__(self, table: Table) -> None:
        self.table, self.count = table, 0

    async def __call__(self, name: str, *commands: Command) -> None:
        for command in commands:
            self.count += 1
            answer = await self.table.actor.submit(name, f"c{self.count}", command)
            assert answer.ok, (command, answer.refused)


def cards(text: str) -> list[Command]:
    return [do.EnterCard(card=parse_card(card)) for card in text.split()]


async def played(keys: Keys) -> None:
    """A guest's twenty against seventeen, keyed by the dealer, and paid."""
    await keys("dee", do.BuyIn(player="guest-1", amount=10_000), WAGER, do.Deal())
    await keys("dee", *cards("Ts 7d Qh"), do.Stand(by="guest-1", box=1), *cards("Tc"))


def test_a_round_settled_taken_back_and_settled_again() -> None:
    """History has one round with its last result, and the record has both."""

    async def run() -> None:
        async with house() as lobby:
            table, store = await opened(lobby), lobby.store
            keys = Keys(table)
            await played(keys)
            assert table.actor.state.chips["guest-1"] == 11_000
            page = list_rounds(store, "floor", before=table.actor.version + 1, limit=9)
            assert [one.net for one in page.rounds] == [{"guest-1": 1_000}]
            await keys("sue", do.TakeBack(reason="the ten was a five"))
            assert table.actor.state.phase != BETTING
            before = table.actor.version + 1
            assert list_rounds(store, "floor", before=before, limit=9).rounds == ()
            assert find_round(store, "floor", 1, before=before) is None
            await keys("dee", *cards("5c 9c"))
            before = table.actor.version + 1
            page = list_rounds(store, "floor", before=before, limit=9)
            assert [(one.number, one.net) for one in page.rounds] == [(1, {"guest-1": -1_000})]
            assert find_round(store, "floor", 1, before=before) == page.rounds[0]
            steps = round_steps(table.history, store, table.header, page.rounds[0], "ann").steps
            names = [msgspec.json.decode(one.message.event)["event"] for one in steps]
            assert (names.count("round_ended"), names.count("taken_back")) == (2, 1)
            script = round_script(table.history, store, table.header, page.rounds[0], is_staff=True)
            assert "1 stand keyed_by dee" in script
            verdict = play_script(parse_script(script))
            assert (verdict.failures, verdict.net) == ((), {"guest-1 1 main": -1_000})
            entries = list(entries_after(store, "floor", 0))
            keyed = [one for one in entries if one.command and one.command.by == "guest-1"]
            assert {one.who for one in keyed} == {"dee"}
            assert [one.command.reason for one in entries if isinstance(one.command, do.TakeBack)]
            report = verify_log(export_log(store, "floor"))
            assert not unheld(report)
            money = count_money(store)
            assert (money.faults, money.issued) == ((), 10_000)

    asyncio.run(run())


def test_guests_leave_a_closed_table_with_their_chips() -> None:
    async def run() -> None:
        async with house() as lobby:
            table = await opened(lobby)
            keys = Keys(table)
            await played(keys)
            await keys("ann", do.BuyIn(player="ann", amount=500))
            await keys("dee", do.CashOut(by="guest-1", amount=1_000))
            await keys("sue", do.CloseTable())
            entries = list(entries_after(lobby.store, "floor", 0))
            out = {e.player: e.amount for e in entries[-1].events if isinstance(e, ChipsCashed)}
            assert out == {"guest-1": 10_000, "ann": 500}
            assert {one.account for one in lobby.store.bankrolls()} == {"ann"}
            assert count_money(lobby.store).faults == ()

    asyncio.run(run())


def test_a_player_who_names_a_guest_cashes_out_their_own() -> None:
    async def run() -> None:
        async with house() as lobby:
            table = await opened(lobby)
            keys = Keys(table)
            await keys("dee", do.BuyIn(player="guest-1", amount=1_000))
            await keys("ann", do.BuyIn(player="ann", amount=500))
            await keys("ann", do.CashOut(by="guest-1", amount=500))
            assert table.actor.state.chips == {"guest-1": 1_000}
            answer = await table.actor.submit("dee", "x", do.CashOut(by="guest-1", amount=1_000))
            again = await table.actor.submit("dee", "x", do.CashOut(by="guest-1", amount=1_000))
            assert answer == again
            other = await table.actor.submit("dee", "x", do.CashOut(by="ann", amount=1_000))
            assert other.refused is not None
            assert other.refused.code == "id_reused"
            assert count_money(lobby.store).faults == ()

    asyncio.run(run())


def test_what_can_be_taken_back_outlasts_a_restart() -> None:
    async def run() -> None:
        async with house() as lobby:
            table, store = await opened(lobby), lobby.store
            keys = Keys(table)
            await played(keys)
            state, start = table.actor.state, start_of(table.header)
            assert len(state.remembered) > 5
            snapshot = snapshot_of(state, table.actor.version, table.feed.memory)
            assert restored(start, snapshot) == (state, table.feed.memory)
            # What differs is kept of each, not the whole shoe.
            assert len(snapshot.state) < 40_000
            assert rebuild(store, table.header, keep=10).state == state

    asyncio.run(run())


def test_a_table_from_before_is_dealt_as_it_was() -> None:
    """Its header knows nothing of remembering: its commands lead to the events they led to."""
    for name, automations in DEALING.items():
        assert dealing_of(automations) == name
        assert dealing_of(replace(automations, remembers=False)) == name
    store = MemoryStore()
    header = TableHeader("t1", "Old", "nz", 1, {}, {"cards": False}, 1)
    store.create(header)
    state = start_of(header)
    opening = (do.AssignStaff(name="dee", role="dealer"), do.BuyIn(player="ann", amount=10_000))
    wager = replace(WAGER, by="ann")
    commands = (*opening, wager, do.Deal(by="dee"), *(replace(c, by="dee") for c in cards("Ts 7d")))
    for number, command in enumerate(commands):
        outcome = step(state, command)
        assert not isinstance(outcome, Rejection), outcome
        state, events = outcome
        assert not any(isinstance(event, Keyed) for event in events)
        write_entry(store, command, events, f"c{number}")
    checks = {one.name: one.status for one in verify_log(export_log(store, "t1")).checks}
    assert (checks["replay"], checks["decisions"], checks["money"]) == ("ok", "ok", "ok")
    assert rebuild(store, header, keep=1).state == state


def test_the_dealer_asks_whether_a_guest_may_buy_in() -> None:
    """Whatever the dealer's own bankroll holds."""
    with serving(pace=BY_DEALER, play_money=PlayMoney(opening=0)) as live:
        boss = live.admin()
        body = {"table": "floor", "rulebook": "nz", "dealing": "cards_by_hand"}
        boss.post("/api/tables", body, expect=201)
        dan = live.account("dan")
        boss.post("/api/accounts/dan/role", {"role": "dealer"}, verb="PUT")
        assert dan.socket("floor").give(do.TakeTable())["ok"]
        for player, is_taken in (("guest-1", True), ("ann", False)):
            command = {"do": "buy_in", "player": player, "amount": 500}
            why = dan.post("/api/tables/floor/ask", {"command": command})
            assert why["ok"] is is_taken, why


@pytest.fixture
def crew() -> Iterator[Crew]:
    with serving(pace=BY_DEALER) as live:
        yield Crew(live, "cards_by_hand", "nz")


def test_the_console_is_told_what_players_may_do_and_what_can_be_taken_back(crew: Crew) -> None:
    crew.accept(crew.dan, do.BuyIn(player="guest-1", amount=10_000))
    crew.dan.see()
    floor = crew.dan.status["floor"]
    assert set(floor["acting"]) == {"ann", "guest-1"}
    assert {offer["by"] for offer in floor["acting"]["guest-1"]} == {"guest-1"}
    assert floor["take_back"] is None
    crew.accept(crew.dan, WAGER)
    crew.dan.see()
    crew.sue.see()
    told = {
        "what": "the wager of guest-1 on box 1", "who": "dan",
        "roles": ["dealer", "supervisor"], "needs_reason": False, "to_deal": False,
    }  # fmt: skip
    assert crew.dan.status["floor"]["take_back"] == told
    assert crew.sue.status["floor"]["take_back"] == {**told, "needs_reason": True}
    # Only who deals acts for players.
    assert crew.sue.status["floor"]["acting"] == {}
    watching = crew.art.socket(crew.table)
    watching.until("view")
    assert watching.status["floor"]["take_back"] is None
    assert watching.status["floor"]["acting"] == {}
    crew.accept(crew.dan, do.Deal())
    crew.enter("Ts", "7d", "Qh")
    assert set(crew.dan.status["floor"]["acting"]) == {"guest-1"}
    refused = crew.refuse(crew.sue, do.Stand(by="guest-1", box=1))
    assert (refused["code"], bool(refused["clause"])) == ("not_yours", True)
    assert crew.refuse(crew.ann, do.Stand(by="guest-1", box=1))["code"] == "not_yours"
    crew.accept(crew.dan, do.Stand(by="guest-1", box=1))
    assert "with a reason" in crew.refuse(crew.sue, do.TakeBack())["text"]
    crew.accept(crew.sue, do.TakeBack(reason="it was a wave at a friend"))
    crew.ann.see()
    assert crew.ann.view["turn"] == [1, 1]
    crew.accept(crew.dan, do.Stand(by="guest-1", box=1))
    crew.enter("Tc")
    crew.dan.see()
    (move,) = crew.dan.status["floor"]["chip_moves"]
    assert (move["number"], move["box"], move["player"]) == (1, 1, "guest-1")
    assert (move["pay"], move["chips"]) == (1_000, [{"value": 500, "count": 2}])
    assert crew.dan.status["floor"]["chip_order"] == ["NZ-8.6"]
    rulings = crew.art.get("/api/tables/floor/rulings")["rulings"]
    assert "sue takes back the stand of guest-1 on box 1: it was a wave" in rulings[0]["text"]
    (line,) = crew.art.get("/api/tables/floor/events?kind=wager_placed")["lines"]
    assert (line["who"], line["command"]["by"]) == ("dan", "guest-1")
