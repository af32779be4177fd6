"""Writes the commands of a log as a round script, which can be replayed and judged.

A script also has the table's state at its beginning: chips, staff, the meter, standing wagers.
"""

import json
import typing
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event, evolve
from pitboss.engine.floor.taking_back import Keyed, TakenBack
from pitboss.engine.notation import plain, read
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import BETTING, SCRIPTED, TableState
from pitboss.engine.table import Key, nets, open_table
from pitboss.money import show
from pitboss.round_scripts.lines import KEYED_BY, TABLE, write_line
from pitboss.round_scripts.undealt import Undealt
from pitboss.rulebook.file.options import plain_value
from pitboss.rulebook.options.changes import with_changes

_APART = ("rules", "automations", "awaiting", "remembered")
"""Fields of a table that are written elsewhere in a script, or empty at its beginning."""


def _parts() -> dict[str, Any]:
    """Return the types of the parts that a script may begin with, by name."""
    hints = typing.get_type_hints(TableState, include_extras=True)
    return {name: kind for name, kind in hints.items() if name not in _APART}


def write_start(opened: TableState, state: TableState) -> dict[str, Any]:
    """Return the differences between a table and its opening state, as plain data."""
    assert state.awaiting is None, "a script begins between two commands"
    return {
        name: _pruned(plain(value, kind), plain(usual, kind))
        for name, kind in _parts().items()
        if (value := getattr(state, name)) != (usual := getattr(opened, name))
    }


def _pruned(data: Any, usual: Any = None) -> Any:
    """Return data without the parts that equal the usual ones."""
    if isinstance(data, dict):
        was = usual if isinstance(usual, dict) else {}
        changed = [name for name in data if data[name] != was.get(name)]
        return {name: _pruned(data[name], was.get(name)) for name in changed}
    return [_pruned(item) for item in data] if isinstance(data, list) else data


def read_start(opened: TableState, data: Mapping[str, Any]) -> TableState:
    """Return the table that a script begins with; raise ``ValueError`` with what is wrong."""
    parts, changes = _parts(), {}
    for name, value in data.items():
        if name not in parts:
            raise ValueError(f"a table has no {name}; there are {', '.join(parts)}")
        part, kind = value, parts[name]
        if isinstance(value, Mapping) and isinstance(kind, type):
            # Only the differences are written of a part of the table that itself has parts.
            part = {**plain(getattr(opened, name), kind), **value}
        try:
            changes[name] = read(part, kind)
        except (ValueError, TypeError, AttributeError) as error:
            raise ValueError(f"{name}: {error}") from None
    state = msgspec.structs.replace(opened, **changes)
    if not state.floor.changed:
        return state
    rules = with_changes(state.rules, state.floor.changed)
    return msgspec.structs.replace(state, rules=rules)


CommandEvents = tuple[Command, tuple[Event, ...]]
"""A command with its events."""


@dataclass
class _Round:
    """One round as a script has it."""

    wagers: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    net: Counter[Key] = field(default_factory=Counter)
    is_dealt: bool = False


def export_script(start: TableState, commands: Sequence[CommandEvents], title: str) -> str:
    """Return the commands, each with its result, as the text of a script.

    ``start`` is the table before the first of them, between two commands. Played, the script leads
    to the same events. Cards that have not left the shoe stay unknown.
    """
    state, undealt = start, Undealt(start)
    phases: list[str] = []
    for entry, (command, events) in enumerate(commands):
        for event in events:
            undealt.note(entry, command, event, state)
            state = evolve(state, event)
        phases.append(state.phase)
    rounds = [_Round()]
    for entry, (command, events) in enumerate(commands):
        written = rounds[-1]
        written.is_dealt |= isinstance(command, Deal)
        lines = written.acts if written.is_dealt else written.wagers
        lines.append(write_line(undealt.hidden(entry, command)) + _keyed_by(command, events))
        written.net.update(nets(events))
        is_taken_back = isinstance(events[-1], TakenBack)
        if any(isinstance(event, RoundEnded) for event in events):
            rounds.append(_Round())
        elif is_taken_back and written.is_dealt and phases[entry] == BETTING:
            # The deal was taken back, and wagers may follow.
            rounds.append(_Round())
        elif is_taken_back:
            written.is_dealt = phases[entry] != BETTING
    played = [written for written in rounds if written.wagers or written.acts]
    return _write(undealt.hidden_start(start), title, played)


def _keyed_by(command: Command, events: tuple[Event, ...]) -> str:
    """Return the end of a line that names the person who keyed it for another."""
    first = events[0]
    if not isinstance(first, Keyed) or first.who == command.by:
        return ""
    return f" {KEYED_BY} {first.who or TABLE}"


def _write(start: TableState, title: str, rounds: Iterable[_Round]) -> str:
    """Return the script's text."""
    rules, known = start.rules, start.rules.book.options
    lines = [f"title = {_toml(title)}", f"rulebook = {_toml(rules.rulebook)}", "complete = true"]
    automations = {
        name: value
        for name in SCRIPTED.__struct_fields__
        if (value := getattr(start.automations, name)) != getattr(SCRIPTED, name)
    }
    if automations:
        lines.append(f"automations = {_toml(automations)}")
    lines += ["", "[options]"]
    for name, value in rules.options.items():
        if value != known[name].default:
            lines.append(f"{name} = {_toml(plain_value(known[name].spec, value))}")
    stood = write_start(open_table(rules, start.automations), start)
    if stood:
        lines += ["", "[start]", *(f"{name} = {_toml(value)}" for name, value in stood.items())]
    for played in rounds:
        lines += ["", "[[rounds]]"]
        lines += [*_listed("wagers", played.wagers), *_listed("acts", played.acts)]
        lines.append("[rounds.expect]")
        for (player, box, wager), net in played.net.items():
            lines.append(f"{_toml(f'{player} {box} {wager}')} = {show(net)}")
    return "\n".join(lines) + "\n"


def _listed(name: str, lines: list[str]) -> list[str]:
    return [f"{name} = [", *(f"  {json.dumps(line)}," for line in lines), "]"]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        fields = (f"{json.dumps(str(key))} = {_toml(item)}" for key, item in value.items())
        return "{ " + ", ".join(fields) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return json.dumps(value)
