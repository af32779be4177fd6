"""A stopped house, one flipped bit in its files, and what start, witness and backup say of it."""

import asyncio
import json
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.engine import do
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.state import BETTING
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.metrics import Metrics
from pitboss.server.people.entries import AccountMade, GuestNamed
from pitboss.server.people.register import Register
from pitboss.server.people.register_copy import COPY, REGISTER
from pitboss.server.security.seal_key import faults_of_seals, open_seals, seal_key_path
from pitboss.server.security.witness import (
    SQLITE_FILE,
    UntrustedRegister,
    open_store,
    under_witness,
)
from pitboss.server.settings import Limits, Settings
from pitboss.server.tables.actor import TableActor
from pitboss.store.bankrolls import bankroll_log
from pitboss.store.export import all_records
from pitboss.store.port import StoreError
from pitboss.store.seals import save_seal_key
from pitboss.store.sql.postgres import PostgresStore
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import NO_LOGS, Fault
from tests.cli.commands import run
from tests.server.live import BY_DEALER, RICH, SEALS, TABLES, house

DATA = "data"
WITNESS = "data.witness"
FILES = (f"{DATA}/{SQLITE_FILE}", f"{DATA}/{SQLITE_FILE}-wal", WITNESS)
HEADER = "a header row"
WEIGHTS = {FILES[0]: 50, FILES[1]: 30, FILES[2]: 10, HEADER: 10}
"""How many flips of a hundred go where."""
SEALED_TEXT = "does not open"
"""Only the seal key tells that a sealed text has changed; see ``envelope_fault``."""

Contents = dict[str, object]
"""Everything that anybody reads, by log."""


def build(folder: Path) -> Contents:
    """A house that was killed: rounds and shoes in play, cards face down, bankrolls, people."""
    settings = Settings(data=str(folder / "built" / DATA))
    save_seal_key(seal_key_path(settings), SEALS._key)

    async def play() -> Contents:
        store = open_store(settings)
        assert isinstance(store, SqliteStore)
        assert not under_witness(store, settings)
        open_seals(store, settings)
        people = Register(store, now_ms=1)
        for number, name in enumerate(("eve", "fay", "gus", "hal")):
            people.add(GuestNamed(name, f"hash {name}"), 2 + number)
        people.add(AccountMade("boss", "argon2 hash", is_admin=True), 9)
        async with house(store, limits=Limits(snapshot_every=20)) as lobby:
            await _play_rounds(lobby)
            # From here on everything is in the write-ahead log alone.
            store._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            for number in range(6):
                people.add(GuestNamed(f"late{number}", "hash"), 20)
                for table in TABLES:
                    buy = BuyIn(player="cat", amount=1_000)
                    actor = lobby.tables[table].actor
                    assert (await actor.submit("cat", f"late{number}", buy)).ok
            for table in ("house", "double-deck", "nz"):
                await _deal(lobby.tables[table].actor, "late")
            contents = read_all(store)
            copied = folder / "house"
            shutil.copytree(folder / "built", copied)
            (copied / DATA / f"{SQLITE_FILE}-shm").unlink()
            (copied / DATA / f"{SQLITE_FILE}.lock").unlink()
        store.close()
        return contents

    return asyncio.run(play())


async def _play_rounds(lobby: Lobby) -> None:
    """Two rounds at each table that deals by itself, played by the rulebook's defaults."""
    for table in TABLES:
        actor = lobby.tables[table].actor
        await actor.assign("dora", "dealer")
        buy = BuyIn(player="dan", amount=50_000)
        assert (await actor.submit("dan", "buy", buy)).ok
        for number in range(2):
            await _deal(actor, f"{number}")
            for turn in range(40):
                if actor.state.phase == BETTING:
                    break
                for who, command in (
                    ("dan", do.Stand(box=3)),
                    # At some tables a low hand may not stand (NZ-13.1-d).
                    ("dan", do.Hit(box=3)),
                    ("dora", do.CloseInsurance()),
                ):
                    await actor.submit(who, f"{number}-{turn}-{type(command)}", command)


async def _deal(actor: TableActor, mark: str) -> None:
    """A wager, and the cards of a round."""
    wager = do.PlaceWager(box=3, wager="main", amounts=(1_000,))
    assert (await actor.submit("dan", f"bet {mark}", wager)).ok
    assert (await actor.submit("dora", f"deal {mark}", Deal())).ok


def read_all(store: SqliteStore | PostgresStore) -> Contents:
    """Every row of every log and bankroll, as the store reads them."""
    contents: Contents = {}
    for name, header in store.kept_headers():
        if header is not None:
            try:
                rows = list(all_records(store, name))
                contents[name] = header, rows, store.sealed(name), store.last(name)
            except StoreError as error:
                contents[name] = str(error)
    moved: dict[str, list[object]] = {}
    for account, kept in store.kept_movements():
        moved.setdefault(account, []).append(kept)
    contents |= {bankroll_log(account): rows for account, rows in moved.items()}
    return contents


