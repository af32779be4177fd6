"""Simulated paths of many bankrolls: quantiles over time, and the share that is lost."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.money import Cents
from pitboss.sim.results import Result

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
PATHS = 4000
POINTS = 120
"""Times of a fan at most."""
STEPS = 20
"""Steps from one such time to the next."""
REACH = 12
"""Standard deviations within which the sum of a step lies, for practical purposes."""
ROUNDING = 1e-15
"""Rounding error of a Fourier transform: smaller probabilities are taken as 0."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fan:
    """Bankrolls over time, in cents. Rounds are independent and the bets never change."""

    money: Cents
    """Bankroll at the start of each path."""
    paths: int
    """Number of paths."""
    rounds: tuple[int, ...]
    """Times, in rounds from 0 on."""
    quantiles: tuple[tuple[float, ...], ...]
    """At each time, the quantiles ``QUANTILES`` of all bankrolls."""
    ruined: tuple[float, ...]
    """At each time, the share of bankrolls that are lost; their paths have ended."""


def fan(result: Result, money: Cents, *, rounds: int, seed: int = 1, paths: int = PATHS) -> Fan:
    """Draw paths from the distribution of round results, over at least this many rounds."""
    assert money > 0
    assert rounds > 0
    points = min(POINTS, rounds)
    steps = min(STEPS, -(-rounds // points))
    size = -(-rounds // (points * steps))
    sums, chances = sum_law(result, size)
    gains, reached = sums * result.grain, np.cumsum(chances)
    variance = float(chances @ gains**2 - (chances @ gains) ** 2)
    rng = np.random.Generator(np.random.PCG64(seed))
    held = np.full(paths, float(money))
    times, quantiles, ruined = [0], [(float(money),) * len(QUANTILES)], [0.0]
    for point in range(1, points + 1):
        for _ in range(steps):
            places = np.searchsorted(reached, rng.random(paths) * reached[-1], side="right")
            after = held + gains[places]
            lost = (after <= 0) | (held <= 0)
            if size > 1 and variance > 0:
                # Between two times a path may have reached 0: the crossing of a Brownian bridge.
                touched = np.exp(-2 * np.maximum(held * after, 0.0) / variance)
                lost |= rng.random(paths) < touched
            held = np.where(lost, 0.0, after)
        times.append(point * steps * size)
        quantiles.append(tuple(float(x) for x in np.quantile(held, QUANTILES)))
        ruined.append(float(np.mean(held <= 0)))
    return Fan(money, paths, tuple(times), tuple(quantiles), tuple(ruined))


def sum_law(result: Result, rounds: int) -> tuple[Floats, Floats]:
    """Return the sums of this many independent rounds, in grains, and their probabilities.

    The power of a Fourier transform, wrapped around at sums that are practically impossible.
    """
    shares = np.array(result.counts, dtype=np.float64) / result.rounds
    grains = result.low + np.arange(len(shares), dtype=np.float64)
    mean = float(shares @ grains)
    deviation = float(shares @ (grains - mean) ** 2) ** 0.5
    wanted = len(shares) + 2 * REACH * deviation * rounds**0.5
    length = 1 << int(np.ceil(np.log2(wanted + 1)))
    chances = np.fft.irfft(np.fft.rfft(shares, length) ** rounds, length)
    low = round(mean * rounds) - length // 2
    sums = low + np.arange(length, dtype=np.int64)
    law = chances[(sums - rounds * result.low) % length]
    kept = law > ROUNDING
    return sums[kept].astype(np.float64), law[kept] / law[kept].sum()
