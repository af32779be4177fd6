"""The only writer of one table, and the queue of commands that wait for their turn."""

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial

from pitboss.engine.declare import Command
from pitboss.engine.floor.closing import closed_refusal
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.state import TableState
from pitboss.server.bankrolls import Bankroll, accounts_of
from pitboss.server.feed.feed import Feed
from pitboss.server.log.events import replay_on
from pitboss.server.log.replay import Rebuilt
from pitboss.server.settings import Pace
from pitboss.server.surroundings import run_in
from pitboss.server.tables.absent import AbsentPlay, FindAct
from pitboss.server.tables.answered import AnsweredCommands
from pitboss.server.tables.batch import Batch, Request, not_stored
from pitboss.server.tables.clock import TableClock
from pitboss.server.tables.deciding import carry_out, decide, do_due, try_out
from pitboss.server.tables.log_writer import LogWriter, NotTheWriter
from pitboss.server.tables.services import TableServices
from pitboss.server.tables.timers import AGAIN_MS
from pitboss.store.entry import Entry
from pitboss.store.port import BankrollMoved, StoreError, StoreFull, TableHeader
from pitboss.wire.protocol import NO_ROOM, Answer, Refused, refused_by

BATCH_MAX = 64
"""Commands that share one append."""


class RequestQueue:
    """The commands that wait at one table; None in the queue only wakes the table."""

    def __init__(self, most: int) -> None:
        self._queue: asyncio.Queue[Request | None] = asyncio.Queue()
        self._most = most

    @property
    def is_full(self) -> bool:
        """Return True if no further command may wait."""
        return self._queue.qsize() >= self._most

    def put(self, request: Request | None) -> None:
        """Queue a command; None only wakes the table."""
        self._queue.put_nowait(request)

    async def next(self, wait_s: float | None) -> list[Request | None] | None:
        """Return the waiting commands, ``BATCH_MAX`` at most; None if the time is up first."""
        if wait_s is not None and wait_s <= 0:
            return None
        try:
            async with asyncio.timeout(wait_s):
                requests = [await self._queue.get()]
        except TimeoutError:
            return None
        while len(requests) < BATCH_MAX and not self._queue.empty():
            requests.append(self._queue.get_nowait())
        return requests

    def take_all(self) -> list[Request]:
        """Empty the queue and return its commands."""
        requests = []
        while not self._queue.empty():
            if (request := self._queue.get_nowait()) is not None:
                requests.append(request)
        return requests


AGAIN_S = AGAIN_MS / 1000

log = logging.getLogger("pitboss.table")


