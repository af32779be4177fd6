"""The machine that a server runs on: it is killed, loses its power, and is started again."""

import asyncio
import contextlib
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store, StoreError
from tests.world.checks import Broken
from tests.world.disk import Disk, killed_image, lay_out, power_image
from tests.world.house import House
from tests.world.loop import Life, VirtualLoop
from tests.world.network import Network
from tests.world.server import Server, open_store

BROKEN = "something went wrong on our side"
"""How a table says that it met a mistake of ours."""
LOOK_S = 0.5
"""How often the operator looks whether all is well."""
SET_BACK_P = 0.02
"""How often the operator sets log time right, where it is ahead."""
AGAIN_P = 0.2
"""How often the power goes again while the server starts."""


class Machine:
    """A place for one server at a time."""

    def __init__(
        self, below: Disk | MemoryStore, folder: Path, loop: VirtualLoop, network: Network,
        *, rng: random.Random, check: Callable[[Store], None],
    ) -> None:  # fmt: skip
        self.server: Server | None = None
        self.lives = 0
        self.is_closing = False
        self._has_bots = True
        self.takes_s: Callable[[], float] = lambda: 0.001
        self.skew_ms: Callable[[], int] = lambda: 0
        self._below = below
        self._folder = folder
        self._loop = loop
        self._network = network
        self._rng = rng
        self._check = check
        self._image: dict[str, bytes] = {}
        self._opened = 0
        if isinstance(below, Disk):
            below.went_off = self._lose_power

    async def operate(self, house: House) -> None:
        """Start the server whenever it is gone, and again where a table has stopped."""
        await self._seat_bots(house)
        while not self.is_closing:
            await asyncio.sleep(LOOK_S)
            if self.server is None:
                await asyncio.sleep(self._rng.uniform(0.1, 3.0))
                await self.start()
                await self._seat_bots(house)
            elif self.server.has_stopped_tables and not self._is_disk_bad():
                await self.restart()
            elif self._rng.random() < SET_BACK_P:
                # An administrator sees which clocks are wrong, and sets them right.
                clocks = self.server.site.lobby.clocks
                await asyncio.wait([self.server.life.begin(clocks.set_back("boss"))])

    async def start(self) -> None:
        """Start the server on what is on the disk; where the power goes again, not yet."""
        self.lives += 1
        life = Life(self.lives)
        store: Store | None = None
        try:
            store = self._open_store()
            self._check(store)
            heads = self._folder / "heads"
            server = Server(
                life, store, self._loop, self._rng, self.takes_s, self.skew_ms, heads
            )  # fmt: skip
        except StoreError:
            self._take_image(is_power=True)
            if store is not None:
                self._close(store)
            return
        self.server = server
        starting = life.begin(server.start())
        await asyncio.wait([starting])
        if self.server is not server:
            return
        if starting.exception() is not None:
            assert isinstance(starting.exception(), StoreError), starting.exception()
            self.kill()
            return
        self._network.server = server.listening

    async def stop(self) -> None:
        """Stop the server as with Ctrl-C."""
        server = self.server
        if server is None:
            return
        self._network.lose_server()
        stopping = server.life.begin(server.stop())
        await asyncio.wait([stopping])
        if self.server is server:
            stopping.result()
            self.kill()

    async def restart(self) -> None:
        """Stop the server; the operator starts it again."""
        await self.stop()

    def kill(self) -> None:
        """The process is gone; what it has written is there."""
        self._end(is_power=False)

    def cut_power(self) -> None:
        """The process is gone, and what was not synced may be."""
        self._end(is_power=True)

    @contextlib.contextmanager
    def stored(self) -> Iterator[Store]:
        """The store, while no server runs."""
        assert self.server is None
        store = self._open_store()
        yield store
        self._close(store)

    def _lose_power(self) -> None:
        """The power went in the middle of a write; what SQLite does now leads to nothing."""
        server = self.server
        self._network.lose_server()
        if server is not None:
            server.life.is_over = True
            self._loop.call_soon(lambda: self.cut_power() if self.server is server else None)

    def _end(self, *, is_power: bool) -> None:
        server, self.server = self.server, None
        if server is None:
            return
        self._network.lose_server()
        for table in server.site.lobby.tables.values():
            if table.actor.stopped.startswith(BROKEN):
                raise Broken(f"{table.header.table} met a mistake of ours")
        server.life.end()
        self._take_image(is_power=is_power)
        self._close(server.store)

    def _take_image(self, *, is_power: bool) -> None:
        if isinstance(self._below, Disk):
            disk = self._below
            self._image = power_image(disk, self._rng) if is_power else killed_image(disk)
            disk.is_off = True

    def _open_store(self) -> Store:
        if isinstance(self._below, MemoryStore):
            return self._below
        # Every start has a folder of its own: what the last one still closes is not touched.
        shutil.rmtree(self._folder / str(self._opened), ignore_errors=True)
        self._opened += 1
        folder = self._folder / str(self._opened)
        lay_out(self._image, folder)
        self._below.turn_on()
        if self._image and self._rng.random() < AGAIN_P and not self.is_closing:
            self._below.off_at = self._below.steps + self._rng.randint(1, 40)
        return open_store(self._below, folder)

    def _close(self, store: Store) -> None:
        if not isinstance(self._below, MemoryStore):
            with contextlib.suppress(Exception):
                store.close()

    def _is_disk_bad(self) -> bool:
        disk = self._below
        return isinstance(disk, Disk) and (disk.is_full or disk.is_failing)

    async def _seat_bots(self, house: House) -> None:
        server = self.server
        if server is None or not self._has_bots:
            return
        lobby = server.site.lobby
        for table, kinds in house.bots.items():
            for kind in kinds:
                await asyncio.wait([server.life.begin(lobby.add_bot(lobby.tables[table], kind))])

    async def send_bots_home(self) -> None:
        """From now on only people play."""
        self._has_bots, server = False, self.server
        for table in list(server.site.lobby.tables.values()) if server else ():
            assert server is not None
            await asyncio.wait([server.life.begin(server.site.lobby.remove_bots(table))])
