"""What a server takes from the world around it: clocks, chance and threads.

The time that a server goes by: the wall clock, without jumps that did not last.

Nothing else reads the wall clock: tables, register, bankrolls, signed heads and sessions get their
time here, so that a few seconds of a wrong clock are written nowhere.
"""

import base64
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field

from pitboss.shuffle import SEED_BYTES

JUMP_MS = 2_000
"""A clock that is put right gently moves by far less between two looks."""
LOOK_S = 1.0
"""How often the clocks are compared."""
GAP_MS = 100
"""Clocks that are read further apart than this are read again."""
DOUBTED_MS = 300_000
"""A jump further than this is not followed at once."""
LASTING_MS = 60_000
"""It is followed once it has lasted for this long."""


class TrustedClock:
    """The wall clock, carried on by the steady one while a jump of it is doubted."""

    def __init__(self, wall_ms: Callable[[], int], steady_ms: Callable[[], int]) -> None:
        self._wall_ms = wall_ms
        self._steady_ms = steady_ms
        self._lock = threading.Lock()
        """Tables, the register and the witness read it from threads of their own."""
        self._trusted_ms = self._measure()[1]
        """How far trusted time is ahead of the steady clock."""
        self._doubted: tuple[int, int] | None = None
        """Since when by the steady clock the wall clock is off, and how far ahead of it it is."""

    def now_ms(self) -> int:
        """Milliseconds since the epoch; a large jump counts once it has lasted for a minute."""
        with self._lock:
            return self._look() + self._trusted_ms

    def off_by_ms(self) -> int:
        """How far the wall clock is ahead of trusted time, while that is doubted; else 0."""
        with self._lock:
            self._look()
            return 0 if self._doubted is None else self._doubted[1] - self._trusted_ms

    def ahead_ms(self) -> int:
        """How far trusted time is ahead of the steady clock."""
        with self._lock:
            self._look()
            return self._trusted_ms

    def _look(self) -> int:
        """Compare the clocks, and return the steady one."""
        steady_ms, ahead_ms = self._measure()
        if abs(ahead_ms - self._trusted_ms) <= DOUBTED_MS:
            self._trusted_ms, self._doubted = ahead_ms, None
            return steady_ms
        # A clock that jumps again has to last again.
        if self._doubted is None or abs(ahead_ms - self._doubted[1]) > DOUBTED_MS:
            self._doubted = steady_ms, ahead_ms
        since_ms = self._doubted[0]
        self._doubted = since_ms, ahead_ms
        if steady_ms - since_ms >= LASTING_MS:
            self._trusted_ms, self._doubted = ahead_ms, None
        return steady_ms

    def _measure(self) -> tuple[int, int]:
        """The steady clock, and how far the wall clock is ahead of it."""
        while True:
            steady_ms = self._steady_ms()
            wall_ms = self._wall_ms()
            # A server that was held up between the two has seen no jump.
            if self._steady_ms() - steady_ms <= GAP_MS:
                return steady_ms, wall_ms - steady_ms


class ClockWatch:
    """Finds the jumps of trusted time, and the doubts about the wall clock, from look to look."""

    def __init__(self, clock: TrustedClock) -> None:
        self._clock = clock
        self._ahead_ms = clock.ahead_ms()
        self._is_doubted = False

    def look(self) -> int:
        """By how much trusted time has jumped since the last look; 0 if it has not."""
        before_ms, self._ahead_ms = self._ahead_ms, self._clock.ahead_ms()
        by_ms = self._ahead_ms - before_ms
        return by_ms if abs(by_ms) > JUMP_MS else 0

    def has_begun_to_doubt(self) -> bool:
        """Return True if the wall clock has come into doubt since the last look."""
        was_doubted, self._is_doubted = self._is_doubted, bool(self._clock.off_by_ms())
        return self._is_doubted and not was_doubted


ID_BYTES = 8


def machine_ms() -> int:
    """Milliseconds since the epoch, by the wall clock of this machine: it may jump."""
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    """Milliseconds since some moment: they only go on."""
    return time.monotonic_ns() // 1_000_000


def threads(count: int, name: str, niceness: int = 0) -> Executor:
    """Threads for what waits for a disk, or for what takes long and yields to the tables."""
    return ThreadPoolExecutor(
        count, thread_name_prefix=name, initializer=yield_to_tables, initargs=(niceness,)
    )


def yield_to_tables(niceness: int) -> None:
    """Have this thread, and every process it starts, give way; where the system can do that."""
    if niceness and sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where time, chance and threads come from; a simulated world hands in its own."""

    machine_ms: Callable[[], int] = machine_ms
    """The wall clock as the machine shows it; only ``clock`` reads it."""
    steady_ms: Callable[[], int] = steady_ms
    """What timers are set by."""
    draw: Callable[[int], bytes] = secrets.token_bytes
    """This many random bytes."""
    threads: Callable[..., Executor] = threads
    """This many, under a name, and how much they yield."""
    clock: TrustedClock = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Begin to compare the clocks."""
        object.__setattr__(self, "clock", TrustedClock(self.machine_ms, self.steady_ms))

    def wall_ms(self) -> int:
        """Milliseconds since the epoch, without jumps that did not last."""
        return self.clock.now_ms()

    def draw_seed(self) -> bytes:
        """The seed of a shoe."""
        return self.draw(SEED_BYTES)

    def draw_token(self, size: int) -> str:
        """This many random bytes as letters and digits that a link can carry."""
        return base64.urlsafe_b64encode(self.draw(size)).rstrip(b"=").decode()

    def new_id(self) -> str:
        """An id for a command that nobody gave one."""
        return self.draw(ID_BYTES).hex()


REAL = Surroundings()
"""The clocks and threads of this machine, and the random numbers of its operating system."""
