"""Studies: play a game by a count once, then evaluate any bets, bankroll and risk.

``Study.shipped`` looks one up, ``Study.play`` plays one and ``Study.load`` reads one from a file.
``Study.game`` chooses the penetration, and ``Game.bet`` values a bet ramp there.

>>> import pitboss
>>> game = pitboss.Study.shipped("house", "zen").game(penetration=0.75)
>>> round(game.bet(pitboss.best_ramp(game, spread=12)).score)
33

Rounds are played in ``sim``, where counts and bets are declared as well; this package holds what
follows from their sums. The first study imports numba; importing this package does not.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.study.efficiencies import Effects, Efficiency, best_count, effects_of, efficiency
    from pitboss.study.files import shipped_studies
    from pitboss.study.game import Game
    from pitboss.study.mistakes import Mistakes, bet_with_mistakes
    from pitboss.study.other_players import Others, cards_of_box, hourly_rounds, with_others
    from pitboss.study.plays import Plays, best_plays
    from pitboss.study.ramps import best_bets, best_ramp, best_returns, human_ramp
    from pitboss.study.returns import Returns
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
    "shipped_studies",
    "side_odds",
    "with_others",
]

_NAMES = {
    "efficiencies": ("Effects", "Efficiency", "best_count", "effects_of", "efficiency"),
    "files": ("shipped_studies",),
    "game": ("Game",),
    "mistakes": ("Mistakes", "bet_with_mistakes"),
    "other_players": ("Others", "cards_of_box", "hourly_rounds", "with_others"),
    "plays": ("Plays", "best_plays"),
    "ramps": ("best_bets", "best_ramp", "best_returns", "human_ramp"),
    "returns": ("Returns",),
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
