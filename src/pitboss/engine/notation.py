"""Commands, events and states as plain data for people: cards as ``As``, amounts as ``12.50``.

The declared type of a field determines the notation of its value.
"""

import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from pitboss.cards import UNKNOWN, UNSEEN, Card, parse_card, show_card
from pitboss.money import Cents, parse_amount, show

_UNIONS = (typing.Union, types.UnionType)


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {name: hints[name] for name in kind.__struct_fields__}


def _written(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the encoded names of fields by attribute name."""
    return dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))


def plain(value: Any, kind: Any = None) -> Any:
    """Return a value as plain data; a struct knows the types of its fields."""
    if isinstance(value, msgspec.Struct):
        hints, names = _fields(type(value)), _written(type(value))
        data = {names[name]: plain(getattr(value, name), hint) for name, hint in hints.items()}
        config = type(value).__struct_config__
        return {str(config.tag_field): config.tag, **data} if config.tag is not None else data
    if typing.get_origin(kind) in _UNIONS:
        kind = str if isinstance(value, str) else typing.get_args(kind)[0]
    if value is None or isinstance(value, str):
        return value
    if kind == Card:
        return show_card(value)
    if kind == Cents:
        return show(value)
    if isinstance(value, dict):
        _, item = typing.get_args(kind) or (None, None)
        return {key: plain(entry, item) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        items = zip(value, _items(kind, len(value)), strict=True)
        return [plain(entry, item) for entry, item in items]
    if isinstance(value, frozenset):
        return sorted(value)
    return value


def read(data: Any, kind: Any) -> Any:
    """Return the value of plain data; raise ``ValueError`` if its form is wrong."""
    origin = typing.get_origin(kind)
    if kind == Card:
        return UNSEEN if data == UNKNOWN else parse_card(str(data))
    if kind == Cents:
        return parse_amount(data)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _read_struct(data, kind)
    if origin in _UNIONS:
        return _read_union(data, typing.get_args(kind))
    if origin in (tuple, list) and isinstance(data, list):
        items = zip(data, _items(kind, len(data)), strict=True)
        return tuple(read(entry, item) for entry, item in items)
    if origin is dict and isinstance(data, Mapping):
        key, item = typing.get_args(kind)
        return {msgspec.convert(k, key, strict=False): read(v, item) for k, v in data.items()}
    return msgspec.convert(data, kind)


def _read_struct(data: Any, kind: type[msgspec.Struct]) -> Any:
    if not isinstance(data, Mapping):
        raise ValueError(f"{data!r} is not a {kind.__name__}")
    names = {written: name for name, written in _written(kind).items()}
    hints, tag = _fields(kind), kind.__struct_config__.tag_field
    values = {key: value for key, value in data.items() if key != tag}
    if extra := set(values) - set(names):
        raise ValueError(f"there is no {min(extra)}; there are {', '.join(names)}")
    try:
        return kind(**{names[key]: read(value, hints[names[key]]) for key, value in values.items()})
    except TypeError as error:
        raise ValueError(str(error)) from None


def _read_union(data: Any, kinds: tuple[Any, ...]) -> Any:
    if data is None and type(None) in kinds:
        return None
    for kind in kinds:
        if kind is not type(None):
            try:
                return read(data, kind)
            except ValueError:
                continue
    raise ValueError(f"{data!r} is not allowed there")


def _items(kind: Any, count: int) -> tuple[Any, ...]:
    """Return the types of the items of a tuple."""
    args = typing.get_args(kind)
    if len(args) == 2 and args[1] is Ellipsis:
        return (args[0],) * count
    return args if len(args) == count else (args[:1] or (None,)) * count
