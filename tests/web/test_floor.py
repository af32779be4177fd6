"""The floor's consoles: a round by hand, a ruling, a correction by two people."""

from playwright.sync_api import expect

from pitboss.engine import do
from pitboss.server.http.cookies import SESSION
from tests.server.test_by_hand import Crew
from tests.web.accessible import serious_findings
from tests.web.browsing import PHONE, Surf
from tests.web.floor_crew import House, at_desk


def test_a_dealer_plays_a_whole_round_by_hand(surf: Surf) -> None:
    crew = Crew(surf.live, "by_hand")
    desk = at_desk(surf, "dan", "floor/floor", size=PHONE)
    due = desk.get_by_role("region", name="Due now")
    desk.get_by_role("form", name="Begin: shuffle").get_by_role("button").click()
    for step, place in (("Count", "104"), ("Shuffle", ""), ("Place cut card", "30"), ("Load", "")):
        form = desk.get_by_role("form", name=step, exact=True)
        form.wait_for()
        if place:
            form.get_by_role("spinbutton").fill(place)
        form.get_by_role("button").click()
        if step == "Shuffle":
            # The cut is a player's, who is named; it is hers to make.
            desk.get_by_role("heading", name="Waiting for ann").wait_for()
            crew.accept(crew.ann, do.Perform(step="cut", position=52))
    due.get_by_text("Players place their wagers.").wait_for()
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    desk.get_by_role("form", name="No more bets: deal").get_by_role("button").click()
    # The player's cards lie face down until they are turned over.
    desk.get_by_role("heading", name="Card for the dealer").wait_for()
    assert serious_findings(desk) == []
    desk.keyboard.type("7d")
    due.get_by_text("Box 1, hand 1 decides.").wait_for()
    crew.accept(crew.ann, do.Stand(box=1))
    desk.get_by_role("heading", name="Turn over the hole card").wait_for()
    desk.keyboard.type("0c")
    desk.get_by_role("heading", name="Card turned over by box 1, hand 1").wait_for()
    desk.get_by_role("button", name="10 of spades").click()
    desk.keyboard.type("qh")
    due.get_by_text("Players place their wagers.").wait_for()
    assert surf.live.site.lobby.tables["floor"].actor.state.chips["ann"] == 101_000
    assert desk.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_supervisor_closes_a_table_between_rounds(surf: Surf) -> None:
    crew = Crew(surf.live, "cards_by_hand", "nz")
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    crew.accept(crew.dan, do.Deal())
    desk = at_desk(surf, "sue", "floor/floor")
    desk.locator("summary", has_text="Close the table").click()
    form = desk.get_by_role("form", name="Close it for good")
    form.get_by_role("button").click()
    form.get_by_text("a table is closed between rounds").wait_for()
    surf.forgive()  # The browser itself writes down that the request was refused.
    crew.enter("Ts", "7d", "Qh")
    crew.accept(crew.ann, do.Stand(box=1))
    crew.enter("Tc")
    form.get_by_role("button").click()
    desk.get_by_role("heading", name="Real casino blackjack").wait_for()
    assert "floor" not in surf.live.site.lobby.tables


def test_a_step_out_of_bounds_is_refused_by_its_clause(surf: Surf) -> None:
    Crew(surf.live, "by_hand")
    desk = at_desk(surf, "dan", "floor/floor")
    desk.get_by_role("form", name="Begin: shuffle").get_by_role("button").click()
    form = desk.get_by_role("form", name="Count", exact=True)
    form.get_by_role("spinbutton").fill("103")
    form.get_by_role("button").click()
    alert = form.get_by_role("alert")
    alert.wait_for()
    assert "103 were counted" in alert.inner_text()
    assert alert.inner_text().count("DD-1") == 1
    # It is said once, at the form that it came from.
    assert desk.locator(".toast").count() == 0


