"""Read the parts of a file one by one and collect the problems of each.

Also the line of each key of a TOML file, so that every problem can name its line.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

import msgspec

from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.errors import Problem
from pitboss.rulebook.file.patterns import (
    CARD_NAME,
    DATE,
    DEALER_DRAWS,
    FILE_BESIDE,
    HAND_CONDITION,
    ID,
    RESULT,
)
from pitboss.rulebook.file.sections import BONUS_21, BONUS_BLACKJACK

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-\.\"']+(?:\s*\.\s*[A-Za-z0-9_\-\"']+)*)\s*=")
_OPEN_LIST = re.compile(r"=\s*\[\s*(?:#.*)?$")


def key_lines(text: str) -> dict[str, int]:
    """Return the line of each key by its dotted path; ``wagers.0`` is the first ``[[wagers]]``.

    Tables in a list over several lines have theirs too, if each begins a line.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    inside = ""
    listed, entries = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if listed:
            if line.lstrip().startswith("{"):
                _note(lines, f"{listed}.{entries}", number)
                entries += 1
            listed = "" if line.strip().startswith("]") else listed
            continue
        header = _HEADER.fullmatch(line)
        if header:
            table = _enter(_plain(header[2]), counts, is_list=header[1] == "[[")
            _note(lines, table, number)
            continue
        key = _KEY.match(line)
        if key:
            path = f"{table}.{_plain(key[1])}" if table else _plain(key[1])
            _note(lines, path, number)
            listed, entries = path if _OPEN_LIST.search(line) else "", 0
        for quote in ('"""', "'''"):
            if line.count(quote) % 2:
                inside = quote
    return lines


def _note(lines: dict[str, int], path: str, number: int) -> None:
    """Note the line of a path, and of each table that it names first."""
    while path:
        lines.setdefault(path, number)
        path = path.rpartition(".")[0]


def _enter(name: str, counts: dict[str, int], *, is_list: bool) -> str:
    """Return the path of a table header, with the number of each list entry on the way."""
    parts = name.split(".")
    path = ""
    for place, part in enumerate(parts):
        path = f"{path}.{part}" if path else part
        if place == len(parts) - 1 and is_list:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = f"{path}.{counts[path]}"
    return path


def _plain(name: str) -> str:
    return re.sub(r"\s*\.\s*", ".", name.replace('"', "").replace("'", ""))


def line_of(lines: Mapping[str, int], path: str) -> int:
    """Line of a path, or of the nearest table that holds it; 0 if unknown."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 0


Raw = dict[str, Any]
"""A TOML table as read, before its shape is known."""

T = TypeVar("T")

NAMES = " names the clause "


class Reader:
    """Problems are collected, each with its line, so that all can be reported at once."""

    def __init__(
        self,
        lines: dict[str, int],
        clauses: Mapping[str, Clause],
        below: Mapping[str, int] | None = None,
        written: Raw | None = None,
    ) -> None:
        self.lines = lines
        self.clauses = clauses
        self.below = below or {}
        """Number of entries of each list that come from the rulebook that the file extends."""
        self.written = written
        """Contents of the file itself, without those of the one that it extends."""
        self.problems: list[Problem] = []
        self.unread: set[str] = set()
        """Options that cannot be read; naming one of them is not reported as a second fault."""

    def complain(self, path: str, text: str) -> None:
        """Note a problem at a path."""
        own = self._own(path)
        text = text.replace(path, own) if own else text
        line = line_of(self.lines, own) if self._is_written(own) else 0
        self.problems.append(Problem(text, own or path, line))

    def _is_written(self, path: str) -> bool:
        """Return True if the file itself has the entry of a path; an inherited one has no line."""
        part: Any = self.written
        first, *rest = path.split(".")
        for key in (first, *rest[: 2 if first == "rules" else 1]):
            if isinstance(part, dict):
                if key not in part:
                    return False
                part = part[key]
        return True

    def distinct_problems(self) -> list[Problem]:
        """Return the problems; an unknown clause is reported only at its lines, if it has any.

        An option that a value fixes has the clause of that value.
        """
        cited = [(problem, problem.text.partition(NAMES)[2]) for problem in self.problems]
        placed = {clause for problem, clause in cited if problem.line and clause}
        return [problem for problem, clause in cited if problem.line or clause not in placed]

    def _own(self, path: str) -> str:
        """Translate a merged path to the file's own numbering; '' for an inherited entry."""
        name, _, rest = path.partition(".")
        number, dot, inside = rest.partition(".")
        if not self.below.get(name) or not number.isdecimal():
            return path
        own = int(number) - self.below[name]
        if name == "results":  # Its own come first.
            own = int(number) if int(number) < len((self.written or {}).get(name, ())) else -1
        return f"{name}.{own}{dot}{inside}" if own >= 0 else ""

    def read(self, path: str, raw: object, kind: type[T]) -> T | None:
        """Convert one part to its type; None, and a problem, if it does not fit."""
        try:
            return msgspec.convert(raw, kind, strict=True)
        except msgspec.ValidationError as error:
            self.complain(_inside(path, error), f"{path or 'the file'}: {plainly(error)}")
            return None

    def read_table(self, path: str, raw: object) -> Raw:
        """Return the table at a path; empty, and a problem, if it is not a table."""
        if isinstance(raw, dict):
            return raw
        self.complain(path, f"{path} must be a table: write [{path}]")
        return {}

    def read_list(self, path: str, raw: object, kind: type[T]) -> Iterator[T]:
        """Yield the entries of a list that fit; each other one is a problem."""
        if not isinstance(raw, list):
            self.complain(path, f"{path} must be a list: write [[{path}]]")
            return
        for number, entry in enumerate(raw):
            item = self.read(f"{path}.{number}", entry, kind)
            if item is not None:
                yield item

    def read_named(self, path: str, raw: object, kind: type[T]) -> dict[str, T]:
        """Return the entries of a table that fit, by name; each other one is a problem."""
        items = {
            name: self.read(f"{path}.{name}", entry, kind)
            for name, entry in self.read_table(path, raw).items()
        }
        return {name: item for name, item in items.items() if item is not None}

    def read_lists(self, path: str, raw: object, kind: type[T]) -> dict[str, tuple[T, ...]]:
        """Return the lists of a table by name, each with the entries that fit."""
        return {
            name: tuple(self.read_list(f"{path}.{name}", entries, kind))
            for name, entries in self.read_table(path, raw).items()
        }

    def cite(self, path: str, clauses: str | list[str]) -> tuple[str, ...]:
        """Return the clauses cited at a path; each must exist if the rulebook lists clauses."""
        cited = (clauses,) if isinstance(clauses, str) else tuple(clauses)
        cited = tuple(filter(None, cited))
        if not cited:
            self.complain(path, f"{path} names no clause")
        for clause in cited:
            if self.clauses and clause not in self.clauses:
                self.complain(path, f"{path}{NAMES}{clause}, which does not exist")
        return cited


