"""SCORE with the best ramp at many penetrations at once."""

from collections.abc import Sequence
from functools import lru_cache
from math import log

import numpy as np

from pitboss.arguments import checked
from pitboss.study.errors import StudyError
from pitboss.study.game import COUNTS, Floats
from pitboss.study.returns import Returns
from pitboss.study.study import Study

POINTS = 24
KEPT_MAX = 64
"""Studies whose games at each penetration are worked out once."""
ANSWERS_MAX = 512
"""Curves that are kept: most sliders of a desk leave them as they are."""
THIRDS = 40
"""Steps of a search; SCORE is flat at its top, so that these are more than enough."""
LARGE = 1e12


@lru_cache(KEPT_MAX)
def places_of(study: Study, points: int = POINTS) -> tuple[int, ...]:
    """Cards behind the cutting card, from half the shoe down to as deep as the study goes."""
    about = study.about
    last = max(about.behind_min + 1, about.cards // 2)
    places = np.linspace(about.behind_min, last, points).round().astype(int)
    return tuple(np.unique(places)[::-1].tolist())


@lru_cache(KEPT_MAX)
def _games(study: Study, behinds: Sequence[int]) -> tuple[Floats, Floats, Floats, tuple[int, ...]]:
    games = [study.game(behind=behind) for behind in behinds]
    return (
        np.stack([game.shares for game in games]),
        np.stack([game.evs for game in games]),
        np.stack([game.second() for game in games]),
        tuple(game.rounds for game in games),
    )


@checked
def best_returns(
    study: Study, behinds: Sequence[int], *, spread: float, enter: int | None = None
) -> tuple[Returns, ...]:
    """What the best ramp from 1 to ``spread`` wins, for each number of cards behind the cut.

    The same as ``best_ramp`` finds for one game after the other, and much quicker.

    >>> from pitboss.study import shipped_study
    >>> study = shipped_study("house", "hi_lo")
    >>> [round(one.score, 1) for one in best_returns(study, (208, 104), spread=8)]
    [11.8, 26.5]
    """
    if not spread >= 1:
        raise StudyError(f"a spread goes from 1 to 1 or more, not to {spread}")
    return _best_returns(study, tuple(behinds), spread, enter) if behinds else ()


@lru_cache(ANSWERS_MAX)
def _best_returns(
    study: Study, behinds: tuple[int, ...], spread: float, enter: int | None
) -> tuple[Returns, ...]:
    shares, evs, second, rounds = _games(study, behinds)
    here = np.array([enter is None or count >= enter for count in COUNTS])
    ratio = np.divide(evs, second, out=np.zeros_like(second), where=second > 0)

    def told(scale: Floats) -> tuple[Floats, Floats, Floats]:
        bets = np.clip(np.exp(scale)[:, None] * ratio, 1.0, spread) * here
        ev = (shares * bets * evs).sum(axis=1)
        return bets, ev, np.maximum(0.0, (shares * bets**2 * second).sum(axis=1) - ev**2)

    def di(scale: Floats) -> Floats:
        _, ev, variance = told(scale)
        return np.divide(ev, np.sqrt(variance), out=np.zeros_like(ev), where=variance > 0)

    # The score rises and falls once as all bets grow; thirds of a logarithmic scale close in.
    left, right = np.zeros(len(behinds)), np.full(len(behinds), log(LARGE))
    for _ in range(THIRDS):
        third = (right - left) / 3
        is_lower = di(left + third) < di(right - third)
        left, right = (
            np.where(is_lower, left + third, left),
            np.where(is_lower, right, right - third),
        )
    bets, ev, variance = told((left + right) / 2)
    bet, played = (shares * bets).sum(axis=1), (shares * (bets > 0)).sum(axis=1)
    return tuple(
        Returns(float(ev[n]), float(variance[n]), float(bet[n]), float(played[n]), rounds[n])
        for n in range(len(behinds))
    )
