"""What goes wrong at a console: exposed cards, refusals, a page left, a supervisor takes back."""

import pytest
from playwright.sync_api import expect

from pitboss.cards import show_cards
from pitboss.engine.state import BETTING
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import Round

KEPT = "You left the page with 2 keys waiting."


def test_an_exposed_card_is_entered_once_and_a_report_returns_to_the_keys(surf: Surf) -> None:
    """The card that ends a hand of 21 is not the dealer's next one too."""
    open_pit(surf.live, "cards_by_hand", "tribal")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    page, board = desk.page, desk.element.locator("now-board")
    desk.do("g200\n10\n")
    desk.begin(Round({1: "97", 0: "6T"}, {1: "hit"}))
    desk.report("Exposed", "", "Box 1", "5c")
    expect(page.locator(".report-picker select").first).to_have_value("")
    expect(board).to_be_in_viewport()
    desk.do("5c")
    assert desk.state.the_box(1).hands[0].hand.total == 21
    assert desk.state.awaiting is not None
    assert len(desk.state.dealer.cards) == 1
    expect(desk.element.locator("key-line .hint")).to_contain_text("Turn over the hole card")
    # A card of two digits is a card in a form, too.
    page.keyboard.press("!")
    page.locator(".report-picker select").first.select_option(label="Face up card")
    page.keyboard.press("Escape")
    expect(desk.element).to_be_focused()
    desk.do("Th")
    expect(board).to_contain_text("Dealer")


def test_a_refusal_does_no_harm(surf: Surf) -> None:
    """It takes nothing back, goes with the table, and says who has to do what."""
    crew = open_pit(surf.live, "by_hand", "tribal")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    hint, refused = desk.element.locator(".hint"), desk.element.get_by_role("alert")
    desk.do("\n\n")
    expect(hint).to_have_text("Waiting for Supervisor")
    expect(desk.element.locator(".step")).to_contain_text(
        "The floorperson of the table verifies the inspection T-d-1-s2"
    )
    desk.type("\n")
    expect(refused).to_contain_text("Waiting for Supervisor")
    steps = desk.state.prep.steps
    sue = at_desk(surf, "sue", "floor/floor")
    sue.get_by_role("form", name="Verify").get_by_role("button").click()
    desk.until(lambda: desk.state.prep.steps > steps)
    expect(refused).to_be_hidden()
    desk.do("\n")
    expect(hint).to_have_text("Waiting for a player. G and the cash seat a guest; then Enter.")
    # A guest with chips from another table: nothing is sold for them.
    desk.do("g bob 80c\n+20c\ng200\n")
    books = desk.state.floor.books.shift
    assert (books.bought, books.brought) == (200_00, 100_00)
    assert desk.state.chips == {"guest-1-bob": 100_00, "guest-2": 200_00}
    desk.type("25h")
    expect(hint).to_contain_text("Enter")
    desk.page.keyboard.press("Escape")
    version = desk.state
    desk.type("x")
    expect(refused).to_contain_text("No hand waits for a decision.")
    desk.type("\b")
    expect(refused).to_be_hidden()
    assert desk.state is version
    # Spanish: the steps of the rulebook, too.
    desk.page.goto(f"{surf.live.url}/?lang=es#/floor/floor")
    expect(desk.page.locator("now-board .step")).to_contain_text(
        "El primer jugador puede mirar las cartas"
    )
    expect(desk.page.locator("key-line .hint")).to_have_text("Intro: hecho.")
    desk.page.goto(f"{surf.live.url}/?lang=en#/floor/floor")
    # Between two rounds the dealer leaves without a relief.
    desk.page.locator("summary", has_text="Hand the table over").click()
    desk.page.get_by_role("form", name="Go off duty").get_by_role("button").click()
    desk.page.get_by_role("form", name="Take the table").wait_for()
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("Dealer, off duty")
    assert desk.state.floor.staff == {"sue": "supervisor"}
    assert crew


