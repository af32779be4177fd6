"""What a result means for a bankroll: by the hour, to the horizon, and down to nothing.

All by the normal approximation to many rounds, from the mean and the deviation of one. Rounds are
those dealt, those sat out included.
"""

from dataclasses import dataclass
from math import exp, inf, isfinite, sqrt

from pitboss.money import Cents
from pitboss.sim.results import Result


@dataclass(frozen=True, slots=True)
class Bankroll:
    """Figures in cents for somebody with so much money."""

    money: Cents
    gain: float
    """Mean of a round."""
    deviation: float
    """Standard deviation of a round."""

    @property
    def gain_per_100(self) -> float:
        """Mean of a hundred rounds."""
        return 100 * self.gain

    @property
    def deviation_per_100(self) -> float:
        """Standard deviation of a hundred rounds."""
        return sqrt(100) * self.deviation

    @property
    def horizon(self) -> float:
        """Rounds after which the mean has grown to one standard deviation (N0)."""
        return (self.deviation / self.gain) ** 2 if self.gain else inf

    @property
    def score(self) -> float:
        """Dollars won in a hundred rounds with the best bets for 10,000 dollars (SCORE)."""
        ratio = self.gain / self.deviation if self.deviation else 0.0
        return 100 * ratio**2 * 10_000 if ratio > 0 else 0.0

    @property
    def ruin_p(self) -> float:
        """The probability of ever losing it all, the bets staying as they are."""
        if self.gain <= 0:
            return 1.0
        return exp(-2 * self.gain * self.money / self.deviation**2) if self.deviation else 0.0

    @property
    def certainty_equivalent(self) -> float:
        """What a round is worth to somebody who wants his bankroll to grow fastest (full Kelly)."""
        return self.gain - self.deviation**2 / (2 * self.money)

    def plain(self) -> dict[str, float | None]:
        """As plain data, amounts in table currency; a horizon that never comes is None."""
        return {
            "money": self.money / 100,
            "gain_per_100": self.gain_per_100 / 100,
            "deviation_per_100": self.deviation_per_100 / 100,
            "n0": self.horizon if isfinite(self.horizon) else None,
            "score": self.score,
            "ruin_p": self.ruin_p,
            "certainty_equivalent_per_100": self.certainty_equivalent,
        }


def bankroll(result: Result, money: Cents) -> Bankroll:
    """The figures of a result for a bankroll."""
    assert money > 0
    gain = result.total * result.grain / result.rounds if result.rounds else 0.0
    return Bankroll(money, gain, result.standard_deviation * result.unit)
