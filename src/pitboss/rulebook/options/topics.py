"""The values and side wagers that depend on each option, and so its topic."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pitboss.rulebook.file.load import Rulebook

Concern = Literal["play", "wagers", "house"]
"""The play and payment of hands; side wagers; or limits, cards and procedures."""

ASIDE = ("table", "limits", "shoe", "fees")
"""Sections on who may bet what, and on shuffling."""
PLAYED = ("table.decks", "fees.ante", "fees.ante_waived_from")
"""Values outside the sections of play that change the value of a hand."""


def places(rulebook: Rulebook) -> dict[str, set[str]]:
    """Return the paths of the values and side wagers that depend on each option."""
    asking_for: dict[str, set[str]] = {name: set() for name in rulebook.options}
    asking: list[tuple[str, object]] = [*rulebook.cells.items()]
    asking += [(f"wagers.{wager.name}", wager) for wager in rulebook.wagers]
    for place, spec in asking:
        for word in _words(msgspec.to_builtins(spec)):
            if word in asking_for:
                asking_for[word].add(place)
    return asking_for


def concerns(rulebook: Rulebook) -> dict[str, Concern]:
    """Topic of each option; play comes first if it has several."""
    played: set[str] = set()
    for path, cell in rulebook.cells.items():
        if path in PLAYED or path.partition(".")[0] not in ASIDE:
            played.update(_words(msgspec.to_builtins(cell)))
    fees = [cell for path, cell in rulebook.cells.items() if path.startswith("fees.")]
    wagered = set(_words(msgspec.to_builtins([*rulebook.wagers, *fees])))
    return {
        name: "play" if name in played else "wagers" if name in wagered else "house"
        for name in rulebook.options
    }


def _words(plain: object) -> Iterator[str]:
    """Yield every key and every text of plain data; of a price that an option sets, that option."""
    if isinstance(plain, dict):
        yield from map(str, plain)
        plain = list(plain.values())
    if isinstance(plain, (list, tuple)):
        for one in plain:
            yield from _words(one)
    elif isinstance(plain, str):
        yield plain.removeprefix("option:")
