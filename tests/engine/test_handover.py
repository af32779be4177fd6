"""Who is on duty: a dealer relieves another where both have said so, or a supervisor has."""

import pytest

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.deal import Deal
from pitboss.engine.duties import duties
from pitboss.engine.floor.staff import (
    AssignStaff,
    HandOver,
    HandoverAsked,
    HandoverOffered,
    StaffAssigned,
    TakeTable,
    dealer_on_duty,
)
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.drawing import burn_due
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import ONLINE
from pitboss.engine.table import open_table
from pitboss.rulebook.refusals import Code
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

CHANGE = (StaffAssigned(DEALER, ""), StaffAssigned("dot", "dealer"))


def taken(by: str = "dot", role: str = "dealer") -> TakeTable:
    """Somebody of the house would come on duty."""
    return TakeTable(by=by, role=role)


def handed(by: str = DEALER, to: str = "dot", role: str = "dealer") -> HandOver:
    """Somebody would have another dealer come on duty."""
    return HandOver(by=by, to=to, role=role)


def test_where_nobody_deals_a_dealer_takes_the_table_at_once() -> None:
    at = AtTable(open_table(rules_of("tribal")))
    assert at.do(taken("dan")) == (StaffAssigned("dan", "dealer"),)
    assert at.do(taken("sue", "supervisor")) == (StaffAssigned("sue", "supervisor"),)
    assert at.do(taken("sam", "supervisor")) == (StaffAssigned("sam", "supervisor"),)
    assert at.state.floor.staff == {"dan": "dealer", "sue": "supervisor", "sam": "supervisor"}
    for again in (taken("dan"), taken("sue", "supervisor")):
        assert at.refusal(again).code == Code.WRONG_TIME


@pytest.mark.parametrize("is_asked_first", [True, False])
def test_both_dealers_have_said_so_in_either_order(is_asked_first: bool) -> None:
    at = staffed("tribal", "ann")
    first, then = (taken(), handed()) if is_asked_first else (handed(), taken())
    said = HandoverAsked("dot") if is_asked_first else HandoverOffered(DEALER, "dot")
    assert at.do(first) == (said,)
    assert dealer_on_duty(at.state) == DEALER
    assert at.do(then) == CHANGE
    assert (at.state.floor.taker, at.state.floor.handed_to) == ("", "")


def test_what_was_said_of_one_dealer_counts_for_no_other() -> None:
    at = staffed("tribal", "ann")
    at.do(taken("dot"))
    assert at.do(handed(to="dirk")) == (HandoverOffered(DEALER, "dirk"),)
    assert at.do(taken("dawn")) == (HandoverAsked("dawn"),)
    assert dealer_on_duty(at.state) == DEALER
    at.do(handed(to="dawn"))
    # It was dan who would have handed over to dirk, not dawn.
    assert at.do(taken("dirk")) == (HandoverAsked("dirk"),)
    assert dealer_on_duty(at.state) == "dawn"


def test_a_supervisor_decides_alone() -> None:
    at = staffed("tribal", "ann")
    assert at.do(handed(by=FLOOR)) == CHANGE


@pytest.mark.clause("T-f-3-s2")
def test_the_dealer_who_takes_over_burns_a_card() -> None:
    at = staffed("tribal", automations=ONLINE)
    known = parse_cards("As Ts 9h 9s Td")
    at.do(LoadShoe(cards=known + rest_of_shoe(at.state.rules.decks_in_play, known)))
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER))
    at.do(Stand(by="ann", box=1))
    for command in (taken(), handed()):
        assert burn_due(at.state) == ""
        at.do(command)
    assert at.state.rules.cited(burn_due(at.state)) == ("T-f-3-s2",)


def test_who_comes_on_duty_has_that_role_in_the_house_and_no_wager() -> None:
    at = staffed("tribal", "ann")
    at.bet("1 ann main 10")
    for command in (
        taken("eve", ""),
        taken("eve", "player"),
        taken("aud", "auditor"),
        taken("ann"),
        taken("ann", "supervisor"),
        handed(to="eve", role="player"),
        handed(to="sam", role="supervisor"),
        handed(to="", role=""),
        handed(to="ann"),
        handed(to=DEALER),
        handed(by="dot"),
        handed(by="ann"),
    ):
        assert at.refusal(command).text, command


def test_the_floor_is_told_whom_the_table_may_be_handed_over_to() -> None:
    at = staffed("tribal", "ann")
    assert not [one for one in duties(at.state) if one.do == "hand_over"]
    at.do(taken())
    (duty,) = [one for one in duties(at.state) if one.do == "hand_over"]
    assert (duty.by, duty.fields[0].choices) == (("dealer", "supervisor"), ("dot",))
    at.do(AssignStaff(name=DEALER, role=""))
    assert at.state.floor.taker == ""
    assert at.do(taken()) == (StaffAssigned("dot", "dealer"),)
