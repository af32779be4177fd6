"""The clocks, random numbers and threads of a server.

Tables, register, bankrolls, signed heads and sessions get their time here, from the wall clock
without jumps that did not last. Nothing else reads the wall clock, so that a few seconds of a wrong
clock are written nowhere.
"""

import asyncio
import base64
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec, TypeVar

from pitboss.shuffle import SEED_BYTES

P = ParamSpec("P")
R = TypeVar("R")

JUMP_MS = 2_000
"""Smallest jump; a clock that is set gently moves by far less between two looks."""
LOOK_S = 1.0
"""Seconds between two comparisons of the clocks."""
GAP_MS = 100
"""Time between two readings above which both clocks are read again."""
DOUBTED_MS = 300_000
"""Jump above which the wall clock is not followed at once."""
LASTING_MS = 60_000
"""Time after which such a jump is followed."""


class TrustedClock:
    """The wall clock, continued by the steady one while a jump of it is doubted."""

    def __init__(self, wall_ms: Callable[[], int], steady_ms: Callable[[], int]) -> None:
        self._wall_ms = wall_ms
        self._steady_ms = steady_ms
        self._lock = threading.Lock()
        """Tables, the register and the witness read the clock from threads of their own."""
        self._trusted_ms = self._measure()[1]
        """Lead of trusted time over the steady clock."""
        self._doubted: tuple[int, int] | None = None
        """Start of the doubt by the steady clock, and the wall clock's lead over that clock."""

    def now_ms(self) -> int:
        """Return milliseconds since the epoch; a large jump counts once it has lasted a minute."""
        with self._lock:
            return self._compare() + self._trusted_ms

    def off_by_ms(self) -> int:
        """Return the wall clock's lead over trusted time while that is doubted; otherwise 0."""
        with self._lock:
            self._compare()
            return 0 if self._doubted is None else self._doubted[1] - self._trusted_ms

    def ahead_ms(self) -> int:
        """Return the lead of trusted time over the steady clock."""
        with self._lock:
            self._compare()
            return self._trusted_ms

    def _compare(self) -> int:
        """Compare the clocks, and return the steady one."""
        steady_ms, ahead_ms = self._measure()
        if abs(ahead_ms - self._trusted_ms) <= DOUBTED_MS:
            self._trusted_ms, self._doubted = ahead_ms, None
            return steady_ms
        # After another jump the clock has to last for the whole time again.
        if self._doubted is None or abs(ahead_ms - self._doubted[1]) > DOUBTED_MS:
            self._doubted = steady_ms, ahead_ms
        since_ms = self._doubted[0]
        self._doubted = since_ms, ahead_ms
        if steady_ms - since_ms >= LASTING_MS:
            self._trusted_ms, self._doubted = ahead_ms, None
        return steady_ms

    def _measure(self) -> tuple[int, int]:
        """Return the steady clock, and the wall clock's lead over it."""
        while True:
            steady_ms = self._steady_ms()
            wall_ms = self._wall_ms()
            # A server that was held up between the two has seen no jump.
            if self._steady_ms() - steady_ms <= GAP_MS:
                return steady_ms, wall_ms - steady_ms


class ClockWatch:
    """Finds jumps of trusted time, and new doubts about the wall clock, between its calls."""

    def __init__(self, clock: TrustedClock) -> None:
        self._clock = clock
        self._ahead_ms = clock.ahead_ms()
        self._is_doubted = False

    def poll(self) -> int:
        """Return the jump of trusted time since the last call, or 0."""
        before_ms, self._ahead_ms = self._ahead_ms, self._clock.ahead_ms()
        by_ms = self._ahead_ms - before_ms
        return by_ms if abs(by_ms) > JUMP_MS else 0

    def has_begun_to_doubt(self) -> bool:
        """Return True if the wall clock has come into doubt since the last look."""
        was_doubted, self._is_doubted = self._is_doubted, bool(self._clock.off_by_ms())
        return self._is_doubted and not was_doubted


ID_BYTES = 8


def machine_ms() -> int:
    """Return milliseconds since the epoch by the wall clock of this machine, which may jump."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Return milliseconds since some moment; they never run back."""
    return time.monotonic_ns() // 1_000_000


def threads(count: int, name: str, niceness: int = 0) -> Executor:
    """Return threads for calls that wait for a disk, or that take long and yield to the tables."""
    return ThreadPoolExecutor(
        count, thread_name_prefix=name, initializer=yield_to_tables, initargs=(niceness,)
    )


async def run_in(executor: Executor, call: Callable[P, R], *args: P.args, **named: P.kwargs) -> R:
    """Return the result of a call that waits for a disk, made in a thread of an executor."""
    bound = partial(call, *args, **named)
    return await asyncio.get_running_loop().run_in_executor(executor, bound)


def yield_to_tables(niceness: int) -> None:
    """Lower the priority of this thread, and of every process that it starts, on Linux."""
    if niceness and sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Sources of time, chance and threads; a simulated world has its own."""

    machine_ms: Callable[[], int] = machine_ms
    """The wall clock of the machine; only ``clock`` reads it."""
    steady_ms: Callable[[], int] = steady_ms
    """The clock of timers."""
    draw: Callable[[int], bytes] = secrets.token_bytes
    """Returns this many random bytes."""
    threads: Callable[..., Executor] = threads
    """Returns an executor with this many threads, a name, and a niceness."""
    clock: TrustedClock = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Begin to compare the clocks."""
        object.__setattr__(self, "clock", TrustedClock(self.machine_ms, self.steady_ms))

    def wall_ms(self) -> int:
        """Return milliseconds since the epoch, without jumps that did not last."""
        return self.clock.now_ms()

    def draw_seed(self) -> bytes:
        """Return the seed of a shoe."""
        return self.draw(SEED_BYTES)

    def draw_token(self, size: int) -> str:
        """Return this many random bytes as letters and digits that a link can carry."""
        return base64.urlsafe_b64encode(self.draw(size)).rstrip(b"=").decode()

    def new_id(self) -> str:
        """Return a random id for a command that was sent without one."""
        return self.draw(ID_BYTES).hex()


REAL = Surroundings()
"""The clocks and threads of this machine, and the random numbers of its operating system."""
