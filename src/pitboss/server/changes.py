"""What differs between two views of a table, as places and values, and how it is put into one."""

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.engine.views import TableView


class Change(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One place of a view, and what is there now: null where there is nothing any more."""

    path: tuple[str, ...]
    """Names of fields and keys, from the view down."""
    value: object


def changes_between(before: TableView, after: TableView) -> list[Change]:
    """What has to be put into one view to have the other."""
    found: list[Change] = []
    _compare(before, after, (), found)
    return found


def _compare(before: object, after: object, path: tuple[str, ...], found: list[Change]) -> None:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        found.extend(Change((*path, str(key)), None) for key in before if key not in after)
        for key, value in after.items():
            here = (*path, str(key))
            if key in before:
                _compare(before[key], value, here, found)
            else:
                found.append(Change(here, value))
    elif isinstance(before, msgspec.Struct) and type(before) is type(after):
        for name in before.__struct_fields__:
            _compare(getattr(before, name), getattr(after, name), (*path, name), found)
    else:
        found.append(Change(path, after))


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
