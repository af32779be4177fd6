"""Free Bet: what a round script cannot show of wagers, the deal, the reader and the decisions."""

from functools import partial

import pytest

from pitboss.cards import HIDDEN, is_ten, parse_card, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import redact
from pitboss.engine.insurance import HoleCardChecked
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import HandDoubled, HandSplit
from pitboss.engine.play.elections import Added
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, PhaseBegan
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.views import view
from pitboss.hands import hand_of
from tests.clauses.rounds import dealt as dealt_at
from tests.clauses.rounds import table_of

RULEBOOK = "pa_free_bet"

table = partial(table_of, RULEBOOK)
dealt = partial(dealt_at, RULEBOOK)


@pytest.mark.clause("PA-7-e", "PA-7-e-1", "PA-7-e-2", "PA-7-e-3", "PA-7-e-4")
def test_cards_go_round_from_the_dealers_left() -> None:
    at = dealt("2s 3s 4s 5s 6s 7s 8s 9s", "6 cat main 5", "1 ann main 5", "3 bob main 5")
    cards = [(event.box, show_card(event.card), event.is_up) for event in at.all_of(CardDealt)]
    assert cards == [
        (1, "2s", True),
        (3, "3s", True),
        (6, "4s", True),
        (0, "5s", True),
        (1, "6s", True),
        (3, "7s", True),
        (6, "8s", True),
        (0, "9s", False),
    ]


@pytest.mark.clause("PA-7-i", "PA-7-l-s2", "PA-9-c", "PA-10-c")
def test_every_card_is_the_next_of_the_shoe_and_face_up() -> None:
    shoe = "8s 2h 8d 3c 4s 5d 9c 7d 6c"
    at = dealt(shoe, "1 ann main 5")
    at.play("1 split", "1 hit", "1 stand", "1 stand")
    cards = at.all_of(CardDealt)
    assert [show_card(event.card) for event in cards][: len(shoe.split())] == shoe.split()
    assert [event for event in cards if not event.is_up] == [
        CardDealt(0, 2, parse_card("3c"), False)
    ]
    assert [(event.box, event.hand) for event in cards[4:8]] == [(1, 1), (1, 1), (1, 2), (0, 1)]


@pytest.mark.clause("PA-1-hole-card", "PA-7-g-s2", "PA-7-k")
@pytest.mark.parametrize("viewer", ["ann", "bob", "eve", ""])
def test_nobody_sees_the_hole_card_until_it_is_turned(viewer: str) -> None:
    at = table("Ts 9s Kh 9d 8d 7c", "1 ann main 5", "2 bob main 5")
    before = at.state
    seen = [redact(before, event, viewer) for event in at.do(do.Deal())]
    hole = [event for event in seen if isinstance(event, CardDealt) and event.box == 0][-1]
    assert hole.card == HIDDEN
    assert view(at.state, viewer).dealer == (parse_card("Kh"), HIDDEN)
    assert view(at.state, viewer).dealer_total == "10"
    at.play("1 stand")
    assert view(at.state, viewer).dealer[1] == HIDDEN
    end = at.do(do.Stand(by="bob", box=2))
    revealed = [place for place, event in enumerate(end) if isinstance(event, HoleCardRevealed)]
    finished = [place for place, event in enumerate(end) if isinstance(event, HandFinished)]
    assert finished[-1] < revealed[0]


@pytest.mark.clause("PA-1-card-reader-device", "PA-7-g")
@pytest.mark.parametrize("up, is_read", [("Ah", True), ("Kh", True), ("Th", True), ("9h", False)])
def test_the_reader_answers_yes_or_no(up: str, is_read: bool) -> None:
    at = dealt(f"8s {up} 9d 5c", "1 ann main 5")
    if up == "Ah":
        assert not at.all_of(HoleCardChecked), "insurance comes first"
        at.play("table close_insurance")
    assert at.all_of(HoleCardChecked) == ([HoleCardChecked(False)] if is_read else [])


@pytest.mark.clause("PA-7-g-s3", "PA-7-g")
def test_a_blackjack_found_by_the_reader_ends_the_round() -> None:
    at = table("8s Kh 8d Ac", "1 ann main 5")
    events = at.deal()
    assert HoleCardChecked(True) in events
    assert not at.all_of(TurnGiven)
    assert len(at.all_of(CardDealt)) == 4
    assert at.state.phase == "betting"


@pytest.mark.clause("PA-6-a")
def test_a_wager_is_made_of_chips_that_are_there() -> None:
    at = table("Ts 7h 9d Tc")
    at.do(do.BuyIn(player="ann", amount=900))
    at.refuse(do.PlaceWager(by="ann", box=1, wager="main", amounts=(1_000,)), "PA-6-a")
    at.refuse(do.PlaceWager(by="bob", box=1, wager="main", amounts=(500,)), "PA-6-a")
    at.refuse(do.PlaceWager(by="ann", box=1, wager="main", amounts=(525,)), "PA-6-a")
    at.do(do.PlaceWager(by="ann", box=1, wager="main", amounts=(900,)))
    assert at.state.chips["ann"] == 0


