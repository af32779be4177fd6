"""The dealer's console: one dealer with a keyboard, and people who have no device."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from pitboss.engine import do
from pitboss.server.rebuild import entries_after
from tests.server.live import Live
from tests.web.accessible import serious_findings
from tests.web.browsing import Surf, assert_fits
from tests.web.dealing import Console, command, open_pit
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import Round
from tests.web.slow_line import SlowLine, slow_line

TABLET: Any = {"width": 1024, "height": 768}


@pytest.fixture
def line(live: Live) -> Iterator[SlowLine]:
    """A slow line to the server; pages are closed before it is."""
    with slow_line(live.settings.port) as opened:
        live.site.settings = replace(live.site.settings, origins=(opened.url,))
        yield opened


def test_a_round_typed_ahead_over_a_slow_line(line: SlowLine, surf: Surf) -> None:
    """Every key at once and 500 ms to the server: nothing is lost, nothing comes twice."""
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor", url=line.url), surf.live, "dan")
    desk.do("g200\ng bob 100\n25\n10\n")
    line.delay_s = 0.25
    state = desk.deal(Round({1: "Ts 2d 5c", 2: "9s 7d", 0: "6h Tc 9c"}, {1: "hit"}))
    line.delay_s = 0.0
    assert state.chips == {"guest-1": 22_500, "guest-2-bob": 11_000}
    told = [(one.who, one.command.by) for one in entries_after(surf.live.site.store, "floor", 0)]
    assert ("dan", "guest-1") in told


def test_what_is_refused_holds_the_rest_back_until_the_dealer_decides(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "double_deck")
    page = at_desk(surf, "dan", "floor/floor", size=TABLET)
    desk = Console(page, surf.live, "dan")
    desk.do("g200\n25\n\nTsTs")
    refused, waiting = page.get_by_role("alert"), desk.element.locator(".waiting li")
    # There are two of each card: the third is refused, and what was typed behind it waits.
    desk.type("Ts7d9h")
    expect(refused).to_contain_text("10♠ is refused.")
    expect(refused).to_contain_text("DD-1")
    expect(waiting).to_have_text(["7♦", "9♥"])
    assert serious_findings(page) == []
    assert_fits(page)
    page.keyboard.press("Backspace")
    expect(waiting).to_have_text(["7♦"])
    page.keyboard.press("Shift+Enter")
    desk.rest()
    expect(refused).to_be_hidden()
    assert [desk.state.the_box(1).dealt, desk.state.dealer.cards] == [(36, 26), (36,)]
    desk.type("Td2cx")
    page.keyboard.press("Escape")
    desk.rest()
    expect(refused).to_be_hidden()
