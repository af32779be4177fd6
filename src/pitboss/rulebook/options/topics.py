"""The values and side wagers that depend on each option, and so its topic."""

from typing import Literal

import msgspec

from pitboss.rulebook.file.extends import words_in
from pitboss.rulebook.file.load import Rulebook

Topic = Literal["play", "wagers", "house"]
"""The play and payment of hands; side wagers; or limits, cards and procedures."""

ASIDE = ("table", "limits", "shoe", "fees")
"""Sections on who may bet what, and on shuffling."""
PLAYED = ("table.decks", "fees.ante", "fees.ante_waived_from")
"""Values outside the sections of play that change the value of a hand."""


def option_uses(rulebook: Rulebook) -> dict[str, set[str]]:
    """Return the paths of the values and side wagers that depend on each option."""
    asking_for: dict[str, set[str]] = {name: set() for name in rulebook.options}
    asking: list[tuple[str, object]] = [*rulebook.cells.items()]
    asking += [(f"results.{row}", spec) for spec in rulebook.results for row in spec.rows]
    asking += [(f"wagers.{wager.name}", wager) for wager in rulebook.wagers]
    for place, spec in asking:
        for word in words_in(msgspec.to_builtins(spec)):
            if word in asking_for:
                asking_for[word].add(place)
    return asking_for


def option_topics(rulebook: Rulebook) -> dict[str, Topic]:
    """Topic of each option; play comes first if it has several."""
    played = set(words_in(msgspec.to_builtins(rulebook.results)))
    for path, cell in rulebook.cells.items():
        if path in PLAYED or path.partition(".")[0] not in ASIDE:
            played.update(words_in(msgspec.to_builtins(cell)))
    fees = [cell for path, cell in rulebook.cells.items() if path.startswith("fees.")]
    wagered = set(words_in(msgspec.to_builtins([*rulebook.wagers, *fees])))
    return {
        name: "play" if name in played else "wagers" if name in wagered else "house"
        for name in rulebook.options
    }
