"""New Zealand: what the dealer calls out, and what layout, signs and screens must show."""

from functools import partial

import pytest

from pitboss.engine import do
from pitboss.engine.announce import Announcement, announcements
from pitboss.engine.declare import Command, evolve, redact
from pitboss.engine.legal import insurance_is_open, legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.side_wagers.prizes import PrizeDrawn
from pitboss.engine.views import view
from pitboss.engine.words import tell
from tests.clauses.options import refusing_clauses, rules_of
from tests.clauses.rounds import PURSE, AtTable, net_of, round_text
from tests.clauses.staffed import loaded, seated

dealt = partial(seated, "nz")
"""A staffed table after the initial deal."""
staffed = partial(loaded, "nz")
"""A staffed table with these cards on top and these wagers placed."""

ALL_SIDES = {"super_sevens": True, "madness_21": True, "perfect_pairs": "scale_1"}


def heard(table: AtTable, *commands: Command) -> list[Announcement]:
    """What is called out while commands are carried out."""
    said: list[Announcement] = []
    for command in commands:
        state = table.state
        for event in table.do(command):
            state = evolve(state, event)
            said += announcements(state, event)
    return said


def texts(said: list[Announcement], clause: str) -> list[str]:
    """The words called out for a clause."""
    return [one.text for one in said if clause in one.clauses]


def notices(clause: str, place: str, **options: object) -> list[str]:
    """What must be seen in a place for a clause."""
    shown = rules_of("nz", **options).notices
    return [one.text for one in shown if (one.clause, one.place) == (clause, place)]


@pytest.mark.clause("NZ-8.2-s1")
def test_betting_is_called_closed_before_the_first_card() -> None:
    table = staffed("Ts 9d 9h", "1 ann main 10")
    state = table.state
    called = 0
    for event in table.do(do.Deal()):
        state = evolve(state, event)
        called += "NZ-8.2-s1" in [one.clauses[0] for one in announcements(state, event)]
        assert called or not isinstance(event, CardDealt)
    assert called == 1


@pytest.mark.clause("NZ-8.3-s2", "NZ-8.4-s2")
def test_totals_are_called_before_and_after_each_decision() -> None:
    table = staffed("2s Ts 9d 3h 6h 4c 5c 2c 8c", "1 ann main 10", "2 bob main 10")
    said = heard(table, do.Deal())
    assert texts(said, "NZ-8.3-s2") == ["1: 5"]
    said = heard(table, do.Hit(by="ann", box=1), do.Hit(by="ann", box=1))
    assert texts(said, "NZ-8.4-s2") == ["1: 9", "1: 14"]
    said = heard(table, do.Stand(by="ann", box=1))
    assert texts(said, "NZ-8.3-s2") == ["2: 16"]
    said = heard(table, do.Hit(by="bob", box=2))
    assert texts(said, "NZ-8.4-s2") == ["2: 18"]


@pytest.mark.clause("NZ-8.4-s2", "NZ-8.5-s2")
def test_the_total_after_a_double_and_the_dealers_are_called_before_payment() -> None:
    table = staffed("5s 9d 6h Tc 4c 5d", "1 ann main 10")
    table.deal()
    state, order = table.state, []
    for event in table.do(do.Double(by="ann", box=1)):
        state = evolve(state, event)
        order += [one.text for one in announcements(state, event)]
        if isinstance(event, WagerSettled):
            order.append("paid")
    assert order == ["1: 21", "Dealer: 18", "paid"]


@pytest.mark.clause("NZ-8.5-s2")
def test_a_dealer_who_has_no_hand_to_finish_calls_no_total() -> None:
    table = dealt("Ts 9d 6h Tc", "1 ann main 10")
    assert texts(heard(table, do.Hit(by="ann", box=1)), "NZ-8.5-s2") == []


@pytest.mark.clause("NZ-12.4-s2")
def test_each_split_hand_is_called_with_its_second_card() -> None:
    table = dealt("8s 9d 8h Td 3c 9c", "1 ann main 10")
    assert texts(heard(table, do.Split(by="ann", box=1)), "NZ-12.4-s2") == ["1: 18"]
    assert texts(heard(table, do.Stand(by="ann", box=1)), "NZ-12.4-s2") == ["1: 11"]


