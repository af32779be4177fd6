"""Several servers on one PostgreSQL: who writes which table, and how commands reach the writer.

Every server follows every table and writes those of which it has the lease. A command that comes to
another server goes to the writer through the database, so that servers need not know each other's
addresses, and a command that waits when the writer dies is found by the next one.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, suppress
from functools import partial
from typing import cast, get_args

import msgspec

from pitboss.server.cluster.leased_writer import LeasedWriter
from pitboss.server.people.register_copy import REGISTER
from pitboss.server.surroundings import run_in
from pitboss.server.tables.batch import Request
from pitboss.store.port import StoreError, StoreUnavailable
from pitboss.store.sql.cluster import (
    TTL_S,
    Forwarded,
    Forwarding,
    Leases,
    Standing,
    listen,
    notify,
    publish_watchers,
    say_ready,
    watchers,
)
from pitboss.store.sql.postgres import PostgresStore
from pitboss.wire.protocol import Answer, AnyCommand, Emote, Refused, encode

BEAT_S = TTL_S / 6
"""Seconds between two signs of life of a server, with which it also checks for missed news."""
BEAT_AGAIN_S = 0.05
"""Seconds from a failed beat to the next."""
SWEEP_BEATS = 60
"""Beats between two sweeps of old commands."""
ASK_S = 10.0
"""Seconds that a command may take on its way to the writer and back."""
ASK_AGAIN_S = 1.0
CLOSED_MAX = 100
"""Closed tables whose late commands are answered."""
ASKED_MAX = 1_000
"""Commands on their way at one time."""

log = logging.getLogger("pitboss.cluster")


class _Sent(msgspec.Struct, frozen=True):
    """A command on its way to the writer of its table."""

    name: str
    id: str
    command: AnyCommand
    is_house: bool
    seen: int = -1


_sent = msgspec.json.Decoder(_Sent)
_answer = msgspec.json.Decoder(Answer)


class Cluster:
    """This server among those that share its database."""

    def __init__(self, store: PostgresStore) -> None:
        self.server = secrets.token_hex(8)
        self.away = ""
        """Reason for which the database cannot be reached, or "" if it can."""
        self._pool = store.pool
        self._leases = Leases(store.pool, self.server)
        self._forwarding = Forwarding(store.pool)
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="cluster")
        self._writers: dict[str, LeasedWriter] = {}
        self._closed: dict[str, Refused] = {}
        """The last tables that were closed: commands on their way there are refused."""
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._serving: set[str] = set()
        """Commands of other servers that are being carried out here."""
        self._lines: set[str] = set()
        """Lines that have not been sent to the other servers yet."""
        self._watching: dict[str, frozenset[str]] = {}
        """Viewers by table, as last sent to the other servers."""
        self._is_alone = False
        self._seen: tuple[int, frozenset[str]] = (0, frozenset())
        """The version of the register and the tables, as of the last check."""
        self._newest = self._seen
        self._beat_now = asyncio.Event()
        self._tell_now = asyncio.Event()
        self._serve_now = asyncio.Event()
        self._collect_now = asyncio.Event()
        self._look_now = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, look_around: Callable[[], Awaitable[None]]) -> None:
        """Start the tasks; call ``look_around`` whenever the store has new tables or people."""
        await self._beat(0)
        self._start(self._beat_on())
        self._start(self._listen_on())
        self._start(self._whenever(self._tell_now, self._tell))
        self._start(self._whenever(self._serve_now, self._serve))
        self._start(self._whenever(self._collect_now, self._collect))
        self._start(self._whenever(self._look_now, partial(self._look, look_around)))

    async def stop(self) -> None:
        """Give the tables to the other servers; the actors have stopped."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreError):
            await run_in(self._threads, self._leases.leave)
            await run_in(self._threads, notify, self._pool, ["free"])
        self._threads.shutdown(wait=True)

    def join(self, writer: LeasedWriter) -> None:
        """Follow a table, and write it if no other server does."""
        self._writers[writer.table] = writer
        self._beat_now.set()

    def leave(self, table: str, refused: Refused | None) -> None:
        """Forget a table; if it was closed, refuse the commands that are still on their way."""
        self._writers.pop(table, None)
        if refused is not None:
            self._closed[table] = refused
            while len(self._closed) > CLOSED_MAX:
                self._closed.pop(next(iter(self._closed)))

    async def take(self, table: str) -> None:
        """Become the writer of a table at once; the writer before finds out at its next write."""
        writer = self._writers[table]
        if not writer.is_held:
            lease = await run_in(self._threads, self._leases.claim, table)
            assert lease is not None
            await writer.take_over(lease)

    def written(self) -> list[str]:
        """Return the tables that this server writes."""
        return [table for table, writer in self._writers.items() if writer.is_held]

    def wrote(self, table: str) -> None:
        """Notify the other servers of new entries in the log of a table."""
        if self._is_alone:
            return
        self._lines.add(f"log {table}")
        self._tell_now.set()

    def tell_emote(self, table: str, player: str, emote: Emote) -> None:
        """Send an emote of a player to the other servers."""
        if not self._is_alone:
            self._lines.add(f"emote {table} {player} {emote} {self.server}")
            self._tell_now.set()

    async def watchers(self, table: str) -> frozenset[str]:
        """Return the viewers of a table on any server."""
        return await run_in(self._threads, watchers, self._pool, table)

    def beat_soon(self) -> None:
        """Report a change of this server's leases at once."""
        self._beat_now.set()

    def took_over(self, table: str) -> None:
        """Carry out the commands that wait for the writer of a table, now this server."""
        self.wrote(table)
        self._serve_now.set()

    async def ask(self, table: str, request: Request) -> Answer:
        """Forward a command to the writer of its table, and return the answer."""
        if len(self._waiting) >= ASKED_MAX:
            text = "too many commands wait for tables of other servers; try again"
            return Answer(request.id, ok=False, refused=Refused("busy", text))
        sent = _Sent(request.name, request.id, request.command, request.is_house, request.seen)
        forwarded = Forwarded(secrets.token_hex(8), self.server, table, encode(sent))
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[forwarded.id] = future
        try:
            async with asyncio.timeout(ASK_S):
                while not future.done():
                    with suppress(StoreUnavailable):
                        await run_in(self._threads, self._forwarding.post, forwarded)
                    await asyncio.wait([future], timeout=ASK_AGAIN_S)
            return future.result()
        except TimeoutError:
            text = "the server of this table does not answer; send the command again"
            return Answer(request.id, ok=False, refused=Refused("store", text))
        finally:
            del self._waiting[forwarded.id]

    async def say_ready(
        self, table: str, round_: int, name: str
    ) -> tuple[frozenset[str], frozenset[str]]:
        """Note a player's wish for the deal; return all viewers, and the players who share it."""
        return await run_in(self._threads, say_ready, self._pool, table, round_, name)

    async def _beat_on(self) -> None:
        count = failures = 0
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S if failures != 1 else BEAT_AGAIN_S):
                    await self._beat_now.wait()
            self._beat_now.clear()
            count += 1
            try:
                await self._beat(count)
                failures, self.away = 0, ""
            except StoreError as error:
                # A connection that was cut is made again at once; only then is anything wrong.
                failures += 1
                # Viewers are sent again, as the database may have lost them.
                self._watching = {}
                if failures == 2:
                    log.warning("the database is away", extra={"why": str(error)})
                self.away = str(error) if failures > 1 else ""
            except Exception:
                # A server that does not beat loses its tables, so the loop continues.
                log.exception("a beat broke")

    async def _beat(self, count: int) -> None:
        """Send a sign of life, take free tables, and check for missed news."""
        wanted = [table for table, writer in self._writers.items() if writer.is_wanted]
        unwanted = {
            id_: writer.unwanted for id_, writer in self._writers.items() if writer.unwanted
        }
        beat = await run_in(self._threads, self._leases.beat, wanted, unwanted)
        for table, lease in unwanted.items():
            if (writer := self._writers.get(table)) is not None and writer.unwanted is lease:
                writer.unwanted = None
        if unwanted:
            self._lines.add("free")
            self._tell_now.set()
        self._is_alone = beat.others == 0
        for lease in beat.claimed:
            if (writer := self._writers.get(lease.table)) is not None:
                writer.grant(lease)
        for table, standing in beat.standings.items():
            if (writer := self._writers.get(table)) is not None:
                writer.compare(standing)
        register = beat.standings.get(REGISTER, Standing(0, 0, ""))
        self._newest = register.version, frozenset(beat.standings)
        if self._newest != self._seen:
            self._look_now.set()
        self._serve_now.set()
        self._collect_now.set()
        await self._tell_watching()
        if count % SWEEP_BEATS == 0:
            await run_in(self._threads, self._forwarding.sweep)

    async def _tell_watching(self) -> None:
        """Send changes of the viewers here to the other servers."""
        watching = {table: writer.shared.viewers() for table, writer in self._writers.items()}
        changed = {
            table: names for table, names in watching.items() if names != self._watching.get(table)
        }
        if changed:
            await run_in(self._threads, publish_watchers, self._pool, self.server, changed)
            self._watching = watching

    async def _listen_on(self) -> None:
        while True:
            try:
                async with aclosing(listen(self._pool)) as lines:
                    async for line in lines:
                        self._hear(line)
            except StoreError:
                # The beats find what is sent meanwhile.
                await asyncio.sleep(BEAT_S)

    def _hear(self, line: str) -> None:
        """Act on a line that a server has sent, perhaps this one."""
        what, _, whose = line.partition(" ")
        writer = self._writers.get(whose)
        if what == "log" and writer is not None:
            if not writer.is_held:
                writer.wake()
        elif what == "ask":
            if whose in self._closed or (writer is not None and writer.is_held):
                self._serve_now.set()
        elif what == "answer":
            if whose == self.server:
                self._collect_now.set()
        elif what == "emote":
            self._hear_emote(whose)
        else:
            self._beat_now.set()

    def _hear_emote(self, line: str) -> None:
        table, player, emote, server = line.split(" ")
        writer = self._writers.get(table)
        if server != self.server and writer is not None and emote in get_args(Emote):
            writer.shared.feed.emote(player, cast(Emote, emote))

    async def _whenever(self, event: asyncio.Event, work: Callable[[], Awaitable[None]]) -> None:
        """Run some work whenever its event is set; requests that come meanwhile share a run."""
        while True:
            await event.wait()
            event.clear()
            try:
                await work()
            except StoreUnavailable:
                # The next beat comes back to it.
                continue
            except Exception:
                log.exception("work for other servers broke")

    async def _look(self, look_around: Callable[[], Awaitable[None]]) -> None:
        newest = self._newest
        await look_around()
        self._seen = newest

    async def _tell(self) -> None:
        lines, self._lines = sorted(self._lines), set()
        await run_in(self._threads, notify, self._pool, lines)

    async def _serve(self) -> None:
        """Carry out commands of other servers for tables that are written here."""
        if not (mine := [*self.written(), *self._closed]):
            return
        for forwarded in await run_in(self._threads, self._forwarding.waiting, mine):
            if forwarded.id not in self._serving:
                self._serving.add(forwarded.id)
                self._start(self._carry_out(forwarded))

    async def _carry_out(self, forwarded: Forwarded) -> None:
        try:
            answer = await self._answer_to(forwarded)
            if answer is not None:
                with suppress(StoreUnavailable):
                    await run_in(self._threads, self._forwarding.answer, forwarded, encode(answer))
        finally:
            self._serving.discard(forwarded.id)

    async def _answer_to(self, forwarded: Forwarded) -> Answer | None:
        """Return the answer to a forwarded command; None if the next writer has to carry it out."""
        writer, refused = self._writers.get(forwarded.table), self._closed.get(forwarded.table)
        if refused is None and (writer is None or not writer.is_held):
            return None
        try:
            sent = _sent.decode(forwarded.request)
        except msgspec.DecodeError as error:
            log.error("a command of another server cannot be read", extra={"why": str(error)})
            text = "the server of this table does not know this command; it may be an older one"
            return Answer("", ok=False, refused=Refused("broken", text))
        if refused is not None or writer is None:
            return Answer(sent.id, ok=False, refused=refused)
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = Request(sent.name, sent.id, sent.command, future, sent.is_house, sent.seen)
        answer = await writer.shared.enqueue(request)
        is_closing = answer.refused is not None and answer.refused.code == "closing"
        return None if is_closing else answer

    async def _collect(self) -> None:
        if not self._waiting:
            return
        answers = await run_in(self._threads, self._forwarding.collect, self.server)
        for id_, answer in answers.items():
            future = self._waiting.get(id_)
            if future is not None and not future.done():
                future.set_result(_answer.decode(answer))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
