"""Commands that wait for their turn at a table, in the order in which they came."""

import asyncio

from pitboss.server.tables.batch import Request

BATCH_MAX = 64
"""Commands that share one append."""


class RequestQueue:
    """What waits at one table; nothing in it asks the table to look up."""

    def __init__(self, most: int) -> None:
        self._queue: asyncio.Queue[Request | None] = asyncio.Queue()
        self._most = most

    @property
    def is_full(self) -> bool:
        """Whether no further command may wait."""
        return self._queue.qsize() >= self._most

    def put(self, request: Request | None) -> None:
        """Have a command wait, or have the table look up."""
        self._queue.put_nowait(request)

    async def next(self, wait_s: float | None) -> list[Request | None] | None:
        """Commands that have come; nothing where time is up first."""
        if wait_s is not None and wait_s <= 0:
            return None
        try:
            async with asyncio.timeout(wait_s):
                requests = [await self._queue.get()]
        except TimeoutError:
            return None
        while len(requests) < BATCH_MAX and not self._queue.empty():
            requests.append(self._queue.get_nowait())
        return requests

    def take_all(self) -> list[Request]:
        """Every command that waits, taken out of the queue."""
        requests = []
        while not self._queue.empty():
            if (request := self._queue.get_nowait()) is not None:
                requests.append(request)
        return requests
