"""Pages and their parts are custom elements: what one has begun ends when it leaves."""

import time

from playwright.sync_api import expect

from tests.patience import WAIT_S
from tests.web.browsing import Surf
from tests.web.seat import sit_at

PAGES = {
    "": "pit-lobby",
    "open": "pit-open",
    "table/nz": "pit-table",
    "odds": "pit-odds",
    "rules": "pit-rules",
    "history": "pit-history",
    "floor/nz": "pit-floor",
    "audit": "pit-audit",
    "account": "pit-account",
}
"""The address of each page, and its element."""

COUNT = """() => {
  window.listening = 0;
  const { addEventListener } = document;
  document.addEventListener = (kind, act, how) => {
    listening += 1;
    how?.signal?.addEventListener("abort", () => { listening -= 1; });
    addEventListener.call(document, kind, act, how);
  };
}"""
"""Count who listens to the whole document."""


def test_every_page_is_an_element(surf: Surf) -> None:
    page = surf.page()
    for path, tag in PAGES.items():
        page.evaluate("path => { location.hash = `#/${path}` }", path)
        expect(page.locator(f"main > {tag} h1")).to_be_visible()
        assert page.locator("main > *").count() == 1
    surf.forgive()  # The browser says itself that the books are not for everybody.


def test_a_page_that_is_left_ends_what_it_began(surf: Surf) -> None:
    page = surf.page()
    page.locator("table-entry").first.wait_for()
    page.evaluate(COUNT)
    page.evaluate("location.hash = '#/table/nz'")
    page.locator(".spot").first.wait_for()
    feed = surf.live.site.lobby.tables["nz"].feed
    assert len(feed._outboxes) == 1
    assert page.evaluate("listening") > 0
    page.evaluate("location.hash = '#/rules'")
    page.locator("pit-rules h1").wait_for()
    until = time.monotonic() + WAIT_S
    while feed._outboxes and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert (len(feed._outboxes), page.evaluate("listening")) == (0, 0)


def test_the_standing_is_that_of_the_table_in_view(surf: Surf) -> None:
    seat = sit_at(surf, "nz")
    seat.lay(1, "main")
    expect(seat.page.locator("table-standing")).to_contain_text("1,000")
    seat.page.evaluate("location.hash = '#/odds'")
    expect(seat.page.locator("table-standing")).to_be_hidden()
