"""Acts for players whose connection is lost, by the best play if the table has it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pitboss.engine.state import TableState
from pitboss.errors import Error
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.server.tables.timers import Due

FindAct = Callable[[TableState, ShoeMemory], Awaitable[str]]
"""Returns the best act without a further stake for the hand in play, or "" without exact odds."""

log = logging.getLogger("pitboss.table")


class AbsentPlay:
    """The best act for the absent player to act, asked for while the table still waits."""

    def __init__(self, find_act: FindAct | None, answer_s: float) -> None:
        """``find_act`` is None at a table that stands for absent players.

        ``answer_s`` is the longest time for an answer, counted from the start of the wait.
        """
        self._find_act = find_act
        self._answer_s = answer_s
        self._key: tuple[object, ...] = ()
        self._task: asyncio.Task[str] | None = None

    @property
    def is_pending(self) -> bool:
        """True if the answer has not come yet."""
        return self._task is not None and not self._task.done()

    @property
    def act(self) -> str:
        """The best act, or "" if it is not known."""
        return "" if self._task is None or self.is_pending else self._task.result()

    def follow(
        self,
        due: Due | None,
        state: TableState,
        memory: ShoeMemory,
        answered: Callable[[], None],
    ) -> None:
        """Ask once for each decision of an absent player; drop the question when it is over."""
        if self._find_act is None:
            return
        key = due.key if due is not None and due.is_absent else ()
        if key == self._key:
            return
        self.stop()
        self._key = key
        if key:
            self._task = asyncio.create_task(self._answer(self._find_act(state, memory)))
            self._task.add_done_callback(lambda _: answered())

    def stop(self) -> None:
        """Drop the question."""
        if self._task is not None:
            self._task.cancel()
        self._task, self._key = None, ()

    async def _answer(self, asked: Awaitable[str]) -> str:
        try:
            async with asyncio.timeout(self._answer_s):
                return await asked
        except (Error, TimeoutError) as error:
            log.info("no best play for an absent player", extra={"why": str(error)})
        except Exception:
            log.exception("the best play for an absent player broke")
        return ""
