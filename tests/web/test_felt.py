"""The felt on every screen: nothing sticks out, is covered or moves, and results are true."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from pitboss.engine.betting.limits import PlaceWager
from tests.web.browsing import PHONE, SMALL, Surf, assert_fits, stack
from tests.web.cut_off import cut_off
from tests.web.seat import Seat, sit_at

NTH = {1: "first hand", 2: "second hand", 3: "third hand", 4: "fourth hand"}
SIZES: tuple[Any, ...] = (
    {"width": 1440, "height": 900},
    {"width": 1366, "height": 768},
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
    {"width": 820, "height": 1180},
    {"width": 768, "height": 1024},
    {"width": 960, "height": 700},
    {"width": 844, "height": 390},
    {"width": 720, "height": 450},
    {"width": 640, "height": 360},
    PHONE,
    SMALL,
)
"""Desktops, a screen across the room, tablets, a phone both ways, 200 %, and a small phone."""
TIGHT: tuple[Any, ...] = (SIZES[1], SIZES[2], {"width": 640, "height": 360}, PHONE, SMALL)
"""Where there is least room for words."""

COVERED = """() => [...document.querySelectorAll(".spot")].filter((spot) => {
  if (!spot.checkVisibility({ visibilityProperty: true })) return false;
  spot.scrollIntoView({ block: "nearest" });
  const { left, width, top, height } = spot.getBoundingClientRect();
  const hit = document.elementsFromPoint(left + width / 2, top + height / 2)
    .find((one) => !one.closest(".toasts"));
  spot.dataset.under = `${hit?.tagName} ${hit?.className} at ${left}, ${top}`;
  return !spot.contains(hit);
}).map((spot) => `${spot.ariaLabel} lies under ${spot.dataset.under}`)"""
"""Places for chips that a pointer cannot hit; a short message may lie over them for a while."""

BADGES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll("table-felt playing-card")].map(box);
  const badges = ".total, .outcome, span.mark, .stake chip-stack, .spot chip-stack";
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return [...document.querySelectorAll(`table-felt :is(${badges})`)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => cards.some((card) => !apart(box(one), card)))
    .map((one) => `${one.className} ${one.textContent}`);
}"""
"""Badges and chips that lie over a card."""

DRAWN = """() => new Promise((done) => {
  const now = () => [...document.querySelectorAll("pit-table > *, .spot-main")]
    .map((one) => JSON.stringify(one.getBoundingClientRect())).join();
  let before = "", alike = 0;
  const look = () => {
    alike = now() === before ? alike + 1 : 0;
    before = now();
    if (alike < 10) requestAnimationFrame(look);
    else done();
  };
  look();
})"""
"""Until the page lies still at its new size."""

PLACES = """() => [...document.querySelectorAll(".spot-main")].map((spot) => {
  const { left, width, top, height } = spot.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
})"""


def resize(page: Page, size: Any) -> None:
    """Change the window, and wait until the page lies still in it."""
    page.set_viewport_size(size)
    page.evaluate(DRAWN)


def assert_usable(page: Page, sizes: tuple[Any, ...] = SIZES) -> None:
    """Within the window, nothing cut off; every place can be hit; no badge covers a card."""
    page.mouse.move(2, 2)
    for size in sizes:
        resize(page, size)
        assert_fits(page)
        assert cut_off(page) == [], size
        assert page.evaluate(COVERED) == [], size
        assert page.evaluate(BADGES) == [], size


def widths(page: Page, selector: str) -> list[float]:
    """How wide these are, in pixels."""
    measured: list[float] = page.eval_on_selector_all(
        selector, "all => all.map((one) => one.getBoundingClientRect().width)"
    )
    return measured


def play_four_hands(seat: Seat) -> None:
    """Split three times, and stand on everything."""
    for _ in range(3):
        seat.press("Split")
    for number in range(1, 5):
        expect(seat.page.locator(".told")).to_contain_text(NTH[number])
        seat.press("Stand")
    seat.wait_for_betting()


