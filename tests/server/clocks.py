"""Clocks that a test sets: time that passes, and a clock on the wall that jumps."""

from dataclasses import dataclass

from pitboss.server.surroundings import Surroundings, steady_ms, wall_ms


@dataclass
class Clocks:
    """The clocks of this machine, with what a test adds to them."""

    passed_ms: int = 0
    """Time that has passed, by both clocks."""
    jumped_ms: int = 0
    """How far the clock on the wall was moved."""

    def wall_ms(self) -> int:
        """The clock on the wall."""
        return wall_ms() + self.passed_ms + self.jumped_ms

    def steady_ms(self) -> int:
        """The steady clock."""
        return steady_ms() + self.passed_ms

    @property
    def around(self) -> Surroundings:
        """A world with these clocks."""
        return Surroundings(wall_ms=self.wall_ms, steady_ms=self.steady_ms)
