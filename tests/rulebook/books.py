"""What the rulebook tests share: a small rulebook of one's own, and ways to spoil it."""

import shutil
from importlib import resources
from pathlib import Path

from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.load import Rulebook

DOUBLE_DECK = Path(str(resources.files("pitboss.rulebooks"))) / "double_deck"

CHARITY = """\
title = "Charity night"
extends = "tribal"

[clauses]
"CN-1" = "Surrender is always offered."
"""
"""A rulebook that changes nothing, to add to."""


def write_copy(folder: Path, *changes: tuple[str, str], more: str = "") -> Path:
    """A copy of the double-deck rulebook with texts replaced and text added at its end."""
    text = (DOUBLE_DECK / "rules.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(DOUBLE_DECK / "clauses.csv", folder / "clauses.csv")
    path = folder / "rules.toml"
    path.write_text(text + more, encoding="utf-8")
    return path


def write_book(folder: Path, text: str, name: str = "book.toml") -> str:
    """A rulebook file of one's own; its path."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def problems_of(path: str | Path) -> tuple[Problem, ...]:
    """Everything that is wrong with a rulebook file; empty where nothing is."""
    try:
        load_rulebook(str(path))
    except RulebookError as error:
        return error.problems
    return ()


def texts_of(path: str | Path) -> list[str]:
    """Everything that is wrong with a rulebook file, in words."""
    return [problem.text for problem in problems_of(path)]


def charity(folder: Path, more: str = "") -> Rulebook:
    """A rulebook that extends a shipped one."""
    return load_rulebook(write_book(folder, CHARITY + more))
