"""A supervised table is opened with few clicks: what is usual stands there already."""

import re

from playwright.sync_api import Locator, expect

from pitboss.engine import do
from tests.web.accessible import serious_findings
from tests.web.browsing import Surf
from tests.web.floor_crew import at_desk, staff

CLICKS_MAX = 6


class Clicks:
    """Counts what the staff clicks."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, button: Locator) -> None:
        """Click once."""
        button.click()
        self.count += 1


def test_a_supervised_table_opens_with_at_most_six_clicks(surf: Surf) -> None:
    live, clicks = surf.live, Clicks()
    boss = live.admin()
    staff(live, boss, "sue", "supervisor")
    staff(live, boss, "dan", "dealer")
    sue = at_desk(surf, "sue", "open/tribal")
    sue.get_by_label("Dealing").select_option("by_hand")
    sue.get_by_text("Pace and bots").click()
    sue.get_by_label("Seconds for a decision").fill("45")
    assert serious_findings(sue) == []
    sue.get_by_role("button", name="Open the table").click()
    sue.get_by_role("heading", level=1, name=re.compile("Supervisor")).wait_for()
    table = live.site.lobby.tables["tribal-2"]
    actor = table.actor
    # Whoever opened it is on duty; the dealer's console alone makes nobody the dealer.
    assert actor.state.floor.staff == {"sue": "supervisor"}
    assert (actor.pace.turn_ms, actor.pace.has_bots) == (45_000, False)
    ann = live.guest("ann").socket("tribal-2")
    ann.until("view")
    ann.buy()
    dan = at_desk(surf, "dan", "floor/tribal-2")
    take = dan.get_by_role("form", name="Take the table")
    take.wait_for()
    assert actor.state.floor.staff == {"sue": "supervisor"}
    clicks.on(take.get_by_role("button"))
    run = dan.get_by_role("button", name="All steps up to the next person's")
    clicks.on(run)
    clicks.on(sue.get_by_role("form", name="Verify").get_by_role("button", name="Do it"))
    clicks.on(run)
    dan.get_by_role("heading", name="It is for: Player").wait_for()
    assert ann.give(do.Perform(step="look"))["ok"]
    clicks.on(run)
    dan.get_by_role("heading", name="It is for: ann").wait_for()
    assert ann.give(do.Perform(step="cut", position=150))["ok"]
    # The full count and a place for the cutting card stand there, for whoever goes step by step.
    expect(dan.get_by_role("form", name="Count").get_by_role("spinbutton")).to_have_value("312")
    clicks.on(run)
    due = dan.get_by_role("region", name="Due now")
    due.get_by_text("Players place their wagers.").wait_for()
    assert clicks.count <= CLICKS_MAX
    assert actor.state.prep.has_loaded
    assert 0 < actor.state.prep.cut_card < 312
    # A second dealer asks for the table, and the first hands it over.
    staff(live, boss, "dot", "dealer")
    dot = at_desk(surf, "dot", "floor/tribal-2")
    dot.get_by_role("form", name="Take the table").get_by_role("button").click()
    dot.get_by_text("You have asked for the table.").wait_for()
    assert serious_findings(dan) == []
    dan.get_by_role("button", name="Hand over to dot").click()
    dot.get_by_role("heading", level=1, name=re.compile("Dealer")).wait_for()
    dan.get_by_role("form", name="Take the table").wait_for()
    assert actor.state.floor.staff == {"sue": "supervisor", "dot": "dealer"}
