"""The tribal regulation: how cards leave the shoe, who sees them, and when wagers are decided."""

import pytest

from pitboss.cards import RANKS, parse_card, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Event
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import HandFinished, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state import DEALER
from pitboss.engine.views import view
from pitboss.hands import hand_of
from tests.clauses.rounds import AtTable, dealt, net_of, round_text

TWO = ("1 ann main 10", "3 bob main 10")


def cards_dealt(events: list[Event]) -> list[tuple[int, int, str, bool]]:
    """The cards dealt, in order: box, hand, card and whether it lies face up."""
    return [
        (event.box, event.hand, show_card(event.card), event.is_up)
        for event in events
        if isinstance(event, CardDealt)
    ]


def places(table: AtTable, kind: type, **fields: object) -> list[int]:
    """Where in the log the events of a kind with these fields stand."""
    return [
        place
        for place, event in enumerate(table.events)
        if isinstance(event, kind)
        and all(getattr(event, name) == value for name, value in fields.items())
    ]


@pytest.mark.clause("T-f-5", "T-f-5-i", "T-f-5-ii", "T-f-5-iii", "T-f-5-iv", "T-f-2")
def test_the_initial_cards_go_round_in_four_steps() -> None:
    table = dealt("tribal", "Ts 9d 7h Kc 9c Td", "3 bob main 10", "1 ann main 10")
    assert cards_dealt(table.events) == [
        (1, 1, "Ts", True),
        (3, 1, "9d", True),
        (DEALER, 1, "7h", True),
        (1, 1, "Kc", True),
        (3, 1, "9c", True),
        (DEALER, 2, "Td", False),
    ]


@pytest.mark.clause("T-f-5-iv", "T-f-2")
@pytest.mark.parametrize("viewer", ["ann", "bob", "a spectator"])
def test_all_see_every_card_but_the_hole_card(viewer: str) -> None:
    table = dealt("tribal", "Ts 9d 7h Kc 9c Td", *TWO)
    seen = view(table.state, viewer)
    assert seen.dealer == (parse_card("7h"), -1)
    assert seen.dealer_total == "7"
    cards = [hand.faces for box in seen.boxes.values() for hand in box.in_order]
    assert cards == [parse_cards("Ts Kc"), parse_cards("9d 9c")]


@pytest.mark.clause("T-f-1", "T-f-2", "T-f-7", "T-f-8")
def test_every_card_comes_from_the_front_of_the_shoe_face_up() -> None:
    shoe = "8s 5d 6h 8h 6c Td 3c Tc 2h 9h Kc 2c"
    table = dealt("tribal", shoe, *TWO)
    table.play("1 split", "1 double", "1 hit", "1 stand", "3 hit")
    assert [card for _, _, card, _ in cards_dealt(table.events)] == shoe.split()
    assert [card for _, _, card, is_up in cards_dealt(table.events) if not is_up] == ["Td"]


@pytest.mark.clause("T-k-2")
def test_a_split_hand_is_finished_before_the_next_gets_a_card() -> None:
    table = dealt("tribal", "8s 6h 8h Td 2c 9c Tc 5d", "1 ann main 10")
    table.play("1 split")
    assert [len(played.hand.cards) for played in table.state.boxes[0].hands] == [2, 1]
    table.play("1 hit")
    assert [len(played.hand.cards) for played in table.state.boxes[0].hands] == [3, 1]
    table.play("1 stand")
    assert [len(played.hand.cards) for played in table.state.boxes[0].hands] == [3, 2]


@pytest.mark.clause("T-k-2", "T-k-5-s5")
def test_a_hand_split_again_lies_beside_the_one_it_came_from() -> None:
    table = dealt("tribal", "Ts 6h Th Td Kc 5c 6c 7c", "1 ann main 10", max_hands=4)
    table.play("1 split", "1 split")
    hands = [played.hand.cards for played in table.state.boxes[0].hands]
    assert hands == [parse_cards("Ts 5c"), parse_cards("Kc"), parse_cards("Th")]
    table.play("1 stand")
    assert table.state.turn == (1, 2)


