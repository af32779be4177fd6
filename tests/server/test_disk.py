"""A disk that is full or fails at any write of a shoe: no acknowledgement, and all goes on.

A table on a full disk goes on by itself once there is room; one whose disk fails is restarted.
"""

import asyncio
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pitboss.bots.by_strategy import ByStrategy
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import legal
from pitboss.engine.state import BETTING
from pitboss.engine.views import view
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.server.lobby.table import Table
from pitboss.server.log.replay import rebuild
from pitboss.server.settings import Pace
from pitboss.server.tables.actor import AGAIN_S
from pitboss.store.export import export_log
from pitboss.store.port import StoreError
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.wire.protocol import Answer
from tests.patience import LOOK_S, until, wait_until
from tests.server.clocks import Clocks
from tests.server.live import BY_DEALER, TABLES, house, names_of, serving
from tests.store.failing import FailingDisk
from tests.verdicts import IN_PLAY, unheld

TABLE = "double-deck"
KINDS = {"full": 17, "write": 17, "sync": 5}
"""How a disk fails, and at which writes or syncs: one out of so many."""
AUTOMATIC = Pace(betting_ms=3_600_000, turn_ms=1, insurance_ms=1, prize_ms=1, cut_ms=0)
ROUNDS_MAX = 60


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one table, so that the writes of a run are its own."""
    path = tmp_path_factory.mktemp("disk") / "opened.sqlite"

    async def make() -> None:
        store = SqliteStore(path)
        async with house(store) as lobby:
            await lobby.tables[TABLE].actor.assign("dee", "dealer")
            for id_ in TABLES:
                if id_ != TABLE:
                    await lobby.close(lobby.tables[id_])
        store.close()

    asyncio.run(make())
    return path


class Player:
    """Gives commands, and keeps what was acknowledged."""

    def __init__(self, table: Table, run: str = "c") -> None:
        self._run = run
        self.actor = table.actor
        self.bot = ByStrategy("ann", table.rules)
        self.acknowledged: dict[str, tuple[int, int]] = {}
        self.refused = 0
        """Commands that were refused because the disk was full."""
        self.has_room: Callable[[], None] = lambda: None
        """Called then, before the command is sent again."""
        self._count = 0

    async def give(self, name: str, command: Command) -> Answer:
        """A command under an id of its own; where the disk is full it is sent again."""
        self._count += 1
        id_ = f"{self._run}{self._count}"
        answer = await self.actor.submit(name, id_, command)
        while answer.refused is not None and "the disk is full" in answer.refused.text:
            assert answer.refused.code == "store"
            self.refused += 1
            self.has_room()
            answer = await self.actor.submit(name, id_, command)
        if answer.ok:
            self.acknowledged[f"{name}:{id_}"] = answer.first, answer.last
        return answer

    async def play_a_shoe(self) -> None:
        """Rounds until the cards have been shuffled, or until the table stops."""
        await self.give("ann", BuyIn(player="ann", amount=900_000))
        shoe, begun = self.actor.state.shoe, self.actor.state.round
        while self.actor.state.round < begun + ROUNDS_MAX:
            if self.actor.stopped or self.actor.state.shoe != shoe:
                return
            if command := self.bot.choose(view(self.actor.state, "ann")):
                await self.give("ann", command)
            if not (await self.give("dee", Deal())).ok:
                # The table waits for room to shuffle.
                self.has_room()
                await asyncio.sleep(LOOK_S)
            while self.actor.state.phase != BETTING and not self.actor.stopped:
                if command := self.bot.choose(view(self.actor.state, "ann")):
                    await self.give("ann", command)
                elif any(offer.do == "close_insurance" for offer in legal(self.actor.state, "")):
                    await self.give("dee", CloseInsurance())
        raise AssertionError("a shoe ends")


def fail_at(opened: Path, folder: Path, disk: FailingDisk, kind: str, number: int) -> bool:
    """Play a shoe on a disk that fails at this write; tells whether it came to that."""
    path = folder / f"{kind}-{number}.sqlite"
    shutil.copy(opened, path)

    async def play() -> Player:
        store = SqliteStore(path, vfs=disk.name)
        disk.fail_at(kind, number, is_lasting=True)
        try:
            async with house(store) as lobby:
                player = Player(lobby.tables[TABLE])
                if kind == "full":
                    player.has_room = disk.heal
                await player.play_a_shoe()
                has_stopped = disk.has_failed and kind != "full"
                assert bool(player.actor.stopped) == has_stopped
                if has_stopped:
                    refused = (await player.give("ann", BuyIn(player="ann", amount=1))).refused
                    assert refused is not None
                    assert refused.code == "stopped"
            return player
        finally:
            disk.heal()
            store.close()

    async def restart() -> None:
        store = SqliteStore(path)
        async with house(store) as lobby:
            again = Player(lobby.tables[TABLE], "again")
            assert (await again.give("ann", BuyIn(player="ann", amount=1))).ok
        store.close()

    player = asyncio.run(play())
    store = SqliteStore(path)
    (header,) = [header for header in store.headers() if header.table == TABLE]
    # A commit whose sync failed may be on the disk all the same; nobody was told so.
    assert rebuild(store, header, keep=1).version >= player.actor.version
    for key, versions in player.acknowledged.items():
        assert store.answered(TABLE, key) == versions
    report = verify_log(export_log(store, TABLE))
    assert not unheld(report, *IN_PLAY)
    store.close()
    asyncio.run(restart())
    path.unlink()
    return disk.has_failed


def fail_everywhere(opened: Path, folder: Path, kind: str, step: int) -> int:
    """Fail at every ``step``-th write of a shoe; gives how many failures there were."""
    disk, failures = FailingDisk(), 0
    while fail_at(opened, folder, disk, kind, failures * step):
        failures += 1
    return failures


@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_fails_within_a_shoe(opened: Path, tmp_path: Path, kind: str) -> None:
    assert fail_everywhere(opened, tmp_path, kind, KINDS[kind]) > 3


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_fails_at_every_write_of_a_shoe(
    opened: Path, tmp_path: Path, kind: str
) -> None:
    assert fail_everywhere(opened, tmp_path, kind, 1) > 30


def test_what_a_table_does_by_itself_waits_for_room(opened: Path, tmp_path: Path) -> None:
    """The deal is due and cannot be written; it is tried again, and comes about once."""
    path, disk, clocks = tmp_path / "logs.sqlite", FailingDisk(), Clocks()
    shutil.copy(opened, path)

    async def run() -> int:
        store = SqliteStore(path, vfs=disk.name)
        async with house(store, AUTOMATIC, surroundings=clocks.surroundings) as lobby:
            player = Player(lobby.tables[TABLE])
            await player.give("ann", BuyIn(player="ann", amount=900_000))
            bet = player.bot.choose(view(player.actor.state, "ann"))
            assert bet is not None
            await player.give("ann", bet)
            disk.fail_at("full", 0, is_lasting=True)
            before, rounds = player.actor.version, player.actor.state.round
            clocks.passed_ms += AUTOMATIC.betting_ms
            player.actor.wake()
            count = partial(lobby._metrics.count, "appends_without_room")
            await until(lambda: count() > 1)
            assert (player.actor.version, player.actor.stopped) == (before, "")
            disk.heal()
            await until(lambda: player.actor.state.round == rounds + 1)
            await until(lambda: player.actor.state.phase == BETTING)
            assert (await player.give("ann", BuyIn(player="ann", amount=1))).ok
            rounds = player.actor.state.round
        store.close()
        return rounds

    rounds = asyncio.run(run())
    again = SqliteStore(path)
    report = verify_log(export_log(again, TABLE))
    assert not unheld(report, *IN_PLAY)
    assert names_of(again, TABLE).count("round_ended") == rounds
    assert count_money(again).faults == ()
    again.close()


def test_a_store_on_a_full_disk_is_not_opened(tmp_path: Path) -> None:
    disk = FailingDisk()
    disk.fail_at("full", 0, is_lasting=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path / "new.sqlite", vfs=disk.name)


def test_full_disk_stands_in_health_until_there_is_room(opened: Path, tmp_path: Path) -> None:
    path, disk = tmp_path / "logs.sqlite", FailingDisk()
    shutil.copy(opened, path)
    store = SqliteStore(path, vfs=disk.name)
    buy = {"do": "buy_in", "player": "ann", "amount": 100}
    try:
        with serving(store, BY_DEALER) as live:
            ann = live.guest("ann")
            ann.get("/healthz")
            disk.fail_at("full", 0, is_lasting=True)
            body = {"id": "1", "command": buy}
            refused = ann.post(f"/api/tables/{TABLE}/commands", body)["refused"]
            assert "the disk is full" in refused["text"]
            # It stays so as long as there is no room.
            for _ in range(3):
                told = ann.get("/healthz", expect=503)
                assert (told["status"], list(told["full"])) == ("full", [TABLE])
                assert told["full"][TABLE] == refused["text"]
                time.sleep(AGAIN_S)
            disk.heal()
            wait_until(lambda: ann.http.get("/healthz").status_code == 200)
            assert ann.get("/healthz")["full"] == {}
            assert ann.post(f"/api/tables/{TABLE}/commands", body)["ok"]
    finally:
        disk.heal()
        store.close()
