"""Work for threads, done in turns: a few at a time, and nobody crowds the others out.

Those who wait: higher ranks first, and the addresses of one rank in turns.

A store for look-ups: a reader who is not at a table rests between pages, so that the tables do
not wait for the processor.
"""

import asyncio
import contextvars
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Generic, TypeVar, cast

from pitboss.errors import Error
from pitboss.server.admission.asker import ASKER, Asker, Rank
from pitboss.store.port import PAGE_MAX, Record, Store

T = TypeVar("T")


class Line(Generic[T]):
    """A line that nobody fills alone: who comes once is not behind somebody who comes often."""

    def __init__(self) -> None:
        self._waiting: dict[Rank, OrderedDict[str, deque[tuple[Asker, T]]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._by_address: Counter[str] = Counter()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def of(self, address: str) -> int:
        """How many wait from one address."""
        return self._by_address[address]

    def join(self, asker: Asker, item: T) -> None:
        """Wait behind the others from the same address."""
        self._waiting[asker.rank].setdefault(asker.address, deque()).append((asker, item))
        self._by_address[asker.address] += 1
        self._length += 1

    def leave(self, asker: Asker, item: T) -> None:
        """Wait no longer, if somebody still does."""
        line = self._waiting[asker.rank].get(asker.address, deque())
        if (asker, item) in line:
            line.remove((asker, item))
            self._gone(asker, line)

    def next(self, lowest: Rank = Rank.STRANGER) -> tuple[Asker, T] | None:
        """Whose turn it is, of those with at least this rank."""
        for rank in Rank:
            if rank > lowest:
                return None
            addresses = self._waiting[rank]
            if addresses:
                address, line = next(iter(addresses.items()))
                asker, item = line.popleft()
                addresses.move_to_end(address)
                self._gone(asker, line)
                return asker, item
        return None

    def last_below(self, rank: Rank) -> tuple[Asker, T] | None:
        """Take out the last of the lowest rank below this one: there is no room for all."""
        for lower in reversed(Rank):
            if lower <= rank:
                return None
            addresses = self._waiting[lower]
            if addresses:
                line = max(addresses.values(), key=len)
                asker, item = line.pop()
                self._gone(asker, line)
                return asker, item
        return None

    def take_all(self) -> list[tuple[Asker, T]]:
        """Everybody who waits, taken out of the line."""
        everybody = []
        while (one := self.next()) is not None:
            everybody.append(one)
        return everybody

    def _gone(self, asker: Asker, line: deque[tuple[Asker, T]]) -> None:
        self._length -= 1
        self._by_address[asker.address] -= 1
        if not self._by_address[asker.address]:
            del self._by_address[asker.address]
        if not line:
            self._waiting[asker.rank].pop(asker.address, None)


REST = {Rank.HOUSE: 0.0, Rank.SEATED: 0.5, Rank.WATCHER: 1.0, Rank.STRANGER: 3.0}
"""How long a thread rests for each second that it has worked."""
REST_MAX_S = 0.5

_worked = threading.local()


def begin_work() -> None:
    """From now on a thread works for this asker."""
    _worked.since_s = time.thread_time()


def rest_due_s() -> float:
    """How long this thread should rest for what it has done since it last did."""
    rest = REST[ASKER.get().rank]
    if not rest:
        return 0.0
    now_s = time.thread_time()
    worked_s = now_s - getattr(_worked, "since_s", now_s)
    _worked.since_s = now_s
    return min(REST_MAX_S, rest * worked_s)


class PacedStore:
    """A store as it is, but for the rest between two pages."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """A page of a log, after a rest for the one before it."""
        time.sleep(rest_due_s())
        return self._store.read(table, after, limit)


def paced(store: Store) -> Store:
    """A store for look-ups."""
    return cast(Store, PacedStore(store))


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
