"""What the rulebook tests share: a small rulebook of one's own, and ways to spoil it."""

import shutil
from importlib import resources
from pathlib import Path

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file.load import Rulebook, build, merge
from pitboss.rulebook.rules import Rules

DOUBLE_DECK = Path(str(resources.files("pitboss.rulebooks"))) / "double_deck"

BARRED = 'side_wagers = { value = "none", clause = "DD-31" }\n'

CHARITY = """\
title = "Charity night"
extends = "tribal"

[clauses]
"CN-1" = "Surrender is always offered."
"""
"""A rulebook that changes nothing, to add to."""


def write_copy(folder: Path, *changes: tuple[str, str], more: str = "") -> Path:
    """A copy of the double-deck rulebook with texts replaced and text added at its end.

    Where that adds side wagers, they are no longer barred.
    """
    text = (DOUBLE_DECK / "rules.toml").read_text(encoding="utf-8")
    if "[[wagers]]" in more:
        changes = (*changes, (BARRED, ""))
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


def offering(rulebook: str, name: str, scale: str = "", **options: object) -> Rules:
    """The rules of a shipped rulebook that offers a shipped side wager besides its own."""
    base = load_rulebook(rulebook)
    raw = merge(base.raw, {"side_wagers": {name: {"scale": scale}}})
    book = build(raw, id_=rulebook, source=rulebook, text="", clauses=base.clauses)
    return choose(book, options)
