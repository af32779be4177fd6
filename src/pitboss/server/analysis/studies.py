"""The analyst's desk: shipped studies, and studies played on this server."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from pitboss.rulebook.catalog import choose, is_named, load_rulebook
from pitboss.server.analysis.process import Unanswerable
from pitboss.server.analysis.solver import Options, resolved

if TYPE_CHECKING:
    from pitboss.sim.experiment import Experiment
    from pitboss.study.study import Study

STUDIES_MAX = 24
"""Studies played here that are kept; the one asked for longest ago goes first."""
EXPERIMENTS_MAX = 4

# Functions import what needs numpy themselves: they run in a thread or another process.


class CountName(msgspec.Struct, frozen=True):
    """A count that a game can be studied by."""

    id: str
    title: str


class StudySummary(msgspec.Struct, frozen=True):
    """A study that is shipped."""

    rulebook: str
    count: str


class StudyShelf(msgspec.Struct, frozen=True):
    """The studies that are there, and every count."""

    studies: tuple[StudySummary, ...]
    counts: tuple[CountName, ...]


class DeskFigures(msgspec.Struct, frozen=True):
    """Results of the best bets, in money; null if no bets win."""

    edge: float
    played: float
    score: float
    score_error: float
    di: float
    n0: float | None
    wager: float | None
    """The least bet, so that all is ever lost with the risk that was asked for."""
    hour: float | None
    hour_deviation: float | None
    hour_worth: float | None
    """The certainty equivalent of an hour, at full Kelly."""
    halved: float | None
    """Probability of ever losing half of the bankroll."""
    doubled: float | None
    """Probability of doubling the bankroll before it is lost."""
    ahead: float | None
    """Probability of a profit at the end of the hours shown."""


class DeskCount(msgspec.Struct, frozen=True):
    """A count: the share of rounds that begin at it, what a wager gains there, the best bet."""

    count: int
    share: float
    ev: float
    error: float
    bet: float


class DeskScores(msgspec.Struct, frozen=True):
    """SCORE by penetration for one count: penetration, SCORE, its error."""

    count: str
    title: str
    points: tuple[tuple[float, float, float], ...]


class DeskSheet(msgspec.Struct, frozen=True):
    """Every figure of the desk and every point of its plots."""

    rulebook: str
    count: str
    title: str
    """Title of the count."""
    is_true: bool
    """Counts are true counts, not running ones."""
    rounds: int
    plays: int
    cards: int
    penetration: float
    penetration_max: float
    rounds_per_shoe: float
    figures: DeskFigures
    counts: tuple[DeskCount, ...]
    growth: tuple[tuple[float, float, float, float, float, float], ...]
    """Hours, and the bankroll that 5, 25, 50, 75 and 95 % of players lie below."""
    scores: tuple[DeskScores, ...]
    """Scores of every study; of this study only if rounds are played from an entry count, as
    another count has other numbers."""


class StudyProgress(msgspec.Struct, frozen=True):
    """A study that is being played."""

    rounds: int
    wanted: int
    seconds: float


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """A study to be played."""

    rulebook: str
    options: Options
    count: str
    rounds: int


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """Settings of the desk in whole numbers: per cent, money, per mille."""

    penetration: int
    spread: int
    bankroll: int
    risk: int
    hourly: int
    enter: int | None


class Studies:
    """The studies that this server has: the shipped ones and those that were played."""

    def __init__(self) -> None:
        self._played: OrderedDict[tuple[str, Options, str], Study] = OrderedDict()

    def keep(self, plan: StudyPlan, study: "Study") -> None:
        """Keep a study that was played."""
        self._played[plan.rulebook, plan.options, plan.count] = study
        if len(self._played) > STUDIES_MAX:
            self._played.popitem(last=False)

    def all_of(self, rulebook: str, options: Options) -> "dict[str, Study]":
        """Return the studies of a table by the names of their counts."""
        from pitboss.study.files import shipped_studies
        from pitboss.study.study import Study

        is_default = is_named(rulebook) and options == resolved(rulebook, ())
        own = {
            count: Study.shipped(book, count)
            for book, count in shipped_studies()
            if is_default and book == rulebook
        }
        played = {
            count: study
            for (book, chosen, count), study in tuple(self._played.items())
            if (book, chosen) == (rulebook, options)
        }
        return own | played

    def sheet(
        self, rulebook: str, options: Options, count: str, settings: DeskSettings
    ) -> DeskSheet | None:
        """Return the desk's figures, or None if there is no such study; takes some milliseconds."""
        from pitboss.errors import StudyError

        studies = self.all_of(rulebook, options)
        if count not in studies:
            return None
        try:
            return _sheet(studies, rulebook, count, settings)
        except StudyError as error:
            raise Unanswerable(str(error)) from None


def _sheet(
    studies: "dict[str, Study]", rulebook: str, count: str, settings: DeskSettings
) -> DeskSheet:
    from pitboss.study import desk

    study = studies[count]
    terms = desk.DeskTerms(
        settings.penetration / 100,
        settings.spread,
        settings.bankroll,
        settings.risk / 1000,
        settings.hourly,
        settings.enter,
    )
    game = desk.game_at(study, terms.penetration)
    ramp, returns = desk.bets_at(game, terms)
    compared = studies if settings.enter is None else {count: study}
    scores = desk.scores_of(compared.values(), terms)
    figures = {
        "rulebook": rulebook,
        "count": count,
        "title": study.about.count,
        "is_true": study.about.is_true,
        "rounds": study.rounds,
        "plays": study.about.plays,
        "cards": study.about.cards,
        "penetration": game.penetration,
        "penetration_max": 1 - study.about.behind_min / study.about.cards,
        "rounds_per_shoe": game.rounds_per_shoe,
        "figures": desk.figures_of(returns, terms),
        "counts": desk.counts_of(game, ramp),
        "growth": desk.growth_of(returns, terms),
        "scores": [
            {"count": name, "title": title, "points": points}
            for name, (title, points) in zip(compared, scores.items(), strict=True)
        ],
    }
    return msgspec.convert(figures, DeskSheet)


@lru_cache(1)
def shelf() -> StudyShelf:
    """Return the shipped studies and every count."""
    from pitboss.sim.counting import SHIPPED, load_count
    from pitboss.study.files import shipped_studies

    return StudyShelf(
        tuple(StudySummary(*pair) for pair in shipped_studies()),
        tuple(CountName(name, load_count(name).name) for name in SHIPPED),
    )


def study_part(plan: StudyPlan, first: int, blocks: int, rounds: int) -> "tuple[Study, float]":
    """Play a part of a study; return it and its seconds. Imports the kernels."""
    from pitboss.errors import OddsError, SimulationError
    from pitboss.sim.tables.layout import Task
    from pitboss.sim.targets.cpu import studied
    from pitboss.study.running import study_of

    try:
        experiment = _experiment(plan.rulebook, plan.options, plan.count)
        start = time.perf_counter()
        sums = studied(experiment, Task(1, first, blocks, rounds))
    except (OddsError, SimulationError) as error:
        raise Unanswerable(str(error)) from None
    return study_of(experiment, sums, seed=1).lean(), time.perf_counter() - start


@lru_cache(EXPERIMENTS_MAX)
def _experiment(rulebook: str, options: Options, count: str) -> "Experiment":
    from pitboss.odds.game import strategy_of
    from pitboss.sim.players import ByStrategy
    from pitboss.study.running import studied_game

    rules = choose(load_rulebook(rulebook), dict(options))
    return studied_game(rules, count, player=ByStrategy(strategy_of(rules)))
