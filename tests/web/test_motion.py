"""Cards lift, fly, turn and come to rest; reduced motion and Instant are at rest at once."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import PHONE, Surf, stack
from tests.web.seat import Seat, sit_as_regular

WATCH = """() => {
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const under = this.closest("table-felt, .sky");
    if (under) motions.push({
      on: this.localName === "svg" ? "chip" : this.localName,
      of: this.className.baseVal ?? this.className,
      frames: frames.map(({ transform = "", boxShadow = "" }) => `${transform} ${boxShadow}`),
      ms: typeof options === "number" ? options : options.duration,
    });
    return animate.call(this, frames, options);
  };
}"""
"""Every motion on the felt, as the page begins it."""
LEANS = """() => [...document.querySelectorAll("table-felt playing-card")]
  .map((card) => parseFloat(getComputedStyle(card).rotate) || 0)"""


def deal(surf: Surf, *, motion: bool = True, speed: str = "normal", size: Any = None) -> Seat:
    """Somebody with a fifteen against a six, watched from the deal on."""
    stack(surf.live, "pa-free-bet", "2c Ts 6d 5h Kc 8d")
    seat = sit_as_regular(surf, "pa-free-bet", motion=motion, size=size or PHONE)
    page = seat.page
    page.evaluate(
        f"import('/js/shell/settings.js').then(({{ set }}) => set({{ speed: '{speed}' }}))"
    )
    page.evaluate(WATCH)
    seat.lay(3, "main")
    seat.press("Deal")
    expect(page.locator("table-felt playing-card")).to_have_count(4)
    page.locator(".act-stand").wait_for()
    return seat


def motions_of(page: Page, kind: str) -> list[dict[str, Any]]:
    """The motions of elements of a kind so far."""
    seen: list[dict[str, Any]] = page.evaluate("motions")
    return [one for one in seen if one["on"] == kind]


def test_a_card_lifts_flies_turns_and_rests_at_an_angle(surf: Surf) -> None:
    page = deal(surf).page
    page.wait_for_function("() => document.getAnimations().length === 0")
    cards = motions_of(page, "playing-card")
    flights = [one for one in cards if "translate(" in one["frames"][0]]
    assert len(flights) == 4, cards
    for one in flights:
        _, _, lifted, rest = one["frames"]
        assert "scale(1.07)" in lifted
        assert "rgb(" in lifted, "its shadow shows that it is lifted"
        assert rest.startswith("none")
        assert one["ms"] > 0
    # The hole card stays face down; each of the others is turned in two halves.
    turns = [one for one in cards if any("rotateY(90deg)" in frame for frame in one["frames"])]
    assert len(turns) == 6, turns
    leans = page.evaluate(LEANS)
    assert any(leans)
    assert max(map(abs, leans)) <= 1


@pytest.mark.parametrize("how", ["reduced", "instant"])
def test_nothing_moves_if_it_is_not_wanted(surf: Surf, how: str) -> None:
    instant = how == "instant"
    seat = deal(surf, motion=instant, speed="instant" if instant else "normal")
    page = seat.page
    seat.press("Stand")
    seat.wait_for_betting()
    page.get_by_role("button", name=re.compile("^Rebet & deal")).wait_for()
    moved = [one for one in page.evaluate("motions") if one["ms"] > 0]
    assert moved == []
    assert page.locator(".sky .chip").count() == 0


def test_chips_fly_from_the_tray_of_the_house(surf: Surf) -> None:
    seat = deal(surf)
    seat.page.locator(".house-tray").wait_for()
    seat.press("Stand")
    seat.wait_for_betting()
    [flight] = motions_of(seat.page, "chip")
    start = re.findall(r"translate\(([\d.]+)px, ([\d.]+)px\)", flight["frames"][0])
    tray = seat.page.locator(".house-tray").bounding_box()
    assert tray
    [(x, y)] = start
    assert abs(float(x) - tray["x"] - tray["width"] / 2) < 2
    assert abs(float(y) - tray["y"] - tray["height"] / 2) < 2


def test_the_chips_of_a_push_are_pushed_back(surf: Surf) -> None:
    stack(surf.live, "pa-free-bet", "2c Ts 9d 9h Tc 5h")
    seat = sit_as_regular(surf, "pa-free-bet", motion=True, size=PHONE)
    page = seat.page
    page.evaluate(WATCH)
    seat.lay(3, "main")
    seat.press("Deal")
    seat.press("Stand")
    told = page.locator("cloth-print .net")
    expect(told).to_have_text("Push · your bet is back")
    expect(told).not_to_have_class(re.compile("win"))
    page.wait_for_function("() => motions.some(({ on }) => on === 'chip-stack')")
    # The smallest of the moments: nothing lies over the table.
    expect(page.locator(".moment")).to_have_count(0)
