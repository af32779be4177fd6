"""A card that lies face down is written under seal: whoever reads the disk does not know it."""

import asyncio
import base64
import os
from pathlib import Path

import msgspec
import pytest

from pitboss.bots.random_legal import RandomLegal
from pitboss.cards import DECK, UNSEEN, Card
from pitboss.engine import do
from pitboss.engine.declare import all_events, faces_by_tag, sealed_blanks, tag_of
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.views import view
from pitboss.proof.log import verify_log
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.tables.actor import TableActor
from pitboss.store.backup import back_up
from pitboss.store.entry import (
    Entry,
    Sealed,
    _decode_any,
    decode_entry,
    decode_visible,
    encode_entry,
)
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.store.sealed_fields import SealError, read_envelope
from pitboss.store.seals import faces_of
from pitboss.store.sql.sqlite import SqliteStore
from tests.patience import until
from tests.server.live import SEALS, TABLES, house
from tests.server.test_sealed_shoes import bet_and_deal, new_shoe
from tests.verdicts import unheld

WITH_HOLE = ("tribal", "pa-free-bet", "house", "double-deck")
ROUNDS_MAX = 20


def dealt(store: Store, table: str) -> list[CardDealt]:
    """Cards that were dealt, as whoever has no key reads them."""
    events = [event for one in store.read(table) for event in decode_visible(one).events]
    return [event for event in events if isinstance(event, CardDealt)]


def burned(store: Store, table: str) -> list[Card]:
    """Cards that were burned, as whoever has no key reads them."""
    events = [event for one in store.read(table) for event in decode_visible(one).events]
    return [event.card for event in events if isinstance(event, CardBurned)]


def lies_down(table: str, one: CardDealt, before: list[CardDealt]) -> bool:
    """The rule of what lies face down, told here a second time."""
    is_first = [other.box for other in before].count(one.box) < 2
    return not one.is_up or (table == "double-deck" and one.box > 0 and is_first)


def check_down(store: Store, table: str, began: int) -> None:
    """Of the cards dealt since a round began, those that lie face down are sealed, no others."""
    cards = dealt(store, table)[began:]
    down = [lies_down(table, one, cards[:place]) for place, one in enumerate(cards)]
    assert [one.card == UNSEEN for one in cards] == down
    assert any(down) == (table in WITH_HOLE)


async def deal(lobby: Lobby, table: str) -> tuple[TableActor, int]:
    """A round that goes on behind its deal, and how many cards were dealt before it."""
    actor, began = lobby.tables[table].actor, 0
    if not actor.state.chips:
        await bet_and_deal(lobby, table)
    for again in range(ROUNDS_MAX):
        if actor.state.phase != BETTING:
            return actor, began
        began = len(dealt(lobby.store, table))
        for box, name in enumerate(("ann", "bob"), start=1):
            wager = do.PlaceWager(box=box, wager="main", amounts=(1_000,))
            assert (await actor.submit(name, f"bet {actor.version}", wager)).ok
        assert (await actor.submit("dee", f"deal {again} {actor.version}", do.Deal())).ok
    raise AssertionError("every round was over with the deal")


async def settle(actor: TableActor) -> None:
    """Play the round to its end; nobody bets on the next."""
    bots = [RandomLegal(name, actor.state.rules, 1) for name in ("ann", "bob")]
    while actor.state.phase != BETTING:
        for bot in bots:
            chosen = bot.choose(view(actor.state, bot.name))
            if chosen and actor.state.phase != BETTING:
                await actor.submit(bot.name, f"{bot.name} {actor.version}", chosen)
        await actor.submit("dee", f"close {actor.version}", do.CloseInsurance())


@pytest.mark.parametrize("table", TABLES)
def test_a_card_that_lies_face_down_is_sealed_until_its_round_is_settled(table: str) -> None:
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            for _ in range(2):
                actor, began = await deal(lobby, table)
                check_down(store, table, began)
                await settle(actor)
                assert UNSEEN not in [one.card for one in dealt(store, table)]
                assert not [one for one in store.sealed(table) if faces_of(one)]
            await lobby.close(lobby.tables[table])

    asyncio.run(play())
    report = verify_log(export_log(store, table))
    assert all(check.status == "ok" for check in report.checks if check.name != "witness"), report


