"""The dealer's console: one dealer with a keyboard, and people who have no device."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from pitboss.cards import parse_card
from pitboss.engine import do
from pitboss.server.log.events import entries_after
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
        yield opened


def test_a_round_typed_ahead_over_a_slow_line(line: SlowLine, surf: Surf) -> None:
    """Every key at once and 500 ms to the server: nothing is lost, nothing comes twice."""
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor", url=line.url), surf.live, "dan")
    desk.do("g200\ng bob 100\n25\n10\n")
    line.delay_s = 0.25
    state = desk.deal(Round({1: "T25", 2: "97", 0: "6T9"}, {1: "hit"}))
    line.delay_s = 0.0
    assert state.chips == {"guest-1": 22_500, "guest-2-bob": 11_000}
    told = [
        (one.who, one.command and one.command.by)
        for one in entries_after(surf.live.site.store, "floor", 0)
    ]
    assert ("dan", "guest-1") in told


def test_what_is_refused_holds_the_rest_back_until_the_dealer_decides(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "double_deck", player_cards="face_up")
    page = at_desk(surf, "dan", "floor/floor", size=TABLET)
    desk = Console(page, surf.live, "dan")
    desk.do("g200\n25\n\nTsTs")
    # A guest without a name is told by one form of the word, not by both.
    expect(page.locator("main")).to_contain_text("guest")
    expect(page.locator("main")).not_to_contain_text("|")
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


def test_a_scanner_a_player_with_a_device_and_a_card_taken_back(surf: Surf) -> None:
    """What is not keyed: a scanner ends each card with Enter, and who has a device decides."""
    open_pit(surf.live, "cards_by_hand", "nz", perfect_pairs="scale_1")
    ann = surf.live.guest("ann").socket("floor")
    ann.until("view")
    ann.buy()
    assert ann.give(do.PlaceWager(box=3, wager="main", amounts=(1_000,)))["ok"]
    page = at_desk(surf, "dan", "floor/floor")
    desk = Console(page, surf.live, "dan")
    board, cells = desk.element.locator("now-board"), desk.element.locator(".cell")
    # An amount is changed, a side wager put up and taken down again, and a box left empty.
    desk.do("g200\ng bob\n25\n10\nb130\n5pb25p0p")
    expect(cells.nth(0)).to_contain_text("Perfect Pairs 5")
    expect(cells.nth(0)).to_contain_text("30")
    expect(cells.nth(2)).to_contain_text("own device")
    desk.do("\nTs\n6d\nAc\n9s\n")
    expect(desk.element).to_contain_text("Backspace takes back: the card for the dealer")
    expect(board).to_contain_text("Box 1")
    # The last card was typed wrongly: it was an ace of hearts, and insurance is offered.
    desk.do("\b" + "Ah\n5h\n6h\n8h\n")
    expect(page.get_by_role("region", name="Due now")).to_contain_text("Close insurance")
    assert desk.state.phase == "offering"
    chips = page.get_by_role("region", name="Chips")
    expect(chips).to_contain_text("Enter: all chips are moved.")
    desk.do("2i\n")
    expect(chips).to_contain_text("All chips are moved.")
    desk.do("\n")
    assert [(one.box, one.amounts) for one in desk.state.insured] == [(2, (500,))]
    desk.do("5d\n  ")
    expect(board).to_contain_text("Box 3 ann")
    page.keyboard.type("7c")
    expect(desk.element).to_contain_text("ann decides on their own device.")
    assert ann.give(do.Hit(box=3))["ok"]
    desk.rest()
    assert desk.state.the_box(3).hands[0].hand.cards[-1] == parse_card("7c")


def test_what_everybody_sees_and_what_the_dealer_looks_at(surf: Surf) -> None:
    """The exposed card lies beside the shoe, and a change that is due has its button."""
    crew = open_pit(surf.live, "cards_by_hand", "tribal")
    page, felt = at_desk(surf, "dan", "floor/floor"), surf.page("table/floor")
    desk = Console(page, surf.live, "dan")
    desk.do("g bob 200\n10\n")
    dealer = desk.begin(Round({1: "56", 0: "6T9"}, {1: "hit stand"}))
    expect(desk.element.locator("now-board")).to_contain_text("Box 1 bob")
    expect(desk.element.locator("now-board .total")).to_have_text("11")
    expect(desk.element.locator(".acts")).to_contain_text("Double")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("A suit only ends one", ignore_case=True)
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    desk.report("Exposed", "", "bob", "7c")
    expect(felt.get_by_role("group", name="Exposed: the next card")).to_be_visible()
    expect(felt.locator("table-felt .exposed playing-card")).to_have_attribute(
        "aria-label", "7 of clubs"
    )
    assert serious_findings(felt) == []
    # The dealer keys the card that lies there, or refuses to deal another.
    desk.type("2c")
    expect(page.get_by_role("alert")).to_contain_text("The exposed 7♣ is the next card.")
    page.keyboard.press("Escape")
    command(crew["sue"], {"do": "post_notice", "changes": {"min_bet": "10"}})
    apply = desk.element.get_by_role("button", name="Put it into effect")
    expect(apply).to_be_hidden()
    desk.finish(dealer)
    expect(felt.locator("table-felt .exposed")).to_be_hidden()
    expect(apply).to_be_visible()
    desk.do("\n")
    assert desk.state.rules.limits.min_bet == 10_00
    # Somebody has more chips, and then leaves with all of them.
    desk.do("+100\no\n")
    assert "guest-1-bob" not in desk.state.chips or desk.state.chips["guest-1-bob"] == 0


def test_hands_are_given_up_before_the_dealer_looks(surf: Surf) -> None:
    """R gives up the first box that is asked, 3 R a certain one, N plays on."""
    open_pit(surf.live, "cards_by_hand", "standard", surrender="early")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\ng200\ng200\n10\n20\n30\n")
    desk.do("\nTs9s8sTh6d7d6c")
    assert desk.state.phase == "offering"
    desk.do("3r")
    assert [box.number for box in desk.state.boxes if box.hands[0].how] == [3]
    desk.do("nr")
    assert [box.number for box in desk.state.boxes if box.is_kept] == [1]
    assert [box.number for box in desk.state.boxes if box.hands[0].how] == [2, 3]


def test_enter_is_no_answer_to_the_reading_of_a_hole_card(surf: Surf) -> None:
    """The console says which keys are."""
    open_pit(surf.live, "cards_by_hand", "house")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\n10\n\n9sAd8c\n")
    expect(desk.element.locator(".hint")).to_have_text("Y: blackjack. N: none.")
    desk.type("\n")
    expect(desk.page.get_by_role("alert")).to_contain_text("Say first whether the dealer has")
