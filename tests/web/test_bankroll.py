"""The bankroll on the page: in the lobby, in the account, when buying in, and as it is granted."""

from playwright.sync_api import Browser

from pitboss.server.settings import PlayMoney
from tests.server.live import serving
from tests.web.accessible import serious_findings
from tests.web.browsing import PATIENT, SMALL, Surf, assert_fits, surfing

MINUS = "\u2212"
MODEST = PlayMoney(opening=130_000, top_up=0)


def test_chips_come_out_of_the_bankroll_and_go_back(browser: Browser) -> None:
    with serving(pace=PATIENT, play_money=MODEST) as live, surfing(browser, live) as surf:
        page = surf.page("table/nz", size=SMALL)
        page.get_by_role("button", name="Take a seat").click()
        page.locator("table-standing").get_by_text("1,000").wait_for()
        page.get_by_role("button", name="Buy in").click()
        dialogue = page.get_by_role("dialog", name="Buy in")
        amount = dialogue.get_by_label("Your bankroll holds 300. How much do you buy in for?")
        assert amount.input_value() == "300"
        assert serious_findings(page) == []
        assert_fits(page)
        amount.fill("50.5")
        dialogue.get_by_role("button", name="Buy in").click()
        page.locator("table-standing").get_by_text("1,050.50").wait_for()
        page.goto(f"{live.url}/#/")
        page.get_by_role("link", name="Your bankroll: 249.50 in play money").click()
        rows = page.get_by_role("table", name="Movements of the bankroll").get_by_role("row")
        rows.get_by_text("Buy-in · nz").first.wait_for()
        told = [row.inner_text().replace(MINUS, "-").split("\t")[1:] for row in rows.all()[1:]]
        assert told == [
            ["Buy-in · nz", "-50.50", "249.50"],
            ["Buy-in · nz", "-1,000", "300"],
            ["Opened", "+1,300", "1,300"],
        ]
        assert serious_findings(page) == []
        assert_fits(page)


def test_a_short_bankroll_buys_what_it_can_and_then_is_refused(browser: Browser) -> None:
    with serving(pace=PATIENT, play_money=MODEST) as live, surfing(browser, live) as surf:
        page = surf.page("table/nz")
        page.get_by_role("button", name="Take a seat").click()
        page.locator("table-standing").get_by_text("1,000").wait_for()
        page.goto(f"{live.url}/#/table/house")
        page.get_by_role("button", name="Take a seat").click()
        page.locator("table-standing").get_by_text("300").wait_for()
        page.goto(f"{live.url}/#/table/tribal")
        page.get_by_role("button", name="Take a seat").click()
        page.get_by_text("buy in for less, or cash out at another table first").wait_for()


def test_the_administrator_gives_play_money(surf: Surf) -> None:
    dan = surf.live.guest("dan")
    before = dan.get("/api/bankroll")["held"]
    page = surf.page()
    page.goto(f"{surf.live.url}/#admin={surf.live.site.identity.admin_token}")
    page.get_by_label("Name").fill("boss")
    page.get_by_label("Password").fill("password of boss")
    page.get_by_role("button", name="Make the account").click()
    page.get_by_role("button", name="Give play money to dan").click()
    page.get_by_role("dialog").get_by_label("Amount").fill("12.34")
    assert serious_findings(page) == []
    page.get_by_role("dialog").get_by_role("button", name="Give play money").click()
    page.get_by_text("dan has").wait_for()
    newest = dan.get("/api/bankroll")["movements"][0]
    assert (newest["kind"], newest["amount"]) == ("grant", 1_234)
    assert newest["held"] == before + 1_234


def test_rounds_of_a_closed_table_are_looked_up(surf: Surf) -> None:
    admin = surf.live.admin()
    admin.post("/api/tables/nz", None, expect=204, verb="DELETE")
    page = surf.page("history")
    entry = page.get_by_role("listitem").filter(has_text="Closed; every round")
    entry.get_by_role("link").click()
    page.get_by_role("heading", level=1, name="Rounds at ").wait_for()
    page.get_by_text("No round has ended here yet.").wait_for()
