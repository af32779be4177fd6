"""Threads that clients share fairly, and the rest that a thread takes after long work.

A reader who is not at a table rests between the pages of a log, so that tables do not wait for the
processor.
"""

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Generic, TypeVar

from pitboss.errors import Refusal
from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.admission.fair_queue import FairQueue
from pitboss.store.port import PAGE_MAX, Record, Store

T = TypeVar("T")

REST = {
    Priority.SERVER: 0.0,
    Priority.SEATED: 0.5,
    Priority.WATCHER: 1.0,
    Priority.STRANGER: 3.0,
}
"""Seconds that a thread rests for each second of work."""
REST_MAX_S = 0.5
EACH_MAX = 8
"""Largest number of waiting calls of one address."""
WAITING_MAX = 64
"""Largest number of waiting calls."""

_worked = threading.local()


class Overloaded(Refusal):
    """A refusal because of too many requests, in all or by one client."""


def begin_work() -> None:
    """Start to measure the work of this thread for the present client."""
    _worked.since_s = time.thread_time()


def rest_due_s() -> float:
    """Return the seconds that this thread should rest for its work since the last rest."""
    rest = REST[CLIENT.get().priority]
    if not rest:
        return 0.0
    now_s = time.thread_time()
    worked_s = now_s - getattr(_worked, "since_s", now_s)
    _worked.since_s = now_s
    return min(REST_MAX_S, rest * worked_s)


class PacedStore:
    """A store that rests between two pages."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Read a page of a log, after a rest for the page before it."""
        time.sleep(rest_due_s())
        return self._store.read(table, after, limit)


class FairThreadPool:
    """Threads, and a fair queue of the calls that wait for one."""

    def __init__(
        self,
        executor: Executor,
        threads: int,
        *,
        waiting_max: int = WAITING_MAX,
        each_max: int = EACH_MAX,
    ) -> None:
        self._executor = executor
        self._free = threads
        self._reserve = {
            Priority.SERVER: 0,
            Priority.SEATED: 0,
            Priority.WATCHER: 2,
            Priority.STRANGER: 3,
        }
        """Threads that a priority leaves free for those above it."""
        if threads < 1 + max(self._reserve.values()):
            self._reserve = dict.fromkeys(Priority, 0)
        self._waiting_max = waiting_max
        self._each_max = each_max
        self._queue = FairQueue()

    async def run(self, call: Callable[[], T], *, is_begun: bool = False) -> T:
        """Return the result of a call made in a thread; raise ``Overloaded`` if too many wait.

        ``is_begun``: a further part of work that has begun, which waits however many do.
        """
        await self._turn(CLIENT.get(), is_begun=is_begun)
        work = _Work(call)
        made = self._executor.submit(contextvars.copy_context().run, work)
        loop = asyncio.get_running_loop()
        made.add_done_callback(lambda _: _call_soon(loop, partial(self._rest, work)))
        return await asyncio.wrap_future(made)

    def close(self) -> None:
        """Stop the threads and cancel the calls that wait."""
        for turn in self._queue.clear():
            turn.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)

    async def _turn(self, client: Client, *, is_begun: bool) -> None:
        """Wait until a thread is free for a client of this priority."""
        if not len(self._queue) and self._free > self._reserve[client.priority]:
            self._free -= 1
            return
        if client.priority > Priority.SERVER and not is_begun:
            self._make_room(client)
        turn = self._queue.join(client)
        self._admit()
        await self._queue.wait(client, turn, self._freed)

    def _make_room(self, client: Client) -> None:
        is_at_table = client.priority <= Priority.SEATED
        if self._queue.count(client.address) >= (
            self._waiting_max if is_at_table else self._each_max
        ):
            raise Overloaded("too_fast", "too much is asked from your address; wait a little")
        if len(self._queue) >= self._waiting_max:
            busy = Overloaded("busy", "too many look things up; try again")
            self._queue.make_room(client.priority, busy)

    def _rest(self, work: "_Work[Any]") -> None:
        """Free the thread of a finished call once it has rested."""
        if work.rest_s:
            asyncio.get_running_loop().call_later(work.rest_s, self._freed)
        else:
            self._freed()

    def _freed(self) -> None:
        self._free += 1
        self._admit()

    def _admit(self) -> None:
        while self._free:
            lowest = max(priority for priority in Priority if self._reserve[priority] < self._free)
            if not self._queue.admit(lowest):
                return
            self._free -= 1


class _Work(Generic[T]):
    """A call that measures the rest due to its thread."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self.rest_s = 0.0

    def __call__(self) -> T:
        begin_work()
        try:
            return self._call()
        finally:
            self.rest_s = rest_due_s()


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    # No client waits on a closed loop.
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
