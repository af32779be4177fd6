"""How a table stood where a script begins: chips, staff, the meter, wagers that stay up."""

import typing
from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.engine.notation import plain, read
from pitboss.engine.state import TableState

_APART = ("rules", "automations", "awaiting")
"""What a script says elsewhere, or never begins with."""


def write_start(opened: TableState, state: TableState) -> dict[str, Any]:
    """Everything about a table that is not as it was opened, as plain data."""
    assert state.awaiting is None, "a script begins between two commands"
    hints = typing.get_type_hints(TableState, include_extras=True)
    return {
        name: _pruned(plain(value, hints[name]), plain(getattr(opened, name), hints[name]))
        for name in TableState.__struct_fields__
        if name not in _APART and (value := getattr(state, name)) != getattr(opened, name)
    }


def _pruned(data: Any, usual: Any) -> Any:
    """Data without the parts that are as usual, and without what is not there."""
    if not isinstance(data, dict) or not isinstance(usual, dict):
        return _without_nothing(data)
    return {
        key: _pruned(value, usual.get(key))
        for key, value in data.items()
        if value != usual.get(key)
    }


def _without_nothing(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_nothing(one) for key, one in data.items() if one is not None}
    return [_without_nothing(one) for one in data] if isinstance(data, list) else data


def read_start(opened: TableState, data: Mapping[str, Any]) -> TableState:
    """The table that a script begins with; raises ``ValueError`` with what is wrong."""
    hints = typing.get_type_hints(TableState, include_extras=True)
    changes = {}
    for name, value in data.items():
        if name not in hints or name in _APART:
            known = ", ".join(one for one in hints if one not in _APART)
            raise ValueError(f"a table has no {name}; there are {known}")
        whole, kind = value, hints[name]
        if isinstance(value, Mapping) and isinstance(kind, type):
            # A part of the table that is itself made of parts is given by what differs.
            whole = {**plain(getattr(opened, name), kind), **value}
        try:
            changes[name] = read(whole, kind)
        except (ValueError, TypeError, AttributeError, msgspec.ValidationError) as error:
            raise ValueError(f"{name}: {error}") from None
    state = msgspec.structs.replace(opened, **changes)
    return state.under(state.floor.changed) if state.floor.changed else state