def test_a_card_that_cannot_be_is_refused_once(surf: Surf) -> None:
    """It is said where the keys are shown, and nowhere else."""
    crew = Crew(surf.live, "cards_by_hand")
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    crew.accept(crew.dan, do.Deal())
    crew.enter("9s")
    for _ in range(2):
        crew.accept(crew.ann, do.Hit(box=1))
        crew.enter("Ts")
    crew.accept(crew.ann, do.Hit(box=1))
    desk = at_desk(surf, "dan", "floor/floor")
    desk.get_by_role("button", name="10 of spades", exact=True).click()
    expect(desk.get_by_role("alert").filter(has_text="DD-1")).to_have_count(1)
    expect(desk.locator(".toast")).to_have_count(0)


def test_a_supervisor_rules_and_the_ruling_is_in_the_log(surf: Surf) -> None:
    crew = Crew(surf.live, "cards_by_hand", "nz")
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    crew.accept(crew.dan, do.Deal())
    crew.enter("Ts", "7d", "6h")
    desk = at_desk(surf, "sue", "floor/floor")
    desk.get_by_label("What happened").select_option("void_hand")
    form = desk.get_by_role("form", name="Void hand")
    form.get_by_label("Box").select_option("1")
    form.get_by_label("Hand").select_option("1")
    form.locator("summary").click()
    form.get_by_text("NZ 16.5").first.wait_for()
    assert serious_findings(desk) == []
    form.get_by_role("button", name="Report it").click()
    rulings = desk.get_by_role("list").filter(has_text="sue reports: void hand at 1.1")
    rulings.wait_for()
    assert surf.live.site.lobby.tables["floor"].actor.state.chips["ann"] == 100_000


def test_a_correction_is_proposed_by_one_and_confirmed_by_another(surf: Surf) -> None:
    crew = Crew(surf.live, "by_hand")
    crew.prepare()
    crew.play_round()
    sue, sam = at_desk(surf, "sue", "floor/floor"), at_desk(surf, "sam", "floor/floor")
    sue.get_by_text("Corrections", exact=True).click()
    form = sue.get_by_role("form", name="Propose a correction")
    form.get_by_label("Payout").focus()
    form.get_by_label("Payout").select_option("box 1, hand 1, ann, Main: +10")
    form.get_by_label("Direction").select_option("from the player")
    for amount, reason in (("5", "paid 5 too much"), ("7", "paid 7 too much")):
        form.locator("[name=amount]").fill(amount)
        form.get_by_label("Reason").fill(reason)
        form.get_by_role("button").click()
        sue.get_by_text(f"for ann, Main on box 1 in round 1: {reason}").wait_for()
    assert sue.get_by_role("form", name="Confirm correction").count() == 0
    sam.get_by_text("for ann, Main on box 1 in round 1: paid 7 too much").wait_for()
    reject = sam.get_by_role("form", name="Reject correction 2")
    reject.get_by_label("Reason").fill("counted again")
    reject.get_by_role("button").click()
    sam.get_by_text("sam rejects correction 2").wait_for()
    sam.get_by_role("form", name="Confirm correction 1").get_by_role("button").click()
    sam.get_by_text("sue and sam correct ann by \u22125").wait_for()
    sam.get_by_text("1,005 in chips").wait_for()
    assert serious_findings(sam) == []
    crew.ann.see()
    assert crew.ann.status["chips"] == 100_500


def test_a_table_that_was_stopped_goes_on_by_a_supervisor(surf: Surf) -> None:
    crew = Crew(surf.live, "cards_by_hand", "house")
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    crew.accept(crew.dan, do.Report(what="dropped_card"))
    desk = at_desk(surf, "sue", "floor/floor")
    desk.get_by_text("The table is stopped").wait_for()
    desk.get_by_role("form", name="Resume play").get_by_role("button").click()
    desk.get_by_text("sue resumes play.").wait_for()
    desk.get_by_text("The table is stopped").wait_for(state="hidden")


def test_who_is_not_staff_is_told_so(surf: Surf) -> None:
    page = surf.page("floor/nz")
    page.get_by_text("Only dealers and supervisors work here.").wait_for()


