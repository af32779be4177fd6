"""Long calculations in a process of their own: one at a time, in turns, shared and kept.

Rulebooks of the house: files that a server and its processes know by their names.
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
    is_named,
    load_rulebook,
    offer_books,
    own_books,
    trust_kinds,
    trusts_kinds,
)
from pitboss.server.admission.asker import ASKER, Asker, Rank
from pitboss.server.admission.desk import Line
from pitboss.server.settings import SettingsError

NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
"""What a rulebook may be called in an address of the page."""


class HouseBooks(NamedTuple):
    """What one process tells another."""

    paths: tuple[str, ...]
    are_trusted: bool
    """Whether their programs are run."""


def known_books() -> HouseBooks:
    """What this process knows."""
    return HouseBooks(own_books(), trusts_kinds())


def know_books(paths: Iterable[str], *, are_trusted: bool) -> None:
    """Know these files, once each of them can be read; raises ``SettingsError`` or its faults."""
    given = tuple(paths)
    for path in given:
        name = Path(path).stem
        if is_named(name) or not NAME.fullmatch(name):
            raise SettingsError(f"{name!r} cannot be the name of a rulebook of the house: {path}")
    if are_trusted:
        trust_kinds()
    offer_books(given)
    for path in given:
        load_rulebook(path)


KEPT_MAX = 256
"""Answers that are kept; the one asked for longest ago goes first."""
WAITING_MAX = 32
"""Questions that may wait at once."""
NICENESS = 5
"""The tables come first where a machine has few cores."""
UNWANTED_S = 3.0
"""How long others wait for a calculation that nobody wants any more, before it is ended."""

GROWN_BYTES = 100_000_000
"""A process that holds more than this is ended once it has been idle: it loaded kernels for a
question, and gives their memory back only by ending."""
IDLE_S = 300.0
"""A process is kept for this long after its last question."""

T = TypeVar("T")
Given = TypeVarTuple("Given")

log = logging.getLogger("pitboss.calculator")


class Busy(Error):
    """Something that cannot be worked out now: a code for programs and a sentence for people."""

    def __init__(self, text: str, code: str = "busy") -> None:
        super().__init__(text)
        self.code = code


class Unanswerable(Error):
    """A question that has no answer, and why; it travels back from the process."""


class Failed(Error):
    """A calculation that met a mistake of ours; the log of the server has the cause."""

    code = "broken"


def resident_bytes(pid: int) -> int:
    """Bytes of memory that a process holds; a great many if this system does not say."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return sys.maxsize
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


