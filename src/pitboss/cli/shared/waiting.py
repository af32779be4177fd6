"""What people see while something takes long: a bar on stderr, and only where it is a terminal."""

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

SHOWN_AFTER = 2.0
"""Seconds that pass without a word."""

T = TypeVar("T")


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show a moving bar with a text from the third second on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
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


def following(items: Iterable[T], total: int, text: str) -> Iterator[T]:
    """Go through items with a bar that fills."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        items, description=text, total=total, console=Console(stderr=True), transient=True
    )
