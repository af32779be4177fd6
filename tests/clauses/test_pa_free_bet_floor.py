"""Free Bet: readers, shufflers and shoes that fail, who may do what, and what is called out."""

from functools import partial

import pytest
from msgspec.structs import replace

from pitboss.cards import full_shoe, parse_card, parse_cards, rest_of_shoe, show_card
from pitboss.engine import do
from pitboss.engine.announce import Announcement, announcements
from pitboss.engine.automatic import shuffle_due
from pitboss.engine.declare import Command, evolve
from pitboss.engine.floor.irregularities.equipment import ShufflerTurnedOff
from pitboss.engine.floor.irregularities.report import IrregularityReported
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.state import ONLINE
from pitboss.engine.state.invariants import broken
from pitboss.engine.table import open_table
from pitboss.rulebook.refusals import Code
from pitboss.shuffle import shuffled
from tests.clauses.options import rules_of
from tests.clauses.staffed import DEALER, FLOOR, STEP_BY_STEP, StaffedTable, seated, staffed

RULEBOOK = "pa_free_bet"

dealt = partial(seated, RULEBOOK)
"""A staffed table after the deal of these cards for these wagers."""


@pytest.mark.clause("PA-12-i")
def test_the_floor_is_told_of_a_needless_reading_and_play_goes_on() -> None:
    at = dealt("Ts 7h 9d Tc", "1 ann main 10")
    before = at.state
    at.refuse(do.Report(by=DEALER, what="reader_misused"), "PA-12-i")
    events = at.do(do.Report(by=FLOOR, what="reader_misused"))
    assert events == (IrregularityReported("reader_misused", FLOOR, 0, 0, "PA-12-i"),)
    assert at.state == before
    at.play("1 stand")


@pytest.mark.clause("PA-12-j", "PA-2-d")
def test_nothing_is_dealt_while_the_reader_is_out_of_order() -> None:
    at = dealt("Ts Kh 9d 9c", "1 ann main 10")
    at.do(do.Report(by=DEALER, what="reader_failed"))
    for command in (
        do.Hit(by="ann", box=1),
        do.Stand(by="ann", box=1),
        do.Deal(),
        do.CloseInsurance(),
        do.PlaceWager(by="ann", box=2, wager="main", amounts=(500,)),
    ):
        at.refuse(command, "PA-12-j", Code.PAUSED)
    assert at.refusal(do.Report(by=DEALER, what="reader_repaired")).clause == "PA-12-j"
    at.do(do.Report(by=FLOOR, what="reader_repaired"))
    at.play("1 stand")
    assert len(at.all_of(RoundEnded)) == 1, "the round goes on where it stood"


@pytest.mark.clause("PA-12-k")
def test_cards_from_a_jammed_shuffler_are_shuffled_again() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch")
    at.carry_out("opening")
    at.carry_out("shuffle", until="cut", cards=shuffled(at.shoe(), b"jammed"))
    at.do(do.Report(by=DEALER, what="shuffler_jammed"))
    assert at.state.prep.stack == ()
    assert at.refusal(do.Perform(by="ann", step="cut", position=100)).code == Code.STEP_NOT_DUE
    at.walk(until="shuffle")
    assert at.due == "shuffle"
    at.refuse(do.Perform(by="ann", step="cut", position=100), "PA-5-a")
    at.do(do.Perform(by=DEALER, step="shuffle", cards=shuffled(at.shoe(), b"again")))
    at.walk()
    assert sorted(at.state.shoe) == sorted(at.shoe())


@pytest.mark.clause("PA-12-k")
def test_a_jam_between_rounds_ends_the_shoe() -> None:
    at = dealt("Ts 7h 9d Tc", "1 ann main 10", shuffler="batch")
    at.do(do.Report(by=DEALER, what="shuffler_jammed"))
    at.play("1 stand")
    at.bet("1 ann main 10")
    assert at.refusal(do.Deal()).code == Code.SHUFFLE_DUE
    at.do(do.LoadShoe(cards=full_shoe(6)))
    at.deal()


