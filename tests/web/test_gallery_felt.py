"""Games of the gallery at the felt: both dealer cards up, redoubling, surrender before the look."""

from playwright.sync_api import expect

from tests.web.browsing import Surf, stack
from tests.web.seat import Seat, sit_at


def seat_at(surf: Surf, rulebook: str, cards: str) -> Seat:
    """A person at a table of a game, with these cards on top of its shoe and a bet laid."""
    asked = {"table": "game", "rulebook": rulebook, "options": {}}
    surf.live.admin().post("/api/tables", asked, expect=201)
    # A card is burned first, and some lie behind those that are dealt.
    stack(surf.live, "game", f"2c {cards} 2s 3s 4s 5s 6s 7s 8s 9s")
    seat = sit_at(surf, "game")
    seat.lay(1, "main")
    seat.press("Deal")
    return seat


def test_both_dealer_cards_show_and_ties_lose(surf: Surf) -> None:
    seat = seat_at(surf, "double_exposure", "Ts 9d 9h Tc")
    expect(seat.page.locator(".told")).to_have_text("Your turn")
    shown = seat.page.locator("table-felt .dealer playing-card")
    expect(shown).to_have_count(2)
    labels = shown.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert labels == ["9 of diamonds", "10 of clubs"]
    seat.page.keyboard.press("s")
    seat.wait_for_betting()
    assert seat.net_at_server() == -5


def test_a_hand_is_doubled_again_and_rescued(surf: Surf) -> None:
    seat = seat_at(surf, "spanish_21_redouble", "5s 9d 3h Kc 2d 3c Ks")
    for cards in (3, 4):
        seat.press("Double")
        expect(seat.hand(1).locator("playing-card")).to_have_count(cards)
    seat.press("Surrender")
    seat.wait_for_betting()
    # Four bets lay on the hand, and half of them is lost.
    assert seat.net_at_server() == -10


def test_a_hand_is_given_up_before_the_dealer_looks(surf: Surf) -> None:
    seat = seat_at(surf, "6D_ES", "Ts Kd 6h Ac")
    seat.page.locator("table-controls .buttons [data-key='R']").wait_for()
    seat.page.keyboard.press("r")
    seat.wait_for_betting()
    assert seat.net_at_server() == -2.5
