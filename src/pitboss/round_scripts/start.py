"""How a table stood where a script begins: chips, staff, the meter, wagers that stay up."""

import typing
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.engine.notation import plain, read
from pitboss.engine.state import TableState

_APART = ("rules", "automations", "awaiting", "remembered")
"""What a script says elsewhere, or never begins with."""


def _parts() -> dict[str, Any]:
    """The types of what a script may begin with, by name."""
    hints = typing.get_type_hints(TableState, include_extras=True)
    return {name: kind for name, kind in hints.items() if name not in _APART}


def write_start(opened: TableState, state: TableState) -> dict[str, Any]:
    """Everything about a table that is not as it was opened, as plain data."""
    assert state.awaiting is None, "a script begins between two commands"
    return {
        name: _pruned(plain(value, kind), plain(usual, kind))
        for name, kind in _parts().items()
        if (value := getattr(state, name)) != (usual := getattr(opened, name))
    }


def _pruned(data: Any, usual: Any = None) -> Any:
    """Data without the parts that are as usual, and without what is not there."""
    if isinstance(data, dict):
        was = usual if isinstance(usual, dict) else {}
        changed = [name for name in data if data[name] != was.get(name)]
        return {name: _pruned(data[name], was.get(name)) for name in changed}
    return [_pruned(one) for one in data] if isinstance(data, list) else data


def read_start(opened: TableState, data: Mapping[str, Any]) -> TableState:
    """The table that a script begins with; raises ``ValueError`` with what is wrong."""
    parts, changes = _parts(), {}
    for name, value in data.items():
        if name not in parts:
            raise ValueError(f"a table has no {name}; there are {', '.join(parts)}")
        whole, kind = value, parts[name]
        if isinstance(value, Mapping) and isinstance(kind, type):
            # A part of the table that is itself made of parts is given by what differs.
            whole = {**plain(getattr(opened, name), kind), **value}
        try:
            changes[name] = read(whole, kind)
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{name}: {error}") from None
    state = msgspec.structs.replace(opened, **changes)
    return state.under(state.floor.changed) if state.floor.changed else state
