"""A load generator: many bots play real rounds, and the way of every command is timed.

    python -m pitboss.client.load http://localhost:8021 --sockets 100 --seconds 30

It sits down at every open table in turn. A command is timed from the moment it is sent until the
last socket at its table has heard of it.
"""

import asyncio
import gc
import itertools
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import click
import msgspec

from pitboss.bots.by_strategy import ByStrategy
from pitboss.client.play import play
from pitboss.client.table import Heard, LiveTable
from pitboss.client.visitor import Visitor
from pitboss.engine.declare import Command
from pitboss.rulebook.rules import Rules
from pitboss.server.protocol import Answer

ARRIVALS_MAX = 32
"""Bots that log in at the same time."""
SETTLE_S = 5.0
"""How long the last events may take to reach everybody."""


class Figures(msgspec.Struct, frozen=True):
    """What a run came to; a command's way ends at the last socket of its table."""

    tables: int
    sockets: int
    seconds: float
    rounds: int
    accepted: int
    refused: dict[str, int]
    commands_per_second: float
    events_per_second: float
    """Each counted once for every socket that heard it."""
    p50_ms: float
    p99_ms: float
    max_ms: float
    answer_p99_ms: float
    """Until the answer alone."""
    lost: int
    """Accepted commands of which somebody at the table did not hear."""
    out_of_order: int
    reconnected: int


@dataclass(slots=True)
class Floor:
    """What was heard at one table."""

    rules: Rules
    seats: list[LiveTable] = field(default_factory=list)
    heard: dict[int, tuple[int, float]] = field(default_factory=dict)
    """For each event: how many have heard it, and when the last of them did."""
    sent: dict[int, float] = field(default_factory=dict)
    """For the last event of each accepted command: when the command was sent."""
    events: int = 0
    """Events heard, once for every socket."""

    def hear(self, one: Heard) -> None:
        """Note that one more socket has heard an event."""
        count, _ = self.heard.get(one.n, (0, 0.0))
        self.heard[one.n] = count + 1, time.monotonic()
        self.events += 1

    def begin(self) -> None:
        """Everybody has come: commands count from now on."""
        self.sent.clear()
        self.events = 0

    def delays(self) -> tuple[list[float], int]:
        """Seconds from command to all seats; and how many commands somebody did not hear of."""
        delays = []
        for version, at in self.sent.items():
            count, last = self.heard.get(version, (0, 0.0))
            if count == len(self.seats):
                delays.append(last - at)
        return delays, len(self.sent) - len(delays)


