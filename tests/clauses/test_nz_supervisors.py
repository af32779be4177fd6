"""New Zealand: game supervisors and casino supervisors, where the clauses tell them apart."""

import pytest

from pitboss.engine import do
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.rulebook.refusals import Code
from tests.clauses.nz_table import ready, unopened
from tests.clauses.staffed import DEALER, FLOOR, staffed


@pytest.mark.clause("NZ-7.1-d", "NZ-7.1-e")
@pytest.mark.parametrize(
    "who, is_suspect, clause",
    [
        ("cas", False, "NZ-7.1-d"),
        ("cas", True, "NZ-7.1-e"),
        (FLOOR, True, "NZ-7.1-e"),
    ],
)
@pytest.mark.parametrize("is_in_round", [True, False])
def test_a_supervisor_has_the_cards_shuffled_after_the_round(
    who: str, clause: str, *, is_suspect: bool, is_in_round: bool
) -> None:
    """At will it is the casino supervisor's, and where there is a doubt any supervisor's."""
    table = ready("Ts 9d 9h 8h", "3 ann main 10")
    table.do(do.AssignStaff(name="cas", role="casino_supervisor"))
    for somebody in (DEALER, "ann", "eve", ""):
        table.refusal(do.OrderShuffle(by=somebody, reason="worn", is_suspect=is_suspect))
    if is_in_round:
        table.deal(by=DEALER)
    table.refuse(do.OrderShuffle(by=FLOOR, reason="worn"), "NZ-7.1-d", Code.NOT_YOURS)
    events = table.do(do.OrderShuffle(by=who, reason="worn", is_suspect=is_suspect))
    assert events == (ShuffleOrdered(who, "worn", clause),)
    if is_in_round:
        table.stand_all()
        assert table.all_of(RoundEnded)
        table.bet("3 ann main 10")
    table.refuse(do.Deal(by=DEALER), clause)
    table.carry_out("shuffle")
    table.deal(by=DEALER)


@pytest.mark.clause("NZ-6.1")
@pytest.mark.parametrize("role", ["supervisor", "casino_supervisor"])
def test_a_supervisor_of_either_kind_inspects_the_decks_after_the_dealer(role: str) -> None:
    table = unopened("ann", card_source="fresh")
    table.do(do.AssignStaff(name="cas", role=role))
    table.do(do.BeginProcedure(by=DEALER, name="opening"))
    table.refuse(do.Perform(by="cas", step="inspect"), "NZ-6.1")
    table.do(do.Perform(by=DEALER, step="inspect"))
    table.refuse(do.Perform(by=DEALER, step="inspect"), "NZ-6.1")
    table.do(do.Perform(by="cas", step="inspect"))


@pytest.mark.parametrize("rulebook", ["tribal", "pa_free_bet", "house", "double_deck"])
def test_other_rulebooks_do_not_tell_supervisors_apart(rulebook: str) -> None:
    table = staffed(rulebook)
    table.do(do.AssignStaff(name="cas", role="casino_supervisor"))
    for name in (FLOOR, "cas"):
        assert isinstance(table.do(do.OrderShuffle(by=name, reason="worn"))[0], ShuffleOrdered)
