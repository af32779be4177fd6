"""How commands print: JSON for programs, tables and headings for people."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

CELL_MAX = 60
"""Columns of a cell on a terminal, past which it is folded."""
UNBROKEN = 10**9
"""Columns and lines if the output is not a terminal: more than anything that is printed."""


def print_json(data: object) -> None:
    """Print data as JSON, indented so that people can read it too."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], *, title: str = "") -> None:
    """Print rows under the names of their columns."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for column in columns:
        # Names and clause ids are what people search for, so they are never broken.
        keep = not sys.stdout.isatty() or column in ("id", "option", "class", "category", "play")
        most = None if keep else CELL_MAX
        table.add_column(column, no_wrap=keep, overflow="fold", max_width=most)
    for row in rows:
        table.add_row(*row)
    print_heading(title)
    console().print(table)


def print_heading(title: str) -> None:
    """Print a heading; nothing where it is empty."""
    if title:
        console().print(title, style="bold")


def print_text(text: str, *, indent: int = 0) -> None:
    """Print a paragraph."""
    from rich.padding import Padding

    console().print(Padding(text, (0, 0, 0, indent), expand=False))


def console() -> "Console":
    """Where tables and headings go: as wide as the terminal, or without an edge.

    A file or a pipe gets every line and every cell whole, for those who search in it, whatever the
    environment says of columns and terminals.
    """
    from rich.console import Console

    # Both are given: with one of them alone, a terminal that is called dumb has 80 columns.
    size = None if sys.stdout.isatty() else UNBROKEN
    # Clauses stand in square brackets, which must not be taken for styles, and paths hold colons.
    return Console(markup=False, highlight=False, emoji=False, width=size, height=size)