@pytest.mark.clause("PA-12-l")
def test_while_the_shuffler_is_out_of_use_no_machine_shuffle_begins() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch")
    at.prepare()
    at.do(do.Report(by=DEALER, what="shuffler_failed"))
    assert at.all_of(ShufflerTurnedOff) == [ShufflerTurnedOff("PA-12-l")]
    at.refuse(do.Report(by=DEALER, what="shuffler_failed"), "PA-12-l")
    at.refuse(do.BeginProcedure(by=DEALER, name="shuffle"), "PA-12-l")
    at.carry_out("shuffle_by_hand")
    assert at.state.floor.shuffler == "covered"
    at.refuse(do.BeginProcedure(by=DEALER, name="shuffle"), "PA-12-l")
    # The floor puts it back.
    at.refuse(do.Report(by=DEALER, what="shuffler_repaired"), "PA-12-l")
    at.do(do.Report(by=FLOOR, what="shuffler_repaired"))
    at.refuse(do.Report(by=FLOOR, what="shuffler_repaired"), "PA-12-l")
    at.carry_out("shuffle")


@pytest.mark.clause("PA-12-l")
def test_a_shuffler_that_fails_at_work_gives_way_to_a_shuffle_by_hand() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch")
    at.carry_out("opening")
    at.carry_out("shuffle", until="shuffle")
    at.do(do.Report(by=DEALER, what="shuffler_failed"))
    at.refuse(do.Perform(by=DEALER, step="shuffle", cards=at.shoe()), "PA-12-l")
    assert at.carry_out("shuffle_by_hand")[0] == "cover_shuffler"
    assert sorted(at.state.shoe) == sorted(at.shoe())


@pytest.mark.clause("PA-12-l")
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_cards_are_not_loaded_before_the_failed_shuffler_is_covered(shuffler: str) -> None:
    at = dealt("Ts 7h 9d Tc", "1 ann main 10", shuffler=shuffler)
    at.refuse(do.Report(by=DEALER, what="shuffler_covered"), "PA-12-l")
    at.do(do.Report(by=DEALER, what="shuffler_failed"))
    at.play("1 stand")
    at.refuse(do.LoadShoe(cards=full_shoe(6)), "PA-12-l")
    assert not shuffle_due(at.state, 0)
    if shuffler == "continuous":
        at.bet("1 ann main 10")
        at.refuse(do.Deal(), "PA-12-l")
    at.do(do.Report(by=DEALER, what="shuffler_covered"))
    at.do(do.LoadShoe(cards=full_shoe(6)))


@pytest.mark.clause("PA-12-l")
def test_a_failed_shuffler_is_covered_before_a_shuffle_by_hand() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP, shuffler="batch")
    at.prepare()
    at.do(do.Report(by=DEALER, what="shuffler_failed"))
    at.begin("shuffle_by_hand")
    at.refuse(do.Perform(by=DEALER, step="count", position=312), "PA-12-l")
    at.refuse(do.Perform(by=DEALER, step="shuffle", cards=at.shoe()), "PA-12-l")
    at.do(do.Perform(by=DEALER, step="cover_shuffler"))
    assert at.all_of(StepDone)[-1].clause == "PA-12-l"
    assert at.walk() == ["count", "shuffle", "stack", "cut", "place_cut_card", "load"]
    assert "shuffle_by_hand" not in rules_of(RULEBOOK).procedures


def nearly_empty(left: int) -> StaffedTable:
    """A table, burning as the rules say, that has so many cards in the shoe before the deal."""
    at = staffed(RULEBOOK, "ann", automations=ONLINE)
    last = parse_cards("2c Ts 7h 4d 5c 6s 7d 8h")
    front = rest_of_shoe(6, last)
    at.do(do.LoadShoe(cards=front + last))
    gone = 312 - left
    at.state = replace(at.state, position=gone, discards=at.state.shoe[:gone])
    at.bet("1 ann main 10")
    return at


@pytest.mark.clause("PA-12-f", "PA-12-f-s2")
def test_a_round_is_finished_with_the_shuffled_discards() -> None:
    at = nearly_empty(5)
    at.state = replace(at.state, shoe=at.state.shoe[:-8] + parse_cards("6s 7d 8h 2c Ts 7h 4d 5c"))
    at.state = replace(at.state, discards=at.state.shoe[:307])
    at.deal()
    assert at.state.position == 312
    at.refuse(do.Hit(by="ann", box=1), "PA-12-f", Code.SHOE_EMPTY)
    discards = at.state.discards
    at.refuse(do.LoadShoe(cards=discards[1:]), "PA-12-f")
    at.refuse(do.LoadShoe(cards=full_shoe(6)), "PA-12-f")
    new = shuffled(discards, b"discards")
    at.refuse(do.LoadShoe(cards=new, cut=9), "PA-5-d")
    events = at.do(do.LoadShoe(cards=new, cut=20))
    first, second = new[20], new[21]
    assert CardBurned(first, "PA-12-f-s2") in events, "the first card is not played"
    assert at.state.discards == (first,)
    drawn = at.do(do.Hit(by="ann", box=1))
    assert next(e for e in drawn if isinstance(e, CardDealt)).card == second
    while at.state.phase == "playing":
        at.play("1 stand")
    assert len(at.all_of(RoundEnded)) == 1
    assert broken(at.state) == ""


