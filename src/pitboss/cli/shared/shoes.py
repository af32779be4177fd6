"""The shoe of commands about odds, and the cards removed from it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitboss.cli.shared.arguments import file_option
from pitboss.cli.shared.errors import InputError, bad_input
from pitboss.cli.shared.output import spinner

if TYPE_CHECKING:
    from pitboss.odds.sheets.par_sheet import ParSheet
    from pitboss.odds.shoe import SuitedShoe
    from pitboss.rulebook.rules import Rules
    from pitboss.rulebook.words.diff import ChosenRulebook

F = TypeVar("F", bound=Callable[..., Any])

removed_option = click.option(
    "--removed", default="", metavar="CARDS", help="Cards that have left the shoe: 'Ts 6d 9c'."
)
shoe_option = click.option(
    "--shoe",
    "shoe_text",
    default="",
    metavar="CARDS",
    help="The cards of the shoe instead of whole decks: 'As Tdx3 7x24'.",
)
fresh_option = click.option(
    "--fresh", "is_fresh", is_flag=True, help="Work it out again, even if the result is kept."
)
html_option = file_option("--html", "html", help="Write a page to view or print.")


def read_shoe(rules: "Rules", shoe_text: str, removed: str) -> "SuitedShoe":
    """Return the shoe of a command's options."""
    from pitboss.cards import CardError, parse_cards
    from pitboss.odds.shoe import parse_suited_shoe, shoe_of

    hint = "cards are a rank and a suit, as in 'Ts 6d 9c'; a number follows an x, as in 'Tdx3'"
    with bad_input(hint, CardError):
        shoe = parse_suited_shoe(shoe_text) if shoe_text.strip() else shoe_of(rules)
        return shoe.without(parse_cards(removed))


@contextmanager
def solving() -> Iterator[None]:
    """Show a bar while kernels are compiled; explain a table that cannot be solved."""
    from pitboss.errors import OddsError

    with (
        spinner("Solving (the first time, kernels are compiled and kept)"),
        bad_input("", OddsError),
    ):
        yield


def solve_sheet(
    table: "ChosenRulebook", shoe: "SuitedShoe", *, is_fresh: bool = False
) -> "ParSheet":
    """Return the par sheet of a table."""
    from pitboss.odds.sheets.par_sheet import solved_sheet

    with solving():
        return solved_sheet(table.rulebook, table.rules, shoe, is_fresh=is_fresh)


def write_page(path: Path, page: str) -> None:
    """Write a page, or say why it cannot be written."""
    write_file(path, page.encode())


def write_file(path: Path, data: bytes) -> None:
    """Write a file, or say why it cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}", "check the path") from None
    click.echo(f"written to {path}", err=True)