@pytest.mark.clause("PA-7-t")
@pytest.mark.parametrize("who", ["ann", "eve"])
def test_players_touch_no_cards(who: str) -> None:
    at = table("Ts Ah 9d 5c", "1 ann main 5")
    shoe = at.state.shoe
    offers = {offer.do for offer in legal(at.state, who)}
    assert not offers & {"deal", "load_shoe", "close_insurance", "draw_prize"}
    at.refuse(do.Deal(by=who), "PA-7-t")
    at.refuse(do.LoadShoe(by=who, cards=shoe), "PA-7-t")
    at.deal()
    at.refuse(do.CloseInsurance(by=who), "PA-7-t")


@pytest.mark.clause("PA-7-h", "PA-7-h-2")
def test_boxes_act_clockwise_from_the_dealers_left() -> None:
    at = dealt("Ts 9s 8s 7h 9d 9d 9c Tc", "5 cat main 5", "1 ann main 5", "3 bob main 5")
    for player, box in (("ann", 1), ("bob", 3), ("cat", 5)):
        assert at.state.turn == (box, 1)
        others = {"ann", "bob", "cat"} - {player}
        assert all(legal(at.state, other) == () for other in others)
        at.refuse(do.Stand(by=min(others), box=box), "PA-7-h-2")
        at.do(do.Stand(by=player, box=box))
    assert [(event.box, event.hand) for event in at.all_of(TurnGiven)] == [(1, 1), (3, 1), (5, 1)]


@pytest.mark.clause("PA-7-h-2", "PA-7-h-2-s2")
@pytest.mark.parametrize(
    "cards, acts",
    [
        ("Ts 9d", {"hit", "stand", "double"}),
        ("8s 8d", {"hit", "stand", "double", "split"}),
        ("Ks Td", {"hit", "stand", "double", "split"}),
    ],
)
def test_a_hand_draws_stands_doubles_or_splits(cards: str, acts: set[str]) -> None:
    first, second = cards.split()
    at = dealt(f"{first} 7h {second} Tc", "1 ann main 5")
    assert {offer.do for offer in legal(at.state, "ann")} == acts


@pytest.mark.clause("PA-7-h-1")
def test_a_blackjack_is_paid_when_its_turn_comes() -> None:
    at = dealt("Ts As 9s 6h 9d Kd 9d Tc 5c", "1 ann main 5", "2 bob main 10", "3 cat main 5")
    assert not at.all_of(WagerSettled)
    events = at.do(do.Stand(by="ann", box=1))
    settled = [event for event in events if isinstance(event, WagerSettled)]
    assert [(e.box, e.net, e.clause, e.pays) for e in settled] == [(2, 1_500, "PA-11-a", "3 to 2")]
    assert at.state.turn == (3, 1), "cat still has to act, and the dealer to draw"


@pytest.mark.clause("PA-8-d")
def test_lost_insurance_is_taken_before_another_card() -> None:
    at = dealt("Ts Ah 2d 5c 6c", "1 ann main 10")
    at.play("1 insure ann=5")
    events = at.do(do.CloseInsurance())
    kinds = [type(event) for event in events]
    assert kinds[:2] == [HoleCardChecked, WagerSettled]
    lost = events[1]
    assert isinstance(lost, WagerSettled)
    assert (lost.wager, lost.net) == ("insurance", -500)
    assert CardDealt not in kinds


@pytest.mark.clause("PA-7-f", "PA-8-b-s3")
def test_insurance_is_open_from_the_deal_to_the_reader() -> None:
    at = table("Ts 9s Ah 9d 9d 5c", "1 ann main 10", "2 bob main 10")
    at.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "PA-8-a")
    events = at.deal()
    assert events[-1] == PhaseBegan("offering")
    assert {offer.do for offer in legal(at.state, "ann")} == {"insure"}
    at.refuse(do.Hit(by="ann", box=1), "PA-7-h")
    at.play("2 insure bob=5", "table close_insurance")
    at.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "PA-8-b-s3")
    assert {offer.do for offer in legal(at.state, "ann")} == {"hit", "stand", "double"}


@pytest.mark.clause("PA-8-a")
@pytest.mark.parametrize("hole", ["Tc", "Jc", "Qc", "Kc", "9c", "Ac"])
def test_insurance_wins_with_any_ten_below(hole: str) -> None:
    at = dealt(f"Ts Ah 9d {hole}", "1 ann main 10")
    at.play("1 insure ann=5", "table close_insurance")
    net = [event.net for event in at.all_of(WagerSettled) if event.wager == "insurance"]
    assert net == [1_000 if is_ten(parse_card(hole)) else -500]


