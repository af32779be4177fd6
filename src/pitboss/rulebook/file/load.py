"""Read a rulebook file and report all of its faults at once."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file import schema
from pitboss.rulebook.file.offers import offered_clauses, read_offers, with_offers
from pitboss.rulebook.file.options import Option, OptionError, listed_values, make_option
from pitboss.rulebook.file.patterns import is_date
from pitboss.rulebook.file.reader import Raw, Reader, key_lines, suggest
from pitboss.rulebook.file.readings import noted_readings, reading_lines, with_readings
from pitboss.rulebook.file.schema import Cell, OptionSpec, RulebookFile
from pitboss.rulebook.file.sections import SECTIONS, Section
from pitboss.rulebook.file.validate import Checker
from pitboss.rulebook.file.values import default_of, field_types
from pitboss.toml_files import TomlError, read_toml

__all__ = ["Raw", "Rulebook", "build", "merge", "parse_toml", "suggest"]

REFUSALS = (
    "late_wager",
    "wrong_time",
    "turn",
    "finished",
    "decider",
    "box",
    "box_taken",
    "chips",
    "main",
    "side_wagers",
    "placed",
    "insurance",
    "handling",
    "staff",
)
"""Refusals for which every rulebook names a clause."""

MORE_REFUSALS = (
    "prize",
    "pending",
    "ante",
    "split",
    "waiting",
    "stood",
    "shuffle_at_will",
    "late_insurance",
    "taken_back",
    "doubled",
    "follower",
    "split_surrender",
    "spots",
    "split_blackjack",
    "lost_21",
    "came_late",
    "sat_out",
    "insurance_lost",
    "surrendered",
    "side_blackjack",
    "side_both_blackjack",
)
"""Refusals that not every rulebook can come to."""

_PARTS = (
    "options",
    "constraints",
    "rules",
    "refusals",
    "wagers",
    "notices",
    "irregularities",
    "procedures",
    "announcements",
    "signals",
    "side_wagers",
    "not_said",
    "results",
)
"""Parts read one by one, so that a fault in one does not hide those in another."""

VALUE_SHOWN = 40
"""Longest value repeated in a message, in characters."""
MISSING_SHOWN = 10
"""Most missing values that are listed; more are counted."""

OWN_KEYS = ("id", "in_force_from", "earlier", "edition", "revision")
"""Keys that are about one file, and that no other inherits."""
_LISTS = ("constraints", "notices", "not_said", "results")
"""Lists that a rulebook adds to those of the one it extends; rows of results come before those."""

_MOVED = {
    "tie_": "17-18 against equal: lose",
    "dealer_22": "against 22: push",
    "split_21": "21 2 cards split against equal: win",
    "five_card": "21 5 cards: 2 to 1",
    "always_wins": "21: win",
    "long_21": "21 5+ cards not doubled: win",
    "charlie": "6+ cards not doubled: win",
    "results": "17 against equal: lose",
}
"""Beginnings of the values of settlement in older files, and rows of results that say such."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook as written: its options, and the values that depend on them."""

    id: str
    title: str
    about: str
    source: str
    in_force_from: str
    """First day of this edition, as ``2026-01-01``, ``2026-01`` or ``2026``; or ``unknown``."""
    earlier: tuple[str, ...]
    """Files of earlier editions."""
    edition: str
    """Words of an older file for its edition; else the date from which it is in force."""
    revision: int
    """Number that an older file raised when an outcome changed; 1 for any other."""
    notice_period: str
    """Name of the option with the notice period of a change, in minutes; '' without one."""
    raw: Raw
    options: Mapping[str, Option]
    constraints: tuple[schema.ConstraintSpec, ...]
    cells: Mapping[str, Cell]
    """Values by section and name: ``double.cards``."""
    refusals: Mapping[str, tuple[str, ...]]
    wagers: tuple[schema.WagerSpec, ...]
    notices: tuple[schema.NoticeSpec, ...]
    irregularities: Mapping[str, schema.IrregularitySpec]
    procedures: Mapping[str, tuple[schema.StepSpec, ...]]
    announcements: Mapping[str, tuple[schema.AnnouncementSpec, ...]]
    signals: Mapping[str, schema.SignalSpec]
    results: tuple[schema.ResultSpec, ...]
    """Results that come before the usual ones, the first that fits."""
    not_said: tuple[schema.NotSaidSpec, ...]
    """Rules of the text that the file leaves out."""
    clauses: Mapping[str, Clause]
    lines: Mapping[str, int]
    """Line of each key of its own file, by path."""

    @property
    def own_clauses(self) -> frozenset[str]:
        """The clauses that its own file has, or the table beside it."""
        return frozenset(c for c in self.clauses if f"clauses.{c}" in self.lines)

    def __repr__(self) -> str:
        return f"<Rulebook {self.id!r}, in force from {self.in_force_from}: {self.title[:80]}>"

    @property
    def digest(self) -> str:
        """SHA-256 of the file with all that it extends."""
        return hashlib.sha256(msgspec.json.encode(self.raw, order="deterministic")).hexdigest()


