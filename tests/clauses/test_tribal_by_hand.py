"""The tribal regulation at a table dealt by hand: cards are entered as they leave the shoe."""

import pytest

from pitboss.cards import parse_card, parse_cards
from pitboss.engine import do
from pitboss.engine.declare import redact
from pitboss.engine.duties import duties
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.irregularities.report import IrregularityReported
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import (
    BurnShown,
    CardBurned,
    CardDiscarded,
    CutCardReached,
    DeterminantDrawn,
)
from pitboss.engine.state import BY_HAND
from tests.clauses.staffed import StaffedTable, opened


def by_hand(**options: object) -> StaffedTable:
    """A table that is open, its shoe loaded, with ann at it."""
    table = opened("tribal", "ann", automations=BY_HAND, **options)
    table.carry_out("shuffle")
    return table


@pytest.mark.clause("T-f-3", "T-f-5", "T-f-8", "T-f-11")
def test_a_round_is_dealt_by_entering_its_cards() -> None:
    table = by_hand()
    table.deal("1 ann main 10", by="dan")
    assert len(table.all_of(CardBurned)) == 1
    table.refuse(do.Hit(by="ann", box=1), "T-f-6-s2")
    table.refuse(do.EnterCard(by="ann", card=0), "T-f-11")
    table.enter("Ts 6h 9s")
    table.refusal(do.EnterCard(by="dan", card=0))
    table.play("1 stand")
    table.enter("Td 5c")
    assert [(e.result, e.net) for e in table.all_of(WagerSettled)] == [("loss", -1000)]
    assert table.all_of(RoundEnded)


@pytest.mark.clause("T-f-3-s3")
def test_the_burned_card_of_a_physical_shoe_is_shown_to_the_whole_table() -> None:
    table = by_hand()
    table.deal("1 ann main 10", by="dan")
    table.enter("Ts 6h 9s")
    turn, position = table.state.turn, table.state.position
    table.do(do.AskBurn(by="ann"))
    assert not table.all_of(BurnShown), "the dealer turns it over and enters it"
    table.enter("4c")
    (shown,) = table.all_of(BurnShown)
    assert (shown.card, shown.player) == (parse_card("4c"), "ann")
    for viewer in ("ann", "bob", "a spectator"):
        assert redact(table.state, shown, viewer) == shown
    # It has been seen and is still in the rack; nothing else has changed.
    assert table.state.discards == parse_cards("4c")
    assert (table.state.turn, table.state.position) == (turn, position)
    table.do(do.AskBurn(by="ann"))
    assert len(table.all_of(BurnShown)) == 2, "it is shown again without being entered again"
    table.play("1 stand")


@pytest.mark.clause("T-f-3-s2")
def test_a_new_dealer_is_told_to_burn_a_card() -> None:
    table = by_hand()
    table.bet("1 ann main 10")
    (first,) = [duty for duty in duties(table.state) if duty.do == "deal"]
    assert (first.text, first.clauses) == ("Burn a card first", ("T-f-3",))
    table.deal(by="dan")
    table.enter("Ts 7h 9s")
    table.play("1 stand")
    table.enter("Td")
    table.bet("1 ann main 10")
    assert [duty.text for duty in duties(table.state) if duty.do == "deal"] == [""]
    table.do(do.AssignStaff(name="don", role="dealer"))
    (again,) = [duty for duty in duties(table.state) if duty.do == "deal"]
    assert (again.text, again.clauses) == ("Burn a card first", ("T-f-3-s2",))


@pytest.mark.clause("T-n-5")
@pytest.mark.parametrize(
    "entered, box", [("", 1), ("Ts 9h", 0), ("Ts 9h 7d", 1), ("Ts 9h 7d 8s", 2)]
)
def test_a_first_or_second_card_not_given_is_a_misdeal(entered: str, box: int) -> None:
    """The first card of a player or of the dealer, or the second of either player."""
    table = by_hand()
    table.deal("1 ann main 10", "2 bob main 10", by="dan")
    table.enter(entered)
    table.do(do.Report(by="dan", what="missed_card", box=box))
    (told,) = table.all_of(IrregularityReported)
    assert told.player == {0: "", 1: "ann", 2: "bob"}[box]
    (called,) = table.all_of(MisdealCalled)
    assert sorted(called.collected) == sorted(parse_cards(entered))
    assert called.clause == "T-n-5"
    table.deal(by="dan")
    table.enter("2s 3h 7c 4c 5c")
    assert [box.dealt for box in table.state.boxes] == [parse_cards("2s 4c"), parse_cards("3h 5c")]


@pytest.mark.clause("T-n-4")
def test_no_card_can_be_entered_to_a_dealer_who_stands() -> None:
    table = by_hand()
    table.deal("1 ann main 10", by="dan")
    table.enter("Ts 7h 9s")
    table.play("1 stand")
    table.enter("Td")
    assert [e.net for e in table.all_of(WagerSettled)] == [1000]
    table.refusal(do.EnterCard(by="dan", card=parse_card("4c")))


