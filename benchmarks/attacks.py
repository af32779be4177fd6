"""Players at their tables while the server is attacked: what they notice of it.

    python -m benchmarks.attacks                      # 100 players, ten kinds, five minutes
    python -m benchmarks.attacks --seconds 30 --kind half_sent --kind readers

The server runs as a process of its own on a fresh SQLite file. So do the attackers, who come from
20 addresses of this machine (127.0.0.2 and on) with as little claim on its processors as there is:
they stand for other machines, and are not to win by taking this one's cores. The players are in
this process. Each is seated and has bought in; their probes are sent at fixed times, whether or not
those before have been answered, and timed from when they were due until the last socket at the
table has heard. The undisturbed figures are taken before and after each attack of the same run; the
ratio of a kind is to those, and the last line has all undisturbed probes against all others.
"""

import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import click
import msgspec

from benchmarks.attackers import ADDRESSES, KINDS
from benchmarks.load import Probe
from benchmarks.server import commands_per_second, open_tables, server
from pitboss.client import Visitor
from pitboss.client.table import Heard, LiveTable
from pitboss.engine.chips import BuyIn

CALM = "nothing"
CHIPS = 10_000
SETTLE_S = 10.0
WARM_S = 1.0
"""Seconds of an attack before it is measured."""
LIMITS = """
logins_per_minute = 150    # the players all come from one address here; the rest is as it is

[pace]
betting_ms = 4000
turn_ms = 15000
"""


class Felt(msgspec.Struct, frozen=True):
    """Delays of the players meanwhile, in milliseconds."""

    kind: str
    probes: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    lost: int
    """Probes refused, without answer, or not heard of by somebody at the table."""
    reconnected: int
    cores: float
    """The CPU time that the server took, without its calculations."""
    ratio: float = 1.0
    """The p99 to that of the undisturbed."""
    delays_s: tuple[float, ...] = ()
    """Of every probe that was heard, the shortest first."""


class Summary(msgspec.Struct, frozen=True):
    """All undisturbed probes of a run against those under attack."""

    undisturbed_p99_ms: float
    attacked_p99_ms: float
    ratio: float
    worst_ratio: float
    """Of one kind of attack."""
    lost: int
    reconnected: int
    kinds: int
    addresses: int


class Players:
    """People at their tables, each with a socket."""

    def __init__(self, server: int) -> None:
        self._server = server
        self.seats: list[LiveTable] = []
        self._at_table: dict[str, int] = {}
        self._heard: dict[tuple[str, int], tuple[int, float]] = {}
        self._due: dict[tuple[str, int], float] = {}

    @classmethod
    @asynccontextmanager
    async def seated(cls, told: dict[str, str], count: int) -> AsyncIterator["Players"]:
        """So many, spread over the tables."""
        players, url = cls(int(told["pid"])), told["url"]
        async with AsyncExitStack() as stack:
            async with Visitor(url) as looker:
                tables = [one.table for one in await looker.tables()]
            for number in range(count):
                visitor = await stack.enter_async_context(Visitor(url))
                await visitor.come_as_guest(f"player-{number}")
                await players._sit(stack, visitor, tables[number % len(tables)])
            yield players

    async def _sit(self, stack: AsyncExitStack, visitor: Visitor, table: str) -> None:
        def hear(one: Heard) -> None:
            count, _ = self._heard.get((table, one.n), (0, 0.0))
            self._heard[table, one.n] = count + 1, asyncio.get_running_loop().time()

        seat = await stack.enter_async_context(visitor.sit(table, hear=hear))
        answer = await seat.give(BuyIn(player=visitor.name, amount=CHIPS))
        assert answer.ok, answer
        self.seats.append(seat)
        self._at_table[table] = self._at_table.get(table, 0) + 1

    async def feel(self, kind: str, *, seconds: float, per_second: float) -> Felt:
        """Probe for so long."""
        self._due.clear()
        self._heard.clear()
        losses = sum(seat.losses for seat in self.seats)
        probe = Probe(self.seats, per_second, self._accept)
        before, began = _processor_s(self._server), time.monotonic()
        await probe.run(seconds)
        cores = (_processor_s(self._server) - before) / (time.monotonic() - began)
        unanswered = await probe.settle(SETTLE_S)
        until = time.monotonic() + SETTLE_S
        while (unheard := self._unheard()) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        delays = sorted(
            self._heard[key][1] - due for key, due in self._due.items() if key in self._heard
        )
        return Felt(
            kind, probe.sent, _at(delays, 0.5), _at(delays, 0.99), _at(delays, 1.0),
            lost=unanswered + unheard + sum(probe.refused.values()),
            reconnected=sum(seat.losses for seat in self.seats) - losses, cores=round(cores, 2),
            delays_s=tuple(delays),
        )  # fmt: skip

    def _accept(self, seat: LiveTable, version: int, due: float) -> None:
        self._due[seat.table, version] = due

    def _unheard(self) -> int:
        """Probes that not every socket at their table has heard of."""
        return sum(self._heard.get(key, (0, 0.0))[0] < self._at_table[key[0]] for key in self._due)


