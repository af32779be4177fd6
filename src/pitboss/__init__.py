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
    from pitboss.charts import Chart
    from pitboss.engine.draft import Refused
    from pitboss.errors import Error, OutOfRange, UnknownName, WrongType
    from pitboss.library.counts import COUNTS
    from pitboss.library.games import GALLERY, RULEBOOKS, rules
    from pitboss.library.hand import Hand
    from pitboss.library.logs import read_log, verify
    from pitboss.library.questions import (
        advise,
        dealer_odds,
        indices,
        par_sheet,
        removal_effects,
        replay,
        rule_effects,
        simulate,
        solve,
    )
    from pitboss.library.table import Play, Table
    from pitboss.odds.solution import Solution
    from pitboss.playing_cards import Card, parse_cards
    from pitboss.proof.checks import Report
    from pitboss.rulebook.catalog import Game
    from pitboss.rulebook.errors import RulebookError
    from pitboss.rulebook.file.option_names import Options
    from pitboss.rulebook.rules import Rules
    from pitboss.sim.counting import Count
    from pitboss.sim.players import basic_chart
    from pitboss.study.ramps import best_ramp
    from pitboss.study.study import Study

__version__ = "0.3.0"

_NAMES = {
    "charts": ("Chart",),
    "engine.draft": ("Refused",),
    "errors": ("Error", "OutOfRange", "UnknownName", "WrongType"),
    "library.counts": ("COUNTS",),
    "library.games": ("GALLERY", "RULEBOOKS", "rules"),
    "library.hand": ("Hand",),
    "library.logs": ("read_log", "verify"),
    "library.questions": (
        *("advise", "dealer_odds", "indices", "par_sheet", "removal_effects", "replay"),
        *("rule_effects", "simulate", "solve"),
    ),
    "library.table": ("Play", "Table"),
    "playing_cards": ("Card", "parse_cards"),
    "rulebook.catalog": ("Game",),
    "rulebook.errors": ("RulebookError",),
    "rulebook.file.option_names": ("Options",),
    "rulebook.rules": ("Rules",),
    "odds.solution": ("Solution",),
    "proof.checks": ("Report",),
    "sim.counting": ("Count",),
    "sim.players": ("basic_chart",),
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
    "Hand",
    "Options",
    "OutOfRange",
    "Play",
    "Refused",
    "Report",
    "RulebookError",
    "Rules",
    "Solution",
    "Study",
    "Table",
    "UnknownName",
    "WrongType",
    "advise",
    "basic_chart",
    "best_ramp",
    "dealer_odds",
    "indices",
    "par_sheet",
    "parse_cards",
    "read_log",
    "removal_effects",
    "replay",
    "rule_effects",
    "rules",
    "simulate",
    "solve",
    "verify",
]

if not TYPE_CHECKING:  # So that a type checker finds a misspelt name.

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        named = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return import_module(f"{__name__}.arguments").readable(named)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
