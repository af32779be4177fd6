"""A world from a seed: a server, its disk, a network and people, and everything that goes wrong."""

import asyncio
import contextlib
import gc
import hashlib
import logging
import random
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.engine.state import INSPECTOR
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store, StoreError
from pitboss.wire.protocol import Answer, AnyOutbound, Message, Resynced, Update
from tests.server.live import SEALS
from tests.world import checks, people
from tests.world.clients import LATER, Ears, Seat
from tests.world.disk import Disk
from tests.world.faults import Faults
from tests.world.folders import empty_folder
from tests.world.house import FLOOR, STAFF, House, settle_in
from tests.world.loop import Life, Stuck, VirtualLoop
from tests.world.machine import Machine
from tests.world.network import Network

COMMANDS = 2_000
"""In a world: of people, of bots and of the tables themselves."""
HOURS_MAX = 24
"""No world takes longer, by its own clock."""
PATIENCE_S = 180.0
"""Once nothing goes wrong any more, everybody has been served by then."""
MEMORY_EVERY = 8
"""One world out of so many has its logs in memory."""
LOOK_EVERY = 16
"""One message out of so many is compared with the whole table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a world came to."""

    seed: int
    commands: int
    acknowledged: int
    messages: int
    lives: int
    virtual_s: float
    faults: dict[str, int]
    digest: str
    """Over every log, and every message in both directions."""


