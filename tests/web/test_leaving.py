"""What goes on without a player: no bankroll fills up by itself, and no bot plays on alone."""

import re

from playwright.sync_api import Browser, expect

from pitboss.server.config import PlayMoney
from tests.patience import wait_until
from tests.server.live import serving
from tests.web.browsing import PATIENT, surfing

ONE_BUY_IN = PlayMoney(opening=100_000, top_up=50_000)
"""A bankroll that is empty after a buy-in, at a house that helps out."""


def test_nobody_is_topped_up_with_chips_elsewhere_and_bots_go_home(browser: Browser) -> None:
    house = serving(pace=PATIENT, play_money=ONE_BUY_IN, empty_s=1)
    with house as live, surfing(browser, live) as surf:
        page = surf.page("table/nz")
        page.get_by_role("button", name="Take a seat").click()
        page.locator("table-standing").get_by_text("1,000").wait_for()
        page.get_by_role("button", name="Who is here").click()
        page.get_by_role("button", name="Add a bot").click()
        page.get_by_role("region", name="Who is here").get_by_text("bot-1").wait_for()
        # An edge below zero is the player's, and is called so.
        told = page.evaluate(
            "import('/js/edge.js').then(({ edgeWords }) => edgeWords(-0.0039) + edgeWords(0.004))"
        )
        assert told == "Player's edge 0.39 %House edge 0.40 %"
        page.evaluate("location.hash = '#/account'")
        movements = page.get_by_role("table", name="Movements of the bankroll").get_by_role("row")
        expect(movements).to_have_count(3)
        expect(movements.nth(1)).to_have_text(re.compile("Buy-in · nz.*0$"))
        wait_until(lambda: not live.site.lobby.tables["nz"].robots)
