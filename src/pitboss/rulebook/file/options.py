"""Options: reading a chosen value, checking it against its clause, showing it again."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from pitboss.errors import Error
from pitboss.money import Cents, MoneyError, Odds, parse_amount, parse_odds, show
from pitboss.rulebook.file.schema import OptionSpec
from pitboss.toml_files import read_toml

Prizes = tuple[tuple[Cents, tuple[tuple[Cents, int], ...]], ...]
"""Prizes in cents with their weights, for each stake in cents."""

Value = bool | int | str | Fraction | Odds | Prizes | None
"""A chosen value: amounts in cents, ``None`` for an amount that is off."""

Choices = Mapping[str, Value]

DECKS_IN_PLAY = "decks_in_play"
"""Name in conditions for the decks that a round is dealt from; not an option."""

PRIZES_MAX = 1000
"""Most prizes for one stake."""


class OptionError(Error, ValueError):
    """A value that an option cannot have."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a rulebook with its default read."""

    name: str
    spec: OptionSpec
    default: Value

    @property
    def allowed(self) -> str:
        """Its allowed values in words."""
        return _allowed(self.spec)


def make_option(name: str, spec: OptionSpec) -> Option:
    """Read an option; its default must be a value that it allows."""
    return Option(name, spec, read_value(name, spec, spec.default))


def read_value(name: str, spec: OptionSpec, plain: object) -> Value:
    """Read a value from text, TOML or Python, and check it against the option."""
    if plain == "off" and spec.may_be_off:
        return None
    try:
        value = _READERS[spec.type](plain)
    except (ValueError, TypeError, ArithmeticError, LookupError) as error:
        why = error if isinstance(error, (MoneyError, OptionError)) else None
        raise _refused(name, spec, plain, why) from None
    if spec.values is not None and value not in _listed(name, spec):
        raise _refused(name, spec, plain)
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        scale = 100 if spec.type == "amount" else 1
        low, high = spec.min, spec.max
        if (low is not None and value < Decimal(str(low)) * scale) or (
            high is not None and value > Decimal(str(high)) * scale
        ):
            raise _refused(name, spec, plain)
    return value


def _refused(name: str, spec: OptionSpec, value: object, why: Error | None = None) -> OptionError:
    shown, allowed = _shortened(value), _allowed(spec)
    if why is None:
        return OptionError(f"{name} = {shown} is not allowed: choose {allowed}")
    return OptionError(f"{name} = {shown} is not allowed: choose {allowed}; {why}")


def _listed(name: str, spec: OptionSpec) -> list[Value]:
    """Return the values that an option lists, each of which must be readable."""
    try:
        return [_READERS[spec.type](item) for item in spec.values or ()]
    except (ValueError, TypeError, ArithmeticError, LookupError):
        raise OptionError(f"{name} lists a value that is not of type {spec.type}") from None


def show_value(spec: OptionSpec, value: Value) -> str:
    """Write a value as it is given on the command line and in files."""
    if value is None:
        return "off"
    if isinstance(value, tuple):
        return _show_prizes(value)
    if spec.type == "amount" and isinstance(value, int):
        return show(value)
    if isinstance(value, Fraction):
        return f"{float(value):.12g}"
    return written(value)


def plain_value(spec: OptionSpec, value: Value) -> object:
    """Return a value as JSON has it: amounts as numbers in table currency, prices as ``3:2``."""
    if value is None:
        return "off"
    if isinstance(value, tuple):
        return {
            _short(stake): [[prize / 100, weight] for prize, weight in prizes]
            for stake, prizes in value
        }
    if spec.type == "amount" and isinstance(value, int):
        return value // 100 if value % 100 == 0 else value / 100
    if isinstance(value, Fraction):
        return float(value)
    return f"{value.gain}:{value.stake}" if isinstance(value, Odds) else value


def plain_allowed(spec: OptionSpec) -> object:
    """Return the allowed values as JSON has them: a list, or a range."""
    if spec.values is not None:
        return list(spec.values)
    if spec.type == "boolean":
        return [False, True]
    allowed: dict[str, object] = {"type": spec.type}
    if spec.min is not None:
        allowed["min"] = spec.min
    if spec.max is not None:
        allowed["max"] = spec.max
    if spec.may_be_off:
        allowed["off"] = True
    return allowed