@pytest.mark.clause("NZ-9.2-a", "NZ-9.2-b")
@pytest.mark.parametrize("up, is_called", [("Ad", True), ("Kd", False), ("9d", False)])
def test_insurance_is_called_and_its_line_opened_against_an_ace(
    up: str, *, is_called: bool
) -> None:
    table = staffed(f"Ts {up} 9h", "1 ann main 10")
    said = heard(table, do.Deal())
    assert texts(said, "NZ-9.2-a") == texts(said, "NZ-9.2-b") == ["Insurance"] * is_called
    assert insurance_is_open(table.state) == is_called
    assert ("insure" in [offer.do for offer in legal(table.state, "ann")]) == is_called
    if is_called:
        table.play("table close_insurance")
        assert not insurance_is_open(table.state)


@pytest.mark.clause("NZ-3.2", "NZ-3.2-b", "NZ-3.2-b-ii", "NZ-3.2-b-iii")
@pytest.mark.parametrize("variant", ["standard", "antes_up", "blackjack_plus"])
def test_the_inscriptions_are_on_every_layout(variant: str) -> None:
    pays = "NZ-19.3" if variant == "blackjack_plus" else "NZ-3.2-b-i"
    assert notices(pays, "layout", variant=variant) == ["Blackjack pays 3 to 2"]
    stands = "Dealer stands on 17 and draws to 16"
    assert notices("NZ-3.2-b-ii", "layout", variant=variant) == [stands]
    assert notices("NZ-3.2-b-iii", "layout", variant=variant) == ["Insurance pays 2 to 1"]


@pytest.mark.clause("NZ-3.2", "NZ-3.2-a")
def test_every_wager_on_offer_has_its_area() -> None:
    (main,) = notices("NZ-3.2-a", "layout", boxes=7)
    assert "7 boxes" in main
    assert "insurance line" in main
    for options in (ALL_SIDES, {"any_pair": "scale_2"}, {}):
        rules = rules_of("nz", **options)
        shown = [one.text for one in rules.notices if one.place == "layout"]
        areas = {text.split(":")[0] for text in shown if "an area at each box" in text}
        assert areas == {wager.title for wager in rules.wagers.values()}


@pytest.mark.clause("NZ-3.2-c")
@pytest.mark.parametrize(
    "options, drawings",
    [
        ({}, ["first"]),
        ({"any_pair": "scale_1"}, ["first"]),
        ({"super_sevens": True}, ["second"]),
        ({"madness_21": True}, ["third"]),
        ({"perfect_pairs": "scale_3"}, ["fourth"]),
        (ALL_SIDES, ["second", "third", "fourth"]),
    ],
)
def test_the_layout_follows_the_drawing_of_its_wagers(
    options: dict[str, object], drawings: list[str]
) -> None:
    shown = notices("NZ-3.2-c", "layout", **options)
    assert [text.split()[3] for text in shown] == drawings


@pytest.mark.clause("NZ-18.2")
def test_an_ante_has_its_area_beside_the_wager() -> None:
    assert notices("NZ-18.2", "layout") == []
    (ante,) = notices("NZ-18.2", "layout", variant="antes_up")
    assert ante.startswith("Ante: an area at each box")
    assert notices("NZ-3.2-a", "layout", variant="antes_up")


@pytest.mark.clause("NZ-14.2-s2")
def test_caps_in_force_are_on_the_sign() -> None:
    (sign,) = notices("NZ-14.2-s2", "sign", box_max=300, player_max=100)
    assert "$300.00" in sign
    assert "$100.00" in sign


@pytest.mark.clause("NZ-1.0")
def test_the_defined_words_are_explained_and_used() -> None:
    words = " ".join(notices("NZ-1.0", "sign", variant="blackjack_plus"))
    words += " ".join(notices("NZ-1.0", "sign", variant="antes_up"))
    defined = (
        "Box", "Initial deal", "Round", "Blackjack", "Hard total", "Soft total", "Face value",
        "Pair", "Perfect pair", "Coloured pair", "Mixed pair", "Five and Under", "Ante",
    )  # fmt: skip
    for word in defined:
        assert f"{word}:" in words
    rules = rules_of("nz", **ALL_SIDES)
    assert set(rules.wagers["perfect_pairs"].lines) == {"perfect", "coloured", "mixed"}
    assert set(rules.wagers["madness_21"].lines) == {"blackjack"}
    table = dealt("As 9d Kh", "1 ann main 10")
    told = " ".join(tell(event) for event in table.events)
    assert "has blackjack" in told
    assert "Round 1 is over" in told
    assert "Box 1" in told


