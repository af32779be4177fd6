"""Mistakes of a counter: cards missed, decks misjudged, bets that do not follow the count.

The value of a bet at each count is that of the study; only the count that the player believes in
when betting differs. Plays are those of the study: ``player_errors`` of a run are their mistakes.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.arguments import checked
from pitboss.errors import StudyError
from pitboss.sim.counting import BUCKETS, COUNT_HIGH, COUNT_LOW, SHIPPED, Count, load_count
from pitboss.sim.tables.layout import Ints
from pitboss.study.efficiencies import WEIGHTS, Floats
from pitboss.study.game import Game, Ramp, bets_of
from pitboss.study.returns import Returns
from pitboss.study.running_counts import CountDistribution

STEP = 13
"""Cards from one depth to the next at which beliefs are computed."""
DECK = 52
LEAST_LEFT = 13
"""Fewest cards left that a player estimates."""
MISSED_MAX = 0.4
TURNS = 256
LEAST = 1e-9
"""Probability below which a case is left out."""
NODES, SHARES = np.polynomial.hermite_e.hermegauss(7)
"""Nodes and weights of the quadrature over a standard normal number."""


@checked
@dataclass(frozen=True, slots=True)
class Mistakes:
    """Rates and sizes of a counter's mistakes.

    ``missed`` is the share of cards not counted, ``decks`` the standard deviation of the estimated
    decks left, ``bets`` the share of bets that do not follow the count.

    >>> Mistakes(missed=0.02, decks=0.5)
    Mistakes(missed=0.02, decks=0.5, bets=0.0)
    """

    missed: float = 0.0
    """Share of cards that you miss, independent of their value."""
    decks: float = 0.0
    """Standard deviation of your estimate of the decks left, in decks."""
    bets: float = 0.0
    """Share of rounds in which you bet by the count of another round."""

    def __post_init__(self) -> None:
        if not 0 <= self.missed <= MISSED_MAX:
            raise StudyError(f"0 to {MISSED_MAX} of the cards are missed, not {self.missed}")
        if not 0 <= self.bets <= 1:
            raise StudyError(f"a share of rounds is a number from 0 to 1, not {self.bets}")
        if not 0 <= self.decks <= 4:
            raise StudyError(f"decks are misjudged by 0 to 4, not {self.decks}")


@checked
def bet_with_mistakes(
    game: Game, ramp: Ramp, mistakes: Mistakes, *, count: Count | str = ""
) -> Returns:
    """Compute the returns of a ramp if the player errs. Give ``count`` if it is not a shipped one.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> ramp, wrong = {-12: 1, 2: 4, 4: 8}, Mistakes(missed=0.05, decks=1.0)
    >>> round(game.bet(ramp).score, 1), round(bet_with_mistakes(game, ramp, wrong).score, 1)
    (20.7, 17.1)
    """
    counted = _count_of(game, count)
    bets = bets_of(ramp)
    sums = game.cells.astype(np.float64)
    begun = sums[:, :, 0].sum(axis=0)
    usual = begun / begun.sum()
    about = game.study.about
    ev = square = bet = played = 0.0
    for first in range(0, len(sums), STEP):
        rows = sums[first : first + STEP].sum(axis=0)
        if not rows[:, 0].any():
            continue
        depth = min(first + STEP // 2, about.cards - LEAST_LEFT)
        believed = beliefs(counted, about.cards, depth, mistakes)
        believed = (1 - mistakes.bets) * believed + mistakes.bets * usual[None, :]
        shares = rows[:, 0] / game.rounds
        mean, mean_square = believed @ bets, believed @ bets**2
        ev += float((rows[:, 1] / (game.rounds * about.boxes * about.unit)) @ mean)
        square += float((shares * game.mean_squares(rows)) @ mean_square)
        bet += float(shares @ mean)
        played += float(shares @ (believed @ (bets > 0)))
    return Returns(ev, max(0.0, square - ev**2), bet, played, game.rounds)


@lru_cache(256)
def beliefs(count: Count, cards: int, dealt: int, mistakes: Mistakes) -> Floats:
    """Return P(believed count | true count) after ``dealt`` cards, as a (25, 25) matrix."""
    shoe = tuple(round(share * cards) for share in WEIGHTS)
    tags = count.bet_tags
    seen = CountDistribution(shoe, tags, dealt)
    chances = seen.chances()
    start = count.start(cards // DECK) * (count.bet_scale // count.scale)
    left = cards - dealt
    weighted = np.zeros((BUCKETS, BUCKETS))
    lefts = [max(LEAST_LEFT, round(left + node * mistakes.decks * DECK)) for node in NODES]
    weights = SHARES / SHARES.sum() if mistakes.decks else (SHARES.max() == SHARES) * 1.0
    widest = _width(tags) // 2
    low, high = int(seen.running[0]) - widest, int(seen.running[-1]) + widest
    runnings = range(start + low, start + high + 1)
    actual = np.array([_place(count, running, left) for running in runnings])
    guesses = [guess for guess, weight in zip(lefts, weights, strict=True) if weight]
    believed = [
        np.array([_place(count, running, guess) for running in runnings]) for guess in guesses
    ]
    for place in np.nonzero(chances > LEAST)[0].tolist():
        running = int(seen.running[place])
        off, law = _missed(tags, dealt, running, mistakes.missed)
        for places, weight in zip(believed, weights[weights > 0], strict=True):
            row = weighted[actual[running - low]]
            np.add.at(row, places[running - off - low], chances[place] * weight * law)
    totals = weighted.sum(axis=1, keepdims=True)
    # At a count that does not occur at this depth the player is taken to be right.
    return np.where(totals > 0, weighted / np.maximum(totals, 1e-300), np.eye(BUCKETS))


def _missed(tags: tuple[int, ...], dealt: int, running: int, missed: float) -> tuple[Ints, Floats]:
    """Return sums of the tags of missed cards and their probabilities, given the running count.

    Each tag's share of the cards seen is that of the shoe, shifted by the mean of their tags.
    """
    if not missed or not dealt:
        return np.zeros(1, dtype=np.int64), np.ones(1)
    values = np.array(tags, dtype=np.float64)
    mean = float(WEIGHTS @ values)
    spread = float(WEIGHTS @ (values - mean) ** 2) or 1.0
    shares = WEIGHTS * (1 + (values - mean) * (running / dealt - mean) / spread)
    numbers = dealt * np.maximum(shares, 0.0)
    width = _width(tags)
    law = np.fft.fft(np.exp(_logarithms(tags, missed) @ numbers)).real / width
    places = np.nonzero(law > LEAST)[0]
    return np.where(places < width // 2, places, places - width), law[places]


def _width(tags: tuple[int, ...]) -> int:
    """Return the number of distinct sums of missed tags, a power of two for the transform."""
    return TURNS * 1 << max(0, max(map(abs, tags)).bit_length() - 2)


@lru_cache(16)
def _logarithms(tags: tuple[int, ...], missed: float) -> NDArray[np.complex128]:
    width = _width(tags)
    angles = 2 * np.pi * np.arange(width) / width
    return np.asarray(np.log((1 - missed) + missed * np.exp(1j * np.outer(angles, tags))))


def _place(count: Count, running: int, left: int) -> int:
    """Return a count as an index from the lowest."""
    rounded = count.value(running, left, for_bets=True)
    return min(max(rounded, COUNT_LOW), COUNT_HIGH) - COUNT_LOW


def _count_of(game: Game, count: Count | str) -> Count:
    """Return the given count, or the shipped one that has the study's title."""
    if isinstance(count, Count):
        return count
    if count:
        return load_count(count)
    title = game.study.about.count
    for name in SHIPPED:
        if load_count(name).name == title:
            return load_count(name)
    raise StudyError(f"{title} is a count of your own: name its file")