def test_every_screen_from_the_first_chip_to_the_results_of_four_hands(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 8s 6d 8h Tc 8d 8c 3c Ts Td Jh 7d As 5c 4d 4h 4s 9c 5d")
    seat = sit_at(surf, "pa-free-bet", size=SIZES[0])
    page = seat.page
    assert_usable(page)
    resize(page, SIZES[0])
    before = page.evaluate(PLACES)
    seat.lay(5, "main", "push_22")
    seat.lay(1, "main")
    assert page.evaluate(PLACES) == before, "nothing moves under the pointer"
    assert_usable(page)
    resize(page, SIZES[0])
    seat.press("Clear")
    seat.lay(3, "main", "push_22")
    seat.press("Deal")
    page.locator(".act").first.wait_for()
    assert_usable(page)
    resize(page, SIZES[0])
    assert min(widths(page, 'betting-box[data-box="3"] playing-card')) >= 110
    empty = widths(page, 'betting-box[data-box="5"] .spot-main')
    assert empty[0] < widths(page, 'betting-box[data-box="3"] .spot-main')[0]
    play_four_hands(seat)
    for size in SIZES:
        resize(page, size)
        for number in range(1, 5):
            hand = seat.hand(3, number)
            hand.scroll_into_view_if_needed()
            expect(hand.locator(".outcome")).to_be_in_viewport(ratio=0.95)
            expect(hand.locator("card-fan")).to_be_in_viewport(ratio=0.95)
    assert_usable(page)
    resize(page, SIZES[0])
    tops = page.eval_on_selector_all(
        'betting-box[data-box="3"] card-fan',
        "all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size",
    )
    assert tops == 1, "hands of a split lie side by side"
    assert min(widths(page, 'betting-box[data-box="3"] playing-card')) >= 110


def test_longer_words_cut_nothing_off(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 8s 6d 8h Tc 8d 8c 3c Ts Td Jh 7d As 5c 4d 4h 4s 9c 5d")
    page = surf.page(size=PHONE, locale="es")
    page.get_by_role("link", name="Aprender").wait_for()
    assert cut_off(page) == []
    page.goto(f"{surf.live.url}/#/table/pa-free-bet")
    seat = Seat(page, surf.live, "pa-free-bet")
    expect(page.locator("cloth-print .line-1")).to_have_text("Blackjack paga 3 a 2")
    seat.lay(3, "main", "push_22")
    assert_usable(page, TIGHT)
    seat.press("Repartir")
    seat.press("Separar")
    seat.press("Plantarse")
    expect(page.locator(".told")).to_contain_text("segunda mano")
    seat.press("Plantarse")
    seat.wait_for_betting()
    assert_usable(page, TIGHT)


def test_what_lost_is_swept_and_no_stake_looks_like_a_gain(surf: Surf) -> None:
    stack(surf.live, "nz", "As 8s Td 7h 8h 9c 9h Kd 5c 5d 5h")
    seat = sit_at(surf, "nz", size=PHONE)
    page = seat.page
    seat.lay(1, "main")
    seat.lay(2, "main")
    seat.press("Deal")
    expect(seat.hand(1).locator(".total")).to_have_text("8 or 18")
    seat.press("Stand")
    expect(seat.hand(1).locator(".total")).to_have_text("18")
    expect(seat.spot(1).locator("chip-stack")).to_have_count(1)
    seat.press("Split")
    stakes = page.locator('betting-box[data-box="2"] player-hand .stake chip-stack')
    expect(stakes).to_have_count(2)
    shown = page.locator('betting-box[data-box="2"] player-hand').all_inner_texts()
    assert "+" not in "".join(shown)
    width = widths(page, 'betting-box[data-box="1"] playing-card')[0]
    for number in (1, 2):
        expect(page.locator(".told")).to_contain_text(NTH[number])
        seat.press("Stand")
    seat.wait_for_betting()
    assert widths(page, 'betting-box[data-box="1"] playing-card')[0] == width
    for box, number in ((1, 1), (2, 1), (2, 2)):
        expect(seat.hand(box, number).locator(".outcome")).to_have_text("\u22125")
    expect(page.locator(".spot-main chip-stack, player-hand chip-stack")).to_have_count(0)
    expect(seat.hand(1).locator(".total")).to_have_text("18")
    assert page.evaluate(BADGES) == []


def test_a_free_bet_that_lost_is_swept_too(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c 8s Ts 8h 9d Ks Qd 5c 5d 5h")
    seat = sit_at(surf, "pa-free-bet", size=PHONE)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Split")
    lammer = seat.hand(3, 2).locator(".lammer")
    expect(lammer).to_have_count(1)
    for number in (1, 2):
        expect(seat.page.locator(".told")).to_contain_text(NTH[number])
        seat.press("Stand")
    seat.wait_for_betting()
    expect(seat.hand(3, 1).locator(".outcome.loss")).to_have_text("\u22125")
    expect(seat.hand(3, 2).locator(".outcome.loss")).to_have_text("free hand lost · 0")
    expect(lammer).to_have_count(0)


def test_a_side_wager_says_what_wins(surf: Surf) -> None:
    seat = sit_at(surf, "nz")
    page = seat.page
    place = seat.spot(5, "perfect_pairs")
    expect(place).to_contain_text("Perfect Pairs")
    expect(place).to_contain_text("30 to 1")
    card = page.locator(".wager-card")
    place.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text("Your first two cards are a pair.")
    expect(card).to_contain_text("Stake 1 \u2013 1,000")
    expect(card.locator("tr").first.locator("playing-card")).to_have_count(2)
    page.mouse.move(5, 5)
    expect(card).to_be_hidden()
    page.keyboard.press("Tab")
    place.focus()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.evaluate("document.activeElement.blur()")
    expect(card).to_be_hidden()
    long_press(page, place)
    page.wait_for_function("lifted")
    expect(card).to_be_visible()
    assert page.locator(".spot.is-planned").count() == 0, "a long press lays no chip"
    page.get_by_role("heading", level=1).click()
    expect(card).to_be_hidden()
    page.get_by_role("button", name="What pays").click()
    told = page.get_by_role("dialog")
    expect(told).to_contain_text("Your first two cards are a pair.")
    expect(told.locator("tr").first).to_contain_text("Perfect")
    assert told.locator("playing-card").count() >= 6


def long_press(page: Page, place: Locator) -> None:
    """A finger that stays until the wager is explained, and is lifted then."""
    spot = place.bounding_box()
    assert spot
    at = {"x": spot["x"] + spot["width"] / 2, "y": spot["y"] + spot["height"] / 2}
    page.evaluate("addEventListener('pointerout', () => { window.lifted = true })")
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.locator(".wager-card:popover-open").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


CLOSED = '.spot[aria-disabled="true"]'


def test_a_circle_that_takes_no_chips_looks_and_sounds_closed(surf: Surf) -> None:
    """One box a player: once it has chips the others are closed, and open again without them."""
    wire = surf.live.guest("ann").socket("pa-free-bet")
    wire.until("view")
    wire.buy()
    assert wire.give(PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
    seat = sit_at(surf, "pa-free-bet")
    expect(seat.page.locator(CLOSED)).to_have_count(0)
    seat.lay(3, "main")
    seat.page.keyboard.press("Enter")
    expect(seat.spot(4)).to_be_disabled()
    expect(seat.spot(4)).to_have_accessible_name(re.compile("closed"))
    expect(seat.spot(4)).to_have_css("border-style", "dotted")
    for box in (1, 3):
        expect(seat.spot(box)).to_be_enabled()
