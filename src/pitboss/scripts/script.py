"""Round scripts: the format of ``*.round.toml`` files, read with every fault on its line."""

import re
import shlex
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cards import Card, CardError, parse_cards
from pitboss.engine.declare import Command
from pitboss.engine.state import SCRIPTED, Automations
from pitboss.errors import Error
from pitboss.money import Cents, MoneyError, parse_amount
from pitboss.rulebook.lines import key_lines, line_of
from pitboss.rulebook.reader import plainly
from pitboss.scripts.lines import is_command, read_command

SIZE_MAX = 1_000_000
"""No script is larger, in bytes."""

OFFERS = ("insure", "even_money")
ACTS = (*OFFERS, "hit", "stand", "double", "split", "surrender", "refuse_card")
STAFF = ("dealer", "supervisor")
"""Who begins a line on something that went wrong."""


class ScriptError(Error, ValueError):
    """A script that cannot be read: what is wrong, and on which line."""

    def __init__(self, source: str, line: int, text: str) -> None:
        place = f"{source}, line {line}" if line else source
        super().__init__(f"{place}: {text}")
        self.line = line


@dataclass(frozen=True, slots=True)
class WagerLine:
    """``1 ann main 10``: a wager to be placed, or with ``!`` to be refused."""

    text: str
    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]
    is_refused: bool
    clause: str


@dataclass(frozen=True, slots=True)
class ActLine:
    """``1.2 double ann=10``: an act, or with ``!`` one that must be refused."""

    text: str
    box: int
    hand: int
    act: str
    given: dict[str, str]
    """By player: an amount, ``free``, ``cover``, ``first``, ``second``, or nothing."""
    by: str
    is_refused: bool
    clause: str


@dataclass(frozen=True, slots=True)
class StaffLine:
    """``dealer face_up_card``: what the staff reports or rules, or with ``!`` may not."""

    text: str
    by: str
    what: str
    box: int
    hand: int
    words: tuple[str, ...]
    """Further words: a player, a choice."""
    is_refused: bool
    clause: str

    act = "report"


@dataclass(frozen=True, slots=True)
class CommandLine:
    """``dee enter_card card=8s``: any command by its name, or with ``!`` one that is refused."""

    text: str
    command: Command
    is_refused: bool
    clause: str

    act = "command"


AnyLine = WagerLine | ActLine | StaffLine | CommandLine


@dataclass(frozen=True, slots=True)
class ScriptRound:
    """One round of a script."""

    wagers: tuple[AnyLine, ...]
    """What came before the deal."""
    acts: tuple[AnyLine, ...]
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
    automations: Automations = SCRIPTED
    """What the table does by itself."""
    is_complete: bool = False
    """Every command is listed, the deal among them: nothing is added between them."""
    start: dict[str, Any] = field(default_factory=dict)
    """How the table stood at the beginning, where it was not as it was opened."""
    shoe_line: int = 0
    """Where the cards stand."""
    lines: dict[str, int] = field(default_factory=dict)
    """Where each key stands, by its dotted path."""

    def line_of_option(self, name: str) -> int:
        """Where an option is chosen; for one that is left to its default, where the rulebook is."""
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
        if path.is_dir():
            raise ScriptError(source, 0, "it is a folder; give a .round.toml file")
        if path.stat().st_size > SIZE_MAX:
            raise ScriptError(source, 0, f"a script has at most {SIZE_MAX:,} bytes")
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ScriptError(source, 0, "there is no such file; check the path") from None
    except UnicodeDecodeError:
        raise ScriptError(source, 0, "it is not a text file; a script is TOML in UTF-8") from None
    except OSError as error:
        raise ScriptError(source, 0, f"it cannot be read: {error.strerror}") from None
    return parse_script(text, source)


