"""At the table: two people, a lost connection, the keyboard alone, the coach, and why not."""

import re

from playwright.sync_api import expect

from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, SMALL, Surf, assert_fits, stack
from tests.web.seat import sit_at


def test_two_browsers_at_one_table(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 9d 8s Kd 7h 6c Th 5c 5d 5h 5s 4c 4d")
    ann, bob = sit_at(surf, "nz"), sit_at(surf, "nz", size=PHONE)
    ann.lay(1, "main")
    bob.lay(4, "main")
    ann.press("Deal")
    expect(ann.page.locator(".told")).to_contain_text(f"Waiting for {bob.name()}")
    expect(bob.page.locator('betting-box[data-box="1"] .bettors')).to_have_text(ann.name())
    bob.press("Deal")
    expect(ann.page.locator(".told")).to_have_text("Your turn")
    expect(bob.page.locator(".told")).to_have_text(f"{ann.name()} plays.")
    ann.press("Stand")
    expect(bob.page.locator(".told")).to_have_text("Your turn")
    expect(ann.page.locator("table-controls .act")).to_have_count(0)
    bob.press("Stand")
    for seat in (ann, bob):
        seat.wait_for_betting()
        assert seat.net() == seat.net_at_server()
    expect(ann.page.locator(".outcome:visible")).to_have_count(2)


def test_a_lost_connection_in_the_middle_of_a_hand(surf: Surf) -> None:
    stack(surf.live, "nz", "2s 9d 3s 4h 5c 6d Th Tc Td")
    seat = sit_at(surf, "nz")
    seat.lay(2, "main")
    seat.press("Deal")
    seat.press("Hit")
    expect(seat.hand(2).locator("playing-card")).to_have_count(3)
    seat.page.context.set_offline(offline=True)
    for outbox in tuple(surf.live.site.lobby.tables["nz"].feed._outboxes):
        outbox.is_cut.set()
    surf.live.visitor()  # The loop of the server wakes up for it, and sees what was set.
    expect(seat.page.locator(".table-head.is-offline")).to_be_visible()
    seat.page.context.set_offline(offline=False)
    expect(seat.page.locator(".table-head:not(.is-offline)")).to_be_visible()
    surf.forgive("ERR_INTERNET_DISCONNECTED")  # The browser says so itself.
    seat.press("Hit")
    expect(seat.hand(2).locator("playing-card")).to_have_count(4)
    seat.page.reload()
    expect(seat.hand(2).locator("playing-card")).to_have_count(4)
    expect(seat.page.locator(".told")).to_have_text("Your turn")


def test_a_round_by_keyboard_alone(surf: Surf) -> None:
    stack(surf.live, "nz", "8s 6d 8h 3c Tc 9d 9h Td Kd Qd")
    seat = sit_at(surf, "nz")
    keyboard = seat.page.keyboard
    keyboard.press("1")
    seat.page.locator(".spot.is-planned").wait_for()
    keyboard.press("+")
    keyboard.press("1")
    expect(seat.spot(1)).to_have_attribute("aria-label", re.compile("to be placed 15"))
    keyboard.press("u")
    expect(seat.spot(1)).to_have_attribute("aria-label", re.compile("to be placed 5"))
    keyboard.press("Enter")
    expect(seat.page.locator(".told")).to_have_text("Your turn")
    keyboard.press("p")
    expect(seat.page.locator('betting-box[data-box="1"] player-hand')).to_have_count(2)
    keyboard.press("d")
    expect(seat.page.locator(".told")).to_have_text("Your second hand")
    keyboard.press("s")
    seat.wait_for_betting()
    keyboard.press("l")
    expect(seat.spot(1)).to_have_attribute("aria-label", re.compile("to be placed 5"))
    keyboard.press("?")
    expect(seat.page.get_by_role("dialog")).to_contain_text("Put the chosen chip on a box")
    keyboard.press("Escape")
    focused = []
    for _ in range(60):
        keyboard.press("Tab")
        focused.append(seat.page.evaluate("document.activeElement.className"))
    assert any("spot-main" in name for name in focused)
    assert any("tray-chip" in name for name in focused)


def test_what_may_not_be_done_is_explained_with_its_clause(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 6d 9h 3c Tc 9d 9h Td Kd Qd")
    seat = sit_at(surf, "nz")
    seat.lay(1, "main")
    seat.press("Deal")
    seat.page.locator(".act.refused").filter(has_text="Split").click()
    toast = seat.page.locator(".toast")
    expect(toast).to_contain_text("Only two cards of equal value may be split")
    expect(toast.locator(".clause")).to_have_text("NZ-12.1")
    expect(seat.page.locator(".told")).to_have_text("Your turn")


def test_the_coach_values_every_act_and_scores_decisions(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 6d 6h 3c Tc 9d 9h Td Kd Qd Ts 6d 6h 3c Tc 9d 9h Td Kd Qd")
    seat = sit_at(surf, "nz")
    coach = seat.page.locator("table-coach")
    seat.page.get_by_role("button", name="Coach").first.click()
    seat.lay(1, "main")
    seat.press("Deal")
    seat.page.locator(".act.best .ev").wait_for(timeout=COMPILED_MS)
    expect(seat.page.locator(".act.best")).to_contain_text("Stand")
    assert seat.page.locator(".act .ev").count() >= 2
    seat.press("Hit")
    expect(coach.locator(".verdict")).to_contain_text("best was: Stand")
    expect(coach.locator(".score")).to_contain_text("0 of 1 right")


def test_the_coach_says_what_your_chart_plays(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 6d 6h 3c Tc")
    seat = sit_at(surf, "nz")
    chart = f'[hard]\n"2-21" = "{"H " * 10}"\n'
    seat.page.evaluate("text => localStorage.setItem('pitboss.chart', text)", chart)
    seat.page.keyboard.press("w")
    seat.lay(1, "main")
    seat.press("Deal")
    coach = seat.page.locator("table-coach")
    expect(seat.page.locator(".act.best")).to_contain_text("Stand", timeout=COMPILED_MS)
    expect(coach).to_contain_text("Your chart plays: Hit.", timeout=COMPILED_MS)


def test_chips_can_be_dragged(surf: Surf) -> None:
    seat = sit_at(surf, "pa-free-bet")
    seat.page.get_by_role("radio", name="Chip of 25").drag_to(seat.spot(2))
    expect(seat.spot(2)).to_have_attribute("aria-label", re.compile("to be placed 25"))


def test_a_phone_shows_everything_without_overlap(surf: Surf) -> None:
    stack(surf.live, "house", "2c 8s 6d 8h Tc 8d 8c 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s")
    assert_fits(sit_at(surf, "house").page)
    seat = sit_at(surf, "house", size=SMALL)
    assert_fits(seat.page)
    seat.lay(4, "main", "match_dealer", "over_13")
    seat.press("Deal")
    seat.press("Split")
    expect(seat.page.locator('betting-box[data-box="4"] player-hand')).to_have_count(2)
    assert_fits(seat.page)
    assert serious_findings(seat.page) == []
    boxes = seat.page.locator('betting-box[data-box="4"] player-hand card-fan').all()
    shown = [one.bounding_box() for one in boxes]
    assert all(one and one["x"] >= 0 and one["x"] + one["width"] <= SMALL["width"] for one in shown)


def test_the_lobby_and_the_table_are_accessible(surf: Surf) -> None:
    lobby = surf.page()
    lobby.locator("table-entry").first.wait_for()
    assert serious_findings(lobby) == []
    lobby.close()
    for scheme in ("light", "dark"):
        seat = sit_at(surf, "pa-free-bet", color_scheme=scheme)
        seat.lay(1, "main", "push_22")
        assert serious_findings(seat.page) == []
        seat.page.get_by_role("button", name="What pays").click()
        assert serious_findings(seat.page) == []


def test_whoever_leaves_takes_the_chips_along(surf: Surf) -> None:
    seat = sit_at(surf, "tribal")
    seat.press("Take a seat")
    expect(seat.page.locator("table-standing")).to_contain_text("1,000")
    seat.press("Cash out")
    expect(seat.page.locator("table-standing")).to_be_hidden()
    assert seat.name() not in surf.live.site.lobby.tables["tribal"].actor.state.chips


def test_a_box_that_is_refused_takes_no_chip_and_the_others_are_dealt(surf: Surf) -> None:
    seat = sit_at(surf, "pa-free-bet")
    seat.lay(3, "main")
    seat.spot(4).click()
    expect(seat.page.locator(".toast .clause")).to_have_text("PA-6-f")
    expect(seat.spot(4)).not_to_have_class(re.compile("has-chips"))
    expect(seat.spot(3)).to_have_class(re.compile("is-planned"))
    seat.press("Deal")
    expect(seat.hand(3).locator("playing-card")).to_have_count(2)


def test_the_net_result_counts_from_the_seat_in_every_tab(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 9d 6s Kd 7h 6c Th 5c 5d 5h 5s 4c 4d")
    seat = sit_at(surf, "nz")
    seat.lay(1, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    assert seat.net() == seat.net_at_server() == -5
    tab = seat.page.context.new_page()
    tab.goto(f"{surf.live.url}/#/table/nz")
    expect(tab.locator("table-standing strong").nth(1)).to_have_text("\u22125")
    seat.press("Cash out")
    seat.press("Take a seat")
    expect(tab.locator("table-standing strong").nth(1)).to_have_text("0")


def test_a_match_play_coupon_is_laid_with_the_wager(surf: Surf) -> None:
    wanted = {"table": "coupons", "rulebook": "tribal", "options": {"match_play": "true"}}
    surf.live.admin().post("/api/tables", wanted, expect=201)
    stack(surf.live, "coupons", "2c Ts Td 9h 8d")
    seat = sit_at(surf, "coupons")
    seat.lay(1, "main")
    seat.press("Match play coupon")
    expect(seat.page.get_by_role("button", name="Match play coupon", pressed=True)).to_be_visible()
    seat.press("Deal")
    expect(seat.spot(1).locator(".coupon")).to_have_text("Coupon 5")
    seat.press("Stand")
    seat.wait_for_betting()
    assert seat.net() == seat.net_at_server() == 10
    seat.lay(1, "main")
    assert seat.page.get_by_role("button", name="Match play coupon", pressed=False).is_visible()
