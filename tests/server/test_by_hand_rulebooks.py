"""Every rulebook by hand over a server: what is due is done, and the log is verified."""

import asyncio
import random
from typing import Any

import pytest

from pitboss.engine import do
from pitboss.engine.duties import duties
from pitboss.engine.legal import legal
from pitboss.engine.offers import Duty
from pitboss.proof.log import verify_log
from pitboss.rulebook.catalog import SHIPPED
from pitboss.server.feed.floor import DEALING
from pitboss.server.lobby.table import Table
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from tests.server.live import house
from tests.verdicts import unheld

ROUNDS = 4
NAMES = {"dealer": "dan", "supervisor": "sue", "player": "ann"}
SMALL = tuple(range(4, 36))
"""Cards from two to nine: with none of them as the hole card is there a blackjack."""


class Staff:
    """People who do whatever is due, with cards drawn from a seed."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.rng = random.Random(seed)
        self.count = 0

    async def give(self, name: str, command: Any) -> None:
        """A command that must be accepted."""
        self.count += 1
        answer = await self.table.actor.submit(name, f"c{self.count}", command)
        assert answer.ok, f"{command}: {answer.refused}"

    def due(self) -> Duty | None:
        """What the table waits for from its staff."""
        return next((duty for duty in duties(self.table.actor.state) if duty.is_due), None)

    async def work(self, duty: Duty) -> None:
        """Do what is due, as it is told."""
        by = duty.who or NAMES[duty.by[0]]
        position = duty.fields[0].high if duty.fields else 0
        match duty.do:
            case "enter_card" if duty.what == "reading":
                await self.give(by, do.EnterCard(has_blackjack=False))
            case "enter_card":
                cards = SMALL if duty.what == "hole" else range(52)
                await self.give(by, do.EnterCard(card=self.rng.choice(cards)))
            case "perform":
                await self.give(by, do.Perform(step=duty.what, position=position))
            case "begin_procedure":
                await self.give(by, do.BeginProcedure(name=duty.what))
            case "deal":
                await self.give(by, do.Deal())
            case "close_insurance":
                await self.give(by, do.CloseInsurance())
            case other:
                raise AssertionError(f"{other} is due")

    async def play(self) -> None:
        """A round from the wager to the last payout."""
        actor = self.table.actor
        number = actor.state.round
        await self.give("ann", do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
        while actor.state.round == number or actor.state.phase != "betting":
            if duty := self.due():
                await self.work(duty)
                continue
            acts = [offer.do for offer in legal(actor.state, "ann")]
            act: type[do.Hit | do.Stand] = do.Stand if "stand" in acts else do.Hit
            await self.give("ann", act(box=1))


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("dealing", ["cards_by_hand", "by_hand"])
def test_rounds_by_hand_from_the_opening_to_a_log_that_holds(rulebook: str, dealing: str) -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            table = await lobby.open("hand", "", rulebook, {}, automations=DEALING[dealing])
            for name, role in (("dan", "dealer"), ("sue", "supervisor")):
                await table.actor.assign(name, role)
            staff = Staff(table, seed=SHIPPED.index(rulebook))
            await staff.give("ann", do.BuyIn(player="ann", amount=100_000))
            while duty := staff.due():
                await staff.work(duty)
            for _ in range(ROUNDS):
                await staff.play()
            assert table.actor.state.round == ROUNDS

    asyncio.run(run())
    report = verify_log(export_log(store, "hand"))
    assert not unheld(report)