def parse_script(text: str, source: str = "script") -> Script:
    """Read a script from its text."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise ScriptError(source, line, f"it is not valid TOML: {error}") from None
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
        rounds=tuple(reader.round(number, entry) for number, entry in enumerate(file.rounds)),
        automations=reader.automations(file.automations),
        is_complete=file.complete,
        start=file.start,
        shoe_line=reader.lines.get("shoe", 0) or line_of(reader.lines, "rounds.0.shoe"),
        lines=reader.lines,
    )


class _Reader:
    """Reads the parts of one script and knows where each stands."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.rows = text.splitlines()
        self.lines = key_lines(text)

    def fail(self, path: str, text: str, entry: str = "") -> ScriptError:
        """A fault at a key, or at an entry of a list that begins there."""
        line = line_of(self.lines, path)
        for number, row in enumerate(self.rows[max(line - 1, 0) :], start=max(line, 1)):
            if entry and entry in row:
                return ScriptError(self.source, number, text)
        return ScriptError(self.source, line, text)

    def convert(self, path: str, raw: Any, kind: type[Any]) -> Any:
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            field = re.search(r"`\$\.?(\w+)|field `(\w+)`", str(error))
            name = next((part for part in field.groups() if part), "") if field else ""
            where = f"{path}.{name}".strip(".")
            raise self.fail(where, plainly(error)) from None

    def cards(self, path: str, text: str) -> tuple[Card, ...]:
        try:
            return parse_cards(text.replace("|", " "))
        except CardError as error:
            raise self.fail(path, str(error)) from None

    def automations(self, given: dict[str, bool]) -> Automations:
        """What the table does by itself, where that is not everything."""
        known = Automations.__struct_fields__
        for name in given:
            if name not in known:
                text = f"there is no automation {name}; there are {', '.join(known)}"
                raise self.fail(f"automations.{name}", text)
        return msgspec.structs.replace(SCRIPTED, **given)

    def round(self, number: int, raw: Any) -> ScriptRound:
        path = f"rounds.{number}"
        file: _RoundFile = self.convert(path, raw, _RoundFile)
        return ScriptRound(
            wagers=tuple(self.wager(f"{path}.wagers", entry) for entry in file.wagers),
            acts=tuple(self.act(f"{path}.acts", entry) for entry in file.acts),
            draws={
                name: tuple(self.amount(f"{path}.draws", str(value), "") for value in values)
                for name, values in file.draws.items()
            },
            expect={
                " ".join(key.split()): self.amount(f"{path}.expect.{key}", str(value), key)
                for key, value in file.expect.items()
            },
            shoe=self.cards(f"{path}.shoe", file.shoe),
            is_shuffled=file.shuffle,
        )

    def amount(self, path: str, text: str, entry: str) -> Cents:
        try:
            return parse_amount(text)
        except MoneyError as error:
            raise self.fail(path, str(error), entry) from None

    def wager(self, path: str, entry: str) -> AnyLine:
        """A line before the deal: a wager, or whatever else was done then."""
        words, is_refused, clause, by = self.words(path, entry)
        if is_command(words) or words[:1] in ([name] for name in STAFF):
            return self.act(path, entry)
        if len(words) != 4 or not words[0].isdigit() or by:
            raise self.fail(path, f"{entry!r} is not 'box player wager amount'", entry)
        amounts = tuple(self.amount(path, part, entry) for part in words[3].split("/"))
        return WagerLine(entry, int(words[0]), words[1], words[2], amounts, is_refused, clause)

    def act(self, path: str, entry: str) -> AnyLine:
        words, is_refused, clause, by = self.words(path, entry)
        if is_command(words):
            try:
                command = read_command(words)
            except ValueError as error:
                raise self.fail(path, f"{entry!r}: {error}", entry) from None
            return CommandLine(entry, command, is_refused, clause)
        if words and words[0] in STAFF:
            return self.staff(path, entry, words, is_refused=is_refused, clause=clause)
        place = re.fullmatch(r"(\d+)(?:\.(\d+))?", words[0]) if words else None
        if not place or len(words) < 2:
            raise self.fail(path, f"{entry!r} is not 'box act', as in '1 hit'", entry)
        if words[1] not in ACTS:
            names = ", ".join(ACTS)
            raise self.fail(path, f"there is no act {words[1]!r}; there are {names}", entry)
        given: dict[str, str] = {}
        for word in words[2:]:
            player, equals, value = word.partition("=")
            if not player or player in given or (equals and not value):
                raise self.fail(path, f"{word!r} in {entry!r} is not 'player=amount'", entry)
            if value and value not in ("free", "cover", "first", "second"):
                for part in value.split("/"):
                    self.amount(path, part, entry)
            given[player] = value
        return ActLine(
            entry, int(place[1]), int(place[2] or 0), words[1], given, by, is_refused, clause
        )

    def staff(
        self, path: str, entry: str, words: list[str], *, is_refused: bool, clause: str
    ) -> StaffLine:
        """``dealer WHAT [box[.hand]] [player] [choice]``."""
        if len(words) < 2:
            raise self.fail(path, f"{entry!r} does not say what the {words[0]} reports", entry)
        place = re.fullmatch(r"(\d+)(?:\.(\d+))?", words[2]) if len(words) > 2 else None
        return StaffLine(
            entry,
            words[0],
            words[1],
            int(place[1]) if place else 0,
            int(place[2] or 0) if place else 0,
            tuple(words[3:] if place else words[2:]),
            is_refused,
            clause,
        )

    def words(self, path: str, entry: str) -> tuple[list[str], bool, str, str]:
        """An entry's words without its ``!``, ``@clause`` and ``by player``."""
        try:
            words = shlex.split(entry)
        except ValueError:
            raise self.fail(path, f"{entry!r} has a quote that does not end", entry) from None
        is_refused = bool(words) and words[0] == "!"
        words = words[1:] if is_refused else words
        clause = by = ""
        if words and words[-1].startswith("@"):
            clause = words.pop()[1:]
            if not is_refused:
                raise self.fail(path, f"{entry!r}: only a line with '!' names a clause", entry)
        if len(words) >= 3 and words[-2] == "by":
            by = words[-1]
            words = words[:-2]
        return words, is_refused, clause, by
