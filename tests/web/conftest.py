"""A real browser at a real server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.machine import running_chromium
from tests.server.live import Live, serving
from tests.web.browsing import PATIENT, Surf, surfing


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium; closed after each file, since its loop would be in the way of other tests."""
    with running_chromium() as opened:
        yield opened


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
