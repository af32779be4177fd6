"""The shipped rulebooks by name, and people's own by path."""

from functools import cache
from importlib import resources
from pathlib import Path

from pitboss.rulebook.choose import choose
from pitboss.rulebook.clauses import Clause, read_clauses
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.lines import key_lines, line_of
from pitboss.rulebook.load import Raw, Rulebook, build, merge, parse_toml, suggest
from pitboss.rulebook.rules import Rules

__all__ = ["SHIPPED", "choose", "load_rulebook", "rules_of", "shipped_clauses"]

SHIPPED = ("tribal", "nz", "pa_free_bet", "house", "double_deck")

SIZE_MAX = 1_000_000
"""No rulebook file is larger, in bytes."""

_FILE_HINT = f"a rulebook is TOML in UTF-8, of at most {SIZE_MAX:,} bytes"

EXTENDS_MAX = 8
"""No chain of rulebooks that extend one another is longer."""


def load_rulebook(name: str) -> Rulebook:
    """The rulebook of a shipped name, or of a TOML file of your own."""
    if name in SHIPPED:
        return _shipped(name)
    path = Path(name)
    if path.suffix != ".toml" and not _exists(path):
        meant = suggest(name, list(SHIPPED)).removeprefix("; ")
        hint = meant or f"there are {', '.join(SHIPPED)}, or give the path of a .toml file"
        raise RulebookError(name, [Problem("there is no rulebook of that name", hint=hint)])
    raw, text, clauses = _gather(path, depth=0)
    return build(raw, id_=path.stem, source=name, text=text, clauses=clauses)


def rules_of(name: str, /, **options: object) -> Rules:
    """The rules of a table: a shipped rulebook or a TOML file of your own, with options chosen.

    What a clause does not allow raises ``RulebookError``, which names the clause.
    """
    return choose(load_rulebook(name), options)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # A name that is too long to be one.
        return False


@cache
def shipped_clauses(name: str) -> dict[str, Clause]:
    """The clauses of a shipped rulebook by id."""
    table = resources.files("pitboss.rulebooks") / name / "clauses.csv"
    return read_clauses(table.read_text(encoding="utf-8"), name)


@cache
def _shipped(name: str) -> Rulebook:
    folder = resources.files("pitboss.rulebooks") / name
    text = (folder / "rules.toml").read_text(encoding="utf-8")
    clauses = shipped_clauses(name)
    return build(parse_toml(text, name), id_=name, source=name, text=text, clauses=clauses)


def _gather(path: Path, *, depth: int) -> tuple[Raw, str, dict[str, Clause]]:
    """A file's contents on top of those that it extends, its own text, and all clauses."""
    source = str(path)
    text = _read_text(path)
    raw = parse_toml(text, source)
    clauses = _clauses_beside(path.parent) if path.name == "rules.toml" else {}
    parent = raw.get("extends", "")
    if not parent:
        return raw, text, clauses
    if not isinstance(parent, str) or depth >= EXTENDS_MAX:
        problem = Problem(
            "extends must name another rulebook, and the chain must end",
            "extends",
            line=line_of(key_lines(text), "extends"),
            hint=f"name one of {', '.join(SHIPPED)}, or a .toml file beside this one",
        )
        raise RulebookError(source, [problem])
    if parent in SHIPPED:
        base = _shipped(parent)
        below, above = base.raw, dict(base.clauses)
    else:
        beside = path.parent / parent
        below, _, above = _gather(beside, depth=depth + 1)
    return merge(below, raw), text, above | clauses


def _read_text(path: Path) -> str:
    """The text of a file; one that is too large is not read to its end."""
    try:
        with path.open("rb") as file:
            content = file.read(SIZE_MAX + 1)
        if len(content) > SIZE_MAX:
            problem = Problem(f"it is larger than {SIZE_MAX:,} bytes", hint=_FILE_HINT)
        else:
            return content.decode()
    except FileNotFoundError:
        problem = Problem("there is no such file", hint="check the path")
    except IsADirectoryError:
        problem = Problem("it is a folder", hint="give the .toml file in it")
    except UnicodeDecodeError:
        problem = Problem("it is not a text file", hint=_FILE_HINT)
    except OSError as error:
        problem = Problem(f"it cannot be read: {error.strerror}", hint="check the path")
    raise RulebookError(str(path), [problem])


def _clauses_beside(folder: Path) -> dict[str, Clause]:
    table = folder / "clauses.csv"
    if not table.is_file():
        return {}
    text = _read_text(table)
    try:
        return read_clauses(text, str(table))
    except ValueError as error:
        told = str(error).removeprefix(f"{table}: ")
        problem = Problem(told, hint="the clauses.csv of a shipped rulebook shows the form")
        raise RulebookError(str(table), [problem]) from None
