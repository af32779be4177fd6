"""The auditor's view: the log by search, books that sum to zero, the verdict, the export."""

from playwright.sync_api import expect

from pitboss.proof.checks import CHECKS
from pitboss.proof.log import verify_log
from tests.server.test_by_hand import Crew
from tests.verdicts import unheld
from tests.web.accessible import serious_findings
from tests.web.browsing import PHONE, Surf
from tests.web.floor_crew import at_desk


def test_an_auditor_searches_the_log_reads_the_books_and_verifies(surf: Surf) -> None:
    crew = Crew(surf.live, "by_hand")
    crew.prepare()
    crew.play_round()
    page = at_desk(surf, "art", "audit/floor", size=PHONE)
    total = page.get_by_role("row", name="Sum")
    total.wait_for()
    assert "0 ✓" in total.inner_text()
    page.get_by_role("button", name="player ann").click()
    page.get_by_role("row", name="main win 1 to 1 [DD-4]").wait_for()
    search = page.get_by_role("search", name="The log", exact=True)
    search.get_by_label("Words").fill("queen of hearts")
    search.get_by_role("button", name="Search").click()
    log = page.locator("table.log tbody tr")
    expect(log.filter(has_text="queen of hearts")).to_have_count(1)
    expect(log).to_have_count(1)
    search.get_by_label("Words").fill("")
    search.get_by_label("Kind of event").select_option("staff_assigned")
    search.get_by_label("Person").fill("sam")
    search.get_by_role("button", name="Search").click()
    expect(log.filter(has_text="sam comes on as supervisor.")).to_have_count(1)
    expect(log).to_have_count(1)
    attempts = page.get_by_role("search", name="The security log")
    attempts.get_by_label("What").select_option("role")
    attempts.get_by_label("Who").fill("boss")
    attempts.get_by_role("button", name="Search").click()
    expect(page.locator("table.attempts tbody tr").filter(has_text="art: auditor")).to_have_count(1)
    page.get_by_role("button", name="Verify the log").click()
    page.get_by_text("The log is not proven").wait_for()
    expect(page.locator(".checks li.ok")).to_have_count(len(CHECKS) - 1)
    expect(page.locator(".checks li").filter(has_text="no witness or receipt was given")
           ).to_have_count(1)  # fmt: skip
    assert serious_findings(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export the log (JSONL)").click()
    with saved.value.path().open("rb") as file:
        assert not unheld(verify_log(file.read()))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_who_is_no_auditor_is_told_so(surf: Surf) -> None:
    page = surf.page("audit/nz")
    page.get_by_text("Only auditors see this.").wait_for()
    surf.forgive()  # The browser itself writes down that the request was refused.
