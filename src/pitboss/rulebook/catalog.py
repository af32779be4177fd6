"""Rulebooks: the shipped ones and the gallery by name, games in one line, people's own by path.

Kinds of side wager in Python files that a rulebook names: programs, run only where trusted.

How public functions take a game: a rulebook's id, a path, a line of terms, or ``Rules``.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path, PurePath
from typing import Annotated

from pitboss.arguments import CHECKED_BY_FUNCTION, checked
from pitboss.errors import WrongType
from pitboss.rulebook.clauses import KEPT_BY_VALUES, Clause, read_clauses
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file.extends import adapted, contradicting_settings, with_fixed_options
from pitboss.rulebook.file.load import OWN_KEYS, Rulebook, build, merge, parse_toml, suggest
from pitboss.rulebook.file.patterns import is_date
from pitboss.rulebook.file.reader import Raw, key_lines, line_of
from pitboss.rulebook.file.readings import values_then
from pitboss.rulebook.file.schema import UNKNOWN
from pitboss.rulebook.options.resolve import broken_choices, choose
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.terms.line import BASE, is_line, raw_of_line, read_line
from pitboss.rulebook.terms.suggestions import did_you_mean
from pitboss.toml_files import FileError, read_text
from pitboss.wagers.base import Wager
from pitboss.wagers.registry import add_kind

_LOADED: set[Path] = set()
"""Python files that have been run; each registers its kinds once."""
_TRUSTED: set[str] = set()
"""Holds ``kinds`` once this process trusts the Python files that rulebooks name."""


def trust_kinds() -> None:
    """Run the files of kinds that rulebooks name, from now on, in this process."""
    _TRUSTED.add("kinds")


def distrust_kinds() -> None:
    """Run no more files; kinds that are registered stay registered."""
    _TRUSTED.clear()


def trusts_kinds() -> bool:
    """Return True if this process runs the Python files that rulebooks name."""
    return bool(_TRUSTED)


def read_kinds(path: Path, raw: Raw, text: str, *, is_trusted: bool) -> None:
    """Register the kinds that a rulebook file names, from Python files in the same folder."""
    named = raw.get("kinds", [])
    line = line_of(key_lines(text), "kinds")
    if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
        text = "kinds must list Python files"
        raise RulebookError(str(path), [Problem(text, "kinds", line, hint=_WRITE)])
    if named and not (is_trusted or trusts_kinds()):
        text = f"its kinds of wager are programs that would run: {', '.join(named)}"
        raise RulebookError(str(path), [Problem(text, "kinds", line, hint=_TRUST)])
    for name in named:
        file = (path.parent / name).resolve()
        if file not in _LOADED:
            try:
                _run(file)
            except Exception as error:
                text = f"{name} cannot be run: {type(error).__name__}: {error}"
                raise RulebookError(
                    str(path), [Problem(text, "kinds", line, hint=_WRITE)]
                ) from None
            _LOADED.add(file)


_TRUST = "read them, and if you trust them run it again with --trust-kinds"
_WRITE = "a kind is a class below pitboss.wagers.base.Wager; python -m pydoc pitboss.wagers.base"


def _run(file: Path) -> None:
    """Run a file and register every kind that it defines."""
    spec = spec_from_file_location(f"own_kinds_{len(_LOADED)}", file)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for item in tuple(vars(module).values()):
        if isinstance(item, type) and issubclass(item, Wager) and item.__module__ == spec.name:
            add_kind(item)


__all__ = [
    "SHIPPED",
    "base_of",
    "choose",
    "gallery",
    "is_named",
    "load_rulebook",
    "rules_of",
    "shipped_clauses",
]

SHIPPED = ("tribal", "nz", "pa_free_bet", "house", "double_deck")
"""The ids of the five rulebooks that come with the package."""

LINE_MAX = 120
"""Longest game in one line, in characters, that is taken from outside."""

EXTENDS_MAX = 8
"""Longest chain of rulebooks that extend one another."""


def offer_books(paths: Iterable[str]) -> None:
    """Offer custom rulebook files from now on, each by its id, which no other may have."""
    for path in paths:
        name, place = id_in(path), str(Path(path).resolve())
        if name in SHIPPED or name in gallery() or _OWN.setdefault(name, place) != place:
            other = _OWN.get(name, "a rulebook of the package")
            problem = Problem(f"the id {name!r} is that of {other}", "id", hint=_ID_HINT)
            raise RulebookError(path, [problem])


_ID_HINT = 'give the file an id of its own: write id = "..." at its top'


def id_in(path: str) -> str:
    """Return the id of a rulebook file: the one it gives, or else its name without the suffix."""
    try:
        return _id_of(parse_toml(_read_text(Path(path)), path), Path(path))
    except RulebookError:
        return Path(path).stem  # Loading the file says more.


def _id_of(raw: Raw, path: Path) -> str:
    return str(raw.get("id") or path.stem)


def own_books() -> tuple[str, ...]:
    """Return the paths of the custom rulebooks that this process offers by name."""
    return tuple(_OWN.values())


def offered_books() -> tuple[str, ...]:
    """Return the names of the shipped and the custom rulebooks."""
    return (*SHIPPED, *_OWN)


_OWN: dict[str, str] = {}


_EDITION = re.compile(f"(.+)@([0-9][0-9-]*|{UNKNOWN})")


def _split(name: str) -> tuple[str, str]:
    """Return the name of a rulebook without the date of its edition, and that date or ""."""
    dated = _EDITION.fullmatch(name)
    return (dated[1], dated[2]) if dated else (name, "")


def editions(name: str, *, trust_kinds: bool = False) -> tuple[Rulebook, ...]:
    """Return a rulebook and its earlier editions, from the newest to the oldest."""
    book = load_rulebook(name, trust_kinds=trust_kinds)
    if _split(name)[1]:
        return (book,)
    dated = [book]
    for file in book.earlier:
        path = _file_of(name).parent / file
        edition = _load_file(path, str(path), is_trusted=trust_kinds)
        later, day = dated[-1].in_force_from, edition.in_force_from
        if later == UNKNOWN or (day != UNKNOWN and day >= later):
            text = f"{file} is in force from {day}, which is not before {later}"
            line = book.lines.get("earlier", 0)
            raise RulebookError(name, [Problem(text, "earlier", line, hint=_EARLIER_HINT)])
        dated.append(replace(edition, id=f"{book.id}@{day}"))
    return tuple(dated)


_EARLIER_HINT = "give each file its in_force_from, and list them from the newest to the oldest"


def edition_on(name: str, day: str, *, trust_kinds: bool = False) -> Rulebook:
    """Return the edition of a rulebook in force on a day; one without a date is the oldest."""
    if not is_date(day):
        hint = f"write it as in {name}@2026-01-01"
        raise RulebookError(name, [Problem(f"there is no day {day}", hint=hint)])
    if _split(name)[1]:
        hint = f"leave out @{day} or the day before it"
        raise RulebookError(name, [Problem("an edition is that of one day", hint=hint)])
    all_editions = editions(name, trust_kinds=trust_kinds)
    for edition in all_editions:
        if edition.in_force_from == UNKNOWN or (day != UNKNOWN and edition.in_force_from <= day):
            return edition
    text = f"no edition of {name} was in force on {day}"
    hint = f"the first that is known is in force from {all_editions[-1].in_force_from}"
    raise RulebookError(name, [Problem(text, hint=hint)])


def load_rulebook(name: str, *, trust_kinds: bool = False) -> Rulebook:
    """Return the rulebook of a name, of a game in one line, or of a TOML file of your own.

    ``nz@2026-01-01`` is the edition in force on a day; without one, it is the newest. A file that
    names ``kinds`` has programs run, which is refused unless they are trusted.
    """
    base, day = _split(name)
    if day:
        return edition_on(base, day, trust_kinds=trust_kinds)
    if name in SHIPPED:
        return _shipped(name)
    if name not in _OWN and is_packed(name):
        return _of_gallery(name) if name in gallery() else _of_line(name)
    if not name.strip():
        problem = Problem(
            "an empty text is not a rulebook", hint=f"write one of {', '.join(SHIPPED)}"
        )
        raise RulebookError(repr(name), [problem])
    path = Path(_OWN.get(name, name))
    if path.suffix != ".toml" and not _exists(path):
        if is_line(name):
            # Says which of its words is not a term.
            read_line(name, [*SHIPPED, *gallery()])
        hint = suggest(name, [*SHIPPED, *gallery()]).removeprefix("; ")
        if not hint and (close := did_you_mean([name], [*SHIPPED, *gallery()])):
            hint = f"did you mean {close}? pitboss terms and pitboss rulebooks --gallery list all"
        hint = hint or (
            f"there are {', '.join(SHIPPED)}, or give the path of a .toml file; "
            "pitboss rulebooks --gallery lists more, and a line such as '6D H17 DAS' is one too"
        )
        raise RulebookError(name, [Problem("there is no rulebook of that name", hint=hint)])
    return _load_file(path, name, is_trusted=trust_kinds)


def _file_of(name: str) -> Path:
    """Return the place of a rulebook's file."""
    folder = Path(str(resources.files("pitboss.rulebooks")))
    if name in SHIPPED:
        return folder / name / "rules.toml"
    if name in gallery():
        return folder / "gallery" / f"{name}.toml"
    return Path(_OWN.get(name, name))


