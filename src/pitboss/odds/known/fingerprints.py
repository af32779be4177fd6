"""What the odds of a base game depend on, as a name for it: the rules of play, and the shoe."""

import hashlib
from functools import cache

import msgspec

from pitboss.cache import program
from pitboss.odds.shoe import Shoe
from pitboss.odds.solver.offers import plain_and_blackjack, priced_by_cards
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.file.values import field_types, when_silent, written_value
from pitboss.rulebook.questions.stakes import double_stakes
from pitboss.rulebook.rules import Rules

SOLVER = 1
"""Counted up when the same game gets other figures than before; shipped results are made again."""

PLAYED = (
    "deal", "blackjack", "insurance", "draw", "double", "split", "surrender", "dealer",
    "settlement",
)  # fmt: skip
"""Sections that say how a hand is played and paid. Of the others only what the solver asks about
counts: what may be staked on insurance and added by a double."""

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
    "strategy.py",
)
"""The version, and what figures are worked out by."""


def fingerprint(rules: Rules, shoe: Shoe) -> str:
    """A name for a game and its shoe, the same on every machine and for every title it goes by.

    A value that a rulebook may be silent on counts only where it is not as silence has it, so that
    a new such value leaves the names of older games as they are.
    """
    return hashlib.sha256(game_text(rules, shoe).encode()).hexdigest()


def game_text(rules: Rules, shoe: Shoe) -> str:
    """The game in lines, as it is fingerprinted."""
    lines = [f"solver={SOLVER}", f"shoe={shoe}"]
    for section in PLAYED:
        values = getattr(rules, section)
        for name in SECTIONS[section].__struct_fields__:
            value = getattr(values, name)
            if value != _unsaid(section, name):
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
def _unsaid(section: str, name: str) -> object:
    """A value where nothing is said of it; what no value equals, where something must be."""
    field = field_types(SECTIONS[section])[name]
    unsaid = when_silent(field)
    if unsaid is None:
        return NotImplemented
    return msgspec.convert(written_value(unsaid[0], field), field)


def solver_text() -> str:
    """A name for the program as it stands: its version, and the text of what works figures out."""
    return program(_SOURCES)
