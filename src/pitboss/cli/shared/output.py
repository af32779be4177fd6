"""Output of the commands: JSON for programs, tables and headings for people.

A long command shows a bar on stderr, if that is a terminal.
"""

import json
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console


T = TypeVar("T")

CELL_MAX = 60
"""Columns of a cell on a terminal, past which it is folded."""
UNBROKEN = 10**9
"""Columns and lines if the output is not a terminal: more than anything that is printed."""


_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that steer a terminal, or turn the order of what is read, and are not a new line."""


def visible(text: str) -> str:
    """Return a text that no terminal obeys: its control characters are written as numbers.

    >>> print(visible("a\\x1b[2Jb"))
    a\\u001b[2Jb
    """
    return _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_json(data: object) -> None:
    """Print data as JSON, indented so that people can read it too."""
    click.echo(visible(json.dumps(data, indent=2, ensure_ascii=False)))


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
        table.add_row(*map(visible, row))
    print_heading(title)
    console().print(table)


def print_rows(
    rows: Iterable[Sequence[object]],
    keys: Sequence[str],
    columns: Sequence[str] = (),
    *,
    as_json: bool,
) -> None:
    """Print rows as JSON objects with these keys, or as a table, under the keys or other names."""
    if as_json:
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
    else:
        print_table(columns or keys, [[str(cell) for cell in row] for row in rows])


def print_items(
    items: Iterable[T], columns: Mapping[str, Callable[[T], str]], *, title: str = ""
) -> None:
    """Print a row for each item; a column says what its cells hold."""
    rows = [[cell(item) for cell in columns.values()] for item in items]
    print_table(tuple(columns), rows, title=title)


def print_heading(title: str) -> None:
    """Print a heading unless it is empty."""
    if title:
        console().print(in_one_line(title), style="bold")


def print_text(text: str, *, indent: int = 0) -> None:
    """Print a paragraph."""
    from rich.padding import Padding

    console().print(Padding(visible(text), (0, 0, 0, indent), expand=False))


def in_one_line(text: str) -> str:
    """Return a visible text without new lines, so that it cannot pass for lines of its own."""
    return visible(" ".join(text.splitlines()))


def console() -> "Console":
    """Return a console for tables and headings: as wide as the terminal, or without limit.

    A file or a pipe gets every line and every cell whole, for those who search in it, whatever the
    environment says of columns and terminals.
    """
    from rich.console import Console

    # Both are given: with one of them alone, a terminal that is called dumb has 80 columns.
    size = None if sys.stdout.isatty() else UNBROKEN
    # Clauses have square brackets, which must not be taken for styles, and paths hold colons.
    return Console(markup=False, highlight=False, emoji=False, width=size, height=size)


SHOWN_AFTER = 2.0
"""Seconds that pass without a word."""


@contextmanager
def spinner(text: str) -> Iterator[None]:
    """Show a moving bar with a text from the third second on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task(text, total=None)
    timer = threading.Timer(SHOWN_AFTER, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


def progress(items: Sequence[T], text: str) -> Iterator[T]:
    """Yield items, and show a bar that fills."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description=text, console=Console(stderr=True), transient=True)
