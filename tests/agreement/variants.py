"""Games that no shipped rulebook has: one of the five with some of its values changed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as changed

from pitboss.cards import RANKS
from pitboss.rulebook.catalog import choose, gallery, load_rulebook, rules_of
from pitboss.rulebook.questions.settlement import compares_busts
from pitboss.rulebook.rules import Rules

SOLVED = tuple(name for name in gallery() if not compares_busts(rules_of(name)))
"""Games of the gallery with exact odds: all but those that compare hands over 21."""

Changes = Mapping[str, object]
"""Values by section and name: ``double.times``."""


def varied(rulebook: str, changes: Changes, options: Mapping[str, object] | None = None) -> Rules:
    """The rules of a shipped rulebook with other values."""
    return varied_rules(choose(load_rulebook(rulebook), dict(options or {})), changes)


def varied_rules(rules: Rules, changes: Changes) -> Rules:
    """The same rules with other values."""
    sections: dict[str, Any] = {}
    for path, value in changes.items():
        section, _, name = path.partition(".")
        held = sections.get(section) or getattr(rules, section)
        sections[section] = changed(held, **{name: value})
    rows = sections["settlement"].results if "settlement" in sections else ()
    cites = {f"results.{row}": rules.cited("settlement.pays") for row in rows}
    return replace(rules, **sections, cites={**cites, **rules.cites})


def stacked(rules: Rules, cards: str) -> Rules:
    """The same game with exactly these cards in its shoe."""
    table = changed(rules.table, without=tuple(RANKS), with_more=tuple(cards.split()))
    return replace(rules, table=table, decks_in_play=1)