@pytest.mark.clause("PA-12-f", "PA-12-f-s2")
def test_what_is_left_in_the_shoe_is_dealt_first() -> None:
    at = nearly_empty(8)
    at.deal()
    left = at.state.shoe[at.state.position :]
    assert [show_card(card) for card in left] == ["6s", "7d", "8h"]
    new = shuffled(at.state.discards, b"discards")
    events = at.do(do.LoadShoe(cards=new, cut=20))
    assert CardBurned(new[20], "PA-12-f-s2") in events, "the first card of the new stack"
    at.play("1 hit")
    assert at.all_of(CardDealt)[4].card == left[0]
    assert broken(at.state) == ""


@pytest.mark.clause("PA-12-f")
def test_nothing_is_refilled_while_the_shoe_lasts() -> None:
    at = nearly_empty(8)
    at.state = replace(at.state, position=100, discards=at.state.shoe[:100])
    at.deal()
    at.refuse(do.LoadShoe(cards=at.state.discards), "PA-12-f")


STAFF_ONLY: list[Command] = [
    do.Deal(),
    do.LoadShoe(cards=full_shoe(6)),
    do.CloseInsurance(),
    do.BeginProcedure(name="shuffle"),
    do.EnterCard(card=0),
    do.Report(what="face_up_card"),
    do.OrderShuffle(reason="x"),
    do.OrderRecut(reason="x"),
    do.Resume(),
    do.PermitEntry(player="ann"),
    do.AssignStaff(name="ann", role="dealer"),
    do.ProposeCorrection(player="ann", amount=100, reason="x"),
    do.ConfirmCorrection(),
]


@pytest.mark.clause("PA-7-t")
@pytest.mark.parametrize("who", ["ann", "eve"])
@pytest.mark.parametrize("command", STAFF_ONLY, ids=lambda command: type(command).__name__)
def test_neither_players_nor_spectators_work_the_table(command: Command, who: str) -> None:
    at = dealt("Ts 7h 9d Tc", "1 ann main 10")
    refused = at.refusal(replace(command, by=who))
    assert refused.code == Code.NOT_YOURS
    assert "PA-7-t" in refused.clauses


def said(at: StaffedTable) -> list[Announcement]:
    """Everything that was called out, in order."""
    state = open_table(at.state.rules, at.state.automations)
    calls: list[Announcement] = []
    for event in at.events:
        state = evolve(state, event)
        calls.extend(announcements(state, event))
    return calls


@pytest.mark.clause("PA-7-l-s3")
def test_the_dealers_total_is_called_after_each_card() -> None:
    at = dealt("Ts 2h 9d 3c 4s 5c 3d", "1 ann main 10")
    at.play("1 stand")
    heard = [call for call in said(at) if call.clauses == ("PA-7-l-s3",)]
    assert [call.text for call in heard] == ["Dealer: 9", "Dealer: 14", "Dealer: 17"]


@pytest.mark.clause("PA-7-h-1")
def test_a_blackjack_is_called_before_it_is_paid() -> None:
    at = dealt("As 7h Kd Tc", "1 ann main 10")
    assert [call.text for call in said(at) if call.clauses == ("PA-7-h-1",)] == ["1: blackjack"]


@pytest.mark.clause("PA-7-f")
@pytest.mark.parametrize("up, calls", [("Ah", ["Insurance"]), ("Th", []), ("9h", [])])
def test_insurance_is_called_under_an_ace(up: str, calls: list[str]) -> None:
    at = dealt(f"8s {up} 9d 5c", "1 ann main 10")
    assert [call.text for call in said(at) if call.name == "insurance"] == calls
    assert parse_card(up) == at.state.up