def parse_toml(text: str, source: str) -> Raw:
    """Read TOML, each reading as the option it is; a fault in it is a problem with its line."""
    try:
        return with_readings(read_toml(text))
    except TomlError as error:
        problem = Problem(f"it is not valid TOML: {error}", hint=_TOML_HINT)
    raise RulebookError(source, [problem])


_TOML_HINT = "see the line named; text stands in quotes, and a table begins with [name]"


def merge(base: Raw, child: Raw) -> Raw:
    """Merge a child's file into the one it extends: tables join, wagers replace by name."""
    merged = dict(base)
    for key, value in child.items():
        below = merged.get(key)
        if isinstance(below, dict) and isinstance(value, dict):
            # An option that names its type, and a value, take the place of the old one.
            is_replaced = ("clause" in value and "type" not in below) or "value" in value
            is_replaced |= "type" in value and "clause" in value
            merged[key] = value if is_replaced else merge(below, value)
        elif isinstance(below, list) and isinstance(value, list) and key == "wagers":
            names = [_name(entry) for entry in value]
            merged[key] = [entry for entry in below if _name(entry) not in names] + value
        elif isinstance(below, list) and isinstance(value, list) and key in _LISTS:
            merged[key] = value + below if key == "results" else below + value
        else:
            merged[key] = value
    return merged


def _name(entry: object) -> object:
    return entry.get("name") if isinstance(entry, dict) else None


def build(
    raw: Raw,
    *,
    id_: str,
    source: str,
    text: str,
    clauses: Mapping[str, Clause],
    beside: Iterable[str] = (),
) -> Rulebook:
    """Build a rulebook from a file's contents, or raise every problem found.

    ``beside`` are the clauses of its ``clauses.csv`` that it must cite.
    """
    raw = with_offers(raw)
    known = dict(clauses) | dict(offered_clauses(raw)) | dict(_own_clauses(raw))
    written = parse_toml(text, source) if raw.get("extends") else raw
    reader = Reader(reading_lines(key_lines(text)), known, _from_below(raw, written), written)
    about = _head(reader, raw)

    def part(name: str) -> Any:
        return raw.get(name, [] if name in (*_LISTS, "wagers") else {})

    read, options = reader.read_list, _options(reader, part("options"))
    rulebook = Rulebook(
        id=id_,
        title=about.title,
        about=about.about,
        source=about.source,
        in_force_from=about.in_force_from,
        earlier=tuple(about.earlier),
        edition=about.edition or about.in_force_from,
        revision=about.revision,
        notice_period=about.notice_period,
        raw=raw,
        options=options,
        constraints=tuple(read("constraints", part("constraints"), schema.ConstraintSpec)),
        cells=_cells(reader, part("rules")),
        refusals=_refusals(reader, part("refusals")),
        wagers=(
            *read("wagers", part("wagers"), schema.WagerSpec),
            *read_offers(reader, part("side_wagers")),
        ),
        notices=tuple(read("notices", part("notices"), schema.NoticeSpec)),
        irregularities=reader.read_named(
            "irregularities", part("irregularities"), schema.IrregularitySpec
        ),
        procedures=reader.read_lists("procedures", part("procedures"), schema.StepSpec),
        announcements=reader.read_lists(
            "announcements", part("announcements"), schema.AnnouncementSpec
        ),
        signals=reader.read_named("signals", part("signals"), schema.SignalSpec),
        results=tuple(read("results", part("results"), schema.ResultSpec)),
        not_said=tuple(read("not_said", part("not_said"), schema.NotSaidSpec)),
        clauses=noted_readings(known, options),
        lines={f"clauses.{clause}": 0 for clause in beside} | reader.lines,
    )
    _check(reader, rulebook)
    if reader.problems:
        raise RulebookError(source, _reported(reader, raw))
    return rulebook


