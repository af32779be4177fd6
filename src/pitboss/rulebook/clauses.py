"""Clauses: the numbered pieces of a rulebook's text, each with its class and meaning."""

import csv
import io
from dataclasses import dataclass

CLASSES = ("engine", "config", "procedure", "display", "analysis", "physical")
"""The keeper of a clause: engine, options, staff, screen, odds; physical ones are not kept."""

_COLUMNS = ("id", "ref", "kind", "enforce", "summary", "parameters", "ambiguity")
_PREFIXES = {"T": "tribal", "NZ": "NZ", "PA": "", "H": "house", "DD": "double deck"}


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, as the table in ``clauses.csv`` has it."""

    id: str
    ref: str
    """The place in the source text."""
    kind: str
    cls: str
    """One of ``CLASSES``."""
    summary: str
    parameters: str
    ambiguity: str
    """Ambiguity of the text and the reading taken; '' if it is clear."""

    def __str__(self) -> str:
        prefix = _PREFIXES.get(self.id.partition("-")[0], "")
        return f"{prefix} {self.ref}".strip()


def read_clauses(text: str, source: str) -> dict[str, Clause]:
    """Read a table of clauses; a repeated id is an error."""
    reader = csv.DictReader(io.StringIO(text))
    try:
        columns, rows = tuple(reader.fieldnames or ()), list(reader)
    except csv.Error as error:
        raise ValueError(f"{source}: it is not a table: {error}") from None
    if columns != _COLUMNS:
        raise ValueError(f"{source}: the columns must be {', '.join(_COLUMNS)}")
    clauses: dict[str, Clause] = {}
    for row in rows:
        clause = Clause(*(row[column] or "" for column in _COLUMNS))
        if clause.id in clauses:
            raise ValueError(f"{source}: the clause {clause.id} stands twice")
        if clause.cls not in CLASSES:
            raise ValueError(f"{source}: {clause.id} has the unknown class {clause.cls!r}")
        clauses[clause.id] = clause
    return clauses
