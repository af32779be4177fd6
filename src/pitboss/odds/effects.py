"""Other values of a table's options that change the game, to see what each costs or gives."""

from collections.abc import Iterator, Mapping

from pitboss.rulebook.catalog import choose
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.options import Option, show_value
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.sections import SECTIONS

COUNTS_MAX = 8
"""Whole numbers beyond this are not tried one by one."""

_ASIDE = ("table", "limits", "shoe", "fees")
"""Sections that say who may bet what, and how cards come to be shuffled."""


def other_tables(
    rulebook: Rulebook, rules: Rules, settings: Mapping[str, object]
) -> Iterator[tuple[str, str, Rules]]:
    """Each option with another value of it, and the rules with that value alone changed.

    ``settings`` are the options as they were given. Values that a clause refuses, and those that
    leave the base game as it is, are left out.
    """
    for name, option in rulebook.options.items():
        for value in _values(option):
            try:
                other = choose(rulebook, {**settings, name: value})
            except RulebookError:
                continue
            if game_key(other) != game_key(rules):
                yield name, show_value(option.spec, other.options[name]), other


def _values(option: Option) -> list[object]:
    spec = option.spec
    if spec.type == "boolean":
        return [False, True]
    if spec.values is not None:
        return list(spec.values)
    if spec.type == "integer" and spec.min is not None and spec.max is not None:
        low, high = int(spec.min), int(spec.max)
        return list(range(low, high + 1)) if high - low < COUNTS_MAX else []
    return []


def game_key(rules: Rules) -> tuple[object, ...]:
    """What the odds of the base game depend on: equal for tables that play the same game."""
    parts = tuple(getattr(rules, name) for name in SECTIONS if name not in _ASIDE)
    return (rules.decks_in_play, rules.fees.ante, *parts)
