"""The report page: two people sign the slips of a shift, one signs it off, and the figures hold."""

from playwright.sync_api import Page, expect

from pitboss.engine import do
from tests.server.test_by_hand import Crew
from tests.web.accessible import serious_findings
from tests.web.browsing import PHONE, Surf
from tests.web.floor_crew import at_desk


def write_slip(page: Page, kind: str, **chips: int) -> None:
    """Write a slip with so many chips of each value."""
    books = page.locator("details", has_text="One person writes a slip")
    if books.get_attribute("open") is None:
        books.locator("summary").click()
    form = page.get_by_role("form", name="Write a slip")
    form.get_by_label("Kind").select_option(label=kind)
    for value, count in chips.items():
        form.get_by_label(f"Chips of {value.removeprefix('v')}", exact=True).fill(str(count))
    worth = sum(int(value.removeprefix("v")) * count for value, count in chips.items())
    expect(form.locator("output")).to_have_text(f"Total {worth:,}")
    form.get_by_role("button", name="Write the slip").click()


def sign(page: Page, number: int) -> None:
    """Sign the slip that somebody else wrote; it comes by itself."""
    page.get_by_role("form", name=f"Sign slip {number}").get_by_role("button").click()
    expect(page.get_by_role("form", name=f"Sign slip {number}")).to_have_count(0)


def test_a_shift_is_counted_reported_and_signed_off(surf: Surf) -> None:
    crew = Crew(surf.live, "cards_by_hand", "nz")
    dan = at_desk(surf, "dan", "report/floor", size=PHONE)
    sue = at_desk(surf, "sue", "report/floor")
    write_slip(dan, "Opening count", v5=100, v100=20)
    dan.get_by_role("heading", name="Slip 1 waits for a second signature").wait_for()
    expect(dan.get_by_role("form", name="Sign slip 1")).to_have_count(0)
    assert serious_findings(dan) == []
    assert dan.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    sign(sue, 1)
    for number in range(1, 3):
        crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(10_00,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter("Ts", "9d", "7h")
        crew.accept(crew.ann, do.Stand(box=1))
        crew.enter("Th")
        assert crew.ann.see().round == number
    write_slip(sue, "Fill", v5=20)
    sign(dan, 2)
    write_slip(dan, "Closing count", v5=119, v100=20)
    sign(sue, 3)
    sue.get_by_text("Every figure agrees with the ledger").wait_for()
    wagers = sue.get_by_role("group", name="Wagers")
    expect(wagers.get_by_role("row", name="Main")).to_contain_text("+20")
    counted = sue.get_by_role("group", name="Counts, fills, credits and drops")
    # The tray took 20.00 in, and one chip of 5.00 is missing.
    expect(counted.get_by_role("row", name="Closing count")).to_contain_text("\u221225")
    expect(sue.locator("odds-plot polygon.band")).to_have_count(1)
    sue.get_by_text("standard deviations off").wait_for()
    sue.get_by_text("Sign the shift off").first.click()
    form = sue.get_by_role("form", name="Sign off")
    form.get_by_label("Your password").fill("not this one")
    form.get_by_role("button").click()
    form.get_by_text("the password is not right").wait_for()
    form.get_by_label("Your password").fill("password of sue")
    form.get_by_role("button").click()
    sue.get_by_text("The shift is signed off.").wait_for()
    sue.get_by_text("sue signs the shift off: 2 rounds").wait_for()
    with sue.expect_download() as saved:
        sue.get_by_role("link", name="Download to print (HTML)").click()
    assert "sue signs the shift off" in saved.value.path().read_text(encoding="utf-8")
    assert serious_findings(sue) == []
    surf.forgive()  # The browser itself writes down that a password was refused.
    boss = surf.live.visitor()
    boss.post("/api/session", {"name": "boss", "secret": "password of boss"}, expect=201)
    boss.post("/api/tables/floor", None, expect=204, verb="DELETE")
    art = at_desk(surf, "art", "audit/floor")
    art.get_by_role("row", name="tray").wait_for()
    art.evaluate("location.hash = '#/report/floor'")
    art.get_by_text("Every figure agrees with the ledger").wait_for()
    expect(art.locator("pit-report select")).to_have_value("floor")
