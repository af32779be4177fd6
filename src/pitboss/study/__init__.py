"""Studies: play a game by a count once, then evaluate any bets, bankroll and risk.

``Study.shipped`` looks one up, ``Study.play`` plays one and ``Study.load`` reads one from a file.
``Study.game`` chooses the penetration, and ``Game.bet`` values a bet ramp there.

>>> import pitboss
>>> game = pitboss.Study.shipped("house", "zen").game(penetration=0.75)
>>> round(game.bet(pitboss.best_ramp(game, spread=12)).score)
34

Rounds are played in ``sim``, where counts and bets are declared as well; this package holds what
follows from their sums. The first study imports numba; importing this package does not.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.study.efficiencies import Effects, Efficiency, best_count, efficiency
    from pitboss.study.files import shipped_studies
    from pitboss.study.game import Game
    from pitboss.study.mistakes import Mistakes, bet_with_mistakes
    from pitboss.study.other_players import Others, cards_of_box, hourly_rounds, with_others
    from pitboss.study.plays import Plays
    from pitboss.study.ramps import best_bets, best_returns, human_ramp
    from pitboss.study.returns import Returns
    from pitboss.study.side_wagers import CountedWager, SideOdds, side_odds

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
    "best_bets",
    "best_count",
    "best_returns",
    "bet_with_mistakes",
    "cards_of_box",
    "efficiency",
    "hourly_rounds",
    "human_ramp",
    "shipped_studies",
    "side_odds",
    "with_others",
]

_NAMES = {
    "efficiencies": ("Effects", "Efficiency", "best_count", "efficiency"),
    "files": ("shipped_studies",),
    "game": ("Game",),
    "mistakes": ("Mistakes", "bet_with_mistakes"),
    "other_players": ("Others", "cards_of_box", "hourly_rounds", "with_others"),
    "plays": ("Plays",),
    "ramps": ("best_bets", "best_returns", "human_ramp"),
    "returns": ("Returns",),
    "side_wagers": ("CountedWager", "SideOdds", "side_odds"),
}
"""The public names by module."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

if not TYPE_CHECKING:  # So that a type checker finds a misspelt name.

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