@pytest.mark.clause("T-n-1")
def test_a_card_face_up_in_the_shoe_is_reported_while_a_card_is_due() -> None:
    table = by_hand()
    table.deal("1 ann main 10", by="dan")
    table.enter("Ts")
    before = table.state
    table.do(do.Report(by="dan", what="face_up_card", card=parse_card("2c")))
    assert table.state.position == before.position + 1
    assert table.state.discards == (*before.discards, parse_card("2c")), "it is not played"
    assert table.all_of(CardDiscarded)[-1] == CardDiscarded(parse_card("2c"), "T-n-1")
    table.enter("7h 9s")
    assert table.state.dealer.cards == parse_cards("7h"), "the next one takes its place"
    assert table.state.turn == (1, 1)


@pytest.mark.clause("T-n-5")
def test_a_missed_card_is_reported_in_the_middle_of_the_deal() -> None:
    table = by_hand()
    table.deal("1 ann main 10", "2 bob main 10", by="dan")
    table.enter("Ts 9h")
    table.do(do.Report(by="dan", what="missed_card"))
    assert table.all_of(MisdealCalled)[0].collected == parse_cards("9h Ts")
    table.deal(by="dan")
    assert len(table.all_of(CardBurned)) == 1
    table.enter("2s 3h 7d 4c 5c")
    assert [box.dealt for box in table.state.boxes] == [parse_cards("2s 4c"), parse_cards("3h 5c")]


@pytest.mark.clause("T-n-10", "T-n-10-s2", "T-n-10-s3")
def test_the_up_card_is_restored_between_two_dealer_hands() -> None:
    table = by_hand(multiple_action=True)
    table.deal("1 ann main 10/10/10", by="dan")
    table.enter("Ts 8d 9s")
    table.play("1 stand")
    table.enter("Td")
    assert table.state.spot == 1
    table.do(do.Report(by="dan", what="up_card_discarded"))
    table.refuse(do.EnterCard(by="dan", card=parse_card("9d")), "T-n-10")
    table.refuse(do.Report(by="sue", what="up_card_restored", card=parse_card("Td")), "T-n-10-s2")
    table.do(do.Report(by="sue", what="up_card_restored", card=parse_card("8d")))
    table.enter("9d Tc")
    assert [e.net for e in table.all_of(WagerSettled)] == [1000, 1000, 1000]


@pytest.mark.clause("T-f-10", "T-e-8")
def test_the_cutting_card_is_met_by_hand_too() -> None:
    table = opened("tribal", "ann", automations=BY_HAND, decks=1)
    table.carry_out("shuffle", behind=50)
    table.deal("1 ann main 10", by="dan")
    table.enter("Ts 7h 9s")
    assert len(table.all_of(CutCardReached)) == 1
    table.play("1 stand")
    table.enter("Td")
    table.bet("1 ann main 10")
    table.refuse(do.Deal(by="dan"), "T-f-10")


@pytest.mark.clause("T-e-7")
def test_a_recut_until_the_first_card() -> None:
    table = by_hand()
    table.do(do.OrderRecut(by="sue", reason="the cut was made carelessly"))
    table.bet("1 ann main 10")
    table.refusal(do.Deal(by="dan"))
    table.cut(20)
    table.do(do.Perform(by="dan", step="count", position=312))
    table.do(do.Perform(by="dan", step="place_cut_card", position=78))
    table.do(do.Perform(by="dan", step="load"))
    table.deal(by="dan")
    table.enter("Ts 7h 9s")
    table.refuse(do.OrderRecut(by="sue", reason="too late"), "T-e-7")


@pytest.mark.clause("T-f-4-i", "T-f-4-ii")
def test_a_matching_determinant_card_is_entered_once() -> None:
    table = by_hand(shoe="double", decks=2)
    table.carry_out("shuffle", side=1)
    table.bet("1 ann main 10")
    table.do(do.Deal(by="dan", drawn_from=0))
    table.enter("9h 7h 8s")
    assert [event.dealt_from for event in table.all_of(DeterminantDrawn)] == [0]
    assert table.state.boxes[0].dealt == parse_cards("9h 8s")


@pytest.mark.clause("T-f-4-i", "T-f-4-ii-s2")
def test_a_determinant_card_of_the_other_side_is_entered_and_burned() -> None:
    table = by_hand(shoe="double", decks=2)
    table.carry_out("shuffle", side=1)
    table.bet("1 ann main 10")
    table.do(do.Deal(by="dan", drawn_from=0))
    table.enter("9s Th 7h 8s")
    assert [event.dealt_from for event in table.all_of(DeterminantDrawn)] == [1]
    assert table.state.boxes[0].dealt == parse_cards("Th 8s")
    other = table.state.prep.other
    assert other is not None
    assert other.discards == parse_cards("9s")


@pytest.mark.clause("T-s-7", "T-s-7-iv")
def test_a_bonus_by_hand_waits_for_the_supervisor() -> None:
    table = by_hand(bonus=True)
    table.deal("1 ann main 10", "1 ann bonus 1", by="dan")
    table.enter("As 7h Ks Td")
    table.do(do.DrawPrize(by="ann", prize=100_00))
    table.do(do.Perform(by="dan", step="verify_cards"))
    table.do(do.Perform(by="dan", step="verify_display"))
    table.refuse(do.Perform(by="dan", step="confirm_amount"), "T-s-7-iv")
    table.do(do.Perform(by="sue", step="confirm_amount"))
    assert [(e.wager, e.net) for e in table.all_of(WagerSettled)] == [
        ("main", 1500),
        ("bonus", 9900),
    ]
