"""The eight-deck house game: bonus bets line by line, and what a round script cannot show."""

from functools import partial
from itertools import product

import pytest

from pitboss.cards import HIDDEN, RANKS, SUITS, VALUES, parse_card, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.insurance import HoleCardChecked
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.views import view
from pitboss.hands import hand_of
from tests.clauses.rounds import dealt as dealt_at
from tests.clauses.rounds import net_of, round_text, table_of

RULEBOOK = "house"
MATCH_CLAUSES = {
    20: "H-payouts-4",
    14: "H-payouts-5",
    10: "H-payouts-6",
    7: "H-payouts-7",
    3: "H-payouts-8",
    -1: "H-wagers-16",
}

table = partial(table_of, RULEBOOK)
dealt = partial(dealt_at, RULEBOOK)


def match_cases() -> list[object]:
    """First cards of every relation to a queen of hearts as up card, with the odds; -1 loses."""
    odds = {(2, 0): 20, (1, 1): 14, (0, 2): 10, (1, 0): 7, (0, 1): 3, (0, 0): -1}
    cases: list[object] = []
    for first, second in product(("Qh", "Qs", "Qd", "Kh", "2h", "Th"), repeat=2):
        suited = [first, second].count("Qh")
        unsuited = sum(card[0] == "Q" for card in (first, second)) - suited
        pays = odds[suited, unsuited]
        mark = pytest.mark.clause(MATCH_CLAUSES[pays], "H-wagers-16")
        cases.append(pytest.param(first, second, pays, marks=mark, id=f"{first}-{second}"))
    return cases


@pytest.mark.parametrize("first, second, odds", match_cases())
def test_match_the_dealer_pays_its_line(first: str, second: str, odds: int) -> None:
    at = dealt(f"{first} Qh {second} 8c", "1 ann main 1", "1 ann match_dealer 2.50")
    (bonus,) = [e for e in at.all_of(WagerSettled) if e.wager == "match_dealer"]
    assert bonus.net == 250 * odds
    assert bonus.clause == MATCH_CLAUSES[odds]


@pytest.mark.clause("H-wagers-17", "H-wagers-18", "H-wagers-19")
@pytest.mark.clause("H-payouts-9", "H-payouts-10", "H-payouts-11")
@pytest.mark.parametrize("first", RANKS)
def test_over_and_under_for_every_two_cards(first: str) -> None:
    for second in RANKS:
        total = sum(VALUES[parse_card(rank + "s")] for rank in (first, second))
        wagers = ["1 ann main 1", "1 ann over_13 2", "1 ann under_13 3"]
        at = dealt(f"{first}s 7h {second}d Tc", *wagers)
        net = {event.wager: event.net for event in at.all_of(WagerSettled)}
        assert net["over_13"] == (200 if total > 13 else -200), (first, second)
        assert net["under_13"] == (300 if total < 13 else -300), (first, second)


@pytest.mark.clause("H-wagers-16", "H-wagers-17", "H-method-28")
def test_bonus_bets_are_settled_right_after_the_deal() -> None:
    wagers = ["1 ann main 1", "1 ann match_dealer 1", "1 ann over_13 1", "1 ann under_13 1"]
    at = dealt("As 9s Ah 9d 8d 5c", *wagers, "2 bob main 1", "2 bob over_13 1")
    assert [event.wager for event in at.all_of(WagerSettled)] == [
        "match_dealer",
        "over_13",
        "under_13",
        "over_13",
    ]
    assert at.state.sides == ()
    assert {offer.do for offer in legal(at.state, "ann")} == {"insure"}


@pytest.mark.clause("H-method-18", "H-method-19", "H-method-20", "H-equipment-4")
def test_the_deal_goes_round_twice_from_the_dealers_left() -> None:
    at = dealt("2s 3s 4s 5s 6s 7s", "7 bob main 1", "2 ann main 1")
    cards = [(event.box, show_card(event.card), event.is_up) for event in at.all_of(CardDealt)]
    assert cards == [
        (2, "2s", True),
        (7, "3s", True),
        (0, "4s", True),
        (2, "5s", True),
        (7, "6s", True),
        (0, "7s", False),
    ]
    for viewer in ("ann", "bob", "eve"):
        seen = view(at.state, viewer)
        assert seen.dealer == (parse_card("4s"), HIDDEN)
        assert [box.hands[0].faces for box in seen.boxes.values()] == [
            parse_cards("2s 5s"),
            parse_cards("3s 6s"),
        ]


@pytest.mark.clause("H-equipment-2")
def test_the_shoe_holds_eight_whole_decks() -> None:
    at = table("As")
    assert len(at.state.shoe) == 416
    cards = at.state.shoe
    at.refuse(do.LoadShoe(cards=cards[1:]), "H-equipment-2")
    at.refuse(do.LoadShoe(cards=(cards[-1], *cards[1:])), "H-equipment-2")


