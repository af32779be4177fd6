"""Several bettors on a box and several boxes of a guest, keyed at the console."""

import pytest
from playwright.sync_api import expect

from pitboss.engine import do
from pitboss.engine.state import BETTING, PLAYING
from tests.conftest import RULEBOOK_IDS
from tests.web.browsing import Surf
from tests.web.dealing import Console, open_pit
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import MOVED, Round


def console(surf: Surf, rulebook: str, **options: str) -> Console:
    """A dealer's console at a table whose cards are entered."""
    open_pit(surf.live, "cards_by_hand", rulebook, **options)
    return Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")


def mains(desk: Console) -> dict[int, dict[str, int]]:
    """The main wagers of each box."""
    return {
        box.number: {name: sum(stakes) for name, stakes in box.mains} for box in desk.state.boxes
    }


@pytest.mark.parametrize("rulebook", [name for name in RULEBOOK_IDS if name != "double_deck"])
def test_a_guest_bets_on_a_second_box(surf: Surf, rulebook: str) -> None:
    options = {"boxes_per_player": "2"} if rulebook in ("tribal", "pa_free_bet") else {}
    desk = console(surf, rulebook, **options)
    desk.do("g500\n5\nb2w1\n10\n")
    assert mains(desk) == {1: {"guest-1": 5_00}, 2: {"guest-1": 10_00}}
    desk.deal(Round({0: "6T9"}))
    desk.do("l")
    assert mains(desk) == {1: {"guest-1": 5_00}, 2: {"guest-1": 10_00}}


def test_bettors_behind_a_box_split_and_double_as_they_choose(surf: Surf) -> None:
    desk = console(surf, "nz")
    strip = desk.element.locator("box-strip")
    desk.do("g bob 500\n10\nb1w cat 300\n20\n")
    desk.do("w dee 200\n15\n")
    behind = {"guest-1-bob": 10_00, "guest-cat": 20_00, "guest-dee": 15_00}
    assert mains(desk) == {1: behind}
    expect(strip).to_contain_text("cat 20")
    desk.do("\n8s6d8h")
    desk.do("12p")
    first, second = desk.state.the_box(1).hands
    assert [bet.player for bet in first.bets] == ["guest-1-bob", "guest-cat"]
    assert {bet.player for bet in second.bets} == {"guest-1-bob", "guest-dee"}
    desk.do("3cz")
    assert [sum(bet.extra) for bet in desk.state.the_box(1).hands[0].bets] == [10_00, 0]


def test_one_bettor_behind_a_box_does_not_double(surf: Surf) -> None:
    desk = console(surf, "nz")
    desk.do("g bob 500\n10\nb1w cat 300\n20\n")
    desk.do("w dee 200\n15\n\n6s6d5h")
    desk.type("3z")
    expect(desk.element.get_by_role("alert")).to_contain_text("3 does not name those")
    desk.page.keyboard.press("Escape")
    desk.do("2z")
    bets = desk.state.the_box(1).hands[0].bets
    assert [(bet.player, sum(bet.extra)) for bet in bets] == [
        ("guest-1-bob", 10_00),
        ("guest-cat", 20_00),
        ("guest-dee", 0),
    ]


def test_a_bettor_is_nominated_for_the_prize_button(surf: Surf) -> None:
    desk = console(surf, "nz", madness_21="true")
    desk.do("g bob 200\n10\n2mb1w cat 200\n10\n2m\nAs6cKd")
    desk.do("1n")
    assert (desk.state.button.declined, desk.state.button.nominee) == (
        ("guest-1-bob",),
        "guest-cat",
    )


def test_a_side_wager_is_keyed_before_its_main(surf: Surf) -> None:
    desk = console(surf, "nz", perfect_pairs="scale_1")
    alert = desk.element.get_by_role("alert")
    desk.do("g200\ng200\n")
    desk.do("5p")
    expect(desk.element.locator("box-strip")).to_contain_text("5 P: the main wager first")
    assert not desk.state.sides
    desk.do("10\n20\n")
    assert [side.key for side in desk.state.sides] == [(1, "guest-1", "perfect_pairs")]
    assert mains(desk) == {1: {"guest-1": 10_00}, 2: {"guest-2": 20_00}}
    desk.do("b20\nb25p")
    desk.type("\n")
    expect(alert).to_contain_text("box 2 waits for its main wager")
    assert desk.state.phase == BETTING
    desk.page.keyboard.press("Escape")
    desk.do("0p\n")
    assert desk.state.phase != BETTING


def test_a_hand_of_21_is_hit_only_when_the_card_is_keyed_again(surf: Surf) -> None:
    desk = console(surf, "house")
    desk.do("g200\n10\n\n9s6d5c")
    assert desk.state.phase == PLAYING
    alert = desk.element.get_by_role("alert")
    desk.do("7d")
    desk.type("2h")
    expect(alert).to_contain_text("This hand has 21.")
    assert desk.state.the_box(1).hands[0].hand.total == 21
    desk.page.keyboard.press("Escape")
    desk.do("2h")
    assert desk.state.the_box(1).hands[0].hand.total == 23


def test_an_enter_too_many_for_the_chips_does_not_deal(surf: Surf) -> None:
    desk = console(surf, "nz")
    ann = surf.live.guest("ann").socket("floor")
    ann.until("view")
    ann.buy()
    desk.do("g200\n10\n\nTs6c9d Td9h")
    assert ann.give(do.PlaceWager(box=3, wager="main", amounts=(1_000,)))["ok"]
    desk.do([MOVED, "Enter"])
    assert desk.state.phase == BETTING
    desk.page.wait_for_timeout(1_000)
    desk.do("\n")
    assert desk.state.phase != BETTING
