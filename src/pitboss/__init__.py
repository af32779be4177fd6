"""Blackjack by the book: play, price and check the game by a real rulebook.

>>> import pitboss
>>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
>>> table.sit("ann", 100)
>>> table.bet("ann", 10)
>>> table.deal()
>>> table.act("stand")
>>> table.net
{'ann': Decimal('10.00')}

The names below are public and stable. Each loads when you first use it, so ``import pitboss`` is
quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.charts import Chart, parse_chart, read_chart
    from pitboss.engine.draft import Refused
    from pitboss.errors import Error, OutOfRange, UnknownName, WrongType
    from pitboss.library.counts import COUNTS
    from pitboss.library.games import GALLERY, RULEBOOKS, rules
    from pitboss.library.questions import advise, par_sheet, replay, simulate, solve
    from pitboss.library.table import Table
    from pitboss.playing_cards import Card, parse_cards, show_cards
    from pitboss.rulebook.catalog import Game
    from pitboss.rulebook.errors import RulebookError
    from pitboss.rulebook.file.option_names import Options
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.counting import Count
    from pitboss.strategy import Strategy
    from pitboss.study.ramps import best_ramp
    from pitboss.study.study import Study

__version__ = "0.2.0"

_NAMES = {
    "charts": ("Chart", "parse_chart", "read_chart"),
    "engine.draft": ("Refused",),
    "errors": ("Error", "OutOfRange", "UnknownName", "WrongType"),
    "library.counts": ("COUNTS",),
    "library.games": ("GALLERY", "RULEBOOKS", "rules"),
    "library.questions": ("advise", "par_sheet", "replay", "simulate", "solve"),
    "library.table": ("Table",),
    "playing_cards": ("Card", "parse_cards", "show_cards"),
    "rulebook.catalog": ("Game",),
    "rulebook.errors": ("RulebookError",),
    "rulebook.file.option_names": ("Options",),
    "rulebook.rules": ("Rules",),
    "sim.counting": ("Count",),
    "strategy": ("Strategy",),
    "study.ramps": ("best_ramp",),
    "study.study": ("Study",),
}
"""The public names by module."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "COUNTS",
    "GALLERY",
    "RULEBOOKS",
    "Card",
    "Chart",
    "Count",
    "Error",
    "Game",
    "Options",
    "OutOfRange",
    "Refused",
    "RulebookError",
    "Rules",
    "Strategy",
    "Study",
    "Table",
    "UnknownName",
    "WrongType",
    "advise",
    "best_ramp",
    "par_sheet",
    "parse_cards",
    "parse_chart",
    "read_chart",
    "replay",
    "rules",
    "show_cards",
    "simulate",
    "solve",
]

if not TYPE_CHECKING:  # So that a type checker finds a misspelt name.

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
