"""Studies: play a game by a count once, then evaluate any bets, bankroll and risk.

``run_study`` plays a study and ``load_study`` reads one. ``Study.game`` chooses the penetration,
and ``Game.bet`` says what a bet ramp wins there.

You can also call the package: ``pitboss.study("house", "zen")`` gives you the shipped study, or
plays one if none is shipped.

>>> import pitboss
>>> from pitboss.study import best_ramp
>>> game = pitboss.study("house", "zen").game(penetration=0.75)
>>> round(game.bet(best_ramp(game, spread=12)).score)
33

Rounds are played in ``sim``, where counts and bets are declared as well; this package holds what
follows from their sums. The first study imports numba; importing this package does not.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.rulebook.catalog import Game as Given
    from pitboss.sim.counting import Count
    from pitboss.study.efficiencies import Effects, Efficiency, best_count, effects_of, efficiency
    from pitboss.study.files import load_study, shipped_studies, shipped_study
    from pitboss.study.game import Game
    from pitboss.study.mistakes import Mistakes, bet_with_mistakes
    from pitboss.study.other_players import Others, cards_of_box, hourly_rounds, with_others
    from pitboss.study.plays import Plays, best_plays
    from pitboss.study.ramps import best_bets, best_ramp, best_returns, human_ramp
    from pitboss.study.returns import Returns
    from pitboss.study.running import run_study
    from pitboss.study.side_wagers import CountedWager, SideOdds, side_odds
    from pitboss.study.study import Study

__all__ = [
    "CountedWager",
    "Effects",
    "Efficiency",
    "Game",
    "Mistakes",
    "Others",
    "Plays",
    "Returns",
    "SideOdds",
    "Study",
    "best_bets",
    "best_count",
    "best_plays",
    "best_ramp",
    "best_returns",
    "bet_with_mistakes",
    "cards_of_box",
    "effects_of",
    "efficiency",
    "hourly_rounds",
    "human_ramp",
    "load_study",
    "run_study",
    "shipped_studies",
    "shipped_study",
    "side_odds",
    "with_others",
]

_NAMES = {
    "efficiencies": ("Effects", "Efficiency", "best_count", "effects_of", "efficiency"),
    "files": ("load_study", "shipped_studies", "shipped_study"),
    "game": ("Game",),
    "mistakes": ("Mistakes", "bet_with_mistakes"),
    "other_players": ("Others", "cards_of_box", "hourly_rounds", "with_others"),
    "plays": ("Plays", "best_plays"),
    "ramps": ("best_bets", "best_ramp", "best_returns", "human_ramp"),
    "returns": ("Returns",),
    "running": ("run_study",),
    "side_wagers": ("CountedWager", "SideOdds", "side_odds"),
    "study": ("Study",),
}
"""The public names by module."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


class _StudyModule(ModuleType):
    """A module that can be called: importing one of its parts must not hide the function."""

    def __call__(
        self, game: "Given", /, count: "Count | str" = "hi_lo", *, rounds: int = 0, **more: Any
    ) -> "Study":
        shipped = import_module(f"{__name__}.files")
        if not rounds and not more and (game, count) in shipped.shipped_studies():
            known: Study = shipped.shipped_study(game, count)
            return known
        if rounds:
            more["rounds"] = rounds
        played: Study = import_module(f"{__name__}.running").run_study(game, count, **more)
        return played


sys.modules[__name__].__class__ = _StudyModule