def test_a_player_cuts_the_cards_where_they_are_offered(surf: Surf) -> None:
    crew = Crew(surf.live, "by_hand")
    crew.accept(crew.dan, do.BeginProcedure(name="shuffle"))
    crew.accept(crew.dan, do.Perform(step="count", position=104))
    crew.accept(crew.dan, do.Perform(step="shuffle"))
    page = surf.page("account")
    page.context.add_cookies(
        [{"name": SESSION, "value": crew.guest.http.cookies[SESSION], "url": surf.live.url}]
    )
    page.goto(f"{surf.live.url}/#/table/floor")
    page.reload()
    page.get_by_role("button", name="Decline the cut").wait_for()
    page.get_by_role("button", name="Cut the cards").click()
    page.get_by_role("slider", name="Where the cutting card goes in").fill("60")
    page.get_by_role("button", name="Cut here").click()
    page.get_by_role("button", name="Decline the cut").wait_for(state="hidden")
    prep = surf.live.site.lobby.tables["floor"].actor.state.prep
    assert prep.cutter == "ann"


def test_a_supervisor_changes_the_limits_by_notice(surf: Surf) -> None:
    """The player reads the notice at the felt; the round goes on under the limits it began with."""
    house = House(surf.live, "tribal")
    felt, desk = surf.page("table/tribal"), at_desk(surf, "sue", "floor/tribal")
    house.accept(house.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    desk.locator("summary", has_text="Limits and notices").click()
    form = desk.get_by_role("form", name="Give notice of a change")
    assert form.get_by_label("What changes").input_value() == "min_bet"
    form.get_by_text("Now: 5.00").wait_for()
    form.get_by_text("T-c-4").first.wait_for()
    form.get_by_label("New value").fill("2000")
    form.get_by_role("button", name="Post the notice").click()
    form.get_by_text("the smallest wager may not be above the largest [T-c-4]").wait_for()
    assert desk.locator(".toast").count() == 0
    form.get_by_label("New value").fill("25")
    form.get_by_role("button", name="Post the notice").click()
    posted = desk.get_by_role("region", name="The posted notice")
    words = "Notice by sue: min bet from 5.00 to 25.00 [T-c-4]."
    posted.get_by_text(words).wait_for()
    posted.get_by_text("As soon as no wager lies on the table.").wait_for()
    felt.locator("posted-notice").get_by_text(words).wait_for()
    assert serious_findings(desk) == []
    assert serious_findings(felt) == []
    house.accept(house.dan, do.Deal())
    house.finish()
    felt.get_by_text("Place your bet: 25 to 1,000", exact=True).wait_for()
    while "rules_changed" not in (happened := [e["event"]["event"] for e in house.ann.events]):
        house.ann.until("update")
    assert happened.index("round_ended") < happened.index("rules_changed")
    assert surf.live.site.lobby.tables["tribal"].rules.limits.min_bet == 25_00
    expect(felt.locator("posted-notice p")).to_have_count(0)
    desk.locator("summary", has_text="Limits and notices").click()
    form.get_by_text("Now: 25.00").wait_for()


def test_a_supervisor_withdraws_a_notice_that_has_time_left(surf: Surf) -> None:
    House(surf.live, "tribal")
    felt, desk = surf.page("table/tribal"), at_desk(surf, "sue", "floor/tribal", size=PHONE)
    desk.locator("summary", has_text="Limits and notices").click()
    form = desk.get_by_role("form", name="Give notice of a change")
    form.get_by_label("What changes").select_option("surrender")
    form.get_by_text("Now: No").wait_for()
    form.get_by_text("T-h-2-s2").first.wait_for()
    # Several options change by one notice.
    form.get_by_role("button", name="Another option in the same notice").click()
    form.get_by_label("What changes").nth(1).select_option("max_bet")
    form.get_by_label("New value").nth(1).fill("500")
    assert serious_findings(desk) == []
    form.get_by_role("button", name="Post the notice").click()
    posted = desk.get_by_role("region", name="The posted notice")
    words = "max bet from 1000.00 to 500.00, surrender from no to yes"
    posted.get_by_text(words).wait_for()
    posted.get_by_text("in 30 minutes").wait_for()
    felt.locator("posted-notice").get_by_text(words).wait_for()
    assert desk.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    posted.get_by_role("button", name="Withdraw the notice").click()
    posted.wait_for(state="detached")
    felt.locator("posted-notice p").wait_for(state="detached")
    assert surf.live.site.lobby.tables["tribal"].actor.state.floor.notice is None
