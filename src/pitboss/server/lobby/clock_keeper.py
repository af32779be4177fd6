"""Watch the clocks of a server, and log those that are wrong."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from pitboss.engine.declare import AHEAD_MAX_MS
from pitboss.engine.floor.log_time import MINUTE_MS, SetLogTimeBack
from pitboss.server.metrics import Metrics
from pitboss.server.people.entries import ClockJumped
from pitboss.server.surroundings import LOOK_S, ClockWatch, Surroundings
from pitboss.server.tables.actor import TableActor
from pitboss.store.port import StoreError

Note = Callable[[ClockJumped], Awaitable[None]]
"""Writes a jump into the register."""

log = logging.getLogger("pitboss.clock")


class ClockKeeper:
    """The clocks of a server: the wall clock, and log time at each table."""

    def __init__(
        self,
        surroundings: Surroundings,
        actors: Callable[[], Mapping[str, TableActor]],
        metrics: Metrics,
    ) -> None:
        self._surroundings = surroundings
        self._actors = actors
        self._metrics = metrics
        self._watch = ClockWatch(surroundings.clock)
        self._named: set[str] = set()
        """Tables whose log time was logged as too far ahead."""

    @property
    def fault(self) -> str:
        """A sentence about the wall clock if it is not followed, or ""."""
        off_ms = self._surroundings.clock.off_by_ms()
        if not off_ms:
            return ""
        by = f"{abs(off_ms) // 1000} s {'ahead' if off_ms > 0 else 'back'}"
        return f"the system clock jumped {by}; it is followed once that has lasted a minute"

    def ahead_ms(self) -> dict[str, int]:
        """Return by how many milliseconds log time is too far ahead of the wall clock, by table."""
        wall_ms = self._surroundings.wall_ms()
        ahead = {id_: actor.at_ms - wall_ms for id_, actor in self._actors().items()}
        return {id_: by_ms for id_, by_ms in ahead.items() if by_ms > AHEAD_MAX_MS}

    def faults(self) -> dict[str, str]:
        """Return a sentence about each table whose log time is too far ahead."""
        return {id_: ahead_text(by_ms) for id_, by_ms in self.ahead_ms().items()}

    async def set_back(self, who: str) -> dict[str, int]:
        """Bring log time back at tables that are too far ahead; return milliseconds by table."""
        done = {}
        for id_, by_ms in self.ahead_ms().items():
            command = SetLogTimeBack(administrator=who)
            answer = await self._actors()[id_].give_house(command)
            if answer.ok:
                done[id_] = by_ms
        return done

    async def watch(self, note: Note) -> None:
        """Record every jump of the wall clock, and log every clock that is wrong."""
        while True:
            await asyncio.sleep(LOOK_S)
            if self._watch.has_begun_to_doubt():
                log.warning(self.fault)
            if by_ms := self._watch.poll():
                await self._follow(by_ms, note)
            ahead = self.ahead_ms()
            for id_ in ahead.keys() - self._named:
                log.warning(ahead_text(ahead[id_]), extra={"table": id_})
            self._named = set(ahead)

    async def _follow(self, by_ms: int, note: Note) -> None:
        """Report a jump to the tables and the register; no timer runs by the wall clock."""
        log.warning("the clock on the wall jumped", extra={"by_ms": by_ms})
        self._metrics.add("clock_jumps")
        for actor in self._actors().values():
            actor.follow_wall(by_ms)
        try:
            await note(ClockJumped("", by_ms))
        except StoreError as error:
            log.warning("register not told", extra={"by_ms": by_ms, "why": str(error)})


def ahead_text(by_ms: int) -> str:
    """Return a sentence about log time that is too far ahead, and the remedy."""
    minutes = by_ms // MINUTE_MS
    return (
        f"log time is {minutes} minutes ahead of the clock, as a wrong clock had set it;"
        " a supervisor sets it right: set_log_time_back"
    )
