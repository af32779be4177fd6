"""`pitboss clauses`: every clause, the code that enforces it and the tests that cite it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import json_option, open_rulebook, trust_option
from pitboss.cli.shared.output import print_json, print_table, print_text
from pitboss.rulebook.clauses import CLASSES

if TYPE_CHECKING:
    from pitboss.rulebook.clauses import Clause
    from pitboss.rulebook.trace import Trace

PLACES_SHOWN = 2
"""Places of enforcement and tests shown to people; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause with its rulebook and its traces."""

    clause: "Clause"
    rulebook: str
    trace: "Trace"


@click.command(
    epilog="""\b
Examples:
  pitboss clauses
  pitboss clauses nz --class engine
  pitboss clauses tribal --uncovered
  pitboss clauses --json
"""
)
@click.argument("rulebook", metavar="[RULEBOOK]", required=False)
@click.option("--uncovered", is_flag=True, help="Only clauses that no test cites.")
@click.option(
    "--class", "class_", type=click.Choice(tuple(CLASSES)), help="Only clauses of this class."
)
@trust_option
@json_option
def clauses(rulebook: str | None, uncovered: bool, class_: str | None, as_json: bool) -> None:
    """List clauses, and what enforces and tests each one.

    Without RULEBOOK it lists the clauses of every shipped rulebook.
    """
    rows = [
        row
        for row in _rows(rulebook)
        if (class_ is None or row.clause.cls == class_) and not (uncovered and row.trace.tests)
    ]
    if as_json:
        from pitboss.rulebook.trace import plain_clause

        print_json([plain_clause(row.clause, row.rulebook, row.trace) for row in rows])
        return
    print_table(("clause", "class", "summary", "enforced by and shown by"), map(_cells, rows))
    print_text(f"{len(rows)} clauses.")
    left_out = sum("not_said" in place.split() for row in rows for place in row.trace.enforced)
    if left_out:
        print_text(f"{left_out} of them say what the file leaves out.")
    if rulebook and (idle := len(list(_idle(rulebook)))):
        print_text(f"{idle} of them no value cites; pitboss check {rulebook} names them.")


def _idle(name: str) -> Iterator[str]:
    """Yield the warnings about clauses of a file that no value cites."""
    from pitboss.rulebook.trace import UNCITED, warnings

    return (text for text in warnings(open_rulebook(name)) if text.startswith(UNCITED))


def _rows(name: str | None) -> list[Row]:
    from pitboss.rulebook.catalog import SHIPPED, shipped_clauses
    from pitboss.rulebook.trace import Trace, rulebook_citations, traces

    traced = traces()
    homes = {clause: shipped for shipped in SHIPPED for clause in shipped_clauses(shipped)}
    if name is None or name in SHIPPED:
        return [
            Row(clause, shipped, traced[clause.id])
            for shipped in SHIPPED
            if name in (None, shipped)
            for clause in shipped_clauses(shipped).values()
        ]
    rulebook = open_rulebook(name)
    places: dict[str, list[str]] = {}
    for cited, path in rulebook_citations(rulebook):
        places.setdefault(cited, []).append(f"{name} {path}")
    rows = []
    for clause in rulebook.clauses.values():
        known = traced.get(clause.id, Trace())
        enforced = tuple(dict.fromkeys((*places.get(clause.id, ()), *known.enforced)))
        trace = Trace(enforced, known.tests)
        rows.append(Row(clause, homes.get(clause.id, rulebook.id), trace))
    return rows


def _cells(row: Row) -> tuple[str, ...]:
    clause = row.clause
    where = [*_shorten(row.trace.enforced), *_shorten(row.trace.tests)]
    return f"{clause.id}\n{clause.ref}", clause.cls, clause.summary, "\n".join(where) or "-"


def _shorten(places: tuple[str, ...]) -> list[str]:
    more = len(places) - PLACES_SHOWN
    return [*places[:PLACES_SHOWN], *([f"and {more} more"] if more > 0 else [])]
