"""The files that `docker build` sends, by the rules of .dockerignore."""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

PARTS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
"""Wildcards of a pattern, longest first: only the first two go beyond one folder."""
SPLIT = re.compile(r"(\*\*/|\*\*|\*|\?)")


def context(root: Path) -> Iterator[str]:
    """Paths of the files that are sent, from the root."""
    lines = (root / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    for folder, _, files in os.walk(root):
        for file in files:
            path = (Path(folder) / file).relative_to(root).as_posix()
            if not is_left_out(path, rules):
                yield path


def is_left_out(path: str, rules: list[str]) -> bool:
    """Return True if the last rule that matches a path, or a folder above it, leaves it out."""
    names = [path, *(parent.as_posix() for parent in PurePosixPath(path).parents)]
    is_out = False
    for rule in rules:
        pattern = _pattern(rule.removeprefix("!"))
        if any(pattern.fullmatch(name) for name in names):
            is_out = not rule.startswith("!")
    return is_out


def _pattern(rule: str) -> re.Pattern[str]:
    """A rule as a regular expression; every rule begins at the root."""
    pieces = SPLIT.split(rule.strip("/"))
    return re.compile("".join(PARTS.get(piece, re.escape(piece)) for piece in pieces))
