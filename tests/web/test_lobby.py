"""The lobby: seats, a table of one's own, who is there, and settings that go with the account."""

import re

from playwright.sync_api import Page, expect

from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, SMALL, Surf, assert_fits, stack
from tests.web.floor_crew import at_desk

PLAYERS_EDGE = "Player's edge 0.20 %"
"""House Blackjack where any hand may be surrendered."""


def go(page: Page, path: str) -> None:
    page.evaluate("path => { location.hash = `#/${path}` }", path)


def private_table(page: Page) -> str:
    """Open a table of one's own, and sit down at it; gives its id."""
    page.locator("#option-surrender").select_option("any_cards")
    form = page.get_by_role("form", name="Open a table")
    form.get_by_text(PLAYERS_EDGE).wait_for(timeout=COMPILED_MS)
    form.get_by_label("Title").fill("Gil's <b>table</b>")
    assert serious_findings(page) == []
    form.get_by_role("button", name="Open the table").click()
    page.get_by_role("heading", level=1, name="Gil's <b>table</b>").wait_for()
    page.get_by_text(PLAYERS_EDGE).wait_for(timeout=COMPILED_MS)
    page.get_by_role("button", name="Take a seat").click()
    page.locator("table-standing").get_by_text("1,000").wait_for()
    return str(page.evaluate("location.hash")).removeprefix("#/table/")


def test_a_table_of_ones_own_with_friends_bots_and_emotes(surf: Surf) -> None:
    live = surf.live
    gil = surf.page("open/house")
    table = private_table(gil)
    # The owner sees who is here, sends the link, and seats a bot.
    gil.get_by_role("button", name="Who is here").click()
    panel = gil.get_by_role("region", name="Who is here")
    link = panel.get_by_label("Send friends this link").input_value()
    assert link == f"{live.url}/#/table/{table}"
    panel.get_by_role("button", name="Add a bot").click()
    panel.get_by_text("bot-1").wait_for()
    assert serious_findings(gil) == []
    # A friend comes by the link; in the lobby the table is not shown to them before.
    amy = surf.page(size=PHONE)
    amy.locator("table-entry").first.wait_for()
    assert amy.get_by_text("Gil's").count() == 0
    assert amy.get_by_role("link", name="Open a private table").count() == 1
    amy.goto(link)
    amy.reload()
    amy.get_by_role("dialog", name="What is your name?").get_by_text("Skip").click()
    amy.get_by_role("button", name="Take a seat").click()
    amy.locator("table-standing").get_by_text("1,000").wait_for()
    amy.get_by_role("button", name="Who is here").click()
    theirs = amy.get_by_role("region", name="Who is here")
    theirs.get_by_text("Their table").wait_for()
    for name in ("Add a bot", "Send the bots home", "Close this table"):
        assert theirs.get_by_role("button", name=name).count() == 0
    assert serious_findings(amy) == []
    assert_fits(amy)
    # Emotes are seen at the table, and muted where they are not wanted.
    theirs.get_by_role("button", name="Good luck!").click()
    gil.locator(".emote").get_by_text("Good luck!").wait_for()
    gil.evaluate("import('/js/shell/settings.js').then(({ set }) => set({ emotes: 'off' }))")
    theirs.get_by_role("button", name="Wow!").click()
    amy.locator(".emote").get_by_text("Wow!").wait_for()
    assert gil.locator(".emote").get_by_text("Wow!").count() == 0
    go(amy, "")
    amy.get_by_role("region", name="Your seats").get_by_role("link", name="Return Gil's").wait_for()
    # The owner sends the bot home and closes the table; chips go back.
    panel.get_by_role("button", name="Send the bots home").click()
    expect(panel.get_by_role("button", name="Send the bots home")).to_have_count(0)
    assert live.site.lobby.tables[table].robots == []
    panel.get_by_role("button", name="Close this table").click()
    gil.get_by_role("heading", level=1, name="The evening: Gil's").wait_for()
    assert table not in live.site.lobby.tables
    go(gil, "")
    gil.locator("table-entry").first.wait_for()
    expect(gil.get_by_role("region", name="Your seats")).to_have_count(0)


