"""A real browser at a real server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.machine import running_chromium
from tests.server.live import Live, serving
from tests.web.browsing import FOREIGN, LAPTOP, PATIENT, Surf, surfing


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; closed after this folder, since its loop would be in the way of other tests.

    Two names lead to this machine, one of them to another of its addresses.
    """
    rules = f"MAP {LAPTOP} 127.0.0.2,MAP {FOREIGN} 127.0.0.1"
    with running_chromium(f"--host-resolver-rules={rules}") as opened:
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
