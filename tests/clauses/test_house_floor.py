"""House: the dropped card, hands and words, who waits for a place, and what is put on record."""

from functools import partial

import pytest

from pitboss.cards import parse_card, show_card
from pitboss.engine import do
from pitboss.engine.announce import Announcement, announcements
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.declare import evolve, redact
from pitboss.engine.floor.irregularities.report import (
    IrregularityReported,
    TablePaused,
    TableResumed,
)
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Double, Hit, SignalGiven, Stand, Surrender
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import CardDealt, CardDiscarded
from pitboss.engine.state.invariants import broken, chips_on_layout
from pitboss.engine.table import open_table
from pitboss.engine.words import tell
from pitboss.rulebook.refusals import Code
from tests.clauses.options import rules_of
from tests.clauses.rounds import PURSE
from tests.clauses.staffed import DEALER, FLOOR, StaffedTable, seated

RULEBOOK = "house"

dealt = partial(seated, RULEBOOK)
"""A staffed table after the deal of these cards for these wagers."""


def drop(at: StaffedTable) -> None:
    """A card falls to the floor, and the dealer says so."""
    at.do(do.Report(by=DEALER, what="dropped_card", box=1))


@pytest.mark.clause("H-method-15")
def test_a_dropped_card_stops_play_until_the_floor_has_ruled() -> None:
    at = dealt("9s Th 2d 7c 5s", "1 ann main 10")
    drop(at)
    assert [event.clause for event in at.all_of(TablePaused)] == ["H-method-15"]
    for command in (
        Hit(by="ann", box=1),
        Stand(by="ann", box=1),
        Double(by="ann", box=1),
        do.Deal(),
        do.CloseInsurance(),
    ):
        at.refuse(command, "H-method-15", Code.PAUSED)
    assert at.refusal(do.Resume(by=DEALER)).code in (Code.NOT_YOURS, Code.PAUSED)
    assert at.refusal(do.Resume(by="ann")).code in (Code.NOT_YOURS, Code.PAUSED)


@pytest.mark.clause("H-method-15", "H-method-16")
@pytest.mark.parametrize("what", ["dropped_card_identified", "dropped_card_lost"])
def test_the_floor_alone_rules_on_a_dropped_card(what: str) -> None:
    at = dealt("9s Th 2d 7c 5s", "1 ann main 10")
    at.refuse(do.Report(by=FLOOR, what=what, box=1), "H-method-16")
    drop(at)
    at.refuse(do.Report(by=DEALER, what=what, box=1), "H-method-16")
    assert at.refusal(do.Report(by="ann", what=what, box=1)).code == Code.NOT_YOURS
    at.do(do.Report(by=FLOOR, what=what, box=1))
    assert at.all_of(TableResumed) == [TableResumed(FLOOR)]


@pytest.mark.clause("H-method-16")
def test_a_card_that_is_known_goes_back_and_play_resumes() -> None:
    at = dealt("9s Th 2d 7c Ts", "1 ann main 10")
    before = at.state
    drop(at)
    at.do(do.Report(by=FLOOR, what="dropped_card_identified", box=1))
    assert at.state == before, "nothing has changed"
    at.play("1 hit")
    assert at.all_of(CardDealt)[-1] == CardDealt(1, 1, parse_card("Ts"), True)
    at.play("1 stand")
    assert at.state.chips["ann"] == PURSE + 1_000, "21 against 17"


@pytest.mark.clause("H-method-16")
def test_a_lost_card_is_replaced_by_the_next() -> None:
    at = dealt("9s Th 2d 7c Ts 5s", "1 ann main 10")
    drop(at)
    events = at.do(do.Report(by=FLOOR, what="dropped_card_lost", box=1))
    assert CardDiscarded(parse_card("Ts"), "H-method-16") in events
    assert at.state.discards == (parse_card("Ts"),)
    at.play("1 hit")
    assert show_card(at.all_of(CardDealt)[-1].card) == "5s"
    at.play("1 stand")
    assert at.state.chips["ann"] == PURSE - 1_000, "16 against 17"
    assert broken(at.state) == ""


