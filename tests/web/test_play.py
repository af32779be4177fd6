"""A newcomer plays each rulebook in a real browser: bets, insurance, a split, a double."""

import re

import pytest
from playwright.sync_api import Browser, expect

from pitboss.server.settings import Pace
from tests.server.live import serving
from tests.web.browsing import Surf, stack, surfing
from tests.web.seat import Seat, sit_at

PAIR_AGAINST_ACE = "8s Ad 8h 7c 3d Th Ks 5c 5d 5h 5s 5c"
"""To the first hand 8 8, to the dealer ace and 7; then 3 and 10 for one hand, a king for the other.

Where no hole card is dealt, the 7 is the first card after the split and the hands differ.
"""

ROUNDS = {
    "tribal": ("2c", "over_13", "Blackjack pays"),
    "nz": ("", "perfect_pairs", "Blackjack pays"),
    "pa-free-bet": ("2c", "push_22", ""),
    "house": ("2c", "match_dealer", "Blackjack pays"),
    "double-deck": ("2c", "", "Blackjack pays"),
}
"""The card that is burned first, a side wager, and an inscription."""


@pytest.mark.parametrize("table", ROUNDS)
def test_a_round_with_insurance_a_split_and_a_double(surf: Surf, table: str) -> None:
    burned, side, inscription = ROUNDS[table]
    stack(surf.live, table, f"{burned} {PAIR_AGAINST_ACE}")
    seat = sit_at(surf, table)
    assert inscription.lower() in seat.page.locator(".print").inner_text().lower()
    seat.lay(1, "main", *([side] if side else []))
    seat.press("Deal")
    seat.press("Insure")
    seat.press("Split")
    seat.hand(1, 2).wait_for()
    finish(seat)
    seat.wait_for_betting()
    expect(seat.page.locator('betting-box[data-box="1"] .outcome:visible')).to_have_count(2)
    assert seat.net() == seat.net_at_server()
    assert " doubles: " in told(seat)


def finish(seat: Seat) -> None:
    """Double where that is on offer, else stand or draw, until the round is over."""
    page = seat.page
    doubled = False
    for _ in range(12):
        page.locator('table-controls:not([data-phase="busy"])').wait_for()
        if page.locator('table-controls[data-phase="betting"]').count():
            break
        offered = page.locator("table-controls .act:not(.refused)").all_inner_texts()
        before = page.locator("table-log p").count()
        double = next((name for name in offered if name.startswith("Double")), "")
        seat.press("Double" if double else "Stand" if "Stand" in " ".join(offered) else "Hit")
        doubled = doubled or bool(double)
        page.wait_for_function(
            "before => document.querySelectorAll('table-log p').length > before", arg=before
        )
    assert doubled


def told(seat: Seat) -> str:
    """Everything that the text view says."""
    return seat.page.locator("table-log").inner_text()


def test_a_newcomer_plays_free_bet_with_a_side_wager(browser: Browser) -> None:
    """As `make run` serves it: five clicks from the first page to the cards."""
    with serving(pace=Pace()) as live, surfing(browser, live) as surf:
        page = surf.page()
        page.get_by_role("link", name="Deal me in").click()
        seat = Seat(page, live, "pa-free-bet")
        seat.lay(3, "main", "push_22")
        seat.press("Deal")
        outcome = page.locator('betting-box[data-box="3"] .outcome:visible')
        while not outcome.count():
            due = page.locator("table-controls button").filter(
                has_text=re.compile("^(No ins|Stand)")
            )
            due.or_(outcome).first.wait_for()
            if due.count():
                due.first.click()
            page.wait_for_timeout(100)
        seat.wait_for_betting()
        assert seat.net() == seat.net_at_server()
