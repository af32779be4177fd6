"""Games by name. Apart from the questions because choosing a game asks for no odds."""

from __future__ import annotations

from typing import Unpack

from pitboss.arguments import checked
from pitboss.rulebook.catalog import SHIPPED, Game, gallery, rules_of
from pitboss.rulebook.file.option_names import Options
from pitboss.rulebook.rules import Rules

RULEBOOKS = SHIPPED
"""Ids of the five rulebooks that come with pitboss."""
GALLERY = gallery()
"""Ids of the standard games that come with pitboss."""


@checked
def rules(game: Game, /, *, trust_kinds: bool = False, **options: Unpack[Options]) -> Rules:
    """Return the rules of a table: a rulebook with your options.

    Give the id of a rulebook, the path of a TOML file, or a game in one line. If a clause does not
    allow an option, ``RulebookError`` names the clause. ``trust_kinds`` runs the Python files that
    a rulebook names as kinds of side wager. ``Rules`` come back unchanged.

    >>> import pitboss
    >>> pitboss.rules("nz", decks=8).table.decks
    8
    >>> pitboss.rules("6D H17 DAS LS").rulebook
    '6D H17 DAS LS'
    """
    return rules_of(game, trust_kinds=trust_kinds, **options)
