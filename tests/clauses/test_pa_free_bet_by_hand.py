"""Free Bet dealt by hand: cards that the dealer leaves out are made good as the clauses say."""

import pytest

from pitboss.cards import parse_card, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.floor.by_hand import card_due
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state import Automations
from pitboss.engine.state.invariants import broken
from pitboss.engine.table import run
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, StaffedTable, staffed

RULEBOOK = "pa_free_bet"
BY_HAND = Automations(cards=False)
"""The dealer enters each card from a physical shoe that is ready."""


def dealing(*wagers: str, **options: object) -> StaffedTable:
    """A table whose dealer has begun to deal."""
    at = staffed(RULEBOOK, automations=BY_HAND, **options)
    at.deal(*wagers, by=DEALER)
    return at


def due(at: AtTable) -> tuple[int, int]:
    """The box and hand for which a card is due; box 0 is the dealer."""
    needed = card_due(at.state, run)
    assert needed is not None
    return needed.box, needed.hand


def enter(at: AtTable, cards: str) -> None:
    """Enter cards one after another."""
    for card in cards.split():
        at.do(do.EnterCard(by=DEALER, card=parse_card(card)))


def dealt(at: StaffedTable) -> list[tuple[int, str]]:
    """Every card dealt face up, with its box."""
    return [(e.box, show_card(e.card)) for e in at.all_of(CardDealt) if e.is_up]


@pytest.mark.clause("PA-7-e", "PA-7-t")
def test_cards_are_entered_in_the_order_of_the_deal() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    places = []
    for card in ("9s", "8h", "7h", "9d", "8d"):
        places.append(due(at))
        at.refuse(do.EnterCard(by="ann", card=parse_card(card)), "PA-7-t")
        enter(at, card)
    assert places == [(1, 1), (2, 1), (0, 1), (1, 1), (2, 1)]
    assert at.state.phase == "playing"


@pytest.mark.clause("PA-12-e")
def test_a_first_card_the_dealer_left_out_comes_after_the_players() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h")
    assert due(at) == (0, 1)
    at.do(Report(by=DEALER, what="missed_dealer_card"))
    assert due(at) == (1, 1), "both passes of the players are finished first"
    enter(at, "9d 8d")
    assert due(at) == (0, 1)
    enter(at, "7h")
    assert dealt(at) == [(1, "9s"), (2, "8h"), (1, "9d"), (2, "8d"), (0, "7h")]
    assert at.state.has_hole
    assert at.state.phase == "playing"


@pytest.mark.clause("PA-12-g-s2")
def test_a_box_with_one_card_has_its_second_after_the_others() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h 7h")
    assert due(at) == (1, 1)
    at.do(Report(by=DEALER, what="missed_card", box=1, choice="late"))
    assert due(at) == (2, 1)
    enter(at, "8d")
    assert due(at) == (1, 1)
    enter(at, "9d")
    assert at.state.phase == "playing"
    assert dealt(at)[3:] == [(2, "8d"), (1, "9d")]


@pytest.mark.clause("PA-12-g")
def test_a_box_passed_over_twice_has_its_wagers_back() -> None:
    at = dealing("1 ann main 10", "1 ann push_22 5", "2 bob main 10", push_22="a")
    assert due(at) == (1, 1)
    at.do(Report(by=DEALER, what="missed_box", box=1))
    assert due(at) == (2, 1)
    enter(at, "8h 7h 8d")
    assert at.state.phase == "playing"
    assert at.state.chips["ann"] == PURSE
    assert [box for box, _ in dealt(at)] == [2, 0, 2]
    at.play("2 stand")


@pytest.mark.clause("PA-12-c", "PA-12-c-s2")
def test_a_card_that_was_seen_is_named_and_dealt_next() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "2s 3h 6h 9d 8d")
    at.do(Report(by=DEALER, what="exposed_card", card=parse_card("5s")))
    assert at.state.exposed == parse_card("5s")
    at.play("1 refuse_card", "2 hit")
    assert dealt(at)[-1] == (2, "5s"), "it need not be entered again"
    at.play("2 hit")
    assert due(at) == (2, 1)
    enter(at, "3c")
    assert dealt(at)[-1] == (2, "3c")


