"""Exact odds: the value of a game, its best play, and the value of every wager.

Nothing is sampled here (simulations are in ``pitboss.sim``), and no live table is dealt
(``pitboss.engine``); ``pitboss.rulebook`` says what the rules are. The questions themselves, such
as ``pitboss.solve``, are names of the package; here are the shoes that they take.

>>> import pitboss
>>> from pitboss import odds
>>> pitboss.solve("double_deck", shoe=odds.full(2).without("As Ad"))
<Solution 'double_deck', composition_dependent: house edge 1.0122%, 102 cards>
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.odds.advice import Situation
    from pitboss.odds.shoe import Shoe, full, of_cards, parse_shoe
    from pitboss.odds.solution import standard_deviation
    from pitboss.odds.solver.classes import CLASSES

__all__ = [
    "CLASSES",
    "Shoe",
    "Situation",
    "full",
    "of_cards",
    "parse_shoe",
    "standard_deviation",
]

_NAMES = {
    "advice": ("Situation",),
    "shoe": ("Shoe", "full", "of_cards", "parse_shoe"),
    "solution": ("standard_deviation",),
    "solver.classes": ("CLASSES",),
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
