"""A process for long calculations, one at a time, with shared and stored answers.

Also the custom rulebooks: files that a server and its processes know by name.
"""

import asyncio
import logging
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from pitboss.errors import Error
from pitboss.rulebook.catalog import (
    SHIPPED,
    gallery,
    id_in,
    load_rulebook,
    offer_books,
    own_books,
    trust_kinds,
    trusts_kinds,
)
from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.admission.fair_queue import FairQueue
from pitboss.server.settings import SettingsError

NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
"""Names of rulebooks that an address of the page can have."""


class CustomRulebooks(NamedTuple):
    """Custom rulebooks, as one process passes them to another."""

    paths: tuple[str, ...]
    are_trusted: bool
    """True if the programs of their wagers may run."""


def custom_rulebooks() -> CustomRulebooks:
    """Return the custom rulebooks of this process."""
    return CustomRulebooks(own_books(), trusts_kinds())


def add_rulebooks(paths: Iterable[str], *, are_trusted: bool) -> None:
    """Add custom rulebooks; raise ``SettingsError`` or the fault of a file if one is unusable."""
    paths = tuple(paths)
    for path in paths:
        name = id_in(path)
        if name in (*SHIPPED, *gallery()) or not NAME.fullmatch(name):
            raise SettingsError(f"{name!r} cannot be the name of a rulebook of the house: {path}")
    if are_trusted:
        trust_kinds()
    offer_books(paths)
    for path in paths:
        load_rulebook(path)


KEPT_MAX = 256
"""Largest number of stored answers; the least recently used is forgotten first."""
WAITING_MAX = 32
"""Largest number of waiting questions."""
NICENESS = 5
"""Niceness of the process: tables come first if a machine has few cores."""
UNWANTED_S = 3.0
"""Time after which a calculation without a client is ended if others wait."""

GROWN_BYTES = 100_000_000
"""Size above which an idle process is ended: only its end frees the memory of loaded kernels."""
IDLE_S = 300.0
"""Time after the last question at which a process counts as idle."""

T = TypeVar("T")
Args = TypeVarTuple("Args")

log = logging.getLogger("pitboss.calculator")


class Busy(Error):
    """A refusal to calculate now."""


class Unanswerable(Error):
    """A question without an answer, and the reason; it is sent back from the process."""


class Failed(Error):
    """A calculation that failed by a defect; the log of the server has the cause."""

    code = "broken"


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process, or a huge number if the system does not say."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return sys.maxsize
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


