"""What a server takes from the world around it: clocks, chance and threads."""

import base64
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field

from pitboss.server.clock_jumps import TrustedClock
from pitboss.shuffle import SEED_BYTES

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
