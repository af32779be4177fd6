"""Exact probabilities of the running count, given any cards that come next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, gcd, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
SPREADS = 15.0
"""Standard deviations that the sums cover; the probability beyond is negligible."""
GONE_MAX = 5
"""Largest number of cards that come next."""
LEAST = 1e-11
"""Probability below which a running count is left out."""


@dataclass(frozen=True)
class CountDistribution:
    """Distribution of the running count after ``seen`` random cards of a shoe.

    The probability of a running count is a coefficient of the product of ``1 + x * y**tag`` over
    all cards: that of ``x**seen``. It is computed from the values of the product on two circles.
    """

    counts: tuple[int, ...]
    """Cards of each value in the whole shoe, ace first."""
    tags: tuple[int, ...]
    seen: int

    @property
    def cards(self) -> int:
        """Cards in the shoe."""
        return sum(self.counts)

    @cached_property
    def _step(self) -> int:
        """Greatest common divisor of the differences of all tags, or 1."""
        return gcd(*(tag - self.tags[0] for tag in self.tags)) or 1

    @cached_property
    def _small(self) -> tuple[int, ...]:
        """Tags in steps above that of the ace."""
        return tuple((tag - self.tags[0]) // self._step for tag in self.tags)

    @cached_property
    def _width(self) -> int:
        """Number of running counts covered."""
        share = self.seen / self.cards
        spread = sum(m * t * t for m, t in zip(self.counts, self._small, strict=True))
        reach = SPREADS * sqrt(spread * share * (1 - share))
        return ceil(reach) + 2 * max(map(abs, self._small)) + 3

    @cached_property
    def running(self) -> NDArray[np.int64]:
        """(width,): the running counts covered."""
        mean = sum(m * t for m, t in zip(self.counts, self._small, strict=True)) / self.cards
        first = round(mean * self.seen) - self._width // 2
        steps = first + np.arange(self._width)
        return np.asarray(steps * self._step + self.seen * self.tags[0], dtype=np.int64)

    @cached_property
    def _powers(self) -> dict[tuple[int, int], Complexes]:
        return {}

    @cached_property
    def _circles(self) -> tuple[Complexes, Complexes]:
        share = self.seen / self.cards
        points = min(self.cards + 1, ceil(SPREADS * sqrt(self.cards * share * (1 - share))) + 3)
        turns = np.exp(2j * np.pi * np.arange(points) / points)
        # Probabilities are real, so the other half of the second circle mirrors this one.
        half = np.arange(self._width // 2 + 1)
        return turns, np.exp(2j * np.pi * half / self._width)

    def _power(self, tag: int, exponent: int) -> Complexes:
        """Return the factor of ``exponent`` cards of one tag, scaled to a modulus of at most 1."""
        key = (tag, exponent)
        if key not in self._powers:
            cards = sum(m for m, t in zip(self.counts, self._small, strict=True) if t == tag)
            below = self._powers.get((tag, exponent - 1))
            if below is None and exponent > max(0, cards - GONE_MAX):
                below = self._power(tag, exponent - 1)
            self._powers[key] = (
                self._factor(tag) ** exponent if below is None else below * self._factor(tag)
            )
        return self._powers[key]

    def _factor(self, tag: int) -> Complexes:
        share = self.seen / self.cards
        turns, angles = self._circles
        return np.asarray((1 - share) + share * turns[:, None] * (angles**tag)[None, :])

    def chances(self, removed: Iterable[int] = ()) -> Floats:
        """Return the probability of each running count, given that ``gone`` are still unseen."""
        # P(running count | cards seen). If every card were seen independently with
        # p = seen / cards, those seen would be a uniform sample given their number, so that
        #   P(count) = [x^seen y^count] of prod over cards ((1 - p) + p x y^tag) / [x^seen] of it.
        # The tilt by p keeps every factor at a modulus <= 1 and puts the wanted coefficient at the
        # peak of its binomial, so that double precision suffices. Both coefficients are read off
        # an inverse DFT over two circles; the number seen and the count are within 7.5 sigma of
        # their means, so that 15 sigma points on each suffice (aliasing < 1e-11). Cards of one
        # tag share a factor; known cards only lower its exponent, hence the cached powers.
        taken = list(removed)
        left = [m - taken.count(place + 1) for place, m in enumerate(self.counts)]
        if self.seen == 0:
            return np.asarray(self.running == 0, dtype=np.float64)
        by_tag: dict[int, int] = {}
        for tag, number in zip(self._small, left, strict=True):
            by_tag[tag] = by_tag.get(tag, 0) + number
        turns, _ = self._circles
        product = (turns ** (-self.seen))[:, None]
        for tag, number in by_tag.items():
            product = product * self._power(tag, number)
        first = (int(self.running[0]) - self.seen * self.tags[0]) // self._step
        sums = np.fft.irfft(product.sum(axis=0).conj(), n=self._width)
        law = np.roll(sums, -first)
        law = np.where(law > LEAST * law.sum(), law, 0.0)
        return np.asarray(law / law.sum())


def places_of_rounds(limit: int, cards: float) -> Sequence[int]:
    """Return the positions before a limit at which rounds of ``cards`` cards begin."""
    return [round(place) for place in np.arange(0, max(1, limit), cards)]