@pytest.mark.clause("T-g-1")
@pytest.mark.parametrize("reader", ["none", "private"])
def test_a_blackjack_waits_for_the_dealers_second_card(reader: str) -> None:
    table = dealt("tribal", "As Th 6h Kh 8c Td 5c", *TWO, card_reader=reader)
    assert places(table, HandFinished, box=1, how="blackjack")
    assert not table.all_of(WagerSettled)
    assert view(table.state, "bob").boxes[1].hands[0].total == "blackjack"
    table.play("3 stand")
    (revealed,) = places(table, HoleCardRevealed)
    (paid,) = places(table, WagerSettled, box=1)
    assert revealed < paid


@pytest.mark.clause("T-i-4")
def test_losing_insurance_is_taken_between_the_hole_card_and_the_draw() -> None:
    table = dealt("tribal", "Ts 9h Ah Th 9c 2d 3c Kd", *TWO)
    table.play("1 insure ann=5", "table close_insurance", "1 stand")
    assert not table.all_of(WagerSettled)
    table.play("3 stand")
    (revealed,) = places(table, HoleCardRevealed)
    (taken,) = places(table, WagerSettled, wager="insurance")
    drawn = places(table, CardDealt, box=DEALER, hand=1)[1:]
    settled = places(table, WagerSettled, wager="main")
    assert revealed < taken < min(drawn) < min(settled)


@pytest.mark.clause("T-c-5", "T-t-3")
def test_wagers_are_settled_from_the_dealers_far_right() -> None:
    wagers = ("1 ann main 10", "4 bob main 10", "7 cy main 10")
    table = dealt("tribal", "Ts 9h Th 9s 9c 9d 9h Td", *wagers)
    table.play("1 stand", "4 stand", "7 stand")
    assert [event.box for event in table.all_of(WagerSettled)] == [7, 4, 1]
    assert [event.result for event in table.all_of(WagerSettled)] == ["push", "loss", "push"]


@pytest.mark.clause("T-c-5", "T-j-2")
def test_a_double_over_21_stays_up_while_a_blackjack_may_save_it() -> None:
    table = dealt("tribal", "Ts 9h Kh 6h 9c As Kc", *TWO)
    table.play("1 double")
    assert not table.all_of(WagerSettled)
    table.play("3 stand")
    lost = [(event.player, event.net) for event in table.all_of(WagerSettled)]
    assert lost == [("bob", -1000), ("ann", -1000)]
    assert table.all_of(WagerSettled)[1].stake == 2000


@pytest.mark.clause("T-h-1")
def test_a_surrendered_hand_is_settled_at_once() -> None:
    table = dealt("tribal", "Ts 9h Kh 6h 9c As", *TWO, surrender=True)
    table.play("1 surrender")
    (given_up,) = table.all_of(WagerSettled)
    assert (given_up.player, given_up.result, given_up.net) == ("ann", "surrender", -500)


@pytest.mark.clause("T-f-8", "T-l-3")
def test_the_hole_card_is_shown_even_when_nothing_hangs_on_it() -> None:
    table = dealt("tribal", "Ts 6h 6s Td Kc", "1 ann main 10")
    table.play("1 hit")
    assert [show_card(event.card) for event in table.all_of(HoleCardRevealed)] == ["Td"]
    assert len(places(table, CardDealt, box=DEALER)) == 2


@pytest.mark.clause("T-f-9", "T-f-9-s2", "T-f-9-s3")
def test_the_cards_of_a_round_lie_in_the_rack_from_the_far_right() -> None:
    table = dealt("tribal", "Ts 9h 7h 9s 9c Td", *TWO)
    table.play("1 stand", "3 stand")
    (ended,) = table.all_of(RoundEnded)
    assert ended.collected == parse_cards("9h 9c Ts 9s 7h Td")


