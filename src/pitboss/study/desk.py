"""Figures and plots of a study for the analyst's desk, computed in milliseconds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite

from pitboss.study import risk
from pitboss.study.game import COUNTS, CountFigures, Game
from pitboss.study.ramps import best_ramp, best_returns, places_of
from pitboss.study.returns import Returns
from pitboss.study.study import Study

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Shares of all players whose bankrolls the growth plot shows."""
TIMES = 24
HOURS = 500
"""Hours over which the growth of a bankroll is shown."""
OF_WINS = ("n0", "wager", "hour", "hour_deviation", "hour_worth", "halved", "doubled", "ahead")
"""Figures that only bets with an expected win have."""
RARE = 1e-5
"""Share of rounds below which a count is left out."""


@dataclass(frozen=True, slots=True)
class DeskTerms:
    """Terms of the bets that the desk evaluates."""

    penetration: float = 0.75
    spread: float = 8.0
    bankroll: float = 10_000.0
    """Bankroll in money."""
    risk: float = 0.135
    """Risk of ever losing the bankroll; it determines the least bet."""
    hourly: float = 100.0
    """Rounds dealt in an hour."""
    enter: int | None = None
    """Count below which no bet is made; None to bet at every count."""


def game_at(study: Study, penetration: float) -> Game:
    """Return the game at a penetration, or at the nearest that the study has."""
    about = study.about
    behind = min(max(about.behind_min, round((1 - penetration) * about.cards)), about.cards - 1)
    return study.game(behind=behind)


def figures_of(returns: Returns, terms: DeskTerms) -> Mapping[str, float | None]:
    """Return the figures of the desk, in money; figures of bets that win nothing are None."""
    units = returns.bankroll_for(terms.risk)
    always = {
        "edge": returns.edge,
        "played": returns.played,
        "score": returns.score,
        "score_error": returns.score_error,
        "di": returns.di,
    }
    if not isfinite(units):
        return {**always, **dict.fromkeys(OF_WINS)}
    bankroll = terms.bankroll
    own = returns.scaled(bankroll / units)
    mean, spread = own.hourly(terms.hourly)
    of_wins = (
        *(returns.n0, bankroll / units, mean, spread),
        terms.hourly * own.certainty_equivalent(bankroll),
        *(own.ruin(bankroll / 2), 1 - own.ruin(bankroll, goal=bankroll)),
        own.ahead(HOURS * terms.hourly, bankroll=bankroll),
    )
    return {**always, **dict(zip(OF_WINS, of_wins, strict=True))}


def growth_of(returns: Returns, terms: DeskTerms) -> list[tuple[float, ...]]:
    """Return rows of the hours played and the quantiles of the bankroll."""
    units = returns.bankroll_for(terms.risk)
    if not isfinite(units):
        return []
    own = returns.scaled(terms.bankroll / units)
    rows = [(0.0, *(terms.bankroll for _ in QUANTILES))]
    for n in range(1, TIMES + 1):
        hours = HOURS * n / TIMES
        rounds = hours * terms.hourly
        edges = risk.band(own.ev, own.variance, rounds, QUANTILES, bankroll=terms.bankroll)
        rows.append((hours, *(terms.bankroll + edge for edge in edges)))
    return rows


class DeskCount(CountFigures):
    """The rounds at a count, and the bet there."""

    bet: float


def counts_of(game: Game, ramp: Mapping[int, float]) -> list[DeskCount]:
    """Return, for each count, its share of rounds, the expected win per unit, and the bet."""
    bets = {count: ramp[count] for count in COUNTS}
    return [{**row, "bet": bets[row["count"]]} for row in game.rows() if row["share"] >= RARE]


def scores_of(
    studies: Iterable[Study], terms: DeskTerms
) -> dict[str, list[tuple[float, float, float]]]:
    """Return, for each count of the studies, penetrations with the best SCORE and its error."""
    scores = {}
    for study in studies:
        places = places_of(study)
        returns = best_returns(study, places, spread=terms.spread, enter=terms.enter)
        scores[study.about.count] = [
            (1 - behind / study.about.cards, best.score, best.score_error)
            for behind, best in zip(places, returns, strict=True)
        ]
    return scores


def bets_at(game: Game, terms: DeskTerms) -> tuple[dict[int, float], Returns]:
    """Return the best ramp of the spread, and its returns."""
    ramp = best_ramp(game, spread=terms.spread, enter=terms.enter)
    return ramp, game.bet(ramp)
