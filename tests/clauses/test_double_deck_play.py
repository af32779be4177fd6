"""The double-deck game: hidden cards, the order of things, and who may bet and act."""

from functools import partial

import pytest

from pitboss.cards import HIDDEN, parse_card, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import Event, evolve, redact
from pitboss.engine.insurance import HoleCardChecked
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.round import HandFinished, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.table import step
from pitboss.engine.views import view
from pitboss.hands import hand_of
from pitboss.rulebook.refusals import Rejection
from tests.clauses.rounds import AtTable, net_of, round_text, table_of
from tests.clauses.rounds import dealt as dealt_at

RULEBOOK = "double_deck"

table = partial(table_of, RULEBOOK)
dealt = partial(dealt_at, RULEBOOK)


def cards_seen(at: AtTable, viewer: str) -> list[list[tuple[int, ...]]]:
    """The cards of every hand, box by box, as a viewer sees them."""
    boxes = view(at.state, viewer).boxes.values()
    return [[hand.faces for hand in box.in_order] for box in boxes]


@pytest.mark.clause("DD-1")
def test_two_decks_make_the_shoe() -> None:
    at = table("As")
    assert len(at.state.shoe) == 104
    assert {at.state.shoe.count(card) for card in range(52)} == {2}
    at.refuse(do.LoadShoe(cards=at.state.shoe[1:]), "DD-1")
    at.refuse(do.LoadShoe(cards=at.state.shoe * 2), "DD-1")


@pytest.mark.clause("DD-5", "DD-7")
def test_two_cards_each_in_two_passes() -> None:
    at = dealt("2s 3s 4s 5s 6s 7s", "6 bob main 5", "2 ann main 5")
    cards = [(event.box, show_card(event.card)) for event in at.all_of(CardDealt)]
    assert cards == [(2, "2s"), (6, "3s"), (0, "4s"), (2, "5s"), (6, "6s"), (0, "7s")]
    assert [event.is_up for event in at.all_of(CardDealt) if event.box == 0] == [True, False]


@pytest.mark.clause("DD-6")
def test_first_cards_are_seen_by_their_own_player() -> None:
    at = dealt("2s 3s 4s 5s 6s 7s", "1 ann main 5", "2 bob main 5")
    hidden = (HIDDEN, HIDDEN)
    assert cards_seen(at, "ann") == [[parse_cards("2s 5s")], [hidden]]
    assert cards_seen(at, "bob") == [[hidden], [parse_cards("3s 6s")]]
    assert cards_seen(at, "eve") == [[hidden], [hidden]]
    totals = [box.hands[0].total for box in view(at.state, "bob").boxes.values()]
    assert totals == ["", "9"]


@pytest.mark.clause("DD-6")
def test_reading_with_cards_face_up() -> None:
    at = dealt("2s 3s 4s 5s 6s 7s", "1 ann main 5", "2 bob main 5", player_cards="face_up")
    for viewer in ("ann", "bob", "eve"):
        assert cards_seen(at, viewer) == [[parse_cards("2s 5s")], [parse_cards("3s 6s")]]
        assert view(at.state, viewer).dealer == (parse_card("4s"), HIDDEN)


@pytest.mark.clause("DD-6", "DD-7")
def test_drawn_cards_and_busts_lie_open() -> None:
    at = dealt("Ts 3s 4s 6d 6s 7s 2c Kd", "1 ann main 5", "2 bob main 5")
    at.play("1 hit")
    assert cards_seen(at, "bob")[0] == [(HIDDEN, HIDDEN, parse_card("2c"))]
    at.play("1 hit")
    assert cards_seen(at, "bob")[0] == [parse_cards("Ts 6d 2c Kd")]
    assert view(at.state, "bob").dealer == (parse_card("4s"), HIDDEN)


@pytest.mark.clause("DD-6", "DD-18")
def test_a_split_lays_the_pair_open() -> None:
    at = dealt("8s 3s 4s 8d 6s 7s 2c", "1 ann main 5", "2 bob main 5")
    at.play("1 split")
    assert cards_seen(at, "bob")[0] == [parse_cards("8s 2c"), parse_cards("8d")]


