"""A load generator: many bots play real rounds, and the way of every command is timed.

    python benchmarks/load.py http://localhost:8021 --sockets 100 --seconds 30
    python benchmarks/load.py http://localhost:8021 --sockets 100 --probes 50

It sits down at every open table in turn. A command is timed from the moment it is sent until the
last socket at its table has received it; a deal, from the moment the table had announced. A client
that waits for each answer does not notice a server that stands still: the commands that would have
had to wait are never sent. So ``--probes`` also sends commands at fixed times, whether or not the
ones before are answered, and times them from when they were due.
"""

import asyncio
import gc
import itertools
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import click
import msgspec

from pitboss.bots.by_strategy import ByStrategy
from pitboss.client.playing import play
from pitboss.client.table import ClientError, Heard, LiveTable
from pitboss.client.visitor import Visitor
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.rulebook.rules import Rules
from pitboss.wire.protocol import Answer

ARRIVALS_MAX = 32
"""Bots that log in at the same time."""
DEALS = b'"phase":"dealing"'
"""Stands in the event with which a round begins."""
SETTLE_S = 5.0
"""Seconds in which the last events must reach every player."""


PROBE_CENTS = 1
"""A probe buys in for this: it is taken at any time, written, and sent to the whole table."""

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
            answer = await seat.give(BuyIn(player=seat.viewer, amount=PROBE_CENTS))
        except ClientError as error:
            self.refused[error.code] += 1
            return
        if answer.refused is not None:
            self.refused[answer.refused.code] += 1
        else:
            self.accepted(seat, answer.last, due)


class Figures(msgspec.Struct, frozen=True):
    """Result of a run; a command's way ends at the last socket of its table."""

    tables: int
    sockets: int
    seconds: float
    rounds: int
    accepted: int
    refused: dict[str, int]
    commands_per_second: float
    """Accepted ones."""
    events_per_second: float
    """Each counted once for every socket that heard it."""
    p50_ms: float
    p99_ms: float
    max_ms: float
    answer_p99_ms: float
    """Until the answer alone."""
    deals: int
    """Dealt by the table itself when its time was up."""
    deal_p99_ms: float
    """From then until the last socket has heard of it."""
    probes: int
    """Commands sent at fixed times."""
    probes_refused: dict[str, int]
    probe_p50_ms: float
    probe_p99_ms: float
    """From the moment at which they were due."""
    probe_max_ms: float
    lost: int
    """Accepted commands of which somebody at the table did not hear, and probes without answer."""
    out_of_order: int
    reconnected: int


@dataclass(slots=True)
class Floor:
    """Events received at one table."""

    rules: Rules
    seats: list[LiveTable] = field(default_factory=list)
    heard: dict[int, tuple[int, float]] = field(default_factory=dict)
    """For each event: how many have heard it, and when the last of them did."""
    sent: dict[int, float] = field(default_factory=dict)
    """For the last event of each accepted command: when the command was sent."""
    due: dict[int, float] = field(default_factory=dict)
    """For the last event of each accepted probe: when the probe was due."""
    deals: dict[int, float] = field(default_factory=dict)
    """For the first event of each deal by the table itself: when it was due."""
    events: int = 0
    """Events heard, once for every socket."""

    def hear(self, one: Heard) -> None:
        """Note that one more socket has heard an event."""
        count, _ = self.heard.get(one.n, (0, 0.0))
        self.heard[one.n] = count + 1, time.monotonic()
        self.events += 1
        if not count and DEALS in bytes(one.message.event):
            self._note_deal(one.n)

    def _note_deal(self, number: int) -> None:
        """A round begins: where the table had said when, it is timed from then."""
        status = self.seats[0].status if self.seats else None
        if status is not None and status.waits_for == "deal" and status.deadline_ms:
            late_s = time.time() - status.deadline_ms / 1000
            if late_s >= 0:
                self.deals[number] = time.monotonic() - late_s

    def begin(self) -> None:
        """Everybody has come: commands count from now on."""
        self.sent.clear()
        self.deals.clear()
        self.events = 0

    def delays(self, begun: dict[int, float]) -> tuple[list[float], int]:
        """Seconds from what was begun to all seats; and how many of it somebody did not hear of."""
        delays = []
        for version, at in begun.items():
            count, last = self.heard.get(version, (0, 0.0))
            if count == len(self.seats):
                delays.append(last - at)
        return delays, len(begun) - len(delays)

    @property
    def is_told(self) -> bool:
        """Return True if every player has received every command."""
        return not self.delays(self.sent)[1] and not self.delays(self.due)[1]


