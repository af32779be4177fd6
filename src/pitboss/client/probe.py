"""Commands at fixed times, whether or not those before them have been answered.

A client that waits for an answer before asking again does not notice a server that stands still:
the commands that would have had to wait are never sent. A probe sends them, and counts its time
from the moment at which each was due.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.client.table import ClientError, LiveTable
from pitboss.engine.chips import BuyIn

CENTS = 1
"""What a probe buys in for: it is taken at any time, written, and told to everybody."""

Accepted = Callable[[LiveTable, int, float], None]
"""Is told the seat, the last event of a command and when the command was due."""


@dataclass(slots=True)
class Probe:
    """Probes of all seats: this many a second together, evenly spread."""

    seats: list[LiveTable]
    per_second: float
    accepted: Accepted
    sent: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: set["asyncio.Task[None]"] = field(default_factory=set)

    async def run(self, seconds: float) -> None:
        """Send them for this many seconds, without waiting for answers."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(int(seconds * self.per_second)):
            due = began + number / self.per_second
            if (wait_s := due - loop.time()) > 0:
                await asyncio.sleep(wait_s)
            seat = self.seats[number % len(self.seats)]
            task = asyncio.create_task(self._give(seat, due))
            self.unanswered.add(task)
            task.add_done_callback(self.unanswered.discard)
            self.sent += 1

    async def settle(self, seconds: float) -> int:
        """Wait for answers that are still to come; how many do not."""
        if self.unanswered:
            await asyncio.wait([*self.unanswered], timeout=seconds)
        left = len(self.unanswered)
        for task in [*self.unanswered]:
            task.cancel()
        return left

    async def _give(self, seat: LiveTable, due: float) -> None:
        try:
            answer = await seat.give(BuyIn(player=seat.viewer, amount=CENTS))
        except ClientError as error:
            self.refused[error.code] += 1
            return
        if answer.refused is not None:
            self.refused[answer.refused.code] += 1
        else:
            self.accepted(seat, answer.last, due)