@pytest.mark.clause("H-equipment-4")
def test_every_card_is_the_next_of_the_shoe() -> None:
    shoe = "8s 2h 8d 3c 4s 5d 9c 7d 6c"
    at = dealt(shoe, "1 ann main 1")
    at.play("1 split", "1 hit", "1 stand", "1 double")
    order = [show_card(event.card) for event in at.all_of(CardDealt)]
    assert order[: len(shoe.split())] == shoe.split()


@pytest.mark.clause("H-rules-11")
@pytest.mark.parametrize("who", ["ann", "eve"])
def test_players_touch_no_cards(who: str) -> None:
    at = table("Ts Ah 9d 5c", "1 ann main 1")
    shoe = at.state.shoe
    offers = {offer.do for offer in legal(at.state, who)}
    assert not offers & {"deal", "load_shoe", "close_insurance"}
    at.refuse(do.Deal(by=who), "H-rules-11")
    at.refuse(do.LoadShoe(by=who, cards=shoe), "H-rules-11")
    at.deal()
    at.refuse(do.CloseInsurance(by=who), "H-rules-11")


@pytest.mark.clause("H-method-26")
def test_a_bust_is_taken_when_it_happens() -> None:
    at = dealt("Ts 9s 6h 6d 9d Tc Kd Kc", "1 ann main 4", "2 bob main 4")
    events = at.do(do.Double(by="ann", box=1, stakes={"ann": (200,)}))
    assert [e.net for e in events if isinstance(e, WagerSettled)] == [-600]
    assert at.state.turn == (2, 1)


@pytest.mark.clause("H-method-27")
def test_busted_cards_go_to_the_tray_at_once() -> None:
    at = dealt("Ts 9s 6h 6d 9d Tc Kd Kc", "1 ann main 4", "2 bob main 4")
    at.play("1 hit", "2 stand")
    assert at.state.discards[:3] == parse_cards("Ts 6d Kd")


@pytest.mark.clause("H-method-25")
def test_positions_are_settled_round_the_table() -> None:
    wagers = ["1 ann main 1", "3 bob main 1", "7 cat main 1"]
    at = dealt("Ts Ts Ts 9h 9d 8d 7d 9c", *wagers)
    at.play("1 stand", "3 stand", "7 stand")
    order = [(event.box, event.result) for event in at.all_of(WagerSettled)]
    assert order == [(1, "win"), (3, "push"), (7, "loss")]


@pytest.mark.clause("H-method-29")
@pytest.mark.parametrize(
    "hole_check, up, is_checked",
    [
        ("ace", "Ah", True),
        ("ace", "Kh", False),
        ("ace", "9h", False),
        ("ace_and_ten", "Ah", True),
        ("ace_and_ten", "Th", True),
        ("ace_and_ten", "9h", False),
        ("none", "Ah", False),
        ("none", "Kh", False),
    ],
)
def test_when_the_dealer_looks(hole_check: str, up: str, is_checked: bool) -> None:
    at = dealt(f"8s {up} 9d 5c", "1 ann main 1", hole_check=hole_check)
    if up == "Ah":
        at.play("table close_insurance")
    assert bool(at.all_of(HoleCardChecked)) == is_checked
    assert at.state.turn == (1, 1)


@pytest.mark.clause("H-method-20", "H-method-26")
def test_the_hole_card_is_shown_even_when_nothing_is_left() -> None:
    at = dealt("Ts 6h 6d Tc Kd", "1 ann main 1")
    at.play("1 hit")
    assert at.all_of(HoleCardRevealed) == [HoleCardRevealed(parse_card("Tc"))]
    assert len([event for event in at.all_of(CardDealt) if event.box == 0]) == 2


@pytest.mark.clause("H-rules-16")
@pytest.mark.parametrize(
    "up, hole_check, is_paid_in_turn",
    [
        ("9h", "ace", True),
        ("2h", "none", True),
        ("Ah", "ace", True),
        ("Kh", "ace", False),
        ("Kh", "ace_and_ten", True),
        ("Ah", "none", False),
    ],
)
def test_when_a_blackjack_is_paid(up: str, hole_check: str, is_paid_in_turn: bool) -> None:
    shoe = f"As Ts {up} Kd 9d 5c"
    at = dealt(shoe, "1 ann main 10", "2 bob main 10", hole_check=hole_check)
    if up == "Ah":
        at.play("table close_insurance")
    assert at.state.turn == (1, 1), "the player may ask to double it first"
    at.play("1 stand")
    paid = [(event.box, event.net) for event in at.all_of(WagerSettled)]
    assert paid == ([(1, 1_500)] if is_paid_in_turn else [])


@pytest.mark.clause("H-wagers-10", "H-wagers-8")
def test_a_blackjack_is_offered_a_double_and_no_card() -> None:
    at = dealt("As 7h Kd Tc", "1 ann main 3")
    offers = {offer.do: offer for offer in legal(at.state, "ann")}
    assert set(offers) == {"stand", "double"}
    assert offers["double"].only == (150, 300)


