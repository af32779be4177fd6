"""What supervisors and players say to what went wrong: every refusal, and what is booked."""

import pytest

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.betting.placing import AskPlace
from pitboss.engine.deal import Deal
from pitboss.engine.floor.corrections import ConfirmCorrection, CorrectionMade, ProposeCorrection
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.rulings import LaidHand, Rebuild, RefuseCard, Resume
from pitboss.engine.floor.staff import AssignStaff, PermitEntry
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.play.turns import HandReopened
from pitboss.engine.shoe.drawing import AskBurn
from pitboss.engine.shoe.loading import LoadShoe, OrderShuffle, ShuffleOrdered
from pitboss.engine.state.invariants import broken
from pitboss.engine.views import view
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed


def dealt(rulebook: str, cards: str, *wagers: str) -> AtTable:
    """A staffed table after the deal of these cards."""
    at = staffed(rulebook)
    known = parse_cards(cards)
    at.do(LoadShoe(cards=known + rest_of_shoe(at.state.rules.decks_in_play, known)))
    for line in wagers:
        at.bet(line)
    at.do(Deal())
    return at


def proposed(**changes: object) -> ProposeCorrection:
    """A correction for ann, with something else about it."""
    given = {"by": DEALER, "player": "ann", "amount": 500, "reason": "miscount", **changes}
    return ProposeCorrection(**given)  # type: ignore[arg-type]


def test_a_correction_names_whom_how_much_and_why() -> None:
    at = staffed("house", "ann")
    for fault in ({"player": "eve"}, {"amount": 0}, {"reason": ""}):
        assert at.refusal(proposed(**fault)).code == Code.UNKNOWN
    assert at.refusal(ConfirmCorrection(by=FLOOR)).code == Code.WRONG_TIME


def test_a_correction_needs_a_second_person() -> None:
    at = staffed("house", "ann")
    at.do(proposed(by=FLOOR))
    assert at.refusal(ConfirmCorrection(by=FLOOR)).text == "a second person must agree"
    at.do(AssignStaff(by=FLOOR, name="sam", role="supervisor"))
    at.do(ConfirmCorrection(by="sam"))
    assert at.state.chips["ann"] == PURSE + 500
    assert at.refusal(ConfirmCorrection(by="sam")).code == Code.WRONG_TIME
    assert at.all_of(CorrectionMade) == [CorrectionMade(FLOOR, "sam", "ann", 500, "miscount")]


@pytest.mark.parametrize("amount", [500, -500])
def test_a_correction_is_a_transfer_of_its_own(amount: int) -> None:
    at = staffed("house", "ann")
    at.do(proposed(amount=amount))
    at.do(ConfirmCorrection(by=FLOOR))
    books = opening()
    book(books, at.events)
    assert books["player ann"] == at.state.chips["ann"] == PURSE + amount
    assert books["float"] == -amount
    assert sum(books.values()) == 0


def test_nobody_is_corrected_below_nothing() -> None:
    at = staffed("house", "ann")
    at.do(proposed(amount=-PURSE - 1))
    refused = at.refusal(ConfirmCorrection(by=FLOOR))
    assert (refused.code, refused.limit) == (Code.NOT_ENOUGH_CHIPS, PURSE)


def test_only_a_stopped_table_is_let_go_on() -> None:
    at = dealt("house", "9s Th 2d 7c", "1 ann main 10")
    assert at.refusal(Resume(by=FLOOR)).code == Code.WRONG_TIME
    at.refuse(Report(by=FLOOR, what="dropped_card_identified"), "H-method-16")
    at.do(Report(by=DEALER, what="dropped_card"))
    assert at.refusal(Hit(by="ann", box=1)).code == Code.PAUSED
    at.do(Resume(by=FLOOR))
    at.do(Hit(by="ann", box=1))


@pytest.mark.parametrize("rulebook", ["house", "double_deck"])
def test_no_card_is_refused_where_no_clause_says_so(rulebook: str) -> None:
    at = dealt(rulebook, "9s Th 2d 7c", "1 ann main 10")
    assert at.refusal(RefuseCard(by="ann", box=1)).code == Code.NOT_OFFERED


