"""A night among friends: a table of one's own, guests on phones, and who has won."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.patience import wait_until
from tests.server.live import Live, serving
from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PATIENT, PHONE, Surf, assert_fits, stack, surfing
from tests.web.seat import Seat


@pytest.fixture
def live() -> Iterator[Live]:
    with serving(pace=PATIENT, host="0.0.0.0") as served:
        yield served


@pytest.fixture
def surf(browser: Browser, live: Live) -> Iterator[Surf]:
    with surfing(browser, live) as opened:
        opened.forgive("The Cross-Origin-Opener-Policy header has been ignored")
        yield opened


OPENED = """async () => {
  const { becomeGuest } = await import("/js/shell/session.js");
  const { post } = await import("/js/core/api.js");
  await becomeGuest("Hana");
  return (await post("/api/private-tables", {
    rulebook: "nz", title: "Friday", chips: 100_000,
  })).table;
}"""


def test_host_opens_a_night_in_words_and_gives_chips(surf: Surf) -> None:
    host = surf.page("open/pa_free_bet?private", size=PHONE)
    host.get_by_role("link", name="House Blackjack: eight decks").click()
    form = host.get_by_role("form", name="Open a table")
    form.get_by_label("Title").fill("Friday")
    form.get_by_label("Chips for everybody").select_option("200")
    form.get_by_label("Time for a decision").select_option("60")
    form.get_by_label("Bots").select_option("2")
    assert serious_findings(host) == []
    assert_fits(host)
    form.get_by_role("button", name="Open the table").click()
    host.get_by_role("button", name="Take a seat · buy in for 200").click()
    host.locator("table-standing").get_by_text("200", exact=True).wait_for()
    table = str(host.evaluate("location.hash")).removeprefix("#/table/")
    live_table = surf.live.site.lobby.tables[table]
    assert live_table.actor.pace.turn_ms == 60_000
    assert len(live_table.robots) == 2
    host.get_by_role("button", name="Who is here").click()
    people = host.get_by_role("region", name="Who is here")
    people.locator("summary", has_text="Give chips").click()
    people.get_by_role("spinbutton", name="Chips").fill("50")
    people.get_by_role("button", name="Give chips").click()
    host.locator("table-standing").get_by_text("250", exact=True).wait_for()


def test_friends_join_by_the_printed_code_play_and_see_who_has_won(surf: Surf) -> None:
    live = surf.live
    near = f"http://127.0.0.2:{live.settings.port}"
    host = surf.page(url=near)
    table = host.evaluate(OPENED)
    host.goto(f"{near}/#/table/{table}")
    host.get_by_role("button", name="Who is here").click()
    link = host.get_by_label("Send friends this link")
    expect(link).to_have_value(f"{near}/#/table/{table}")
    guest = surf.page(size=PHONE)
    guest.goto(link.input_value())
    ask = guest.get_by_role("dialog", name="What is your name?")
    ask.get_by_label("Name").fill("Zoe")
    ask.get_by_role("button", name="Join the table").click()
    stack(live, table, "Ts 9d Th 8c")
    seat = Seat(guest, live, table)
    seat.lay(1, "main")
    guest.keyboard.press("Enter")
    expect(guest.locator(".told")).to_contain_text(re.compile("your turn", re.IGNORECASE))
    guest.keyboard.press("s")
    seat.wait_for_betting()
    # Whoever closes the phone finds seat and chips again.
    guest.reload()
    expect(guest.locator("table-standing")).to_contain_text("1,00")
    people = host.get_by_role("region", name="Who is here")
    people.get_by_role("link", name="The evening").click()
    board = host.locator("pit-evening svg.share")
    expect(board).to_contain_text("1. Zoe")
    expect(host.get_by_text("Biggest win: Zoe won")).to_be_visible()
    # The host closes the evening: everybody sees the ranking, and what the odds say of it.
    host.go_back()
    host.get_by_role("button", name="Who is here").click()
    people.get_by_role("button", name="Close this table").click()
    for page in (host, guest):
        expect(page.locator("pit-evening svg.share")).to_contain_text("1. Zoe")
        page.get_by_text("Best played: Zoe, 1 of 1 decisions").wait_for(timeout=COMPILED_MS)
        expect(page.get_by_text(re.compile(r"([1-9]) of \1 finished shoes"))).to_be_visible()
        assert serious_findings(page) == []
        assert_fits(page)
    with host.expect_download() as saved:
        host.get_by_role("button", name="Save as a picture").click()
    assert saved.value.suggested_filename == "evening.png"


def test_invited_guest_is_asked_for_a_name_and_changes_it(surf: Surf) -> None:
    host = surf.page()
    table = host.evaluate(OPENED)
    host.goto(f"{surf.live.url}/#/table/{table}")
    guest = surf.page(f"table/{table}", size=PHONE)
    ask = guest.get_by_role("dialog", name="What is your name?")
    assert serious_findings(guest) == []
    assert_fits(guest)
    ask.get_by_label("Name").fill("Hana")
    surf.forgive()
    ask.get_by_role("button", name="Join the table").click()
    expect(ask.get_by_text("the name Hana is taken")).to_be_visible()
    ask.get_by_label("Name").fill("Old Joe")
    ask.get_by_role("button", name="Join the table").click()
    expect(guest.locator(".account")).to_have_attribute("aria-label", "Account: Old-Joe")
    guest.get_by_role("button", name="Take a seat").click()
    guest.locator("table-standing").get_by_text("1,000").wait_for()
    host.get_by_role("button", name="Who is here").click()
    people = host.get_by_role("region", name="Who is here")
    expect(people.locator(".names").get_by_text("Old-Joe")).to_be_visible()
    # Another name is seen by the others.
    guest.get_by_role("button", name="Who is here").click()
    own = guest.get_by_role("region", name="Who is here")
    own.get_by_text("Change your name").click()
    own.get_by_role("textbox", name="Name").fill("Joseph")
    own.get_by_role("button", name="Save the name").click()
    expect(people.locator(".names").get_by_text("Joseph")).to_be_visible()
    expect(guest.locator(".account")).to_have_attribute("aria-label", "Account: Joseph")
    # Nobody has to give one, and nobody is asked twice.
    other = surf.page(f"table/{table}", size=PHONE)
    other.get_by_role("dialog").get_by_role("button", name="Skip").click()
    other.get_by_role("button", name="Take a seat").click()
    other.locator("table-standing").get_by_text("1,000").wait_for()
    other.reload()
    other.locator("table-standing").get_by_text("1,000").wait_for()
    expect(other.get_by_role("dialog")).to_have_count(0)


def test_host_lets_a_newcomer_in_from_the_table(surf: Surf) -> None:
    host = surf.page(size=PHONE)
    table = host.evaluate(OPENED)
    host.goto(f"{surf.live.url}/#/table/{table}")
    host.get_by_role("button", name="Who is here").click()
    people = host.get_by_role("region", name="Who is here")
    people.get_by_label("Who may join").select_option(label="I let each one in")
    wait_until(lambda: surf.live.site.lobby.door_of(table).kind == "ask", "it is not kept")
    people.get_by_role("button", name="Close", exact=True).click()
    guest = surf.page(f"table/{table}", size=PHONE)
    ask = guest.get_by_role("dialog", name="What is your name?")
    ask.get_by_label("Name").fill("Zoe")
    ask.get_by_role("button", name="Join the table").click()
    expect(ask).to_have_count(0)
    guest.get_by_role("button", name="Ask the host for a seat").click()
    guest.get_by_role("button", name="The host has been asked").wait_for()
    expect(host.get_by_text("Zoe asks for a seat")).to_be_visible()
    host.get_by_role("button", name="Who is here (1)").click()
    people.get_by_text("Asking for a seat").wait_for()
    assert serious_findings(host) == []
    assert_fits(host)
    people.get_by_role("button", name="Let in").click()
    guest.get_by_text("The host has let you in").wait_for()
    guest.get_by_role("button", name="Take a seat").click()
    guest.locator("table-standing").get_by_text("1,000").wait_for()
    people.get_by_label("Who may join").select_option(label="No more players")
    late = surf.page(f"table/{table}", size=PHONE)
    late.get_by_role("dialog").get_by_role("button", name="Skip").click()
    late.get_by_role("button", name="No more players may join").click()
    late.locator(".toast").get_by_text("No more players may join").wait_for()
    assert_fits(late)