@pytest.mark.clause("H-method-16")
def test_or_the_hand_is_void_and_every_wager_on_it_goes_back() -> None:
    at = dealt("9s 9h Th 2d 8d 7c Ts", "1 ann main 10", "3 bob main 10")
    drop(at)
    events = at.do(do.Report(by=FLOOR, what="dropped_card_lost", box=1, choice="void"))
    assert HandFinished(1, 1, "void") in events
    settled = [event for event in events if isinstance(event, WagerSettled)]
    assert [(e.wager, e.result, e.net, e.clause) for e in settled] == [
        ("main", "void", 0, "H-method-16")
    ]
    assert at.state.chips["ann"] == PURSE
    assert at.state.turn == (3, 1), "the others play on"
    at.play("3 stand")
    assert at.state.chips["bob"] == PURSE
    assert chips_on_layout(at.state) == 0
    assert broken(at.state) == ""


@pytest.mark.clause("H-method-16", "H-wagers-16", "H-wagers-17")
def test_bonus_bets_that_the_deal_decided_stay_decided() -> None:
    wagers = ("1 ann main 10", "1 ann over_13 2", "1 ann match_dealer 2")
    at = dealt("9s 9h 8d 7c Ts", *wagers)
    assert at.state.chips["ann"] == PURSE - 1_000 + 200 + 600
    drop(at)
    at.do(do.Report(by=FLOOR, what="dropped_card_lost", box=1, choice="void"))
    assert at.state.chips["ann"] == PURSE + 800


@pytest.mark.clause("H-method-22", "H-method-23")
@pytest.mark.parametrize(
    "gesture, voice, act, clause",
    [
        ("tap", "", "hit", "H-method-22"),
        ("", "hit", "hit", "H-method-22"),
        ("tap", "hit", "hit", "H-method-22"),
        ("wave", "", "stand", "H-method-23"),
        ("", "stand", "stand", "H-method-23"),
        ("wave", "stand", "stand", "H-method-23"),
    ],
)
def test_hands_and_words_ask_for_cards_or_decline(
    gesture: str, voice: str, act: str, clause: str
) -> None:
    at = dealt("9s Th 2d 7c 5s", "1 ann main 10")
    at.do(do.Signal(by="ann", box=1, gesture=gesture, voice=voice))
    given = at.all_of(SignalGiven)[0]
    assert (given.gesture, given.voice, given.clause) == (gesture, voice, clause)
    drawn = [event for event in at.all_of(CardDealt) if event.box == 1]
    assert len(drawn) == (3 if act == "hit" else 2)
    assert (at.state.phase == "betting") is (act == "stand")


@pytest.mark.clause("H-method-24")
@pytest.mark.parametrize("gesture, voice, cards", [("tap", "stand", 3), ("wave", "hit", 2)])
def test_the_hand_decides_where_hand_and_word_disagree(
    gesture: str, voice: str, cards: int
) -> None:
    at = dealt("9s Th 2d 7c 5s", "1 ann main 10")
    at.do(do.Signal(by="ann", box=1, gesture=gesture, voice=voice))
    drawn = [event for event in at.all_of(CardDealt) if event.box == 1]
    assert len(drawn) == cards
    assert "H-method-24" in at.state.rules.signals[gesture].clauses


@pytest.mark.clause("H-method-22", "H-method-23", "H-method-24", "H-rules-7", "H-rules-21")
def test_the_signs_say_so() -> None:
    signs = {notice.clause for notice in rules_of(RULEBOOK).notices if notice.place == "sign"}
    assert {"H-method-22", "H-method-23", "H-method-24", "H-rules-7", "H-rules-21"} <= signs


@pytest.mark.clause("H-method-23", "H-method-26", "H-wagers-7", "H-wagers-13")
@pytest.mark.parametrize(
    "card, act, clause",
    [
        ("5s", Stand, "H-method-23"),
        ("5s", Surrender, "H-wagers-7"),
        ("5s", Double, "H-wagers-13"),
        ("Ts", Hit, "H-method-26"),
    ],
)
def test_a_hand_that_is_done_is_told_what_ended_it(
    card: str, act: type[Stand | Surrender | Double | Hit], clause: str
) -> None:
    at = dealt(f"9s 9h Th 3d 8d 7c {card}", "1 ann main 10", "3 bob main 10")
    at.do(act(by="ann", box=1))
    refused = at.refusal(Hit(by="ann", box=1))
    assert (refused.code, refused.clause) == (Code.HAND_FINISHED, clause)
    assert len(set(refused.clauses)) == len(refused.clauses)


def three_boxes() -> StaffedTable:
    """Ann has played three boxes, and cat stands behind her."""
    at = dealt("9s 9h 9d Tc 8s 8h 8d 7c", "1 ann main 5", "2 ann main 5", "3 ann main 5")
    at.do(do.BuyIn(player="cat", amount=10_000))
    for box in (1, 2, 3):
        at.do(Stand(by="ann", box=box))
    return at


