"""Tables that several servers share: one has the lease and writes, the others follow.

A follower applies what the writer has put into the log and shows it to its own viewers. So a table
can be watched and played at on any server, and another can continue if the writer fails.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import Protocol

from pitboss.server.log.events import read_entries
from pitboss.server.surroundings import run_in
from pitboss.server.tables.actor import TableActor
from pitboss.server.tables.batch import Batch, Request
from pitboss.server.tables.log_writer import LogWriter, NotTheWriter
from pitboss.server.tables.shoe_seals import ShoeSealer
from pitboss.store.port import BankrollMoved, StoreConflict, StoreFull, StoreUnavailable
from pitboss.store.sql.cluster import Lease, Standing
from pitboss.store.sql.postgres import PostgresStore
from pitboss.wire.protocol import Answer, Refused

REACH_S = 5.0
"""Seconds that expected events may take to be published here."""

log = logging.getLogger("pitboss.table")


class ClusterLink(Protocol):
    """The other servers, as a table sees them."""

    server: str
    """The id of this server."""

    async def ask(self, table: str, request: Request) -> Answer:
        """Forward a command to the server that writes the table, and return the answer."""

    def wrote(self, table: str) -> None:
        """Notify the other servers of new entries in the log of a table."""

    def took_over(self, table: str) -> None:
        """Note that this server has become the writer of a table."""

    def beat_soon(self) -> None:
        """Report a change of this server's leases at once."""


class LeasedWriter(LogWriter):
    """Writes one table under a lease, or follows the server that does."""

    _store: PostgresStore

    def __init__(
        self,
        table: str,
        store: PostgresStore,
        sealer: ShoeSealer,
        *,
        executor: Executor,
        version: int,
        link: ClusterLink,
    ) -> None:
        super().__init__(table, store, sealer, executor=executor, version=version)
        self._link = link
        self._lease: Lease | None = None
        self._granted: Lease | None = None
        self.unwanted: Lease | None = None
        """The lease that this server gives back with the next beat, as the table has halted."""
        self._halt: tuple[int, str] | None = None
        """The version at which the table halted here, and why."""
        self.can_follow = True
        self._news = asyncio.Event()
        """There may be something new in the log, or a lease, or an end."""
        self._moved = asyncio.Event()
        """Set, and replaced, whenever a follower has caught up."""
        self._passing: set[asyncio.Task[None]] = set()
        """Commands on their way to another server."""

    def attach(self, shared: TableActor) -> None:
        """Set the table that is written or followed."""
        self.shared = shared

    @property
    def is_held(self) -> bool:
        """Return True if this server has the lease."""
        return self._lease is not None

    @property
    def is_wanted(self) -> bool:
        """Return True if this server would take the lease.

        One on which the table has halted takes it again once another has written behind that.
        """
        is_fit = self._halt is None or self.shared.version > self._halt[0]
        return self._lease is None and self._granted is None and self.can_follow and is_fit

    def grant(self, lease: Lease) -> None:
        """Write the table from now on; its log is read to the end first."""
        self._granted = lease
        self._news.set()

    def wake(self) -> None:
        """Look for news: there may be something new in the log."""
        self._news.set()

    def compare(self, standing: Standing) -> None:
        """See from how the log stands whether another server has the lease, or has written."""
        if self._lease is not None and standing.epoch > self._lease.epoch:
            # A quiet table has nothing to write, and would not find out.
            self._lose("another server has the lease")
            self.shared.wake()
        elif self._lease is None and standing.version > self.shared.version:
            self._news.set()
        if self._halt is not None and self.can_follow and self._granted is None:
            is_elsewhere = standing.owner not in ("", self._link.server)
            self.shared.show_stopped("" if is_elsewhere else self._halt[1])

    async def append(self, batch: Batch, newest_shoe: str) -> None:
        """Write what was decided, under the lease.

        If another server has it, or the database is away, another has to go on with the table;
        anything else is a fault of the store.
        """
        lease = self._lease
        if lease is None:
            raise NotTheWriter(f"{self.table} is written by another server now")
        try:
            await self._write(batch, newest_shoe, partial(self._store.append, lease=lease))
        except (BankrollMoved, StoreFull):
            raise
        except (StoreConflict, StoreUnavailable) as error:
            self._lose(str(error))
            raise NotTheWriter(str(error)) from None
        self._link.wrote(self.table)

    def give_up(self) -> None:
        """Let another server write the table, as it has halted here.

        A table that halted while it followed another server is not played here any more.
        """
        self.can_follow = self._lease is not None
        self.unwanted = self._lease or self._granted
        self._lease = self._granted = None
        self._halt = self.shared.version, self.shared.stopped
        self._link.beat_soon()

    async def ask(self, request: Request) -> Answer:
        """Return the writer's answer to a command, after publishing its events here."""
        answer = await self._link.ask(self.table, request)
        await self.wait_for_version(answer.last)
        return answer

    def forward(self, requests: Sequence[Request]) -> None:
        """Forward commands to the writer, and answer them here."""
        for request in requests:
            task = asyncio.create_task(self._pass_on(request))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def close(self) -> None:
        """Stop waiting for other servers."""
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def wait_for_version(self, version: int) -> None:
        """Wait for some seconds until an event has been published here.

        A person who comes from another server may have seen events that are not known here yet.
        """
        self._news.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(REACH_S):
                while self.shared.version < version and not self.shared.is_closing:
                    await self._moved.wait()

    async def take_over(self, lease: Lease) -> None:
        """Become the writer, and return once this server has the lease."""
        self.grant(lease)
        try:
            async with asyncio.timeout(REACH_S):
                while not self.is_held:
                    await self._moved.wait()
        except TimeoutError:
            raise StoreUnavailable("the table could not be taken over; try again") from None

    async def follow(self) -> None:
        """Wait for news, and take in what the writer has written."""
        await self._news.wait()
        self._news.clear()
        if self.shared.is_closing:
            return
        lease = self._granted
        try:
            await self._catch_up()
        except StoreUnavailable as error:
            # The next beat comes back to it.
            self._granted = None
            log.warning("log not read", extra={"table": self.table, "why": str(error)})
            return
        if lease is not None and lease is self._granted:
            self._lease, self._granted, self._halt = lease, None, None
            self._sealer.forget()
            self.shared.on_lease_granted()
            text = "this server writes the table"
            log.info(text, extra={"table": self.table, "epoch": lease.epoch})
            self._link.took_over(self.table)
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def _catch_up(self) -> None:
        shared, read = self.shared, self._store.read
        while page := await run_in(self._executor, read, self.table, shared.version):
            shared.apply_remote(read_entries(self._store, self.table, page))

    def _lose(self, why: str) -> None:
        text = "this server no longer writes the table"
        log.warning(text, extra={"table": self.table, "why": why})
        self._lease = None
        self._news.set()

    async def _pass_on(self, request: Request) -> None:
        answer = Answer(request.id, ok=False, refused=Refused("closing", "the server is closing"))
        try:
            answer = await self.ask(request)
        finally:
            if not request.answer.done():
                request.answer.set_result(answer)
