"""Round scripts: the format of ``*.round.toml`` files, read with every fault on its line."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.cards import Card, parse_cards
from pitboss.engine.state import SCRIPTED, Automations
from pitboss.errors import Error
from pitboss.money import Cents, parse_amount
from pitboss.round_scripts.lines import Line, read_line
from pitboss.rulebook.file.reader import key_lines, line_of, plainly
from pitboss.toml_files import FileError, TomlError, read_text, read_toml

T = TypeVar("T")


class ScriptError(Error, ValueError):
    """A script that cannot be read: what is wrong, and on which line."""

    def __init__(self, source: str, line: int, text: str) -> None:
        place = f"{source}, line {line}" if line else source
        super().__init__(f"{place}: {text}", place=place)
        self.line = line


@dataclass(frozen=True, slots=True)
class ScriptRound:
    """One round of a script."""

    wagers: tuple[Line, ...]
    """The lines before the deal."""
    acts: tuple[Line, ...]
    draws: dict[str, tuple[Cents, ...]]
    expect: dict[str, Cents]
    shoe: tuple[Card, ...]
    is_shuffled: bool


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script."""

    source: str
    title: str
    rulebook: str
    clauses: tuple[str, ...]
    options: dict[str, Any]
    shoe: tuple[Card, ...]
    is_exact: bool
    rounds: tuple[ScriptRound, ...]
    automations: Automations
    """The table's automatic actions."""
    is_complete: bool
    """True if every command is listed, the deal too, so that none is added between them."""
    start: dict[str, Any]
    """The differences of the first state from the table's opening state."""
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each key, by its dotted path."""

    def fault(self, key: str, text: str) -> ScriptError:
        """Return the error of a shoe or a start that can be read but not be played."""
        path = key if key in self.lines or key != "shoe" else "rounds.0.shoe"
        return ScriptError(self.source, line_of(self.lines, path), f"{key}: {text}")

    def line_of_option(self, name: str) -> int:
        """Return the line of an option; for one left to its default, that of the rulebook."""
        return self.lines.get(f"options.{name}") or line_of(self.lines, "rulebook")


class _RoundFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wagers: list[str] = []
    acts: list[str] = []
    draws: dict[str, list[float]] = {}
    expect: dict[str, float] = {}
    shoe: str = ""
    shuffle: bool = False


class _ScriptFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rulebook: str
    rounds: list[Any]
    title: str = ""
    clauses: list[str] = []
    shoe: str = ""
    exact: bool = False
    options: dict[str, Any] = {}
    automations: dict[str, bool] = {}
    complete: bool = False
    start: dict[str, Any] = {}


def read_script(path: Path) -> Script:
    """Read a script file."""
    source = str(path)
    try:
        text = read_text(path)
    except FileError as error:
        raise ScriptError(source, 0, f"{error}; {error.hint}") from None
    script = parse_script(text, source)
    # As ``extends`` in a rulebook: from the file that names it.
    beside = path.parent / script.rulebook
    is_file = script.rulebook.endswith(".toml") and beside.is_file()
    return replace(script, rulebook=str(beside)) if is_file else script


def parse_script(text: str, source: str = "script") -> Script:
    """Read a script from its text."""
    try:
        raw = read_toml(text)
    except TomlError as error:
        raise ScriptError(source, error.line, f"it is not valid TOML: {error}") from None
    reader = _Reader(source, text)
    file = reader.convert("", raw, _ScriptFile)
    if not file.rounds:
        raise ScriptError(source, 0, "a script needs at least one [[rounds]]")
    return Script(
        source=source,
        title=file.title,
        rulebook=file.rulebook,
        clauses=tuple(file.clauses),
        options=file.options,
        shoe=reader.cards("shoe", file.shoe),
        is_exact=file.exact,
        rounds=tuple(reader.round(f"rounds.{place}", raw) for place, raw in enumerate(file.rounds)),
        automations=reader.automations(file.automations),
        is_complete=file.complete,
        start=file.start,
        lines=reader.lines,
    )


class _Reader:
    """Reads the parts of one script, and knows the line of each."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.rows = text.splitlines()
        self.lines = key_lines(text)

    def fault(self, path: str, text: str, entry: str = "") -> ScriptError:
        """Return the error of a key, or of an entry in its list."""
        line = line_of(self.lines, path)
        rows = enumerate(self.rows[max(line - 1, 0) :], start=max(line, 1))
        named = (number for number, row in rows if entry and entry in row)
        return ScriptError(self.source, next(named, line), text)

    def read(self, path: str, read: Callable[[str], T], text: str, entry: str = "") -> T:
        """Read a text; raise ``ScriptError`` with its line if it is wrong."""
        try:
            return read(text)
        except ValueError as error:
            raise self.fault(path, str(error), entry) from None

    def convert(self, path: str, raw: Any, kind: type[T]) -> T:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            field = re.search(r"`\$\.?(\w+)|field `(\w+)`", str(error))
            name = next((part for part in field.groups() if part), "") if field else ""
            raise self.fault(f"{path}.{name}".strip("."), plainly(error)) from None

    def cards(self, path: str, text: str) -> tuple[Card, ...]:
        return self.read(path, parse_cards, text.replace("|", " "))

    def automations(self, actions: dict[str, bool]) -> Automations:
        """Read the automatic actions, with the others at their defaults."""
        known = Automations.__struct_fields__
        for name in actions:
            if name not in known:
                text = f"there is no automation {name}; there are {', '.join(known)}"
                raise self.fault(f"automations.{name}", text)
        return msgspec.structs.replace(SCRIPTED, **actions)

    def round(self, path: str, raw: Any) -> ScriptRound:
        file = self.convert(path, raw, _RoundFile)
        wager, act = partial(read_line, is_dealt=False), partial(read_line, is_dealt=True)
        return ScriptRound(
            wagers=tuple(self.read(f"{path}.wagers", wager, line, line) for line in file.wagers),
            acts=tuple(self.read(f"{path}.acts", act, line, line) for line in file.acts),
            draws={
                name: tuple(
                    self.read(f"{path}.draws", parse_amount, str(prize)) for prize in prizes
                )
                for name, prizes in file.draws.items()
            },
            expect={
                " ".join(key.split()): self.read(
                    f"{path}.expect.{key}", parse_amount, str(net), key
                )
                for key, net in file.expect.items()
            },
            shoe=self.cards(f"{path}.shoe", file.shoe),
            is_shuffled=file.shuffle,
        )
