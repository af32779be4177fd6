"""What goes wrong in a world, and when: one fault after another, from its chances."""

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Protocol

from tests.world.clients import Seat
from tests.world.disk import Disk
from tests.world.network import Network, Weather

APART = (30, 170)
"""Commands between two faults."""
LOOK_S = 0.25
JUMPS_MS = (1_000, 30_000, 280_000, 320_000, 3_600_000, 30 * 86_400_000, 3_652 * 86_400_000)
"""How far the clock on the wall jumps: from a second to ten years."""
CALM = Weather()
QUICK_S, SLOW_S = (0.0002, 0.004), (0.05, 0.9)
"""How long the disk takes for one thing."""
WEATHERS = (
    CALM,
    Weather(delay_s=(0.05, 0.8)),
    Weather(lost_p=0.1),
    Weather(doubled_p=0.2),
    Weather(overtaken_p=0.3, delay_s=(0.001, 0.3)),
    Weather(delay_s=(0.001, 0.5), lost_p=0.05, doubled_p=0.05, overtaken_p=0.2),
)


class Machine(Protocol):
    """What a fault can do to the server."""

    def kill(self) -> None:
        """End the process."""

    def cut_power(self) -> None:
        """End the process, and lose what the disk has not synced."""

    async def restart(self) -> None:
        """Stop the process as with Ctrl-C, and start it again."""


class Faults:
    """Breaks things, and repairs them after a while."""

    def __init__(
        self, rng: random.Random, machine: Machine, network: Network, disk: Disk | None,
        seats: Sequence[Seat], commands: Callable[[], int],
    ) -> None:  # fmt: skip
        self.rng = rng
        self._commands = commands
        self.takes_s = QUICK_S
        self.skew_ms = 0
        """What the clock on the wall is off by."""
        self.counts: dict[str, int] = {}
        self._machine = machine
        self._network = network
        self._disk = disk
        self._seats = seats

    async def happen(self) -> None:
        """One fault after another for good."""
        kinds: list[Callable[[], None]] = [
            self._turn_weather, self._turn_weather, self._turn_weather, self._cut_off,
            self._cut_off, self._break_off, self._break_off, self._half_open, self._half_open,
            self._jump, self._jump_for_seconds, self._put_clock_right, self._slow, self._kill,
            self._kill_at_answer,
        ]  # fmt: skip
        if self._disk is not None:
            kinds += [self._cut_power, self._cut_power_within, self._fill, self._fail]
        while True:
            at = self._commands() + self.rng.randint(*APART)
            while self._commands() < at:
                await asyncio.sleep(LOOK_S)
            kind = self.rng.choice(kinds)
            name = kind.__name__.strip("_")
            self.counts[name] = self.counts.get(name, 0) + 1
            kind()
            if self.rng.random() < 0.03:
                await self._machine.restart()

    def end(self) -> None:
        """From now on all is well."""
        self._network.weather = CALM
        self._network.cut_off.clear()
        self._network.dies_at_answer = None
        self.takes_s = QUICK_S
        self._repair()

    def _later(self, call: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_later(self.rng.uniform(0.5, 8.0), call)

    def _turn_weather(self) -> None:
        self._network.weather = self.rng.choice(WEATHERS)

    def _cut_off(self) -> None:
        """Some people are in another part of the network for a while."""
        names = sorted({seat.name for seat in self._seats})
        some = self.rng.sample(names, self.rng.randint(1, len(names)))
        self._network.cut_off.update(some)
        self._later(lambda: self._network.cut_off.difference_update(some))

    def _break_off(self) -> None:
        for connection in list(self._network.open):
            if self.rng.random() < 0.5:
                connection.break_off(for_client=True, for_server=True)

    def _half_open(self) -> None:
        """One end believes in a connection that the other has given up."""
        for connection in list(self._network.open):
            if self.rng.random() < 0.5:
                is_clients = self.rng.random() < 0.5
                connection.break_off(for_client=is_clients, for_server=not is_clients)

    def _jump(self) -> None:
        """The clock on the wall is wrong from now on, or until it is put right."""
        jump_ms = self.rng.choice(JUMPS_MS)
        self.skew_ms = self.rng.choice((-1, 1)) * self.rng.randint(jump_ms // 2, jump_ms)

    def _jump_for_seconds(self) -> None:
        """The clock on the wall is wrong for a moment, and nobody is the wiser."""
        was_ms = self.skew_ms
        self._jump()
        wrong_ms = self.skew_ms

        def put_right() -> None:
            if self.skew_ms == wrong_ms:
                self.skew_ms = was_ms

        self._later(put_right)

    def _put_clock_right(self) -> None:
        self.skew_ms = 0

    def _slow(self) -> None:
        self.takes_s = SLOW_S
        self._later(self._quicken)

    def _quicken(self) -> None:
        self.takes_s = QUICK_S

    def _kill(self) -> None:
        self._machine.kill()

    def _kill_at_answer(self) -> None:
        """The next command is carried out, and whoever gave it is not told."""
        self._network.dies_at_answer = self._machine.kill

    def _cut_power(self) -> None:
        self._machine.cut_power()

    def _cut_power_within(self) -> None:
        """The power goes in the middle of a write or a sync that is still to come."""
        assert self._disk is not None
        self._disk.off_at = self._disk.steps + self.rng.randint(1, 40)

    def _fill(self) -> None:
        assert self._disk is not None
        self._disk.is_full = True
        self._later(self._repair)

    def _fail(self) -> None:
        assert self._disk is not None
        self._disk.is_failing = True
        self._later(self._repair)

    def _repair(self) -> None:
        if self._disk is not None:
            self._disk.is_full = self._disk.is_failing = False
