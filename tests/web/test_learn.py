"""Learning: panels beside the table, the first round, drills, counting, one's own figures."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.accessible import DRAWN, serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, Surf, assert_fits, stack
from tests.web.seat import Seat, sit_at


def open_beside(page: Page, name: str) -> None:
    """Press a button in the head of the table."""
    page.locator(".table-head").get_by_role("button", name=name).click()


def lit(page: Page, hand: str) -> None:
    """The one square that is lit is that of this hand."""
    square = page.locator("table-chart td.lit")
    expect(square).to_have_count(1, timeout=COMPILED_MS)
    expect(square).to_have_attribute("aria-current", "true")
    expect(page.locator("table-chart .detail h3")).to_contain_text(hand)


def assert_still_playing(seat: Seat, at: str) -> None:
    """Nobody has left the table, and the hand is there."""
    assert seat.page.url == at
    assert seat.live.site.lobby.tables[seat.table].actor.state.phase == "playing"
    expect(seat.hand(1).locator("playing-card").first).to_be_visible()


def test_rules_odds_chart_and_reasons_open_beside_the_table(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 9d 2s 4h Td 6c Th 5c 5d 5h 5s 4c 4d 9h 9s")
    seat = sit_at(surf, "nz")
    page, at = seat.page, seat.page.url
    hint = page.locator("first-round")
    expect(hint).to_contain_text("then a circle")
    seat.lay(1, "main")
    expect(hint).to_contain_text("press Deal")
    seat.press("Deal")
    expect(hint).to_contain_text("closer to 21")
    open_beside(page, "Chart")
    panel = page.locator("table-panel")
    lit(page, "12 against 9")
    expect(panel.get_by_role("heading", name="Strategy chart")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    assert_still_playing(seat, at)
    seat.press("Hit")
    lit(page, "16 against 9")
    open_beside(page, "Rules")
    expect(panel.locator(".telling li")).to_have_count(5)
    expect(panel.locator(".telling li").first).to_contain_text("no second card")
    expect(panel.locator(".clause").first).to_be_hidden()
    panel.get_by_label("Clause numbers").check()
    expect(panel.locator(".clause").first).to_be_visible()
    open_beside(page, "House edge")
    told = surf.live.visitor().get("/api/odds/nz")
    edge = f"{told['house_edge'] * 100:.3f} %"
    expect(panel.locator(".figure")).to_have_text(edge, timeout=COMPILED_MS)
    assert serious_findings(page) == []
    assert_still_playing(seat, at)
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    seat.press("Stand")
    seat.wait_for_betting()
    expect(hint).to_contain_text("That was a round")
    seat.press("Why this result?")
    expect(panel.locator("details.payment[open]")).to_contain_text("You, Main")
    expect(panel.locator("details.payment")).to_contain_text("10♠ 2♠ 4♥, 16")
    assert page.url == at
    # The next deal ends the hints for good.
    seat.lay(1, "main")
    seat.press("Deal")
    expect(hint).to_be_hidden()
    page.reload()
    seat.spot(1).wait_for()
    expect(page.locator("table-controls")).to_be_visible()
    expect(hint).to_be_hidden()


def asked(page: Page, hands: dict[str, Any]) -> tuple[str, Any]:
    """The hand that is asked about, with the worth of its acts."""
    name = page.locator("drill-question").get_attribute("data-hand") or ""
    return name, hands[name]


def answer(page: Page, act: str) -> None:
    page.locator(f'drill-question [data-act="{act}"]').click()
    page.locator("drill-question .verdict .notice").wait_for()


def test_a_hand_answered_wrong_comes_back_until_it_is_right(surf: Surf) -> None:
    sheet = surf.live.visitor().get("/api/odds/pa_free_bet/drills")
    hands = {
        f"{'+'.join(map(str, one['cards']))} {one['up']}": one
        for one in sheet["hands"]
        if "pairs" in one["kinds"]
    }
    page = surf.page("drills/pa_free_bet", size=PHONE)
    page.get_by_role("button", name="Free bets").wait_for(timeout=COMPILED_MS)
    page.get_by_role("button", name="Pairs").click()
    missed, hand = asked(page, hands)
    *_, worst = hand["values"]
    answer(page, worst)
    verdict = page.locator("drill-question .verdict")
    cost = max(hand["values"].values()) - hand["values"][worst]
    an_hour = cost * hand["chance"] * 1_000 * 70
    expect(verdict).to_contain_text(money(cost * 1_000))
    expect(verdict).to_contain_text(f"{money(an_hour)} an hour")
    page.get_by_label("Rounds an hour").fill("140")
    page.get_by_label("Rounds an hour").blur()
    expect(verdict).to_contain_text(f"{money(2 * an_hour)} an hour")
    expect(page.locator("drill-score")).to_contain_text("1 hand to get right")
    asked_since = []
    for _ in range(4):
        page.keyboard.press("Enter")
        expect(verdict).to_be_empty()
        name, hand = asked(page, hands)
        asked_since.append(name)
        answer(page, next(iter(hand["values"])))
        expect(verdict.locator(".notice")).to_have_class("notice good")
    assert asked_since[3] == missed
    assert missed not in asked_since[:3]
    expect(page.locator("drill-score")).not_to_contain_text("to make good")
    expect(page.locator("drill-score dd").nth(1)).to_have_text("80 %")
    assert serious_findings(page) == []
    assert_fits(page)


def test_a_calculation_that_fails_says_so(surf: Surf) -> None:
    surf.forgive("status of 500")
    told = {"code": "broken", "text": "this could not be worked out"}
    page = surf.page(url="data:text/html,")
    page.route("**/api/odds/*/drills*", lambda route: route.fulfill(status=500, json=told))
    page.goto(f"{surf.live.url}/#/drills/house")
    expect(page.get_by_role("alert").filter(has_text=told["text"])).to_be_visible()
    expect(page.get_by_text("Computing")).to_have_count(0)


CHART = """() => {
  const inside = (one, all) => one.top >= all.top - 1 && one.bottom <= all.bottom + 1
    && one.left >= all.left - 1 && one.right <= all.right + 1;
  const place = (selector) => document.querySelector(selector).getBoundingClientRect();
  const chart = document.querySelector("table-chart strategy-chart");
  return {
    columns: chart.querySelectorAll("thead th").length - 1,
    is_lit_in_sight: inside(place("table-chart td.lit"), place("table-panel > .body")),
    narrow: [...chart.querySelectorAll("th, td")].filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => one.textContent),
  };
}"""
"""How the first chart beside the table lies there."""


def test_a_chart_of_many_columns_is_read_on_every_screen(surf: Surf) -> None:
    """Double Exposure plays by both cards of the dealer: 26 columns."""
    body = {"table": "both", "rulebook": "double_exposure", "dealing": "automatic", "options": {}}
    surf.live.admin().post("/api/tables", body, expect=201)
    stack(surf.live, "both", "2c Ks 9d 6h 7c 5c 5d 5h 5s 4c 4d 9h 9s")
    seat = sit_at(surf, "both")
    seat.lay(1, "main")
    seat.press("Deal")
    open_beside(seat.page, "Chart")
    lit(seat.page, "16 against 16")
    for width, height in ((1440, 900), (820, 1180), (844, 390), (390, 844), (320, 568)):
        seat.page.set_viewport_size({"width": width, "height": height})
        seat.page.evaluate(DRAWN)
        told = seat.page.evaluate(CHART)
        assert told == {"columns": 26, "is_lit_in_sight": True, "narrow": []}, (width, height)
        assert_fits(seat.page)
    assert serious_findings(seat.page) == []


def money(cents: float) -> str:
    """As the page writes an amount."""
    whole = int(cents + 0.5)
    return f"{whole // 100:,}" if whole % 100 == 0 else f"{whole / 100:,.2f}"


def test_the_trainer_knows_the_count_of_the_shoe(surf: Surf) -> None:
    shoe = surf.live.visitor().get("/api/odds/nz/counted-shoe?seed=7&players=1")
    page = surf.page("count/nz?seed=7", size=PHONE)
    # A story and a button first; the form is for those who ask for it.
    expect(page.get_by_label("Players")).to_be_hidden()
    page.get_by_text("Another count, more players, your own bets").click()
    page.get_by_label("Players").fill("1")
    page.get_by_role("button", name="Deal the shoe").click()
    page.locator("#pace").fill("10")
    for place, is_right in enumerate((True, False)):
        told = shoe["rounds"][place]
        page.get_by_label("Running count").fill(str(told["running"] + (not is_right)))
        assert page.locator("counted-table playing-card").count() == len(told["cards"])
        assert set(page.locator(".count-felt span").all_inner_texts()) == {"Dealer", "Box 1"}
        page.get_by_label("True count").fill(str(told["count"]))
        page.get_by_label("Next bet").fill(str(told["units"]))
        page.get_by_role("button", name="Check").click()
        verdict = page.locator("count-answer .notice")
        expect(verdict).to_contain_text("Right." if is_right else "Not quite.")
        expect(verdict).to_contain_text(f"bet {told['units']}")
        if is_right:
            page.get_by_role("button", name="Next round").click()
    scores = page.locator("counted-table .figures dd")
    assert scores.all_inner_texts() == ["1 of 2", "2 of 2", "2 of 2"]
    assert serious_findings(page) == []
    assert_fits(page)


def test_statistics_equal_the_ledger_and_lead_to_the_replay(surf: Surf) -> None:
    seat = sit_at(surf, "house", size=PHONE)
    page = seat.page
    for cards, sides in (("2c Ts 9h 6d Tc 9c Td 5c", ["over_13"]), ("2c Ts 9h Jd Tc 9c Td 5c", [])):
        stack(surf.live, "house", cards)
        seat.lay(1, "main", *sides)
        seat.press("Deal")
        seat.press("Stand")
        seat.wait_for_betting()
    net = seat.net_at_server()
    page.evaluate("location.hash = '#/statistics'")
    figure = page.locator('[data-figure="net"] dd')
    expect(figure).to_have_text(f"{net:+g}".replace("-", "\u2212"), timeout=COMPILED_MS)
    nets = [
        page.locator(f'[data-wager="{wager}"] td').nth(2).inner_text()
        for wager in ("main", "over_13")
    ]
    assert sum(float(one.replace("\u2212", "-")) for one in nets) == net
    expect(page.locator("odds-plot svg .band")).to_be_visible()
    expect(page.get_by_label("Table").locator("option").nth(1)).to_have_text("House Blackjack")
    expect(page.locator(".decisions")).to_contain_text("2 decisions, 50 % of them best")
    assert serious_findings(page) == []
    assert_fits(page)
    page.locator(".mistakes a").click()
    replay = page.locator("round-replay")
    expect(replay).to_have_attribute("data-cloth", "house")
    expect(replay.locator(".told")).to_have_text("Round 1 is over.")
    expect(replay.locator("table-felt betting-box playing-card")).to_have_count(2)
    expect(page.locator("details.payment[open]").first).to_be_visible()
    assert_fits(page)
