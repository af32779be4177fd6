"""The demo table: named bots of different temper, which play while the table has viewers.

The first request opens it. Without a viewer its bots rest, and a server without a
request has neither the table nor its log.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Protocol

from pitboss.bots.by_temper import ByTemper, Temper
from pitboss.bots.port import Bot
from pitboss.money import BOT
from pitboss.server.analysis.solver import Solver
from pitboss.server.lobby.table import Table
from pitboss.server.surroundings import Surroundings

DEMO = "demo"
"""Id of the table."""
RULEBOOK = "pa_free_bet"
PACE = {"betting_ms": 7_000}
DAY_MS = 86_400_000
TEMPERS = {
    "ada": Temper(),
    "ben": Temper(units=(2, 4), is_timid=True),
    "carla": Temper(units=(5, 20), side_p=0.6),
    "dan": Temper(units=(1, 3), side_p=0.3),
}
"""Ada plays by the book, Ben never risks to bust, Carla bets boldly, Dan plays like a dealer."""
LIKE_DEALER = ("ben", "dan")
"""Bots that do not know the best play."""


class House(Protocol):
    """The lobby, as the demo table needs it."""

    tables: dict[str, Table]
    solver: Solver

    async def open_usual(self, id_: str, rulebook: str, pace: Mapping[str, int]) -> Table:
        """Open a table with the options of the first table of a rulebook."""

    async def seat_bot(
        self,
        table: Table,
        name: str,
        make: Callable[[], Awaitable[Bot]],
        is_resting: Callable[[], bool],
    ) -> None:
        """Seat a bot."""

    def may_reopen(self, id_: str) -> bool:
        """Return True if this server alone has the tables, and has not closed this one."""


class DemoTable:
    """The demo table of a server, and the rounds that its bots have played today."""

    def __init__(self, lobby: House, rounds_a_day: int, surroundings: Surroundings) -> None:
        self._lobby = lobby
        self._rounds_a_day = rounds_a_day
        self._surroundings = surroundings
        self._opening = asyncio.Lock()
        """Held by one request at a time, so that the table is opened once."""
        self._day = -1
        self._first_round = 0
        """Number of the last round before this day, or before the start of the server."""

    @property
    def is_offered(self) -> bool:
        """True if the house wants the table; several servers would seat each bot several times."""
        return self._rounds_a_day > 0 and self._lobby.may_reopen(DEMO)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the bots, as on the wire."""
        return tuple(BOT + name for name in TEMPERS)

    async def open(self) -> Table:
        """Return the table with its bots, opened if need be."""
        async with self._opening:
            table = self._lobby.tables.get(DEMO)
            if table is None:
                table = await self._lobby.open_usual(DEMO, RULEBOOK, PACE)
            await self._seat(table)
        return table

    async def _seat(self, table: Table) -> None:
        table.keeps_bots = True
        seated = {robot.name for robot in table.robots}
        for name in TEMPERS:
            if BOT + name not in seated:
                make = partial(self._make, table, name)
                await self._lobby.seat_bot(table, BOT + name, make, partial(self._rests, table))

    async def _make(self, table: Table, name: str) -> Bot:
        """Return a bot that plays by the rules in force; raises ``Busy``."""
        strategy = None
        if name not in LIKE_DEALER:
            strategy = (await self._lobby.solver.solve(table.in_force)).strategy
        seed = int.from_bytes(self._surroundings.draw(8))
        return ByTemper(BOT + name, table.rules, TEMPERS[name], seed, strategy)

    def _rests(self, table: Table) -> bool:
        """Return True if the bots have played all their rounds of this day (UTC)."""
        day, number = self._surroundings.wall_ms() // DAY_MS, table.actor.state.round
        if day != self._day:
            self._day, self._first_round = day, number
        return number - self._first_round >= self._rounds_a_day
