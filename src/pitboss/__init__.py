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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss import odds, study
    from pitboss.charts import Chart, parse_chart, read_chart
    from pitboss.engine.draft import Refused
    from pitboss.errors import Error
    from pitboss.library.questions import advise, par_sheet, replay, simulate, solve
    from pitboss.library.table import Table
    from pitboss.playing_cards import Card, parse_cards, show_cards
    from pitboss.rulebook.catalog import SHIPPED as RULEBOOKS
    from pitboss.rulebook.catalog import rules_of as rulebook
    from pitboss.rulebook.errors import RulebookError
    from pitboss.rulebook.rules import Rules
    from pitboss.strategy import Strategy

__version__ = "0.2.0"

__all__ = [
    "RULEBOOKS",
    "Card",
    "Chart",
    "Error",
    "Refused",
    "RulebookError",
    "Rules",
    "Strategy",
    "Table",
    "advise",
    "odds",
    "par_sheet",
    "parse_cards",
    "parse_chart",
    "read_chart",
    "replay",
    "rulebook",
    "show_cards",
    "simulate",
    "solve",
    "study",
]

_HOMES = {
    "RULEBOOKS": ("rulebook.catalog", "SHIPPED"),
    "Card": ("playing_cards", "Card"),
    "Chart": ("charts", "Chart"),
    "Error": ("errors", "Error"),
    "Refused": ("engine.draft", "Refused"),
    "RulebookError": ("rulebook.errors", "RulebookError"),
    "Rules": ("rulebook.rules", "Rules"),
    "Strategy": ("strategy", "Strategy"),
    "Table": ("library.table", "Table"),
    "advise": ("library.questions", "advise"),
    "odds": ("odds", ""),
    "par_sheet": ("library.questions", "par_sheet"),
    "parse_cards": ("playing_cards", "parse_cards"),
    "parse_chart": ("charts", "parse_chart"),
    "read_chart": ("charts", "read_chart"),
    "replay": ("library.questions", "replay"),
    "rulebook": ("rulebook", ""),
    "show_cards": ("playing_cards", "show_cards"),
    "simulate": ("library.questions", "simulate"),
    "solve": ("library.questions", "solve"),
    "study": ("study", ""),
}
"""Module of each name and the name in it; '' for the module itself."""


if not TYPE_CHECKING:  # So that a type checker finds a misspelt name.

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home, inside = _HOMES[name]
        module = import_module(f"{__name__}.{home}")
        return getattr(module, inside) if inside else module


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