class Calculator:
    """Runs functions of modules, one at a time; neither the loop nor the tables wait for it.

    The process is started with the first question. Arguments and answers travel between processes.
    Who is at a table comes first, and addresses take turns.
    """

    def __init__(
        self, *, kept_max: int = KEPT_MAX, waiting_max: int = WAITING_MAX,
        each_max: int = WAITING_MAX, niceness: int = NICENESS,
        grown_bytes: int = GROWN_BYTES, idle_s: float = IDLE_S,
        size_of: Callable[[int], int] = resident_bytes,
    ) -> None:  # fmt: skip
        self._process: Process | None = None
        self._is_closed = False
        self._kept: OrderedDict[tuple[object, ...], asyncio.Task[Any]] = OrderedDict()
        self._wanted: dict[asyncio.Task[Any], int] = {}
        """How many wait for each answer that is kept."""
        self._kept_max = kept_max
        self._waiting_max = waiting_max
        self._each_max = each_max
        self._niceness = niceness
        self._line: Line[asyncio.Future[None]] = Line()
        self._working: Future[Any] | None = None
        """What the process does; there may be nobody who waits for it any more."""
        self._has_turn = False
        """Somebody works, or is about to."""
        self._is_unwanted = False
        self._grown_bytes = grown_bytes
        self._idle_s = idle_s
        self._size_of = size_of
        """Bytes that a process holds, by its id."""
        self._resting: asyncio.TimerHandle | None = None
        """Ends the process if nobody asks for anything meanwhile."""

    @property
    def is_busy(self) -> bool:
        """Whether something is being worked out, or waits for it."""
        return self._has_turn

    @property
    def has_process(self) -> bool:
        """Whether a process runs for it; one is started with the first question."""
        return self._process is not None

    def known(self, work: Callable[[*Given], T], *given: *Given) -> T | None:
        """What has been worked out already."""
        kept = self._kept.get((work, *given))
        is_there = kept is not None and kept.done() and not kept.cancelled()
        return kept.result() if kept is not None and is_there and not kept.exception() else None

    async def ask(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """The answer to a question, kept for those who ask the same; raises ``Busy``.

        Once nobody waits for it any more, it is not worked out.
        """
        key = (work, *given)
        kept = self._kept.get(key)
        if kept is None:
            kept = asyncio.ensure_future(self.run(work, *given))
            kept.add_done_callback(_heed)
            self._kept[key] = kept
            self._forget_oldest()
        self._kept.move_to_end(key)
        self._wanted[kept] = self._wanted.get(kept, 0) + 1
        try:
            # Somebody who goes away does not stop what others wait for.
            answer: T = await asyncio.shield(kept)
        except BaseException:
            if self._kept.get(key) is kept and (kept.done() or self._wanted[kept] == 1):
                del self._kept[key]
            raise
        finally:
            self._wanted[kept] -= 1
            if not self._wanted[kept]:
                del self._wanted[kept]
                # Nothing happens where it is done.
                kept.cancel()
        return answer

    async def run(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """The answer to a question that nobody asks again; raises ``Busy`` and ``Failed``."""
        await self._turn(ASKER.get())
        if self._is_closed:
            raise Busy("the server is stopping")
        if self._process is None:
            self._process = Process(self._niceness)
        try:
            return await self._work(self._process, work, *given)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                self._give_up()
                raise
            # Nobody gave the question up: it still waited when the process was ended.
            raise Busy("the server is stopping") from None
        except BrokenExecutor as error:
            if not self._is_closed:
                about = {"work": work.__name__, "given": repr(given)[:500], "why": str(error)}
                log.warning("the process of a calculation ended before its time", extra=about)
            raise Busy("the calculation was interrupted; ask again") from None
        except Error:
            raise
        except Exception as error:
            told = {"work": work.__name__, "given": repr(given)[:500]}
            log.exception("a calculation failed", extra=told)
            text = "this could not be worked out; the cause is in the log of the server"
            raise Failed(text) from error

    def close(self) -> None:
        """End the process, whatever it is doing; nothing is answered any more."""
        self._is_closed = True
        self._wake()
        for _, turn in self._line.take_all():
            if not turn.done():
                turn.set_exception(Busy("the server is stopping"))
        self._end_process()

    async def _turn(self, asker: Asker) -> None:
        """Wait until the process is free; raises ``Busy`` where too many wait."""
        if self._is_closed:
            raise Busy("the server is stopping")
        if not self._has_turn:
            self._has_turn = True
            self._wake()
            return
        self._make_room(asker)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.join(asker, turn)
        self._hurry()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next()
            self._line.leave(asker, turn)
            raise

    def _make_room(self, asker: Asker) -> None:
        if asker.rank > Rank.HOUSE and self._line.of(asker.address) >= self._each_max:
            text = f"{self._each_max} calculations wait for your address; ask again in a moment"
            raise Busy(text, "too_fast")
        waiting = len(self._line) + self._has_turn
        if waiting < self._waiting_max:
            return
        busy = Busy(f"{waiting} calculations wait already; ask again in a moment")
        lower = self._line.last_below(asker.rank)
        if lower is None:
            raise busy
        if not lower[1].done():
            lower[1].set_exception(busy)

    async def _work(self, process: "Process", work: Callable[[*Given], T], *given: *Given) -> T:
        loop = asyncio.get_running_loop()

        def done(_: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._done, process, future)

        try:
            await asyncio.shield(asyncio.wrap_future(process.started))
            future = process.pool.submit(work, *given)
        except asyncio.CancelledError:
            self._next()
            raise
        except BrokenExecutor:
            self._lose(process)
            self._next()
            raise
        self._working, self._is_unwanted = future, False
        future.add_done_callback(done)
        return await asyncio.wrap_future(future)

    def _done(self, process: "Process", future: "Future[Any]") -> None:
        """The process is free again, or gone: then the next question starts another."""
        try:
            is_broken = isinstance(future.exception(), BrokenExecutor)
        except CancelledError:
            is_broken = False
        if is_broken:
            self._lose(process)
        if self._working is future:
            self._working, self._is_unwanted = None, False
            self._next()

    def _next(self) -> None:
        """Give the process to whose turn it is."""
        self._has_turn = False
        while (one := self._line.next()) is not None:
            if not one[1].done():
                self._has_turn = True
                one[1].set_result(None)
                return
        self._wake()
        if self._process is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._resting = loop.call_later(self._idle_s, self._end_grown, self._process)

    def _wake(self) -> None:
        """Keep the process, as there is something for it to do."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _end_grown(self, process: "Process") -> None:
        """End an idle process that has grown; the next question starts another."""
        if process is self._process and self._size_of(process.pid) > self._grown_bytes:
            log.info("an idle calculator gave its memory back", extra={"pid": process.pid})
            self._end_process()

    def _give_up(self) -> None:
        """Nobody waits for what the process does."""
        self._is_unwanted = True
        self._hurry()

    def _hurry(self) -> None:
        """Where others wait for something unwanted, it has little time left."""
        if self._is_unwanted and self._working is not None and len(self._line):
            loop = asyncio.get_running_loop()
            loop.call_later(UNWANTED_S, self._end_unwanted, self._working)

    def _end_unwanted(self, working: "Future[Any]") -> None:
        if self._working is working and self._is_unwanted:
            log.info("a calculation that nobody waits for was ended")
            self._working = None
            self._end_process()
            self._next()

    def _forget_oldest(self) -> None:
        while len(self._kept) > self._kept_max:
            self._kept.popitem(last=False)

    def _lose(self, process: "Process") -> None:
        if self._process is process:
            self._end_process()

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class Process:
    """A process that ends when the server wants it to, and when the server is gone."""

    def __init__(self, niceness: int = NICENESS) -> None:
        # Forking a process that has threads is unsafe.
        context = multiprocessing.get_context("spawn")
        self._heard, self._held = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(
            1,
            mp_context=context,
            initializer=_settle,
            initargs=(self._heard, niceness, known_books()),
        )
        self.started: Future[None] = Future()
        self.pid = 0
        """Its id, once it has started."""
        # A process takes a tenth of a second to start, which no table waits for.
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
        """Let go of the pipe, which is what the process waits for."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self._held.close()
        self._heard.close()


def _heed(kept: asyncio.Future[Any]) -> None:
    """A failure is nobody's where those who asked have gone; asyncio would complain."""
    if not kept.cancelled():
        kept.exception()


def _settle(heard: Connection, niceness: int, books: HouseBooks) -> None:
    """What the process does first: it yields to the tables, and ends when the server does.

    It knows the same rulebooks of the house.
    """
    os.nice(niceness)
    know_books(books.paths, are_trusted=books.are_trusted)
    # Ctrl-C reaches every process of a terminal; the server ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(heard,), daemon=True).start()


def _end_with(heard: Connection) -> None:
    # Nothing is ever sent: the pipe tells that its other end is gone.
    heard.poll(None)
    os._exit(0)
