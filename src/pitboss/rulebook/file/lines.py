"""Where the keys of a TOML file stand, so that every problem can name its line."""

import re
from collections.abc import Mapping

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-\.\"']+(?:\s*\.\s*[A-Za-z0-9_\-\"']+)*)\s*=")
_OPEN_LIST = re.compile(r"=\s*\[\s*(?:#.*)?$")


def key_lines(text: str) -> dict[str, int]:
    """The line of each key by its dotted path; ``wagers.0`` is the first ``[[wagers]]``.

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
    """Note the line of a path, and of the tables that it is the first to name."""
    while path:
        lines.setdefault(path, number)
        path = path.rpartition(".")[0]


def _enter(name: str, counts: dict[str, int], *, is_list: bool) -> str:
    """The path of a table header, with the number of each list entry that it lies in."""
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
    """The line of a path, or of the nearest table that holds it; 0 where there is none."""
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 0