def _head(reader: Reader, raw: Raw) -> RulebookFile:
    """Return what a file says of itself; a key that no file has is a problem."""
    keys = RulebookFile.__struct_fields__
    head = {key: value for key, value in raw.items() if key in keys and key not in _PARTS}
    if hasattr(day := head.get("in_force_from"), "isoformat"):
        head["in_force_from"] = str(day)  # A date of TOML, without quotes.
    for key in raw.keys() - {*keys, *_PARTS}:
        hint = suggest(key, [*keys])
        reader.complain(key, f"a rulebook has no {key}{hint}")
    about = reader.read("", head, RulebookFile) or RulebookFile(title="")
    if not is_date(about.in_force_from):
        text = f"in_force_from: there is no day {about.in_force_from}"
        reader.complain("in_force_from", text)
    return about


def _own_clauses(raw: Raw) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses that a file has itself, by id."""
    own = raw.get("clauses", {})
    for name, summary in (own if isinstance(own, dict) else {}).items():
        yield name, Clause(name, name, "own", "engine", str(summary), "", "")


def _reported(reader: Reader, raw: Raw) -> list[Problem]:
    """Return the problems by line; a single one for a file that lacks nearly everything."""
    problems = sorted(reader.distinct_problems(), key=lambda problem: problem.line)
    missing = [problem for problem in problems if problem.text.endswith(" is missing")]
    if raw.get("extends") or len(missing) <= MISSING_SHOWN:
        return problems
    text = f"it extends no rulebook, and {len(missing)} values are missing"
    hint = 'write extends = "standard" at its top, or all values: pitboss schema rulebook'
    return [Problem(text, hint=hint), *(problem for problem in problems if problem not in missing)]


def _from_below(raw: Raw, written: Raw) -> dict[str, int]:
    """Number of entries of each list that come from the rulebook that a file extends."""
    return {
        key: len(entries) - len(written.get(key, ()))
        for key in ("wagers", *_LISTS)
        if isinstance(entries := raw.get(key), list)
    }


def _check(reader: Reader, rulebook: Rulebook) -> None:
    checker = Checker(reader, rulebook.options)
    checker.check_needed()
    checker.check_options()
    checker.need("notice_period", rulebook.notice_period or None, "integer")
    checker.check_cells(rulebook.cells)
    for number, constraint in enumerate(rulebook.constraints):
        checker.check_constraint(f"constraints.{number}", constraint)
    offered = rulebook.raw.get("side_wagers", {})
    names: set[str] = set()
    for number, wager in enumerate(rulebook.wagers):
        is_offer = wager.name in offered
        path = f"side_wagers.{wager.name}" if is_offer else f"wagers.{number}"
        checker.check_wager(path, wager)
        checker.check_offered(path, wager, rulebook.cells, names)
        names.add(wager.name)
    for number, notice in enumerate(rulebook.notices):
        checker.check_cited(f"notices.{number}", notice)
    for name, calls in rulebook.announcements.items():
        for call in calls:
            checker.check_cited(f"announcements.{name}", call)
    for name, irregularity in rulebook.irregularities.items():
        checker.check_cited(f"irregularities.{name}", irregularity)
    for number, result in enumerate(rulebook.results):
        checker.check_results(f"results.{number}", result)
    for number, left_out in enumerate(rulebook.not_said):
        reader.cite(f"not_said.{number}", left_out.clause)
    for name, signal in rulebook.signals.items():
        reader.cite(f"signals.{name}", signal.clause)
    for name, steps in rulebook.procedures.items():
        for number, step in enumerate(steps):
            checker.check_cited(f"procedures.{name}.{number}", step)


_NEW_OPTION = "; a new one needs a type"


def _options(reader: Reader, raw: object) -> dict[str, Option]:
    options: dict[str, Option] = {}
    entries = reader.read_table("options", raw)
    for name, entry in entries.items():
        path = f"options.{name}"
        if not isinstance(entry, dict):
            shown = f"{name} = {{ default = {_toml(entry)} }}"
            reader.complain(path, f"{path} must be a table: write {shown}")
            continue
        if "type" not in entry:
            hint = suggest(name, [other for other in entries if other != name])
            reader.complain(path, f"there is no option {name} to change{hint or _NEW_OPTION}")
            continue
        spec = reader.read(path, entry, OptionSpec)
        if spec is None:
            continue
        reader.cite(path, list(spec.clauses))
        if spec.notice:
            reader.cite(path, spec.notice)
        if spec.type == "choice" and not spec.values:
            reader.complain(path, f"{path} must list its values")
            continue
        try:
            options[name] = make_option(name, spec)
        except OptionError as error:
            reader.complain(path, f"the default is refused: {error}")
    reader.unread.update(entries.keys() - options.keys())
    return options


def _cells(reader: Reader, raw: object) -> dict[str, Cell]:
    sections = reader.read_table("rules", raw)
    cells: dict[str, Cell] = {}
    for section, kind in SECTIONS.items():
        values = reader.read_table(f"rules.{section}", sections.get(section, {}))
        cells |= _section_cells(reader, section, kind, values)
    _fill_defaults(cells)
    for section in sections:
        if section not in SECTIONS:
            hint = suggest(section, list(SECTIONS))
            reader.complain(f"rules.{section}", f"there is no section {section}{hint}")
    return cells


def _fill_defaults(cells: dict[str, Cell]) -> None:
    """Fill in the optional values left out, by the clause of the value that each belongs to."""
    for section, kind in SECTIONS.items():
        for name, field in field_types(kind).items():
            value, by = default_of(field) or (None, "")
            if by in cells:
                cells.setdefault(f"{section}.{name}", Cell(clause=cells[by].clause, value=value))


def _section_cells(
    reader: Reader, section: str, kind: type[Section], values: Raw
) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    fields = list(field_types(kind))
    for name in fields:
        path = f"rules.{section}.{name}"
        if name not in values:
            if default_of(field_types(kind)[name]) is None:
                reader.complain(f"rules.{section}", f"{path} is missing")
            continue
        if not isinstance(values[name], dict):
            shown = f'{name} = {{ value = {_toml(values[name])}, clause = "..." }}'
            reader.complain(path, f"{path} must have a value and its clause: write {shown}")
            continue
        cell = reader.read(path, values[name], Cell)
        if cell is None:
            continue
        cells[f"{section}.{name}"] = cell
        reader.cite(path, cell.clause)
        for case in cell.cases:
            reader.cite(path, case.clause)
    for name in values:
        row = next((row for start, row in _MOVED.items() if name.startswith(start)), "")
        if name not in fields and section == "settlement" and row:
            path = f"rules.{section}.{name}"
            shown = f'[[results]] with rows = ["{row}"]'
            reader.complain(path, f"{path} is a row of results; write {shown}")
        elif name not in fields:
            hint = suggest(name, fields)
            reader.complain(f"rules.{section}.{name}", f"{section} has no {name}{hint}")
    return cells


def _toml(value: object) -> str:
    """Return a value as it was written; dots for a long one."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= VALUE_SHOWN else "..."


def _refusals(reader: Reader, raw: object) -> dict[str, tuple[str, ...]]:
    entries = reader.read_table("refusals", raw)
    refusals: dict[str, tuple[str, ...]] = {}
    for name in REFUSALS:
        if name not in entries:
            reader.complain("refusals", f"refusals.{name} is missing")
    for name, clauses in entries.items():
        path = f"refusals.{name}"
        if name not in REFUSALS + MORE_REFUSALS:
            hint = suggest(name, [*REFUSALS, *MORE_REFUSALS])
            reader.complain(path, f"{name} is not a refusal{hint}")
        else:
            listed = listed_values(clauses)
            if all(isinstance(clause, str) for clause in listed):
                refusals[name] = reader.cite(path, listed)
            else:
                reader.complain(path, f"{path} must name a clause")
    return refusals
