"""A felt at rest: large cards, circles out of their way, and nothing that jumps between rounds."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Surf, stack
from tests.web.seat import Seat, sit_as_regular
from tests.web.test_felt import resize

WIDE: Any = {"width": 1440, "height": 900}
TABLET: Any = {"width": 820, "height": 1180}
SHIFT_MAX = 0.05
"""Layout shift of nine rounds, every entry counted, those after input included."""
COVERED_MIN = 0.2
"""Share of the felt that the cards of the dealer and of one hand cover."""
ROUNDS = (
    ("2c 8s 6d 8h Tc 3d Ks Qc 2d Ac 5s", "p3 s4 s"),
    ("As 9d Kh 7c", ""),
    ("Kd 9s 6h 8c 9d", "s"),
    ("5c 6h 5d Ks Ah 8d", "d"),
    ("Ts 6d 9h Tc Td", "s"),
    ("2s 9d 3h Tc 2h 4c 4h Kd", "h3 h4 h5 s"),
    ("Ts 7d 9h 8c 9c", "s"),
    ("9s 7d 2h Tc Kd 5c", "h"),
    ("8s 6d 8h Tc 3d Ks Qc 2d Ac 5s", "p3 s4 s"),
)
"""Cards of a round; the keys with which it is played, with the own cards that lie there then."""
WATCH = """() => {
  window.shifts = [];
  const keep = (list) => shifts.push(...list.getEntries().map(({ value, sources }) =>
    [value, sources.map(({ node }) => `${node?.nodeName} ${node?.className}`)]));
  new PerformanceObserver(keep).observe({ type: "layout-shift" });
}"""
COVERED = """() => {
  const felt = document.querySelector("table-felt");
  const { left, top } = felt.getBoundingClientRect();
  // Hands take no clicks, so that they cover no circle; here they count as what is seen.
  for (const one of document.querySelectorAll(".hands")) one.style.pointerEvents = "auto";
  const on = { felt: 0, cards: 0 };
  for (let x = felt.clientLeft; x < felt.clientLeft + felt.clientWidth; x += 3)
    for (let y = felt.clientTop; y < felt.clientTop + felt.clientHeight; y += 3) {
      const hit = document.elementsFromPoint(left + x, top + y);
      on.felt += hit.includes(felt);
      on.cards += hit.some((one) => one.matches("playing-card"));
    }
  return on.cards / on.felt;
}"""
BETWEEN = """() => {
  const box = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const over = Math.max(...box(".dealer playing-card").map(({ bottom }) => bottom));
  const under = Math.min(...box(".is-mine playing-card").map(({ top }) => top));
  return box(".spot").filter(({ top, bottom }) => bottom > over && top < under).length;
}"""
"""Places for chips below the dealer's cards and above those of the own hand."""


def in_play(surf: Surf, table: str = "pa-free-bet") -> Seat:
    """Somebody at box 3 who decides about a fifteen."""
    stack(surf.live, table, "2c Ts 6d 5h Kc 8d")
    seat = sit_as_regular(surf, table, size=WIDE)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.page.locator(".act").first.wait_for()
    return seat


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_cards_of_two_hands_cover_a_fifth_of_the_felt(surf: Surf, size: Any) -> None:
    page = in_play(surf).page
    resize(page, size)
    assert page.evaluate(COVERED) >= COVERED_MIN


@pytest.mark.parametrize("table", ["pa-free-bet", "nz"])
def test_no_circle_stands_between_the_dealer_and_a_hand(surf: Surf, table: str) -> None:
    page = in_play(surf, table).page
    for size in (PHONE, TABLET):
        resize(page, size)
        assert page.evaluate(BETWEEN) == 0, size


@pytest.mark.parametrize("size", [WIDE, TABLET, PHONE])
def test_nothing_on_the_felt_jumps_in_nine_rounds(surf: Surf, size: Any) -> None:
    # The hints of a newcomer's first round leave after it, and the felt takes their room.
    seat = sit_as_regular(surf, "pa-free-bet", size=size)
    page = seat.page
    seat.lay(3, "main")
    page.evaluate(WATCH)
    for number, (cards, keys) in enumerate(ROUNDS, start=1):
        stack(surf.live, "pa-free-bet", cards)
        page.keyboard.press("Space")
        for act in keys.split():
            key, count = act[0], act[1:]
            page.locator(f"table-controls .act[data-key={key.upper()}]:not(.refused)").wait_for()
            page.keyboard.press(key)
            if count:
                expect(page.locator(".is-mine playing-card")).to_have_count(int(count))
        expect(page.locator("table-log .lines")).to_contain_text(f"Round {number} is over")
        seat.wait_for_betting()
        page.get_by_role("button", name="Rebet & deal").wait_for()
    shifts = page.evaluate("shifts")
    moved = sum(value for value, _ in shifts)
    assert moved < SHIFT_MAX, [round(moved, 3), *sorted(shifts, reverse=True)[:5]]
