"""Writers of one table's log: alone, or under a lease that several servers pass on."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, Protocol, TypeVar

from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.errors import Error
from pitboss.server.log.replay import snapshot_of
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.server.tables.batch import Batch, Request
from pitboss.server.tables.shoe_seals import ShoeSealer
from pitboss.store.entry import decode_visible
from pitboss.store.port import Store, StoreError, StoreFull
from pitboss.wire.protocol import Answer

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger("pitboss.table")


class NotTheWriter(Error):
    """Another server has to go on with a table: it has the lease, or the database is away."""


class LogWriter(Protocol):
    """Writes one table's log, or follows the server that does."""

    saved: int
    """The version of the newest snapshot."""

    @property
    def is_held(self) -> bool:
        """Return True if this server writes the table."""

    @property
    def can_follow(self) -> bool:
        """Return True if a table that has halted here can be played at another server."""

    async def append(self, batch: Batch, newest_shoe: str) -> None:
        """Write what was decided; on disk when it returns, all of it or nothing.

        ``newest_shoe`` is the last commitment made before it. Raises ``BankrollMoved``,
        ``StoreFull``, ``NotTheWriter`` or, if the store is at fault, another ``StoreError``.
        """

    async def save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        """Keep the state with what viewers have seen of its shoes.

        One that cannot be kept only makes the next start slower.
        """

    async def has_room(self, state: TableState, version: int, memory: ShoeMemory) -> bool:
        """Return True if the store has room again, after a write of the state."""

    async def find_answered(self, key: str) -> tuple[int, int, Command | None] | None:
        """Return the events that a command led to and the command, if it was carried out.

        Logs from before commands were recorded have no command.
        """

    async def follow(self) -> None:
        """Wait for news of the server that writes, and apply them to the table."""

    async def ask(self, request: Request) -> Answer:
        """Have a command carried out by the server that writes."""

    def forward(self, requests: Sequence[Request]) -> None:
        """Have commands carried out by the server that writes, and answer them."""

    async def reach(self, version: int) -> None:
        """Wait until an event is known here that another server may have published already."""

    def wake(self) -> None:
        """Have ``follow`` look for news."""

    def give_up(self) -> None:
        """Let another server write the table, as it has halted here."""

    async def close(self) -> None:
        """Wait for no other server any more."""


class TableLog:
    """The log of one table in its store, sealed as far as the house seals."""

    def __init__(
        self, table: str, store: Store, sealer: ShoeSealer, *, executor: Executor, version: int
    ) -> None:
        """``version`` is that of the newest snapshot."""
        self.table = table
        self.saved = version
        self._store = store
        self._sealer = sealer
        self._executor = executor

    async def save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        """Keep the state, unless a command waits for cards: its state is kept with them."""
        if state.awaiting is not None:
            return
        try:
            await self._save(state, version, memory)
        except StoreError as error:
            log.warning("no snapshot", extra={"table": self.table, "why": str(error)})

    async def has_room(self, state: TableState, version: int, memory: ShoeMemory) -> bool:
        """Return True if the store has room again: the state is kept, or what was kept before."""
        try:
            if state.awaiting is None:
                await self._save(state, version, memory)
            elif kept := await self.off_loop(self._store.snapshot, self.table):
                await self.off_loop(self._store.save_snapshot, self.table, kept)
        except StoreFull:
            return False
        except StoreError as error:
            log.warning("no snapshot", extra={"table": self.table, "why": str(error)})
        return True

    async def find_answered(self, key: str) -> tuple[int, int, Command | None] | None:
        """Return the events that a command led to and the command, if it was carried out."""

        def read() -> tuple[int, int, Command | None] | None:
            events = self._store.answered(self.table, key)
            if events is None:
                return None
            (record,) = self._store.read(self.table, events[1] - 1, 1)
            return *events, decode_visible(record).command

        return await self.off_loop(read)

    async def off_loop(self, call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Run a call of the store in another thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(call, *args, **named))

    async def _save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        kept = self._sealer.closed(snapshot_of(state, version, memory))
        await self.off_loop(self._store.save_snapshot, self.table, kept)
        self.saved = kept.version

    async def _write(self, batch: Batch, newest_shoe: str, append: Callable[..., None]) -> None:
        """Seal what was decided, open what is over with it, and write both."""
        entries, sealer = batch.entries, self._sealer
        records = sealer.records(entries, batch.logged, newest_shoe)
        is_due = sealer.must_open(entries)
        opened = await self.off_loop(sealer.opened, self._store, entries) if is_due else []
        call = partial(append, self.table, entries[0].first - 1, records)
        await self.off_loop(call, batch.movements(), opened=opened)
        sealer.wrote(entries, records)


class LocalWriter(TableLog):
    """Writes a table that no other server knows."""

    is_held = True
    can_follow = False

    async def append(self, batch: Batch, newest_shoe: str) -> None:
        """Write what was decided."""
        await self._write(batch, newest_shoe, self._store.append)

    async def follow(self) -> None:
        """Return at once: no other server writes."""

    async def ask(self, request: Request) -> Answer:
        """Never called, as this server writes."""
        raise AssertionError(f"{self.table} has no other writer for {request.command}")

    def forward(self, requests: Sequence[Request]) -> None:
        """Never called with a command, as this server writes."""
        assert not requests, f"{self.table} has no other writer"

    async def reach(self, version: int) -> None:
        """Return at once: every event is known here."""

    def wake(self) -> None:
        """Do nothing: no other server has news."""

    def give_up(self) -> None:
        """Do nothing: no other server goes on."""

    async def close(self) -> None:
        """Return at once: nothing is on its way."""
