"""Clauses: the numbered pieces of a rulebook's text, each with its class and meaning."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass

CLASSES: Mapping[str, str] = {
    "engine": "The table keeps it; a value must cite it, or `[[not_said]]`.",
    "config": "An option has it, which a value of it must cite too.",
    "procedure": "The staff keeps it: a step of a procedure, or a role.",
    "display": "The screen or the layout shows it.",
    "analysis": "The odds follow from it.",
    "physical": "Furniture, cards, buildings: it is not kept here.",
}
"""Classes of clauses by the keeper, with their meaning."""

KEPT_BY_VALUES = ("engine", "config")
"""Classes of which a value, an option or a declaration cites every clause."""

COLUMNS: Mapping[str, str] = {
    "id": "The id that values cite.",
    "ref": "The place in the source text.",
    "kind": "A word of yours, to sort by: definition, play, settlement.",
    "enforce": "The class.",
    "summary": "The meaning of the clause, in your own words.",
    "parameters": "Numbers that it names, if any.",
    "ambiguity": "An ambiguity of the text and the reading taken; empty if it is clear.",
}
"""Columns of a ``clauses.csv``, in order, with their meaning."""
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
    if columns != tuple(COLUMNS):
        raise ValueError(f"{source}: the columns must be {', '.join(COLUMNS)}")
    clauses: dict[str, Clause] = {}
    for row in rows:
        clause = Clause(*(row[column] or "" for column in COLUMNS))
        if clause.id in clauses:
            raise ValueError(f"{source}: the clause {clause.id} stands twice")
        if clause.cls not in CLASSES:
            raise ValueError(f"{source}: {clause.id} has the unknown class {clause.cls!r}")
        clauses[clause.id] = clause
    return clauses
