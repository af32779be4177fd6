"""`pitboss rulebooks`, `pitboss rules` and `pitboss diff`: what a table plays by.

`pitboss schema`: the JSON Schemas of rulebook files and of what commands print.

`pitboss terms`: the short terms of the trade and what each sets in a rulebook.
"""

import json
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import (
    json_option,
    open_rulebook,
    open_table,
    rulebook_argument,
    set_option,
    trust_option,
)
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import (
    print_heading,
    print_json,
    print_rows,
    print_table,
    print_text,
    visible,
)
from pitboss.errors import close_to

if TYPE_CHECKING:
    from pitboss.rulebook.file.load import Rulebook
    from pitboss.rulebook.rules import Difference
    from pitboss.rulebook.words.diff import ChosenRulebook


@click.command(
    epilog="""\b
Examples:
  pitboss rulebooks
  pitboss rulebooks --gallery
  pitboss rulebooks --json
"""
)
@click.option("--gallery", "is_gallery", is_flag=True, help="List the games of the gallery.")
@json_option
def rulebooks(is_gallery: bool, as_json: bool) -> None:
    """List the shipped rulebooks.

    Each comes with its id, title, source and number of clauses. You can also write a game in one
    line, such as "6D H17 DAS LS"; `pitboss terms` lists the terms.
    """
    from pitboss.rulebook.catalog import SHIPPED, shipped_clauses

    if is_gallery:
        _print_gallery(as_json=as_json)
        return
    books = [(open_rulebook(name), len(shipped_clauses(name))) for name in SHIPPED]
    rows = [(book.id, book.title, book.source, count) for book, count in books]
    print_rows(rows, ("id", "title", "source", "clauses"), as_json=as_json)


def _print_gallery(*, as_json: bool) -> None:
    """Standard games, each a short file that extends another."""
    from pitboss.rulebook.catalog import choose, gallery
    from pitboss.rulebook.terms.line import full_line

    books = [open_rulebook(name) for name in gallery()]
    rows = [(book.id, book.title, full_line(choose(book, {})), book.source) for book in books]
    print_rows(rows, ("id", "title", "terms", "source"), as_json=as_json)


@click.command(
    epilog="""\b
Examples:
  pitboss rules nz
  pitboss rules nz --set decks=8 --set super_sevens=true
  pitboss rules french_2020 --as-of 2019-06-01
  pitboss rules my-rulebook.toml --json
  pitboss rules "6D H17 DAS LS" --toml > mine.toml
"""
)
@rulebook_argument
@set_option()
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print a rulebook file that you can go on editing."
)
@click.option(
    "--as-of", "day", default="", metavar="DATE", help="Show the edition in force on this day."
)
@json_option
def rules(rulebook: str, settings: dict[str, str], as_toml: bool, day: str, as_json: bool) -> None:
    """Show the options, side wagers and rules of a table.

    Each option comes with its value, the other values allowed and its clause. The rules and what
    is written at the table are in words, each with its clauses. Every command takes an edition as
    RULEBOOK@DATE, too.
    """
    from pitboss.rulebook.file.patterns import is_date
    from pitboss.rulebook.words.diff import rules_as_data

    if day and not is_date(day):
        raise InputError(f"{day!r} is not a day", "write it as in --as-of 2026-01-01")
    table = open_table(f"{rulebook}@{day}" if day else rulebook, settings)
    if as_toml:
        from pitboss.rulebook.catalog import base_of
        from pitboss.rulebook.terms.line import toml_of

        base = base_of(table.rulebook)
        text = toml_of(table.rules, base or table.rulebook, base.id if base else rulebook)
        click.echo(visible(text), nl=False)
    elif as_json:
        print_json(rules_as_data(table))
    else:
        _print_rules(table)


def print_not_said(book: "Rulebook") -> None:
    """Show the rules that a file leaves out, before anything that they would change."""
    from pitboss.rulebook.words.describe import not_said_text

    for left_out in book.not_said:
        print_text(f"{not_said_text(left_out)} [{left_out.clause}]")


def print_stands_for(book: "Rulebook") -> None:
    """Show the rulebook and the options of a game in one line."""
    from pitboss.rulebook.catalog import base_of, choose
    from pitboss.rulebook.terms.line import differing

    base = base_of(book)
    if base is not None:
        changed = differing(choose(book, {}), base)
        words = (f"{name}={str(value).lower()}" for name, value in changed.items())
        print_text(f"This is {base.id} with {', '.join(words) or 'nothing changed'}.")
        print_text(f'pitboss rules "{book.id}" --toml writes it as a file.\n')


