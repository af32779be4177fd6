"""All bytes sent to each role are searched for hidden cards, the undealt order and seeds."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.bots.port import Bot
from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.floor.cut import ContributeCut, PledgeCut
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import legal
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.views import View, view
from pitboss.server.feed.kept_boxes import without_kept
from pitboss.server.feed.outbox import Outbox
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.lobby.table import Table
from pitboss.server.log.events import Logged
from pitboss.server.log.replay import replayed
from pitboss.shuffle import word_commitment
from pitboss.wire.changes import Change, patch
from tests.server.live import TABLES, house

PLAYERS = ("ann", "bob", "cat")
STAFF = {"dee": "dealer", "sue": "supervisor", "art": "auditor"}
VIEWERS = (*PLAYERS, *STAFF, "")
STEPS_MAX = 400
NEXT = 4
"""So many cards in their order would not come up by chance."""


def sees(one: Logged, viewer: str) -> bool:
    """The rule of who sees a card that the server deals, told here a second time: nobody of the
    house sees one that lies face down.
    """
    event = one.event
    assert isinstance(event, CardDealt)
    if not event.is_up:
        return False
    box = next((box for box in one.before.boxes if box.number == event.box), None)
    if event.box == 0 or one.before.rules.deal.player_cards == "face_up":
        return True
    assert box is not None
    return len(box.dealt) >= 2 or viewer in [name for name, _ in box.mains]


class Listener:
    """Reads every byte that a viewer gets."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.outboxes = {name: table.feed.join(name, size=10_000) for name in VIEWERS}
        self.told: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in VIEWERS}
        self.seen: dict[str, dict[str, Any]] = {}
        """The table as each has followed it."""
        self.bytes = 0
        self.version = 0

    async def look(self) -> None:
        """Search what came since the last look for what is secret now."""
        state, self.version = self.table.actor.state, self.table.actor.version
        secrets = [shoe.seed.encode() for shoe in self.table.feed.shoes_in_play()]
        order = _order(state.shoe[state.position : state.position + NEXT])
        for name, outbox in self.outboxes.items():
            for data in [*_all(outbox), await _taken(outbox, self.table.feed.whole_view(name))]:
                self.bytes += len(data)
                for seed in secrets:
                    assert seed not in data, f"{name!r} was told a seed"
                assert order not in data, f"{name!r} was told the order"
                self._search(name, json.loads(data), state)

    def _search(self, name: str, message: dict[str, Any], state: TableState) -> None:
        for event in message.get("events", ()):
            self.told[name][event["n"]] = event["event"]
            patch(self.seen[name], msgspec.convert(event["changes"], list[Change]))
        if message["type"] == "view":
            self.seen.setdefault(name, message["view"])
        # The first view is from before the first round.
        is_now = message["type"] == "view" and message["status"]["version"] == self.version
        if is_now:
            assert message["view"] == self.seen[name], f"{name!r} followed another table"
            _search_cards(name, message["view"], state)
            by = "" if name == "dee" else name
            assert all(offer["by"] == by for offer in message["status"]["offers"])
            assert name in (*PLAYERS, "dee") or not message["status"]["offers"]


def _search_cards(name: str, seen: dict[str, Any], state: TableState) -> None:
    """Cards that the viewer may not see now are backs, and have no total."""
    dealer = seen["dealer_hands"].get(str(state.spot), {"cards": {}})["cards"]
    assert len(dealer) == len(state.dealer.cards) + state.has_hole
    assert not state.has_hole or dealer[str(len(dealer) - 1)] == -1
    for box in state.boxes:
        is_own = name in [player for player, _ in box.mains]
        for played in box.hands:
            hand = seen["boxes"][str(box.number)]["hands"][str(played.key)]
            is_open = played.hand.is_split or played.how in ("bust", "blackjack")
            if state.rules.deal.player_cards == "face_down" and not is_own and not is_open:
                assert set([*hand["cards"].values()][:2]) <= {-1}
                assert hand["total"] == ""
            else:
                assert [*hand["cards"].values()] == [*played.hand.cards]


def _all(outbox: Outbox) -> list[bytes]:
    messages = []
    while outbox.has_more:
        messages.append(outbox._queue.get_nowait())
    assert not outbox.is_cut.is_set()
    return messages


