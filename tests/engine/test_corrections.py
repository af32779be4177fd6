"""Corrections: of which payout, by which two people, each under its number."""

import pytest

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.deal import Deal
from pitboss.engine.floor.corrections import (
    CORRECTIONS_MAX,
    ConfirmCorrection,
    CorrectionMade,
    CorrectionProposed,
    CorrectionRejected,
    ProposeCorrection,
    RejectCorrection,
    settled_in,
)
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.table import replay
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

SHOE = "Ts 7d Qh Tc  Th 7s Kh Td  Kd 7h Qc Jc"
"""Three rounds of twenty against seventeen."""


def played(rounds: int) -> AtTable:
    """A table after so many rounds, each of them won by ann on box 1."""
    at = staffed("nz")
    known = parse_cards(SHOE)
    at.do(LoadShoe(cards=known + rest_of_shoe(at.state.rules.decks_in_play, known)))
    for _ in range(rounds):
        at.bet("1 ann main 10")
        at.do(Deal())
        at.do(Stand(by="ann", box=1))
    return at


def of(number: int, **changes: object) -> ProposeCorrection:
    """A correction of what ann was paid in a round, with something else about it."""
    given = {
        "by": DEALER, "player": "ann", "amount": 500, "reason": "paid short", "round": number,
        "box": 1, "hand": 1, "wager": "main", **changes,
    }  # fmt: skip
    return ProposeCorrection(**given)  # type: ignore[arg-type]


def test_a_correction_names_a_payout_of_a_round() -> None:
    at = played(2)
    (event,) = at.do(of(2))
    assert event == CorrectionProposed(
        DEALER, "ann", 500, "paid short", 1, round=2, box=1, hand=1, wager="main"
    )
    for wrong in (
        of(3), of(-1), of(2, box=2), of(2, hand=0), of(2, wager="insurance"),
        of(2, wager=""), of(2, player="eve"),
    ):  # fmt: skip
        refused = at.refusal(wrong)
        assert (refused.code, refused.clause) == (Code.UNKNOWN, ""), wrong
    # The table remembers what was settled in the last round; the server looks up the others.
    assert settled_in(at.state, 1) is None
    at.do(of(1))


def test_what_is_settled_early_can_be_corrected_in_its_round() -> None:
    at = played(1)
    at.bet("1 ann main 10")
    at.do(Deal())
    assert at.refusal(of(2)).code == Code.UNKNOWN
    at.do(of(1))
    at.do(Stand(by="ann", box=1))
    assert [one.net for one in settled_in(at.state, 2) or ()] == [1_000]


def test_several_wait_and_each_is_answered_by_its_number() -> None:
    at = played(2)
    at.do(of(2))
    at.do(of(1, amount=700, by=FLOOR))
    at.do(of(2, amount=-300))
    assert [one.number for one in at.state.floor.corrections] == [1, 2, 3]
    # Whoever read the first does not confirm another that came after it.
    assert at.do(ConfirmCorrection(by=FLOOR, number=1)) == (
        CorrectionMade(DEALER, FLOOR, "ann", 500, "paid short", 1, 2, 1, 1, "main"),
    )
    before = at.state.chips["ann"]
    assert at.refusal(ConfirmCorrection(by=FLOOR, number=1)).text == "no correction 1 waits"
    assert at.refusal(ConfirmCorrection(by=FLOOR, number=2)).text == "a second person must agree"
    assert at.refusal(ConfirmCorrection(by=FLOOR)).code == Code.WRONG_TIME
    assert at.refusal(RejectCorrection(by=FLOOR, number=4, reason="x")).code == Code.WRONG_TIME
    assert at.refusal(RejectCorrection(by=FLOOR, number=3, reason="")).code == Code.UNKNOWN
    assert at.refusal(RejectCorrection(by=DEALER, number=3, reason="x")).code == Code.NOT_YOURS
    rejected = RejectCorrection(by=FLOOR, number=3, reason="it was right")
    assert at.do(rejected) == (CorrectionRejected(FLOOR, 3, "ann", -300, "it was right"),)
    assert [one.number for one in at.state.floor.corrections] == [2]
    assert at.state.chips["ann"] == before
    # A number is never given twice.
    at.do(of(2))
    assert at.state.floor.corrections[-1].number == 4


def test_no_more_wait_than_two_people_can_look_through() -> None:
    at = played(1)
    for _ in range(CORRECTIONS_MAX):
        at.do(of(1))
    refused = at.refusal(of(1))
    assert (refused.code, refused.limit) == (Code.WRONG_TIME, CORRECTIONS_MAX)
    at.do(RejectCorrection(by=FLOOR, number=7, reason="twice"))
    at.do(of(1))


@pytest.mark.parametrize("amount", [500, -500])
def test_a_log_from_before_they_had_numbers_comes_out_the_same(amount: int) -> None:
    """One waited at a time, and the next one took its place."""
    at = staffed("nz", "ann")
    start = at.state
    at.do(of(0, box=0, hand=0, wager="", amount=1))
    before = len(at.events)
    at.do(of(0, box=0, hand=0, wager="", amount=amount))
    assert at.do(ConfirmCorrection(by=FLOOR)) == (
        CorrectionMade(DEALER, FLOOR, "ann", amount, "paid short"),
    )
    assert at.state.chips["ann"] == PURSE + amount
    assert at.state.floor.corrections == ()
    assert replay(start, at.events[before - 1 :]) == at.state
