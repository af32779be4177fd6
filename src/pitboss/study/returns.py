"""What bets come to: by the round, by the hour, and for a bankroll, by the normal approximation."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from math import inf, isfinite, sqrt

from pitboss.study import risk

HOURLY = 100
"""Rounds dealt in an hour, where nobody says otherwise; SCORE is for as many."""
SCORE_BANK = 10_000


@dataclass(frozen=True, slots=True)
class Returns:
    """Mean and variance of a round dealt, in wagers and their squares; rounds sat out count."""

    ev: float
    variance: float
    bet: float
    """What is bet in a round, on average."""
    played: float
    """The share of rounds that are bet on."""
    rounds: int
    """Rounds that the figures come from."""

    @property
    def deviation(self) -> float:
        """The standard deviation of a round."""
        return sqrt(self.variance)

    @property
    def error(self) -> float:
        """The standard error of ``ev``."""
        return sqrt(self.variance / self.rounds)

    @property
    def edge(self) -> float:
        """What is gained of all that is bet."""
        return self.ev / self.bet if self.bet else 0.0

    @property
    def di(self) -> float:
        """The desirability index: a thousand times mean over deviation."""
        return 1000 * self.ev / self.deviation if self.variance else 0.0

    @property
    def score(self) -> float:
        """SCORE: dollars won in 100 rounds with 10,000 dollars, bets scaled to full Kelly."""
        return HOURLY * SCORE_BANK * (self.di / 1000) ** 2 if self.ev > 0 else 0.0

    @property
    def score_error(self) -> float:
        """The standard error of SCORE."""
        return 2 * self.score * self.error / self.ev if self.ev > 0 else 0.0

    @property
    def n0(self) -> float:
        """Rounds after which the mean is one deviation."""
        return self.variance / self.ev**2 if self.ev else inf

    def hourly(self, rounds: float = HOURLY) -> tuple[float, float]:
        """Mean and standard deviation of an hour with so many rounds dealt."""
        return self.ev * rounds, self.deviation * sqrt(rounds)

    def certainty_equivalent(self, bankroll: float, *, kelly: float = 1.0) -> float:
        """The sure amount that a round is worth to a player who bets that fraction of Kelly."""
        return self.ev - self.variance / (2 * kelly * bankroll)

    def ruin(self, bankroll: float, *, goal: float = inf, rounds: float = inf) -> float:
        """The probability of losing a bankroll: ever, before so much is won, within rounds."""
        return risk.ruin(self.ev, self.variance, bankroll, goal=goal, rounds=rounds)

    def bankroll_for(self, ruin: float) -> float:
        """The bankroll with that risk of ever being lost."""
        return risk.bankroll_for(self.ev, self.variance, ruin)

    def ahead(self, rounds: float) -> float:
        """The probability of being ahead after so many rounds."""
        return risk.ahead(self.ev, self.variance, rounds)

    def trip(self, rounds: float, *, bankroll: float = inf, goal: float = inf) -> "Trip":
        """A trip of so many rounds with so much money, given up when it is lost or the goal won."""
        return Trip(
            rounds=rounds,
            mean=self.ev * rounds,
            deviation=self.deviation * sqrt(rounds),
            ahead=self.ahead(rounds),
            lost=self.ruin(bankroll, goal=goal, rounds=rounds) if isfinite(bankroll) else 0.0,
            won=risk.reached(self.ev, self.variance, goal, bankroll=bankroll, rounds=rounds),
        )

    def scaled(self, wager: float) -> "Returns":
        """The same with another wager as the unit."""
        return Returns(
            self.ev * wager, self.variance * wager**2, self.bet * wager, self.played, self.rounds
        )

    def plain(self) -> Mapping[str, float | None]:
        """As plain data."""
        return {
            "ev": self.ev, "error": self.error, "deviation": self.deviation, "bet": self.bet,
            "played": self.played, "edge": self.edge, "score": self.score,
            "score_error": self.score_error, "di": self.di,
            "n0": self.n0 if isfinite(self.n0) else None,
        }  # fmt: skip

    def __repr__(self) -> str:
        return (
            f"<{self.ev:+.5f} ± {self.error:.5f} wagers a round, deviation {self.deviation:.3f}, "
            f"SCORE {self.score:.2f} ± {self.score_error:.2f}>"
        )

    def _repr_html_(self) -> str:
        # What draws it knows returns, so that it is imported when it is asked for.
        pictures = import_module("pitboss.study.pictures")
        return str(pictures.table(("bets", "value"), pictures.figures_told(self).items()))


@dataclass(frozen=True, slots=True)
class Trip:
    """What a trip comes to, in the unit of the bets."""

    rounds: float
    mean: float
    deviation: float
    ahead: float
    """The probability of being ahead at its end, where nothing ends it before."""
    lost: float
    """Of losing all the money that was taken along."""
    won: float
    """Of reaching the goal."""
