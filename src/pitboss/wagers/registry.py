"""Finds every kind of side wager in ``kinds/``: a new file is all that a new kind needs.

A kind from outside the package is made known with ``add_kind``.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pitboss.wagers import kinds
from pitboss.wagers.base import Wager


@cache
def wager_kinds() -> dict[str, type[Wager]]:
    """Every kind by its name."""
    known: dict[str, type[Wager]] = {}
    for module in iter_modules(kinds.__path__):
        contents = vars(import_module(f"{kinds.__name__}.{module.name}"))
        for item in contents.values():
            if isinstance(item, type) and issubclass(item, Wager) and item is not Wager:
                assert known.get(item.kind, item) is item, f"two kinds are named {item.kind}"
                known[item.kind] = item
    return known


def add_kind(kind: type[Wager]) -> type[Wager]:
    """Make a kind of one's own known to rulebooks, as a decorator of its class."""
    known = wager_kinds()
    if known.get(kind.kind, kind) is not kind:
        raise ValueError(f"there is a kind {kind.kind!r} already: give this one another name")
    if early := kind.unknown():
        raise ValueError(
            f"{kind.kind!r} is decided before it knows {early[0]}: raise its stage, 'decided'"
        )
    known[kind.kind] = kind
    return kind
