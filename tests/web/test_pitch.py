"""A table where the players' cards lie face down: nobody keys a card before it is turned over."""

from playwright.sync_api import expect

from pitboss.cards import UNSEEN, show_cards
from pitboss.engine.state import BETTING, PLAYING
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk


def pitch(surf: Surf) -> Console:
    """The console of a double-deck table as its rulebook has it."""
    open_pit(surf.live, "cards_by_hand", "double_deck")
    return Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")


def test_cards_are_keyed_when_they_are_turned_over(surf: Surf) -> None:
    desk = pitch(surf)
    desk.do("g200\ng\ng\n10\n10\n10\n\n9h")
    assert desk.state.phase == PLAYING
    assert [box.dealt for box in desk.state.boxes] == [(UNSEEN, UNSEEN)] * 3
    expect(desk.element.locator("now-board")).to_contain_text("Turn the cards over")
    # A double asks for the cards, and follows them; its own card comes last.
    desk.do("x")
    expect(desk.element.locator("key-line")).to_contain_text("Card turned over by box 1, hand 1")
    desk.do("6s5d")
    assert desk.state.hand(1, 1).hand.doubles == 1
    desk.do("Tc")
    # A hit lies open; a bust is shown by its player.
    desk.do("9cu")
    desk.do("TdTh")
    assert desk.state.hand(2, 1).how == "bust"
    # Box 3 stands; it is turned over when it is settled.
    desk.do(" 8d")
    expect(desk.element.locator("key-line")).to_contain_text("Card turned over by box 3, hand 1")
    desk.do("KsKd")
    assert desk.state.phase == BETTING
    assert show_cards(desk.state.discards) == "Ks Kd Td Th 9c 6s 5d Tc 9h 8d"
    assert [one.net for one in desk.state.settled_last] == [-10_00, 20_00, 10_00]


def test_an_act_that_waited_for_the_cards_is_gone_with_a_take_back(surf: Surf) -> None:
    desk = pitch(surf)
    desk.do("g200\ng\n10\n10\n\n9h")
    desk.do("p\b")
    assert desk.state.awaiting is None
    desk.do("u8s8d")
    assert len(desk.state.the_box(1).hands) == 1
    desk.do("p3c ")
    assert len(desk.state.the_box(1).hands) == 2


def test_a_blackjack_is_shown_out_of_turn_by_its_box(surf: Surf) -> None:
    desk = pitch(surf)
    desk.do("g200\ng\n10\n10\n\nAh")
    desk.do("2uAsKd\nn")
    assert desk.state.hand(2, 1).how == "blackjack"
    desk.do(" ")
    assert desk.state.awaiting is not None
