"""Exact odds: the value of a game, its best play, and the value of every wager.

Nothing is sampled here (simulations are in ``pitboss.sim``), and no live table is dealt
(``pitboss.engine``); ``pitboss.rulebook`` says what the rules are.

Imports are lazy: ``odds.solve`` and ``odds.advise`` import numba, the side wagers do not.

>>> from pitboss import odds
>>> odds.solve("double_deck", shoe=odds.full(2).without("As Ad"))
<Solution 'double_deck', composition_dependent: house edge 1.0122%, 102 cards>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice, Situation, advise
    from pitboss.odds.shoe import Shoe, full, of_cards, parse_shoe
    from pitboss.odds.solution import Solution, removal_effects, solve, standard_deviation
    from pitboss.odds.solver.classes import CLASSES

__all__ = [
    "CLASSES",
    "Advice",
    "Shoe",
    "Situation",
    "Solution",
    "advise",
    "full",
    "of_cards",
    "parse_shoe",
    "removal_effects",
    "solve",
    "standard_deviation",
]

_NAMES = {
    "advice": ("Advice", "Situation", "advise"),
    "shoe": ("Shoe", "full", "of_cards", "parse_shoe"),
    "solution": ("Solution", "removal_effects", "solve", "standard_deviation"),
    "solver.classes": ("CLASSES",),
}
"""The public names by module."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
