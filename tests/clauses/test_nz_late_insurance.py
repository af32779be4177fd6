"""Late insurance at a table dealt by hand: until the dealer has the second card (NZ-16.11)."""

import pytest
from msgspec.structs import replace

from pitboss.engine import do
from pitboss.engine.legal import legal
from pitboss.engine.state import Automations
from pitboss.engine.state.invariants import broken
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed
from tests.engine.test_manual import ENTERED, dealing, enter

LATE = do.Insure(by="bob", box=2, amounts=(1000,))
KEYED = Automations(cards=False, remembers=True)
MISSED = do.Report(by=DEALER, what="missed_insurance", box=2, player="bob")


def second_card_due(*wagers: str, automations: Automations = ENTERED) -> AtTable:
    """The players have played against an ace, and the dealer draws the second card next."""
    at = staffed("nz", automations=automations)
    at.deal(*wagers, by=DEALER)
    enter(at, "Ts Th Ad 9h 9c")
    at.do(do.CloseInsurance(by=DEALER))
    at.play("1 stand", "2 stand")
    assert at.state.awaits_second_card
    return at


@pytest.mark.clause("NZ-16.11")
@pytest.mark.parametrize("second, net", [("Kc", 0), ("6c", 1000)])
def test_who_was_not_asked_insures_while_the_second_card_is_awaited(second: str, net: int) -> None:
    at = second_card_due("1 ann main 10", "2 bob main 20")
    at.refuse(LATE, "NZ-9.2-s2")
    at.do(MISSED)
    (offer,) = legal(at.state, "bob")
    assert (offer.do, offer.high) == ("insure", 1000)
    at.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "NZ-9.2-s2")
    at.refuse(do.Insure(by="bob", box=2, amounts=(1050,)), "NZ-9.3-a")
    at.do(LATE)
    at.refuse(MISSED, "NZ-16.11")
    assert not legal(at.state, "bob")
    enter(at, second)
    # A 6 makes 17, and 19 wins what the insurance lost.
    assert at.state.chips["bob"] == PURSE + net
    assert not broken(at.state)


@pytest.mark.clause("NZ-16.11")
def test_a_card_that_ends_the_last_hand_does_not_end_the_right() -> None:
    at = dealing("nz", "1 ann main 10", "2 bob main 20")
    enter(at, "Ts Th Ad 9h 6c")
    at.do(do.CloseInsurance(by=DEALER))
    at.play("1 stand", "2 hit")
    at.refuse(LATE, "NZ-8.3")
    enter(at, "8c")
    at.do(MISSED)
    at.do(LATE)
    enter(at, "Kc")
    assert at.state.chips == {"ann": PURSE - 1000, "bob": PURSE}


@pytest.mark.clause("NZ-16.11")
def test_it_is_too_late_once_the_second_card_is_entered() -> None:
    at = second_card_due("1 ann main 10", "2 bob main 20")
    at.do(MISSED)
    enter(at, "2c")
    assert at.state.awaiting is not None
    at.refusal(LATE)
    at.refuse(MISSED, "NZ-16.11")


@pytest.mark.clause("NZ-16.11")
def test_late_insurance_is_taken_back_like_anything_else() -> None:
    at = second_card_due("1 ann main 10", "2 bob main 20", automations=KEYED)
    at.do(MISSED)
    before = at.state
    at.do(LATE)
    at.do(do.TakeBack(by=FLOOR, reason="bob meant box 3"))
    assert replace(at.state, remembered=()) == replace(before, remembered=())
    at.do(LATE)
    enter(at, "Kc")
    assert at.state.chips["bob"] == PURSE