@pytest.mark.clause("H-rules-9", "H-rules-10", "H-method-21")
def test_hands_act_in_order_and_nobody_else() -> None:
    at = dealt("Ts 9s 7h 9d 8d Tc", "5 bob main 1", "2 ann main 1")
    assert at.state.turn == (2, 1)
    at.refuse(do.Stand(by="bob", box=5), "H-rules-9")
    assert legal(at.state, "bob") == ()
    at.play("2 stand")
    at.refuse(do.Hit(by="ann", box=5), "H-rules-10")
    at.play("5 stand")
    assert [(event.box, event.hand) for event in at.all_of(TurnGiven)] == [(2, 1), (5, 1)]


@pytest.mark.clause("H-rules-20")
def test_every_wager_is_against_the_house_on_an_own_box() -> None:
    at = table("Ts", "1 ann main 1")
    at.do(do.BuyIn(player="bob", amount=1_000))
    at.refuse(do.PlaceWager(by="bob", box=1, wager="main", amounts=(100,)), "H-rules-20")
    at.refusal(do.PlaceWager(by="bob", box=1, wager="match_dealer", amounts=(100,)))
    boxes = {offer.box for offer in legal(at.state, "bob")}
    assert 1 not in boxes


@pytest.mark.clause("H-rules-1", "H-rules-2", "H-rules-3", "H-rules-4", "H-rules-5")
@pytest.mark.parametrize(
    "cards, total, is_soft",
    [
        *((f"{rank}s {rank}h", 2 * int(rank), False) for rank in "23456789"),
        *((f"{rank}s 2h", 12, False) for rank in "TJQK"),
        ("As 6h", 17, True),
        ("As 4h 2c", 17, True),
        ("As 6h Kc", 17, False),
        ("As Ah", 12, True),
        ("As Ah Tc", 12, False),
    ],
)
def test_totals(cards: str, total: int, is_soft: bool) -> None:
    hand = hand_of(parse_cards(cards))
    assert (hand.total, hand.is_soft) == (total, is_soft)


@pytest.mark.clause("H-object-2")
@pytest.mark.parametrize("suit, ten", list(product(SUITS, "TJQK")))
def test_an_ace_and_any_ten_are_a_blackjack(suit: str, ten: str) -> None:
    for first, second in ((f"{ten}{suit}", "As"), ("As", f"{ten}{suit}")):
        text = round_text(RULEBOOK, f"{first} 7h {second} Tc", ["1 ann main 3"])
        assert net_of(text) == {"ann 1 main": 450}


@pytest.mark.clause("H-wagers-11")
@pytest.mark.parametrize("ante", range(100, 1_050, 50))
def test_a_double_is_all_or_half_to_the_cent(ante: int) -> None:
    for amount in (ante, ante // 2):
        text = round_text(
            RULEBOOK,
            "5s 7h 6d Tc 9c",
            [f"1 ann main {ante / 100:.2f}"],
            [
                f"! 1 double ann={(amount + 1) / 100:.2f} @H-wagers-11",
                f"! 1 double ann={(amount - 1) / 100:.2f} @H-wagers-11",
                f"1 double ann={amount / 100:.2f}",
            ],
        )
        assert net_of(text) == {"ann 1 main": ante + amount}


@pytest.mark.clause("H-wagers-1")
def test_bonus_bets_leave_with_the_ante() -> None:
    at = table("Ts", "1 ann main 5", "1 ann over_13 2", "1 ann match_dealer 1")
    chips = at.state.chips["ann"]
    at.do(do.WithdrawWager(by="ann", box=1, wager="over_13"))
    at.do(do.WithdrawWager(by="ann", box=1, wager="main"))
    assert (at.state.boxes, at.state.sides) == ((), ())
    assert at.state.chips["ann"] == chips + 800
    at.refuse(do.Deal(), "H-wagers-1")


@pytest.mark.clause("H-wagers-14")
@pytest.mark.parametrize("act", ["surrender", "stand"])
@pytest.mark.parametrize(
    "cards, insurance, match, over, under",
    [
        # An ace and a nine are ten: under 13; the ace matches in rank alone; a blackjack insured.
        ("As Ah 9d Kc", 10, 6, -3, 4),
        # Nineteen: over 13; nothing matches, and the dealer has no blackjack.
        ("Ts Ah 9d 8c", -5, -2, 3, -4),
    ],
)
def test_surrender_touches_no_other_bet(
    cards: str, act: str, insurance: int, match: int, over: int, under: int
) -> None:
    """Insurance, Match the Dealer, Over and Under come to the same as when the hand stands."""
    bets = {"match_dealer": 2, "over_13": 3, "under_13": 4}
    wagers = ["1 ann main 10", *(f"1 ann {name} {amount}" for name, amount in bets.items())]
    acts = ["1 insure ann=5", f"1 {act}"]
    text = round_text("house", cards, wagers, acts, options='hole_check = "none"', exact=False)
    net = {key.removeprefix("ann 1 "): amount for key, amount in net_of(text).items()}
    main = net.pop("main")
    assert net == {
        "insurance": insurance * 100,
        "match_dealer": match * 100,
        "over_13": over * 100,
        "under_13": under * 100,
    }
    assert (main == -500) == (act == "surrender")
