"""New Zealand: a human dealer with a physical shoe enters each card and does each step."""

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDiscarded, CutCardReached
from pitboss.engine.state import BY_HAND
from tests.clauses.staffed import DEALER, FLOOR, StaffedTable, report, staffed

HALF = 104


def by_hand(*, behind: int = 0, **options: object) -> StaffedTable:
    """A table of four decks whose cards the staff has made ready, with ann at it."""
    table = staffed("nz", "ann", automations=BY_HAND, decks=4, **options)
    table.carry_out("opening")
    table.carry_out("shuffle", behind=behind)
    return table


def play_round(table: StaffedTable) -> None:
    """A round in which ann stands on 19 against 17."""
    table.deal("1 ann main 10", by=DEALER)
    table.enter("Ts 9d 9h")
    table.play("1 stand")
    table.enter("8h")


@pytest.mark.clause("NZ-4.2-s2", "NZ-8.3")
def test_only_the_dealer_enters_cards_and_only_when_one_is_due() -> None:
    table = by_hand()
    (card,) = parse_cards("Ts")
    table.refusal(do.EnterCard(by=DEALER, card=card))
    table.deal("1 ann main 10", by=DEALER)
    for somebody in ("ann", FLOOR, ""):
        table.refuse(do.EnterCard(by=somebody, card=card), "NZ-4.2-s2")
    table.refuse(do.Hit(by="ann", box=1), "NZ-8.3")
    table.enter("Ts 9d 9h")
    table.play("1 stand")
    table.enter("8h")
    assert [event.net for event in table.all_of(WagerSettled)] == [1000]
    assert table.all_of(RoundEnded)


@pytest.mark.clause("NZ-8.7", "NZ-7.1-c")
def test_the_cutting_card_is_met_in_a_physical_shoe_too() -> None:
    table = by_hand(behind=HALF)
    table.discard(HALF - 2)
    play_round(table)
    assert [event.box for event in table.all_of(CutCardReached)] == [1]
    table.bet("1 ann main 10")
    table.refuse(do.Deal(by=DEALER), "NZ-8.7")
    table.carry_out("shuffle", behind=HALF)
    table.deal(by=DEALER)


@pytest.mark.clause("NZ-16.1")
def test_a_face_up_card_in_the_middle_of_the_deal_is_left_out() -> None:
    table = by_hand()
    table.deal("1 ann main 10", by=DEALER)
    table.enter("Ts")
    table.do(report("face_up_card"))
    table.enter("9d 9h")
    table.play("1 stand")
    table.enter("8h")
    assert [event.clause for event in table.all_of(CardDiscarded)] == ["NZ-16.1"]
    assert [event.net for event in table.all_of(WagerSettled)] == [1000]
    assert table.state.position == 5


@pytest.mark.clause("NZ-7.2", "NZ-7.6-b")
def test_a_continuous_shuffler_needs_no_cut_between_rounds() -> None:
    table = by_hand(shuffler="continuous")
    for _ in range(3):
        play_round(table)
    assert len(table.all_of(RoundEnded)) == 3
    assert not table.all_of(CutCardReached)
