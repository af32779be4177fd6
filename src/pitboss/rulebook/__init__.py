"""Rulebooks: files and their options, the rules that follow, and the questions they answer.

The rulebooks themselves, with their clauses, are data in ``rulebooks``; play is in ``engine``.
The package itself may be called: ``pitboss.rulebook("nz", decks=8)`` are the rules of a table.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePath

    from pitboss.rulebook.rules import Rules


class _Callable(ModuleType):
    """A module that answers to a call: importing a part of it must not hide the function."""

    def __call__(self, game: "str | PurePath | Rules", /, **options: object) -> "Rules":
        rules: Rules = import_module("pitboss.rulebook.catalog").rules_of(game, **options)
        return rules


sys.modules[__name__].__class__ = _Callable