class Load:
    """One run against one server."""

    def __init__(self, url: str, *, think_s: float, probes_per_second: float = 0.0) -> None:
        self._url = url
        self._think_s = think_s
        self._probes_per_second = probes_per_second
        self._floors: dict[str, Floor] = {}
        self._refused: Counter[str] = Counter()
        self._answers: list[float] = []
        self._is_over = False

    async def run(self, *, sockets: int, seconds: float) -> Figures:
        """Seat everybody, play for this many seconds, and return the figures."""
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
        probe = Probe(seats, self._probes_per_second or 1.0, self._accept)
        if self._probes_per_second:
            await probe.run(seconds)
        await asyncio.sleep(began + seconds - time.monotonic())
        self._is_over = True
        took, rounds = time.monotonic() - began, self._rounds() - rounds
        events = sum(floor.events for floor in self._floors.values())
        unanswered = await probe.settle(SETTLE_S)
        await self._settle()
        floors = self._floors.values()
        delays, lost = _all([floor.delays(floor.sent) for floor in floors])
        deals, _ = _all([floor.delays(floor.deals) for floor in floors])
        probes, unheard = _all([floor.delays(floor.due) for floor in floors])
        return Figures(
            tables=len(self._floors),
            sockets=len(seats),
            seconds=round(took, 1),
            rounds=rounds,
            accepted=len(delays) + lost,
            refused=dict(self._refused),
            commands_per_second=round((len(delays) + lost) / took, 1),
            events_per_second=round(events / took, 1),
            p50_ms=_at(delays, 0.5),
            p99_ms=_at(delays, 0.99),
            max_ms=_at(delays, 1.0),
            answer_p99_ms=_at(sorted(self._answers), 0.99),
            deals=len(deals),
            deal_p99_ms=_at(deals, 0.99),
            probes=probe.sent,
            probes_refused=dict(probe.refused),
            probe_p50_ms=_at(probes, 0.5),
            probe_p99_ms=_at(probes, 0.99),
            probe_max_ms=_at(probes, 1.0),
            lost=lost + unheard + unanswered,
            out_of_order=sum(seat.gaps for seat in seats),
            reconnected=sum(seat.losses for seat in seats),
        )

    def _accept(self, seat: LiveTable, version: int, due: float) -> None:
        self._floors[seat.table].due[version] = due

    async def _settle(self) -> None:
        """Wait until everybody has heard everything, or this many seconds at most."""
        until = time.monotonic() + SETTLE_S
        while time.monotonic() < until:
            if all(floor.is_told for floor in self._floors.values()):
                return
            await asyncio.sleep(0.1)

    def _rounds(self) -> int:
        """Rounds that have been dealt at all tables together."""
        statuses = [floor.seats[0].status for floor in self._floors.values() if floor.seats]
        return sum(status.round for status in statuses if status is not None)


def _all(heard: list[tuple[list[float], int]]) -> tuple[list[float], int]:
    """The delays at all tables, sorted, and how much was not heard at any."""
    return sorted(delay for some, _ in heard for delay in some), sum(lost for _, lost in heard)


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
@click.option("--probes", type=click.FloatRange(0, 100_000), default=0.0, show_default=True,
              help="Also send this many commands a second, at fixed times.")  # fmt: skip
def main(url: str, sockets: int, seconds: float, think_s: float, probes: float) -> None:
    """Play at every table of a server of your own, and print figures as JSON."""
    load = Load(url, think_s=think_s, probes_per_second=probes)
    figures = asyncio.run(load.run(sockets=sockets, seconds=seconds))
    click.echo(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())


if __name__ == "__main__":
    main()
