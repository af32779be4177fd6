"""What a player sees on the cloth at a glance: results, places that stay, a felt at rest."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import PHONE, SMALL, Surf, stack
from tests.web.cut_off import cut_off
from tests.web.seat import Seat, sit_at

READS = 50
LOOK = """(times) => {
  for (let n = 0; n < times; n += 1) document.body.scrollWidth;
}"""
IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector("table-felt").getBoundingClientRect();
  return [...document.querySelectorAll("table-felt playing-card")].filter((card) => {
    const box = card.getBoundingClientRect();
    const { left, width } = box;
    const hit = document.elementFromPoint(left + width / 8, (box.top + box.bottom) / 2);
    return box.top < top || box.bottom > bottom || !hit?.closest("table-felt");
  }).length;
}"""
"""How many cards are cut off by the felt or covered by anything."""


def layouts(page: Page, times: int = READS) -> int:
    """How often the page is laid out again while sizes are asked for and nothing changes."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def count() -> int:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return int(next(one["value"] for one in metrics if one["name"] == "LayoutCount"))

    before = count()
    page.evaluate(LOOK, times)
    laid = count() - before
    session.detach()
    return laid


def test_a_narrow_felt_comes_to_rest(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c Ts 9d 9h 8c 5c 5d 5h")
    seat = sit_at(surf, "pa-free-bet", size=PHONE)
    page = seat.page
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    assert layouts(page) < READS / 5
    page.goto(f"{surf.live.url}/#/history/pa-free-bet/1")
    expect(page.locator("round-replay playing-card").first).to_be_visible()
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        assert layouts(page) < READS / 5, size


def test_the_cloth_says_what_a_round_and_its_insurance_came_to(surf: Surf) -> None:
    stack(surf.live, "house", "2c Ts Ad 9h 8c 2c 9d Ts 9h 8c")
    seat = sit_at(surf, "house")
    page = seat.page
    net = page.locator("cloth-print .net")
    seat.lay(1, "main")
    seat.press("Deal")
    page.get_by_role("button", name="Insure").click()
    insured = seat.spot(1).locator(".insured")
    expect(insured).to_have_text("Insurance \u22120.50")
    seat.press("Stand")
    seat.wait_for_betting()
    # 19 against 19 is a push; the insurance is lost, and both are told.
    expect(insured).to_have_text("Insurance \u22120.50")
    expect(insured).to_have_class(re.compile("loss"))
    expect(net).to_have_text("\u22120.50")
    expect(net).not_to_have_class(re.compile("win"))


def test_a_win_is_told_in_large_letters(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c Ts 6d 9h Tc Td 5h")
    seat = sit_at(surf, "pa-free-bet", size=PHONE)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    won = seat.page.locator("cloth-print .net.win")
    expect(won).to_have_text("+5")
    expect(won).to_be_in_viewport()
    expect(seat.page.locator("cloth-print svg")).to_have_css("opacity", "0")


def test_the_cloth_says_what_the_house_bet_for_you(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 8s 6d 8h Tc Ks Kd Td")
    seat = sit_at(surf, "pa-free-bet", size=PHONE)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Split")
    for place in ("first", "second"):
        expect(seat.page.locator(".told")).to_contain_text(f"{place} hand")
        seat.press("Stand")
    seat.wait_for_betting()
    # Both hands win five; the second stake was the house's.
    net = seat.page.locator("cloth-print .net.win")
    expect(net).to_have_text("+10the house bet 5 for you")
    expect(net.locator("small")).to_be_in_viewport()


def test_a_dealer_over_21_is_told_as_the_rules_say(surf: Surf) -> None:
    seat = sit_at(surf, "pa-free-bet", size=SMALL, locale="es-ES")
    page = seat.page
    total = page.locator(".dealer .total")
    seat.lay(3, "main")
    # A ten to sixteen is a bust; a six is 22, which pushes at this table.
    for cards, told in (("2c Ts 6d 9h Tc Td", "26 se pasa"), ("Ts 6d 9h Tc 6s", "22 empata")):
        stack(surf.live, "pa-free-bet", cards)
        page.locator("table-controls button[data-key=Space]").click()
        page.locator("table-controls .act[data-key=S]").click()
        seat.wait_for_betting()
        expect(total).to_have_text(told)
        shoe = page.locator("table-felt .shoe").bounding_box()
        beside = total.bounding_box()
        assert shoe
        assert beside
        assert shoe["y"] + shoe["height"] <= beside["y"], told
        assert not cut_off(page)


def test_chips_that_are_placed_lie_there_once(surf: Surf) -> None:
    seat = sit_at(surf, "pa-free-bet")
    # Nobody is ready while the answer is outstanding, and the cloth is seen as it is then.
    seat.page.route("**/ready", lambda _: None)
    seat.lay(3, "main", "push_22")
    seat.press("Deal")
    for wager in ("main", "push_22"):
        spot = seat.spot(3, wager)
        expect(spot).to_have_attribute("aria-label", re.compile("yours 5"))
        expect(spot.locator("chip-stack")).to_have_count(1)
    seat.page.unroute("**/ready")


def act_places(seat: Seat) -> list[tuple[str, float]]:
    """Where the buttons of the hand stand."""
    buttons = seat.page.locator("table-controls .buttons .act").all()
    return [
        (str(one.get_attribute("data-key")), float((one.bounding_box() or {"x": -1})["x"]))
        for one in buttons
    ]


def test_the_plays_keep_their_places_from_one_card_to_the_next(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 2s 9d 6h 8c 2d 2h 5c 5d 5h")
    seat = sit_at(surf, "pa-free-bet")
    page = seat.page
    seat.lay(3, "main")
    seat.press("Deal")
    for_less = page.get_by_role("button", name="Double for less")
    expect(for_less).to_be_visible()
    before = act_places(seat)
    seat.press("Hit")
    expect(seat.hand(3).locator("playing-card")).to_have_count(3)
    expect(for_less).to_have_count(0)
    assert act_places(seat) == before
    assert [key for key, _ in before] == ["H", "S", "D", "P"]


def test_an_open_panel_covers_no_card_on_the_smallest_phone(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 2s 9d 6h 8c 2d 2h 5c 5d 5h")
    seat = sit_at(surf, "pa-free-bet", size=SMALL)
    page = seat.page
    seat.lay(3, "main")
    seat.press("Deal")
    page.locator(".act").first.wait_for()
    assert page.evaluate(IN_SIGHT) == 0
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("table-panel")).to_contain_text("dealer")
    page.wait_for_function(f"({IN_SIGHT})() === 0")
    expect(page.locator("table-panel .body")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Stand")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("hand", ["right", "left"])
def test_an_open_panel_leaves_every_button_where_it_was(surf: Surf, hand: str) -> None:
    stack(surf.live, "nz", "Ts 6d 9h Tc 9d")
    seat = sit_at(surf, "nz", size={"width": 1280, "height": 720})
    page = seat.page
    page.evaluate(f"import('/js/shell/settings.js').then(({{ set }}) => set({{ hand: '{hand}' }}))")
    seat.lay(1, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    buttons = page.locator("table-controls .buttons button")
    expect(buttons).to_have_count(7)
    before = [one.bounding_box() for one in buttons.all()]
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("table-panel")).to_contain_text("dealer")
    for one in buttons.all():
        expect(one).to_be_in_viewport(ratio=1)
    assert [one.bounding_box() for one in buttons.all()] == before


def test_large_letters_leave_every_button_in_sight(surf: Surf) -> None:
    stack(surf.live, "nz", "2s 9d Th 3c 9d Th")
    seat = sit_at(surf, "nz", size={"width": 1280, "height": 800})
    page = seat.page
    page.evaluate("import('/js/shell/settings.js').then(({ set }) => set({ text: 'larger' }))")
    seat.lay(1, "main")
    page.wait_for_function(ALL_IN_SIGHT)
    for act in ("Deal", "Hit", "Stand"):
        seat.press(act)
        page.locator("table-controls .buttons button").first.wait_for()
        page.wait_for_function(ALL_IN_SIGHT)


ALL_IN_SIGHT = """() =>
  [...document.querySelectorAll("table-controls button")]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .every(({ top, left, right, bottom }) =>
      top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight)
"""
"""Nothing that can be pressed is cut off by the window."""


def test_a_newcomer_bets_with_enter_and_walks_by_arrows(surf: Surf) -> None:
    seat = sit_at(surf, "nz")
    page = seat.page
    seat.spot(1).focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(seat.spot(3)).to_be_focused()
    page.keyboard.press("Enter")
    expect(seat.spot(3)).to_have_attribute("aria-label", re.compile("to be placed 5"))
    page.keyboard.press("Enter")
    # Now there is something to deal, and no other chip is laid.
    expect(seat.spot(3)).to_have_attribute("aria-label", re.compile("yours 5"))
