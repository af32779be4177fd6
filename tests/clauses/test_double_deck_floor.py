"""Double deck: hands that speak, breaches on record, and how the two decks are made ready."""

from functools import partial

import pytest

from pitboss.cards import full_shoe, parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.floor.irregularities.report import IrregularityReported
from pitboss.engine.play.acts import SignalGiven
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CutCardReached
from pitboss.engine.state import ONLINE
from pitboss.hands import hand_of
from pitboss.rulebook.refusals import Code
from tests.clauses.options import rules_of
from tests.clauses.staffed import DEALER, FLOOR, STEP_BY_STEP, seated, staffed

RULEBOOK = "double_deck"

dealt = partial(seated, RULEBOOK)
"""A staffed table after the deal of these cards for these wagers."""


@pytest.mark.clause("DD-14")
def test_a_scratch_asks_for_a_card() -> None:
    at = dealt("9s Th 2d 7c 5s", "1 ann main 10")
    at.do(do.Signal(by="ann", box=1, gesture="scratch"))
    assert [event.clause for event in at.all_of(SignalGiven)] == ["DD-14"]
    assert [event.box for event in at.all_of(CardDealt)][-1] == 1
    assert at.state.turn == (1, 1)


@pytest.mark.clause("DD-15")
def test_cards_tucked_under_the_wager_stand() -> None:
    at = dealt("9s Th 9d 7c 5s", "1 ann main 10")
    at.do(do.Signal(by="ann", box=1, gesture="tuck"))
    assert [event.clause for event in at.all_of(SignalGiven)] == ["DD-15"]
    assert at.all_of(HandFinished) == [HandFinished(1, 1, "stood")]
    assert len([event for event in at.all_of(CardDealt) if event.box == 1]) == 2


@pytest.mark.clause("DD-14", "DD-15", "DD-22", "DD-17")
def test_a_hand_that_is_done_takes_no_signal() -> None:
    at = dealt("9s 9h Th 9d 8d 7c 5s", "1 ann main 10", "2 bob main 10")
    at.do(do.Signal(by="ann", box=1, gesture="tuck"))
    for gesture in ("scratch", "tuck"):
        assert at.refusal(do.Signal(by="ann", box=1, gesture=gesture)).code == Code.HAND_FINISHED
        assert at.refusal(do.Signal(by="ann", box=2, gesture=gesture)).code == Code.NOT_YOURS


@pytest.mark.clause("DD-22", "DD-15")
def test_a_split_ace_is_told_that_it_takes_one_card() -> None:
    at = dealt("As 9h Th Ad 8d 7c 5s 6s", "1 ann main 10", "2 bob main 10")
    at.play("1 split")
    assert at.refusal(do.Stand(by="ann", box=1)).clause == "DD-22"
    assert at.refusal(do.Signal(by="ann", box=1, gesture="scratch")).clause == "DD-22"


@pytest.mark.clause("DD-6", "DD-14", "DD-15")
def test_the_signs_say_how() -> None:
    signs = {notice.clause: notice.text for notice in rules_of(RULEBOOK).notices}
    assert "one hand" in signs["DD-6"]
    assert "scratch" in signs["DD-14"]
    assert "face down under the wager" in signs["DD-15"]


@pytest.mark.clause("DD-6")
@pytest.mark.parametrize("by", [DEALER, FLOOR])
def test_cards_lifted_wrongly_are_on_record(by: str) -> None:
    at = dealt("9s Th 9d 7c 5s", "1 ann main 10")
    before = at.state
    events = at.do(do.Report(by=by, what="cards_mishandled", box=1, player="ann"))
    assert events == (IrregularityReported("cards_mishandled", by, 1, 0, "DD-6", "ann"),)
    assert at.state == before
    assert at.refusal(do.Report(by="ann", what="cards_mishandled")).code == Code.NOT_YOURS
    # The record names the player, whose box it was if nobody else is said.
    at.refuse(do.Report(by=by, what="cards_mishandled"), "DD-6")
    at.refuse(do.Report(by=by, what="cards_mishandled", player="eve"), "DD-6")
    (told,) = at.do(do.Report(by=by, what="cards_mishandled", box=1))
    assert told == events[0]


@pytest.mark.clause("DD-1")
def test_two_whole_decks_are_shuffled_and_cut() -> None:
    at = staffed(RULEBOOK, "ann", automations=STEP_BY_STEP)
    at.begin("shuffle")
    assert at.refusal(at.due_command(position=103)).limit == 104
    at.walk(until="shuffle")
    assert at.refusal(do.Perform(by=DEALER, step="shuffle", cards=full_shoe(1))).clause == "DD-1"
    at.walk(until="cut", cards=at.shoe()[::-1])
    at.refuse(do.Perform(by=DEALER, step="cut", position=50), "DD-1")
    at.decline("ann")
    at.do(do.Perform(by=DEALER, step="cut", position=50))
    for wrong in (25, 53):
        at.refuse(do.Perform(by=DEALER, step="place_cut_card", position=wrong), "DD-1")
    at.do(do.Perform(by=DEALER, step="place_cut_card", position=26))
    at.walk()
    assert at.state.shoe == full_shoe(2)[::-1][50:] + full_shoe(2)[::-1][:50]
    assert at.state.prep.cut_card == 78


@pytest.mark.clause("DD-1")
def test_a_card_is_burned_for_each_shoe_and_the_cut_card_ends_it() -> None:
    at = staffed(RULEBOOK, automations=ONLINE)
    order = parse_cards("2s 9s Th 9d 7c")
    rest = rest_of_shoe(2, order)
    at.do(do.LoadShoe(cards=order + rest, behind=26))
    rounds = 0
    while not at.all_of(CutCardReached):
        at.deal("1 ann main 10")
        while at.state.phase == "offering":
            at.play("table close_insurance")
        while at.state.phase == "playing":
            at.play("1 stand")
        rounds += 1
    assert len(at.all_of(CardBurned)) == 1
    assert rounds > 5
    at.bet("1 ann main 10")
    assert at.refusal(do.Deal()).code == Code.SHUFFLE_DUE


@pytest.mark.clause("DD-27", "DD-26")
def test_no_card_busts_a_soft_17() -> None:
    soft = [("As", "6d"), ("As", "2d", "4c"), ("As", "Ad", "5c"), ("As", "3d", "3c")]
    for cards in soft:
        hand = hand_of(parse_cards(" ".join(cards)))
        assert hand.is_soft
        assert hand.total == 17
        assert not any(hand.add(card).is_bust for card in range(52))
