"""Risk in closed form: results add up like a Brownian motion with drift.

Mean and variance are those of a round; amounts are in the same unit. The formulas hold if a round
is small compared with the bankroll; otherwise they understate the risk, because the last bet may
lose more than is left.
"""

from collections.abc import Iterable
from math import erfc, exp, expm1, inf, isfinite, log, pi, sin, sqrt
from statistics import NormalDist

TERMS = 4000
"""Limit on the terms of a series that converges fast."""
SMALL = 1e-15
MIRRORED = range(-6, 7)
"""Numbers of reflections; more change nothing in the first 15 digits."""
HALVINGS = 40
"""Bisection steps in which a result is found for a probability."""
FAR_DOWN = -35.0
"""Below it the tail of a normal number is its asymptotic first term, good to a thousandth."""


def normal(x: float) -> float:
    """Return the probability that a standard normal number is below ``x``."""
    return erfc(-x / sqrt(2)) / 2


def ruin(
    ev: float, variance: float, bankroll: float, *, goal: float = inf, rounds: float = inf
) -> float:
    """Return the probability of losing a bankroll before ``goal`` is won and within ``rounds``."""
    assert bankroll > 0
    assert goal > 0
    if variance <= 0:
        return 1.0 if ev < 0 and -ev * rounds >= bankroll else 0.0
    if isfinite(goal) and isfinite(rounds):
        return _between(ev, variance, bankroll, bankroll + goal, rounds)
    if isfinite(rounds):
        return _within(ev, variance, bankroll, rounds)
    if isfinite(goal):
        return _before(ev, variance, bankroll, bankroll + goal)
    return exp(-2 * ev * bankroll / variance) if ev > 0 else 1.0


def reached(
    ev: float, variance: float, goal: float, *, bankroll: float = inf, rounds: float = inf
) -> float:
    """Return the probability of winning ``goal`` within ``rounds`` before the bankroll is lost."""
    if not isfinite(goal):
        return 0.0
    return ruin(-ev, variance, goal, goal=bankroll, rounds=rounds)


def _within(ev: float, variance: float, bankroll: float, rounds: float) -> float:
    spread = sqrt(variance * rounds)
    straight = normal((-bankroll - ev * rounds) / spread)
    turned = normal((-bankroll + ev * rounds) / spread)
    if turned <= 0:
        return straight
    # Logarithms: a losing game multiplies a large factor by a small probability.
    return min(1.0, straight + exp(min(0.0, -2 * ev * bankroll / variance + log(turned))))


def _before(ev: float, variance: float, bankroll: float, top: float) -> float:
    rate = 2 * ev / variance
    if abs(rate * top) < SMALL:
        return 1 - bankroll / top
    if rate < 0:
        # As below, mirrored for a win of the top first, so that no power overflows.
        return 1 - exp(rate * (top - bankroll)) * expm1(rate * bankroll) / expm1(rate * top)
    return (exp(-rate * bankroll) - exp(-rate * top)) / -expm1(-rate * top)


def _between(ev: float, variance: float, bankroll: float, top: float, rounds: float) -> float:
    """Return the probability of reaching 0 before ``top`` and within ``rounds``."""
    # First passage of a Brownian motion with drift, by two exact series (Cox and Miller 1965,
    # ch. 5). Images, for short times: reflections at both barriers converge like
    # exp(-top^2 / (variance t)). Eigenfunctions sin(n pi x / top), for long times: they converge
    # like exp(-n^2 pi^2 variance t / (2 top^2)) and give the part not absorbed yet, which is
    # subtracted from the limit ``_before``. They meet at variance * rounds = top^2. Logarithms
    # first: a losing game multiplies exp(large) by a tail that underflows.
    if variance * rounds < top**2:
        ways = (_mirrored(ev, variance, bankroll, top, rounds, times) for times in MIRRORED)
        return min(1.0, max(0.0, sum(ways)))
    lean = -ev * bankroll / variance
    still = 0.0
    for n in range(1, TERMS):
        decay = ev**2 / (2 * variance) + (n * pi) ** 2 * variance / (2 * top**2)
        if decay * rounds - lean > 700:
            break
        still += n * sin(n * pi * bankroll / top) * exp(lean - decay * rounds) / decay
    still *= pi * variance / top**2
    return min(1.0, max(0.0, _before(ev, variance, bankroll, top) - still))


def _mirrored(
    ev: float, variance: float, bankroll: float, top: float, rounds: float, times: int
) -> float:
    """Return the signed probability of hitting 0 from the start's image ``times`` mirrors off."""
    away = bankroll + 2 * times * top
    far, drift, spread = abs(away), abs(ev), sqrt(variance * rounds)
    lean = -ev * bankroll / variance
    ways = (
        exp(lean - far * drift / variance + _log_normal((drift * rounds - far) / spread)),
        exp(lean + far * drift / variance + _log_normal((-drift * rounds - far) / spread)),
    )
    return sum(ways) if away > 0 else -sum(ways)


def _log_normal(x: float) -> float:
    """Return the logarithm of ``normal(x)``, even if that is too small for a float."""
    return log(normal(x)) if x > FAR_DOWN else -x * x / 2 - log(-x * sqrt(2 * pi))


def bankroll_for(ev: float, variance: float, risk: float) -> float:
    """Return the bankroll that is ever lost with probability ``risk``."""
    assert 0 < risk < 1
    return variance * log(1 / risk) / (2 * ev) if ev > 0 else inf


def ahead(
    ev: float, variance: float, rounds: float, *, bankroll: float = inf, by: float = 0.0
) -> float:
    """Return the probability of being ahead by ``by`` after these rounds, never ruined."""
    if variance <= 0:
        return float(ev * rounds > max(by, -bankroll))
    spread = sqrt(variance * rounds)
    free = normal((ev * rounds - by) / spread)
    if not isfinite(bankroll):
        return free
    # Paths that end there after a lost bankroll, by reflection at the barrier.
    turned = _log_normal((ev * rounds - by - 2 * bankroll) / spread) - 2 * ev * bankroll / variance
    return max(0.0, free - exp(min(0.0, turned)))


def band(
    ev: float, variance: float, rounds: float, shares: Iterable[float], *, bankroll: float = inf
) -> tuple[float, ...]:
    """Return the results below which these shares of all players are after this many rounds.

    A player who has lost the bankroll stops playing.
    """
    return tuple(_below(ev, variance, rounds, share, bankroll) for share in shares)


def _below(ev: float, variance: float, rounds: float, share: float, bankroll: float) -> float:
    high = ev * rounds + sqrt(variance * rounds) * NormalDist().inv_cdf(share)
    if not isfinite(bankroll):
        return high
    # Ruin on the way cannot raise a quantile, so the free one is an upper bound.
    low = -bankroll
    if high <= low or 1 - ahead(ev, variance, rounds, bankroll=bankroll, by=low) >= share:
        return low
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_low = 1 - ahead(ev, variance, rounds, bankroll=bankroll, by=middle) < share
        low, high = (middle, high) if is_low else (low, middle)
    return high
