"""Every rulebook by hand over a server: what is due is done, and the log is verified."""

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import fields

from pitboss.cards import parse_card
from pitboss.engine import do
from pitboss.engine.declare import all_commands
from pitboss.engine.duties import duties
from pitboss.engine.legal import legal
from pitboss.engine.offers import Duty
from pitboss.proof.log import verify_log
from pitboss.rulebook.catalog import SHIPPED
from pitboss.server.feed.floor import DEALING
from pitboss.server.lobby.table import Table
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.wire.protocol import Give, decode, encode
from tests.server.live import house
from tests.verdicts import unheld

ROUNDS = 4
NAMES = {"dealer": "dan", "supervisor": "sue", "player": "ann"}
NAMED = {"perform": "step", "begin_procedure": "name", "report": "what"}
"""The fields that take what a duty is about, by command."""
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

    async def work(self, duty: Duty, cards: Iterator[str] | None = None) -> None:
        """Send the frame that a duty describes, with these cards first."""
        command: dict[str, object] = {"do": duty.do}
        if duty.what and duty.do in NAMED:
            command[NAMED[duty.do]] = duty.what
        for field in duty.fields:
            drawn = self.rng.choice(SMALL if duty.what == "hole" else range(52))
            is_dealt = field.kind == "card" and duty.what != "burn"
            card = next(cards, None) if cards and is_dealt else None
            values = {
                "card": parse_card(card) if card else drawn, "yes_no": False, "side": 0,
                "count": field.high, "choice": next(iter(field.choices), ""),
            }  # fmt: skip
            command[field.name] = values[field.kind]
        frame = decode(encode({"type": "command", "id": "work", "command": command}))
        assert isinstance(frame, Give)
        await self.give(duty.who or NAMES[duty.by[0]], frame.command)

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


def test_no_field_that_the_server_fills_is_required() -> None:
    required = [
        (kind.__name__, field.name)
        for kind in all_commands()
        for field in fields(kind)
        if field.required and field.name in kind.filled
    ]
    assert required == []


@pytest.mark.parametrize("dealing", ["cards_by_hand", "by_hand"])
@pytest.mark.parametrize(
    "rulebook, options, wager, cards",
    [
        ("nz", {"madness_21": True}, "madness_21", "As 9d Kh 8c"),
        ("tribal", {"bonus": True}, "bonus", "As 9d Kh 8c"),
    ],
)
def test_prize_won_by_hand_is_drawn_without_an_amount(
    rulebook: str, options: dict[str, Any], wager: str, cards: str, dealing: str
) -> None:
    """The frame of a duty has no prize: only the server knows it."""

    async def run() -> None:
        async with house(MemoryStore()) as lobby:
            table = await lobby.open("hand", "", rulebook, options, automations=DEALING[dealing])
            for name, role in (("dan", "dealer"), ("sue", "supervisor")):
                await table.actor.assign(name, role)
            staff, actor = Staff(table, seed=1), table.actor
            await staff.give("ann", do.BuyIn(player="ann", amount=100_000))
            while duty := staff.due():
                await staff.work(duty)
            await staff.give("ann", do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
            await staff.give("ann", do.PlaceWager(box=1, wager=wager, amounts=(100,)))
            keyed, drawn = iter(cards.split()), False
            while actor.state.round == 0 or actor.state.phase != "betting":
                duty = staff.due()
                assert duty is not None
                drawn |= duty.do == "draw_prize"
                await staff.work(duty, keyed)
            (won,) = [one for one in actor.state.settled_last if one.wager == wager]
            assert drawn
            assert won.net > 0

    asyncio.run(run())
