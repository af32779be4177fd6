"""Free Bet: what goes wrong with cards, and what that does to every wager."""

from functools import partial

import pytest

from pitboss.cards import parse_card, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.floor.irregularities.report import IrregularityReported, Report
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt, CardDiscarded, CardExposed
from pitboss.engine.state.invariants import broken, chips_on_layout
from pitboss.money import Cents
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, FLOOR, seated

RULEBOOK = "pa_free_bet"

dealt = partial(seated, RULEBOOK)
"""A staffed table after the deal of these cards for these wagers."""


def report(what: str, box: int = 0, *, by: str = DEALER, hand: int = 0, choice: str = "") -> Report:
    """A report of the dealer, or of somebody else."""
    return Report(by=by, what=what, box=box, hand=hand, choice=choice)


def won(at: AtTable, player: str) -> Cents:
    """What a player has won or lost, with nothing left on the layout."""
    assert chips_on_layout(at.state) == 0
    assert broken(at.state) == ""
    return at.state.chips[player] - PURSE


def cards_of(at: AtTable, box: int, hand: int = 1) -> str:
    """The cards that were dealt to a hand."""
    dealt = [e for e in at.all_of(CardDealt) if (e.box, e.hand) == (box, hand)]
    return " ".join(show_card(event.card) for event in dealt)


@pytest.mark.clause("PA-12-a")
@pytest.mark.parametrize("by", [DEALER, FLOOR])
def test_a_card_face_up_in_the_shoe_is_out_of_the_round(by: str) -> None:
    at = dealt("Ts 7h 2d Tc 5s 9c", "1 ann main 10")
    events = at.do(report("face_up_card", by=by))
    assert CardDiscarded(parse_card("5s"), "PA-12-a") in events
    assert at.state.discards == (parse_card("5s"),)
    at.play("1 hit")
    assert cards_of(at, 1) == "Ts 2d 9c"
    assert won(at, "ann") == 1_000


@pytest.mark.clause("PA-12-a")
def test_a_face_up_card_is_found_between_rounds_too() -> None:
    at = dealt("Ts 7h 9d Tc 5s 9c", "1 ann main 10")
    at.play("1 stand")
    at.do(report("face_up_card"))
    at.deal("1 ann main 10")
    assert at.all_of(CardDealt)[4].card == parse_card("9c")


@pytest.mark.clause("PA-12-b")
def test_a_card_drawn_unseen_is_the_next_card() -> None:
    at = dealt("Ts 7h 2d Tc 5s 9c", "1 ann main 10")
    before = at.state
    events = at.do(report("drawn_unseen"))
    assert [type(event) for event in events] == [IrregularityReported]
    assert events[0] == IrregularityReported("drawn_unseen", DEALER, 0, 0, "PA-12-b")
    assert (at.state.position, at.state.discards) == (before.position, before.discards)
    at.play("1 hit")
    assert cards_of(at, 1) == "Ts 2d 5s"


@pytest.mark.clause("PA-12-c")
def test_a_card_that_was_seen_is_still_the_next_card() -> None:
    at = dealt("Ts 9s 7h 2d 9d Tc 5s", "1 ann main 10", "2 bob main 10")
    assert CardExposed(parse_card("5s")) in at.do(report("exposed_card"))
    at.play("1 hit")
    assert cards_of(at, 1) == "Ts 2d 5s"
    at.play("1 stand")
    assert at.state.exposed == -1
    at.refuse(do.RefuseCard(by="bob", box=2), "PA-12-c")


@pytest.mark.clause("PA-12-c", "PA-12-c-s2")
def test_a_player_who_refuses_it_gets_no_more_cards() -> None:
    at = dealt("Ts 2s 7h 2d 9d 9c 5s 8c", "1 ann main 10", "2 bob main 10")
    at.do(report("exposed_card"))
    assert at.refusal(do.RefuseCard(by="bob", box=2)).code == Code.OUT_OF_TURN
    at.play("1 refuse_card")
    assert at.refusal(do.Hit(by="ann", box=1)).code in (Code.HAND_FINISHED, Code.NOT_ALLOWED)
    at.play("2 hit")
    assert cards_of(at, 2) == "2s 9d 5s", "the same card goes to the next player"
    at.play("2 stand")
    # The dealer has 16 and draws the 8 to 24: both win.
    assert won(at, "ann") == won(at, "bob") == 1_000