async def _taken(outbox: Outbox, message: bytes) -> bytes:
    outbox.put(message)
    return await outbox.take()


def _order(cards: Sequence[int]) -> bytes:
    return ",".join(map(str, cards)).encode() if len(cards) == NEXT else b"no order is left"


def offered(table: Table, name: str) -> View:
    """The table as a player sees it, with the offers of boxes that are not kept for others."""
    state = table.actor.state
    seen = view(state, name)
    free = without_kept(seen.offers, name, table.feed.kept_boxes(state))
    return replace(seen, offers=free)


async def play_round(table: Table, bots: Sequence[Bot], listener: Listener, number: int) -> None:
    """One round of random play, with a human dealer who deals and closes insurance."""
    actor = table.actor
    count = 0

    async def give(name: str, command: Any) -> bool:
        nonlocal count
        count += 1
        answer = await actor.submit(name, f"{number}-{count}", command)
        assert answer.refused is None or answer.refused.code != "broken"
        return answer.ok

    if table.feed.coming() is not None:
        for bot in bots:
            word = word_commitment(bot.name, f"{bot.name}{number}")
            await give(bot.name, PledgeCut(commitment=word))
        await listener.look()
        while table.feed.coming() is not None and not actor.state.prep.is_opening:
            await asyncio.sleep(0.001)
        for bot in bots:
            await give(bot.name, ContributeCut(words=f"{bot.name}{number}"))
        await listener.look()
    while table.feed.coming() is not None:
        await asyncio.sleep(0.001)
    for bot in bots:
        if actor.state.chips.get(bot.name, 0) < 50_000:
            await give(bot.name, BuyIn(player=bot.name, amount=500_000))
        if command := bot.choose(offered(table, bot.name)):
            await give(bot.name, command)
    assert actor.state.boxes
    await give("dee", Deal())
    for _ in range(STEPS_MAX):
        await listener.look()
        if actor.state.phase == BETTING:
            return
        for bot in bots:
            command = bot.choose(view(actor.state, bot.name))
            if actor.state.phase != BETTING and command is not None:
                await give(bot.name, command)
        for offer in legal(actor.state, ""):
            if offer.do == "close_insurance":
                await give("dee", CloseInsurance())
            elif offer.do == "draw_prize":
                await give("dee", DrawPrize(prize=offer.low, player=offer.by))
    raise AssertionError("the round does not end")


def check_all(lobby: Lobby, table: Table, listener: Listener) -> int:
    """Compare every event that was told with what happened; gives the number of hidden cards."""
    hidden = 0
    for one in replayed(lobby.store, table.header, last=10**9):
        for name in VIEWERS:
            told = listener.told[name].get(one.version)
            if told is None or isinstance(one.event, ShoeCommitted):
                if told is not None and told["event"] == "shoe_committed":
                    assert told["seed"] == ""
                continue
            if isinstance(one.event, CardDealt):
                is_seen = sees(one, name)
                assert told["card"] == (one.event.card if is_seen else -1)
                hidden += not is_seen
            elif told["event"] in ("shoe_loaded", "stack_shuffled"):
                assert set(told["cards"]) == {-1}
            elif told["event"] == "card_burned":
                assert told["card"] == -1
    return hidden


async def search(id_: str, rounds: int) -> tuple[int, int]:
    """Play and search; gives the bytes searched and the hidden cards met."""
    async with house(chips_max=10**9) as lobby:
        table = lobby.tables[id_]
        for name, role in STAFF.items():
            await table.actor.assign(name, role)
        listener = Listener(table)
        bots = [RandomLegal(name, table.rules, seed) for seed, name in enumerate(PLAYERS)]
        number = 0
        # A deal may only bring the cutting card out, and the cards are shuffled first (NZ-8.8).
        while table.actor.state.round < rounds:
            await play_round(table, bots, listener, number)
            number += 1
            assert number < 2 * rounds
        return listener.bytes, check_all(lobby, table, listener)


@pytest.mark.parametrize("table", TABLES)
def test_nobody_is_told_a_secret(table: str) -> None:
    searched, hidden = asyncio.run(search(table, 80))
    assert searched > 500_000
    assert hidden > 0 or table == "nz"


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_nobody_is_told_a_secret_in_two_thousand_rounds(table: str) -> None:
    """Five tables, 10,000 rounds together."""
    asyncio.run(search(table, 2_000))
