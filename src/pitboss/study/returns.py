"""Returns of bets by the round and by the hour, and their risk, by the normal approximation."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf, isfinite, sqrt

from pitboss.arguments import NotNegative, Positive, Risk, checked
from pitboss.sim.results import Result
from pitboss.study import risk

HOURLY = 100
"""Rounds an hour by default, and the rounds that SCORE is for."""
SCORE_BANK = 10_000


@dataclass(frozen=True, slots=True)
class Returns:
    """Mean and variance of a round dealt, in units and their squares; rounds you sit out count.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> returns = game.bet({-12: 1, 2: 4, 4: 8})
    >>> round(returns.score, 1), round(returns.ruin(1000), 3)
    (20.7, 0.023)
    >>> mean, deviation = returns.hourly(100)
    >>> round(mean, 2), round(deviation, 1)
    (1.1, 24.2)
    """

    ev: float
    variance: float
    bet: float
    """The average bet of a round."""
    played: float
    """Share of rounds that are bet on."""
    rounds: int
    """Number of simulated rounds that the figures come from."""

    @property
    def deviation(self) -> float:
        """Standard deviation of a round."""
        return sqrt(self.variance)

    @property
    def error(self) -> float:
        """Standard error of ``ev``."""
        return sqrt(self.variance / self.rounds)

    @property
    def edge(self) -> float:
        """Expected win per unit bet."""
        return self.ev / self.bet if self.bet else 0.0

    @property
    def di(self) -> float:
        """Desirability index: 1000 times the mean over the standard deviation."""
        return 1000 * self.ev / self.deviation if self.variance else 0.0

    @property
    def score(self) -> float:
        """SCORE: expected win of 10,000 dollars in 100 rounds at full Kelly."""
        return HOURLY * SCORE_BANK * (self.di / 1000) ** 2 if self.ev > 0 else 0.0

    @property
    def score_error(self) -> float:
        """Standard error of SCORE."""
        return 2 * self.score * self.error / self.ev if self.ev > 0 else 0.0

    @property
    def n0(self) -> float:
        """N0: number of rounds after which the expected win equals one standard deviation."""
        return self.variance / self.ev**2 if self.ev else inf

    @checked
    def hourly(self, rounds: NotNegative = HOURLY) -> tuple[float, float]:
        """Return mean and standard deviation of an hour with this many rounds."""
        return self.ev * rounds, self.deviation * sqrt(rounds)

    @checked
    def certainty_equivalent(self, bankroll: Positive, *, kelly: Positive = 1.0) -> float:
        """Return the certain win that is worth as much as a round, at this fraction of Kelly."""
        return self.ev - self.variance / (2 * kelly * bankroll)

    @checked
    def ruin(self, bankroll: Positive, *, goal: Positive = inf, rounds: NotNegative = inf) -> float:
        """Return the risk of losing a bankroll before you win ``goal`` and within ``rounds``."""
        return risk.ruin(self.ev, self.variance, bankroll, goal=goal, rounds=rounds)

    @checked
    def bankroll_for(self, ruin: Risk) -> float:
        """Return the bankroll that has this risk of ruin."""
        return risk.bankroll_for(self.ev, self.variance, ruin)

    @checked
    def ahead(self, rounds: NotNegative, *, bankroll: Positive = inf) -> float:
        """Return the probability of being ahead after these rounds, never ruined before."""
        return risk.ahead(self.ev, self.variance, rounds, bankroll=bankroll)

    @checked
    def trip(
        self, rounds: NotNegative, *, bankroll: Positive = inf, goal: Positive = inf
    ) -> "Trip":
        """Return a trip of these rounds with this money; it ends early at ruin or at the goal."""
        return Trip(
            rounds=rounds,
            mean=self.ev * rounds,
            deviation=self.deviation * sqrt(rounds),
            ahead=self.ahead(rounds),
            lost=self.ruin(bankroll, goal=goal, rounds=rounds) if isfinite(bankroll) else 0.0,
            won=risk.reached(self.ev, self.variance, goal, bankroll=bankroll, rounds=rounds),
        )

    @checked
    def scaled(self, wager: NotNegative) -> "Returns":
        """Return the same figures with another unit."""
        return Returns(
            self.ev * wager, self.variance * wager**2, self.bet * wager, self.played, self.rounds
        )

    def plain(self) -> Mapping[str, float | None]:
        """Return the figures as plain data."""
        names = ["ev", "error", "deviation", "bet", "played", "edge", "score", "score_error", "di"]
        figures = {name: getattr(self, name) for name in names}
        return {**figures, "n0": self.n0 if isfinite(self.n0) else None}

    def __repr__(self) -> str:
        return (
            f"<{self.ev:+.5f} ± {self.error:.5f} wagers a round, deviation {self.deviation:.3f}, "
            f"SCORE {self.score:.2f} ± {self.score_error:.2f}>"
        )

    def _repr_html_(self) -> str:
        # The pictures import this module, so that they are imported late.
        pictures = import_module("pitboss.study.pictures")
        return str(pictures.table(("bets", "value"), pictures.figure_texts(self).items()))


def returns_of(result: Result) -> Returns:
    """Return the mean and variance of a round of a simulation, in cents."""
    mean = result.total * result.grain / result.rounds if result.rounds else 0.0
    deviation = result.standard_deviation * result.unit
    return Returns(mean, deviation**2, result.unit, played=1.0, rounds=result.rounds)


@dataclass(frozen=True, slots=True)
class Trip:
    """Figures of a trip, in units."""

    rounds: float
    mean: float
    deviation: float
    ahead: float
    """Probability of being ahead at the end, if it does not end early."""
    lost: float
    """Probability of losing all the money you brought."""
    won: float
    """Probability of reaching the goal."""