@pytest.mark.clause("PA-12-c-s2")
def test_who_refuses_gets_no_card_on_any_hand_of_the_round() -> None:
    at = dealt("8s 2s 7h 8d 3d Tc 5s 4c 6c", "1 ann main 10", "2 ann main 10", boxes_per_player=2)
    at.play("1 split")
    assert cards_of(at, 1) == "8s 8d 5s"
    at.do(report("exposed_card"))
    at.play("1 refuse_card")
    while at.state.phase == "playing":
        number = at.state.turn[0]
        for command in (do.Hit(by="ann", box=number), do.Double(by="ann", box=number)):
            at.refuse(command, "PA-12-c-s2")
        at.do(do.Stand(by="ann", box=number))
    # The second split hand has to have its second card; nothing more is dealt to her.
    drawn = [(e.box, e.hand) for e in at.all_of(CardDealt)[6:] if e.box]
    assert drawn == [(1, 1), (1, 2)]


@pytest.mark.clause("PA-12-c-s3")
def test_the_dealer_uses_a_card_that_all_refused() -> None:
    at = dealt("Ts 6h 9d Tc 5s 8c", "1 ann main 10")
    at.do(report("exposed_card"))
    at.play("1 refuse_card")
    # 16 and the 5 make 21 against 19.
    assert cards_of(at, 0) == "6h 5s"
    assert not at.all_of(CardDiscarded)
    assert won(at, "ann") == -1_000


@pytest.mark.clause("PA-12-c-s3")
def test_a_card_that_nobody_can_use_is_discarded() -> None:
    at = dealt("Ts 7h 9d Tc 5s 8c", "1 ann main 10")
    at.do(report("exposed_card"))
    events = at.do(do.RefuseCard(by="ann", box=1))
    shown = [place for place, e in enumerate(events) if isinstance(e, HoleCardRevealed)]
    gone = [place for place, e in enumerate(events) if isinstance(e, CardDiscarded)]
    assert events[gone[0]] == CardDiscarded(parse_card("5s"), "PA-12-c-s3")
    assert shown[0] < gone[0], "whether the dealer needs it is known once the hole card is turned"
    assert parse_card("5s") in at.state.discards
    assert won(at, "ann") == 1_000


@pytest.mark.clause("PA-12-d")
@pytest.mark.parametrize("hole, net", [("Tc", 1_000), ("Ac", 1_000), ("4c", 0)])
def test_a_card_drawn_on_a_standing_total_counts_for_nothing(hole: str, net: int) -> None:
    # The dealer has 17, 18, or 11 and an 8 for 19, against 19.
    at = dealt(f"Ts 7h 9d {hole} 8c 5s", "1 ann main 10")
    at.play("1 stand")
    before = at.state
    events = at.do(report("overdrawn"))
    card = before.shoe[before.position]
    assert CardDiscarded(card, "PA-12-d") in events
    assert won(at, "ann") == net, "the result stays what it was"
    assert at.state.discards == (*before.discards, card)


@pytest.mark.clause("PA-12-h")
def test_a_missed_card_is_taken_after_the_others() -> None:
    at = dealt("Ts 2s 7h 2d 9d Tc 8c 9c", "1 ann main 10", "2 bob main 10")
    at.play("1 stand")
    at.do(report("missed_request", 1, choice="late"))
    assert at.state.turn == (2, 1), "the others come first"
    at.play("2 hit", "2 stand")
    assert at.state.turn == (1, 1)
    assert not at.all_of(HoleCardRevealed), "and the hole card is not shown before"
    at.play("1 hit")
    assert cards_of(at, 1) == "Ts 2d 9c"
    assert won(at, "ann") == 1_000
    assert won(at, "bob") == 1_000
    assert at.all_of(TurnGiven)[-1] == TurnGiven(1, 1)


