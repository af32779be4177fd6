"""Forms of settings and account: drawn once, so that what somebody types there stays."""

import json
from base64 import b32decode

from playwright.sync_api import Page, Route

from pitboss.server.people import second_factor as totp
from tests.web.accessible import serious_findings
from tests.web.browsing import SMALL, Surf, assert_fits
from tests.web.floor_crew import log_in

COUNTS_DRAWN = """
    window.drawn = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const { localName } of addedNodes)
          if (localName?.startsWith("pit-")) drawn.push(localName);
    }).observe(document, { childList: true, subtree: true });
"""
"""Every screen that comes onto the page, in order."""
GO_ON = """async () => {
    await import("/js/account/settings.js");
    const changed = new Promise((told) => addEventListener("hashchange", told, { once: true }));
    location.hash = "#/settings";
    await changed;
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""To the settings, with all that they need at hand, and time enough to draw them."""


def to_settings(page: Page) -> None:
    """Leave for the settings; the page before has a form of the same name."""
    page.evaluate("location.hash = '#/settings'")
    page.locator("pit-settings h1").wait_for()


def test_a_page_is_drawn_once_however_late_it_is_known_who_looks_at_it(surf: Surf) -> None:
    surf.live.account("ann")
    page = surf.page("account", size=SMALL)
    log_in(page, "ann")
    page.add_init_script(COUNTS_DRAWN)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/api/session", hold)
    with page.expect_request("**/api/session"):
        page.reload(wait_until="commit")
    # The bar is there before the server has answered, and somebody goes on to the settings.
    page.locator("header.bar nav a").first.wait_for()
    with page.expect_response("**/api/session"):
        page.evaluate(GO_ON)
        asked[0].continue_()
    page.get_by_role("form", name="Second factor").wait_for()
    assert page.evaluate("drawn") == ["pit-settings"]


def test_the_second_factor_is_set_and_ended_on_the_settings_page(surf: Surf) -> None:
    live = surf.live
    live.account("ann")
    page = surf.page("account", size=SMALL)
    log_in(page, "ann")
    to_settings(page)
    factor = page.locator("pit-settings").get_by_role("form", name="Second factor")
    factor.get_by_label("Password").fill("password of ann")
    # A setting that is changed meanwhile leaves the form as it is.
    page.get_by_role("group", name="Deck").get_by_text("Four colours").click()
    page.locator("html[data-deck=four]").wait_for()
    assert factor.get_by_label("Password").input_value() == "password of ann"
    assert serious_findings(page) == []
    factor.get_by_role("button", name="Set up a second factor").click()
    secret = b32decode(page.locator("code.secret").inner_text().replace(" ", ""))
    now = live.site.surroundings.wall_ms() // totp.STEP_MS
    factor.get_by_label("Code").fill(totp.code_at(secret, now))
    factor.get_by_role("button", name="Switch it on").click()
    page.get_by_role("heading", name="Codes for recovery").wait_for()
    codes = page.locator("li code").all_inner_texts()
    assert serious_findings(page) == []
    assert_fits(page)
    page.get_by_role("button", name="I have written them down").click()
    page.get_by_text("Codes for recovery left: 8").wait_for()
    factor.get_by_label("Password").fill("password of ann")
    factor.get_by_label("Code").fill(codes[0])
    factor.get_by_role("button", name="Switch it off").click()
    factor.get_by_role("button", name="Set up a second factor").wait_for()
    body = {"name": "ann", "secret": "password of ann"}
    assert live.visitor().post("/api/session", body, expect=201)["name"] == "ann"


def test_who_comes_back_by_the_key_finds_what_was_typed(surf: Surf) -> None:
    identity, idle_s = surf.live.site.identity, surf.live.site.identity.idle_s
    elsewhere = surf.live.guest("gil")
    page = surf.page("account", size=SMALL)
    page.get_by_role("form", name="Play as a guest").wait_for()
    key = json.dumps({"name": "gil", "key": elsewhere.key})
    page.evaluate("key => localStorage.setItem('pitboss.guest', key)", key)
    page.reload()
    form = page.get_by_role("form", name="Make an account")
    form.get_by_label("Password").fill("half a passw")

    def come_back(route: Route) -> None:
        if route.request.method == "POST":
            identity.idle_s = idle_s
        route.continue_()

    # Nobody was here for long; with the next request the page logs in again by the guest's key.
    page.route("**/api/session", come_back)
    identity.idle_s = 0
    page.get_by_role("button", name="End all other sessions").click()
    page.get_by_text("That session is over.").wait_for()
    assert identity.idle_s == idle_s
    assert form.get_by_label("Password").input_value() == "half a passw"
    surf.forgive()  # The browser itself writes down that a request was refused.
