"""Chips that a player lays out at a table with a human dealer: seen before they are placed."""

from playwright.sync_api import Locator, expect

from pitboss.engine.state import BETTING
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk
from tests.web.seat import Seat


def notice(desk: Console) -> Locator:
    """The notice of chips that are not placed; an alert that refuses Enter says the same."""
    text = "chips on the felt that are not placed yet."
    return desk.element.get_by_role("status").filter(has_text=text)


def test_the_dealer_sees_chips_that_lie_there_and_are_not_placed(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\n10\n")
    seat = Seat(surf.page("table/floor"), surf.live, "floor")
    seat.lay(3, "main")
    seen = notice(desk)
    expect(seen).to_be_visible()
    # Enter says so first, and the player may still place them.
    desk.type("\n")
    expect(desk.element.get_by_role("alert")).to_contain_text("Esc and Enter to deal without them")
    assert desk.state.phase == BETTING
    seat.press("Place")
    expect(seen).to_be_hidden()
    desk.page.keyboard.press("Escape")
    assert [box.number for box in desk.state.boxes] == [1, 3]


def test_a_dealer_deals_without_chips_that_were_not_placed(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\n10\n")
    seat = Seat(surf.page("table/floor"), surf.live, "floor")
    seat.lay(3, "main")
    # Nobody promises that the dealer waits.
    expect(seat.page.locator("first-round")).to_contain_text("The dealer says when bets are closed")
    expect(notice(desk)).to_be_visible()
    desk.type("\n")
    expect(desk.element.get_by_role("alert")).to_be_visible()
    desk.page.keyboard.press("Escape")
    desk.type("\n")
    desk.until(lambda: desk.state.phase != BETTING or desk.state.awaiting is not None)
    assert [box.number for box in desk.state.boxes] == [1]
    expect(notice(desk)).to_be_hidden()
