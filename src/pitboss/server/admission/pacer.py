"""The pace of requests from clients who are not at a table."""

import asyncio

from pitboss.server.admission.client import Client
from pitboss.server.admission.fair_queue import FairQueue
from pitboss.server.admission.thread_pool import Overloaded

EACH_MAX = 64
"""Largest number of waiting requests of one address."""
WAITING_MAX = 2_000
TURN_S = 0.001
"""Shortest time between two turns, in each of which several requests may pass."""
LATE_S = 0.005
"""Delay of a turn from which on the loop counts as busy."""
SLOWER, FASTER = 0.8, 1.02
"""Factors of the pace after a late turn and after one on time."""
LEAST_SHARE = 0.05
"""Smallest share of the set pace: strangers get through, however busy the tables are."""


class RequestPacer:
    """Lets a number of requests a second pass, after a burst; the others wait in a fair queue.

    If the loop falls behind, fewer pass: people at tables are served first.
    """

    def __init__(self, per_second: float, burst: float) -> None:
        self._most = per_second
        self._per_second = per_second
        self._due_s = 0.0
        self._burst = burst
        self._left = burst
        self._at_s = 0.0
        self._queue = FairQueue()
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, client: Client, *, cost: float = 1.0) -> None:
        """Wait for the client's turn; raise ``Overloaded`` if too many wait already.

        A request with a higher cost makes those after it wait longer.
        """
        loop = asyncio.get_running_loop()
        self._fill(loop.time())
        if not len(self._queue) and self._left >= 1:
            self._left -= cost
            return
        if self._queue.count(client.address) >= EACH_MAX:
            raise Overloaded("too_fast", "too many requests wait from your address; wait a little")
        if len(self._queue) >= WAITING_MAX:
            raise Overloaded("busy", "too many requests wait; try again")
        turn = self._queue.join(client)
        self._set_timer(loop)
        await self._queue.wait(client, turn)
        self._left -= cost - 1

    def _let_through(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        self._fill(loop.time())
        self._set_pace(loop.time() - self._due_s)
        while self._left >= 1 and self._queue.admit():
            self._left -= 1
        if len(self._queue):
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
