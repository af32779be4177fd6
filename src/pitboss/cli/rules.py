"""`pitboss rulebooks`, `pitboss rules` and `pitboss diff`: what a table plays by."""

from itertools import groupby
from typing import TYPE_CHECKING

import click

from pitboss.cli.arguments import (
    json_option,
    open_rulebook,
    open_table,
    rulebook_argument,
    set_option,
)
from pitboss.cli.output import print_heading, print_json, print_table, print_text

if TYPE_CHECKING:
    from pitboss.rulebook.diff import Difference, Side


@click.command(
    epilog="""\b
Examples:
  pitboss rulebooks
  pitboss rulebooks --json
"""
)
@json_option
def rulebooks(as_json: bool) -> None:
    """List the shipped rulebooks: id, title, source, number of clauses."""
    from pitboss.rulebook.catalog import SHIPPED, shipped_clauses

    books = [(open_rulebook(name), len(shipped_clauses(name))) for name in SHIPPED]
    if as_json:
        print_json(
            [
                {"id": book.id, "title": book.title, "source": book.source, "clauses": count}
                for book, count in books
            ]
        )
        return
    rows = [(book.id, book.title, book.source, str(count)) for book, count in books]
    print_table(("id", "title", "source", "clauses"), rows)


@click.command(
    epilog="""\b
Examples:
  pitboss rules nz
  pitboss rules nz --set decks=8 --set super_sevens=true
  pitboss rules my-rulebook.toml --json
"""
)
@rulebook_argument
@set_option()
@json_option
def rules(rulebook: str, settings: dict[str, str], as_json: bool) -> None:
    """Show a table: its options, inscriptions, side wagers and rules.

    Every option comes with its value, what else is allowed and the clause; the rules are told in
    words, each with the clauses that it rests on.
    """
    from pitboss.rulebook.sheet import sheet

    table = open_table(rulebook, settings)
    if as_json:
        print_json(sheet(table))
    else:
        _print_rules(table)


def _print_rules(table: "Side") -> None:
    from pitboss.rulebook.describe import describe, stakes_of
    from pitboss.rulebook.options import show_value

    book, chosen = table.rulebook, table.rules
    print_heading(book.title)
    print_text(book.about)
    print_text(f"Source: {book.source or 'none'}. Revision {book.revision}.\n")
    rows = []
    for name, option in book.options.items():
        value = chosen.options[name]
        mark = "" if value == option.default else " (set)"
        note = " (a reading)" if option.spec.reading else ""
        shown = f"{show_value(option.spec, value)}{mark}"
        cited = f"{name}\n[{option.spec.clause}]"
        rows.append((cited, shown, option.allowed, option.spec.text + note))
    print_table(("option", "value", "allowed", "what it decides"), rows, title="Options")
    words = [(notice.place, notice.text, notice.clause) for notice in chosen.notices]
    if words:
        print_table(("place", "words", "clause"), words, title="Inscriptions")
    for wager in chosen.wagers.values():
        title = f"{wager.title} ({wager.name}): {stakes_of(wager)} [{wager.clause}]"
        lines = [(line.category, str(line.payoff), line.clause) for line in wager.lines.values()]
        print_table(("category", "pays", "clause"), lines, title=title)
    for section, sentences in groupby(describe(chosen), key=lambda sentence: sentence.section):
        print_heading(section)
        for sentence in sentences:
            print_text(f"{sentence.text} [{', '.join(sentence.clauses)}]", indent=2)


@click.command(
    epilog="""\b
Examples:
  pitboss diff nz tribal
  pitboss diff tribal tribal --set-b surrender=true
  pitboss diff tribal my-rulebook.toml --json
"""
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@set_option("--set-a", "settings_a", "Set an option of A; may be repeated.")
@set_option("--set-b", "settings_b", "Set an option of B; may be repeated.")
@json_option
def diff(
    a: str, b: str, settings_a: dict[str, str], settings_b: dict[str, str], as_json: bool
) -> None:
    """Tell in words how two rulebooks, or two tables of one rulebook, differ.

    A and B are ids or paths of TOML files.
    """
    from pitboss.rulebook.diff import diff as compare

    sides = open_table(a, settings_a), open_table(b, settings_b)
    differences = compare(*sides)
    if as_json:
        tables = [
            {"rulebook": side.rulebook.id, "options": settings}
            for side, settings in zip(sides, (settings_a, settings_b), strict=True)
        ]
        plain = [difference.plain() for difference in differences]
        print_json({"a": tables[0], "b": tables[1], "differences": plain})
    elif not differences:
        print_text("The two tables play by the same rules.")
    else:
        _print_differences(a, b, differences)


def _print_differences(a: str, b: str, differences: "tuple[Difference, ...]") -> None:
    for section, group in groupby(differences, key=lambda difference: difference.section):
        rows = [(_cited(one.a, one.clauses_a), _cited(one.b, one.clauses_b)) for one in group]
        print_table((a, b if b != a else f"{b} (B)"), rows, title=section)


def _cited(text: str, clauses: tuple[str, ...]) -> str:
    return f"{text} [{', '.join(clauses)}]" if text else "-"
