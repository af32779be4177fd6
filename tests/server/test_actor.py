"""The writer of a table at its edges: misdeals, prizes, broken engines, answers kept and lost."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_cards
from pitboss.engine.automatic import drawn_prize, shuffle_due
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.play.acts import Hit
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, TableState
from pitboss.server.settings import Limits, Pace
from pitboss.server.tables.actor import TableActor
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Record, Snapshot, StoreUnavailable
from tests.patience import WAIT_S
from tests.server.live import house, names_of

ALONE = Pace(betting_ms=1, turn_ms=60_000, insurance_ms=1, prize_ms=1)
PATIENT = replace(ALONE, betting_ms=60_000)
"""Bets stay open until the test has the cards dealt."""


async def until(actor: TableActor, holds: Callable[[TableState], bool]) -> None:
    """Wait for a table."""
    async with asyncio.timeout(WAIT_S):
        while not holds(actor.state):
            await asyncio.sleep(0.002)


async def stack(actor: TableActor, cards: str) -> None:
    """Put cards on top, as a study does; the table itself asks for it."""
    rest = actor.state.shoe[:60]
    load = LoadShoe(cards=parse_cards(cards) + rest, is_shuffle=False)
    answer = await actor._submit("", f"stack {cards}", load, is_house=True)
    assert answer.ok


async def bet(actor: TableActor, *wagers: tuple[str, int]) -> None:
    """Chips and wagers of Ann on box 1."""
    await actor.submit("ann", "buy", BuyIn(player="ann", amount=90_000))
    for wager, amount in wagers:
        command = PlaceWager(box=1, wager=wager, amounts=(amount,))
        answer = await actor.submit("ann", f"{wager}", command)
        assert answer.ok, answer


async def bet_and_deal(actor: TableActor, *wagers: tuple[str, int]) -> None:
    """Wagers of Ann, and the cards."""
    await bet(actor, *wagers)
    assert (await actor.give_house(Deal())).ok


@pytest.mark.clause("T-n-6")
def test_a_shoe_that_runs_out_is_a_misdeal_where_the_rulebook_says_so() -> None:
    async def run() -> None:
        async with house(pace=ALONE) as lobby:
            actor = lobby.tables["tribal"].actor
            load = LoadShoe(cards=parse_cards("2s 6d 2h 2c 3d"), is_shuffle=False)
            await actor._submit("", "load", load, is_house=True)
            await bet(actor, ("main", 1_000))
            await until(actor, lambda state: state.phase == "playing")
            answer = await actor.submit("ann", "hit", Hit(box=1))
            assert answer.refused is not None
            assert answer.refused.code == "shoe_empty"
            # The wagers stay, the cards are shuffled, and the round is dealt again.
            await until(actor, lambda state: len(state.shoe) > 300 and state.position > 0)
            names = names_of(lobby.store, "tribal")
            assert names.count("misdeal_called") == 1
            assert names.count("wager_placed") == 1
            assert names.index("misdeal_called") < names.index("shoe_revealed")
            assert "card_dealt" in names[names.index("shoe_revealed") :]
            assert actor.state.floor.staff == {}

    asyncio.run(run())


def test_prizes_are_drawn_by_the_house_and_not_by_clients() -> None:
    async def run() -> None:
        options = {"madness_21": "true"}
        patient = replace(PATIENT, prize_ms=60_000)
        async with house(pace=patient) as lobby:
            table = await lobby.open("mad", "", "nz", options)
            actor = table.actor
            await until(actor, lambda state: bool(state.shoe))
            await stack(actor, "As 6d Kh")
            await bet_and_deal(actor, ("main", 1_000), ("madness_21", 500))
            await until(actor, lambda state: prize_to_draw(state) is not None)
            low, high = actor.state.rules.wagers["madness_21"].prizes[100]
            seeds = {drawn_prize(actor.state, bytes([n] * 32)) for n in range(100)}
            assert len(seeds) > 1
            assert all(low <= prize <= high for prize in seeds)
            answer = await actor.submit("ann", "press", DrawPrize(prize=10**9))
            assert answer.ok, answer
            await until(actor, lambda state: prize_to_draw(state) is None)
            assert drawn_prize(actor.state, bytes(32)) == 0

    asyncio.run(run())


def test_nobody_presses_and_the_house_does() -> None:
    async def run() -> None:
        async with house(pace=PATIENT) as lobby:
            actor = (await lobby.open("mad", "", "nz", {"madness_21": "true"})).actor
            await until(actor, lambda state: bool(state.shoe))
            await stack(actor, "As 6d Kh")
            await bet_and_deal(actor, ("main", 1_000), ("madness_21", 500))
            await until(actor, lambda state: state.round == 1 and state.phase == BETTING)

    asyncio.run(run())


def test_listed_prizes_are_drawn_by_their_weights() -> None:
    async def run() -> None:
        async with house(pace=replace(PATIENT, prize_ms=60_000)) as lobby:
            opened = await lobby.open("bonus", "", "tribal", {"bonus": "true"})
            assert opened.rules.wagers["bonus"].prize_list
            actor = opened.actor
            await until(actor, lambda state: bool(state.shoe))
            await stack(actor, "2c As 6d Kh 9c")
            stakes = actor.state.rules.wagers["bonus"].stakes
            await bet_and_deal(actor, ("main", 1_000), ("bonus", stakes[0]))
            await until(actor, lambda state: prize_to_draw(state) is not None)
            listed = dict(actor.state.rules.wagers["bonus"].prize_list)[stakes[0]]
            drawn = {drawn_prize(actor.state, bytes([n] * 32)) for n in range(50)}
            assert drawn <= {prize for prize, _ in listed}

    asyncio.run(run())


def test_a_command_that_breaks_us_changes_nothing() -> None:
    class Breaks:
        """No command at all, as a mistake of ours might pass on."""

        __struct_fields__ = ()

    async def run() -> None:
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            before = actor.state, actor.version
            broken: Command = Breaks()  # type: ignore[assignment]
            answer = await actor._submit("", "x", broken, is_house=True)
            assert answer.refused is not None
            assert answer.refused.code == "broken"
            assert (actor.state, actor.version) == before
            assert (await actor.submit("ann", "buy", BuyIn(player="ann", amount=1))).ok

    asyncio.run(run())


def test_a_mistake_of_ours_stops_the_table_and_nobody_waits_for_ever() -> None:
    class Mistaken(MemoryStore):
        is_wrong = False

        def append(
            self, table: str, after: int, records: Sequence[Record],
            movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
        ) -> None:  # fmt: skip
            if self.is_wrong and table == "nz":
                raise RuntimeError("this should not happen")
            super().append(table, after, records, movements, opened=opened)

    store = Mistaken()

    async def run() -> None:
        async with house(store) as lobby:
            actor = lobby.tables["nz"].actor
            store.is_wrong = True
            for number in range(2):
                answer = await actor.submit("ann", f"{number}", BuyIn(player="ann", amount=1))
                assert answer.refused is not None
                assert answer.refused.code == "stopped"
            assert "on our side" in lobby.tables["nz"].actor.stopped
            assert actor.state.chips == {}

    asyncio.run(run())


def test_an_old_answer_comes_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr("pitboss.server.tables.answered.KEPT_MAX", 2)
        async with house() as lobby:
            actor = lobby.tables["nz"].actor
            first = await actor.submit("ann", "c0", BuyIn(player="ann", amount=1))
            for number in range(1, 6):
                await actor.submit("ann", f"c{number}", BuyIn(player="ann", amount=1))
            assert await actor.submit("ann", "c0", BuyIn(player="ann", amount=1)) == first
            assert actor.state.chips == {"ann": 6}
            # A refusal is in no log: the newest are kept, so a repeated command stays refused.
            out = CashOut(by="ann", amount=7)
            refused = await actor.submit("ann", "out", out)
            assert refused.refused is not None
            await actor.submit("ann", "c6", BuyIn(player="ann", amount=1))
            assert await actor.submit("ann", "out", out) == refused
            assert actor.state.chips == {"ann": 7}

    asyncio.run(run())


def test_a_store_that_cannot_be_asked_or_keep_a_snapshot() -> None:
    class Deaf(MemoryStore):
        is_deaf = False

        def answered(self, table: str, command: str) -> tuple[int, int] | None:
            if self.is_deaf:
                raise StoreUnavailable("no answer")
            return super().answered(table, command)

        def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
            raise StoreUnavailable("no room")

    store = Deaf()

    async def run() -> None:
        async with house(store) as lobby:
            await lobby.tables["nz"].actor.submit("ann", "a", BuyIn(player="ann", amount=1))
        async with house(store, limits=Limits(snapshot_every=1)) as lobby:
            actor = lobby.tables["nz"].actor
            store.is_deaf = True
            answer = await actor.submit("ann", "b", BuyIn(player="ann", amount=1))
            assert answer.refused is not None
            assert answer.refused.code == "store"
            store.is_deaf = False
            # It was not judged, so that it can be sent again.
            assert (await actor.submit("ann", "b", BuyIn(player="ann", amount=1))).ok

    asyncio.run(run())


def test_no_shuffle_is_due_within_a_round() -> None:
    async def run() -> None:
        async with house(pace=ALONE) as lobby:
            actor = lobby.tables["nz"].actor
            assert not shuffle_due(actor.state, 0)
            assert not shuffle_due(replace(actor.state, phase="playing", shoe=()), 0)
            assert shuffle_due(replace(actor.state, shoe=()), 0)

    asyncio.run(run())
