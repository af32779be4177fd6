"""Fingerprints of base games: the rules of play, and the shoe, on which their odds depend."""

import hashlib
from functools import cache

import msgspec

from pitboss.cache import source_hash
from pitboss.odds.shoe import Shoe
from pitboss.odds.solver.offers import PLAYED, plain_and_blackjack, priced_by_cards
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.file.values import default_of, field_types, written_value
from pitboss.rulebook.questions.stakes import double_stakes
from pitboss.rulebook.rules import Rules

SOLVER = 1
"""Version of the solver; raise it if a game gets other figures, and make shipped results again."""

_STAKE = 200
_SOURCES = (
    "__init__.py",
    "odds",
    "rulebook",
    "wagers",
    "cards.py",
    "hands.py",
    "money.py",
    "strategy.py",
)
"""Files and folders whose source decides the figures, and the version."""


def fingerprint(rules: Rules, shoe: Shoe) -> str:
    """Return the fingerprint of a game and its shoe, the same on every machine and for any title.

    A value that a rulebook may omit counts only if it differs from the default, so that a new such
    value leaves the fingerprints of older games as they are.
    """
    return hashlib.sha256(game_text(rules, shoe).encode()).hexdigest()


def game_text(rules: Rules, shoe: Shoe) -> str:
    """Return the game in the lines that are hashed."""
    lines = [f"solver={SOLVER}", f"shoe={shoe}"]
    for section in PLAYED:
        values = getattr(rules, section)
        for name in SECTIONS[section].__struct_fields__:
            value = getattr(values, name)
            if value != _section_default(section, name):
                lines.append(f"{section}.{name}={_plain(value)}")
    if priced_by_cards(rules):
        lines.append(f"cards={rules.copies}")
    stakes = double_stakes(rules, _STAKE)
    lines.append(f"doubles={stakes.high}/{stakes.low if stakes.only else stakes.high}")
    lines += [f"offers={offer}" for offer in plain_and_blackjack(rules)]
    return "\n".join(lines)


def _plain(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


@cache
def _section_default(section: str, name: str) -> object:
    """Return the default of an optional value; ``NotImplemented`` if the value is required."""
    field = field_types(SECTIONS[section]).get(name)
    if field is None:
        return ()
    default = default_of(field)
    if default is None:
        return NotImplemented
    return msgspec.convert(written_value(default[0], field), field)


def solver_text() -> str:
    """Return a hash of the program's version and of the source that decides figures."""
    return source_hash(_SOURCES)
