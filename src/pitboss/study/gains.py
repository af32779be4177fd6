"""Gains of plays by a count: the same rounds with and without them, from the same cards."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import sqrt

import numpy as np

from pitboss.errors import SimulationError
from pitboss.sim.counting import BUCKETS, COUNT_LOW, Betting
from pitboss.sim.experiment import Experiment
from pitboss.sim.run import in_order, tasks
from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Ints
from pitboss.sim.targets.cpu import compare

INSURANCE = "insurance"
"""Name of insurance and even money among the plays."""
TASK_BLOCKS = 128
Weights = Callable[[int], float]
"""Function that returns the bet at a count."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain of a play per unit of all bets, and its standard error."""

    hand: str
    rounds: int
    """Rounds in which it was the first play to deviate."""
    gain: float
    error: float

    def plain(self) -> dict[str, object]:
        """Return the gain as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Gains:
    """Sums of the gains of plays, by the count before the round."""

    hands: tuple[str, ...]
    """Insurance, then the hands that have plays."""
    counts: Ints
    """(25,): rounds by the count before them."""
    sums: Ints
    """(hands, 25, 3): rounds in which a play was the first to deviate, its gain, the squares."""
    unit: float
    """Grains of one wager."""

    def merge(self, other: "Gains") -> "Gains":
        """Return the sum of two runs."""
        return replace(self, counts=self.counts + other.counts, sums=self.sums + other.sums)

    def of(self, hand: str, bet: Weights = lambda _count: 1.0) -> Gain:
        """Return the gain of one play, with these bets at each count."""
        rows = self.sums[self.hands.index(hand)]
        return self._gain(hand, rows, bet)

    def each(self, bet: Weights = lambda _count: 1.0) -> tuple[Gain, ...]:
        """Return the gain of each play, the largest first."""
        gains = [self.of(hand, bet) for hand in self.hands]
        return tuple(sorted(gains, key=lambda gain: -gain.gain))

    def total(self, bet: Weights = lambda _count: 1.0) -> Gain:
        """Return the gain of all plays together."""
        return self._gain("all", self.sums.sum(axis=0), bet)

    def by_hand(self, bet: Weights = lambda _count: 1.0) -> Mapping[str, tuple[float, float]]:
        """Return gain and standard error by hand."""
        return {gain.hand: (gain.gain, gain.error) for gain in self.each(bet)}

    def _gain(self, hand: str, rows: Ints, bet: Weights) -> Gain:
        bets = np.array([bet(COUNT_LOW + place) for place in range(BUCKETS)])
        rounds, staked = float(self.counts.sum()), float(self.counts @ bets) * self.unit
        total = float(rows[:, 1] @ bets)
        squares = float(rows[:, 2] @ bets**2)
        spread = sqrt(max(0.0, squares - total**2 / rounds))
        return Gain(hand, int(rows[:, 0].sum()), total / staked, spread / staked)


def play_gains(experiment: Experiment, rounds: int, *, seed: int = 1, threads: int = 1) -> Gains:
    """Play each round with the plays of the experiment and without them.

    The next round is dealt from the cards that the player without plays leaves.
    """
    betting = experiment.betting
    if betting is None:
        raise SimulationError("plays gain by a count, and this experiment has none")
    if experiment.is_double or experiment.sides:
        raise SimulationError("plays are compared at a single shoe without side wagers")
    if rounds < 1:
        raise SimulationError(f"a simulation plays one round or more, not {rounds}")
    plain = Betting(betting.count, betting.ramp)
    usual = replace(experiment, betting=plain)
    assert usual.compiled.grain == experiment.compiled.grain
    names = (INSURANCE, *betting.hands)

    shape = len(names), BUCKETS, layout.SUM_WIDTH
    unit = experiment.unit / experiment.compiled.grain
    made = Gains(names, np.zeros(BUCKETS, np.int64), np.zeros(shape, np.int64), unit)
    left = tasks(rounds, seed=seed, blocks=TASK_BLOCKS)
    with ThreadPoolExecutor(threads) as pool:
        for _, sums in in_order(pool, partial(compare, usual), experiment, left, threads):
            made = made.merge(Gains(names, sums.rounds, sums.gains.reshape(shape), unit))
    return made
