"""One task per table is its only writer: decide, append to the store, then publish."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, TypeVar

from msgspec.structs import replace

from pitboss.engine.declare import Command
from pitboss.engine.floor.closing import closed_refused
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.legal import notice_left_ms
from pitboss.engine.state import TableState
from pitboss.server.answered_commands import AnsweredCommands
from pitboss.server.bankrolls import accounts_of, nowhere, read_bankrolls
from pitboss.server.batch import Batch, Request, not_stored
from pitboss.server.clock import AGAIN_MS, Due, Timer, due, urgent
from pitboss.server.config import Pace, Settings, pace_of
from pitboss.server.cutting import cutters
from pitboss.server.decisions import do_due, judge
from pitboss.server.feed import Feed
from pitboss.server.leased_writer import LeasedWriter
from pitboss.server.limits import LIMITS, Limits
from pitboss.server.metrics import Metrics
from pitboss.server.players_time import PlayersTime, Present
from pitboss.server.protocol import NO_ROOM, Answer, Refused, refused_by
from pitboss.server.rebuild import Rebuilt, replay_on, snapshot_of
from pitboss.server.request_queue import RequestQueue
from pitboss.server.sealed_shoes import ShoeSealer
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.entry import Entry, log_time
from pitboss.store.port import BankrollMoved, Store, StoreError, StoreFull, TableHeader
from pitboss.store.sealing import Seals

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger("pitboss.table")


class TableActor:
    """The only writer of one table; or a follower, while another server has the lease."""

    def __init__(
        self, header: TableHeader, rebuilt: Rebuilt, *,
        store: Store, executor: Executor, feed: Feed, settings: Settings, metrics: Metrics,
        seals: Seals | None = None, lease: LeasedWriter | None = None,
        around: Surroundings = REAL, waited_ms: int = 0, closed: Callable[[], None] = lambda: None,
        has_chips: Callable[[str], bool] = nowhere,
        distrusted: Callable[[str], str] = lambda _account: "", limits: Limits = LIMITS,
    ) -> None:  # fmt: skip
        """``waited_ms``: how long it has waited for what is due; ``closed``: called when it is."""
        self.header = header
        self.state: TableState = rebuilt.state
        self.version = rebuilt.version
        self.at_ms = rebuilt.at_ms
        """The log time of the last entry."""
        self.feed = feed
        is_by_hand = not self.state.automations.cards
        self.pace: Pace = pace_of(settings.pace, header.pace, is_by_hand=is_by_hand)
        self.stopped = ""
        """Why nothing goes on; a restart is needed."""
        self._store = store
        self._executor = executor
        self._settings, self._limits = settings, limits
        self._metrics = metrics
        self._lease = lease
        """How several servers share the table; nothing where this is the only one."""
        if lease is not None:
            lease.attach(self)
        self._around, self._distrusted = around, distrusted
        """Why a bankroll may not move, if so."""
        self._closed, self._read = closed, partial(read_bankrolls, has_chips=has_chips)
        self._queue = RequestQueue(limits.queue_max)
        self._answered = AnsweredCommands(
            store, header.table, is_by_hand=is_by_hand, has_all=rebuilt.version == 0,
        )  # fmt: skip
        self._sealer = ShoeSealer(seals, header.table, self.state.automations, around.draw)
        self._snapshot_version = rebuilt.version
        self._timer, self._time = Timer(waited_ms), PlayersTime(self.pace, is_shared=bool(lease))
        feed.came_or_went = self.wake
        self._is_out_of_cards = False
        self._doing: Due
        """What the table has last done by itself, or tried to."""
        self._in_hand: list[Request] = []
        """Commands that are being decided or written."""
        self.is_closing = False
        self._is_over = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.header.table}")

    async def stop(self) -> None:
        """Finish what has been decided, keep the state, and end; an open round is parked."""
        self.is_closing = True
        self.wake()
        if self._task is not None:
            await self._task
        if self._lease is not None:
            await self._lease.close()
        for request in self._queue.take_all():
            request.refuse(self._over())
        if not self.stopped:
            await self._save_snapshot()

    @property
    def waited_ms(self) -> int:
        """How long the table has waited for what it waits for."""
        return self._timer.waited_ms(self._around.steady_ms())

    def follow_wall(self, by_ms: int) -> None:
        """The clock on the wall has jumped: viewers are told again until when they have time."""
        self._timer.follow_wall(by_ms)
        self.feed.tell_wait(self._timer)
        self.feed.publish([], self.state)

    @property
    def is_writer(self) -> bool:
        """Whether this server writes the table."""
        return self._lease is None or self._lease.is_held

    async def reach(self, version: int) -> None:
        """Wait until an event has been published here, where another server may have it already."""
        if self._lease is not None:
            await self._lease.reach(version)

    def viewers(self) -> frozenset[str]:
        """Who watches the table here."""
        return frozenset(self.feed.viewers())

    def wake(self) -> None:
        """Have the table look up from what it waits for."""
        self._queue.put(None)
        if self._lease is not None:
            self._lease.look()

    def take_in(self, entries: Sequence[Entry]) -> None:
        """Publish what another server has written."""
        logged = list(replay_on(entries, self.version, self.state))
        if logged:
            self._move_to(logged[-1].after, entries[-1])
            self.feed.publish(logged, self.state)

    def begin_writing(self) -> None:
        """This server has got the lease of the table, and has read its log."""
        self._answered.has_all = False
        self._sealer.forget()
        self._timer.spare(self._around.steady_ms())

    async def submit(self, name: str, id_: str, command: Command, *, seen: int = -1) -> Answer:
        """A command of a person; the answer comes when what it led to is on disk."""
        return await self._submit(name, id_, command, is_house=False, seen=seen)

    async def assign(self, name: str, role: str) -> None:
        """Give somebody a role at this table, or end it; a person in play keeps what they are."""
        if self.state.floor.staff.get(name, "") != role and not self.state.has_main(name):
            await self.give_house(AssignStaff(name=name, role=role))

    async def give_house(self, command: Command, name: str = "", id_: str = "") -> Answer:
        """A command of the table itself, or of somebody who has just proved who they are."""
        return await self._submit(name, id_ or self._around.new_id(), command, is_house=True)

    async def _submit(
        self, name: str, id_: str, command: Command, *, is_house: bool, seen: int = -1
    ) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = Request(name, id_, command, future, is_house, seen)
        is_over = self.is_closing or self.stopped or self.state.is_closed
        if is_over or self.is_writer or self._lease is None:
            return await self.enqueue(request)
        return await self._lease.ask(request)

    async def enqueue(self, request: Request) -> Answer:
        """Have a command wait for its turn here."""
        if self.is_closing:
            request.refuse(self._over())
        elif self.stopped:
            request.refuse(Refused("stopped", self.stopped))
        elif self._queue.is_full:
            self._metrics.add("commands_refused_busy")
            request.refuse(Refused("busy", "too many commands wait at this table; try again"))
        else:
            self._queue.put(request)
        return await request.answer

    async def _run(self) -> None:
        try:
            while not self.stopped and not self._is_over:
                await self._turn()
        except Exception:
            log.exception("the table broke", extra={"table": self.header.table})
            self._halt("something went wrong on our side; the log is kept")
            for request in self._in_hand:
                request.refuse(Refused("stopped", self.stopped))

    async def _turn(self) -> None:
        """Wait for commands, or until time is up, and carry out what there is to do."""
        if self._look_at_clock():
            self.feed.publish([], self.state)
        if self._lease is not None and not self._lease.is_held:
            self._turn_away([])
            await self._lease.follow()
            self._is_over = self.is_closing
            return
        # Nothing goes on with a shoe whose order is lost: it is declared void first.
        wait_s = self._timer.wait_s(self._around.steady_ms())
        is_void = wait_s is not None and wait_s <= 0 and bool(self.feed.lost_shoes())
        requests = None if is_void else await self._queue.next(wait_s)
        if requests is None:
            batch = self._automatic()
        else:
            self._is_over = self.is_closing and None in requests
            self._in_hand = [one for one in requests if one is not None]
            batch = await self._judge_all(self._in_hand)
        self._is_out_of_cards |= batch.is_out_of_cards
        if batch.answers or batch.logged:
            while not await self._commit(batch):
                batch = await self._judge_all(self._in_hand)

    def _look_at_clock(self) -> bool:
        """See what the table waits for; whether its viewers have to be told."""
        wall_ms, steady_ms, feed = self._around.wall_ms(), self._around.steady_ms(), self.feed
        asked = cutters(self.state, feed) if feed.coming() else None
        wanted = due(self.state, self.pace, log_time(self.at_ms, wall_ms), cutters=asked)
        lost, is_out = feed.lost_shoes(), self._is_out_of_cards
        wanted = urgent(lost, self.state.round, is_out_of_cards=is_out) or wanted
        wanted = self._time.allow(wanted, self.state, Present.at(feed), steady_ms=steady_ms)
        self._timer.look(wanted, steady_ms=steady_ms, wall_ms=wall_ms)
        return feed.tell_wait(self._timer)

    async def _judge_all(self, requests: list[Request]) -> Batch:
        batch = self._batch()
        try:
            accounts = [accounts_of(one.name, one.command, self.state.chips) for one in requests]
            await self._look_up_bankrolls(batch, set().union(*accounts))
        except StoreError as error:
            batch.answers = [(one, not_stored(one, error)) for one in requests]
            return batch
        for request in requests:
            try:
                answer = await self._first_answer(batch, request)
            except StoreError as error:
                answer = not_stored(request, error)
            batch.answers.append((request, answer))
        return batch

    async def _first_answer(self, batch: Batch, request: Request) -> Answer:
        """A repeated id gets its first answer, before any other check."""
        known = self._answered.find(request, batch.answers)
        if known is None and not self._answered.has_all:
            known = await self._off_loop(self._answered.look_up, request)
        return known or judge(batch, request, self.feed, self._settings)

    async def _look_up_bankrolls(self, batch: Batch, accounts: set[str]) -> None:
        """Read what people have whose commands may move it."""
        if accounts := accounts - {""}:
            bankrolls = await self._off_loop(
                self._read, self._store, accounts, self._settings.play_money, batch.wall_ms
            )
            batch.bankrolls = {
                name: replace(one, fault=self._distrusted(name)) for name, one in bankrolls.items()
            }

    def _batch(self) -> Batch:
        wall_ms = self._around.wall_ms()
        at_ms, draw_seed = log_time(self.at_ms, wall_ms), self._around.draw_seed
        return Batch(self.header.table, self.state, self.version, at_ms, wall_ms, draw_seed)

    def _automatic(self) -> Batch:
        """What the table does by itself now."""
        wanted, batch = self._timer.take(), self._batch()
        self._doing = wanted
        self._is_out_of_cards = False
        if wanted.what == "notice" and notice_left_ms(self.state, batch.at_ms):
            # The clock on the wall has run back, and log time waits for it.
            return batch
        refused = do_due(batch, wanted, self.feed, has_cut=self.pace.cut_ms > 0)
        if refused is not None:
            self._timer.given_up = wanted.key
            extra = {"table": self.header.table, "refused": str(refused)}
            log.warning("an automatic step was refused", extra=extra)
        return batch

    async def _commit(self, batch: Batch) -> bool:
        """Append, then publish, then answer; where the store fails, the table stops.

        Where there is no room it goes on later. False, and nothing has happened, where somebody's
        bankroll has moved since it was read.
        """
        try:
            if batch.logged and not await self._append(batch):
                self._turn_away([request for request, _ in batch.answers])
                return True
        except BankrollMoved:
            return False
        except StoreFull:
            self._wait_for_room(batch)
            return True
        if batch.logged:
            self._move_to(batch.state, batch.entries[-1])
            self.feed.publish(batch.logged, self.state)
        for request, answer in batch.answers:
            self._answered.keep(request, answer)
            self._metrics.add("commands_accepted" if answer.ok else "commands_refused")
            if answer.refused is not None and answer.refused.code == "broken":
                self._metrics.add("commands_broken")
            if not request.answer.done():
                request.answer.set_result(answer)
        if self.version - self._snapshot_version >= self._limits.snapshot_every:
            await self._save_snapshot()
        return True

    def _move_to(self, state: TableState, last: Entry) -> None:
        """The table is at the end of its log."""
        if state.is_closed and not self.state.is_closed:
            self._closed()
        self.state, self.version, self.at_ms = state, last.version, last.at_ms
        self._timer.given_up = None
        self._look_at_clock()

    async def _append(self, batch: Batch) -> bool:
        entries, sealer = batch.entries, self._sealer
        records = sealer.records(entries, batch.logged, self.feed.newest_shoe)
        began = time.perf_counter()
        try:
            is_due = sealer.must_open(entries)
            opened = await self._off_loop(sealer.opened, self._store, entries) if is_due else []
            if self._lease is not None:
                await self._lease.append(self.version, records, batch.movements(), opened)
            else:
                call = partial(self._store.append, self.header.table, self.version, records)
                await self._off_loop(call, batch.movements(), opened=opened)
        except (BankrollMoved, StoreFull):
            raise
        except StoreError as error:
            if self._lease is None or not self._lease.is_lost_by(error):
                log.error("append failed", extra={"table": self.header.table, "why": str(error)})
                self._halt(f"the store cannot be written: {error}")
            return False
        sealer.wrote(entries, records)
        self._metrics.time_append(time.perf_counter() - began)
        self._metrics.add("events_appended", len(batch.logged))
        return True

    def _wait_for_room(self, batch: Batch) -> None:
        """The disk is full: commands are refused, and what the table does by itself waits."""
        self._metrics.add("appends_without_room")
        log.warning("the disk is full", extra={"table": self.header.table})
        for request, _ in batch.answers:
            request.refuse(NO_ROOM)
        if not batch.answers:
            self._is_out_of_cards = self._doing.what == "out_of_cards"
            self._timer.put_off(self._doing, self._around.steady_ms() + AGAIN_MS)

    def _turn_away(self, requests: list[Request]) -> None:
        """Answer those whose commands could not be written, or have another server answer them."""
        if self._lease is None or self.stopped or self.is_closing:
            code = "stopped" if self.stopped else "store"
            text = self.stopped or "the table could not be written; send it again"
            for request in requests:
                request.refuse(Refused(code, text))
            return
        self._lease.pass_on([*requests, *self._queue.take_all()])

    async def _save_snapshot(self) -> None:
        """Keep the state; one that cannot be kept only makes the next start slower."""
        if self.state.awaiting is not None:
            # A command that waits for cards is in the log; its state is kept once it has them.
            return
        kept = self._sealer.closed(snapshot_of(self.state, self.version))
        try:
            await self._off_loop(self._store.save_snapshot, self.header.table, kept)
            self._snapshot_version = kept.version
        except StoreError as error:
            log.warning("no snapshot", extra={"table": self.header.table, "why": str(error)})

    async def _off_loop(self, call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Run a call of the store in another thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(call, *args, **named))

    def _over(self) -> Refused:
        """Why nothing is taken in any more: the table is closed, or the server stops."""
        if self.state.is_closed:
            return refused_by(closed_refused(self.state))
        return Refused("closing", "the server is closing")

    def _halt(self, why: str) -> None:
        self.stopped = why
        self._metrics.add("tables_stopped")
        self.feed.stopped = why
        self.feed.publish([], self.state)
        for request in self._queue.take_all():
            request.refuse(Refused("stopped", why))