@dataclass
class Seen:
    """What was seen of one flip."""

    place: str
    """The file and the bit."""
    start: dict[str, str] = field(default_factory=dict)
    witness: dict[str, str] = field(default_factory=dict)
    backup: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    """Logs of which something else is read than before."""
    closed: set[str] = field(default_factory=set)
    """Tables that did not open."""
    mended: set[str] = field(default_factory=set)
    """The register or its copy, if the start has written it again from the other."""
    stopped: str = ""
    """Why the house did not start."""

    @property
    def logs(self) -> set[str]:
        """Logs that the start names."""
        return self.start.keys() - NO_LOGS

    def wrongs(self) -> Iterator[str]:
        """What must not be."""
        sealed = {log for log, why in self.start.items() if SEALED_TEXT in why}
        if unnamed := self.changed - self.logs:
            yield f"{unnamed} changed and the start names {self.start}"
        named = self.witness.keys() - NO_LOGS
        if self.logs - sealed != named - self.mended and not self.stopped:
            yield f"the start names {self.start}, and the witness {self.witness}"
        if len(self.backup) != len(self.witness):
            yield f"the witness names {self.witness}, and the backup {self.backup}"
        if self.closed - self.logs:
            yield f"{self.closed} stay closed, and the start names {self.start}"
        if self.stopped:
            yield f"the house does not start: {self.stopped}"


class Flipper:
    """Flips one bit of a copy of a house at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._whole = build(folder)
        self._house = folder / "house"

    def flip(self, draw: random.Random) -> Seen:
        """Flip one bit, look at what everybody says, and forget the copy."""
        path, bit = self._place(draw)
        folder = self._folder / "flipped"
        shutil.copytree(self._house, folder)
        try:
            data = bytearray((folder / path).read_bytes())
            data[bit // 8] ^= 1 << bit % 8
            (folder / path).write_bytes(data)
            seen = Seen(f"{path} {bit // 8}.{bit % 8}")
            self._look(folder, seen)
            return seen
        finally:
            shutil.rmtree(folder)

    def _place(self, draw: random.Random) -> tuple[str, int]:
        (target,) = draw.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if target != HEADER:
            return target, draw.randrange(8 * (self._house / target).stat().st_size)
        table = draw.choice(TABLES)
        data = (self._house / FILES[0]).read_bytes()
        start = data.index(f'{{"table":"{table}"'.encode())
        return FILES[0], 8 * start + draw.randrange(8 * 200)

    def _look(self, folder: Path, seen: Seen) -> None:
        before = _bytes_of(folder)
        told = run("witness", "--data", str(folder / DATA), "--json")
        if told.exit_code > 1:
            seen.stopped = f"witness: {told.stderr}"
            return
        faults = json.loads(told.stdout)["faults"]
        seen.witness = {one["log"]: one["text"] for one in faults}
        saved = run("backup", str(folder / "backup"), "--data", str(folder / DATA), "--json")
        if saved.exit_code > 1:
            seen.stopped = f"backup: {saved.stderr}"
            return
        seen.backup = json.loads(saved.stdout)["faults"]
        (folder / "backup").unlink()
        assert _bytes_of(folder) == before, "a witness or a backup has written to the house"
        self._start(Settings(data=str(folder / DATA), pace=BY_DEALER, play_money=RICH), seen)

    def _start(self, settings: Settings, seen: Seen) -> None:
        try:
            with _opened(settings) as (store, faults):
                seen.start = {log: fault.text for log, fault in faults.items()}
                seen.mended = {
                    log for log in (REGISTER, COPY) if log in seen.witness.keys() - faults
                }
                left = read_all(store)
                names = self._whole.keys() | left.keys()
                seen.changed = {log for log in names if left.get(log) != self._whole.get(log)}
                lobby = asyncio.run(_lobby(store, settings, faults))
                seen.closed = set(TABLES) - lobby.tables.keys()
                seen.start |= lobby.quarantine
        except (StoreError, UntrustedRegister) as error:
            seen.stopped = str(error)
            seen.start = {REGISTER: str(error)}


@contextmanager
def _opened(settings: Settings) -> Iterator[tuple[SqliteStore, dict[str, Fault]]]:
    """The store as `pitboss serve` opens it."""
    store = open_store(settings)
    assert isinstance(store, SqliteStore)
    try:
        faults = under_witness(store, settings)
        seals = open_seals(store, settings)
        yield store, {**faults_of_seals(store, seals), **faults}
    finally:
        store.close()


async def _lobby(store: SqliteStore, settings: Settings, faults: dict[str, Fault]) -> Lobby:
    lobby = Lobby(store, settings, Metrics(), faults=faults, seals=SEALS)
    await lobby.start(Register(store, now_ms=0))
    opened = dict(lobby.tables)
    await lobby.stop()
    lobby.tables = opened
    return lobby


def _bytes_of(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}