def _inside(path: str, error: msgspec.ValidationError) -> str:
    """Path of the value that does not fit: ``options.decks.default``."""
    match = re.search(r" - at `\$\.?([^`]*)`", str(error))
    keys = re.sub(r"\[(\d+)\]", r".\1", match[1] if match else "")
    return f"{path}.{keys}".strip(".") if "[...]" not in keys else path


FORMS = {
    BONUS_21: "such as '678 suited: 2 to 1' or '5 cards: 3 to 2'",
    BONUS_BLACKJACK: "such as 'suited: 2 to 1' or 'AJ spades: 10 to 1'",
    HAND_CONDITION: "such as 'hard 9-11 against 456' or 'of A8', its parts in this order",
    DEALER_DRAWS: "such as '0-16' or 'soft 17 2 cards'",
    RESULT: "such as '17 against equal: lose' or '5+ cards: 2 to 1'",
    FILE_BESIDE: "such as 'club-2024.toml', a file beside this one",
    ID: "such as 'our-game_2', of letters, digits, - and _",
    DATE: "such as '2026-01-01', '2026' or 'unknown'",
    CARD_NAME: "such as T for all tens or Td for one",
}
"""Texts of a certain form, by their pattern, as a message names them."""

_KINDS = {
    "object": "a table",
    "array": "a list",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}


def plainly(error: msgspec.ValidationError) -> str:
    """Message of a validation error in plain words, without the library's notation."""
    text = re.sub(r" - at `(?:key in )?\$\.?([^`]*)`", r" at \1", str(error)).removesuffix(" at ")
    text = re.sub(r"`([a-z| ]+)`", lambda match: _kinds(match[1]), text).replace("`", "'")
    for pattern, form in FORMS.items():
        text = text.replace(f"matching regex '{pattern}'", form)
    text = re.sub(r" >= (\d+)", r" of \1 or more", re.sub(r" <= (\d+)", r" of at most \1", text))
    text = text.replace("Object missing required field", "it lacks the key")
    text = text.replace("Object contains unknown field", "it has the unknown key")
    return text[:1].lower() + text[1:]


def _kinds(names: str) -> str:
    """Return the kinds of values in words; a name that is not a kind is quoted as it stands."""
    kinds = names.split(" | ")
    if not all(kind in _KINDS for kind in kinds):
        return f"'{names}'"
    return " or ".join(_KINDS[kind] for kind in kinds)


def suggest(name: str, names: list[str]) -> str:
    """Return a hint at the closest known name, or ''."""
    close = get_close_matches(name, names, n=1)
    return f"; did you mean {close[0]}?" if close else ""
