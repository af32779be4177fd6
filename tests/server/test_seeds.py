"""Where chance comes from: the operating system's entropy, 32 bytes for every shoe."""

import asyncio
import base64
import secrets
from pathlib import Path

from msgspec.structs import replace

from pitboss.cards import full_shoe, parse_cards
from pitboss.cli.house.serve import _site
from pitboss.engine import do
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.server.log.events import entries_after
from pitboss.server.people.identity import Identity
from pitboss.server.people.register import Register
from pitboss.server.settings import Settings
from pitboss.server.surroundings import Surroundings
from pitboss.shuffle import commitment, shuffled
from pitboss.store.memory import MemoryStore
from tests.server.live import CHEAP, SEALS, TABLES, free_port, house

SEED_BITS = 256
TOKEN_BYTES = 24


def test_what_is_served_draws_from_the_operating_system(tmp_path: Path) -> None:
    """Every part of a server as `pitboss serve` puts it together, tables and bots among them."""
    site, bound = _site(Settings(port=free_port(), data=str(tmp_path)))

    async def run() -> None:
        try:
            await site.lobby.start(site.identity.register)
            surroundings = [
                table.actor._services.surroundings for table in site.lobby.tables.values()
            ]
            assert len(surroundings) == len(TABLES)
            for one in (
                site.surroundings,
                site.lobby._surroundings,
                site.identity._surroundings,
                *surroundings,
            ):
                assert one.draw is secrets.token_bytes
                assert 8 * len(one.draw_seed()) == SEED_BITS
                assert one.draw_seed() != one.draw_seed()
        finally:
            await site.lobby.stop()
            site.identity.close()
            site.store.close()
            bound.close()

    asyncio.run(run())


class Drawn:
    """A world whose random bytes are remembered."""

    def __init__(self) -> None:
        self.bytes: list[bytes] = []
        self.surroundings = Surroundings(draw=self.draw)

    def draw(self, size: int) -> bytes:
        self.bytes.append(secrets.token_bytes(size))
        return self.bytes[-1]


def test_every_shoe_is_shuffled_by_all_bits_of_a_draw_of_its_own() -> None:
    drawn, store = Drawn(), MemoryStore()

    async def run() -> None:
        async with house(store, surroundings=drawn.surroundings):
            pass

    asyncio.run(run())
    used = []
    for table in TABLES:
        entries = list(entries_after(store, table, 0))
        events = [event for entry in entries for event in entry.events]
        committed = [event for event in events if isinstance(event, ShoeCommitted)]
        loaded = [one.command for one in entries if isinstance(one.command, LoadShoe)]
        for event, load in zip(committed, loaded, strict=True):
            seed = bytes.fromhex(event.seed)
            assert 8 * len(seed) == SEED_BITS
            decks = len(load.cards) // 52
            assert load.cards == shuffled(full_shoe(decks), seed)
            assert event.commitment == commitment(seed, load.cards)
            used.append(seed)
    assert len(used) == len(set(used)) == len(TABLES)
    assert set(used) <= set(drawn.bytes)


def test_discards_shuffled_within_a_round_have_a_draw_of_their_own() -> None:
    drawn, store, rack = Drawn(), MemoryStore(), parse_cards("4s 4h 4c 4d 5s Kh Kd Ks")

    async def run() -> None:
        async with house(store, surroundings=drawn.surroundings) as lobby:
            actor = lobby.tables["nz"].actor
            await actor.give_house(LoadShoe(cards=parse_cards("2s 6d 2h"), is_shuffle=False))
            actor.state = replace(actor.state, discards=rack)
            for number, command in enumerate((
                do.BuyIn(player="ann", amount=9_000),
                do.PlaceWager(box=1, wager="main", amounts=(1_000,)),
            )):  # fmt: skip
                assert (await actor.submit("ann", str(number), command)).ok
            assert (await actor.give_house(do.Deal())).ok
            before = len(drawn.bytes)
            assert (await actor.submit("ann", "hit", do.Hit(box=1))).ok
            # Salts and nonces of the seals are drawn too.
            seeds = [one for one in drawn.bytes[before:] if 8 * len(one) == SEED_BITS]
            orders = {shuffled(rack, seed) for seed in seeds}
            loads = [one.command for one in entries_after(store, "nz", 0)]
            refill = [one for one in loads if isinstance(one, LoadShoe)][-1]
            assert refill.cards in orders

    asyncio.run(run())


def test_tokens_cannot_be_guessed() -> None:
    """The administrator's link, the key of a guest and a session: 24 random bytes at the least."""
    drawn = Drawn()

    async def run() -> None:
        identity = Identity(
            Register(MemoryStore(), now_ms=0),
            session_s=60.0,
            seals=SEALS,
            surroundings=drawn.surroundings,
            hasher=CHEAP,
        )
        try:
            person, key = await identity.name_guest("ann")
            session = await identity.renew(person)
        finally:
            identity.close()
        assert len({identity.admin_token, key, session.token}) == len(drawn.bytes)
        for token, random_bytes in zip(
            (identity.admin_token, key, session.token), drawn.bytes, strict=True
        ):
            assert len(random_bytes) >= TOKEN_BYTES
            assert base64.urlsafe_b64decode(f"{token}==") == random_bytes

    asyncio.run(run())
