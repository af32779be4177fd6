"""Writes the commands of a log as a round script, so that anybody can replay and judge them."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event, evolve
from pitboss.engine.floor.taking_back import Keyed, TakenBack
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import BETTING, SCRIPTED, TableState
from pitboss.engine.table import Key, nets, open_table
from pitboss.money import show
from pitboss.round_scripts.lines import KEYED_BY, TABLE, write_line
from pitboss.round_scripts.start import write_start
from pitboss.round_scripts.undealt import Undealt
from pitboss.rulebook.file.options import plain_value

Given = tuple[Command, tuple[Event, ...]]
"""A command with what it led to."""


@dataclass
class _Round:
    """One round as a script has it."""

    wagers: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)
    net: Counter[Key] = field(default_factory=Counter)
    is_dealt: bool = False


def export_script(start: TableState, given: Sequence[Given], title: str) -> str:
    """The commands, each with its result, as the text of a script.

    ``start`` is the table before the first of them, between two commands. Played, the script leads
    to the same events. Cards that have not left the shoe stay unknown.
    """
    state, undealt = start, Undealt(start)
    phases: list[str] = []
    for entry, (command, events) in enumerate(given):
        for event in events:
            undealt.note(entry, command, event, state)
            state = evolve(state, event)
        phases.append(state.phase)
    rounds = [_Round()]
    for entry, (command, events) in enumerate(given):
        now = rounds[-1]
        now.is_dealt |= isinstance(command, Deal)
        lines = now.acts if now.is_dealt else now.wagers
        lines.append(write_line(undealt.hidden(entry, command)) + _keyed_by(command, events))
        now.net.update(nets(events))
        is_taken_back = isinstance(events[-1], TakenBack)
        if any(isinstance(event, RoundEnded) for event in events):
            rounds.append(_Round())
        elif is_taken_back and now.is_dealt and phases[entry] == BETTING:
            # The deal was taken back, and wagers may follow.
            rounds.append(_Round())
        elif is_taken_back:
            now.is_dealt = phases[entry] != BETTING
    played = [one for one in rounds if one.wagers or one.acts]
    return _write(undealt.hidden_start(start), title, played)


def _keyed_by(command: Command, events: tuple[Event, ...]) -> str:
    """Who keyed a command for somebody else, behind its line."""
    first = events[0]
    if not isinstance(first, Keyed) or first.who == command.by:
        return ""
    return f" {KEYED_BY} {first.who or TABLE}"


def _write(start: TableState, title: str, rounds: Iterable[_Round]) -> str:
    """The script's text."""
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
    for one in rounds:
        lines += ["", "[[rounds]]", *_listed("wagers", one.wagers), *_listed("acts", one.acts)]
        lines.append("[rounds.expect]")
        for (player, box, wager), net in one.net.items():
            lines.append(f"{_toml(f'{player} {box} {wager}')} = {show(net)}")
    return "\n".join(lines) + "\n"


def _listed(name: str, lines: list[str]) -> list[str]:
    return [f"{name} = [", *(f"  {json.dumps(line)}," for line in lines), "]"]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        fields = (f"{json.dumps(str(key))} = {_toml(one)}" for key, one in value.items())
        return "{ " + ", ".join(fields) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    return json.dumps(value)