def test_your_seats_are_in_the_lobby_and_in_the_bar(surf: Surf) -> None:
    live = surf.live
    # Somebody plays at two tables, and a hand waits for them at one.
    page = surf.page("table/nz", size=SMALL)
    page.get_by_role("button", name="Take a seat").click()
    page.locator("table-standing").get_by_text("1,000").wait_for()
    stack(live, "nz", "Ts 6d 9h 7c Td")
    name = page.evaluate("import('/js/shell/session.js').then(({ me }) => me().name)")
    send(page, "nz", {"do": "place_wager", "box": 1, "wager": "main", "amounts": [1_000]})
    send(page, "house", {"do": "buy_in", "player": name, "amount": 5_000})
    page.evaluate(f"fetch('/api/tables/nz/ready', {post('{}')}).then((it) => it.text())")
    go(page, "odds")
    badge = page.locator("seat-badge").get_by_role("link", name="Your turn: New Zealand Blackjack")
    badge.wait_for()
    assert_fits(page)
    go(page, "table/house")
    page.locator("table-standing").get_by_text("50").first.wait_for()
    badge.wait_for()
    assert_fits(page)
    go(page, "")
    seats = page.get_by_role("region", name="Your seats")
    seats.get_by_text("Your turn").wait_for()
    rows = [row.inner_text() for row in seats.get_by_role("listitem").all()]
    assert any(re.search(r"990 in chips\s+10 up", row) for row in rows), rows
    assert any("50 in chips" in row for row in rows), rows
    # Cards tell tables apart: terms, three facts, who is there, and a cloth of their own.
    entry = page.locator("table-entry").filter(has_text="New Zealand Blackjack")
    entry.locator("details").evaluate("one => { one.open = true }")
    terms = entry.get_by_role("list", name="Rules in short").get_by_role("listitem")
    assert {"6 decks", "S17", "DAS", "No hole card", "Perfect Pairs"} <= set(
        terms.all_inner_texts()
    )
    assert entry.locator("dt").count() == 3
    # Who has gone on to another page is not shown as sitting there.
    expect(entry.get_by_text("Sitting")).to_have_count(0)
    entry.get_by_role("link", name="Return New Zealand Blackjack").wait_for()
    assert terms.filter(has_text="DAS").get_attribute("title") == "Double after a split"
    entries = page.locator(".tables").get_by_role("link")
    assert "Open a private table" in entries.all_inner_texts(), "it stands among the tables"
    cloths = page.evaluate(
        """[...document.querySelectorAll("table-entry .picture")]
          .map((one) => getComputedStyle(one).backgroundImage)"""
    )
    assert len(set(cloths)) == 5
    assert serious_findings(page) == []
    assert_fits(page)
    # All chips that are not up go back at once; the hand is still there to return to.
    seats.get_by_role("button", name="Cash out all").click()
    page.get_by_text("1,040 went back to your bankroll.").wait_for()
    seats.get_by_role("link", name="Return New Zealand Blackjack").click()
    page.get_by_role("button", name=re.compile("^Stand")).wait_for()


def post(body: str) -> str:
    """The second argument of fetch, as the page sends it."""
    headers = "{'content-type': 'application/json'}"
    return f"{{method: 'POST', headers: {headers}, body: JSON.stringify({body})}}"


def send(page: Page, table: str, command: dict[str, object]) -> None:
    """A command of the person of this page."""
    body = f"{{id: crypto.randomUUID(), command: {command}}}"
    answer = page.evaluate(
        f"fetch('/api/tables/{table}/commands', {post(body)}).then((answer) => answer.json())"
    )
    assert answer["ok"], answer


def test_bots_are_asked_for_by_those_who_sit_and_nobody_sees_a_link_that_refuses(
    surf: Surf,
) -> None:
    live = surf.live
    boss = live.admin()
    page = at_desk(surf, "boss", "table/nz")
    page.get_by_role("button", name="Who is here").click()
    page.get_by_role("region", name="Who is here").get_by_role(
        "button", name="Add a bot"
    ).wait_for()
    assert page.get_by_role("link", name="Audit").count() == 0
    page.get_by_role("link", name="Report").wait_for()
    guest = surf.page("table/nz")
    guest.get_by_role("button", name="Who is here").click()
    panel = guest.get_by_role("region", name="Who is here")
    panel.get_by_text("boss").wait_for()
    assert panel.get_by_role("button", name="Add a bot").count() == 0
    guest.get_by_role("button", name="Take a seat").click()
    panel.get_by_role("button", name="Add a bot").click()
    panel.get_by_text("bot-1").wait_for()
    assert panel.get_by_role("button", name="Send the bots home").count() == 0
    boss.post("/api/tables/nz/bots", None, verb="DELETE", expect=204)


def test_settings_go_with_the_account(surf: Surf) -> None:
    surf.live.account("dora")
    one = at_desk(surf, "dora", "settings", size=PHONE)
    one.get_by_text("on every device where you log in").wait_for()
    deck = one.get_by_role("group", name="Deck")
    deck.get_by_text("Four colours").click()
    with one.expect_response(lambda answer: answer.request.method == "PUT"):
        one.get_by_role("group", name="Controls for").get_by_text("Left-handed").click()
    expect(one.locator("html")).to_have_attribute("data-deck", "four")
    assert serious_findings(one) == []
    assert_fits(one)
    kept = surf.live.site.identity.register.settings
    assert (kept["dora"]["deck"], kept["dora"]["hand"]) == ("four", "left")
    # On another device they hold from the log-in on; a guest's stay where they are.
    two = at_desk(surf, "dora", "")
    expect(two.locator("html")).to_have_attribute("data-deck", "four")
    expect(two.locator("html")).to_have_attribute("data-hand", "left")
    guest = surf.page("settings")
    guest.get_by_text("stay on this device").wait_for()
    assert guest.get_by_role("group", name="Deck").get_by_label("Two colours").is_checked()