class Calculator:
    """Runs functions of modules one at a time in a process, which starts with the first question.

    Arguments and answers are pickled. Clients at a table come first, and addresses take turns.
    """

    def __init__(
        self,
        *,
        kept_max: int = KEPT_MAX,
        waiting_max: int = WAITING_MAX,
        each_max: int = WAITING_MAX,
        niceness: int = NICENESS,
        grown_bytes: int = GROWN_BYTES,
        idle_s: float = IDLE_S,
        size_of: Callable[[int], int] = resident_bytes,
    ) -> None:
        self._process: Process | None = None
        self._is_closed = False
        self._kept: OrderedDict[tuple[object, ...], asyncio.Task[Any]] = OrderedDict()
        self._wanted: dict[asyncio.Task[Any], int] = {}
        """Number of clients that wait for each answer."""
        self._kept_max = kept_max
        self._waiting_max = waiting_max
        self._each_max = each_max
        self._niceness = niceness
        self._queue = FairQueue()
        self._working: Future[Any] | None = None
        """The present calculation, wanted or not."""
        self._has_turn = False
        """True if a client has the process, or is about to use it."""
        self._is_unwanted = False
        self._grown_bytes = grown_bytes
        self._idle_s = idle_s
        self._size_of = size_of
        """Returns the size of a process by its id."""
        self._resting: asyncio.TimerHandle | None = None
        """Ends the process if no question comes before."""

    @property
    def is_busy(self) -> bool:
        """True if a calculation runs or waits."""
        return self._has_turn

    def cached(self, work: Callable[[*Args], T], *args: *Args) -> T | None:
        """Return a stored answer, or None."""
        kept = self._kept.get((work, *args))
        if kept is None or not kept.done() or kept.cancelled() or kept.exception():
            return None
        answer: T = kept.result()
        return answer

    async def ask(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return the answer, which is shared and stored; raise ``Busy``.

        The calculation is cancelled once its last client has gone.
        """
        key = (work, *args)
        kept = self._kept.get(key)
        if kept is None:
            kept = asyncio.ensure_future(self.run(work, *args))
            kept.add_done_callback(_retrieve_exception)
            self._kept[key] = kept
            while len(self._kept) > self._kept_max:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        self._wanted[kept] = self._wanted.get(kept, 0) + 1
        try:
            # A client that goes away does not stop a calculation that others wait for.
            answer: T = await asyncio.shield(kept)
        except BaseException:
            if self._kept.get(key) is kept and (kept.done() or self._wanted[kept] == 1):
                del self._kept[key]
            raise
        finally:
            self._wanted[kept] -= 1
            if not self._wanted[kept]:
                del self._wanted[kept]
                kept.cancel()  # Without effect if it is done.
        return answer

    async def run(self, work: Callable[[*Args], T], *args: *Args) -> T:
        """Return the answer without storing it; raise ``Busy`` or ``Failed``."""
        await self._turn(CLIENT.get())
        if self._is_closed:
            raise Busy("the server is stopping")
        if self._process is None:
            self._process = Process(self._niceness)
        try:
            return await self._work(self._process, work, *args)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                self._is_unwanted = True
                self._schedule_kill()
                raise
            # The question was not given up: it still waited when the process was ended.
            raise Busy("the server is stopping") from None
        except BrokenExecutor as error:
            if not self._is_closed:
                about = {"work": work.__name__, "given": repr(args)[:500], "why": str(error)}
                log.warning("the process of a calculation ended before its time", extra=about)
            raise Busy("the calculation was interrupted; ask again") from None
        except Error:
            raise
        except Exception as error:
            about = {"work": work.__name__, "given": repr(args)[:500]}
            log.exception("a calculation failed", extra=about)
            text = "this could not be worked out; the cause is in the log of the server"
            raise Failed(text) from error

    def close(self) -> None:
        """End the process and refuse all questions."""
        self._is_closed = True
        self._wake()
        for turn in self._queue.clear():
            if not turn.done():
                turn.set_exception(Busy("the server is stopping"))
        self._end_process()

    async def _turn(self, client: Client) -> None:
        """Wait until the process is free; raise ``Busy`` if too many wait."""
        if self._is_closed:
            raise Busy("the server is stopping")
        if not self._has_turn:
            self._has_turn = True
            self._wake()
            return
        self._make_room(client)
        turn = self._queue.join(client)
        self._schedule_kill()
        await self._queue.wait(client, turn, self._next)

    def _make_room(self, client: Client) -> None:
        mine = self._queue.count(client.address)
        if client.priority > Priority.SERVER and mine >= self._each_max:
            text = f"{self._each_max} calculations wait for your address; ask again in a moment"
            raise Busy(text, code="too_fast")
        if (waiting := len(self._queue) + self._has_turn) >= self._waiting_max:
            busy = Busy(f"{waiting} calculations wait already; ask again in a moment")
            self._queue.make_room(client.priority, busy)

    async def _work(self, process: "Process", work: Callable[[*Args], T], *args: *Args) -> T:
        loop = asyncio.get_running_loop()

        def done(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._done, process, future)

        try:
            await asyncio.shield(asyncio.wrap_future(process.started))
            future = process.pool.submit(work, *args)
        except asyncio.CancelledError:
            self._next()
            raise
        except BrokenExecutor:
            self._forget(process)
            self._next()
            raise
        self._working, self._is_unwanted = future, False
        future.add_done_callback(done)
        return await asyncio.wrap_future(future)

    def _done(self, process: "Process", future: "Future[Any]") -> None:
        """Free the process, or forget a broken one, so that the next question starts another."""
        try:
            is_broken = isinstance(future.exception(), BrokenExecutor)
        except CancelledError:
            is_broken = False
        if is_broken:
            self._forget(process)
        if self._working is future:
            self._working, self._is_unwanted = None, False
            self._next()

    def _next(self) -> None:
        self._has_turn = self._queue.admit()
        if self._has_turn:
            return
        self._wake()
        if self._process is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._resting = loop.call_later(self._idle_s, self._end_grown, self._process)

    def _wake(self) -> None:
        """Keep the process for the next question."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _end_grown(self, process: "Process") -> None:
        if process is self._process and self._size_of(process.pid) > self._grown_bytes:
            log.info("an idle calculator gave its memory back", extra={"pid": process.pid})
            self._end_process()

    def _schedule_kill(self) -> None:
        """Set a deadline for an unwanted calculation if others wait."""
        if self._is_unwanted and self._working is not None and len(self._queue):
            loop = asyncio.get_running_loop()
            loop.call_later(UNWANTED_S, self._end_unwanted, self._working)

    def _end_unwanted(self, working: "Future[Any]") -> None:
        if self._working is working and self._is_unwanted:
            log.info("a calculation that nobody waits for was ended")
            self._working = None
            self._end_process()
            self._next()

    def _forget(self, process: "Process") -> None:
        if self._process is process:
            self._end_process()

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class Process:
    """A process that ends with the server, or before if asked to."""

    def __init__(self, niceness: int = NICENESS) -> None:
        # Forking a process that has threads is unsafe.
        context = multiprocessing.get_context("spawn")
        self._heard, self._held = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(
            1,
            mp_context=context,
            initializer=_init_worker,
            initargs=(self._heard, niceness, custom_rulebooks()),
        )
        self.started: Future[None] = Future()
        self.pid = 0
        """Id of the process, or 0 before it has started."""
        # The loop does not wait for the tenth of a second that a process takes to start.
        threading.Thread(target=self._start, daemon=True).start()

    def _start(self) -> None:
        try:
            self.pool.submit(os.getpid).add_done_callback(self._named)
        except Exception as error:
            self.started.set_exception(error)
        else:
            self.started.set_result(None)

    def _named(self, answer: "Future[int]") -> None:
        if not answer.cancelled() and answer.exception() is None:
            self.pid = answer.result()

    def end(self) -> None:
        """Close the pipe, at which the process ends."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self._held.close()
        self._heard.close()


def _retrieve_exception(kept: asyncio.Future[Any]) -> None:
    """Read the exception of a failed answer: if all clients have gone, asyncio would report it."""
    if not kept.cancelled():
        kept.exception()


def _init_worker(heard: Connection, niceness: int, books: CustomRulebooks) -> None:
    """Yield to the tables, add the custom rulebooks, and end when the server ends."""
    os.nice(niceness)
    add_rulebooks(books.paths, are_trusted=books.are_trusted)
    # Ctrl-C reaches every process of a terminal; the server ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, args=(heard,), daemon=True).start()


def _exit_with_parent(heard: Connection) -> None:
    # Nothing is ever sent: the poll returns when the other end is closed.
    heard.poll(None)
    os._exit(0)
