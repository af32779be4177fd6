"""One task per table is its only writer: decide, append to the store, then publish."""

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import ParamSpec, TypeVar

from pitboss.engine.commands import AnyCommand, AssignStaff
from pitboss.engine.events import AnyEvent
from pitboss.engine.state import TableState
from pitboss.engine.table import step
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.batch import Batch, Request
from pitboss.server.clock import OUT_OF_CARDS, Due, command_due, due
from pitboss.server.config import Pace, Settings
from pitboss.server.cutting import cutters, new_shoe, too_early
from pitboss.server.feed import Feed
from pitboss.server.metrics import Metrics
from pitboss.server.policy import admit
from pitboss.server.protocol import Answer, Refused, refused_by
from pitboss.server.rebuild import snapshot_of
from pitboss.server.shoes import refill
from pitboss.shuffle import SEED_BYTES
from pitboss.store.codec import encode_event
from pitboss.store.notes import ShoeRevealed
from pitboss.store.port import Record, Store, StoreError, TableHeader

BATCH_MAX = 64
"""Commands that share one append."""
ANSWERS_MAX = 4_096
"""First answers kept in memory; those of accepted commands are in the log for good."""
NOT_JUDGED = frozenset({"broken", "store"})
"""Answers to commands that were not decided: they may be sent again."""

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
        self._answers: OrderedDict[str, Answer] = OrderedDict()
        self._log_is_longer = version > 0
        """Whether the log may hold commands that are not among the answers in memory."""
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

    async def reveal(self) -> None:
        """Put the seeds of the shoes in play on record: the table is closed, and has stopped."""
        batch = Batch(self.state, self.version, self._now_ms())
        for old in self.feed.shoes_in_play():
            batch.add(ShoeRevealed(old.commitment, old.seed), "")
        if batch.logged and not self.stopped:
            await self._commit(batch)

    async def submit(self, name: str, id_: str, command: AnyCommand) -> Answer:
        """A command of a person; the answer comes when what it led to is on disk."""
        return await self._submit(name, id_, command, is_house=False)

    async def assign(self, name: str, role: str) -> None:
        """Give somebody a role at this table, or end it; a person in play keeps what they are."""
        if self.state.floor.staff.get(name, "") == role or self.state.has_main(name):
            return
        command = AssignStaff(name=name, role=role)
        await self._submit("", secrets.token_hex(8), command, is_house=True)

    async def give_house(self, command: AnyCommand) -> Answer:
        """A command of the table itself."""
        return await self._submit("", secrets.token_hex(8), command, is_house=True)

    async def _submit(self, name: str, id_: str, command: AnyCommand, *, is_house: bool) -> Answer:
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
        if batch.answers or batch.logged:
            await self._commit(batch)

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
        self.feed.waits_for, self.feed.deadline_ms = (
            (self._waiting[0].what, self._waiting[1]) if self._waiting else ("", 0)
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
        batch = Batch(self.state, self.version, self._now_ms())
        for request in requests:
            try:
                answer = await self._first_answer(batch, request)
            except StoreError as error:
                answer = Answer(request.id, ok=False, refused=Refused("store", str(error)))
            batch.answers.append((request, answer))
        return batch

    async def _first_answer(self, batch: Batch, request: Request) -> Answer:
        """A repeated id gets its first answer, before any other check."""
        known = self._answers.get(request.key)
        if known is not None:
            return known
        for other, answer in batch.answers:
            if other.key == request.key:
                return answer
        if self._log_is_longer:
            found = await self._off_loop(self._store.answered, self.header.table, request.key)
            if found is not None:
                return Answer(request.id, ok=True, first=found[0], last=found[1])
        return self._judge(batch, request)

    def _judge(self, batch: Batch, request: Request) -> Answer:
        """What a command leads to; a refused one, or one that we stumble over, changes nothing."""
        command: AnyCommand | Refused = request.command
        if not request.is_house:
            command = admit(
                batch.state, request.name, request.command, now_ms=batch.now_ms,
                seed=secrets.token_bytes(SEED_BYTES), chips_max=self._settings.chips_max,
            )  # fmt: skip
        if not isinstance(command, Refused):
            command = too_early(batch.state, self.feed, command) or command
        if isinstance(command, Refused):
            return Answer(request.id, ok=False, refused=command)
        first = batch.version + 1
        try:
            refused = self._carry_out(batch, command, request.key)
        except Exception:
            log.exception("a command broke", extra={"table": self.header.table})
            self._metrics.add("commands_broken")
            text = "this went wrong on our side; nothing has changed"
            return Answer(request.id, ok=False, refused=Refused("broken", text))
        if refused is not None:
            return Answer(request.id, ok=False, refused=refused_by(refused))
        return Answer(request.id, ok=True, first=first, last=batch.version)

    def _carry_out(self, batch: Batch, command: AnyCommand, key: str) -> Rejection | None:
        """Decide a command; where the shoe runs out, the discards are shuffled first (NZ-16.7)."""
        outcome = step(batch.state, command)
        if isinstance(outcome, Rejection) and outcome.code == Code.SHOE_EMPTY:
            if batch.state.rules.shoe.runs_out != "shuffle_discards":
                self._is_out_of_cards = True
                return outcome
            load = refill(batch.state, secrets.token_bytes(SEED_BYTES))
            filled = step(batch.state, load)
            if isinstance(filled, Rejection):
                return outcome
            again = step(filled[0], command)
            if isinstance(again, Rejection):
                return again
            outcome = again[0], filled[1] + again[1]
        if isinstance(outcome, Rejection):
            return outcome
        self._write(batch, outcome[1], key)
        return None

    def _write(self, batch: Batch, events: tuple[AnyEvent, ...], key: str) -> None:
        for event in events:
            batch.add(event, key)

    def _automatic(self) -> Batch:
        """What the table does by itself now."""
        assert self._waiting is not None
        wanted = self._waiting[0]
        self._waiting = None
        batch = Batch(self.state, self.version, self._now_ms())
        refused = self._do(batch, wanted)
        if refused is not None:
            # It is not tried again before something else has happened.
            self._given_up = wanted.key
            text = "an automatic step was refused"
            log.warning(text, extra={"table": self.header.table, "refused": str(refused)})
        return batch

    def _do(self, batch: Batch, wanted: Due) -> Rejection | None:
        seed = secrets.token_bytes(SEED_BYTES)
        if wanted.what in ("shuffle", "cut"):
            return new_shoe(batch, self.feed, seed, has_cut=self.pace.cut_ms > 0)
        if wanted.what == "out_of_cards":
            return self._misdeal(batch)
        command = command_due(batch.state, wanted.what, now_ms=batch.now_ms, seed=seed)
        return self._carry_out(batch, command, "")

    def _misdeal(self, batch: Batch) -> Rejection | None:
        """The shoe ran out in a round, and the rulebook has it dealt again (T-n-6)."""
        self._is_out_of_cards = False
        for command in OUT_OF_CARDS:
            outcome = step(batch.state, command)
            if isinstance(outcome, Rejection):
                return outcome
            self._write(batch, outcome[1], "")
        return None

    async def _commit(self, batch: Batch) -> None:
        """Append, then publish, then answer; where the store fails, the table stops."""
        if batch.logged and not await self._append(batch):
            self._turn_away([request for request, _ in batch.answers])
            return
        if batch.logged:
            self.state, self.version = batch.state, batch.version
            self._given_up = None
            self._look_at_clock()
            self.feed.publish(batch.logged, self.state)
        for request, answer in batch.answers:
            if answer.refused is None or answer.refused.code not in NOT_JUDGED:
                self._keep(request.key, answer)
            self._metrics.add("commands_accepted" if answer.ok else "commands_refused")
            if not request.answer.done():
                request.answer.set_result(answer)
        if self.version - self._snapshot_version >= self._settings.snapshot_every:
            await self._save_snapshot()

    async def _append(self, batch: Batch) -> bool:
        records = [
            Record(one.version, one.at_ms, encode_event(one.entry), one.command)
            for one in batch.logged
        ]
        began = time.perf_counter()
        try:
            await self._write_down(records)
        except StoreError as error:
            self._fail(error)
            return False
        self._metrics.time("append_seconds", time.perf_counter() - began)
        self._metrics.add("events_appended", len(records))
        return True

    async def _write_down(self, records: list[Record]) -> None:
        await self._off_loop(self._store.append, self.header.table, self.version, records)

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

    def _keep(self, key: str, answer: Answer) -> None:
        self._answers[key] = answer
        while len(self._answers) > ANSWERS_MAX:
            self._answers.popitem(last=False)
            self._log_is_longer = True

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
