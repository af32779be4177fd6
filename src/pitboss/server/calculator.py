"""Long calculations in a process of their own: one at a time, shared while they run, and kept."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar, TypeVarTuple

from pitboss.errors import Error

KEPT_MAX = 256
"""Answers that are kept; the one asked for longest ago goes first."""
WAITING_MAX = 32
"""Questions that may wait at once."""
NICENESS = 5
"""The tables come first where a machine has few cores."""

T = TypeVar("T")
Given = TypeVarTuple("Given")


class Busy(Error):
    """Something that cannot be worked out now: a code for programs and a sentence for people."""

    code = "busy"


class Unanswerable(Error):
    """A question that has no answer, and why; it travels back from the process."""


class Calculator:
    """Runs functions of modules, one at a time; neither the loop nor the tables wait for it.

    The process is started with the first question. Arguments and answers travel between processes.
    """

    def __init__(self, *, kept_max: int = KEPT_MAX, waiting_max: int = WAITING_MAX) -> None:
        self._process: Process | None = None
        self._is_closed = False
        self._kept: OrderedDict[tuple[object, ...], asyncio.Future[Any]] = OrderedDict()
        self._kept_max = kept_max
        self._waiting_max = waiting_max
        self._waiting = 0

    def known(self, work: Callable[[*Given], T], *given: *Given) -> T | None:
        """What has been worked out already."""
        kept = self._kept.get((work, *given))
        is_there = kept is not None and kept.done() and not kept.cancelled()
        return kept.result() if kept is not None and is_there and not kept.exception() else None

    async def ask(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """The answer to a question, kept for those who ask the same; raises ``Busy``."""
        key = (work, *given)
        kept = self._kept.get(key)
        if kept is None:
            kept = asyncio.ensure_future(self.run(work, *given))
            kept.add_done_callback(_heed)
            self._kept[key] = kept
            while len(self._kept) > self._kept_max:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        try:
            # Somebody who goes away does not stop what others wait for.
            answer: T = await asyncio.shield(kept)
        except Exception:
            if self._kept.get(key) is kept:
                del self._kept[key]
            raise
        return answer

    async def run(self, work: Callable[[*Given], T], *given: *Given) -> T:
        """The answer to a question that nobody asks again; raises ``Busy``."""
        if self._is_closed:
            raise Busy("the server is stopping")
        if self._waiting >= self._waiting_max:
            raise Busy(f"{self._waiting} calculations wait already; ask again in a moment")
        if self._process is None:
            self._process = Process()
        process = self._process
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(process.pool, work, *given)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            # Nobody gave the question up: it still waited when the process was ended.
            raise Busy("the server is stopping") from None
        except BrokenExecutor:
            # The process was killed from outside; the next question starts another.
            if self._process is process:
                self._end_process()
            raise Busy("the calculation was interrupted; ask again") from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the process, whatever it is doing; nothing is answered any more."""
        self._is_closed = True
        self._end_process()

    def _end_process(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class Process:
    """A process that ends when the server wants it to, and when the server is gone."""

    def __init__(self) -> None:
        # Forking a process that has threads is unsafe.
        context = multiprocessing.get_context("spawn")
        self._heard, self._held = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=_settle, initargs=(self._heard,)
        )

    def end(self) -> None:
        """Let go of the pipe, which is what the process waits for."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self._held.close()
        self._heard.close()


def _heed(kept: asyncio.Future[Any]) -> None:
    """A failure is nobody's where those who asked have gone; asyncio would complain."""
    if not kept.cancelled():
        kept.exception()


def _settle(heard: Connection) -> None:
    """What the process does first: it yields to the tables, and ends when the server does."""
    os.nice(NICENESS)
    # Ctrl-C reaches every process of a terminal; the server ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(heard,), daemon=True).start()


def _end_with(heard: Connection) -> None:
    # Nothing is ever sent: the pipe tells that its other end is gone.
    heard.poll(None)
    os._exit(0)
