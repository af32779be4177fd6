"""What the first visitors would wait for, made ready while the tables open."""

import threading

from pitboss.server.http.page import page_files


def make_ready() -> None:
    """Pack the page's files and load what simulations need, in a thread of its own.

    Left to the first request, either holds the loop, and every table, for a tenth of a second.
    """
    threading.Thread(target=_make_ready, daemon=True, name="readiness").start()


def _make_ready() -> None:
    page_files()
    from pitboss.sim import experiment, results  # noqa: F401, PLC0415
