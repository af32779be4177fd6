"""Convert the values of `[rules]`, from a file or an option to a section."""

from fractions import Fraction
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import structs

from pitboss.money import MoneyError, Odds, parse_amount, parse_odds
from pitboss.rulebook.file.options import Value
from pitboss.rulebook.file.reader import plainly
from pitboss.rulebook.file.sections import Section


@cache
def field_types(kind: type[Section]) -> dict[str, Any]:
    """Return the type of each value that files write of a section, with its description.

    A field with a default is made from another part of the file.
    """
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in structs.fields(kind) if field.required}


def is_amount(field: Any) -> bool:
    """Return True if files give the value in table currency."""
    metas = getattr(field, "__metadata__", ())
    return any((getattr(meta, "extra", None) or {}).get("unit") == "cents" for meta in metas)


def note_of(field: Any) -> str:
    """Return the description of a value."""
    metas = getattr(field, "__metadata__", ())
    return next((meta.description for meta in metas if getattr(meta, "description", None)), "")


def default_of(field: Any) -> tuple[Any, str] | None:
    """Default of an optional value, and the value whose clause it then cites; else None."""
    for meta in getattr(field, "__metadata__", ()):
        extra = getattr(meta, "extra", None) or {}
        if "default" in extra:
            default, by = extra["default"]
            return default, by
    return None


def is_odds(field: Any) -> bool:
    """Return True if files give the value as odds in words."""
    return Odds in (field, getattr(field, "__origin__", None))


def written_value(value: object, field: Any) -> object:
    """Return a written value as its section has it: amounts in cents, odds as two numbers."""
    if value == "off":
        return None
    if is_odds(field):
        return _odds(parse_odds(str(value)))
    if is_amount(field) and isinstance(value, (int, float)):
        return parse_amount(value)
    return value


def chosen_value(value: Value) -> object:
    """Return an option's value as a section has it."""
    if isinstance(value, Odds):
        return _odds(value)
    if isinstance(value, Fraction):
        return float(value)
    return None if value == "off" else value


def _odds(odds: Odds) -> dict[str, int]:
    return {"gain": odds.gain, "stake": odds.stake}


def fault_of_written(value: object, field: Any) -> str:
    """Fault of a value written in a file, or ''."""
    try:
        if is_odds(field) and parse_odds(str(value)).gain == 0:
            return "a price of 0 pays nothing: it must pay something"
        return _fault(written_value(value, field), field)
    except MoneyError as error:
        return str(error)


def fault_of_chosen(value: Value, field: Any) -> str:
    """Fault of an option's value at this field, or ''."""
    return _fault(chosen_value(value), field)


def _fault(value: object, field: Any) -> str:
    try:
        msgspec.convert(value, field)
    except msgspec.ValidationError as error:
        words = _words(field)
        return f"it must be one of {', '.join(words)}" if words else plainly(error)
    return ""


def _words(field: Any) -> tuple[str, ...]:
    """Return the allowed words of a value; empty if it is not one of a few words."""
    plain = getattr(field, "__origin__", field)
    return get_args(plain) if get_origin(plain) is Literal else ()
