"""Differences between two views of a table as places and values, and their application."""

from collections.abc import Iterable
from typing import Any

import msgspec


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A change in a view: a place and its new value, null if there is nothing any more."""

    path: tuple[str, ...]
    """Names of fields and keys, from the view down."""
    value: object


def changes_between(before: object, after: object, path: tuple[str, ...] = ()) -> list[Change]:
    """Return the changes that turn a view, or the part of it at a place, into another."""
    changes: list[Change] = []
    if before != after:
        _compare(before, after, path, changes)
    return changes


def _compare(before: object, after: object, path: tuple[str, ...], changes: list[Change]) -> None:
    """Collect the differences of two unequal values."""
    if isinstance(before, dict) and isinstance(after, dict):
        changes.extend(Change((*path, str(key)), None) for key in before if key not in after)
        for key, value in after.items():
            if key not in before:
                changes.append(Change((*path, str(key)), value))
            elif before[key] != value:
                _compare(before[key], value, (*path, str(key)), changes)
    elif isinstance(before, msgspec.Struct) and type(before) is type(after):
        for name in before.__struct_fields__:
            then, now = getattr(before, name), getattr(after, name)
            if then is not now and then != now:
                _compare(then, now, (*path, name), changes)
    else:
        changes.append(Change(path, after))


def patch(view: dict[str, Any], changes: Iterable[Change]) -> None:
    """Put changes into a view, as both have come over the wire."""
    for change in changes:
        *way, last = change.path
        place = view
        for key in way:
            place = place[key]
        if change.value is None:
            place.pop(last, None)
        else:
            place[last] = change.value