def test_what_was_keyed_and_paid_is_known_when_the_dealer_comes_back(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    page, chips = desk.page, desk.element.get_by_role("region", name="Chips")
    desk.do("g200\n10\n")
    desk.deal(Round({1: "T9", 0: "6T9"}))
    expect(chips).to_contain_text("All chips are moved.")
    desk.do("l\n")
    desk.type("x" + "Ts")
    expect(page.get_by_role("alert")).to_contain_text("No hand waits for a decision.")
    desk.type("9d")
    page.evaluate("location.hash = '#/report/floor'")
    page.get_by_role("heading", name="Reports").wait_for()
    page.evaluate("location.hash = '#/floor/floor'")
    expect(page.get_by_role("alert")).to_contain_text(KEPT)
    assert desk.state.awaiting is not None
    assert desk.state.awaiting.entered == ()
    page.keyboard.press("Shift+Enter")
    desk.until(lambda: len(desk.state.awaiting.entered if desk.state.awaiting else ()) == 2)
    page.on("dialog", lambda asked: asked.accept())
    page.reload()
    expect(desk.element.locator("key-line")).to_have_attribute("data-waiting", "0")
    expect(desk.element.get_by_role("alert")).to_have_count(0)


def test_chips_that_were_moved_stay_moved_when_the_page_is_loaded_again(surf: Surf) -> None:
    """Otherwise a wager that was paid early would be paid twice."""
    open_pit(surf.live, "cards_by_hand", "nz", perfect_pairs="scale_1")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    desk.do("g200\n10\n5p")
    desk.begin(Round({1: "88", 0: "6T9"}))
    chips = desk.element.get_by_role("region", name="Chips")
    expect(chips).to_contain_text("Enter: all chips are moved.")
    desk.do("\n")
    expect(chips).to_contain_text("All chips are moved.")
    desk.page.reload()
    expect(chips).to_contain_text("All chips are moved.")
    expect(chips.locator("li.passed")).to_have_count(1)


def test_a_supervisor_takes_back_what_settled_a_round(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    sue = at_desk(surf, "sue", "floor/floor")
    desk.do("g200\n10\n")
    desk.deal(Round({1: "T9", 0: "T9"}))
    before = dict(desk.state.chips)
    sue.locator("summary", has_text="Take back").click()
    form = sue.get_by_role("form", name="Take back")
    expect(form).to_contain_text("Keyed by dan: the card for the dealer")
    form.get_by_role("button").click()
    expect(form.get_by_label("Reason")).to_be_focused()
    form.get_by_label("Reason").fill("the nine was a five")
    form.get_by_role("button").click()
    expect(sue.get_by_text("sue takes back the card for the dealer: the nine was a five")
           ).to_be_visible()  # fmt: skip
    assert desk.state.phase != BETTING
    assert before == {"guest-1": 200_00}
    assert desk.state.chips == {"guest-1": 190_00}
    assert show_cards(desk.state.dealer.cards) in ("Tc", "Jc", "Qc", "Kc", "Th", "Td", "Ts")
    desk.do("5cTd")
    assert desk.state.phase == BETTING
    assert desk.state.chips == {"guest-1": 210_00}


def test_enter_moves_no_chips_that_the_dealer_has_not_seen(surf: Surf) -> None:
    """Typed ahead of the settlement, it was meant for something else."""
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    chips = desk.element.get_by_role("region", name="Chips")
    desk.do("g200\n10\n\nTs6c9d Td9h\n\n")
    assert desk.state.phase == BETTING
    expect(chips).to_contain_text("Enter: all chips are moved.")
    expect(chips.locator("li.passed")).to_have_count(0)
    desk.do("\n")
    expect(chips.locator("li.passed")).to_have_count(1)


def test_what_is_taken_back_names_the_box_once_and_in_every_language(surf: Surf) -> None:
    open_pit(surf.live, "cards_by_hand", "nz")
    desk = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    page = desk.page
    desk.do("g200\ng bob 100\n10\n10\n\nTs9c6c9d8d  ")
    undo = desk.element.get_by_text("Backspace takes back:")
    expect(undo).to_have_text("Backspace takes back: the stand of bob on box 2")
    desk.do("\b")
    expect(undo).to_have_text("Backspace takes back: the stand on box 1")
    page.goto(f"{surf.live.url}/?lang=es#/floor/floor")
    expect(page.locator("dealer-console")).to_contain_text(
        "la decisión de plantarse en la casilla 1"
    )
    expect(page.locator("rulings-log li")).to_contain_text(
        "dan anula la decisión de plantarse de bob en la casilla 2"
    )


@pytest.mark.parametrize(
    "told, said",
    [
        ("the wager of guest-1 on box 1", "the wager on box 1"),
        ("the wager of guest-1 on box 12", "the wager of Box 1 on box 12"),
        ("the wager of guest-1-bob on box 1", "the wager of bob on box 1"),
        ("Box 1: guest-1 bets 10.00 on main.", "Box 1: bets 10.00 on main."),
        ("Box 1: guest-2 bets 10.00 on main.", "Box 1: Box 2 bets 10.00 on main."),
    ],
)
def test_a_box_is_not_named_twice(surf: Surf, told: str, said: str) -> None:
    shown = surf.page().evaluate(
        """async (told) => (await import("/js/shell/guests.js")).inWords(told)""", told
    )
    assert shown == said