@pytest.mark.clause("DD-6", "DD-7")
@pytest.mark.parametrize("viewer", ["bob", "eve"])
def test_no_event_tells_others_what_is_face_down(viewer: str) -> None:
    shoe = "2s 3s 4s 5s 6s 7s"
    at = table(shoe, "1 ann main 5", "2 bob main 5")
    loaded = at.all_of(ShoeLoaded)[0]
    shown = redact(at.state, loaded, viewer)
    assert isinstance(shown, ShoeLoaded)
    assert set(shown.cards) == {HIDDEN}
    seen = dealt_as_seen(at, viewer)
    own = parse_cards("3s") if viewer == "bob" else (HIDDEN,)
    own_second = parse_cards("6s") if viewer == "bob" else (HIDDEN,)
    up = parse_cards("4s")
    assert tuple(seen) == (HIDDEN, *own, *up, HIDDEN, *own_second, HIDDEN)


def dealt_as_seen(at: AtTable, viewer: str) -> list[int]:
    """Deal, and the cards that a viewer is told, in order."""
    outcome = step(at.state, do.Deal())
    assert not isinstance(outcome, Rejection)
    state = at.state
    told: list[int] = []
    for event in outcome[1]:
        shown: Event = redact(state, event, viewer)
        if isinstance(shown, CardDealt):
            told.append(shown.card)
        state = evolve(state, event)
    return told


@pytest.mark.clause("DD-6")
def test_hands_never_shown_go_away_face_down() -> None:
    at = dealt("Ts 9s 7h 9d 8d Tc", "1 ann main 5", "2 bob main 5")
    at.play("1 stand")
    before = at.state
    events = at.do(do.Stand(by="bob", box=2))
    ended = redact(before, events[-1], "eve")
    assert isinstance(ended, RoundEnded)
    assert set(ended.collected) == {HIDDEN}


@pytest.mark.clause("DD-24", "DD-7")
def test_the_hole_card_is_turned_when_everybody_has_acted() -> None:
    at = dealt("Ts 9s 6h 9d 8d Tc 5c", "1 ann main 5", "2 bob main 5")
    at.play("1 stand")
    assert not at.all_of(HoleCardRevealed)
    events = at.do(do.Stand(by="bob", box=2))
    kinds = [type(event) for event in events]
    assert kinds.index(HandFinished) < kinds.index(HoleCardRevealed) < kinds.index(CardDealt)
    assert kinds.index(CardDealt) < kinds.index(WagerSettled)


@pytest.mark.clause("DD-24")
@pytest.mark.parametrize(
    "hole_check, up, is_checked",
    [
        ("ace_and_ten", "Ah", True),
        ("ace_and_ten", "Qh", True),
        ("ace_and_ten", "9h", False),
        ("none", "Ah", False),
        ("none", "Qh", False),
    ],
)
def test_when_the_dealer_looks(hole_check: str, up: str, is_checked: bool) -> None:
    at = dealt(f"8s {up} 9d 5c", "1 ann main 5", hole_check=hole_check)
    if up == "Ah":
        assert not at.all_of(HoleCardChecked), "insurance closes first"
        at.play("table close_insurance")
    assert bool(at.all_of(HoleCardChecked)) == is_checked
    assert not at.all_of(HoleCardRevealed)


@pytest.mark.clause("DD-3")
@pytest.mark.parametrize("takes", ["all", "original_only"])
def test_a_bust_is_lost_before_the_dealer_plays(takes: str) -> None:
    at = dealt(
        "Ts 9s Kh 6d 9d 7c Kd",
        "1 ann main 5",
        "2 bob main 5",
        hole_check="none",
        dealer_blackjack_takes=takes,
    )
    events = at.do(do.Hit(by="ann", box=1))
    assert [e.net for e in events if isinstance(e, WagerSettled)] == [-500]


@pytest.mark.clause("DD-28")
def test_insurance_is_bought_after_the_deal() -> None:
    at = table("Ts Ah 9d 5c", "1 ann main 10")
    at.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "DD-28")
    at.deal()
    (offer,) = legal(at.state, "ann")
    assert (offer.do, offer.low, offer.high) == ("insure", 1, 500)


