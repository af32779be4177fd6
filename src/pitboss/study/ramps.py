"""Find the best bets by a count, in closed form, within the limits of a table and a person.

Also the SCORE of the best ramp at many penetrations at once.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, floor, inf, log

import numpy as np

from pitboss.arguments import NotNegative, checked
from pitboss.errors import StudyError
from pitboss.study.game import COUNTS, Floats, Game
from pitboss.study.returns import Returns
from pitboss.study.study import Study

STEPS = 200
"""Halvings of an interval, at most."""
LARGE = 1e12
CHOICES_MAX = 1000
"""Limit on the bets that a ramp for people is chosen from."""


@checked
def best_bets(
    game: Game,
    *,
    bankroll: float,
    kelly: float = 1.0,
    ruin: float | None = None,
    low: float = 0.0,
    high: float = inf,
    chip: NotNegative = 0.0,
    hands: int = 1,
    enter: int | None = None,
    monotone: bool = True,
) -> dict[int, float]:
    """Return the best bet on each box at each count, for a bankroll in units.

    The bets lie between ``low`` and ``high`` and are optimal at this fraction of Kelly; with
    ``ruin``, they have the highest win at no more than that risk. Below the count ``enter`` you bet
    nothing. ``chip`` rounds the bets to whole chips of that value. Bets never fall as the count
    rises, unless ``monotone`` is False: then each bet follows the rounds of its own count.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> bets = best_bets(game, bankroll=1000, low=1, high=8, chip=1)
    >>> [bets[count] for count in range(5)]
    [1.0, 6.0, 8.0, 8.0, 8.0]
    """
    _check(bankroll=bankroll, kelly=kelly, low=low, high=high)
    is_played = np.array([enter is None or count >= enter for count in COUNTS])
    ratios = game.ratios(hands, monotone=monotone)
    if ruin is None:
        bets = np.clip(kelly * bankroll * ratios, low, high) * is_played
    else:
        bets = _at_risk(game, bankroll, ruin, low, high, hands, ratios, is_played)
    if chip:
        bets = _in_chips(bets, chip, low, high) * is_played
    return _ramp_of(bets)


@checked
def best_ramp(
    game: Game,
    *,
    spread: float,
    hands: int = 1,
    enter: int | None = None,
    monotone: bool = True,
) -> dict[int, float]:
    """Return the ramp from 1 to ``spread`` units with the highest SCORE that never falls.

    ``hands`` is the number of boxes you bet on, and ``enter`` the count below which you do not
    play. With ``monotone=False``, the ramp follows the rounds of each count, and their noise.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> ramp = best_ramp(game, spread=8)
    >>> [round(ramp[count], 1) for count in range(5)]
    [1.2, 4.4, 7.1, 8.0, 8.0]
    """
    _check_spread(spread)
    evs, second = hands * game.evs[None], game.second(hands)[None]
    ratios = game.ratios(hands, monotone=monotone)[None]
    return _ramp_of(_best_ramps(game.shares[None], evs, second, ratios, spread, enter)[0])


@checked
def human_ramp(
    game: Game,
    *,
    bankroll: float,
    high: float,
    kelly: float = 1.0,
    low: float = 1.0,
    levels: int = 4,
    chip: float = 1.0,
    hands: int = 1,
) -> dict[int, float]:
    """Return the best ramp of a few whole bets that never falls as the count rises.

    Bets are whole chips of value ``chip`` from ``low`` to ``high``, with at most ``levels`` sizes,
    for a bankroll in units at this fraction of Kelly. A bet off the best one costs the square of
    the difference, times how often the count comes and how far results spread there. The search for
    the lowest cost is exact.

    >>> from pitboss import Study
    >>> game = Study.shipped("house", "hi_lo").game(penetration=0.75)
    >>> ramp = human_ramp(game, bankroll=1000, high=8)
    >>> [ramp[count] for count in range(5)]
    [2.0, 6.0, 8.0, 8.0, 8.0]
    """
    _check(bankroll=bankroll, kelly=kelly, low=low, high=high)
    if not chip > 0 or (high - low) / chip > CHOICES_MAX:
        raise StudyError(
            f"chips of {chip} make too many bets from {low} to {high}",
            place="chip",
            hint=f"a ramp is chosen from at most {CHOICES_MAX} bets: take larger chips",
        )
    choices = np.arange(ceil(low / chip), floor(high / chip) + 1, dtype=np.float64) * chip
    if levels < 1 or not 0 < len(choices) <= CHOICES_MAX:
        raise StudyError(
            f"a ramp has one bet or more, of 1 to {CHOICES_MAX} that can be made",
            hint="give levels=4 and chip=1",
        )
    wanted = kelly * bankroll * game.ratios(hands)
    cost = game.shares * game.second(hands)
    losses = cost[:, None] * (wanted[:, None] - choices[None, :]) ** 2
    return dict(zip(COUNTS, _stairs(losses, choices, min(levels, len(COUNTS))), strict=True))


def _stairs(losses: Floats, choices: Floats, levels: int) -> list[float]:
    """Return the non-falling sequence of at most ``levels`` choices with the least loss."""
    # Isotonic regression with at most ``levels`` distinct bets: best[level, count, bet] =
    # loss[count, bet] + min(best[level, count - 1, bet], min over lower bets of
    # best[level - 1, count - 1]). The inner minimum is a running prefix minimum, so the table is
    # filled in O(levels * counts * bets).
    counts, size = losses.shape
    best = np.full((levels, counts, size), inf)
    came = np.zeros((levels, counts, size, 2), dtype=np.int64)
    best[0, 0] = losses[0]
    for place in range(1, counts):
        for level in range(levels):
            stay = best[level, place - 1]
            best[level, place] = stay + losses[place]
            came[level, place, :, 0] = level
            came[level, place, :, 1] = np.arange(size)
            if level:
                lower = best[level - 1, place - 1]
                least = np.minimum.accumulate(lower)
                where = np.maximum.accumulate(np.where(lower == least, np.arange(size), 0))
                # The bet rises here: take the least loss of all lower bets before.
                step = np.concatenate(([inf], least[:-1])) + losses[place]
                is_better = step < best[level, place]
                best[level, place] = np.where(is_better, step, best[level, place])
                came[level, place, is_better, 0] = level - 1
                came[level, place, is_better, 1] = np.concatenate(([0], where[:-1]))[is_better]
    level, choice = divmod(int(best[:, -1].argmin()), size)
    stairs = []
    for place in range(counts - 1, -1, -1):
        stairs.append(float(choices[choice]))
        level, choice = (int(step) for step in came[level, place, choice])
    return stairs[::-1]


def _at_risk(
    game: Game,
    bankroll: float,
    ruin: float,
    low: float,
    high: float,
    hands: int,
    ratios: Floats,
    is_played: Floats,
) -> Floats:
    """Return the bets with the highest mean among those within that risk of ruin."""
    if not 0 < ruin < 1:
        message = f"a risk of ruin lies between 0 and 1, not at {ruin}"
        raise StudyError(message, place="ruin", hint="write 0.05")

    def bets(scale: float) -> Floats:
        return np.asarray(np.clip(scale * ratios, low, high) * is_played)

    def is_safe(scale: float) -> bool:
        returns = game.bet(_ramp_of(bets(scale)), hands=hands)
        return returns.variance == 0 or returns.ruin(bankroll) <= ruin

    return bets(_last(is_safe, bankroll))


def _last(holds: Callable[[float], bool], start: float) -> float:
    """Return the largest scale for which ``holds`` is true, by bisection."""
    tried = [start * 2.0**power for power in range(-20, 21)]
    held = [scale for scale in tried if holds(scale)]
    if not held:
        raise StudyError(
            "no bets between these limits have so small a risk of ruin",
            hint="take a larger bankroll, or a wider spread",
        )
    low, high = held[-1], held[-1] * 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
        if high - low < 1e-9 * high:
            break
    return low


def _in_chips(bets: Floats, chip: float, low: float, high: float) -> Floats:
    """Round bets down to whole chips, but not below the least bet."""
    chips = np.floor(bets / chip + 1e-9) * chip
    return np.asarray(np.clip(chips, np.ceil(low / chip) * chip, high))


def _ramp_of(bets: Floats) -> dict[int, float]:
    return dict(zip(COUNTS, bets.tolist(), strict=True))


def _check(
    *, bankroll: float = 1.0, kelly: float = 1.0, low: float = 0.0, high: float = 1.0
) -> None:
    if not bankroll > 0:
        message = f"a bankroll must be above 0, not {bankroll}"
        raise StudyError(message, place="bankroll", hint="write 400")
    if not kelly > 0:
        message = f"a fraction of Kelly must be above 0, not {kelly}"
        raise StudyError(message, place="kelly", hint="write 0.5")
    if not 0 <= low <= high:
        message = f"there are no bets from {low} to {high}"
        raise StudyError(
            message, place="low", hint="give a low that is 0 or more and not above high"
        )


def _check_spread(spread: float) -> None:
    if not spread >= 1:
        raise StudyError(f"a spread is 1 or more, not {spread}", place="spread", hint="write 8")


POINTS = 24
KEPT_MAX = 64
"""Studies whose games at each penetration are cached."""
ANSWERS_MAX = 512
"""Curves that are cached: most sliders of a desk do not change them."""
THIRDS = 40
"""Steps of a search; SCORE is flat at its top, so that these are more than enough."""


@lru_cache(KEPT_MAX)
def places_of(study: Study, points: int = POINTS) -> tuple[int, ...]:
    """Return the cards behind the cutting card, from half the shoe to the study's deepest cut."""
    about = study.about
    last = max(about.behind_min + 1, about.cards // 2)
    places = np.linspace(about.behind_min, last, points).round().astype(int)
    return tuple(np.unique(places)[::-1].tolist())


@lru_cache(KEPT_MAX)
def _games(
    study: Study, behinds: Sequence[int]
) -> tuple[Floats, Floats, Floats, Floats, tuple[int, ...]]:
    games = [study.game(behind=behind) for behind in behinds]
    return (
        np.stack([game.shares for game in games]),
        np.stack([game.evs for game in games]),
        np.stack([game.second() for game in games]),
        np.stack([game.ratios() for game in games]),
        tuple(game.rounds for game in games),
    )


@checked
def best_returns(
    study: Study, behinds: Sequence[int], *, spread: float, enter: int | None = None
) -> tuple[Returns, ...]:
    """Compute the returns of the best ramp from 1 to ``spread``, for each depth of the cut.

    The same as ``best_ramp`` finds for one game after the other, and much quicker.

    >>> from pitboss import Study
    >>> study = Study.shipped("house", "hi_lo")
    >>> [round(best.score, 1) for best in best_returns(study, (208, 104), spread=8)]
    [12.0, 26.8]
    """
    _check_spread(spread)
    return _best_returns(study, tuple(behinds), spread, enter) if behinds else ()


@lru_cache(ANSWERS_MAX)
def _best_returns(
    study: Study, behinds: tuple[int, ...], spread: float, enter: int | None
) -> tuple[Returns, ...]:
    shares, evs, second, ratios, rounds = _games(study, behinds)
    bets = _best_ramps(shares, evs, second, ratios, spread, enter)
    ev, variance = _moments(bets, shares, evs, second)
    bet, played = (shares * bets).sum(axis=1), (shares * (bets > 0)).sum(axis=1)
    return tuple(
        Returns(float(ev[n]), float(variance[n]), float(bet[n]), float(played[n]), rounds[n])
        for n in range(len(behinds))
    )


def _moments(bets: Floats, shares: Floats, evs: Floats, second: Floats) -> tuple[Floats, Floats]:
    """Return (games,): mean and variance of a round with these bets (games, 25)."""
    ev = (shares * bets * evs).sum(axis=1)
    return ev, np.maximum(0.0, (shares * bets**2 * second).sum(axis=1) - ev**2)


def _best_ramps(
    shares: Floats,
    evs: Floats,
    second: Floats,
    ratios: Floats,
    spread: float,
    enter: int | None,
) -> Floats:
    """Return (games, 25): the bets from 1 to ``spread`` with the highest SCORE, for each game."""
    is_played = np.array([enter is None or count >= enter for count in COUNTS])

    def bets(scale: Floats) -> Floats:
        return np.asarray(np.clip(np.exp(scale)[:, None] * ratios, 1.0, spread) * is_played)

    def score(scale: Floats) -> Floats:
        ev, variance = _moments(bets(scale), shares, evs, second)
        return np.divide(ev, np.sqrt(variance), out=np.zeros_like(ev), where=variance > 0)

    # SCORE is unimodal in the scale of the bets, so a ternary search on a logarithmic scale ends.
    left, right = np.zeros(len(evs)), np.full(len(evs), log(LARGE))
    for _ in range(THIRDS):
        third = (right - left) / 3
        is_lower = score(left + third) < score(right - third)
        left = np.where(is_lower, left + third, left)
        right = np.where(is_lower, right, right - third)
    return bets((left + right) / 2)