class World:
    """Everything that there is, on one thread."""

    def __init__(self, seed: int, folder: Path, loop: VirtualLoop, commands: int) -> None:
        self.seed = seed
        self.is_thorough = False
        self.given = 0
        """Commands of people."""
        self.messages = 0
        self.has_faults = True
        self.word = checks.Word()
        self.followed: dict[str, checks.Followed] = {}
        self._target = commands
        self._enough = asyncio.Event()
        self._digest = hashlib.sha256()
        self.loop = loop
        self._tasks: list[asyncio.Task[Any]] = []
        self._is_closing = False
        self._faults_go_on: asyncio.Task[None] | None = None
        self._fault = ""
        self._lives: dict[str, Life] = {}
        """By table: the last start after which it was compared with its log."""
        self._broken: asyncio.Future[None] = loop.create_future()
        loop.set_exception_handler(self._raised)
        self.network = Network(self.chances("network"))
        self.network.sending = self._read_on
        self.folder = folder
        is_on_disk = seed % MEMORY_EVERY != MEMORY_EVERY - 1
        self.disk = Disk() if is_on_disk else None
        self.machine = Machine(
            self.disk or MemoryStore(), folder / "server", loop, self.network,
            rng=self.chances("machine"), check=self.check_store,
        )  # fmt: skip
        self.seats: list[Seat] = []
        self.faults = Faults(
            self.chances("faults"), self.machine, self.network, self.disk, self.seats,
            lambda: self.commands,
        )  # fmt: skip
        self.machine.takes_s = lambda: self.faults.rng.uniform(*self.faults.takes_s)
        self.machine.skew_ms = lambda: self.faults.skew_ms

    @property
    def commands(self) -> int:
        """All commands: of people, of bots and of the tables themselves."""
        return self.given + sum(table.by_nobody for table in self.followed.values())

    def chances(self, of: str) -> random.Random:
        """Chances of something, which nothing else draws from."""
        return random.Random(f"{self.seed} {of}")

    async def live(self) -> Outcome:
        """From the first start of the server to its last stop."""
        await self.machine.start()
        server, rng = self.machine.server, self.chances("house")
        assert server is not None
        house = await server.life.begin(settle_in(server.site, rng))
        self._come(house, rng)
        self._begin(self.machine.operate(house))
        if self.has_faults:
            self._faults_go_on = self._begin(self.faults.happen())
        await self._watch(self._enough.wait())
        if self._faults_go_on is not None:
            self._faults_go_on.cancel()
        self._is_closing = True
        await self.machine.send_bots_home()
        self.faults.end()
        await self._watch(self._all_served())
        self.machine.is_closing = True
        await self.machine.stop()
        with self.machine.stored() as store:
            self.is_thorough = True
            self.check_store(store)
            self._add_logs(store)
        return Outcome(
            self.seed, self.commands, len(self.word.done), self.messages, self.machine.lives,
            self.loop.time(), self.faults.counts, self._digest.hexdigest(),
        )  # fmt: skip

    def _raised(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What nobody else has caught."""
        error = context.get("exception")
        if error is not None and not isinstance(error, StoreError) and not self._broken.done():
            self._broken.set_exception(error)

    async def end(self) -> None:
        """Let everything go."""
        self._broken.cancel()
        self.machine.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.sleep(0)

    def _come(self, house: House, rng: random.Random) -> None:
        """People take their seats."""
        ears = Ears(self._heard, self._gave)
        for place, (person, table, role) in enumerate(house.places):
            seat = Seat(person, table, self.network, ears, self.chances(f"seat {place}"))
            self.seats.append(seat)
            self._begin(seat.stay())
            rules = house.rules[table]
            if role == "player":
                self._begin(people.play(seat, rules))
            elif role in ("dealer", "supervisor") and table == FLOOR:
                self._begin(people.work(seat, role, rules, house.players))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self.loop.create_task(work)
        self._tasks.append(task)
        return task

    async def _watch(self, work: Coroutine[Any, Any, Any]) -> None:
        """Wait for something; whatever breaks meanwhile is raised."""
        awaited = self._begin(work)
        while not awaited.done():
            running = [self._broken, *(task for task in self._tasks if not task.done())]
            left_s = HOURS_MAX * 3600 - self.loop.time()
            await asyncio.wait(running, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
            for task in (self._broken, *self._tasks):
                if task.done() and not task.cancelled():
                    task.result()
            self._tasks = [task for task in self._tasks if not task.done() or task is awaited]
            if self.loop.time() > HOURS_MAX * 3600:
                raise checks.Broken(f"{self.commands} commands were given in {HOURS_MAX} hours")

    async def _all_served(self) -> None:
        """Once nothing goes wrong any more, everybody gets their answers and the last events."""
        until = self.loop.time() + PATIENCE_S
        while waits := self._waits():
            if self.loop.time() > until:
                raise checks.Broken(waits)
            await asyncio.sleep(0.5)

    def _waits(self) -> str:
        """Somebody who still waits for something, if there is anybody."""
        if self.machine.server is None or self.machine.server.has_stopped_tables:
            return "the server does not come back"
        tables = self.machine.server.site.lobby.tables
        for seat in self.seats:
            if seat.asked:
                return f"{seat.name!r} at {seat.table} waits for an answer to {[*seat.asked]}"
            if seat.version != tables[seat.table].actor.version:
                return f"{seat.name!r} at {seat.table} waits for events behind {seat.version}"
        return ""

    def _gave(self, seat: Seat, frame: bytes) -> bool:
        """Somebody gives a command; not once the world comes to its end."""
        if self._is_closing:
            return False
        self.given += 1
        self._digest.update(b"%b>%b\n" % (seat.name.encode(), frame))
        if self.commands >= self._target:
            self._enough.set()
        return True

    def _heard(self, seat: Seat, frame: bytes, message: AnyOutbound, events: list[Message]) -> None:
        """A frame has arrived: what it says must hold."""
        checks.hold(self._fault)
        self.messages += 1
        name, table = seat.name, seat.table
        eyes = INSPECTOR if STAFF.get(name) == "auditor" else name
        self._digest.update(b"%b@%d<%b\n" % (name.encode(), int(self.loop.time() * 1e6), frame))
        if isinstance(message, Answer):
            checks.hold(self.word.take(table, f"{name}:{message.id}", message, later=LATER))
        if not isinstance(message, Update | Resynced):
            return
        followed = self.followed[table]
        checks.hold(checks.nothing_told(followed, events, eyes))
        checks.hold(checks.no_seed(followed, frame, eyes))
        # A frame that came too early or too late is not what the view is at.
        if not events or events[-1].n == seat.version:
            checks.hold(checks.nothing_hidden(followed, frame, eyes, seat.version, seat.seen))
            if isinstance(message, Resynced) or self.messages % LOOK_EVERY == 0:
                checks.hold(checks.same_view(followed, eyes, seat.version, seat.seen))

    def _read_on(self, table: str) -> None:
        """Before anything is told of a table, read what its log says."""
        server = self.machine.server
        if server is None or table not in server.site.lobby.tables:
            return
        live = server.site.lobby.tables[table]
        if table not in self.followed:
            self.followed[table] = checks.Followed(live.header)
        followed = self.followed[table]
        if live.actor.version > followed.version:
            # This is called by the server, which would take a fault for its own.
            self._fault = self._fault or followed.read_on(server.store)
            if live.actor.version != followed.version:
                text = f"{table} is at event {live.actor.version}, its log at {followed.version}"
                self._fault = self._fault or text
        if self._lives.get(table) != server.life and live.actor.version == followed.version:
            # A start may have begun with a snapshot; from then on events do the same to both.
            self._lives[table] = server.life
            if live.actor.state != followed.state:
                text = f"{table} is not the table that its log leads to"
                self._fault = self._fault or text

    def check_store(self, store: Store) -> None:
        """What holds of a store whenever nobody writes: after every crash, and at the end."""
        store.seals = SEALS
        for table in self.followed.values():
            checks.hold(table.is_still_there(store))
            checks.hold(table.read_on(store))
        checks.hold(checks.word_is_kept(store, self.word))
        tables = [header.table for header in checks.tables_of(store)]
        if tables and not self.is_thorough:
            # To verify them all every time takes most of the time: one of them in turn.
            tables = [tables[self.machine.lives % len(tables)]]
        checks.hold(checks.logs_verify(store, tables))
        checks.hold(checks.money_agrees(store))

    def _add_logs(self, store: Store) -> None:
        for header in checks.tables_of(store):
            self._digest.update(export_log(store, header.table))


def play_world(seed: int, commands: int = COMMANDS, *, is_thorough: bool = False) -> Outcome:
    """Play one world; raises ``Broken``, with the command that repeats it.

    A thorough one verifies every log after every crash, and not only at the end.
    """
    with no_garbage():
        return _played(seed, commands, is_thorough=is_thorough)


def _played(seed: int, commands: int, *, is_thorough: bool) -> Outcome:
    """In a function of its own: nothing names the world any more when memory is gone through."""
    with made_world(seed, commands) as (world, loop):
        world.is_thorough = is_thorough
        return loop.run_until_complete(world.live())


@contextlib.contextmanager
def made_world(seed: int, commands: int) -> Iterator[tuple[World, VirtualLoop]]:
    """A world that is ready to be played, and is gone afterwards."""
    loop = VirtualLoop()
    log = logging.getLogger("pitboss")
    with empty_folder() as folder, _quiet(log):
        asyncio.set_event_loop(loop)
        world = World(seed, folder, loop, commands)
        try:
            yield world, loop
        except (checks.Broken, Stuck) as error:
            step = f"seed {seed}, step {world.messages}, {loop.time():.3f} s"
            again = f"make simulate SEED={seed} COMMANDS={commands}"
            raise checks.Broken(f"{step}: {error}\nrepeat it: {again}") from error
        finally:
            loop.run_until_complete(world.end())
            asyncio.set_event_loop(None)
            loop.close()


@contextlib.contextmanager
def no_garbage() -> Iterator[None]:
    """A world is short: memory is gone through once, at its end."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if was_on:
            gc.enable()


@contextlib.contextmanager
def _quiet(log: logging.Logger) -> Iterator[None]:
    """What goes wrong in a world is meant to: nobody needs to read of it."""
    was, log.disabled = log.level, False
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(was)
