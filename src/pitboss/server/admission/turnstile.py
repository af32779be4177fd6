"""A pace for those who are not at a table: everybody gets through, in turns by address."""

import asyncio

from pitboss.server.admission.asker import Asker
from pitboss.server.admission.desk import Crowded, Line

EACH_MAX = 64
"""Requests of one address that may wait."""
WAITING_MAX = 2_000
TURN_S = 0.001
"""Between two turns at least; several go through in one."""
LATE_S = 0.005
"""The loop is busy where a turn comes so much later than it was due."""
SLOWER, FASTER = 0.8, 1.02
"""What a late turn and one in time do to the pace."""
LEAST_SHARE = 0.05
"""Of the pace that was set: strangers get through, however busy the tables are."""


class Turnstile:
    """Lets this many a second through, after a burst; the others wait in turn. If the loop falls
    behind, fewer go through: people at tables are served first.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._most = per_second
        self._per_second = per_second
        self._due_s = 0.0
        self._burst = burst
        self._left = burst
        self._at_s = 0.0
        self._line: Line[asyncio.Future[None]] = Line()
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, asker: Asker, *, cost: float = 1.0) -> None:
        """Wait for one's turn; raises ``Crowded`` where too many do already.

        What costs more makes those who follow wait longer.
        """
        loop = asyncio.get_running_loop()
        self._fill(loop.time())
        if not len(self._line) and self._left >= 1:
            self._left -= cost
            return
        if self._line.of(asker.address) >= EACH_MAX:
            raise Crowded("too_fast", "too many requests wait from your address; wait a little")
        if len(self._line) >= WAITING_MAX:
            raise Crowded("busy", "too many requests wait; try again")
        turn: asyncio.Future[None] = loop.create_future()
        self._line.join(asker, turn)
        self._set_timer(loop)
        try:
            await turn
            self._left -= cost - 1
        finally:
            self._line.leave(asker, turn)

    def _let_through(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        self._fill(loop.time())
        self._set_pace(loop.time() - self._due_s)
        while self._left >= 1 and (one := self._line.next()) is not None:
            if not one[1].done():
                self._left -= 1
                one[1].set_result(None)
        if len(self._line):
            self._set_timer(loop)

    def _set_pace(self, late_s: float) -> None:
        pace = self._per_second * (SLOWER if late_s > LATE_S else FASTER)
        self._per_second = min(self._most, max(self._most * LEAST_SHARE, pace))

    def _fill(self, now_s: float) -> None:
        self._left = min(self._burst, self._left + (now_s - self._at_s) * self._per_second)
        self._at_s = now_s

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._timer is None:
            wait_s = max(TURN_S, (1 - self._left) / self._per_second)
            self._due_s = loop.time() + wait_s
            self._timer = loop.call_at(self._due_s, self._let_through)
