"""The tribal regulation: wagers that are closed, locked or not there, and who may touch what."""

from functools import partial

import pytest

from pitboss.engine import do
from pitboss.engine.betting.placing import WagerWithdrawn
from pitboss.engine.declare import Role, all_commands
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from tests.clauses.rounds import PURSE, dealt, table_of

SIDES = [
    pytest.param("over_13", 100, {"additional_wager": "over_under_13"}, "T-p-3", id="over_13"),
    pytest.param("under_13", 100, {"additional_wager": "over_under_13"}, "T-p-3", id="under_13"),
    pytest.param("same_suit", 100, {"additional_wager": "same_suit"}, "T-p-3", id="same_suit"),
    pytest.param("sevens", 100, {"additional_wager": "sevens"}, "T-p-3", id="sevens"),
    pytest.param("progressive", 100, {"progressive": True}, "T-r-6", id="progressive"),
    pytest.param("bonus", 500, {"bonus": True}, "T-s-3", id="bonus"),
    pytest.param("streak_4", 500, {"streak": True}, "T-t-2", id="streak_4"),
]

in_play = partial(dealt, "tribal", "Ts 6d 2h Td 3c 9d", "1 ann main 10")
"""A round in which ann has 12 and has to decide, against a six."""


@pytest.mark.clause("T-p-3", "T-r-6", "T-s-3", "T-t-2")
@pytest.mark.parametrize("wager, amount, options, clause", SIDES)
def test_a_main_wager_taken_back_takes_its_side_wager_along(
    wager: str, amount: int, options: dict[str, object], clause: str
) -> None:
    table = table_of("tribal", "Ts 6d 2h Td", "1 ann main 10", **options)
    table.do(do.PlaceWager(by="ann", box=1, wager=wager, amounts=(amount,)))
    table.do(do.WithdrawWager(by="ann", box=1, wager="main"))
    assert {event.wager for event in table.all_of(WagerWithdrawn)} == {"main", wager}
    assert table.state.chips["ann"] == PURSE
    assert not table.state.sides
    table.refuse(do.Deal(), "T-c-1")


@pytest.mark.clause("T-c-6")
def test_a_pending_streak_wager_stays_up_between_rounds() -> None:
    table = dealt("tribal", "Ts 6d Th Td Kc", "1 ann main 10", "1 ann streak_2 5", streak=True)
    table.play("1 stand")
    assert [side.wins for side in table.state.sides] == [1]
    table.refuse(do.WithdrawWager(by="ann", box=1, wager="streak_2"), "T-c-6")
    table.bet("1 ann main 10")
    table.do(do.WithdrawWager(by="ann", box=1, wager="main"))
    assert [side.wager for side in table.state.sides] == ["streak_2"]


@pytest.mark.clause("T-c-7")
def test_confirmed_insurance_doubles_and_splits_stay_as_they_are() -> None:
    table = dealt("tribal", "8s 9h Ad 8h 9c 8d 3c Tc", "1 ann main 10", "2 bob main 10")
    table.play("1 insure ann=3")
    table.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "T-c-7")
    table.refuse(do.Insure(by="ann", box=1, amounts=(0,)), "T-c-7")
    table.play("table close_insurance", "1 split", "1 double ann=5")
    for wager in ("insurance", "main", "double", "split"):
        table.refuse(do.WithdrawWager(by="ann", box=1, wager=wager), "T-c-6")
    table.refuse(do.Double(by="ann", box=1, hand=1), "T-l-1-ii")
    assert table.state.chips["ann"] == PURSE - 1000 - 300 - 1000 - 500


@pytest.mark.clause("T-c-8", "T-f-11-s2")
def test_staff_have_no_command_that_touches_a_locked_wager() -> None:
    table = in_play("1 ann streak_2 5", streak=True)
    before = (table.state.sides, table.state.boxes, table.state.chips)
    for command in (
        do.WithdrawWager(box=1, wager="main"),
        do.WithdrawWager(box=1, wager="streak_2"),
        do.PlaceWager(box=1, wager="main", amounts=(1000,)),
        do.Hit(box=1),
        do.Double(box=1),
        do.Split(box=1),
        do.Insure(box=1, amounts=(500,)),
        do.Deal(),
        do.CloseInsurance(),
        do.DrawPrize(prize=500),
        do.LoadShoe(cards=table.state.shoe),
    ):
        table.refusal(command)
    assert (table.state.sides, table.state.boxes, table.state.chips) == before


