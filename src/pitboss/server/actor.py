"""One task per table is its only writer: decide, append to the store, then publish."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, TypeVar

from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.state import TableState
from pitboss.server.bankrolls import account_of, overdrawn, read_bankrolls
from pitboss.server.batch import Batch, Request
from pitboss.server.clock import Due, due
from pitboss.server.config import Pace, Settings
from pitboss.server.cutting import cutters, too_early
from pitboss.server.decisions import carry_out, do_due, last_commands
from pitboss.server.feed import Feed
from pitboss.server.first_answers import FirstAnswers
from pitboss.server.metrics import Metrics
from pitboss.server.policy import admit
from pitboss.server.protocol import Answer, Refused, refused_by
from pitboss.server.rebuild import snapshot_of
from pitboss.shuffle import SEED_BYTES
from pitboss.store.codec import encode_event
from pitboss.store.notes import ShoeRevealed
from pitboss.store.port import (
    BankrollMoved,
    Movement,
    Record,
    Store,
    StoreError,
    TableHeader,
)

BATCH_MAX = 64
"""Commands that share one append."""

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger("pitboss.table")


def wall_ms() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class TableActor:
    """The only writer of one table."""

    def __init__(
        self, header: TableHeader, state: TableState, version: int, *,
        store: Store, executor: Executor, feed: Feed, settings: Settings, metrics: Metrics,
        now_ms: Callable[[], int] = wall_ms,
    ) -> None:  # fmt: skip
        self.header = header
        self.state = state
        self.version = version
        self.feed = feed
        self.pace: Pace = settings.pace
        self.stopped = ""
        """Why nothing goes on; a restart is needed."""
        self._store = store
        self._executor = executor
        self._settings = settings
        self._metrics = metrics
        self._now_ms = now_ms
        # Its length is held to ``queue_max`` in ``_submit``; nothing in it asks to end.
        self._queue: asyncio.Queue[Request | None] = asyncio.Queue()
        self._answers = FirstAnswers(has_all=version == 0)
        self._snapshot_version = version
        self._waiting: tuple[Due, int] | None = None
        self._given_up: tuple[object, ...] | None = None
        self._is_out_of_cards = False
        self._in_hand: list[Request] = []
        """Commands that are being decided or written."""
        self._is_closing = False
        self._is_over = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.header.table}")

    async def stop(self) -> None:
        """Finish what has been decided, keep the state, and end; an open round is parked."""
        self._is_closing = True
        self._queue.put_nowait(None)
        if self._task is not None:
            await self._task
        self._empty_queue("closing", "the server is closing")
        if not self.stopped:
            await self._save_snapshot()

    async def wind_up(self) -> None:
        """Cash everybody's chips and reveal the seeds: the table is closed, and has stopped."""
        while not self.stopped:
            batch = self._batch()
            commands = last_commands(self.state)
            await self._look_up_bankrolls(batch, {account_of("", one) for one in commands})
            for command in commands:
                carry_out(batch, command, "")
            for old in self.feed.shoes_in_play():
                batch.add(ShoeRevealed(old.commitment, old.seed), "")
            if not batch.logged or await self._commit(batch):
                return

    async def submit(self, name: str, id_: str, command: Command) -> Answer:
        """A command of a person; the answer comes when what it led to is on disk."""
        return await self._submit(name, id_, command, is_house=False)

    async def assign(self, name: str, role: str) -> None:
        """Give somebody a role at this table, or end it; a person in play keeps what they are."""
        if self.state.floor.staff.get(name, "") == role or self.state.has_main(name):
            return
        command = AssignStaff(name=name, role=role)
        await self._submit("", secrets.token_hex(8), command, is_house=True)

    async def give_house(self, command: Command) -> Answer:
        """A command of the table itself."""
        return await self._submit("", secrets.token_hex(8), command, is_house=True)

    async def _submit(self, name: str, id_: str, command: Command, *, is_house: bool) -> Answer:
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = Request(name, id_, command, future, is_house)
        if self._is_closing:
            self._refuse(request, "closing", "the server is closing")
        elif self.stopped:
            self._refuse(request, "stopped", self.stopped)
        elif self._queue.qsize() >= self._settings.queue_max:
            self._metrics.add("commands_refused_busy")
            self._refuse(request, "busy", "too many commands wait at this table; try again")
        else:
            self._queue.put_nowait(request)
        return await future

    async def _run(self) -> None:
        try:
            await self._work()
        except Exception:
            log.exception("the table broke", extra={"table": self.header.table})
            self._halt("something went wrong on our side; the log is kept")
            for request in self._in_hand:
                self._refuse(request, "stopped", self.stopped)

    async def _work(self) -> None:
        while not self.stopped and not self._is_over:
            await self._turn()

    async def _turn(self) -> None:
        """Wait for commands, or until time is up, and carry out what there is to do."""
        self._look_at_clock()
        requests = await self._next_requests()
        if requests is None:
            batch = self._automatic()
        else:
            self._is_over = None in requests
            self._in_hand = [one for one in requests if one is not None]
            batch = await self._judge_all(self._in_hand)
        self._is_out_of_cards |= batch.is_out_of_cards
        if batch.answers or batch.logged:
            while not await self._commit(batch):
                batch = await self._judge_all(self._in_hand)

    def _look_at_clock(self) -> None:
        """Time runs from the moment at which the table first waited for this."""
        now = self._now_ms()
        asked = cutters(self.state, self.feed) if self.feed.coming() else None
        wanted = due(self.state, self.pace, now, cutters=asked)
        if self._is_out_of_cards:
            wanted = Due("out_of_cards", 0, ("out_of_cards", self.state.round))
        held = self._waiting
        if wanted is None or wanted.key == self._given_up:
            self._waiting = None
        elif held is None or held[0].key != wanted.key:
            self._waiting = (wanted, now + wanted.wait_ms)
        # Nobody waits for a change of the rules: the table can be played until then.
        is_told = self._waiting is not None and self._waiting[0].what != "notice"
        self.feed.waits_for, self.feed.deadline_ms = (
            (self._waiting[0].what, self._waiting[1]) if self._waiting and is_told else ("", 0)
        )

    async def _next_requests(self) -> list[Request | None] | None:
        """Commands that have come; nothing where time is up first."""
        wait_s: float | None = None
        if self._waiting is not None:
            wait_s = (self._waiting[1] - self._now_ms()) / 1000
            if wait_s <= 0:
                return None
        try:
            async with asyncio.timeout(wait_s):
                first = await self._queue.get()
        except TimeoutError:
            return None
        requests = [first]
        while len(requests) < BATCH_MAX and not self._queue.empty():
            requests.append(self._queue.get_nowait())
        return requests

    async def _judge_all(self, requests: list[Request]) -> Batch:
        batch = self._batch()
        try:
            accounts = {account_of(one.name, one.command) for one in requests}
            await self._look_up_bankrolls(batch, accounts)
        except StoreError as error:
            refused = Refused("store", str(error))
            batch.answers = [(one, Answer(one.id, ok=False, refused=refused)) for one in requests]
            return batch
        for request in requests:
            try:
                answer = await self._first_answer(batch, request)
            except StoreError as error:
                answer = Answer(request.id, ok=False, refused=Refused("store", str(error)))
            batch.answers.append((request, answer))
        return batch

    async def _first_answer(self, batch: Batch, request: Request) -> Answer:
        """A repeated id gets its first answer, before any other check."""
        known = self._answers.find(request.key)
        if known is not None:
            return known
        for other, answer in batch.answers:
            if other.key == request.key:
                return answer
        if not self._answers.has_all:
            found = await self._off_loop(self._store.answered, self.header.table, request.key)
            if found is not None:
                return Answer(request.id, ok=True, first=found[0], last=found[1])
        return self._judge(batch, request)

    async def _look_up_bankrolls(self, batch: Batch, accounts: set[str]) -> None:
        """Read what people have whose commands may move it."""
        if accounts := accounts - {""}:
            batch.bankrolls = await self._off_loop(
                read_bankrolls, self._store, accounts, self._settings.play_money, batch.now_ms
            )

    def _judge(self, batch: Batch, request: Request) -> Answer:
        """What a command leads to; a refused one, or one that we stumble over, changes nothing."""
        command: Command | Refused = request.command
        if not request.is_house:
            command = admit(
                batch.state, request.name, request.command, now_ms=batch.now_ms,
                seed=secrets.token_bytes(SEED_BYTES), chips_max=self._settings.chips_max,
            )  # fmt: skip
        if not isinstance(command, Refused):
            command = too_early(batch.state, self.feed, command) or command
        if isinstance(command, BuyIn):
            command = overdrawn(batch.bankrolls[command.player], command) or command
        if isinstance(command, Refused):
            return Answer(request.id, ok=False, refused=command)
        first = batch.version + 1
        try:
            refused = carry_out(batch, command, request.key)
        except Exception:
            log.exception("a command broke", extra={"table": self.header.table})
            self._metrics.add("commands_broken")
            text = "this went wrong on our side; nothing has changed"
            return Answer(request.id, ok=False, refused=Refused("broken", text))
        if refused is not None:
            return Answer(request.id, ok=False, refused=refused_by(refused))
        return Answer(request.id, ok=True, first=first, last=batch.version)

    def _batch(self) -> Batch:
        return Batch(self.header.table, self.state, self.version, self._now_ms())

    def _automatic(self) -> Batch:
        """What the table does by itself now."""
        assert self._waiting is not None
        wanted = self._waiting[0]
        self._waiting = None
        batch = self._batch()
        self._is_out_of_cards = False
        refused = do_due(batch, wanted, self.feed, has_cut=self.pace.cut_ms > 0)
        if refused is not None:
            # It is not tried again before something else has happened.
            self._given_up = wanted.key
            text = "an automatic step was refused"
            log.warning(text, extra={"table": self.header.table, "refused": str(refused)})
        return batch

    async def _commit(self, batch: Batch) -> bool:
        """Append, then publish, then answer; where the store fails, the table stops.

        False, and nothing has happened, where somebody's bankroll has moved since it was read.
        """
        try:
            if batch.logged and not await self._append(batch):
                self._turn_away([request for request, _ in batch.answers])
                return True
        except BankrollMoved:
            return False
        if batch.logged:
            self.state, self.version = batch.state, batch.version
            self._given_up = None
            self._look_at_clock()
            self.feed.publish(batch.logged, self.state)
        for request, answer in batch.answers:
            self._answers.keep(request.key, answer)
            self._metrics.add("commands_accepted" if answer.ok else "commands_refused")
            if not request.answer.done():
                request.answer.set_result(answer)
        if self.version - self._snapshot_version >= self._settings.snapshot_every:
            await self._save_snapshot()
        return True

    async def _append(self, batch: Batch) -> bool:
        records = [
            Record(one.version, one.at_ms, encode_event(one.entry), one.command)
            for one in batch.logged
        ]
        began = time.perf_counter()
        try:
            await self._write_down(records, batch.movements())
        except BankrollMoved:
            raise
        except StoreError as error:
            self._fail(error)
            return False
        self._metrics.time("append_seconds", time.perf_counter() - began)
        self._metrics.add("events_appended", len(records))
        return True

    async def _write_down(self, records: list[Record], movements: list[Movement]) -> None:
        await self._off_loop(
            self._store.append, self.header.table, self.version, records, movements
        )  # fmt: skip

    def _fail(self, error: StoreError) -> None:
        """Nothing more can be written."""
        log.error("append failed", extra={"table": self.header.table, "why": str(error)})
        self._halt(f"the store cannot be written: {error}")

    def _turn_away(self, requests: list[Request]) -> None:
        """Answer those whose commands could not be written."""
        for request in requests:
            self._refuse(request, "stopped", self.stopped)

    async def _save_snapshot(self) -> None:
        """Keep the state; one that cannot be kept only makes the next start slower."""
        if self.state.awaiting is not None:
            # A command that waits for cards is in the log; its state is kept once it has them.
            return
        snapshot = snapshot_of(self.state, self.version)
        try:
            await self._off_loop(self._store.save_snapshot, self.header.table, snapshot)
            self._snapshot_version = snapshot.version
        except StoreError as error:
            log.warning("no snapshot", extra={"table": self.header.table, "why": str(error)})

    async def _off_loop(self, call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
        """Run a call of the store in another thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(call, *args, **named))

    def _refuse(self, request: Request, code: str, text: str) -> None:
        """Answer without having looked at the command; this is not kept as its first answer."""
        if not request.answer.done():
            answer = Answer(request.id, ok=False, refused=Refused(code, text))
            request.answer.set_result(answer)

    def _halt(self, why: str) -> None:
        self.stopped = why
        self._metrics.add("tables_stopped")
        self.feed.stopped = why
        self.feed.publish([], self.state)
        self._empty_queue("stopped", why)

    def _empty_queue(self, code: str, text: str) -> None:
        while not self._queue.empty():
            if (request := self._queue.get_nowait()) is not None:
                self._refuse(request, code, text)
