"""Hands that were dealt wrongly: the supervisor sees what putting them back changes, and rules."""

from playwright.sync_api import expect

from pitboss.cards import show_cards
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk


def test_a_rebuilt_round_is_seen_before_and_after(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz", perfect_pairs="scale_1")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\ng\n10\n5p10\n\n8s8d6c7h8h")
    assert desk.state.chips["guest-1"] == 185_00
    sue = at_desk(surf, "sue", "floor/floor")
    sue.locator("summary", has_text="Put the hands back as they should be").click()
    form = sue.get_by_role("form", name="Cards of each hand")
    form.get_by_label("box 1, hand 1").fill("8s 8h")
    form.get_by_label("box 2, hand 1").fill("8d 7h")
    button = form.get_by_role("button")
    button.click()
    expect(form).to_contain_text("Box 1 Perfect Pairs: \u22125 before, +25 after")
    assert show_cards(desk.state.hand(1, 1).hand.cards) == "8s 7h", "nothing has happened yet"
    # Other cards are another ruling, and are shown first too.
    form.get_by_label("box 2, hand 1").fill("7h 8d")
    button.click()
    expect(form).to_contain_text("Press again to make the ruling.")
    button.click()
    desk.until(lambda: show_cards(desk.state.hand(1, 1).hand.cards) == "8s 8h")
    assert desk.state.chips["guest-1"] == 215_00
