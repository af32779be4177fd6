"""Rulebooks of the house: files that a server and its processes know by their names."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pitboss.rulebook.catalog import (
    is_named,
    load_rulebook,
    offer_books,
    own_books,
    trust_kinds,
    trusts_kinds,
)
from pitboss.server.settings import SettingsError

NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
"""What a rulebook may be called in an address of the page."""


class HouseBooks(NamedTuple):
    """What one process tells another."""

    paths: tuple[str, ...]
    are_trusted: bool
    """Whether their programs are run."""


def known_books() -> HouseBooks:
    """What this process knows."""
    return HouseBooks(own_books(), trusts_kinds())


def know_books(paths: Iterable[str], *, are_trusted: bool) -> None:
    """Know these files, once each of them can be read; raises ``SettingsError`` or its faults."""
    given = tuple(paths)
    for path in given:
        name = Path(path).stem
        if is_named(name) or not NAME.fullmatch(name):
            raise SettingsError(f"{name!r} cannot be the name of a rulebook of the house: {path}")
    if are_trusted:
        trust_kinds()
    offer_books(given)
    for path in given:
        load_rulebook(path)
