"""Commands as lines of a script, and back: any of them, in words that anybody can read.

A decision is ``1.2 hit``, a wager ``1 ann main 10``; everything else is who, what, and the fields
by name: ``dee enter_card card=8s``, ``sue order_shuffle reason='a card is marked'``.
"""

import json
import shlex
import typing
from functools import cache
from typing import Any

from pitboss.cards import Card, CardError, show_cards
from pitboss.engine.declare import Command, all_commands, tag_of
from pitboss.engine.insurance import Insure, TakeEvenMoney
from pitboss.engine.notation import plain, read
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.wagers.limits import PlaceWager
from pitboss.money import Cents, MoneyError, show

TABLE = "table"
"""Who gives a command that is nobody's: the table itself."""
CARDS, AMOUNTS = tuple[Card, ...], tuple[Cents, ...]


@cache
def commands_by_tag() -> dict[str, type[Command]]:
    """Every command by its name on the wire."""
    return {tag_of(kind): kind for kind in all_commands()}


def write_line(command: Command) -> str:
    """The line of a script that stands for a command."""
    match command:
        case PlaceWager(box=box, by=by, wager=wager, amounts=amounts):
            return f"{box} {by} {wager} {_amounts(amounts)}"
        case Insure(box=box, by=by, amounts=amounts):
            return f"{box} insure {by}={_amounts(amounts)}"
        case TakeEvenMoney(box=box, by=by):
            return f"{box} even_money {by}"
        case Hit() | Stand() | Surrender() | Double() | Split():
            return _write_act(command)
        case _:
            return _write_fields(command)


def _write_act(command: Hit | Stand | Surrender | Double | Split) -> str:
    place = f"{command.box}.{command.hand}" if command.hand else str(command.box)
    given: dict[str, str] = {}
    if isinstance(command, Double):
        for name, stakes in command.stakes.items():
            given[name] = "/".join("free" if one == "free" else show(one) for one in stakes)
    elif isinstance(command, Split):
        given = command.choices
    words = (f"{name}={value}" for name, value in given.items())
    return " ".join([place, tag_of(type(command)), *words])


def _write_fields(command: Command) -> str:
    hints = typing.get_type_hints(type(command), include_extras=True)
    words = [command.by or TABLE, tag_of(type(command))]
    defaults = _defaults(type(command))
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name != "by" and value != defaults.get(name, _MUST):
            words.append(f"{name}={shlex.quote(_write_value(value, hints[name]))}")
    return " ".join(words)


_MUST = object()
"""Stands for the default of a field that has none."""


@cache
def _defaults(kind: type[Command]) -> dict[str, Any]:
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))


def _write_value(value: Any, kind: Any) -> str:
    if kind == CARDS:
        return show_cards(value)
    if kind == AMOUNTS:
        return _amounts(value)
    data = plain(value, kind)
    return data if isinstance(data, str) else json.dumps(data)


def _amounts(amounts: tuple[Cents, ...]) -> str:
    return "/".join(show(amount) for amount in amounts)


def is_command(words: list[str]) -> bool:
    """Whether the words are ``WHO do field=value …``, with a command that there is."""
    is_named = len(words) > 1 and words[1] in commands_by_tag() and not words[0][:1].isdigit()
    return is_named and all("=" in word for word in words[2:])


def read_command(words: list[str]) -> Command:
    """The command of a line ``WHO do field=value …``; raises ``ValueError`` with what is wrong."""
    who, do, *fields = words
    kind = commands_by_tag()[do]
    hints = typing.get_type_hints(kind, include_extras=True)
    given: dict[str, Any] = {}
    for word in fields:
        name, equals, text = word.partition("=")
        if not equals or name not in kind.__struct_fields__ or name == "by" or name in given:
            names = ", ".join(name for name in kind.__struct_fields__ if name != "by") or "none"
            raise ValueError(f"{word!r} is not 'field=value'; the fields of {do} are {names}")
        given[name] = _read_value(text, hints[name])
    try:
        return kind(by="" if who == TABLE else who, **given)
    except TypeError:
        names = ", ".join(name for name in kind.__struct_fields__ if name != "by")
        raise ValueError(f"{do} needs more than that; its fields are {names}") from None


def _read_value(text: str, kind: Any) -> Any:
    try:
        if kind == CARDS:
            return read(text.split(), kind)
        if kind == AMOUNTS:
            return read(text.split("/"), kind)
        if kind in (str, Card, Cents):
            return read(text, kind)
        return read(json.loads(text), kind)
    except (CardError, MoneyError):
        raise
    except ValueError as error:
        # An optional text is written as it is, without the quotes of JSON.
        if str in typing.get_args(kind):
            return text
        raise ValueError(f"{text!r} cannot be read: {error}") from None