class TableActor:
    """The only writer of one table; or a follower, while another server has the lease."""

    def __init__(
        self,
        rebuilt: Rebuilt,
        writer: LogWriter,
        feed: Feed,
        clock: TableClock,
        services: TableServices,
        header: TableHeader | None = None,
        find_act: FindAct | None = None,
    ) -> None:
        self.state: TableState = rebuilt.state
        self.version = rebuilt.version
        self.at_ms = rebuilt.at_ms
        """Log time of the last entry."""
        self.feed = feed
        self.stopped = ""
        """Reason why the table has halted: a restart is needed, or another server."""
        self.has_room = True
        """False from a write that found no room in the store until there is room again."""
        self.is_closing = False
        self._writer = writer
        self._clock = clock
        self._services = services
        self._header = header
        """Header of a table whose players' chips come from accounts of its own."""
        self._queue = RequestQueue(services.limits.queue_max)
        has_best_play, answer_s = clock.pace.has_best_play, services.limits.best_play_s
        self._absent = AbsentPlay(find_act if has_best_play else None, answer_s)
        self._answered = AnsweredCommands(
            writer, is_by_hand=not self.state.automations.cards, has_all=rebuilt.version == 0
        )
        feed.came_or_went = self.wake
        self._in_hand: list[Request] = []
        """Commands that are being decided or written."""
        self._is_over = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the loop of the table."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.feed.table}")

    async def stop(self) -> None:
        """Finish what has been decided, save a snapshot, and end; an open round is parked."""
        self.is_closing = True
        self.wake()
        if self._task is not None:
            await self._task
        self._absent.stop()
        await self._writer.close()
        for request in self._queue.take_all():
            request.refuse(self._over())
        if not self.stopped:
            await self.save_snapshot()

    @property
    def pace(self) -> Pace:
        """Time limits of the table, and whether bots may play."""
        return self._clock.pace

    @property
    def waited_ms(self) -> int:
        """Milliseconds that the table has waited for its next step."""
        return self._clock.waited_ms

    @property
    def is_writer(self) -> bool:
        """Return True if this server writes the table."""
        return self._writer.is_held

    def follow_wall(self, by_ms: int) -> None:
        """Show viewers their deadlines again after a jump of the wall clock."""
        self._clock.follow_wall(by_ms, self.feed)
        self.feed.publish([], self.state)

    async def wait_for_version(self, version: int) -> None:
        """Wait until an event that another server may have written is published here."""
        await self._writer.wait_for_version(version)

    def viewers(self) -> frozenset[str]:
        """Return the names of those who watch the table here."""
        return frozenset(self.feed.viewers())

    def wake(self) -> None:
        """Wake the table's loop so that it re-evaluates its timers."""
        self._queue.put(None)
        self._writer.wake()

    def apply_remote(self, entries: Sequence[Entry]) -> None:
        """Publish entries that another server has written."""
        logged = list(replay_on(entries, self.version, self.state))
        if logged:
            self._move_to(logged[-1].after, entries[-1])
            self.feed.publish(logged, self.state)

    def on_lease_granted(self) -> None:
        """Begin to write, now that this server has the lease of the table and has read its log."""
        self._answered.has_all = False
        self._clock.grant_grace_period()
        self.show_stopped("")

    def show_stopped(self, why: str) -> None:
        """Show viewers why the table has halted; "" once it runs again."""
        if why != self.stopped:
            self.stopped = self.feed.stopped = why
            self.feed.publish([], self.state)

    async def submit(self, name: str, id_: str, command: Command, *, seen: int = -1) -> Answer:
        """Submit a person's command; return the answer once its events are on disk."""
        return await self._submit(name, id_, command, is_house=False, seen=seen)

    async def refusal(
        self, name: str, command: Command, *, seen: int = -1, is_off_duty: bool = False
    ) -> Refused | None:
        """Return the refusal that a person's command would get now, without carrying it out.

        ``is_off_duty``: decide as if the person's role at this table had ended.
        """
        if refused := self._unavailable():
            return refused
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = Request(name, "", command, future, seen=seen)
        batch = self._batch()
        if is_off_duty:
            carry_out(batch, AssignStaff(name=name, role=""))
        try:
            batch.bankrolls = await self._bankrolls([request], batch)
        except StoreError as error:
            return not_stored(request, error).refused
        return try_out(batch, request, self.feed, self._services)

    async def assign(self, name: str, role: str) -> None:
        """Give a person a role at this table, or end it, unless they have a wager in play."""
        if self.state.floor.staff.get(name, "") != role and not self.state.has_main(name):
            await self.give_house(AssignStaff(name=name, role=role))

    async def give_house(self, command: Command, name: str = "", id_: str = "") -> Answer:
        """Submit a command of the table itself, or of a person who has just proved who they are."""
        id_ = id_ or self._services.surroundings.new_id()
        return await self._submit(name, id_, command, is_house=True)

    async def _submit(
        self, name: str, id_: str, command: Command, *, is_house: bool, seen: int = -1
    ) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = Request(name, id_, command, future, is_house, seen)
        is_over = self.is_closing or self.stopped or self.state.is_closed
        if is_over or self.is_writer:
            return await self.enqueue(request)
        return await self._writer.ask(request)

    async def enqueue(self, request: Request) -> Answer:
        """Queue a command on this server, and return its answer."""
        if refused := self._unavailable():
            request.refuse(refused)
        elif self._queue.is_full:
            self._services.metrics.add("commands_refused_busy")
            request.refuse(Refused("busy", "too many commands wait at this table; try again"))
        else:
            self._queue.put(request)
        return await request.answer

    async def save_snapshot(self) -> None:
        """Save a snapshot, so that a start need not read the whole log."""
        await self._writer.save(self.state, self.version, self.feed.memory)

    async def _run(self) -> None:
        while not self._is_over and (not self.stopped or self._writer.can_follow):
            try:
                await self._turn()
            except Exception:
                log.exception("the table broke", extra={"table": self.feed.table})
                self._halt("something went wrong on our side; the log is kept")
                for request in self._in_hand:
                    request.refuse(Refused("stopped", self.stopped))

    async def _turn(self) -> None:
        """Wait for commands, or until time is up, and carry out what is due."""
        if self._clock.update(self.state, self.at_ms, self.feed):
            self.feed.publish([], self.state)
        if not self._writer.is_held:
            self._turn_away([])
            await self._writer.follow()
            self._is_over = self.is_closing
            return
        # A shoe whose order is lost is declared void before anything else.
        is_void = self._clock.is_due and bool(self.feed.lost_shoes())
        self._absent.follow(self._clock.step, self.state, self.feed.memory, self.wake)
        # The answer wakes the table.
        wait_s = None if self._absent.is_pending else self._clock.wait_s()
        if not self.has_room:
            wait_s = AGAIN_S if wait_s is None else min(wait_s, AGAIN_S)
        requests = None if is_void else await self._queue.next(wait_s)
        if requests is None and not self.has_room and not self._clock.is_due:
            self.has_room = await self._writer.has_room(self.state, self.version, self.feed.memory)
            return
        if requests is None:
            self._in_hand, batch = [], self._batch()
            asks_for_cut = self.pace.cut_ms > 0
            best = self._absent.act
            do = partial(do_due, batch, feed=self.feed, asks_for_cut=asks_for_cut, best=best)
            self._clock.carry_out(batch, do)
        else:
            self._is_over = self.is_closing and None in requests
            self._in_hand = [request for request in requests if request is not None]
            batch = await self._decide(self._in_hand)
        self._clock.is_out_of_cards |= batch.is_out_of_cards
        if batch.answers or batch.logged:
            await self._write(batch)

    async def _decide(self, requests: list[Request]) -> Batch:
        """Decide commands in order, each on the state that the ones before it have left."""
        batch = self._batch()
        try:
            batch.bankrolls = await self._bankrolls(requests, batch)
        except StoreError as error:
            batch.answers = [(request, not_stored(request, error)) for request in requests]
            return batch
        for request in requests:
            # A repeated id gets its first answer, before any other check.
            try:
                answer = await self._answered.first_answer(request, batch.answers)
            except StoreError as error:
                answer = not_stored(request, error)
            batch.answers.append(
                (request, answer or decide(batch, request, self.feed, self._services))
            )
        return batch

    async def _bankrolls(self, requests: list[Request], batch: Batch) -> dict[str, Bankroll]:
        chips = self.state.chips
        named = [accounts_of(request.name, request.command, chips) for request in requests]
        accounts = set[str]().union(*named) - {""}
        if not accounts:
            return {}
        services = self._services
        read = services.bankrolls.read
        return await run_in(services.executor, read, accounts, batch.wall_ms, self._header)

    def _batch(self) -> Batch:
        at_ms, wall_ms = self._clock.now(self.at_ms)
        draw_seed = self._services.surroundings.draw_seed
        return Batch(self.feed.table, self.state, self.version, at_ms, wall_ms, draw_seed)

    async def _write(self, batch: Batch) -> None:
        """Append, then publish, then answer; a fault of the store stops the table."""
        try:
            while batch.logged and not await self._append(batch):
                batch = await self._decide(self._in_hand)
        except StoreFull:
            self._wait_for_room(batch)
            return
        except NotTheWriter:
            self._turn_away([request for request, _ in batch.answers])
            return
        except StoreError as error:
            why = str(error)
            log.error("append failed", extra={"table": self.feed.table, "why": why})
            self._halt(f"the store cannot be written: {why}")
            self._turn_away([request for request, _ in batch.answers])
            return
        if batch.logged:
            self.has_room = True
            self._move_to(batch.state, batch.entries[-1])
            self.feed.publish(batch.logged, self.state, batch.absent_act)
        self._answer(batch)
        if self.version - self._writer.saved >= self._services.limits.snapshot_every:
            await self.save_snapshot()

    async def _append(self, batch: Batch) -> bool:
        """Write a batch; return False if a bankroll has moved since it was read."""
        metrics, began = self._services.metrics, time.perf_counter()
        try:
            await self._writer.append(batch, self.feed.newest_shoe)
        except BankrollMoved:
            return False
        metrics.time_append(time.perf_counter() - began)
        metrics.add("events_appended", len(batch.logged))
        return True

    def _answer(self, batch: Batch) -> None:
        metrics = self._services.metrics
        for request, answer in batch.answers:
            self._answered.keep(request, answer)
            metrics.add("commands_accepted" if answer.ok else "commands_refused")
            if answer.refused is not None and answer.refused.code == "broken":
                metrics.add("commands_broken")
            if not request.answer.done():
                request.answer.set_result(answer)

    def _move_to(self, state: TableState, last: Entry) -> None:
        """Advance the state in memory to the last written entry."""
        self.state, self.version, self.at_ms = state, last.version, last.at_ms
        self._clock.moved()
        self._clock.update(self.state, self.at_ms, self.feed)

    def _wait_for_room(self, batch: Batch) -> None:
        """Refuse commands because the disk is full, and put off an automatic step."""
        self.has_room = False
        self._services.metrics.add("appends_without_room")
        log.warning("the disk is full", extra={"table": self.feed.table})
        for request, _ in batch.answers:
            request.refuse(NO_ROOM)
        if not batch.answers:
            self._clock.put_off()

    def _turn_away(self, requests: list[Request]) -> None:
        """Refuse commands that could not be written, or forward them to the writer."""
        if self.stopped or self.is_closing:
            code = "stopped" if self.stopped else "store"
            text = self.stopped or "the table could not be written; send it again"
            for request in requests:
                request.refuse(Refused(code, text))
            return
        self._writer.forward([*requests, *self._queue.take_all()])

    def _unavailable(self) -> Refused | None:
        """Return the reason why no command is accepted now, or None."""
        if self.is_closing:
            return self._over()
        return Refused("stopped", self.stopped) if self.stopped else None

    def _over(self) -> Refused:
        """Return why no command is accepted any more: the table is closed, or the server stops."""
        if self.state.is_closed:
            return refused_by(closed_refusal(self.state))
        return Refused("closing", "the server is closing")

    def _halt(self, why: str) -> None:
        """Stop the table here; another server that shares it may take over."""
        self._services.metrics.add("tables_stopped")
        self.show_stopped(why)
        self._writer.give_up()
        for request in self._queue.take_all():
            request.refuse(Refused("stopped", why))
