"""Jumps of the clock on the wall, seen by the steady clock beside it."""

from pitboss.server.surroundings import Surroundings

JUMP_MS = 2_000
"""A clock that is put right gently moves by far less between two looks."""
LOOK_S = 1.0
"""How often the clocks are looked at."""
GAP_MS = 100
"""Clocks that are read further apart than this are read again."""


class ClockWatch:
    """Compares the clock on the wall with the steady one, from look to look."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._ahead_ms = self._read()

    def look(self) -> int:
        """By how much the clock on the wall has jumped since the last look; 0 where it has not."""
        before_ms, self._ahead_ms = self._ahead_ms, self._read()
        by_ms = self._ahead_ms - before_ms
        return by_ms if abs(by_ms) > JUMP_MS else 0

    def _read(self) -> int:
        """How far the clock on the wall is ahead of the steady one."""
        while True:
            first_ms = self._around.steady_ms()
            wall_ms = self._around.wall_ms()
            # A server that was held up between the two has seen no jump.
            if self._around.steady_ms() - first_ms <= GAP_MS:
                return wall_ms - first_ms