def _processor_s(process: int) -> float:
    """Seconds of processor time of a process so far; 0 where the system does not tell."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return 0.0
    own = stat.rpartition(")")[2].split()[11:13]
    return sum(int(ticks) for ticks in own) / os.sysconf("SC_CLK_TCK")


def _at(ordered: list[float], share: float) -> float:
    if not ordered:
        return 0.0
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


@contextmanager
def attack(kind: str, url: str, *, addresses: int = ADDRESSES) -> Iterator[None]:
    """Attackers in a process of their own, until the end."""
    command = [sys.executable, "-m", "benchmarks.attackers", kind, url, str(addresses)]
    root = Path(__file__).parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    with subprocess.Popen(
        command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True
    ) as attackers:
        assert attackers.stdout is not None
        assert attackers.stdout.readline().startswith("attacking")
        try:
            yield
        finally:
            attackers.kill()


async def measure(
    told: dict[str, str], kinds: list[str], *, tables: int, players: int, seconds: float,
    per_second: float, addresses: int = ADDRESSES,
) -> list[Felt]:  # fmt: skip
    """Print the delays of players undisturbed and during each kind of attack."""
    await open_tables(told, tables)
    felt: list[Felt] = []
    async with Players.seated(told, players) as seated:
        await seated.feel("warm-up", seconds=min(3.0, seconds), per_second=per_second)
        calm: list[Felt] = []
        for kind in kinds:
            calm.append(await seated.feel(CALM, seconds=seconds, per_second=per_second))
            with attack(kind, told["url"], addresses=addresses):
                await asyncio.sleep(WARM_S)
                felt.append(await seated.feel(kind, seconds=seconds, per_second=per_second))
        calm.append(await seated.feel(CALM, seconds=seconds, per_second=per_second))
    # The ratio is to what was felt right before and right after.
    told_of: list[Felt] = []
    for one, before, after in zip(felt, calm, calm[1:], strict=False):
        usual_ms = max(1.0, (before.p99_ms + after.p99_ms) / 2)
        attacked = msgspec.structs.replace(one, ratio=round(one.p99_ms / usual_ms, 2))
        told_of += [before, attacked]
    return [*told_of, calm[-1]]


def sum_up(felt: list[Felt], *, addresses: int = ADDRESSES) -> Summary:
    """Result of a run."""
    calm = [one for one in felt if one.kind == CALM]
    attacked = [one for one in felt if one.kind != CALM]
    usual_ms, attacked_ms = _p99_ms(calm), _p99_ms(attacked)
    return Summary(
        undisturbed_p99_ms=usual_ms,
        attacked_p99_ms=attacked_ms,
        ratio=round(attacked_ms / max(1.0, usual_ms), 2),
        worst_ratio=max((one.ratio for one in attacked), default=0.0),
        lost=sum(one.lost for one in felt),
        reconnected=sum(one.reconnected for one in felt),
        kinds=len({one.kind for one in attacked}),
        addresses=addresses,
    )


def _p99_ms(felt: list[Felt]) -> float:
    return _at(sorted(delay for one in felt for delay in one.delays_s), 0.99)


def print_felt(felt: list[Felt]) -> None:
    """A line for each kind of attack."""
    print(
        f"{'attack':24}{'probes':>8}{'p50':>9}{'p99':>9}{'max':>9}{'ratio':>7}{'lost':>6}"
        f"{'cores':>7}{'again':>8}"
    )
    for one in felt:
        print(
            f"{one.kind:24}{one.probes:8}{one.p50_ms:9}{one.p99_ms:9}{one.max_ms:9}"
            f"{one.ratio:7}{one.lost:6}{one.cores:7}{one.reconnected:8}",
            flush=True,
        )


@click.command()
@click.option("--players", default=100, show_default=True)
@click.option("--tables", default=15, show_default=True)
@click.option("--seconds", default=10.0, show_default=True, help="For each kind of attack.")
@click.option("--probes", default=50.0, show_default=True, help="Of all players, a second.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)))
@click.option("--history", default=10.0, show_default=True, help="Seconds of play before, in logs.")
@click.option("--port", default=8932, show_default=True)
def main(
    players: int, tables: int, seconds: float, probes: float, kinds: tuple[str, ...],
    history: float, port: int,
) -> None:  # fmt: skip
    """Print what the players felt."""
    about = {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()}
    print(json.dumps(about))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Logs that are long enough to be a burden to whoever sends them.
        asyncio.run(commands_per_second(folder, tables=5, players=16, seconds=history))
        with server(folder, port, LIMITS) as told:
            run = measure(
                told, list(kinds or KINDS), tables=tables, players=players, seconds=seconds,
                per_second=probes,
            )  # fmt: skip
            felt = asyncio.run(run)
        print_felt(felt)
        print(msgspec.json.encode(sum_up(felt)).decode())


if __name__ == "__main__":
    main()