@pytest.mark.clause("PA-9-a-1", "PA-10-b-2")
def test_free_bets_need_no_chips_and_paid_ones_do() -> None:
    at = table("8s 7h 8d Tc 3c 4d 9s 2d")
    at.do(do.BuyIn(player="ann", amount=500))
    at.do(do.PlaceWager(by="ann", box=1, wager="main", amounts=(500,)))
    at.deal()
    offers = legal(at.state, "ann")
    assert [(offer.do, offer.is_free) for offer in offers if offer.do == "split"] == [
        ("split", True)
    ]
    assert not [offer for offer in offers if offer.do == "double"]
    at.refuse(do.Double(by="ann", box=1), "PA-6-a")
    at.play("1 split")
    offers = legal(at.state, "ann")
    assert [offer.is_free for offer in offers if offer.do == "double"] == [True]
    at.play("1 double")
    assert at.state.chips["ann"] == 0


@pytest.mark.clause("PA-9-a-1-s2", "PA-10-b-2-i", "PA-10-b-2-ii", "PA-10-d-s2")
def test_each_lammer_is_worth_the_original_wager() -> None:
    at = dealt("8s 7h 8d Tc 8c 3s 9s 2d Ts 5c", "1 ann main 12.50")
    chips = at.state.chips["ann"]
    at.play("1 split", "1 split", "1 double", "1 double")
    box = at.state.the_box(1)
    bets = [played.bets[0] for played in box.hands]
    assert [(bet.stakes, bet.free) for bet in bets] == [
        ((1_250,), 1_250),
        ((0,), 2_500),
        ((0,), 1_250),
    ]
    assert [event.stakes for event in at.all_of(HandSplit)] == [(Added("ann", (0,), 1_250),)] * 2
    assert [event.stakes for event in at.all_of(HandDoubled)] == [(Added("ann", (0,), 1_250),)] * 2
    assert at.state.chips["ann"] == chips


@pytest.mark.clause("PA-8-e")
def test_even_money_is_offered_to_a_blackjack_alone() -> None:
    at = dealt("As Ts Ah Kd 9d 5c", "1 ann main 10", "2 bob main 10", even_money=True)
    assert {offer.do for offer in legal(at.state, "ann")} == {"insure", "take_even_money"}
    assert {offer.do for offer in legal(at.state, "bob")} == {"insure"}
    settled = at.do(do.TakeEvenMoney(by="ann", box=1))
    assert [e.net for e in settled if isinstance(e, WagerSettled)] == [1_000]
    assert legal(at.state, "ann") == ()


@pytest.mark.clause(
    "PA-3-d", "PA-3-d-1", "PA-3-d-2", "PA-3-d-3", "PA-1-hard-total", "PA-1-soft-total"
)
@pytest.mark.parametrize(
    "cards, total, is_soft",
    [
        *((f"{rank}s {rank}h", 2 * int(rank), False) for rank in "23456789"),
        ("Ts 2h", 12, False),
        ("Js 2h", 12, False),
        ("Qs 2h", 12, False),
        ("Ks 2h", 12, False),
        ("As 8h", 19, True),
        ("As Ah", 12, True),
        ("As Ah 9c", 21, True),
        ("As Kh Qc", 21, False),
        ("As 5h 6c", 12, False),
        ("As Ah Kc 9d", 21, False),
    ],
)
def test_totals(cards: str, total: int, is_soft: bool) -> None:
    hand = hand_of(parse_card(card) for card in cards.split())
    assert (hand.total, hand.is_soft) == (total, is_soft)


@pytest.mark.clause("PA-1-blackjack")
@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_an_ace_and_any_ten_are_a_blackjack(ten: str) -> None:
    for first, second in ((ten, "As"), ("As", ten)):
        at = dealt(f"{first} 7h {second} Tc", "1 ann main 10")
        assert [event.net for event in at.all_of(WagerSettled)] == [1_500]


@pytest.mark.clause("PA-9-c", "PA-10-c")
@pytest.mark.parametrize("split_aces, across", [("play_on", False), ("one_card", True)])
def test_only_a_last_card_lies_across(split_aces: str, across: bool) -> None:
    shoe = "As 5s 6h Ad 5d Tc 2c 3c 8c"
    at = dealt(shoe, "1 ann main 5", "2 bob main 5", split_aces=split_aces)
    at.play("1 split")
    assert view(at.state, "bob").boxes[1].hands[0].is_sideways is across


@pytest.mark.clause("PA-2-b-2", "PA-2-b-4")
def test_each_box_keeps_its_own_wagers() -> None:
    at = table("Ts 9s 7h", "1 ann main 5", "1 ann push_22 1", "2 bob main 7", push_22="a")
    boxes = [(box.number, box.mains) for box in at.state.boxes]
    assert boxes == [(1, (("ann", (500,)),)), (2, (("bob", (700,)),))]
    assert [(side.box, side.player, side.amount) for side in at.state.sides] == [(1, "ann", 100)]
