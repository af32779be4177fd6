"""A battery that judges shuffles, in the manner of PractRand: all tests at every doubling.

Shoes are shuffled with 416 cards that can be told apart, so that every draw can be read from the
order. Each statistic is a normal value; a fair shuffle keeps all of them small at every size, and a
fault shows the sooner the more shoes there are.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

CARDS = 416
KINDS = 52
PREFIX = 64
"""Cards at the front whose high and low ones are counted."""
BIRTHDAYS = 256
"""Shoes whose first three cards are taken as the days of a year."""
YEAR = CARDS * (CARDS - 1) * (CARDS - 2)
LIMIT = 5.5
"""A normal value beyond this has a chance of 4 in a hundred million."""
FIRST = 256
"""Shoes at the first look; then twice as many each time."""

Shuffle = Callable[[int], "np.ndarray"]
"""From the number of a shoe to the order of its cards, 0 to 415."""


@dataclass
class Tally:
    """What has been counted of the shoes so far."""

    shoes: int = 0
    places: np.ndarray = field(default_factory=lambda: np.zeros((CARDS, KINDS)))
    successors: np.ndarray = field(default_factory=lambda: np.zeros((KINDS, KINDS)))
    eighth: np.ndarray = field(default_factory=lambda: np.zeros((KINDS, KINDS)))
    """Pairs of kinds eight places apart."""
    between: np.ndarray = field(default_factory=lambda: np.zeros((KINDS, KINDS)))
    """The kinds at one place of two shoes in a row."""
    prefix: list[int] = field(default_factory=list)
    """High cards among those at the front."""
    days: list[int] = field(default_factory=list)
    spacings: int = 0
    trials: int = 0
    collisions: int = 0
    fixed: int = 0
    """Cards that lie where they lay before the shuffle: one in a shoe, as a rule."""
    last: np.ndarray | None = None
    pairs: int = 0
    """Shoes that followed another one."""

    def add(self, order: np.ndarray) -> None:
        """Count one more shoe."""
        kinds = order % KINDS
        self.shoes += 1
        self.fixed += int((order == np.arange(CARDS)).sum())
        self.places[np.arange(CARDS), kinds] += 1
        np.add.at(self.successors, (kinds[:-1], kinds[1:]), 1)
        np.add.at(self.eighth, (kinds[:-8], kinds[8:]), 1)
        if self.last is not None:
            np.add.at(self.between, (self.last, kinds), 1)
            self.pairs += 1
        self.last = kinds
        self.prefix.append(int((order[:PREFIX] >= CARDS // 2).sum()))
        first, second, third = (int(card) for card in order[:3])
        self.days.append((first * CARDS + second) * CARDS + third)
        if len(self.days) == BIRTHDAYS:
            self._birthdays()

    def _birthdays(self) -> None:
        days = np.sort(np.array(self.days))
        gaps = np.sort(np.diff(days))
        self.spacings += int((np.diff(gaps) == 0).sum())
        self.collisions += int((np.diff(days) == 0).sum())
        self.trials += 1
        self.days = []


def chi_square(counts: np.ndarray, expected: np.ndarray, freedom: float) -> float:
    """How far counts are from what is expected, as a normal value (Wilson-Hilferty)."""
    chi = float(((counts - expected) ** 2 / expected).sum())
    ratio = chi / freedom
    return float((ratio ** (1 / 3) - (1 - 2 / (9 * freedom))) / np.sqrt(2 / (9 * freedom)))


def poisson(count: int, expected: float) -> float:
    """How far a count of rare things is from what is expected, as a normal value (Anscombe)."""
    return float(2 * (np.sqrt(count + 3 / 8) - np.sqrt(expected + 3 / 8)))


def verdicts(tally: Tally) -> dict[str, float]:
    """Every statistic of the battery as a normal value."""
    shoes, each = tally.shoes, CARDS // KINDS
    even = np.full((CARDS, KINDS), shoes / KINDS)
    # Each shoe has every kind eight times, so that the columns are fixed as well as the rows.
    scale = (CARDS - 1) / CARDS
    places = ((tally.places - even) * np.sqrt(scale)) + even
    spread = PREFIX * 0.25 * (CARDS - PREFIX) / (CARDS - 1)
    high = np.array(tally.prefix)
    mean = (high.mean() - PREFIX / 2) / np.sqrt(spread / shoes)
    variance = (high.var() / spread - 1) * np.sqrt(shoes / 2)
    told = {
        "places": chi_square(places, even, (CARDS - 1) * (KINDS - 1)),
        "successors": _pairs(tally.successors, shoes * (CARDS - 1), each),
        "eighth": _pairs(tally.eighth, shoes * (CARDS - 8), each),
        "prefix mean": float(mean),
        "prefix variance": float(variance),
        "fixed": poisson(tally.fixed, shoes),
    }
    if tally.pairs:
        flat = np.full((KINDS, KINDS), tally.pairs * CARDS / KINDS**2)
        told["between"] = chi_square(tally.between, flat, (KINDS - 1) ** 2)
    if tally.trials:
        birthdays = BIRTHDAYS**3 / (4 * CARDS**3)
        pairs = BIRTHDAYS * (BIRTHDAYS - 1) / 2 / YEAR
        told["birthday spacings"] = poisson(tally.spacings, tally.trials * birthdays)
        told["collisions"] = poisson(tally.collisions, tally.trials * pairs)
    return told


def _pairs(counts: np.ndarray, total: int, each: int) -> float:
    """Ordered pairs of kinds, drawn without replacement."""
    expected = np.full((KINDS, KINDS), total * each / (CARDS - 1) / KINDS)
    expected[np.diag_indices(KINDS)] = total * (each - 1) / (CARDS - 1) / KINDS
    return chi_square(counts, expected, KINDS * (KINDS - 1))


def judge(shuffle: Shuffle, shoes: int) -> Iterator[tuple[int, dict[str, float]]]:
    """The verdicts at every doubling, up to so many shoes."""
    tally, look = Tally(), FIRST
    for number in range(shoes):
        tally.add(shuffle(number))
        if tally.shoes in (look, shoes):
            yield tally.shoes, verdicts(tally)
            look *= 2


def faults(shuffle: Shuffle, shoes: int) -> list[str]:
    """What a shuffle fails, the first time it does; empty for a fair one."""
    for count, told in judge(shuffle, shoes):
        beyond = {name: z for name, z in told.items() if abs(z) > LIMIT}
        wrong = [f"{name}: {z:.1f} after {count} shoes" for name, z in beyond.items()]
        if wrong:
            return wrong
    return []


def merged(one: Tally, other: Tally) -> Tally:
    """What two processes have counted, each of shoes of its own."""
    return Tally(
        one.shoes + other.shoes, one.places + other.places, one.successors + other.successors,
        one.eighth + other.eighth, one.between + other.between, one.prefix + other.prefix, [],
        one.spacings + other.spacings, one.trials + other.trials,
        one.collisions + other.collisions, one.fixed + other.fixed,
        pairs=one.pairs + other.pairs,
    )  # fmt: skip