def missed(box: int, choice: str, hand: int = 0) -> Report:
    """The dealer's report that a card which was asked for was not dealt."""
    return Report(by=DEALER, what="missed_request", box=box, hand=hand, choice=choice)


@pytest.mark.clause("PA-12-h")
def test_a_request_is_missed_while_its_card_is_awaited() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h 7h 2d 8d")
    at.play("1 hit")
    at.do(missed(1, "late"))
    assert at.state.turn == (2, 1), "the others come first"
    at.play("2 stand")
    assert at.state.turn == (1, 1)
    at.play("1 hit")
    enter(at, "9c")
    assert dealt(at)[-1] == (1, "9c")
    assert not at.all_of(HoleCardRevealed)


@pytest.mark.clause("PA-12-h")
def test_or_the_hand_is_dead_while_its_card_is_awaited() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h 7h 2d 8d")
    at.play("1 hit")
    at.refuse(missed(1, ""), "PA-12-h")
    at.do(missed(1, "dead"))
    assert at.state.chips["ann"] == PURSE
    assert at.state.turn == (2, 1)


@pytest.mark.clause("PA-12-h")
@pytest.mark.parametrize("choice", ["late", "dead"])
def test_a_request_is_missed_while_another_card_is_awaited(choice: str) -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h 7h 2d 2c")
    at.play("1 stand", "2 hit")
    at.do(missed(1, choice))
    assert due(at) == (2, 1), "bob still gets the card that he asked for"
    enter(at, "9d")
    at.play("2 stand")
    if choice == "late":
        assert at.state.turn == (1, 1)
        at.play("1 hit")
        enter(at, "Ts")
        assert dealt(at)[-1] == (1, "Ts")
    else:
        assert at.state.chips["ann"] == PURSE
    assert not at.all_of(HoleCardRevealed)
    assert not broken(at.state)


@pytest.mark.clause("PA-12-h")
@pytest.mark.parametrize("choice", ["late", "dead"])
def test_a_request_is_missed_until_the_hole_card_is_shown(choice: str) -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h 7h 2d 8d")
    at.play("1 stand", "2 stand")
    assert due(at) == (0, 2), "the dealer is about to turn the hole card"
    at.do(missed(1, choice))
    if choice == "late":
        assert at.state.turn == (1, 1)
        at.play("1 hit")
        enter(at, "9c")
        at.play("1 stand")
    assert due(at) == (0, 2)
    enter(at, "5c")
    assert len(at.all_of(HoleCardRevealed)) == 1
    at.refuse(missed(2, choice), "PA-12-h")
    enter(at, "6c")
    won = {"late": PURSE + 1_000, "dead": PURSE}
    assert at.state.chips == {"ann": won[choice], "bob": PURSE - 1_000}


@pytest.mark.clause("PA-12-h")
def test_the_missed_card_of_a_double_comes_last_and_alone() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 8h 7h 2d 8d")
    at.play("1 double")
    at.do(missed(1, "late"))
    assert at.state.turn == (2, 1)
    at.play("2 stand")
    assert due(at) == (1, 1)
    enter(at, "9c")
    assert at.state.hand(1, 1).how == "doubled"
    assert due(at) == (0, 2)


@pytest.mark.clause("PA-12-h")
def test_a_double_goes_on_when_another_request_was_missed() -> None:
    at = dealing("1 ann main 10", "2 bob main 10")
    enter(at, "9s 6h 7h 2d 5d")
    at.play("1 stand", "2 double")
    at.do(missed(1, "late"))
    assert due(at) == (2, 1)
    enter(at, "9c")
    assert at.state.hand(2, 1).how == "doubled"
    assert at.state.turn == (1, 1)
