"""Opening a table: with few clicks where it is supervised, and what is shown is what opens."""

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.engine import do
from pitboss.rulebook.options.changes import shown_options
from tests.web.accessible import serious_findings
from tests.web.browsing import Surf, stack
from tests.web.floor_crew import at_desk, staff
from tests.web.seat import Seat

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
    dan.get_by_role("heading", name="Waiting for Player").wait_for()
    assert ann.give(do.Perform(step="look"))["ok"]
    clicks.on(run)
    dan.get_by_role("heading", name="Waiting for ann").wait_for()
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


SHOWN = """() => Object.fromEntries([...document.querySelectorAll("[data-option]")].map((row) => {
  const control = row.querySelector(`#option-${row.dataset.option}`);
  const value = control.role === "switch" ? String(control.checked) : control.value;
  return [row.dataset.option, control.tagName === "OUTPUT" ? null : value];
}))"""
"""What the form shows of each option; nothing of one that decides nothing at the table."""
CHANGE = """([name, turn]) => {
  const control = document.getElementById(`option-${name}`);
  if (!control || control.disabled) return;
  if (control.role === "switch") control.click();
  else if (control.tagName === "SELECT") {
    const open = [...control.options].filter((one) => !one.disabled && !one.selected);
    if (!open.length) return;
    control.value = open[turn % open.length].value;
    control.dispatchEvent(new Event("change"));
  }
}"""
"""What a quick hand does: it waits for nothing."""


def opened_as_shown(page: Page, surf: Surf) -> None:
    """Open the table; it has exactly the options that the form shows."""
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/private-*")
    table = page.evaluate("location.hash").removeprefix("#/table/")
    options = shown_options(surf.live.site.lobby.tables[table].rules)
    shown = page.evaluate("window.shown")
    assert {name: value for name, value in shown.items() if value is not None} == {
        name: options[name] for name, value in shown.items() if value is not None
    }


def settle(page: Page) -> None:
    """Until all that was chosen is shown as it is in force; what stands there is kept."""
    page.evaluate("document.querySelector('options-panel').settled()")
    page.evaluate(f"window.shown = ({SHOWN})()")


@pytest.mark.parametrize("rulebook", ["tribal", "nz"])
def test_what_is_shown_is_what_opens(surf: Surf, rulebook: str) -> None:
    rng, page = random.Random(17), surf.page(f"open/{rulebook}?private")
    page.locator("#option-decks").wait_for(state="attached")
    names = page.evaluate(
        "[...document.querySelectorAll('[data-option]')].map((row) => row.dataset.option)"
    )
    for _ in range(3):
        for name in rng.sample(names, 25):
            page.evaluate(CHANGE, [name, rng.randrange(9)])
        settle(page)
        opened_as_shown(page, surf)
        page.evaluate("path => { location.hash = path }", f"#/open/{rulebook}?private")
        page.locator("#option-decks").wait_for(state="attached")
    surf.forgive()  # The browser itself writes down which requests were refused.


def test_the_gallery_and_a_line_of_terms_open_as_tables(surf: Surf) -> None:
    """A game is picked or written in a line; then a hand is given up before the dealer looks."""
    page = surf.page("open/tribal?private")
    page.get_by_label("Gallery of standard games").select_option("macau")
    page.locator("#option-surrender").wait_for(state="attached")
    expect(page.locator("#option-surrender")).to_have_value("early_against_ten")
    line = page.get_by_label("Or describe the game in one line").last
    expect(line).to_have_value(re.compile("6D S17 3:2 OBO CSM .* ES10"))
    assert serious_findings(page) == []
    line.fill("1D H17 ES 6:5")
    line.press("Enter")
    page.wait_for_url("**/#/open/1D_H17_ES_6-5*")
    expect(page.locator("#option-blackjack_pays")).to_have_value("6:5")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/#/table/private-*")
    table = page.evaluate("location.hash").removeprefix("#/table/")
    rules = surf.live.site.lobby.tables[table].rules
    assert (rules.rulebook, rules.surrender.when) == ("1D_H17_ES_6-5", "early")
    seat = Seat(page, surf.live, table)
    stack(surf.live, table, "2c Ts Th 6s 9c 5s Kh 9s Ah")
    for answer, net in (("R", -2.5), ("N", -7.5)):
        seat.lay(1, "main")
        page.keyboard.press("Space")
        page.get_by_text("Box 1: surrender before the dealer peeks?").first.wait_for()
        assert serious_findings(page) == []
        page.keyboard.press(answer)
        seat.wait_for_betting()
        expect(page.locator("table-standing strong").nth(1)).to_have_text(
            re.compile(f"{-net:.2f}".replace(".", "[.]"))
        )


def test_a_conflict_disables_the_other_switch_and_says_why(surf: Surf) -> None:
    page = surf.page("open/nz?private")
    pairs, any_pair = page.locator("#option-perfect_pairs"), page.locator("#option-any_pair")
    pairs.wait_for(state="attached")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    ante, amount = page.locator("[data-option=ante]"), page.locator("input#option-ante")
    ante.get_by_text("Only with Variant: Antes up.").wait_for()
    page.locator("[data-option=any_pair_min]").get_by_text(
        "Only where this is offered: Any Pair."
    ).wait_for()
    pairs.select_option("scale_1")
    page.locator("[data-option=any_pair]").get_by_text("may not").first.wait_for()
    expect(any_pair).to_be_disabled()
    page.locator("#option-variant").select_option("antes_up")
    expect(amount).to_have_value("0.50")
    # What a clause refuses goes back to what is in force, and says by which.
    amount.fill("400")
    amount.press("Enter")
    ante.get_by_role("alert").get_by_text("NZ-1.0-ante").wait_for()
    expect(amount).to_have_value("0.50")
    assert serious_findings(page) == []
    # The ante goes with its variant.
    page.locator("#option-variant").select_option("standard")
    ante.get_by_text("Only with Variant: Antes up.").wait_for()
    settle(page)
    opened_as_shown(page, surf)
    surf.forgive()  # The browser itself writes down that the ante was refused.
