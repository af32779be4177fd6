"""A wager of one's own kind at the felt, as the guide has it: laid, won and explained."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pitboss.rulebook.catalog import distrust_kinds
from pitboss.wagers.registry import wager_kinds
from tests.cli.test_own_wagers import club, forget
from tests.server.live import serving
from tests.web.browsing import PATIENT, Surf, stack, surfing
from tests.web.seat import Seat

__all__ = ["club"]


@pytest.fixture
def at_club(browser: Browser, club: Path) -> Iterator[Surf]:
    """Browsers at a server that trusts the kinds of the guide."""
    known = dict(wager_kinds())
    with (
        serving(pace=PATIENT, rulebooks=(str(club / "club.toml"),), trust_kinds=True) as live,
        surfing(browser, live) as surf,
    ):
        yield surf
    wager_kinds().clear()
    wager_kinds().update(known)
    distrust_kinds()
    forget()


def test_the_wager_of_the_guide_is_laid_and_paid(at_club: Surf) -> None:
    page = at_club.page("open?private&more")
    page.get_by_text("Club Blackjack", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    page.locator('.spot[data-wager="main"]').first.wait_for()
    table = page.url.rpartition("/")[2]
    stack(at_club.live, table, "2c As 6d Ac Td 9h 5c 2s 3s 4s")
    seat = Seat(page, at_club.live, table)
    seat.lay(1, "main", "aces")
    seat.press("Deal")
    expect(page.locator(".told")).to_have_text("Your turn")
    page.keyboard.press("s")
    seat.wait_for_betting()
    # The dealer busts with 6 T 9, so that main wins 1 beside the 150.
    assert seat.net_at_server() == 151
    said = page.locator("body").inner_text()
    assert "on Aces (aces) at 150 to 1 [CB-1]" in said
