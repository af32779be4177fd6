"""What goes on without a player: no bankroll fills up by itself, and no bot plays on alone."""

import re

from playwright.sync_api import Browser, expect

from pitboss.server.settings import Pace, PlayMoney
from tests.patience import wait_until
from tests.server.live import serving
from tests.web.browsing import PATIENT, stack, surfing
from tests.web.seat import Seat, sit_at

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
            """import('/js/core/edge.js')
              .then(({ edgeWords }) => edgeWords(-0.0039) + edgeWords(0.004))"""
        )
        assert told == "Player's edge 0.39 %House edge 0.40 %"
        page.evaluate("location.hash = '#/account'")
        movements = page.get_by_role("table", name="Movements of the bankroll").get_by_role("row")
        expect(movements).to_have_count(3)
        expect(movements.nth(1)).to_have_text(re.compile("Buy-in · nz.*0$"))
        wait_until(lambda: not live.site.lobby.tables["nz"].robots)


def test_who_left_in_the_middle_of_a_hand_finds_what_came_of_it(browser: Browser) -> None:
    with serving(pace=Pace(turn_ms=1_000)) as live, surfing(browser, live) as surf:
        stack(live, "nz", "Ts 6d 6h 3c Tc 9d")
        seat = sit_at(surf, "nz")
        page = seat.page
        seat.lay(1, "main")
        seat.press("Deal")
        expect(page.locator(".told")).to_have_text("Your turn")
        page.get_by_role("link", name="Odds").click()
        page.get_by_role("heading", level=1, name="Odds").wait_for()
        wait_until(lambda: live.site.lobby.tables["nz"].actor.state.phase == "betting")
        page.go_back()
        expect(page.locator(".toast")).to_have_text("Round 1 ended while you were away: \u22125.")
        # It is told once, and lies on the felt until the next bet.
        page.reload()
        assert_laid_again(seat)
        assert page.locator(".toast").count() == 0
        seat.lay(1, "main")
        expect(seat.hand(1).locator("playing-card")).to_have_count(2)


def assert_laid_again(seat: Seat) -> None:
    """The hand and its result, as large as when it was played."""
    expect(seat.page.locator(".told")).to_contain_text("You lost 5.")
    expect(seat.hand(1).locator(".outcome")).to_have_text("\u22125")
    expect(seat.page.locator('betting-box[data-box="1"]')).to_have_class(re.compile("is-large"))
    expect(seat.page.get_by_role("button", name="Why this result?")).to_be_visible()