@pytest.mark.clause("DD-29")
@pytest.mark.parametrize("main", [500, 501, 550, 999])
def test_insurance_goes_up_to_half_the_original_wager(main: int) -> None:
    half = main // 2
    text = round_text(
        RULEBOOK,
        "Ts Ah 9d Kc",
        [f"1 ann main {main / 100:.2f}"],
        [f"! 1 insure ann={(half + 1) / 100:.2f} @DD-29", f"1 insure ann={half / 100:.2f}"],
        options="chip_unit = 0.01",
    )
    assert net_of(text) == {"ann 1 main": -main, "ann 1 insurance": 2 * half}


@pytest.mark.clause("DD-31")
def test_nothing_but_main_wagers_is_offered() -> None:
    at = table("Ts", "1 ann main 5")
    assert {offer.wager for offer in legal(at.state, "ann")} == {"main"}
    assert not at.state.rules.wagers
    at.do(do.BuyIn(player="bob", amount=1_000))
    at.refuse(do.PlaceWager(by="bob", box=1, wager="main", amounts=(500,)), "DD-31")


@pytest.mark.clause("DD-32")
def test_only_boxes_bet_since_the_shuffle_are_offered() -> None:
    at = dealt("Ts 9s 7h 9d 8d Tc", "1 ann main 5", "2 bob main 5")
    at.play("1 stand", "2 stand")
    assert {offer.box for offer in legal(at.state, "ann")} == {1, 2}
    at.do(do.BuyIn(player="cat", amount=1_000))
    at.refuse(do.PlaceWager(by="cat", box=3, wager="main", amounts=(500,)), "DD-32")
    cards = at.state.shoe
    at.do(do.LoadShoe(cards=cards))
    assert {offer.box for offer in legal(at.state, "ann")} == {1, 2, 3, 4, 5, 6}


@pytest.mark.clause("DD-16", "DD-19", "DD-20", "DD-22")
def test_offers_follow_the_hand() -> None:
    at = dealt("8s 7h 8d Tc 8c 3d", "1 ann main 5")
    assert {offer.do for offer in legal(at.state, "ann")} == {"hit", "stand", "split"}
    at.play("1 split", "1 split")
    offers = {offer.do: offer for offer in legal(at.state, "ann")}
    assert set(offers) == {"hit", "stand", "double"}
    assert offers["double"].only == (500,)


@pytest.mark.clause("DD-17")
def test_a_double_is_one_card() -> None:
    at = dealt("5s 9s 7h 6d 9d Tc 2c", "1 ann main 5", "2 bob main 5")
    events = at.do(do.Double(by="ann", box=1))
    assert len([e for e in events if isinstance(e, CardDealt)]) == 1
    at.refuse(do.Hit(by="ann", box=1), "DD-17")
    assert at.state.turn == (2, 1)


@pytest.mark.clause("DD-8", "DD-9", "DD-10", "DD-26")
@pytest.mark.parametrize(
    "cards, total, is_soft",
    [
        *((f"{rank}s {rank}h", 2 * int(rank), False) for rank in "23456789"),
        *((f"{rank}s 2h", 12, False) for rank in "TJQK"),
        ("As 6h", 17, True),
        ("As Ah 5c", 17, True),
        ("As 6h Tc", 17, False),
        ("As Kh Qc", 21, False),
    ],
)
def test_totals(cards: str, total: int, is_soft: bool) -> None:
    hand = hand_of(parse_cards(cards))
    assert (hand.total, hand.is_soft) == (total, is_soft)


@pytest.mark.clause("DD-11", "DD-12")
@pytest.mark.parametrize("ten", "TJQK")
def test_an_ace_and_any_ten_are_a_blackjack(ten: str) -> None:
    for first, second in ((f"{ten}d", "As"), ("As", f"{ten}d")):
        text = round_text(RULEBOOK, f"{first} 7h {second} Tc", ["1 ann main 5"])
        assert net_of(text) == {"ann 1 main": 750}
