"""What the browser tests share: pages that may not complain, and shoes in a known order."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from pitboss.cards import parse_cards
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.server.settings import Pace
from tests.patience import COMPILED_S, WAIT_S, wait_until
from tests.server.live import Live

TOOLS = Path(__file__).parents[2] / "node_modules"
"""What `make types-js` installs."""
WAIT_MS = WAIT_S * 1000
COMPILED_MS = COMPILED_S * 1000
"""Where kernels were never compiled before, the first figures wait for that."""
PATIENT = Pace(betting_ms=60_000, insurance_ms=60_000, turn_ms=60_000, prize_ms=60_000)
LEFT_EARLY = "WebSocket is closed before the connection is established"
"""Somebody goes on to another page while the one of a table still connects."""
REFUSED = "the server responded with a status of 4"
LAPTOP, FOREIGN = "laptop.example", "tables.example"
"""Names that lead the browser to this machine: from another device, and after DNS rebinding."""
DESK: Any = {"width": 1280, "height": 800}
PHONE: Any = {"width": 390, "height": 844}
SMALL: Any = {"width": 320, "height": 568}

expect.set_options(timeout=WAIT_MS)


class Surf:
    """Browsers at one server; whatever a page complains of is kept."""

    def __init__(self, browser: Browser, live: Live) -> None:
        self.live = live
        self._troubles: list[str] = []
        self._forgiven = [LEFT_EARLY]
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def page(
        self,
        path: str = "",
        *,
        size: Any = None,
        motion: bool = False,
        url: str = "",
        **options: Any,
    ) -> Page:
        """A page in a browser of its own: other cookies, another person."""
        context = self._browser.new_context(
            viewport=size or DESK,
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        context.set_default_timeout(WAIT_MS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self._troubles.append(f"thrown: {error}"))
        page.goto(f"{url or self.live.url}/#/{path}")
        return page

    def forgive(self, words: str = REFUSED) -> None:
        """The browser writes down such a thing by itself, now or a moment later."""
        self._forgiven.append(words)

    @property
    def troubles(self) -> list[str]:
        """What pages complain of that is not forgiven."""
        return [one for one in self._troubles if not any(ok in one for ok in self._forgiven)]

    def close(self) -> None:
        """Close every browser."""
        for context in self._contexts:
            context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._troubles.append(f"{message.type}: {message.text}")


@contextmanager
def surfing(browser: Browser, live: Live) -> Iterator[Surf]:
    """Browsers that must not have complained at the end."""
    surf = Surf(browser, live)
    try:
        yield surf
        assert not surf.troubles, surf.troubles
    finally:
        surf.close()


def stack(live: Live, table: str, cards: str) -> None:
    """Put these cards on top of a table's shoe, as the table itself may; no endpoint does that."""
    actor = live.site.lobby.tables[table].actor
    # A table that has just opened would shuffle its first shoe over them.
    wait_until(lambda: actor.state.shoe, "no shoe is loaded")
    task = actor._task
    assert task is not None
    command = LoadShoe(cards=parse_cards(cards), is_shuffle=False)
    given = actor._submit("", secrets.token_hex(8), command, is_house=True)
    answer = asyncio.run_coroutine_threadsafe(given, task.get_loop()).result(WAIT_S)
    assert answer.ok, answer


def assert_fits(page: Page) -> None:
    """Nothing sticks out of the window to the side."""
    width, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= window, f"{width} px in a window of {window} px"
