"""Writers of one table's log: a single server, or several that pass on a lease."""

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
    """Another server must write the table: it has the lease, or the database is away."""


class LogWriter(Protocol):
    """Writes one table's log, or follows the server that does."""

    saved: int
    """Version of the newest snapshot."""

    @property
    def is_held(self) -> bool:
        """Return True if this server writes the table."""

    @property
    def can_follow(self) -> bool:
        """Return True if a table that has halted here can be played at another server."""

    async def append(self, batch: Batch, newest_shoe: str) -> None:
        """Write a batch; on disk when this returns, all of it or nothing.

        ``newest_shoe`` is the last commitment made before it. Raises ``BankrollMoved``,
        ``StoreFull``, ``NotTheWriter`` or, if the store is at fault, another ``StoreError``.
        """

    async def save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        """Save a snapshot of the state, and of the cards that viewers have seen.

        A failure only makes the next start slower.
        """

    async def has_room(self, state: TableState, version: int, memory: ShoeMemory) -> bool:
        """Return True if the store has room again, which writing a snapshot shows."""

    async def find_answered(self, key: str) -> tuple[int, int, Command | None] | None:
        """Return the first and last event of a command, and the command, if it was carried out.

        Entries from before commands were recorded have no command.
        """

    async def follow(self) -> None:
        """Wait for news from the server that writes, and apply it to the table."""

    async def ask(self, request: Request) -> Answer:
        """Send a command to the server that writes, and return its answer."""

    def forward(self, requests: Sequence[Request]) -> None:
        """Send commands to the server that writes, and pass its answers on."""

    async def reach(self, version: int) -> None:
        """Wait until an event that another server may have published is known here."""

    def wake(self) -> None:
        """Wake ``follow``, so that it looks for news."""

    def give_up(self) -> None:
        """Let another server write the table, because it has halted here."""

    async def close(self) -> None:
        """Stop waiting for other servers."""


class TableLog:
    """The log of one table in its store, with secrets sealed if the server has a key."""

    def __init__(
        self, table: str, store: Store, sealer: ShoeSealer, *, executor: Executor, version: int
    ) -> None:
        """``version`` is the version of the newest snapshot."""
        self.table = table
        self.saved = version
        self._store = store
        self._sealer = sealer
        self._executor = executor

    async def save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        """Save a snapshot, unless the state waits for cards."""
        if state.awaiting is not None:
            return
        try:
            await self._save(state, version, memory)
        except StoreError as error:
            log.warning("no snapshot", extra={"table": self.table, "why": str(error)})

    async def has_room(self, state: TableState, version: int, memory: ShoeMemory) -> bool:
        """Return True if the store takes a snapshot again: a new one, or the last one once more."""
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
        """Return the first and last event of a command, and the command, if it was carried out."""

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
        """Seal a batch, unseal the shoes and rounds that end with it, and write both."""
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
        """Write a batch, all of it or nothing."""
        await self._write(batch, newest_shoe, self._store.append)

    async def follow(self) -> None:
        """Return at once: no other server writes."""

    async def ask(self, request: Request) -> Answer:
        """Raise ``AssertionError``: this server is the writer."""
        raise AssertionError(f"{self.table} has no other writer for {request.command}")

    def forward(self, requests: Sequence[Request]) -> None:
        """Do nothing: this server is the writer and has no commands to forward."""
        assert not requests, f"{self.table} has no other writer"

    async def reach(self, version: int) -> None:
        """Return at once: every event is known here."""

    def wake(self) -> None:
        """Do nothing: no other server has news."""

    def give_up(self) -> None:
        """Do nothing: no other server can take over."""

    async def close(self) -> None:
        """Return at once: this writer waits for no other server."""
