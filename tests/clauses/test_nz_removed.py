"""New Zealand: hands whose cards leave the layout before the round ends; what everybody sees."""

from functools import partial

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.declare import Event
from pitboss.engine.round import HandRemoved
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.views import view
from tests.clauses.rounds import dealt as dealt_at

dealt = partial(dealt_at, "nz")
"""A table after the initial deal."""


def removed(events: tuple[Event, ...] | list[Event]) -> list[tuple[int, int]]:
    """The hands whose cards went to the discard rack, as box and hand."""
    return [(event.box, event.hand) for event in events if isinstance(event, HandRemoved)]


@pytest.mark.clause("NZ-10.1")
def test_a_paid_blackjack_goes_before_the_next_card() -> None:
    table = dealt("As Ts 9d Kh 9h Tc", "1 ann main 10", "2 bob main 10")
    assert removed(table.events) == [(1, 1)]
    assert table.state.discards == parse_cards("As Kh")
    table.play("2 stand")
    assert table.state.discards == parse_cards("As Kh Ts 9h 9d Tc")


@pytest.mark.clause("NZ-10.2")
@pytest.mark.parametrize("up", ["Ad", "Td", "Kd"])
def test_a_waiting_blackjack_stays_until_the_end(up: str) -> None:
    table = dealt(f"As Ts {up} Kh 9h 8c", "1 ann main 10", "2 bob main 10")
    if up == "Ad":
        table.play("table close_insurance")
    table.play("2 stand")
    assert removed(table.events) == []


@pytest.mark.clause("NZ-10.3-b")
def test_early_settlement_takes_the_cards_once_every_bettor_has_chosen_it() -> None:
    table = dealt("As Ts Ad Kh 9h 8c", "1 ann main 10", "1 bob main 10", "2 cal main 10")
    assert removed(table.do(do.TakeEvenMoney(by="bob", box=1))) == []
    assert removed(table.do(do.TakeEvenMoney(by="ann", box=1))) == [(1, 1)]
    assert table.state.discards == parse_cards("As Kh")


@pytest.mark.clause("NZ-10.3-b")
def test_one_bettor_who_waits_keeps_the_cards_on_the_table() -> None:
    table = dealt("As Ts Ad Kh 9h 8c", "1 ann main 10", "1 bob main 10", "2 cal main 10")
    table.play("1 even_money bob", "table close_insurance", "2 stand")
    assert removed(table.events) == []
    assert table.state.discards == parse_cards("Ts 9h As Kh Ad 8c")


@pytest.mark.clause("NZ-13.2")
def test_a_hand_over_21_goes_at_once_and_its_sister_stays() -> None:
    table = dealt("8s 9d 8h Td Tc 9s Kc", "1 ann main 10")
    table.play("1 split")
    events = table.do(do.Hit(by="ann", box=1))
    assert removed(events) == [(1, 1)]
    # Only then does the second hand have its card.
    cards = [place for place, event in enumerate(events) if isinstance(event, CardDealt)]
    gone = next(place for place, event in enumerate(events) if isinstance(event, HandRemoved))
    assert cards[0] < gone < cards[1]
    assert table.state.discards == parse_cards("8s Td Tc")


@pytest.mark.clause("NZ-19.4")
@pytest.mark.parametrize("up", ["9d", "Kd", "Ad"])
def test_plus_removes_a_blackjack_with_the_deal(up: str) -> None:
    table = dealt(f"As Ts {up} Kh 9h", "1 ann main 10", "2 bob main 10", variant="blackjack_plus")
    assert removed(table.events) == [(1, 1)]


@pytest.mark.clause("NZ-19.5")
@pytest.mark.parametrize("drawn", ["Td", "2d 3d 4d"])
def test_plus_removes_21_and_five_cards_at_once(drawn: str) -> None:
    shoe = f"5s Ts Kd 6h 9h {drawn} Ac"
    table = dealt(shoe, "1 ann main 10", "2 bob main 10", variant="blackjack_plus")
    for _ in drawn.split():
        assert removed(table.events) == []
        table.play("1 hit")
    assert removed(table.events) == [(1, 1)]


@pytest.mark.clause("NZ-18.7")
def test_the_cards_of_a_void_hand_go_and_are_counted() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "2 bob ante 0.50")
    table = dealt("Ts Th 9d 6h 9h", *wagers, variant="antes_up")
    assert removed(table.events) == [(1, 1)]
    assert table.state.discards == parse_cards("Ts 6h")


@pytest.mark.clause("NZ-8.2-a", "NZ-8.2-b", "NZ-8.2-c", "NZ-8.4")
def test_everybody_sees_every_card() -> None:
    table = dealt("2s Th 9d 3h 9h 4c", "1 ann main 10", "2 bob main 10")
    table.play("1 hit")
    for viewer in ("ann", "bob", "nobody in particular"):
        seen = view(table.state, viewer)
        assert [box.hands[0].faces for box in seen.boxes.values()] == [
            parse_cards("2s 3h 4c"),
            parse_cards("Th 9h"),
        ]
        assert seen.dealer == parse_cards("9d")
