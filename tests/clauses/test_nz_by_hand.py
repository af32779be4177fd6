"""New Zealand: a human dealer with a physical shoe enters each card and does each step."""

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDiscarded, CutCardReached
from pitboss.engine.state import BY_HAND
from pitboss.engine.state.preparation import due_step
from pitboss.engine.table import open_table
from tests.clauses.nz_table import DEALER, SUPERVISOR, assign, performer, report
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE, AtTable

HALF = 104


def by_hand(*, behind: int = 0, **options: object) -> AtTable:
    """A table of four decks whose cards the staff has made ready, with a wager of ann's."""
    table = AtTable(open_table(rules_of("nz", decks=4, **options), BY_HAND))
    assign(table)
    table.do(do.BuyIn(player="ann", amount=PURSE))
    prepare(table, "opening", behind)
    prepare(table, "shuffle", behind)
    return table


def prepare(table: AtTable, name: str, behind: int) -> None:
    """Carry a procedure out."""
    table.do(do.BeginProcedure(by=DEALER, name=name))
    while step := due_step(table.state):
        position = {"cut": 60, "place_cut_card": behind}.get(step.do, 0)
        table.do(do.Perform(by=performer(table), step=step.do, position=position))


def enter(table: AtTable, cards: str) -> None:
    """The dealer draws these cards."""
    for card in parse_cards(cards):
        table.do(do.EnterCard(by=DEALER, card=card))


def play_round(table: AtTable) -> None:
    """A round in which ann stands on 19 against 17."""
    table.bet("1 ann main 10")
    table.do(do.Deal(by=DEALER))
    enter(table, "Ts 9d 9h")
    table.do(do.Stand(by="ann", box=1))
    enter(table, "8h")


@pytest.mark.clause("NZ-4.2-s2", "NZ-8.3")
def test_only_the_dealer_enters_cards_and_only_when_one_is_due() -> None:
    table = by_hand()
    (card,) = parse_cards("Ts")
    table.refusal(do.EnterCard(by=DEALER, card=card))
    table.bet("1 ann main 10")
    table.do(do.Deal(by=DEALER))
    for somebody in ("ann", SUPERVISOR, ""):
        table.refuse(do.EnterCard(by=somebody, card=card), "NZ-4.2-s2")
    table.refuse(do.Hit(by="ann", box=1), "NZ-8.3")
    enter(table, "Ts 9d 9h")
    table.do(do.Stand(by="ann", box=1))
    enter(table, "8h")
    assert [event.net for event in table.all_of(WagerSettled)] == [1000]
    assert table.all_of(RoundEnded)


@pytest.mark.clause("NZ-8.7", "NZ-7.1-c")
def test_the_cutting_card_is_met_in_a_physical_shoe_too() -> None:
    table = by_hand(behind=HALF)
    for _ in range(HALF - 2):
        table.do(report("face_up_card"))
    play_round(table)
    assert [event.box for event in table.all_of(CutCardReached)] == [1]
    table.bet("1 ann main 10")
    table.refuse(do.Deal(by=DEALER), "NZ-8.7")
    prepare(table, "shuffle", HALF)
    table.do(do.Deal(by=DEALER))


@pytest.mark.clause("NZ-16.1")
def test_a_face_up_card_in_the_middle_of_the_deal_is_left_out() -> None:
    table = by_hand()
    table.bet("1 ann main 10")
    table.do(do.Deal(by=DEALER))
    enter(table, "Ts")
    table.do(report("face_up_card"))
    enter(table, "9d 9h")
    table.do(do.Stand(by="ann", box=1))
    enter(table, "8h")
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
