"""Work for threads, done in turns: a few at a time, and nobody crowds the others out."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Generic, TypeVar

from pitboss.errors import Error
from pitboss.server.admission.asker import ASKER, Asker, Rank
from pitboss.server.admission.line import Line
from pitboss.server.admission.paced_store import begin_work, rest_due_s

T = TypeVar("T")

EACH_MAX = 8
"""Calls of one address that may wait."""
WAITING_MAX = 64
"""Calls that may wait."""


class Crowded(Error):
    """Too much is asked: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Desk:
    """Threads and those who wait for them."""

    def __init__(
        self, executor: Executor, threads: int, *,
        waiting_max: int = WAITING_MAX, each_max: int = EACH_MAX,
    ) -> None:  # fmt: skip
        self._executor = executor
        self._free = threads
        self._kept_free = {Rank.HOUSE: 0, Rank.SEATED: 0, Rank.WATCHER: 2, Rank.STRANGER: 3}
        """Threads that somebody of a rank leaves to those before them."""
        if threads < 1 + max(self._kept_free.values()):
            self._kept_free = dict.fromkeys(Rank, 0)
        self._waiting_max = waiting_max
        self._each_max = each_max
        self._line: Line[asyncio.Future[None]] = Line()

    async def run(self, call: Callable[[], T], *, is_begun: bool = False) -> T:
        """What a call gives, made in a thread; raises ``Crowded``.

        The next part of something that has begun waits, however many do.
        """
        await self._turn(ASKER.get(), is_begun=is_begun)
        work = _Work(call)
        made = self._executor.submit(contextvars.copy_context().run, work)
        loop = asyncio.get_running_loop()
        made.add_done_callback(lambda _: _tell(loop, partial(self._rest, work)))
        return await asyncio.wrap_future(made)

    def close(self) -> None:
        """Wait for nothing any more."""
        for _, turn in self._line.take_all():
            turn.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)

    async def _turn(self, asker: Asker, *, is_begun: bool) -> None:
        """Wait until a thread is free for somebody of this rank."""
        if not len(self._line) and self._free > self._kept_free[asker.rank]:
            self._free -= 1
            return
        if asker.rank > Rank.HOUSE and not is_begun:
            self._make_room(asker)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.join(asker, turn)
        self._go_on()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._freed()
            self._line.leave(asker, turn)
            raise

    def _make_room(self, asker: Asker) -> None:
        each_max = self._each_max if asker.rank > Rank.SEATED else self._waiting_max
        if self._line.of(asker.address) >= each_max:
            raise Crowded("too_fast", "too much is asked from your address; wait a little")
        if len(self._line) >= self._waiting_max:
            lower = self._line.last_below(asker.rank)
            if lower is None:
                raise Crowded("busy", "too many look things up; try again")
            lower[1].set_exception(Crowded("busy", "too many look things up; try again"))

    def _rest(self, work: "_Work[Any]") -> None:
        """A thread is free again once it has rested."""
        if work.rest_s:
            asyncio.get_running_loop().call_later(work.rest_s, self._freed)
        else:
            self._freed()

    def _freed(self) -> None:
        self._free += 1
        self._go_on()

    def _go_on(self) -> None:
        """Give free threads to whose turn it is."""
        while self._free:
            lowest = max(rank for rank in Rank if self._kept_free[rank] < self._free)
            one = self._line.next(lowest)
            if one is None:
                return
            if not one[1].done():
                self._free -= 1
                one[1].set_result(None)


class _Work(Generic[T]):
    """A call, and how long its thread should rest after it."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self.rest_s = 0.0

    def __call__(self) -> T:
        begin_work()
        try:
            return self._call()
        finally:
            self.rest_s = rest_due_s()


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    # A loop that has ended has nobody who waits.
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
