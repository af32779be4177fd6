"""The shoe in play is sealed: nobody has its order or its seed before it is over."""

import asyncio
import random
import socket
import stat
from pathlib import Path

import msgspec
import pytest

from pitboss.cli.house.serve import _site
from pitboss.cli.shared.errors import InputError
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.floor.closing import ShoeVoided
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import OrderShuffle, ShoeLoaded
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.boxes import undecided
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.proof.public import PublicScan
from pitboss.server.house import Site
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.log.events import entries_after
from pitboss.server.metrics import Metrics
from pitboss.server.people.register import Register
from pitboss.server.security.seal_key import open_seals, seal_key_path
from pitboss.server.settings import Limits, Settings
from pitboss.server.tables.actor import TableActor
from pitboss.store.backup import back_up
from pitboss.store.entry import Sealed, decode_entry, decode_visible
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.store.seals import SealKeyError, Seals
from pitboss.store.sql.sqlite import SqliteStore
from tests.server.live import BY_DEALER, RICH, SEALS, free_port, house, serving
from tests.server.players import play_everywhere
from tests.verdicts import unheld

OTHER = Seals(bytes(32))
"""A key that is not the one of the house."""


def secrets_of(store: Store, table: str) -> list[bytes]:
    """The order and the seed of every shoe of a table, as they would be written in the clear."""
    store.seals = SEALS
    told = []
    for entry in entries_after(store, table, 0):
        for event in entry.events:
            if isinstance(event, ShoeCommitted):
                told.append(event.seed.encode())
            elif isinstance(event, ShoeLoaded):
                told.append(msgspec.json.encode(event.cards[30:60])[1:-1])
    assert all(told), told
    return told


async def bet_and_deal(lobby: Lobby, table: str) -> None:
    """Two players with a wager up, in the middle of a round."""
    actor = lobby.tables[table].actor
    await actor.assign("dee", "dealer")
    for box, name in enumerate(("ann", "bob"), start=1):
        assert (await actor.submit(name, "buy", BuyIn(player=name, amount=9_000))).ok
        wager = PlaceWager(box=box, wager="main", amounts=(1_000,))
        assert (await actor.submit(name, "bet", wager)).ok
    assert (await actor.submit("dee", "deal", Deal())).ok


async def end_round(actor: TableActor) -> None:
    """Play the round in play to its end: a hand stands, or draws if it may not stand."""
    for turn in range(40):
        if actor.state.phase == BETTING:
            return
        for who, command in (("ann", Stand(box=1)), ("ann", Hit(box=1)), ("dee", CloseInsurance())):
            await actor.submit(who, f"{turn} {type(command)}", command)
    raise AssertionError(f"the round does not end: {actor.state.phase}")


def owed(state: TableState) -> dict[str, int]:
    """Each player's chips, and the wagers that are not decided: a blackjack may be paid already."""
    chips = dict(state.chips)
    for box in state.boxes:
        for played in box.hands:
            for bet in played.bets:
                chips[bet.player] += sum(bet.at(spot) for spot in undecided(bet))
    return chips


async def new_shoe(lobby: Lobby, table: str) -> None:
    """The shoe in play is over, and another one is loaded."""
    actor = lobby.tables[table].actor
    await actor.assign("sue", "supervisor")
    before = actor.version
    order = OrderShuffle(reason="worn", is_suspect=True)
    assert (await actor.submit("sue", f"order {before}", order)).ok
    while actor.state.shoe_round or actor.version < before + 4:
        await asyncio.sleep(0.005)


def test_no_file_holds_the_order_or_the_seed_before_the_shoe_is_over(tmp_path: Path) -> None:
    path = tmp_path / "pitboss.sqlite"

    async def run() -> None:
        store = SqliteStore(path)
        async with house(store, limits=Limits(snapshot_every=3)) as lobby:
            await bet_and_deal(lobby, "nz")
            await lobby.tables["nz"].actor.save_snapshot()
            back_up(data=path, database="", file=tmp_path / "backup")
        store.close()

    asyncio.run(run())
    store = SqliteStore(path)
    hidden = [one for table in ("nz", "tribal", "house") for one in secrets_of(store, table)]
    assert len(hidden) >= 6
    exported = b"".join(export_log(store, table) for table in ("nz", "tribal", "house"))
    store.close()
    files = [one.read_bytes() for one in tmp_path.iterdir() if one.is_file()]
    assert len(files) >= 2
    for secret in hidden:
        assert secret not in exported
        assert not any(secret in file for file in files)


def test_an_auditor_reads_no_card_that_is_still_to_come() -> None:
    with serving() as live:
        boss, eve = live.admin(), live.account("eve")
        boss.post("/api/accounts/eve/role", {"role": "auditor"}, verb="PUT")
        wire = live.guest("ann").socket("nz")
        wire.buy(1_000)
        text = eve.http.get("/api/tables/nz/log").text
        (seed, order) = secrets_of(live.site.store, "nz")
        assert '"load_shoe"' in text
        assert seed.decode() not in text
        assert order.decode() not in text
        verdict = eve.get("/api/tables/nz/verify")
        told = {one["check"]: one for one in verdict["checks"]}
        assert told["sealed"]["status"] == "not_made"
        assert "could not be decided for certain" in told["decisions"]["text"]
        assert verdict["verdict"] == "not_proven"
        assert not [one for one in verdict["checks"] if one["status"] == "failed"]