def more(at: StaffedTable, box: int) -> PlaceWager:
    """Ann's wager on one more box."""
    return PlaceWager(by="ann", box=box, wager="main", amounts=(500,))


@pytest.mark.clause("H-rules-7")
def test_who_has_several_boxes_gives_one_up_while_somebody_waits() -> None:
    at = three_boxes()
    at.do(do.AskPlace(by="cat"))
    at.do(more(at, 1))
    at.do(more(at, 3))
    at.refuse(more(at, 2), "H-rules-7", Code.TOO_MANY_BOXES)
    at.bet("2 cat main 5")
    assert at.state.floor.waiting == (), "cat has her place"


@pytest.mark.clause("H-rules-7", "H-rules-6")
def test_nobody_gives_up_a_box_while_nobody_waits() -> None:
    at = three_boxes()
    for box in (1, 2, 3):
        at.do(more(at, box))
    assert at.refusal(more(at, 4)).clause == "H-rules-6"
    at = three_boxes()
    at.do(do.AskPlace(by="cat"))
    at.do(do.AskPlace(by="cat", is_waiting=False))
    for box in (1, 2, 3):
        at.do(more(at, box))


@pytest.mark.clause("H-rules-7")
def test_the_only_box_of_a_player_is_safe() -> None:
    at = dealt("9s Th 9d 7c", "1 ann main 5")
    at.play("1 stand")
    at.do(do.AskPlace(by="cat"))
    at.do(more(at, 1))
    assert "H-rules-7" in at.refusal(more(at, 2)).clauses


@pytest.mark.clause("H-rules-7")
def test_boxes_are_kept_until_the_round_is_over() -> None:
    at = dealt("9s 9h Tc 8s 8h 7c", "1 ann main 5", "2 ann main 5")
    at.do(do.AskPlace(by="cat"))
    for box in (1, 2):
        at.do(Stand(by="ann", box=box))
    assert len(at.all_of(WagerSettled)) == 2


@pytest.mark.clause("H-rules-11", "H-rules-21")
@pytest.mark.parametrize(
    "what, by, clause",
    [
        ("card_touched", DEALER, "H-rules-11"),
        ("card_touched", FLOOR, "H-rules-11"),
        ("misconduct", FLOOR, "H-rules-21"),
    ],
)
def test_breaches_are_on_record_and_change_nothing(what: str, by: str, clause: str) -> None:
    at = dealt("9s Th 9d 7c", "1 ann main 5")
    before = at.state
    events = at.do(do.Report(by=by, what=what, box=1, player="ann"))
    assert events == (IrregularityReported(what, by, 1, 0, clause, "ann"),)
    assert at.state == before
    assert at.refusal(do.Report(by="ann", what=what)).code == Code.NOT_YOURS


@pytest.mark.clause("H-rules-21")
def test_a_breach_of_conduct_names_the_player() -> None:
    """The house rules are on a sign, and what is on record says who broke them."""
    at = dealt("9s Th 9d 7c", "1 ann main 5")
    (sign,) = [notice for notice in at.state.rules.notices if notice.clause == "H-rules-21"]
    assert (sign.place, "house rules" in sign.text) == ("sign", True)
    at.refuse(do.Report(by=FLOOR, what="misconduct"), "H-rules-21")
    at.refuse(do.Report(by=FLOOR, what="misconduct", player="eve"), "H-rules-21")
    (by_name,) = at.do(do.Report(by=FLOOR, what="misconduct", player="ann"))
    (by_box,) = at.do(do.Report(by=FLOOR, what="misconduct", box=1))
    for told in (by_name, by_box):
        assert isinstance(told, IrregularityReported)
        assert (told.player, told.clause) == ("ann", "H-rules-21")
    assert tell(by_box) == "sue reports: misconduct at box 1, ann [H-rules-21]."
    assert tell(redact(at.state, by_box, "bob")) == "sue reports: misconduct at box 1 [H-rules-21]."


@pytest.mark.clause("H-method-28")
def test_the_offer_under_an_ace_is_called_out() -> None:
    at = dealt("9s Ah 9d 7c", "1 ann main 5")
    state = open_table(at.state.rules)
    calls: list[Announcement] = []
    for event in at.events:
        state = evolve(state, event)
        calls.extend(announcements(state, event))
    assert [(call.name, call.clauses) for call in calls] == [("insurance", ("H-method-28",))]
