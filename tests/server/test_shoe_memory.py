"""What the coach has seen of a shoe is what the log shows, after any restart and in any shoe."""

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest

from pitboss.bots.random_legal import RandomLegal
from pitboss.cards import Card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Command, redact
from pitboss.engine.play.acts import HandSplit
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import BurnShown, CardDealt, CardDiscarded
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import BETTING, OFFERING, PLAYING, TableState
from pitboss.engine.views import view
from pitboss.server.feed.feed import KEPT_MAX
from pitboss.server.lobby.table import Table
from pitboss.server.log import replay as rebuilding
from pitboss.server.log.events import Logged
from pitboss.server.log.replay import rebuild, replayed
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.server.settings import Limits
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from tests.server.live import BY_DEALER, TABLES, house, serving
from tests.server.test_keyed import Keys, opened, played
from tests.web.browsing import stack

NAMES = ("ann", "bob", "cat")
VIEWERS = (*NAMES, "dee", "")


def shown_by(one: Logged, viewer: str) -> tuple[Card, ...]:
    """The cards that an event shows to a viewer."""
    match redact(one.before, one.event, viewer):
        case CardDealt(card=card) | HoleCardRevealed(card=card) | BurnShown(card=card):
            return (card,) if card >= 0 else ()
        case CardDiscarded(card=card):
            return (card,) if card >= 0 else ()
    return ()


def turned_up(one: Logged, viewer: str) -> list[Card]:
    """Cards of a hand that others see when it is split, bust, or a blackjack."""
    if not isinstance(one.event, HandSplit | HandFinished):
        return []
    before, after = view(one.before, viewer), view(one.after, viewer)
    box = one.event.box
    cards = [Counter(c for h in seen.boxes[box].hands.values() for c in h.cards.values())
             for seen in (before, after)]  # fmt: skip
    return [card for card in (cards[1] - cards[0]).elements() if card >= 0]


def seen_by_log(store: Store, table: Table, viewer: str) -> Counter[Card]:
    """The cards of the shoe in play that the whole log shows to a viewer, told a second time."""
    seen: list[Card] = []
    for one in replayed(store, table.header, last=10**9):
        if isinstance(one.event, ShoeLoaded):
            hands = [hand for box in view(one.before, viewer).boxes.values()
                     for hand in box.hands.values() if not hand.is_removed]  # fmt: skip
            dealer = (*one.before.dealer.cards, *one.before.dealer_cards)
            seen = [*dealer, *(card for hand in hands for card in hand.faces if card >= 0)]
        seen += [*shown_by(one, viewer), *turned_up(one, viewer)]
    return Counter(seen)


async def play(table: Table, rounds: int, *, dealt: int = 0) -> None:
    """Random play up to the middle of a round, with so many cards of the shoe dealt."""
    actor, count = table.actor, 0
    bots = [RandomLegal(name, table.rules, seed) for seed, name in enumerate(NAMES)]

    async def give(name: str, command: Command) -> None:
        nonlocal count
        count += 1
        await actor.submit(name, f"{name}{actor.version}-{count}", command)

    for bot in bots:
        await give(bot.name, do.BuyIn(player=bot.name, amount=5_000_000))
    while (
        actor.state.round < rounds or actor.state.phase != PLAYING or actor.state.position < dealt
    ):
        if actor.state.phase == BETTING:
            for bot in bots:
                place = do.PlaceWager(box=1 + NAMES.index(bot.name), wager="main", amounts=(1_000,))
                await give(bot.name, place)
            await give("dee", do.Deal())
            await asyncio.sleep(0.001)
        elif actor.state.phase == OFFERING:
            await give("dee", do.CloseInsurance())
        else:
            for bot in bots:
                if command := bot.choose(view(actor.state, bot.name)):
                    await give(bot.name, command)
            await give("dee", do.DrawPrize(prize=0))


def memories(table: Table, store: Store) -> Iterator[tuple[ShoeMemory, TableState]]:
    """As the server has it, from its snapshot and the events behind it, and from all events."""
    yield table.feed.memory, table.actor.state
    for snapshots in (store, _without_snapshots(store)):
        rebuilt = rebuild(snapshots, table.header, keep=1)
        yield rebuilt.memory, rebuilt.state


def _without_snapshots(store: Store) -> Store:
    """The same log alone."""
    assert isinstance(store, MemoryStore)
    copy = MemoryStore()
    copy.seals = store.seals
    for header in store.headers():
        copy.create(header)
        records = store.read(header.table)
        copy.append(header.table, 0, records)
    return copy


