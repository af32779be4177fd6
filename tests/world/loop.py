"""An event loop whose time is made up: it jumps to the next timer, and nobody ever sleeps."""

import asyncio
import contextvars
import selectors
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

TICK_S = 1e-9


class Stuck(Exception):
    """Everybody waits for something, and nothing will ever happen."""


class Life:
    """One run of a server process: what it has begun ends with it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_over = False
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.context = contextvars.copy_context()
        self.context.run(_LIFE.set, self)

    def begin(self, work: Coroutine[Any, Any, R], *, name: str = "") -> asyncio.Task[R]:
        """Have the process do something; what that begins is the process's too."""
        return asyncio.get_running_loop().create_task(work, name=name or None, context=self.context)

    def end(self) -> None:
        """The process is gone, as with ``kill -9``: nothing of it is done any more."""
        self.is_over = True
        for task in list(self.tasks):
            task.cancel()


_LIFE: contextvars.ContextVar[Life | None] = contextvars.ContextVar("life", default=None)


class _Jump(selectors.BaseSelector):
    """Waits for no file: to wait for so long is to be so much later."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck(f"nothing happens any more after {self._loop.time():.3f} s")
        self._loop.now_s += max(0.0, timeout)
        return []

    def register(self, fileobj: object, events: int, data: object = None) -> Any:
        raise AssertionError("there are no files in a world of made-up time")

    def unregister(self, fileobj: object) -> Any:
        raise AssertionError("there are no files in a world of made-up time")

    def get_map(self) -> Any:
        return {}


class VirtualLoop(asyncio.BaseEventLoop):
    """All of asyncio on one thread, in an order that only its timers decide."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0
        self._selector = _Jump(self)
        self._clock_resolution = TICK_S
        self.set_task_factory(_of_its_life)

    def time(self) -> float:
        """Seconds since the world began."""
        return self.now_s

    def _process_events(self, event_list: object) -> None:
        """No file ever has news."""

    def _write_to_self(self) -> None:
        """Nobody waits in another thread."""


def _of_its_life(
    loop: asyncio.AbstractEventLoop,
    work: Coroutine[Any, Any, Any] | Generator[Any, None, Any],
    context: contextvars.Context | None = None,
) -> asyncio.Task[Any]:
    """A task that is known to the process that began it."""
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
    life = (context or contextvars.copy_context()).get(_LIFE)
    if life is not None:
        life.tasks[task] = None
        task.add_done_callback(lambda done: life.tasks.pop(done, None))
    return task


class Threads(Executor):
    """Threads of a process: what they do takes a while, and is done all at once at its end."""

    def __init__(self, life: Life, takes_s: Callable[[], float]) -> None:
        self._life = life
        self._takes_s = takes_s

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        future: Future[R] = Future()

        def run() -> None:
            if self._life.is_over or not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(fn(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)

        asyncio.get_running_loop().call_later(self._takes_s(), run)
        return future
