"""The line of a session, signs to the others at the seat, and a link for friends in one press."""

import math

import pytest
from playwright.sync_api import Page, expect

from pitboss.library.questions import par_sheet
from pitboss.rulebook.catalog import rules_of
from tests.web.accessible import serious_findings
from tests.web.browsing import COMPILED_MS, PHONE, Surf, stack
from tests.web.seat import Seat, sit_as_regular
from tests.web.test_calm_felt import WIDE

LUCK_OF = """async (view) => {
  const { luckOf } = await import("/js/table/session.js");
  const layout = await (await fetch("/api/tables/nz/layout")).json();
  return luckOf(view, "me", { ...layout, options: { perfect_pairs: "scale_1" } });
}"""


def play(seat: Seat, cards: str) -> None:
    """A round in box 3 on which one stands."""
    stack(seat.live, seat.table, cards)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()


def test_luck_is_told_by_the_exact_variance(surf: Surf) -> None:
    page = sit_as_regular(surf, "nz").page
    box = {"number": 3, "mains": {"me": [1_000]}, "hands": {}}
    side = {"box": 3, "player": "me", "wager": "perfect_pairs", "amount": 500, "results": {}}
    view = {"boxes": {"3": box}, "sides": {}, "insured": {}}
    told = page.evaluate(LUCK_OF, view)
    figures = par_sheet(rules_of("nz", perfect_pairs="scale_1")).game.figures
    assert told["variance"] == pytest.approx((1_000 * figures.standard_deviation) ** 2, rel=1e-6)
    assert told["mean"] == pytest.approx(1_000 * figures.player_ev, rel=1e-6)
    # Another's side wager is not one's own.
    other = {"a": side | {"player": "ann"}}
    assert page.evaluate(LUCK_OF, view | {"sides": other}) == told
    # Boxes and side wagers share cards: nothing is said that is not known.
    both = {"boxes": {"3": box, "4": box | {"number": 4}}}
    for more in (both, {"sides": {"a": side}}, {"insured": {"a": side}}):
        assert page.evaluate(LUCK_OF, view | more) is None


def test_a_session_is_told_in_a_line(surf: Surf) -> None:
    seat = sit_as_regular(surf, "pa-free-bet", size=WIDE)
    page = seat.page
    felt = page.locator("table-felt").bounding_box()
    play(seat, "2c Ts 6d 9h Tc Td")
    strip = page.locator("session-strip")
    figures = par_sheet(rules_of("pa_free_bet")).game.figures

    def luck(rounds: int) -> str:
        """The range within which 95 of 100 sessions of wagers of 5 end."""
        mean = rounds * 5 * figures.player_ev
        spread = 1.96 * 5 * figures.standard_deviation * math.sqrt(rounds)
        return f"luck alone: \u2212{round(spread - mean)} to +{round(mean + spread)}"

    expect(strip).to_contain_text("+5 in 1 round", timeout=COMPILED_MS)
    expect(strip).to_contain_text(luck(1))
    play(seat, "Ts 9d 9h Tc 5h")
    expect(strip).to_contain_text("in 2 rounds")
    expect(strip).to_contain_text(luck(2))
    assert page.locator("table-felt").bounding_box() == felt, "it takes no room from the felt"
    page.reload()
    play(seat, "Ts 9d 9h Tc 5h")
    expect(strip).to_contain_text("in 3 rounds")
    assert serious_findings(page) == []


def test_right_decisions_in_a_row_and_a_goal_that_can_be_put_away(surf: Surf) -> None:
    seat = sit_as_regular(surf, "nz", size=WIDE)
    page = seat.page
    play(seat, "Ts 9d 9h Tc")
    strip = page.locator("session-strip")
    # Nothing is judged until it is asked for.
    expect(strip).to_contain_text("Today 0 of 20 right")
    strip.get_by_role("button", name="Test my decisions").click()
    expect(strip).to_contain_text("0 right in a row")
    for count in (1, 2):
        stack(surf.live, "nz", "Ts 9d 9h Tc")
        seat.lay(3, "main")
        with page.expect_response("**/advice"):
            seat.press("Deal")
        seat.press("Stand")
        seat.wait_for_betting()
        expect(strip).to_contain_text(f"{count} right in a row")
    expect(strip).to_contain_text("Today 2 of 20 right")
    strip.get_by_role("button", name="A goal for each day").click()
    expect(strip).not_to_contain_text("Today")
    page.reload()
    play(seat, "Ts 9d 9h Tc")
    expect(strip).to_contain_text("Set a goal")
    expect(strip).not_to_contain_text("Today")


def overlaps(page: Page, one: str, other: str) -> bool:
    """True if two elements share a point."""
    boxes = [page.locator(each).first.bounding_box() for each in (one, other)]
    a, b = boxes
    assert a
    assert b
    apart = (
        a["x"] + a["width"] <= b["x"]
        or b["x"] + b["width"] <= a["x"]
        or a["y"] + a["height"] <= b["y"]
        or b["y"] + b["height"] <= a["y"]
    )
    return not apart


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_sign_is_seen_at_the_seat(surf: Surf, size: object) -> None:
    seat = sit_as_regular(surf, "pa-free-bet", size=size)
    page = seat.page
    seat.lay(3, "main")
    stack(surf.live, "pa-free-bet", "2c Ts 6d 5h Kc 8d")
    seat.press("Deal")
    page.locator(".act-stand").wait_for()
    cards = page.locator(".is-mine card-fan").bounding_box()
    # The own name opens them, and so does the switch where there is room for it.
    page.locator(".is-mine > .bettors").click()
    page.get_by_role("group", name="Show the others").get_by_role("button", name="Wow!").click()
    expect(page.locator(".say-card")).to_have_count(0)
    bubble = page.locator("betting-box.is-mine > .emote")
    expect(bubble).to_contain_text("Wow!")
    expect(bubble.locator("svg")).to_be_visible()
    assert overlaps(page, ".emote", ".is-mine > .bettors")
    for other in (".is-mine card-fan", ".is-mine .total"):
        assert not overlaps(page, ".emote", other), other
    assert page.locator(".is-mine card-fan").bounding_box() == cards


def test_a_friend_is_invited_in_one_press(surf: Surf) -> None:
    page = sit_as_regular(surf, "nz", size=WIDE).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Invite").click()
    expect(page.locator(".toast")).to_contain_text("Copied for your friends")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.endswith("#/table/nz")
