"""Send bots home from tables without people, and close private tables without people."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from pitboss.server.lobby.table import Table
from pitboss.server.surroundings import Surroundings

LOOKS = 20
"""Number of checks in the time after which an empty table is cleared."""
LOOK_MAX_S = 5.0
Clear = Callable[[Table], Awaitable[None]]

log = logging.getLogger("pitboss.vacancies")


class Vacancies:
    """Checks regularly if there are people at the tables."""

    def __init__(
        self,
        tables: Mapping[str, Table],
        remove_bots: Clear,
        close: Clear,
        surroundings: Surroundings,
        *,
        empty_s: int,
        private_empty_s: int,
    ) -> None:
        self._tables = tables
        self._remove_bots = remove_bots
        self._close = close
        """Closes a private table."""
        self._surroundings = surroundings
        self._empty_ms = empty_s * 1000
        self._private_empty_ms = private_empty_s * 1000
        self._look_s = min(LOOK_MAX_S, max(0.01, empty_s / LOOKS))
        self._since: dict[str, tuple[int, int]] = {}
        """Version of each table without people, and the time since which it has been the same."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the regular checks."""
        self._task = asyncio.create_task(self._watch(), name="vacancies")

    async def stop(self) -> None:
        """Stop the regular checks."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._look_s)
            try:
                await self.clear_empty()
            except Exception:
                # The next check may succeed.
                log.exception("empty tables were not looked after")

    async def clear_empty(self) -> None:
        """Clear the tables that have been empty long enough."""
        now_ms, before = self._surroundings.steady_ms(), self._since
        self._since = {}
        for id_, table in list(self._tables.items()):
            goes_home = bool(table.robots) and not table.keeps_bots
            if table.feed.attendance or not (goes_home or table.header.owner):
                continue
            version, since_ms = before.get(id_, (-1, now_ms))
            # People may play without a socket: then the version changes.
            if version != table.actor.version:
                since_ms = now_ms
            self._since[id_] = table.actor.version, since_ms
            if now_ms - since_ms >= self._empty_ms:
                await self._remove_bots(table)
            if table.header.owner and now_ms - since_ms >= self._private_empty_ms:
                await self._close(table)