def _allowed(spec: OptionSpec) -> str:
    if spec.values is not None:
        listed = ", ".join(map(_shortened, spec.values))
        return f"one of {listed}" if len(spec.values) > 1 else listed
    if spec.type == "boolean":
        return "true or false"
    nouns = {
        "integer": "a whole number",
        "amount": "an amount",
        "odds": "a price such as '3 to 2'",
        "share": "a number",
        "prizes": "a list of prizes with weights for each stake",
    }
    text = nouns.get(spec.type, spec.type)
    if spec.min is not None and spec.max is not None:
        text = f"{text} from {spec.min:g} to {spec.max:g}"
    elif spec.min is not None:
        text = f"{text} from {spec.min:g}"
    elif spec.max is not None:
        text = f"{text} up to {spec.max:g}"
    return f"{text} or off" if spec.may_be_off else text


def written(value: object) -> str:
    """Return a value as files and addresses have it: ``true`` for True."""
    return str(value).lower() if isinstance(value, bool) else str(value)


T = TypeVar("T")


def listed_values(wanted: T | list[T]) -> list[T]:
    """Return the values of a condition, which names one or several."""
    return wanted if isinstance(wanted, list) else [wanted]


def is_one_of(value: object, wanted: object) -> bool:
    """Return True for a value that a condition names; a flag is no number."""
    is_flag = isinstance(value, bool)
    return any(
        value == item and isinstance(item, bool) == is_flag for item in listed_values(wanted)
    )


def condition_words(wanted: object) -> str:
    """Return the values of a condition in words: ``true``, ``automatic or continuous``."""
    return " or ".join(map(_shortened, listed_values(wanted)))


def _shortened(value: object) -> str:
    text = written(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _integer(value: object) -> int:
    if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
        raise OptionError("it must be whole")
    if not isinstance(value, (str, int, float)):
        raise OptionError("it must be a number")
    return int(value)


def _boolean(value: object) -> bool:
    return {"true": True, "false": False}[str(value).strip().lower()]


def _amount(value: object) -> Cents:
    if not isinstance(value, (str, int, float)):
        raise OptionError("it must be a number")
    return parse_amount(value)


def _odds(value: object) -> Odds:
    odds = value if isinstance(value, Odds) else parse_odds(str(value))
    if odds.gain == 0:
        raise OptionError("it must pay something")
    return odds


def _share(value: object) -> Fraction:
    text = str(value).strip()
    # A fraction of a text with a large exponent would fill the memory.
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,12})?", text):
        raise OptionError("write it as in 0.75")
    return Fraction(text)


def _prizes(value: object) -> Prizes:
    lists = _parse_prizes(value) if isinstance(value, str) else value
    if not isinstance(lists, Mapping) or not lists:
        raise OptionError("it needs at least one stake")
    prizes: list[tuple[Cents, tuple[tuple[Cents, int], ...]]] = []
    for stake, rows in lists.items():
        if not 1 <= len(rows) <= PRIZES_MAX:
            raise OptionError(f"a stake needs 1 to {PRIZES_MAX} prizes")
        entries = tuple((_amount(prize), _integer(weight)) for prize, weight in rows)
        if any(prize < 0 or weight < 1 for prize, weight in entries):
            raise OptionError("a prize must be 0 or more and its weight 1 or more")
        if parse_amount(stake) <= 0:
            raise OptionError("a stake must be more than 0")
        prizes.append((parse_amount(stake), entries))
    return tuple(prizes)


def _parse_prizes(text: str) -> Mapping[str, list[list[str]]]:
    """Read ``1: 5x100 50x3; 5: 50x10``: for each stake, prizes with their weights.

    A table as a script has it, ``{ "1" = [[5, 100]] }``, will do as well.
    """
    if text.lstrip().startswith("{"):
        table: Mapping[str, list[list[str]]] = read_toml(f"prizes = {text}")["prizes"]
        return table
    lists: dict[str, list[list[str]]] = {}
    for part in text.split(";"):
        stake, _, rows = part.partition(":")
        lists[stake.strip()] = [row.split("x") for row in rows.split()]
    return lists


def _show_prizes(prizes: Prizes) -> str:
    return "; ".join(
        f"{_short(stake)}: " + " ".join(f"{_short(prize)}x{weight}" for prize, weight in rows)
        for stake, rows in prizes
    )


def _short(cents: Cents) -> str:
    """Return an amount without needless decimals: ``5``, ``2.50``."""
    return str(cents // 100) if cents % 100 == 0 else show(cents)


_READERS: dict[str, Callable[[object], Value]] = {
    "integer": _integer,
    "boolean": _boolean,
    "choice": str,
    "amount": _amount,
    "odds": _odds,
    "share": _share,
    "prizes": _prizes,
}
