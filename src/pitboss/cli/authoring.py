"""`pitboss new` and `pitboss check`: begin a rulebook file, and see what is left to do in it."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.rules import print_not_said
from pitboss.cli.shared.arguments import json_option, open_rulebook, rulebook_argument
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import print_heading, print_json, print_text, visible

if TYPE_CHECKING:
    from pitboss.rulebook.file.load import Rulebook
    from pitboss.rulebook.rules import Rules

ROUNDS = 20
"""Random rounds that a check plays by default."""
FAULTY = 1
"""The exit status of a check that finds a fault."""


@click.command(
    epilog="""\b
Examples:
  pitboss new sd --from standard
  pitboss new riverside --from nz
"""
)
@click.argument("name", metavar="NAME")
@click.option("--from", "base", default="standard", show_default=True, metavar="RULEBOOK",
              help="The rulebook to start from.")  # fmt: skip
@json_option
def new(name: str, base: str, as_json: bool) -> None:
    """Write NAME.toml, a rulebook file to go on from.

    It has every value of the rulebook it starts from, an id, and clauses of your own to fill in.
    """
    from pitboss.rulebook.catalog import is_packed
    from pitboss.rulebook.file.patterns import ID
    from pitboss.rulebook.words.skeleton import skeleton

    if not name or not re.fullmatch(ID, name):
        raise InputError(f"{name[:50]!r} is not an id", "use up to 40 letters, digits, - and _")
    if not is_packed(base):
        raise InputError(
            f"{base[:80]} is not a rulebook to start from",
            "pitboss rulebooks and pitboss rulebooks --gallery list them",
        )
    path = Path(f"{name}.toml")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(skeleton(open_rulebook(base), name))
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", "take another") from None
    if as_json:
        print_json({"path": str(path), "id": name})
    else:
        click.echo(f"written to {path}; pitboss check {path} says what is left to do")


@click.command(
    epilog="""\b
Examples:
  pitboss check my-rulebook.toml
  pitboss check my-rulebook.toml --rounds 200
"""
)
@rulebook_argument
@click.option("--rounds", default=ROUNDS, show_default=True, type=click.IntRange(1, 10_000),
              help="Random rounds to play.")  # fmt: skip
@json_option
@click.pass_context
def check(ctx: click.Context, rulebook: str, rounds: int, as_json: bool) -> None:
    """Check a rulebook file as a whole.

    Shows the rules that it leaves out, what breaks in random rounds under any option, what decides
    nothing, clauses that no value cites, and the house edge. A fault gives exit status 1.
    """
    import msgspec

    from pitboss.rulebook.catalog import choose, editions
    from pitboss.rulebook.trace import warnings
    from pitboss.testing.check_rulebook import rulebook_faults

    book, *_ = editions(rulebook)
    noted = list(warnings(book))
    faults = [fault for fault in dict.fromkeys(rulebook_faults(book, rounds)) if fault not in noted]
    told, of_base = _told(choose(book, {}))
    edge, unsolved = _edge(choose(book, {})) if not faults else (None, "it has faults")
    if as_json:
        print_json(
            {
                "ok": not faults,
                "rulebook": book.id,
                "not_said": msgspec.to_builtins(book.not_said),
                "faults": faults,
                "warnings": noted,
                "sentences": told,
                "of_base": of_base,
                "house_edge": edge,
                "unsolved": unsolved,
            }
        )
    else:
        print_heading(f"{book.title} ({book.id})")
        print_not_said(book)
        _print_check(book, faults, noted, of_base=of_base, told=told)
        print_text(_edge_text(book, edge, unsolved))
    ctx.exit(FAULTY if faults else 0)


def _print_check(
    book: "Rulebook", faults: list[str], noted: list[str], *, of_base: int, told: int
) -> None:
    for fault in faults:
        click.echo(visible(f"fault: {fault}"))
    for warning in noted:
        click.echo(visible(f"warning: {warning}"))
    if of_base:
        base = book.raw.get("extends", "")
        print_text(
            f"{of_base} of {told} rules cite clauses of {base}; [relabel] has yours cited instead."
        )
    if not faults and not noted:
        print_text("Nothing is broken, idle or uncited.")


def _told(rules: "Rules") -> tuple[int, int]:
    """Return the number of rules in words, and of those that cite only clauses of a base."""
    from pitboss.rulebook.words.describe import describe

    own, sentences = rules.book.own_clauses, describe(rules)
    if "extends" not in rules.book.raw:
        return len(sentences), 0
    return len(sentences), sum(own.isdisjoint(sentence.clauses) for sentence in sentences)


def _edge(rules: "Rules") -> tuple[float | None, str]:
    """Return the house edge of the main wager, or None and the reason."""
    from pitboss.errors import OddsError
    from pitboss.odds.game import game_of

    try:
        return game_of(rules).house_edge, ""
    except OddsError as error:
        return None, str(error)


def _edge_text(book: "Rulebook", edge: float | None, unsolved: str) -> str:
    if edge is None:
        return f"There is no exact house edge: {unsolved}."
    of_what = " of the game without the rules left out" if book.not_said else ""
    return f"House edge{of_what}: {edge:.4%}, by best play."
