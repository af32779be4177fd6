"""A table that several servers keep: its writer while this server has the lease, else a follower.

A follower applies what the writer has put into the log and tells its own viewers, so that a table
can be watched and played at on any server, and has all it needs to go on when the writer is gone.
"""

import asyncio
import logging
from concurrent.futures import Executor
from contextlib import suppress
from typing import Protocol

from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.server.actor import TableActor
from pitboss.server.batch import Request
from pitboss.server.config import Settings
from pitboss.server.feed import Feed
from pitboss.server.metrics import Metrics
from pitboss.server.protocol import Answer, Refused
from pitboss.server.rebuild import Logged, apply
from pitboss.store.codec import decode_event
from pitboss.store.leases import Lease, Standing
from pitboss.store.port import (
    LeaseLost,
    Movement,
    Record,
    StoreConflict,
    StoreError,
    StoreUnavailable,
    TableHeader,
)
from pitboss.store.postgres import PostgresStore

REACH_S = 5.0
"""How long the events that somebody waits for may take to be published here."""

log = logging.getLogger("pitboss.table")


class Link(Protocol):
    """What a table asks of the other servers, and tells them."""

    async def ask(self, table: str, request: Request) -> Answer:
        """Have a command carried out by whichever server writes the table."""

    def wrote(self, table: str) -> None:
        """There is something new in the log of a table."""

    def took_over(self, table: str) -> None:
        """This server has become the writer of a table."""


class SharedActor(TableActor):
    """Writes one table under a lease, or follows the server that does."""

    def __init__(
        self, header: TableHeader, state: TableState, version: int, *,
        store: PostgresStore, executor: Executor, feed: Feed, settings: Settings, metrics: Metrics,
        link: Link,
    ) -> None:  # fmt: skip
        super().__init__(
            header, state, version, store=store, executor=executor, feed=feed, settings=settings,
            metrics=metrics,
        )  # fmt: skip
        self._shared = store
        self._link = link
        self._lease: Lease | None = None
        self._granted: Lease | None = None
        self._news = asyncio.Event()
        """There may be something new in the log, or a lease, or an end."""
        self._moved = asyncio.Event()
        """Set, and replaced, whenever a follower has caught up."""
        self._passing: set[asyncio.Task[None]] = set()

    @property
    def is_writer(self) -> bool:
        """Whether this server writes the table."""
        return self._lease is not None

    @property
    def is_free_to_write(self) -> bool:
        """Whether it would take the lease; not where it has it, or is about to have it."""
        return self._lease is None and self._granted is None and not self.stopped

    def grant(self, lease: Lease) -> None:
        """This server writes the table from now on; the log is read to its end first."""
        self._granted = lease
        self._news.set()

    def look(self) -> None:
        """There may be something new in the log."""
        self._news.set()

    def compare(self, standing: Standing) -> None:
        """See from how the log stands whether another server has the lease, or has written."""
        if self._lease is not None and standing.epoch > self._lease.epoch:
            # A quiet table has nothing to write, and would not find out.
            self._queue.put_nowait(None)
        elif self._lease is None and standing.version > self.version:
            self._news.set()

    async def stop(self) -> None:
        """Finish what has been decided, and end."""
        self._is_closing = True
        self._news.set()
        await super().stop()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    async def serve(self, request: Request) -> Answer:
        """A command that another server has sent here."""
        return await super()._submit(
            request.name, request.id, request.command, is_house=request.is_house
        )

    async def reach(self, version: int) -> None:
        """Wait until an event has been published here, or for some seconds where it does not come.

        Somebody who comes from another server may have seen what is not known here yet.
        """
        self._news.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(REACH_S):
                while self.version < version and not self._is_closing:
                    await self._moved.wait()

    async def take_over(self, lease: Lease) -> None:
        """Become the writer, and wait for it."""
        self.grant(lease)
        try:
            async with asyncio.timeout(REACH_S):
                while not self.is_writer:
                    await self._moved.wait()
        except TimeoutError:
            raise StoreUnavailable("the table could not be taken over; try again") from None

    async def _submit(self, name: str, id_: str, command: Command, *, is_house: bool) -> Answer:
        if self._lease is not None or self._is_closing or self.stopped:
            return await super()._submit(name, id_, command, is_house=is_house)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        return await self._pass_on(Request(name, id_, command, future, is_house))

    async def _pass_on(self, request: Request) -> Answer:
        """Have a command carried out by the writer; its events are published here first."""
        answer = await self._link.ask(self.header.table, request)
        await self.reach(answer.last)
        return answer

    async def _turn(self) -> None:
        if self._lease is None:
            await self._follow()
            return
        await super()._turn()
        if self._is_over and not self._is_closing:
            self._is_over = False
            self._fail(LeaseLost("another server has the lease"))
            self._turn_away([])

    async def _follow(self) -> None:
        """Wait for news, and take in what the writer has written."""
        self._look_at_clock()
        await self._news.wait()
        self._news.clear()
        if self._is_closing:
            self._is_over = True
            return
        lease = self._granted
        try:
            await self._catch_up()
        except StoreUnavailable as error:
            # The next beat comes back to it.
            self._granted = None
            log.warning("log not read", extra={"table": self.header.table, "why": str(error)})
            return
        if lease is not None and lease is self._granted:
            self._lease, self._granted = lease, None
            self._answers.has_all = False
            # Nobody could act while the table had no writer, so everybody has all their time.
            self._waiting = None
            text = "this server writes the table"
            log.info(text, extra={"table": self.header.table, "epoch": lease.epoch})
            self._link.took_over(self.header.table)
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def _catch_up(self) -> None:
        while page := await self._off_loop(self._store.read, self.header.table, self.version):
            state, logged = self.state, []
            for record in page:
                entry = decode_event(record.event)
                one = Logged(record.version, record.at_ms, entry, state, record.command)
                logged.append(one)
                state = apply(state, entry)
            self.state, self.version = state, page[-1].version
            self._given_up = None
            self._look_at_clock()
            self.feed.publish(logged, state)

    async def _write_down(self, records: list[Record], movements: list[Movement]) -> None:
        lease = self._lease
        if lease is None:
            raise LeaseLost(f"{self.header.table} is written by another server now")
        await self._off_loop(
            self._shared.append, self.header.table, self.version, records, movements, lease=lease
        )
        self._link.wrote(self.header.table)

    def _fail(self, error: StoreError) -> None:
        """Another server has the table, or the database is away: what waits is passed on."""
        if not isinstance(error, StoreConflict | StoreUnavailable):
            super()._fail(error)
            return
        text = "this server no longer writes the table"
        log.warning(text, extra={"table": self.header.table, "why": str(error)})
        self._lease = None
        self._news.set()

    def _turn_away(self, requests: list[Request]) -> None:
        if self.stopped or self._is_closing:
            for request in requests:
                self._refuse(request, "store", "the table could not be written; send it again")
            return
        while not self._queue.empty():
            if (waiting := self._queue.get_nowait()) is not None:
                requests.append(waiting)
        for request in requests:
            task = asyncio.create_task(self._answer_from_afar(request))
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)

    async def _answer_from_afar(self, request: Request) -> None:
        answer = Answer(request.id, ok=False, refused=Refused("closing", "the server is closing"))
        try:
            answer = await self._pass_on(request)
        finally:
            if not request.answer.done():
                request.answer.set_result(answer)