@pytest.mark.clause("T-b-2", "T-b-2-i", "T-b-2-ii", "T-b-2-iii", "T-b-2-iii-a")
@pytest.mark.parametrize("suit", list("shdc"))
@pytest.mark.parametrize(
    "rank, alone, with_fifteen",
    [
        ("A", 11, 16), ("2", 2, 17), ("3", 3, 18), ("4", 4, 19), ("5", 5, 20), ("6", 6, 21),
        ("7", 7, 22), ("8", 8, 23), ("9", 9, 24), ("T", 10, 25), ("J", 10, 25), ("Q", 10, 25),
        ("K", 10, 25),
    ],
)  # fmt: skip
def test_what_a_card_counts(rank: str, alone: int, with_fifteen: int, suit: str) -> None:
    assert hand_of(parse_cards(f"{rank}{suit}")).total == alone
    assert hand_of(parse_cards(f"9s 6h {rank}{suit}")).total == with_fifteen


@pytest.mark.clause("T-a-1-vi", "T-a-1-vii", "T-b-2-iii-a")
@pytest.mark.parametrize(
    "cards, total, is_soft",
    [
        ("As 6h", 17, True), ("As 6h Tc", 17, False), ("As Ah", 12, True), ("As Ah Ac", 13, True),
        ("As Ah Ac Ad 7h", 21, True), ("As Ah Ac Ad 8h", 12, False), ("Ts 7h", 17, False),
        ("Ts 9h Ac", 20, False), ("As Th", 21, True), ("As 5h 5d", 21, True),
    ],
)  # fmt: skip
def test_hard_and_soft_totals(cards: str, total: int, is_soft: bool) -> None:
    hand = hand_of(parse_cards(cards))
    assert (hand.total, hand.is_soft) == (total, is_soft)


@pytest.mark.clause("T-a-1-i")
@pytest.mark.parametrize("ten", list("TJQK"))
def test_a_blackjack_is_an_ace_and_any_ten_in_either_order(ten: str) -> None:
    for cards in (f"As {ten}h", f"{ten}h As"):
        first, second = cards.split()
        net = net_of(round_text("tribal", f"{first} 9d {second} 2c", ["1 ann main 10"]))
        assert net == {"ann 1 main": 1500}
        assert not hand_of(parse_cards(cards), is_split=True).is_blackjack


@pytest.mark.clause("T-i-1-s2", "T-i-3")
@pytest.mark.parametrize("rank", list(RANKS))
def test_insurance_wins_on_ten_value_cards_alone(rank: str) -> None:
    text = round_text(
        "tribal", f"Ts Ad Th {rank}c", ["1 ann main 10"], ["1 insure ann=5", "1 stand"], exact=False
    )
    assert net_of(text)["ann 1 insurance"] == (1000 if rank in "TJQK" else -500)


@pytest.mark.clause("T-i-1")
@pytest.mark.parametrize("rank", [rank for rank in RANKS if rank != "A"])
def test_insurance_is_refused_under_any_other_card(rank: str) -> None:
    acts = ["! 1 insure ann=5 @T-i-1", "1 stand"]
    text = round_text("tribal", f"Ts {rank}d Th 9c", ["1 ann main 10"], acts, exact=False)
    assert "ann 1 insurance" not in net_of(text)


@pytest.mark.clause("T-k-1")
@pytest.mark.parametrize("first", list(RANKS))
@pytest.mark.parametrize("second", list(RANKS))
def test_equal_value_is_what_splits(first: str, second: str) -> None:
    tens = "TJQK"
    is_pair = first == second or (first in tens and second in tens)
    table = dealt("tribal", f"{first}s 9s 6d {second}h 9h Tc", "1 ann main 10", "2 bob main 5")
    if is_pair:
        table.play("1 split")
        assert len(table.state.boxes[0].hands) == 2
    else:
        table.refuse(do.Split(by="ann", box=1), "T-k-1")