@pytest.mark.parametrize("table", ["double-deck", "house"])
def test_no_file_holds_it_and_a_server_goes_on_from_a_copy_of_its_files(
    table: str, tmp_path: Path
) -> None:
    path, copy = tmp_path / "pitboss.sqlite", tmp_path / "copy.sqlite"

    async def play() -> tuple[TableState, int]:
        store = SqliteStore(path)
        async with house(store) as lobby:
            actor, _ = await deal(lobby, table)
            await actor.save_snapshot()
            # What a backup has is what a server finds that was killed within the round.
            back_up(data=path, database="", file=copy)
            kept = actor.state, actor.version
        store.close()
        return kept

    async def go_on() -> None:
        store = SqliteStore(copy)
        assert UNSEEN in [one.card for one in dealt(store, table)]
        with (tmp_path / "plain").open("wb") as file:
            file.write(export_log(store, table))
        async with house(store) as lobby:
            actor = lobby.tables[table].actor
            assert (actor.state, actor.version) == (state, version)
            await settle(actor)
            assert UNSEEN not in [one.card for one in dealt(store, table)]
            await lobby.close(lobby.tables[table])
        report = verify_log(export_log(store, table))
        assert not unheld(report)
        store.close()

    state, version = asyncio.run(play())
    asyncio.run(go_on())
    told = verify_log((tmp_path / "plain").read_bytes())
    assert not [one for one in told.checks if one.status == "failed"], told.checks


def test_a_burned_card_is_sealed_until_the_shoe_is_over() -> None:
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            actor, _ = await deal(lobby, "house")
            await settle(actor)
            assert set(burned(store, "house")) == {UNSEEN}
            await actor.assign("sue", "supervisor")
            await new_shoe(lobby, "house")

    asyncio.run(play())
    assert burned(store, "house")
    assert UNSEEN not in burned(store, "house")


def test_what_is_opened_is_read_at_once_as_it_is_piece_by_piece() -> None:
    """A text that looks like a commitment is one nowhere but in its place."""
    events = (CardDealt(1, 1, 7), CardDealt(0, 2, 9, is_up=False), CardBurned(3, "X"))
    reason = f'{{"sealed":"{"f" * 64}"}}'
    entry = Entry(3, 1, 1, events, "id", "dee", do.OrderShuffle(reason=reason, is_suspect=True))
    record = SEALS.encoded(entry, "t", "f" * 64, os.urandom, down={2})
    whole = SEALS.opened(record, "t")
    assert decode_entry(whole) == _decode_any(whole) == entry
    half = SEALS.opened(record, "t", only=faces_of(record))
    seen = decode_visible(half)
    assert seen.events == (*events[:2], CardBurned(UNSEEN, "X"))
    assert seen.closed == ("events[2].card",)
    with pytest.raises(Sealed):
        decode_entry(half)
    elsewhere = msgspec.structs.replace(encode_entry(entry), envelope=whole.envelope)
    with pytest.raises(SealError, match="nothing was sealed under it"):
        decode_entry(elsewhere)


@pytest.mark.parametrize("kind", [CardDealt, CardBurned])
def test_what_is_sealed_tells_nothing_of_the_card(kind: type[CardDealt] | type[CardBurned]) -> None:
    """Every card is sealed, the ace of spades (card 0) too, in as many bytes as any other."""
    sizes = set()
    for card in DECK:
        event = CardBurned(card, "X") if kind is CardBurned else CardDealt(0, 2, card, is_up=False)
        entry = Entry(1, 1, 1, (event,))
        record = SEALS.encoded(entry, "t", "f" * 64, lambda n: b"7" * n, down={1})
        assert decode_visible(record).events == (msgspec.structs.replace(event, card=UNSEEN),)
        assert decode_visible(SEALS.opened(record, "t")).events == (event,)
        assert bool(faces_of(record)) == (kind is CardDealt)
        (sealed,) = read_envelope(record.envelope).sealed.values()
        sizes.add((len(record.body), len(base64.b64decode(sealed.partition(" ")[2]))))
    assert len(sizes) == 1


def test_every_face_that_may_lie_down_has_a_blank() -> None:
    blanks = sealed_blanks()
    for kind in all_events():
        for field in (*kind.sealed, *faces_by_tag().get(tag_of(kind), ())):
            assert field in blanks, kind


@pytest.mark.parametrize(
    "rulebook,options",
    [
        ("tribal", {"shuffler": "two_batch"}),
        ("tribal", {"shoe": "double"}),
        ("pa_free_bet", {"shuffler": "batch"}),
        ("nz", {"burn": "true", "shuffler": "continuous"}),
    ],
)
def test_every_kind_of_shoe_is_opened_and_proved_in_the_end(
    rulebook: str, options: dict[str, str]
) -> None:
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            await lobby.open("other", "", rulebook, options)
            await until(lambda: bool(lobby.tables["other"].actor.state.shoe))
            for _ in range(2):
                actor, _ = await deal(lobby, "other")
                await settle(actor)
                assert UNSEEN not in [one.card for one in dealt(store, "other")]
                told = verify_log(export_log(store, "other"))
                assert not [check for check in told.checks if check.status == "failed"]
            await lobby.close(lobby.tables["other"])

    asyncio.run(play())
    assert not store.sealed("other")
    report = verify_log(export_log(store, "other"))
    assert all(check.status == "ok" for check in report.checks if check.name != "witness"), report