@pytest.mark.parametrize("id_", TABLES)
def test_seen_cards_are_those_of_the_log(id_: str) -> None:
    async def run() -> None:
        store = MemoryStore()
        async with house(store, limits=Limits(snapshot_every=97), chips_max=10**9) as lobby:
            table = lobby.tables[id_]
            await table.actor.assign("dee", "dealer")
            await play(table, 12, dealt=40)
            snapshot = store.snapshot(id_)
            assert snapshot is not None
            assert snapshot.version > 1
            wanted = {viewer: seen_by_log(store, table, viewer) for viewer in VIEWERS}
            assert wanted["ann"].total() > 10
            assert (wanted["ann"] != wanted["bob"]) == (id_ == "double-deck")
            for memory, state in memories(table, store):
                told = {viewer: Counter(memory.seen(state, viewer)) for viewer in VIEWERS}
                assert told == wanted

    asyncio.run(run())


def test_keyed_cards_that_were_taken_back_are_not_seen() -> None:
    async def run() -> None:
        async with house() as lobby:
            table = await opened(lobby)
            keys = Keys(table)
            await played(keys)
            actor, feed = table.actor, table.feed
            while actor.state.remembered:
                assert len(feed.memory.before_keyed) == len(actor.state.remembered)
                on_table = Counter(
                    card for box in actor.state.boxes for hand in box.hands
                    for card in hand.hand.cards
                )  # fmt: skip
                on_table += Counter(actor.state.dealer.cards)
                rack = Counter(card for card in actor.state.discards if card >= 0)
                assert Counter(feed.memory.seen(actor.state, "dee")) == on_table + rack
                answer = await actor.submit(
                    "sue", f"back{actor.version}", do.TakeBack(reason="to see")
                )
                if not answer.ok:
                    break
            rebuilt = rebuild(lobby.store, table.header, keep=1)
            assert rebuilt.memory == feed.memory

    asyncio.run(run())


def test_the_coach_says_the_same_after_a_clean_restart() -> None:
    """In the middle of a shoe and of a hand."""
    store = MemoryStore()
    with serving(store, pace=BY_DEALER) as live:
        ann, dan = live.guest("ann"), live.account("dan")
        actor = live.site.lobby.tables["nz"].actor
        live.appoint(live.admin(), "dan", "dealer")
        stack(live, "nz", "Ts 7d 8h Tc Js 8d 9h Td Qs 6d 6h 5c")
        wire, dealer = ann.socket("nz"), dan.socket("nz")
        wire.buy()
        assert dealer.give(do.TakeTable())["ok"]
        while actor.state.round < 3 or actor.state.phase != PLAYING:
            if actor.state.phase == BETTING:
                wager = do.PlaceWager(box=1, wager="main", amounts=(1_000,))
                assert wire.give(wager)["ok"]
                assert dealer.give(do.Deal())["ok"]
            else:
                assert wire.give(do.Stand(box=1))["ok"]
        told, key = ann.get("/api/tables/nz/advice"), ann.key
        out = actor.state.position
    assert told["cards_seen"] == out > 9
    with serving(store, pace=BY_DEALER) as live:
        again = live.visitor()
        again.post("/api/session", {"name": "ann", "secret": key}, expect=201)
        assert again.get("/api/tables/nz/advice") == told


def test_more_events_than_the_feed_keeps_change_nothing_of_what_was_seen() -> None:
    async def run() -> None:
        async with house(chips_max=10**9) as lobby:
            table = lobby.tables["house"]
            await table.actor.assign("dee", "dealer")
            await play(table, 2)
            seen = table.feed.memory.seen(table.actor.state, "ann")
            version, count = table.actor.version, 0
            while table.actor.version <= version + KEPT_MAX:
                buy = do.BuyIn(player="ann", amount=100)
                assert (await table.actor.submit("ann", f"buy{(count := count + 1)}", buy)).ok
            assert len(seen) > 5
            assert table.feed.memory.seen(table.actor.state, "ann") == seen

    asyncio.run(run())


def test_a_shoe_is_known_however_far_its_commitment_lies_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its seed is published in the end, and what lies face down stays sealed until then."""
    monkeypatch.setattr(rebuilding, "PAGE_MAX", 40)

    async def run() -> None:
        store = MemoryStore()
        async with house(store, chips_max=10**9) as lobby:
            table = lobby.tables["double-deck"]
            await table.actor.assign("dee", "dealer")
            await play(table, 1)
            shoes, number = table.feed.shoes_in_play(), table.feed.shoes_so_far
            version = table.actor.version
            while table.actor.version < version + 200:
                await table.actor.submit("ann", f"buy{table.actor.version}",
                                         do.BuyIn(player="ann", amount=100))  # fmt: skip
        async with house(store, chips_max=10**9) as lobby:
            feed = lobby.tables["double-deck"].feed
            assert feed.shoes_in_play() == shoes
            assert feed.newest_shoe == shoes[-1].commitment
            assert feed.shoes_so_far == number

    asyncio.run(run())
