"""What a newcomer meets in the lobby: Play in sight, terms, bots to watch, the hand of the day."""

import pytest
from playwright.sync_api import expect

from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, Surf, assert_fits

SIZES = ((1440, 900), (1280, 800), (820, 1180), (390, 844), (844, 390), (320, 568))


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_play_is_in_sight_at_every_size(surf: Surf, locale: str) -> None:
    page = surf.page(locale=locale)
    play = page.locator("a.play-now")
    page.locator("table-entry").first.wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        place = play.bounding_box()
        assert place is not None
        assert place["y"] + place["height"] <= height, (width, height)
        assert_fits(page)
        cut = page.eval_on_selector_all(
            "try-hand button, .pitch h1, .pitch .button",
            "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1)"
            ".map((one) => one.textContent)",
        )
        assert cut == [], (width, height)


def test_a_term_is_explained_when_it_is_touched(surf: Surf) -> None:
    page = surf.page(size=PHONE, has_touch=True)
    entry = page.locator("table-entry").filter(has_text="New Zealand Blackjack")
    entry.get_by_text("Rules in short").tap()
    entry.get_by_role("button", name="DAS").tap()
    expect(entry.get_by_role("status")).to_have_text("DAS: Double after a split")
    entry.get_by_role("link", name="Odds").tap()
    page.locator("pit-odds h1").wait_for()


def test_bots_are_watched_and_known_as_bots(surf: Surf) -> None:
    page = surf.page(size=PHONE)
    page.locator(".own-table").scroll_into_view_if_needed()
    page.get_by_role("button", name="Watch", exact=True).click()
    page.locator("betting-box").get_by_text("Ada (bot)").first.wait_for(timeout=COMPILED_MS)
    assert "bot-ada" not in page.locator("main").inner_text()
    # The lobby has one place for that table.
    page.evaluate("location.hash = '#/'")
    page.locator("table-entry").first.wait_for()
    expect(page.locator("table-entry")).to_have_count(5)


def test_the_hand_of_the_day_is_answered_once(surf: Surf) -> None:
    told = surf.live.visitor().get("/api/hand-of-the-day")
    page = surf.page(size=PHONE)
    day = page.get_by_role("region", name="Hand of the day")
    page.locator(".own-table").scroll_into_view_if_needed()
    hand = day.locator("try-hand")
    expect(hand.locator(".acts button")).to_have_count(len(told["values"]), timeout=COMPILED_MS)
    expect(day).to_contain_text(told["title"])
    hand.get_by_role("button", name="Stand").click()
    best = max(told["values"], key=told["values"].get)
    cost = told["values"][best] - told["values"]["stand"]
    words = "gives" if cost > 0 else "Right."
    expect(hand.get_by_role("status")).to_contain_text(words)
    shown = f"{told['values']['stand']:+.3f}".replace("-", "\N{MINUS SIGN}")
    expect(hand.get_by_role("button", name="Stand")).to_contain_text(shown)
    # The games of the gallery lie below, each with its edge.
    game = page.locator(".games li").filter(has_text="Spanish 21, S17")
    expect(game).to_contain_text("House edge 0.36 %")
    assert serious_findings(page) == []
    assert_fits(page)
    page.reload()
    page.locator(".own-table").scroll_into_view_if_needed()
    expect(hand.get_by_role("status")).to_contain_text(words)
    game.get_by_role("link").click()
    page.get_by_role("heading", level=1, name="A table of your own").wait_for()


def test_styles_of_other_pages_do_not_reach_the_lobby(surf: Surf) -> None:
    """Style sheets stay once they have come: a page looks the same whichever came before."""
    page = surf.page()
    page.locator("table-entry .facts").first.wait_for()
    places = (
        "all => all.map((one) => { const { x, width, height } = one.getBoundingClientRect();"
        " return [x, width, height].map(Math.round); })"
    )
    parts = "table-entry *, .proofs *, .pitch *, try-hand *"
    before = page.eval_on_selector_all(parts, places)
    for path in ("drills/double_deck", "odds", "rules/nz", "open/house?private", "settings"):
        page.evaluate("path => { location.hash = `#/${path}` }", path)
        page.locator("main h1").first.wait_for()
    page.evaluate("location.hash = '#/'")
    page.locator("table-entry .facts").first.wait_for()
    assert page.eval_on_selector_all(parts, places) == before
