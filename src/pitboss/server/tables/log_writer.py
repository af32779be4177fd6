"""The writer of one table's log on a single server, and what it does if there are several."""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial

from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.errors import Error
from pitboss.server.log.replay import snapshot_of
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.server.surroundings import run_in
from pitboss.server.tables.batch import Batch, Request
from pitboss.server.tables.shoe_seals import ShoeSealer
from pitboss.store.entry import decode_visible
from pitboss.store.port import Store, StoreError, StoreFull
from pitboss.wire.protocol import Answer

log = logging.getLogger("pitboss.table")


class NotTheWriter(Error):
    """Another server must write the table: it has the lease, or the database is away."""


class LogWriter:
    """Writes the log of one table, with secrets sealed if the server has a key.

    As it is, no other server knows the table; ``LeasedWriter`` writes those that servers share.
    """

    can_follow = False
    """True if a table that has halted here can be played at another server."""

    def __init__(
        self, table: str, store: Store, sealer: ShoeSealer, *, executor: Executor, version: int
    ) -> None:
        self.table = table
        self.saved = version
        """Version of the newest snapshot."""
        self._store = store
        self._sealer = sealer
        self._executor = executor

    @property
    def is_held(self) -> bool:
        """True if this server writes the table."""
        return True

    async def append(self, batch: Batch, newest_shoe: str) -> None:
        """Write a batch; on disk when this returns, all of it or nothing.

        ``newest_shoe`` is the last commitment made before it. Raises ``BankrollMoved``,
        ``StoreFull``, ``NotTheWriter`` or, if the store is at fault, another ``StoreError``.
        """
        await self._write(batch, newest_shoe, self._store.append)

    async def save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        """Save a snapshot of the state, and of the cards that viewers have seen.

        A state that waits for cards is not saved. A failure only makes the next start slower.
        """
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
            elif kept := await run_in(self._executor, self._store.snapshot, self.table):
                await run_in(self._executor, self._store.save_snapshot, self.table, kept)
        except StoreFull:
            return False
        except StoreError as error:
            log.warning("no snapshot", extra={"table": self.table, "why": str(error)})
        return True

    async def find_answered(self, key: str) -> tuple[int, int, Command | None] | None:
        """Return the first and last event of a command, and the command, if it was carried out.

        Entries from before commands were recorded have no command.
        """

        def read() -> tuple[int, int, Command | None] | None:
            events = self._store.answered(self.table, key)
            if events is None:
                return None
            (record,) = self._store.read(self.table, events[1] - 1, 1)
            return *events, decode_visible(record).command

        return await run_in(self._executor, read)

    async def follow(self) -> None:
        """Wait for news from the server that writes, and apply it to the table."""

    async def ask(self, request: Request) -> Answer:
        """Send a command to the server that writes, and return its answer."""
        raise AssertionError(f"{self.table} has no other writer for {request.command}")

    def forward(self, requests: Sequence[Request]) -> None:
        """Send commands to the server that writes, and pass its answers on."""
        assert not requests, f"{self.table} has no other writer"

    async def wait_for_version(self, version: int) -> None:
        """Wait until an event that another server may have published is known here."""

    def wake(self) -> None:
        """Wake ``follow``, so that it looks for news."""

    def give_up(self) -> None:
        """Let another server write the table, because it has halted here."""

    async def close(self) -> None:
        """Stop waiting for other servers."""

    async def _save(self, state: TableState, version: int, memory: ShoeMemory) -> None:
        kept = self._sealer.closed(snapshot_of(state, version, memory))
        await run_in(self._executor, self._store.save_snapshot, self.table, kept)
        self.saved = kept.version

    async def _write(self, batch: Batch, newest_shoe: str, append: Callable[..., None]) -> None:
        """Seal a batch, unseal the shoes and rounds that end with it, and write both."""
        entries, sealer = batch.entries, self._sealer
        records = sealer.records(entries, batch.logged, newest_shoe)
        is_due = sealer.must_open(entries)
        opened = await run_in(self._executor, sealer.opened, self._store, entries) if is_due else []
        call = partial(append, self.table, entries[0].first - 1, records)
        await run_in(self._executor, call, batch.movements(), opened=opened)
        sealer.wrote(entries, records)
