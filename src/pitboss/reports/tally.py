"""Adding up: what is counted while a log is read, for one part of the period or for all of it."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from pitboss.money import Cents

Stakes = Counter[tuple[int, Cents, Cents]]
"""How many initial wagers there were, by dealer hands bet against, stake and meter."""
Exposure = dict[tuple[int, str], Stakes]
"""Initial wagers by the rules that were in force and by wager."""

PAUSE_MS = 600_000
"""A longer time between two rounds does not count as time at play."""


@dataclass(slots=True)
class WagerTally:
    """One kind of wager."""

    count: int = 0
    staked: Cents = 0
    paid: Cents = 0
    taken: Cents = 0

    def add(self, net: Cents) -> None:
        """Add what a player won, or lost where it is below zero."""
        self.paid += max(0, net)
        self.taken += max(0, -net)


@dataclass(slots=True)
class Tally:
    """Everything that is counted."""

    drop: Cents = 0
    cash: Cents = 0
    brought: Cents = 0
    cashed: Cents = 0
    rounds: int = 0
    hands: int = 0
    played_ms: int = 0
    corrections: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    difference: Cents = 0
    wagers: dict[str, WagerTally] = field(default_factory=lambda: defaultdict(WagerTally))
    exposure: Exposure = field(default_factory=lambda: defaultdict(Counter))
    house: Cents = 0
    """By the ledger: what came to the float and the meter."""
    first_ms: int = 0
    last_ms: int = 0

    @property
    def win(self) -> Cents:
        """What the house won, from what was settled and corrected."""
        return sum(one.taken - one.paid for one in self.wagers.values()) - self.corrections

    @property
    def is_empty(self) -> bool:
        """Whether nothing was sold, cashed, played or moved."""
        sums = (
            self.drop,
            self.brought,
            self.cashed,
            self.rounds,
            self.corrections,
            self.fills,
            self.credits,
        )
        return not any(sums) and not self.wagers and not self.difference

    def see(self, at_ms: int) -> None:
        """Something happened at this time."""
        self.first_ms = min(self.first_ms or at_ms, at_ms)
        self.last_ms = max(self.last_ms, at_ms)


@dataclass(slots=True)
class PlayerTally:
    """One player."""

    bought: Cents = 0
    cashed: Cents = 0
    staked: Cents = 0
    net: Cents = 0
    corrections: Cents = 0
    rounds: int = 0
    chips: Cents = 0
