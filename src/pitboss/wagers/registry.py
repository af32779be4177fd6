"""Find every kind of side wager in ``kinds/``; a new file is all that a new kind needs.

A kind from outside the package is made known with ``add_kind``, or by the package that it comes in:
an entry point of the group ``pitboss.wagers`` under the kind's own name.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pitboss.arguments import checked
from pitboss.errors import Error
from pitboss.wagers import kinds
from pitboss.wagers.base import Wager

GROUP = "pitboss.wagers"
"""The group of entry points."""


class KindError(Error, ValueError):
    """A kind of side wager that cannot be added, and the reason."""


@cache
def wager_kinds() -> dict[str, type[Wager]]:
    """Return every kind by its name."""
    known: dict[str, type[Wager]] = {}
    for module in iter_modules(kinds.__path__):
        contents = vars(import_module(f"{kinds.__name__}.{module.name}"))
        for item in contents.values():
            if isinstance(item, type) and issubclass(item, Wager) and item is not Wager:
                assert known.get(item.kind, item) is item, f"two kinds are named {item.kind}"
                known[item.kind] = item
    return known


def kind_named(name: str) -> type[Wager] | None:
    """Return the kind of a name, from the registry or an installed package; None if unknown."""
    known = wager_kinds()
    if name in known:
        return known[name]
    # Imported only if needed: to read what is installed takes a while.
    from importlib.metadata import entry_points  # noqa: PLC0415

    for point in entry_points(group=GROUP, name=name):
        kind = point.load()
        if not (isinstance(kind, type) and issubclass(kind, Wager) and kind.kind == name):
            raise KindError(f"{point.value} is not a kind of wager named {name}")
        add_kind(kind)
    return known.get(name)


@checked
def add_kind(kind: type[Wager]) -> type[Wager]:
    """Offer a kind of your own to rulebooks; use it as a decorator of the class.

    A second kind of the same name is refused.

    >>> from dataclasses import dataclass
    >>> from pitboss.wagers.base import LOSE, Sight, Stage
    >>> @dataclass(frozen=True)
    ... class TwoReds(Wager):
    ...     kind = "two_reds"
    ...     decided = Stage.DEAL
    ...     reads = ("first", "second")
    ...     categories = ("won",)
    ...     def classify(self, sight: Sight) -> str:
    ...         return "won" if {sight.first % 4, sight.second % 4} <= {1, 2} else LOSE
    >>> add_kind(TwoReds).kind
    'two_reds'
    >>> wager_kinds().pop("two_reds").__name__
    'TwoReds'
    """
    known = wager_kinds()
    if known.get(kind.kind, kind) is not kind:
        raise KindError(f"there is a kind {kind.kind!r} already: give this one another name")
    if early := kind.unknown():
        raise KindError(
            f"{kind.kind!r} is decided before it knows {early[0]}: raise its stage, 'decided'"
        )
    known[kind.kind] = kind
    return kind