@pytest.mark.parametrize("rulebook", ["house", "double_deck", "tribal", "pa_free_bet"])
def test_no_round_is_rebuilt_where_no_clause_says_so(rulebook: str) -> None:
    at = dealt(rulebook, "9s Th 2d 7c", "1 ann main 10")
    assert at.refusal(Rebuild(by=FLOOR, hands=(), dealer=())).code == Code.NOT_OFFERED


def test_a_hand_that_is_whole_when_rebuilt_takes_no_more_cards() -> None:
    """With the dealer's six ann has 21; when it goes back, she may act again."""
    at = dealt("nz", "Ts 9h 6d 5s 5d As 8c 9c", "1 ann main 10", "2 bob main 10")
    ten, nine, six, five, other = parse_cards("Ts 9h 6d 5s 5d")
    at.do(Hit(by="ann", box=1))
    (ace,) = parse_cards("As")
    bobs = LaidHand(2, 1, (nine, other))
    at.do(Rebuild(by=FLOOR, hands=(LaidHand(1, 1, (ten, five, six)), bobs), dealer=(ace,)))
    box = at.state.box(1)
    assert box is not None
    assert box.hands[0].how == "complete"
    at.do(Rebuild(by=FLOOR, hands=(LaidHand(1, 1, (ten, five, ace)), bobs), dealer=(six,)))
    assert at.all_of(HandReopened) == [HandReopened(1, 1, "NZ-16.5")]
    assert broken(at.state) == ""
    seen = view(at.state, "ann")
    assert seen.dealer == (six,)
    assert seen.boxes[1].hands[0].faces == (ten, five, ace)
    assert seen.boxes[2].hands[0].faces == (nine, other)


def test_no_hand_is_laid_twice_in_a_rebuilt_round() -> None:
    at = dealt("nz", "Ts 9h 8h", "1 ann main 10")
    ten, nine, eight = parse_cards("Ts 9h 8h")
    halves = (LaidHand(1, 1, (ten,)), LaidHand(1, 1, (eight,)))
    assert at.refusal(Rebuild(by=FLOOR, hands=halves, dealer=(nine,))).code == Code.UNKNOWN
    assert broken(at.state) == ""


def test_nobody_waits_without_a_name() -> None:
    at = staffed("house", "ann")
    assert at.refusal(AskPlace()).code == Code.UNKNOWN


def test_a_table_that_bars_nobody_permits_nobody() -> None:
    at = staffed("house", "ann")
    assert at.refusal(PermitEntry(by=FLOOR, player="ann")).code == Code.NOT_OFFERED


def test_a_shuffle_ordered_without_a_reason_is_the_houses() -> None:
    at = dealt("tribal", "Ts 7h 9s Td", "1 ann main 10")
    at.do(OrderShuffle(by=FLOOR, reason=""))
    assert [event.reason for event in at.all_of(ShuffleOrdered)] == ["house"]
    at.do(Stand(by="ann", box=1))
    at.bet("1 ann main 10")
    assert at.refusal(Deal()).code == Code.SHUFFLE_DUE


def test_what_is_asked_of_burned_cards() -> None:
    at = dealt("tribal", "Ts 7h 9s Td", "1 ann main 10")
    assert at.refusal(AskBurn(by="ann")).code == Code.UNKNOWN
    assert at.refusal(AskBurn(by="eve")).code == Code.NOT_YOURS
    other = dealt("house", "Ts 7h 9s Td", "1 ann main 10")
    assert other.refusal(AskBurn(by="ann")).code == Code.NOT_ALLOWED


def test_a_hand_that_stood_is_reopened_once_all_have_played() -> None:
    at = dealt("pa_free_bet", "Ts 2s 7h 2d 9d Tc", "1 ann main 10", "2 bob main 10")
    at.do(Stand(by="ann", box=1))
    at.do(Report(by=DEALER, what="missed_request", box=1, choice="late"))
    assert at.all_of(HandReopened) == [HandReopened(1, 1, "PA-12-h")]