def _print_rules(table: "ChosenRulebook") -> None:
    from pitboss.rulebook.file.options import show_value
    from pitboss.rulebook.terms.line import full_line
    from pitboss.rulebook.trace import warnings
    from pitboss.rulebook.words.describe import describe, in_force_text, stakes_of

    book, chosen = table.rulebook, table.rules
    print_heading(book.title)
    print_text(book.about)
    print_text(f"Source: {book.source or 'none'}. {in_force_text(book)}\n")
    print_not_said(book)
    print_stands_for(book)
    print_text(f"In short: {full_line(chosen)}\n")
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
    for warning in warnings(book):
        print_text(f"warning: {warning}")
    for section, sentences in groupby(describe(chosen), key=lambda sentence: sentence.section):
        print_heading(section)
        for sentence in sentences:
            print_text(f"{sentence.text} [{', '.join(sentence.clauses)}]", indent=2)


@click.command(
    epilog="""\b
Examples:
  pitboss diff nz tribal
  pitboss diff tribal tribal --set-b surrender=true
  pitboss diff french_2020@2019-06-01 french_2020
  pitboss diff tribal my-rulebook.toml --json
"""
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@set_option("--set-a", "settings_a", "Set an option of A; repeatable.")
@set_option("--set-b", "settings_b", "Set an option of B; repeatable.")
@trust_option
@json_option
def diff(
    a: str, b: str, settings_a: dict[str, str], settings_b: dict[str, str], as_json: bool
) -> None:
    """Show in words how two rulebooks or tables differ.

    A and B are ids, games in one line, or paths of TOML files. Give the same id twice to compare
    two sets of options, and with dates, as in nz@2026-01-01, two editions.
    """
    from pitboss.rulebook.words.diff import diff as compare
    from pitboss.rulebook.words.diff import diff_as_data

    sides = open_table(a, settings_a), open_table(b, settings_b)
    differences = compare(*sides)
    if as_json:
        print_json(diff_as_data(sides, (settings_a, settings_b), differences))
    elif not differences:
        print_text("The two tables play by the same rules.")
    else:
        _print_differences(a, b, differences)


def _print_differences(a: str, b: str, differences: "tuple[Difference, ...]") -> None:
    for section, group in groupby(differences, key=lambda difference: difference.section):
        rows = [(_cite(pair.a, pair.clauses_a), _cite(pair.b, pair.clauses_b)) for pair in group]
        print_table((a, b if b != a else f"{b} (B)"), rows, title=section)


def _cite(text: str, clauses: tuple[str, ...]) -> str:
    return f"{text} [{', '.join(clauses)}]" if text else "-"


ENDING = ".schema.json"


def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas."""
    inside = (file.name for file in files("pitboss").joinpath("schemas").iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in inside if name.endswith(ENDING)))


def _complete(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in schema_names() if name.startswith(begun)]


@click.command(
    epilog="""\b
Examples:
  pitboss schema
  pitboss schema rulebook > rulebook.schema.json
  pitboss schema odds
"""
)
@click.argument("name", required=False, metavar="[NAME]", shell_complete=_complete)
@json_option
def schema(name: str | None, as_json: bool) -> None:
    """Print a JSON Schema.

    NAME is rulebook, for a rulebook file, or a command, for what it prints with --json. Without
    NAME it lists the schemas.
    """
    names = schema_names()
    if name is None:
        heads = [(known, str(_read(known)["title"])) for known in names]
        print_rows(heads, ("name", "title"), ("id", "schema of"), as_json=as_json)
        return
    if name not in names:
        meant = close_to(name, names)
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(names)}"
        raise InputError(f"there is no schema {name!r}", hint)
    print_json(_read(name))


def _read(name: str) -> dict[str, object]:
    text = files("pitboss").joinpath("schemas", f"{name}{ENDING}").read_text(encoding="utf-8")
    read: dict[str, object] = json.loads(text)
    return read


@click.command(
    epilog="""\b
Examples:
  pitboss terms
  pitboss terms --json
"""
)
@json_option
def terms(as_json: bool) -> None:
    """List the short terms of the trade, such as H17 and DAS.

    Each comes with its meaning and what it sets. A line of terms is a rulebook: pitboss odds "6D
    H17 DAS LS".
    """
    from pitboss.rulebook.terms.terms import SHORT_TERMS, WORDS

    rows = [(term.term, term.text, term.sets) for term in SHORT_TERMS]
    rows += [(word.term, word.text, word.where) for word in WORDS]
    columns = ("term", "what it means", "value of a rulebook")
    print_rows(rows, ("term", "text", "sets"), columns, as_json=as_json)
