"""What lies under a finger: buttons of different kinds, ranks of a long hand, a kept box."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.patience import wait_until
from tests.web.browsing import DESK, PHONE, SMALL, Surf, stack
from tests.web.seat import sit_at
from tests.web.test_felt import resize

WIDE: Any = {"width": 1440, "height": 900}
LOW: Any = {"width": 844, "height": 390}
TABLET: Any = {"width": 820, "height": 1180}
SIZES = (WIDE, DESK, TABLET, PHONE, LOW, SMALL)

PLACES = """() => [...document.querySelectorAll("table-controls .group button")].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return [one.textContent, left, top, right, bottom];
})"""
CUT_RANKS = """() => [...document.querySelectorAll(".is-mine card-fan")].flatMap((fan) => {
  const cards = [...fan.children];
  return cards.slice(0, -1).filter((card, place) => {
    const { right } = card.querySelector("text").getBoundingClientRect();
    return right > cards[place + 1].getBoundingClientRect().left + 0.5;
  }).map((card) => card.ariaLabel);
})"""
"""Cards of the own hands whose rank the next card covers."""

Place = tuple[str, float, float, float, float]


def places(page: Page, kind: str) -> list[Place]:
    """Where the buttons of a kind stand, at every size."""
    page.locator(f'table-controls[data-kind="{kind}"]').wait_for()
    stood: list[Place] = []
    for size in SIZES:
        resize(page, size)
        name = f"{size['width']} "
        stood += [(name + text, *box) for text, *box in page.evaluate(PLACES)]
    page.set_viewport_size(WIDE)
    return stood


def overlaps(one: Place, other: Place) -> bool:
    """True if two buttons at one size share a point."""
    (name, *a), (also, *b) = one, other
    is_same_size = name.split()[0] == also.split()[0]
    apart = a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
    return is_same_size and not apart


def test_no_bet_comes_where_a_card_was_asked_for(surf: Surf) -> None:
    """Deal, an act, Rebet: at no size does one stand where the one before it stood."""
    stack(surf.live, "house", "2c Ts 6d 9h Tc 8c 7d Ts 6d 9h Tc 8c")
    seat = sit_at(surf, "house", size=WIDE)
    seat.lay(1, "main")
    laid = places(seat.page, "bet")
    seat.press("Deal")
    acts = places(seat.page, "act")
    seat.press("Stand")
    seat.wait_for_betting()
    seat.page.get_by_role("button", name="Rebet & deal").wait_for()
    again = places(seat.page, "bet")
    crossed = [(a, b) for a in acts for b in (*laid, *again) if overlaps(a, b)]
    assert not crossed, crossed
    assert len(acts) == 5 * len(SIZES)


CLICK_AT_ONCE = """() => new MutationObserver((_, seen) => {
  const stand = document.querySelector(".act-stand");
  if (!stand) return;
  seen.disconnect();
  stand.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  window.hasClicked = true;
}).observe(document, { childList: true, subtree: true })"""


def test_a_finger_is_not_heard_right_after_other_buttons_have_come(surf: Surf) -> None:
    stack(surf.live, "nz", "Ts 9d Th Tc Ts 9d Th Tc")
    seat = sit_at(surf, "nz", size=PHONE)
    seat.lay(1, "main")
    # The page itself clicks at the moment that the buttons are there: a busy machine is too late.
    seat.page.evaluate(CLICK_AT_ONCE)
    seat.press("Deal")
    stand = seat.page.locator(".act-stand")
    stand.wait_for()
    assert seat.page.evaluate("window.hasClicked")
    expect(seat.page.locator(".told")).to_have_text("Your turn")
    # Who waits half a second is heard, and keys are heard at once.
    stand.click()
    seat.wait_for_betting()
    seat.page.keyboard.press("Space")
    seat.page.locator(".act-stand").wait_for()
    seat.page.keyboard.press("s")
    seat.wait_for_betting()


@pytest.mark.parametrize("cards", [5, 6])
def test_every_rank_of_a_long_hand_is_read(surf: Surf, cards: int) -> None:
    stack(surf.live, "nz", "2s 9d 3h 2c 4c 2h 3d 4d 2d 9h 9c")
    seat = sit_at(surf, "nz", size=WIDE)
    seat.lay(3, "main")
    seat.press("Deal")
    for count in range(3, cards + 1):
        seat.press("Hit")
        expect(seat.hand(3).locator("playing-card")).to_have_count(count)
    for size in SIZES:
        seat.page.set_viewport_size(size)
        assert seat.page.evaluate(CUT_RANKS) == [], size


def test_rebet_takes_the_nearest_free_box_in_one_press(surf: Surf) -> None:
    """Somebody has taken the box of a player who was away."""
    stack(surf.live, "pa-free-bet", "2c Ts 6d 9h Tc 8c Ts 6d 9h Tc 8c")
    seat = sit_at(surf, "pa-free-bet")
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Stand")
    seat.wait_for_betting()
    address = seat.page.url
    seat.page.goto("about:blank")
    bob = surf.live.guest("bob")
    feed = surf.live.site.lobby.tables["pa-free-bet"].feed
    wait_until(lambda: not feed.viewers())
    buy = {"do": "buy_in", "player": "bob", "amount": 50_000}
    wager = {"do": "place_wager", "box": 3, "wager": "main", "amounts": [500]}
    for number, command in enumerate((buy, wager)):
        body = {"id": str(number), "command": command}
        assert bob.post("/api/tables/pa-free-bet/commands", body)["ok"]
    seat.page.goto(address)
    again = seat.page.get_by_role("button", name=re.compile("Rebet & deal on box [24]"))
    again.click()
    near = seat.page.locator("betting-box:is([data-box='2'], [data-box='4']).is-mine")
    expect(near).to_have_count(1)


def test_a_double_for_half_is_one_button(surf: Surf) -> None:
    stack(surf.live, "house", "2c 5s 6d 6h Tc 8c 7d")
    seat = sit_at(surf, "house")
    seat.lay(1, "main")
    seat.press("Deal")
    half = seat.page.get_by_role("button", name=re.compile("Double for half"))
    expect(half).to_contain_text("+0.50")
    half.click()
    seat.wait_for_betting()
    assert seat.page.locator("dialog[open]").count() == 0
    assert abs(seat.net()) == 1.5