class Load:
    """One run against one server."""

    def __init__(self, url: str, *, think_s: float) -> None:
        self._url = url
        self._think_s = think_s
        self._floors: dict[str, Floor] = {}
        self._refused: Counter[str] = Counter()
        self._answers: list[float] = []
        self._is_over = False

    async def run(self, *, sockets: int, seconds: float) -> Figures:
        """Seat everybody, play for so long, and give the figures."""
        async with AsyncExitStack() as stack:
            await self._find_tables()
            seats = await self._arrive(stack, sockets)
            players = [asyncio.create_task(self._play(seat)) for seat in seats]
            try:
                # Everybody has bought in before the time begins.
                await asyncio.sleep(min(10.0, seconds))
                return await self._measure(seats, seconds)
            finally:
                for player in players:
                    player.cancel()
                await asyncio.gather(*players, return_exceptions=True)

    async def _find_tables(self) -> None:
        kinds: dict[str, Rules] = {}
        async with Visitor(self._url) as visitor:
            for listed in await visitor.tables():
                kind = f"{listed.rulebook} {listed.options}"
                if kind not in kinds:
                    kinds[kind] = await visitor.rules(listed.table)
                self._floors[listed.table] = Floor(kinds[kind])

    async def _arrive(self, stack: AsyncExitStack, sockets: int) -> list[LiveTable]:
        gate = asyncio.Semaphore(ARRIVALS_MAX)
        stamp = f"load-{time.time_ns() // 1_000_000 % 16**6:x}"

        async def arrive(number: int, table: str) -> LiveTable:
            async with gate:
                visitor = await stack.enter_async_context(Visitor(self._url))
                await visitor.come_as_guest(f"{stamp}-{number}")
                floor = self._floors[table]
                seat = await stack.enter_async_context(visitor.sit(table, hear=floor.hear))
                floor.seats.append(seat)
                return seat

        places = zip(range(sockets), itertools.cycle(self._floors), strict=False)
        return list(await asyncio.gather(*(arrive(number, table) for number, table in places)))

    async def _play(self, seat: LiveTable) -> None:
        floor = self._floors[seat.table]

        def told(_: Command, answer: Answer, seconds: float) -> None:
            if self._is_over:
                return
            self._answers.append(seconds)
            if answer.refused is not None:
                self._refused[answer.refused.code] += 1
            else:
                floor.sent[answer.last] = time.monotonic() - seconds

        await play(seat, ByStrategy(seat.viewer, floor.rules), think_s=self._think_s, told=told)

    async def _measure(self, seats: list[LiveTable], seconds: float) -> Figures:
        # Its own garbage would hold up what it measures.
        gc.disable()
        try:
            return await self._count(seats, seconds)
        finally:
            gc.enable()

    async def _count(self, seats: list[LiveTable], seconds: float) -> Figures:
        for floor in self._floors.values():
            floor.begin()
        self._refused.clear()
        self._answers.clear()
        rounds, began = self._rounds(), time.monotonic()
        await asyncio.sleep(seconds)
        self._is_over = True
        took, rounds = time.monotonic() - began, self._rounds() - rounds
        events = sum(floor.events for floor in self._floors.values())
        await self._settle()
        heard = [floor.delays() for floor in self._floors.values()]
        delays = sorted(delay for some, _ in heard for delay in some)
        return Figures(
            tables=len(self._floors),
            sockets=len(seats),
            seconds=round(took, 1),
            rounds=rounds,
            accepted=len(delays) + sum(lost for _, lost in heard),
            refused=dict(self._refused),
            commands_per_second=round(len(self._answers) / took, 1),
            events_per_second=round(events / took, 1),
            p50_ms=_at(delays, 0.5),
            p99_ms=_at(delays, 0.99),
            max_ms=_at(delays, 1.0),
            answer_p99_ms=_at(sorted(self._answers), 0.99),
            lost=sum(lost for _, lost in heard),
            out_of_order=sum(seat.gaps for seat in seats),
            reconnected=sum(seat.losses for seat in seats),
        )

    async def _settle(self) -> None:
        """Wait until everybody has heard everything, or for so long."""
        until = time.monotonic() + SETTLE_S
        while time.monotonic() < until:
            if not any(floor.delays()[1] for floor in self._floors.values()):
                return
            await asyncio.sleep(0.1)

    def _rounds(self) -> int:
        """Rounds that have been dealt at all tables together."""
        statuses = [floor.seats[0].status for floor in self._floors.values() if floor.seats]
        return sum(status.round for status in statuses if status is not None)


def _at(ordered: list[float], share: float) -> float:
    """The value below which so much of a sorted list lies, in milliseconds."""
    if not ordered:
        return 0.0
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


@click.command()
@click.argument("url")
@click.option("--sockets", type=click.IntRange(1, 10_000), default=100, show_default=True)
@click.option("--seconds", type=click.FloatRange(1, 86_400), default=30.0, show_default=True)
@click.option("--think", "think_s", type=click.FloatRange(0, 600), default=1.0, show_default=True,
              help="Seconds that a decision takes on average.")  # fmt: skip
def main(url: str, sockets: int, seconds: float, think_s: float) -> None:
    """Play at every table of a server of your own, and print figures as JSON."""
    figures = asyncio.run(Load(url, think_s=think_s).run(sockets=sockets, seconds=seconds))
    click.echo(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())


if __name__ == "__main__":
    main()