@pytest.mark.clause("NZ-8.10")
def test_writing_needs_the_consent_of_the_house() -> None:
    (sign,) = notices("NZ-8.10", "sign")
    assert "without the consent" in sign
    assert notices("NZ-8.10", "sign", writing_consent=True) == []


@pytest.mark.clause("NZ-11.3-s2")
def test_the_card_of_a_double_lies_sideways() -> None:
    table = dealt("5s Ts 9d 6h 9h Tc 8c", "1 ann main 10", "2 bob main 10")
    table.play("1 double")
    for viewer in ("ann", "bob", "eve"):
        boxes = view(table.state, viewer).boxes
        assert [boxes[box].hands[0].is_sideways for box in (1, 2)] == [True, False]


@pytest.mark.clause("NZ-3.5-d")
def test_the_drawn_prize_is_shown_to_everybody() -> None:
    (label,) = notices("NZ-3.5-d", "layout", madness_21=True)
    assert "prize" in label
    table = dealt("As 9d Kh", "1 ann main 10", "1 ann madness_21 2", madness_21=True)
    before = table.state
    said = heard(table, do.DrawPrize(by="ann", prize=2400))
    assert texts(said, "NZ-3.5-d") == ["Prize: 24.00"]
    (drawn,) = table.all_of(PrizeDrawn)
    for viewer in ("ann", "bob", ""):
        seen = redact(before, drawn, viewer)
        assert seen == drawn
        assert "24.00" in tell(seen)


@pytest.mark.clause("NZ-3.5-b")
def test_the_button_is_offered_to_those_entitled_and_nobody_else() -> None:
    wagers = ("1 ann main 10", "1 bob main 10", "1 cal main 10", "1 bob madness_21 2")
    table = dealt("As Ts 9d Kh 9h", *wagers, "2 dot main 10", madness_21=True)
    offered = {
        name: [offer.wager for offer in legal(table.state, name) if offer.do == "draw_prize"]
        for name in ("ann", "bob", "cal", "dot", "")
    }
    one = ["madness_21"]
    assert offered == {"ann": one, "bob": [], "cal": [], "dot": [], "": one}
    table.do(do.DrawPrize(by="ann", prize=500))
    assert all(offer.do != "draw_prize" for offer in legal(table.state, "ann"))


@pytest.mark.clause("NZ-3.5-a", "NZ-3.5-s2")
def test_what_the_prize_equipment_needs() -> None:
    assert refusing_clauses("nz", controller_tables=4) == set()
    assert refusing_clauses("nz", controller_tables=5) == {"NZ-3.5-a"}
    assert refusing_clauses("nz", prize_approval="missing") == set()
    assert refusing_clauses("nz", prize_approval="missing", madness_21=True) == {"NZ-3.5-s2"}


@pytest.mark.clause("NZ-15.6-s2")
def test_a_super_sevens_winner_has_stake_and_winnings_in_hand_at_once() -> None:
    wagers = ("1 ann main 10", "1 ann super_sevens 2", "2 bob main 10")
    table = dealt("7s Ts 9d 5h 9h 9c 8c", *wagers, super_sevens=True)
    assert table.state.phase == "playing"
    # The main wager is still up; the side wager lies before the player with three to one.
    assert table.state.chips["ann"] == PURSE - 1000 + 600
    assert table.state.sides == ()


@pytest.mark.clause("NZ-15B.7-3", "NZ-1.0-mixed-pair")
@pytest.mark.parametrize("cards, odds", [("8s 8h", 5), ("8d 8c", 5), ("8s 8c", 12), ("8s 8s", 25)])
def test_scale_three_and_the_mixed_pair(cards: str, odds: int) -> None:
    first, second = cards.split()
    text = round_text(
        "nz",
        f"{first} 9d {second}",
        ["1 ann main 10", "1 ann perfect_pairs 2"],
        ["1 stand"],
        options='perfect_pairs = "scale_3"',
        exact=False,
    )
    assert net_of(text)["ann 1 perfect_pairs"] == 200 * odds