@pytest.mark.clause("PA-12-h")
def test_or_the_hand_is_dead_and_its_wager_goes_back() -> None:
    wagers = ("1 ann main 10", "1 ann push_22 5", "2 bob main 10")
    at = dealt("Ts 9s 7h 2d 9d 5c Tc 5s", *wagers, push_22="a")
    events = at.do(report("missed_request", 1, choice="dead"))
    settled = [event for event in events if isinstance(event, WagerSettled)]
    assert [(e.wager, e.result, e.net, e.clause) for e in settled] == [
        ("main", "void", 0, "PA-12-h")
    ]
    assert HandFinished(1, 1, "void") in events
    assert at.state.turn == (2, 1)
    assert [side.wager for side in at.state.sides] == ["push_22"], "the dealer decides that one"
    at.play("2 stand")
    # 7, 5 and a ten make 22: bob pushes, Push 22 in other suits pays 8 to 1.
    assert won(at, "ann") == 4_000
    assert won(at, "bob") == 0


@pytest.mark.clause("PA-12-h")
def test_the_lammer_of_a_dead_hand_is_collected() -> None:
    # A free split: 13 after a free double on the first hand, 17 on the lammer; the dealer has 17.
    at = dealt("8s 7h 8d Tc 2c 3c 9s", "1 ann main 10")
    at.play("1 split", "1 double")
    at.do(report("missed_request", 1, hand=2, choice="dead"))
    results = {(e.hand, e.result): (e.stake, e.net) for e in at.all_of(WagerSettled)}
    assert results[(2, "void")] == (0, 0), "there are no chips to return, and nothing is won"
    assert won(at, "ann") == -1_000


@pytest.mark.clause("PA-12-h")
def test_the_extra_chips_of_a_paid_split_come_back() -> None:
    at = dealt("Ts 7h Kd Tc 2c 3c 9s", "1 ann main 10")
    at.play("1 split")
    assert at.state.chips["ann"] == PURSE - 2_000
    at.do(report("missed_request", 1, hand=1, choice="dead"))
    assert at.state.chips["ann"] == PURSE - 1_000
    at.do(report("missed_request", 1, hand=2, choice="dead"))
    assert won(at, "ann") == 0
    assert len(at.all_of(RoundEnded)) == 1


@pytest.mark.clause("PA-12-h", "PA-12-g")
def test_insurance_on_a_dead_hand_goes_back() -> None:
    at = dealt("Ts 9s Ah 2d 9d 5c", "1 ann main 10", "2 bob main 10")
    at.play("1 insure ann=5")
    at.do(report("missed_box", 1))
    assert at.state.chips["ann"] == PURSE
    at.play("table close_insurance", "2 stand")
    assert won(at, "ann") == 0


@pytest.mark.clause("PA-12-g")
def test_a_box_without_cards_is_dead_and_in_the_next_deal() -> None:
    wagers = ("1 ann main 10", "1 ann push_22 5", "2 bob main 10")
    at = dealt("Ts 9s 7h 2d 9d Tc", *wagers, push_22="a")
    events = at.do(report("missed_box", 1))
    settled = [event for event in events if isinstance(event, WagerSettled)]
    assert {(e.wager, e.result, e.clause) for e in settled} == {
        ("main", "void", "PA-12-g"),
        ("push_22", "void", "PA-12-g"),
    }
    assert at.state.chips["ann"] == PURSE
    at.play("2 stand")
    assert won(at, "ann") == 0
    at.deal("1 ann main 10")
    assert at.state.box(1) is not None


@pytest.mark.clause("PA-12-g-s2")
def test_who_declines_the_second_card_has_all_wagers_back() -> None:
    wagers = ("1 ann main 10", "1 ann push_22 5", "2 bob main 10")
    at = dealt("Ts 9s 7h 2d 9d Tc", *wagers, push_22="a")
    at.do(report("missed_card", 1, choice="dead"))
    assert at.state.chips["ann"] == PURSE
    assert at.state.sides == ()
    assert {e.clause for e in at.all_of(WagerSettled)} == {"PA-12-g-s2"}
    at.play("2 stand")
    assert won(at, "ann") == 0


@pytest.mark.clause("PA-12-g-s2")
def test_who_takes_it_plays_on() -> None:
    at = dealt("Ts 9s 7h 2d 9d Tc", "1 ann main 10", "2 bob main 10")
    at.do(report("missed_card", 1, choice="late"))
    assert at.all_of(WagerSettled) == []
    at.refuse(report("missed_card", 1, choice="maybe"), "PA-12-g-s2")
