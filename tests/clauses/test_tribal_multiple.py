"""The tribal regulation: the order of things in multiple action."""

from functools import partial

import pytest

from pitboss.cards import parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.dealer import DealerHandBegan
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state import DEALER
from pitboss.engine.views import view
from tests.clauses.rounds import dealt

multiple = partial(dealt, "tribal", multiple_action=True)
"""A table with multiple action, the cards dealt."""


def told(events: tuple[Event, ...]) -> list[str]:
    """The dealer's cards, the hands he began and the wagers settled, one word each."""
    words = []
    for event in events:
        match event:
            case CardDealt(box=box, card=card) if box == DEALER:
                words.append(show_card(card))
            case DealerHandBegan(spot=spot):
                words.append(f"hand {spot + 1}")
            case WagerSettled(box=box, spot=spot, wager=wager, result=result):
                words.append(f"{wager} {box}/{spot + 1} {result}")
            case RoundEnded():
                words.append("end")
    return words


@pytest.mark.clause("T-q-5", "T-q-3")
def test_the_dealer_has_one_card_until_all_have_decided() -> None:
    table = multiple("Ts 9s 6d Kh 9h 5c Td", "1 ann main 10/10", "2 bob main 10/10")
    assert table.state.hole == -1
    assert view(table.state, "ann").dealer == parse_cards("6d")
    assert "5c" not in told(table.do(do.Stand(by="ann", box=1)))
    assert told(table.do(do.Stand(by="bob", box=2)))[0] == "5c"


@pytest.mark.clause("T-q-6", "T-q-6-ii", "T-q-7", "T-q-8", "T-q-8-s2", "T-q-9")
def test_each_spot_is_settled_before_the_next_dealer_hand() -> None:
    shoe = "Ts 9s 6d Kh 9h Tc Kd 5c Td 4h Ks"
    table = multiple(shoe, "1 ann main 10/10/10", "2 bob main 10/10/10")
    table.play("1 stand")
    assert told(table.do(do.Stand(by="bob", box=2))) == [
        "Tc", "Kd", "main 2/1 win", "main 1/1 win",
        "hand 2", "5c", "Td", "main 2/2 loss", "main 1/2 loss",
        "hand 3", "4h", "Ks", "main 2/3 loss", "main 1/3 push",
        "end",
    ]  # fmt: skip
    (ended,) = table.all_of(RoundEnded)
    assert sorted(ended.collected) == sorted(parse_cards(shoe))


@pytest.mark.clause("T-q-8-s3")
def test_two_wagers_each_make_two_dealer_hands() -> None:
    table = multiple("Ts 6d Kh Ac Ad As", "1 ann main 10/10")
    assert told(table.do(do.Stand(by="ann", box=1))) == [
        "Ac", "main 1/1 win", "hand 2", "Ad", "main 1/2 win", "end",
    ]  # fmt: skip


@pytest.mark.clause("T-q-6-s2")
def test_a_hand_over_21_loses_everything_and_goes_at_once() -> None:
    table = multiple("Ts 9s Kd 6h 9h Kc", "1 ann main 10/20/30", "2 bob main 10/10")
    events = table.do(do.Hit(by="ann", box=1))
    assert told(events) == ["main 1/1 loss", "main 1/2 loss", "main 1/3 loss"]
    assert table.state.turn == (2, 1)
    assert table.state.discards == parse_cards("Ts 6h Kc")


@pytest.mark.clause("T-q-6-s2", "T-q-6-i")
def test_doubles_over_21_are_lost_without_a_look_at_the_dealer() -> None:
    table = multiple("Ts Kd 6h Kc As", "1 ann main 10/20")
    events = table.do(do.Double(by="ann", box=1, stakes={"ann": (500, 500)}))
    assert told(events) == ["main 1/1 loss", "main 1/2 loss", "end"]
    assert [event.net for event in table.all_of(WagerSettled)] == [-1500, -2500]


@pytest.mark.clause("T-q-6-s2")
def test_a_split_hand_over_21_loses_only_its_own_wagers() -> None:
    table = multiple("8s 6d 8h Tc Kc 9c Ac Ad", "1 ann main 10/20")
    table.play("1 split")
    assert told(table.do(do.Hit(by="ann", box=1))) == ["main 1/1 loss", "main 1/2 loss"]
    assert told(table.do(do.Stand(by="ann", box=1))) == [
        "Ac", "main 1/1 push", "hand 2", "Ad", "main 1/2 push", "end",
    ]  # fmt: skip


@pytest.mark.clause("T-q-4", "T-i-4")
def test_insurance_of_a_spot_is_decided_by_the_second_card_of_its_hand() -> None:
    table = multiple("Ts Ad 8h 5c Kd 3c Kc 6d", "1 ann main 10/10/10")
    table.do(do.Insure(by="ann", box=1, amounts=(500, 300, 0)))
    table.play("table close_insurance")
    assert told(table.do(do.Stand(by="ann", box=1))) == [
        "5c", "insurance 1/1 loss", "Kd", "3c", "main 1/1 loss",
        "hand 2", "Kc", "insurance 1/2 win", "main 1/2 loss",
        "hand 3", "6d", "main 1/3 win",
        "end",
    ]  # fmt: skip


@pytest.mark.clause("T-q-4")
def test_insurance_of_three_spots_needs_the_chips_for_all_three() -> None:
    """Chips for the dearest of them are not enough."""
    table = multiple("Ts Ad 8h 5c Kd 3c Kc 6d", "1 ann main 10/10/10")
    table.do(do.CashOut(by="ann", amount=table.state.chips["ann"] - 900))
    refusal = table.refusal(do.Insure(by="ann", box=1, amounts=(500, 300, 200)))
    assert refusal.code == "not_enough_chips"
    table.do(do.Insure(by="ann", box=1, amounts=(400, 300, 200)))
    assert table.state.chips["ann"] == 0


@pytest.mark.clause("T-q-3-s2", "T-c-7")
def test_added_wagers_lie_beside_each_spot() -> None:
    table = multiple("5s 6d 6h Tc Ac Ad", "1 ann main 10/25")
    before = table.state.chips["ann"]
    table.refuse(do.Double(by="ann", box=1, stakes={"ann": (1000,)}), "T-q-3-s2")
    table.refuse(do.Double(by="ann", box=1, stakes={"ann": (1000, 0)}), "T-q-3-s2")
    table.refuse(do.WithdrawWager(by="ann", box=1, wager="main"), "T-c-6")
    table.play("1 double")
    won = [(event.stake, event.net) for event in table.all_of(WagerSettled)]
    assert won == [(2000, 2000), (5000, 5000)]
    assert table.state.chips["ann"] == before + 3500 + 7000