def test_a_shoe_that_is_over_is_opened_in_the_log_and_the_whole_of_it_is_proved() -> None:
    store = MemoryStore()

    async def play() -> None:
        async with house(store) as lobby:
            await play_everywhere(lobby, random.Random(3), steps=20)

    async def close() -> None:
        # A restart goes on with the sealed shoe.
        async with house(store) as lobby:
            await lobby.close(lobby.tables["pa-free-bet"])

    asyncio.run(play())
    assert store.sealed("pa-free-bet")
    asyncio.run(close())
    assert not store.sealed("pa-free-bet")
    report = verify_log(export_log(store, "pa-free-bet"))
    assert not unheld(report)
    assert all(check.status == "ok" for check in report.checks if check.name != "witness")


def test_what_is_sealed_is_opened_with_the_commitment_of_its_shoe_alone() -> None:
    store = MemoryStore()

    async def run() -> None:
        async with house(store) as lobby:
            first = store.sealed("nz")
            await new_shoe(lobby, "nz")
            assert PublicScan().advance(store, "nz") >= first[-1].version
            assert {one.version for one in store.sealed("nz")}.isdisjoint(
                one.version for one in first
            )

    asyncio.run(run())
    records = store.sealed("nz")
    assert records
    for record in records:
        with pytest.raises(Sealed):
            decode_entry(record)
        with pytest.raises(Sealed):
            decode_entry(OTHER.opened(record, "nz"))
        with pytest.raises(Sealed):
            # A sealed text that is put into another table's log does not open there.
            decode_entry(SEALS.opened(record, "tribal"))
        assert decode_visible(record).closed
        assert not decode_visible(SEALS.opened(record, "nz")).closed


@pytest.mark.parametrize("table", ["nz", "tribal", "pa-free-bet", "house", "double-deck"])
def test_a_shoe_whose_key_is_lost_is_void_and_every_wager_goes_back(table: str) -> None:
    store = MemoryStore()

    async def play() -> dict[str, int]:
        async with house(store) as lobby:
            await bet_and_deal(lobby, table)
            return owed(lobby.tables[table].actor.state)

    async def lose() -> dict[str, int]:
        known = Settings(pace=BY_DEALER, play_money=RICH)
        lobby = Lobby(store, known, Metrics(), seals=OTHER)
        await lobby.start(Register(store, now_ms=0))
        try:
            actor = lobby.tables[table].actor
            while not actor.state.shoe:
                assert not actor.stopped
                await asyncio.sleep(0.005)
            await actor.assign("dee", "dealer")
            wager = PlaceWager(box=1, wager="main", amounts=(1_000,))
            chips = dict(actor.state.chips)
            assert (await actor.submit("ann", "again", wager)).ok
            assert (await actor.submit("dee", "deal again", Deal())).ok
            await end_round(actor)
            return chips
        finally:
            await lobby.stop()

    expected = asyncio.run(play())
    assert asyncio.run(lose()) == expected
    events = [event for one in store.read(table) for event in decode_visible(one).events]
    (void,) = [event for event in events if isinstance(event, ShoeVoided)]
    assert void.clause
    assert len(void.commitments) >= 1
    report = verify_log(export_log(store, table))
    assert not [check for check in report.checks if check.status == "failed"], report.checks
    told = {check.name: check.text for check in report.checks}
    assert "could not be decided for certain" in told["decisions"]
    assert report.verdict == "not_proven"
    assert not count_money(store).faults


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    store, settings = MemoryStore(), Settings(data=str(tmp_path / "data"))
    first = open_seals(store, settings)
    path = seal_key_path(settings)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert open_seals(store, settings).id == first.id
    path.chmod(0o640)
    with pytest.raises(SealKeyError, match="others can read"):
        open_seals(store, settings)
    path.unlink()
    with pytest.raises(SealKeyError, match="is gone"):
        open_seals(store, settings)
    elsewhere = Settings(data=str(tmp_path / "elsewhere"))
    with pytest.raises(SealKeyError, match="is gone"):
        open_seals(store, elsewhere)
    again = open_seals(store, settings, is_lost=True)
    assert again.id != first.id
    path.write_text("00" * 32)
    with pytest.raises(SealKeyError, match="the same file"):
        open_seals(store, settings)


def test_a_server_without_its_key_says_so_and_does_not_start(tmp_path: Path) -> None:
    settings = Settings(port=free_port(), data=str(tmp_path / "data"))

    def close(site: Site, bound: socket.socket) -> None:
        site.identity.close()
        site.security.close()
        site.store.close()
        bound.close()

    close(*_site(settings))
    seal_key_path(settings).unlink()
    with pytest.raises(InputError, match="which sealed the shoes") as refused:
        _site(settings)
    assert "--seal-key-lost" in refused.value.hint
    close(*_site(settings, is_key_lost=True))
