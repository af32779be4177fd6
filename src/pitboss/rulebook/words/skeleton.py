"""The text of a new rulebook file: every value of the one that it starts from, to be changed."""

import json
from collections.abc import Iterator, Mapping

import msgspec

from pitboss.rulebook.file.extends import clauses_in
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import plain_value, written
from pitboss.rulebook.file.schema import OptionSpec
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.file.values import field_types, note_of


def skeleton(book: Rulebook, id_: str) -> str:
    """Return a file that plays as a rulebook does, with an id and clauses of its own."""
    names = _own_names(book, id_)
    return "\n".join(
        [
            f"id = {_toml(id_)}",
            f"title = {_toml(f'{id_}, from {book.title}')}",
            f"about = {_toml(book.about)}",
            'source = ""      # the text that it renders',
            'in_force_from = "unknown"      # or its first day, as in "2026-01-01"',
            f"extends = {_toml(book.id)}",
            "",
            "# Write what your text says, and change the values that say another thing.",
            "[clauses]",
            *(f"{_toml(own)} = {_toml(book.clauses[old].summary)}" for old, own in names.items()),
            "",
            f"# What cites a clause of {book.id} cites yours instead.",
            "[relabel]",
            *(f"{_toml(old)} = {_toml(own)}" for old, own in names.items()),
            *_options(book),
            *_values(book, names),
            "",
            "# A rule that no value can say: [[not_said]] with clause, text and effect.",
            "",
        ]
    )


def _own_names(book: Rulebook, id_: str) -> dict[str, str]:
    """Return an id of its own for each clause that a rulebook cites: ``SD-deal`` for STD-deal."""
    cited = [clause for clause in dict.fromkeys(clauses_in(book.raw)) if clause in book.clauses]
    prefixes = {clause.partition("-")[0] for clause in cited}
    return {
        clause: f"{id_.upper()}-"
        + (clause if len(prefixes) > 1 else clause.partition("-")[2] or clause)
        for clause in cited
    }


def _options(book: Rulebook) -> Iterator[str]:
    for name, option in book.options.items():
        default = plain_value(option.spec, option.default)
        if not isinstance(default, dict):
            yield from ("", f"# {option.spec.text} Allowed: {option.allowed}.")
            yield from (f"[options.{name}]", f"default = {_default(option.spec, default)}")


def _default(spec: OptionSpec, value: object) -> str:
    return _toml(str(value)) if spec.type in ("choice", "odds") else _toml(value)


def _values(book: Rulebook, names: Mapping[str, str]) -> Iterator[str]:
    for section, kind in SECTIONS.items():
        rules = book.raw["rules"].get(section, {})
        yield from ("", f"[rules.{section}]")
        for name, field in field_types(kind).items():
            yield f"# {note_of(field)}"
            cell = msgspec.to_builtins(book.cells[f"{section}.{name}"])
            line = f"{name} = {_inline(cell, names)}"
            yield line if name in rules else f"# {line}"


def _inline(cell: object, names: Mapping[str, str]) -> str:
    """Return a value with its clauses in one line; keys that say nothing are left out."""
    if isinstance(cell, dict):
        kept = {key: part for key, part in cell.items() if part not in (None, {}) and part != []}
        kept |= {"value": []} if cell.get("value") == [] else {}
        parts = (f"{key} = {_inline(part, names)}" for key, part in kept.items())
        return f"{{ {', '.join(parts)} }}"
    if isinstance(cell, list):
        return f"[{', '.join(_inline(part, names) for part in cell)}]"
    return _toml(names.get(cell, cell) if isinstance(cell, str) else cell)


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else written(value)
