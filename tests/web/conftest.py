"""A real browser at a real server."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as BrowserError

from tests.server.live import Live, serving
from tests.test_machine import CHROMIUM_ARGS
from tests.web.browsing import PATIENT, Surf, surfing


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed after each file, since its loop would be in the way of other tests."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no chromium on the path; as root on Debian, make test installs it")
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        except BrowserError as error:
            pytest.skip(f"{chromium} does not start: {error.message.splitlines()[0]}")
        yield opened
        opened.close()


@pytest.fixture
def live() -> Iterator[Live]:
    """A server that waits for its players, and deals once they are ready."""
    with serving(pace=PATIENT) as served:
        yield served


@pytest.fixture
def surf(browser: Browser, live: Live) -> Iterator[Surf]:
    """Browsers at that server, which must not have complained at the end."""
    with surfing(browser, live) as opened:
        yield opened