@pytest.mark.clause("T-i-2-s3", "T-a-1-ii")
def test_insurance_closes_before_the_reader_is_used() -> None:
    table = dealt("tribal", "Ts Ad Th 8d", "1 ann main 10", card_reader="private")
    table.play("table close_insurance")
    assert table.state.is_checked
    table.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "T-i-2-s3")


@pytest.mark.clause("T-g-2")
def test_even_money_is_paid_at_once() -> None:
    wagers = ("1 ann main 10", "2 bob main 10")
    table = dealt("tribal", "As 9h Ad Kh 9c Kd", *wagers, even_money=True)
    table.play("1 insure ann=5", "table close_insurance")
    nets = {event.wager: event.net for event in table.all_of(WagerSettled)}
    assert nets == {"insurance": 0, "main": 1000}
    assert table.state.chips["ann"] == PURSE + 1000


@pytest.mark.clause("T-f-11", "T-f-11-s2")
@pytest.mark.parametrize("by", ["ann", "bob", "a spectator"])
def test_no_player_or_spectator_moves_cards(by: str) -> None:
    table = table_of("tribal", "Ts Ad Th 8d", "1 ann main 10")
    table.refuse(do.LoadShoe(by=by, cards=table.state.shoe), "T-f-11")
    table.refuse(do.Deal(by=by), "T-f-11")
    table.deal()
    table.refuse(do.CloseInsurance(by=by), "T-f-11")


@pytest.mark.clause("T-f-11", "T-f-12")
def test_no_command_of_a_player_names_a_card_or_a_total() -> None:
    own = [kind for kind in all_commands() if Role.PLAYER in kind.roles]
    assert {do.Hit, do.Stand, do.PlaceWager} <= set(own)
    assert not {do.LoadShoe, do.Deal, do.CloseInsurance} & set(own)
    for kind in own:
        if kind is not do.Perform:  # A player performs the cut.
            assert not {"card", "cards", "total", "count"} & set(kind.__struct_fields__)


@pytest.mark.clause("T-f-12", "T-f-6-s2")
def test_a_decision_taken_on_a_wrong_count_stands() -> None:
    table = dealt("tribal", "As 6d 6h Td 5c", "1 ann main 10")
    table.play("1 stand")
    (lost,) = table.all_of(WagerSettled)
    assert (lost.result, lost.net) == ("loss", -1000)


@pytest.mark.clause("T-f-6-s2")
@pytest.mark.parametrize(
    "cards, options, choices",
    [
        ("Ts 6h", {}, "double hit stand"),
        ("Ts 6h", {"surrender": True}, "double hit stand surrender"),
        ("8s 8h", {"surrender": True}, "double hit split stand surrender"),
        ("Ts Kh", {}, "double hit split stand"),
        ("8s 8h", {"surrender": True, "multiple_action": True}, "double hit split stand"),
    ],
)
def test_the_choices_of_a_first_hand(cards: str, options: dict[str, object], choices: str) -> None:
    first, second = cards.split()
    amounts = "10/10" if "multiple_action" in options else "10"
    table = dealt("tribal", f"{first} 9d {second} Tc", f"1 ann main {amounts}", **options)
    assert sorted({offer.do for offer in legal(table.state, "ann")}) == choices.split()


@pytest.mark.clause("T-c-1")
@pytest.mark.parametrize("wager", ["insurance", "ante", "double", ""])
def test_there_is_no_such_wager_before_the_deal(wager: str) -> None:
    table = table_of("tribal", "Ts 6d 2h Td", "1 ann main 10")
    table.refusal(do.PlaceWager(by="ann", box=1, wager=wager, amounts=(500,)))
    table.refusal(do.PlaceWager(by="ann", box=2, wager="main", amounts=()))