def _load_file(path: Path, name: str, *, is_trusted: bool) -> Rulebook:
    raw, text, clauses = _gather(path, depth=0, is_trusted=is_trusted)
    own = {c for c, clause in _clauses_beside(path.parent).items() if clause.cls in KEPT_BY_VALUES}
    book = build(raw, id_=_id_of(raw, path), source=name, text=text, clauses=clauses, beside=own)
    if broken := list(broken_choices(book, is_own=True)):
        raise RulebookError(name, broken)
    return book


@cache
def gallery() -> tuple[str, ...]:
    """Return the names of the games in the gallery, which extend one another."""
    names = (file.name for file in (resources.files("pitboss.rulebooks") / "gallery").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def is_named(name: str) -> bool:
    """Return True for a rulebook known by name or a game in one line; reads no files."""
    name, _ = _split(name)
    return name in _OWN or is_packed(name)


def is_own(name: str) -> bool:
    """Return True if a name is the id of a custom file that this process offers."""
    return _split(name)[0] in _OWN


def load_logged(name: str, *, is_own: bool, in_force_from: str = "") -> Rulebook:
    """Return the rulebook of a log, in the edition that the table was dealt under if it is here.

    An id of a custom file names nothing else, such as terms.
    """
    if is_own and _split(name)[0] not in _OWN:
        hint = "give the file that the table was opened with: --rulebook FILE"
        problem = Problem(f"{name} was a custom file, and it is not here", hint=hint)
        raise RulebookError(name, [problem])
    book = load_rulebook(name)
    if in_force_from in ("", book.in_force_from):
        return book
    # The day that the name gives may have another edition by now.
    dealt = (one for one in editions(_split(name)[0]) if one.in_force_from == in_force_from)
    return next(dealt, book)


def is_packed(name: str) -> bool:
    """Return True for a rulebook of the package or a game in one line."""
    if name in SHIPPED or name in gallery():
        return True
    try:
        return len(name) <= LINE_MAX and is_line(name) and bool(read_line(name))
    except RulebookError:
        return False


def base_of(book: Rulebook) -> Rulebook | None:
    """Return the rulebook that a game in one line sets options of; None for any other rulebook."""
    is_name = book.id in (*offered_books(), *gallery())
    return _of_gallery(BASE) if not is_name and is_packed(book.id) else None


def rules_of(
    game: str | PurePath | Rules, /, *, trust_kinds: object = False, **options: object
) -> Rules:
    """Return the rules of a table: a rulebook by id, in one line or from a file, with your options.

    If a clause does not allow an option, ``RulebookError`` names the clause. ``trust_kinds`` runs
    the Python files that a rulebook names as kinds of side wager. ``Rules`` come back unchanged.

    >>> rules_of("nz", decks=8).table.decks
    8
    """
    if isinstance(game, Rules) and options:
        raise WrongType(
            "these rules have their options already",
            place="options",
            hint="rules.replace(decks=8) gives rules with other options",
        )
    if isinstance(game, Rules):
        return game
    if not isinstance(game, str | PurePath):
        raise WrongType(
            f"{game!r:.80} is not a game: give a rulebook's id, a path, a line of terms or Rules",
            place=type(game).__name__,
            hint="pitboss.RULEBOOKS lists the ids, such as 'tribal'",
        )
    return choose(load_rulebook(str(game), trust_kinds=bool(trust_kinds)), options)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # A name that is too long to be one.
        return False


def shipped_clauses(name: str) -> Mapping[str, Clause]:
    """Return the clauses of a shipped rulebook by id."""
    return _shipped(name).clauses


def logged_rules(book: Rulebook, options: Mapping[str, str], readings: Mapping[str, str]) -> Rules:
    """Return the rules of a table as its log's header has them.

    A log that is older than a reading was dealt under the value that the reading had then.
    """
    return choose(book, {**values_then(book.options), **readings, **options}, is_open=True)


@cache
def _shipped(name: str) -> Rulebook:
    folder = resources.files("pitboss.rulebooks") / name
    text = (folder / "rules.toml").read_text(encoding="utf-8")
    clauses = read_clauses((folder / "clauses.csv").read_text(encoding="utf-8"), name)
    return build(parse_toml(text, name), id_=name, source=name, text=text, clauses=clauses)


@cache
def _of_gallery(name: str) -> Rulebook:
    raw, text, clauses = _gather_packed(name)
    return build(raw, id_=name, source=name, text=text, clauses=clauses)


def _gather_packed(name: str) -> tuple[Raw, str, dict[str, Clause]]:
    """Merge a game of the gallery with those it extends; also its own text and all clauses."""
    file = resources.files("pitboss.rulebooks") / "gallery" / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    raw = parse_toml(text, name)
    if not raw.get("extends"):
        return raw, text, {}
    below, above = _packed(str(raw["extends"]))
    return _extended(below, raw, text, name), text, _left(above, raw)


def _extended(below: Raw, raw: Raw, text: str, source: str) -> Raw:
    """Merge a file into what it extends, after its own relabelling and dropping."""
    below = {key: part for key, part in below.items() if key not in OWN_KEYS}
    below, faults = adapted(below, raw)
    lines = key_lines(text)
    if faults:
        raise RulebookError(
            source, [Problem(why, path, line_of(lines, path)) for path, why in faults]
        )
    return with_fixed_options(below, raw, merge(below, raw))


def _packed(name: str) -> tuple[Raw, dict[str, Clause]]:
    """Return the contents and clauses of a named rulebook, for one that extends it."""
    book = load_rulebook(name)
    return book.raw, dict(book.clauses)


@lru_cache(maxsize=256)
def _of_line(line: str) -> Rulebook:
    base = _of_gallery(BASE)
    raw = merge(base.raw, raw_of_line(line, base))
    return build(raw, id_=line.strip(), source=line, text="", clauses=base.clauses)


def _gather(
    path: Path, *, depth: int, is_trusted: bool = False
) -> tuple[Raw, str, dict[str, Clause]]:
    """Merge a file with those it extends; also its own text and all clauses."""
    source = str(path)
    text = _read_text(path)
    raw = parse_toml(text, source)
    if "rulebook" in raw and "rounds" in raw:
        hint = "pitboss replay plays it"
        raise RulebookError(source, [Problem("it is a round script, not a rulebook", hint=hint)])
    read_kinds(path, raw, text, is_trusted=is_trusted)
    clauses = _clauses_beside(path.parent)
    parent = raw.get("extends", "")
    if not parent:
        return raw, text, clauses
    if not isinstance(parent, str) or depth >= EXTENDS_MAX:
        problem = Problem(
            "extends must name another rulebook, and the chain must end",
            "extends",
            line=line_of(key_lines(text), "extends"),
            hint=f"name {', '.join(SHIPPED)}, a game of the gallery, or a .toml file beside this",
        )
        raise RulebookError(source, [problem])
    if is_packed(parent):
        below, above = _packed(parent)
    else:
        neighbour = path.parent / parent
        if not neighbour.suffix and not _exists(neighbour):
            problem = Problem(
                f"there is no rulebook {parent!r} to extend",
                "extends",
                line=line_of(key_lines(text), "extends"),
                hint=suggest(parent, [*SHIPPED, *gallery()]).removeprefix("; ")
                or f"name {', '.join(SHIPPED)}, a game of the gallery, or a .toml file",
            )
            raise RulebookError(source, [problem])
        below, _, above = _gather(neighbour, depth=depth + 1, is_trusted=is_trusted)
    lines = key_lines(text)
    if twice := [
        Problem(
            f"options.{name} and rules.{place} contradict each other",
            f"options.{name}",
            line=line_of(lines, f"options.{name}"),
            hint=f"keep one of them; the other is line {line_of(lines, f'rules.{place}')}",
        )
        for name, place in contradicting_settings(below, raw)
    ]:
        raise RulebookError(source, twice)
    return _extended(below, raw, text, source), text, _left(above, raw) | clauses


def _left(above: dict[str, Clause], raw: Raw) -> dict[str, Clause]:
    """Return the clauses of a base that a file does not relabel."""
    relabel = raw.get("relabel", ())
    return {name: clause for name, clause in above.items() if name not in relabel}


def _read_text(path: Path) -> str:
    """Return the text of a file; one that is too large is not read to its end."""
    try:
        return read_text(path)
    except FileError as error:
        raise RulebookError(str(path), [Problem(str(error), hint=error.hint)]) from None


def _clauses_beside(folder: Path) -> dict[str, Clause]:
    table = folder / "clauses.csv"
    if not table.is_file():
        return {}
    text = _read_text(table)
    try:
        return read_clauses(text, str(table))
    except ValueError as error:
        fault = str(error).removeprefix(f"{table}: ")
        problem = Problem(fault, hint="the clauses.csv of a shipped rulebook shows the form")
        raise RulebookError(str(table), [problem]) from None


Game = Annotated[str | PurePath | Rules, CHECKED_BY_FUNCTION]
"""A rulebook's id, the path of a TOML file, a line such as ``6D H17 DAS``, or ``Rules``."""


@checked
def as_rules(game: Game, options: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of a game, with these options; the rest have their defaults.

    >>> as_rules("6D H17 DAS LS").rulebook
    '6D H17 DAS LS'
    >>> as_rules("nz", {"decks": 8}).table.decks
    8
    """
    return rules_of(game, **(options or {}))
