"""Clocks that a test sets: time that passes, and a clock on the wall that jumps."""

from dataclasses import dataclass, field

from pitboss.server.surroundings import LASTING_MS, Surroundings, machine_ms, steady_ms


@dataclass
class Clocks:
    """The clocks of this machine, with what a test adds to them."""

    passed_ms: int = 0
    """Time that has passed, by both clocks."""
    jumped_ms: int = 0
    """How far the clock on the wall was moved."""
    surroundings: Surroundings = field(init=False)
    """A world with these clocks."""

    def __post_init__(self) -> None:
        self.surroundings = Surroundings(machine_ms=self.machine_ms, steady_ms=self.steady_ms)

    def machine_ms(self) -> int:
        """The clock on the wall."""
        return machine_ms() + self.passed_ms + self.jumped_ms

    def steady_ms(self) -> int:
        """The steady clock."""
        return steady_ms() + self.passed_ms

    def jump(self, by_ms: int) -> None:
        """Move the clock on the wall, for so long that it is believed."""
        self.surroundings.wall_ms()
        self.jumped_ms += by_ms
        self.surroundings.wall_ms()
        self.passed_ms += LASTING_MS
        self.surroundings.wall_ms()
