"""A line that shows the progress of slow work. Apart from notebook because it starts a thread."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE = 2.0
"""Seconds before slow work shows a line."""


@contextmanager
def waiting(text: str, total: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a line on a terminal or in a notebook if the work takes over two seconds.

    Yields a function that takes the amount done of ``total``. The line is gone afterwards.
    """
    line = f"pitboss: {text}"
    is_late = False

    def show(part: str = " ...") -> None:
        nonlocal is_late
        is_late = True
        _write(f"\r{line}{part}")

    def follow(done: int) -> None:
        if is_late:
            show(f": {min(1.0, done / total):4.0%}")

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    if sys.stderr.isatty() or "ipykernel" in sys.modules:
        timer.start()
    try:
        yield follow
    finally:
        timer.cancel()
        if is_late:
            _write(f"\r{' ' * (len(line) + 8)}\r")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
