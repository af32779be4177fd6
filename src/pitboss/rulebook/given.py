"""How public functions take a game: a rulebook's id, a path, a line of terms, or ``Rules``."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated

from pitboss.arguments import READ, checked
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.rules import Rules

Game = Annotated[str | PurePath | Rules, READ]
"""A rulebook's id, the path of a TOML file, a line such as ``6D H17 DAS``, or ``Rules``."""


@checked
def rules_given(game: Game, options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a game, with these options; the rest have their defaults.

    >>> rules_given("6D H17 DAS LS").rulebook
    '6D H17 DAS LS'
    >>> rules_given("nz", {"decks": 8}).table.decks
    8
    """
    return rules_of(game, **(options or {}))
