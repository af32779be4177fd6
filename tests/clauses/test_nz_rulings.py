"""New Zealand: absent players, cards that run out, missed shuffles and offers, failed machines."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pitboss.cards import Card, parse_card, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.duties import duties
from pitboss.engine.floor.irregularities.effects import ButtonTurnedOff
from pitboss.engine.floor.irregularities.equipment import CardDamaged, CardReplaced
from pitboss.engine.floor.irregularities.report import IrregularityReported, Report
from pitboss.engine.legal import legal
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.round import HandFinished, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.state.invariants import broken
from pitboss.ledger.balances import book, opening
from pitboss.money import purse
from pitboss.proof.payments import payments
from tests.clauses.rounds import PURSE, AtTable, table_of
from tests.clauses.staffed import loaded, report, ruling, seated

dealt = partial(seated, "nz")
"""A staffed table after the initial deal."""
staffed = partial(loaded, "nz")
"""A staffed table with these cards on top and these wagers placed."""

MADNESS: dict[str, Any] = {"madness_21": True}
ENDLESS = {"shuffler": "continuous"}


def cards_in(events: tuple[object, ...]) -> list[str]:
    """The cards dealt in events."""
    return [show_card(event.card) for event in events if isinstance(event, CardDealt)]


def net_of(table: AtTable, player: str, wager: str) -> int:
    """What a wager came to, with what was reversed."""
    settled = [e.net for e in table.all_of(WagerSettled) if (e.player, e.wager) == (player, wager)]
    back = [
        e.amount for e in table.all_of(SettlementReversed) if (e.player, e.wager) == (player, wager)
    ]
    return sum(settled) + sum(back)


@pytest.mark.clause("NZ-16.6")
@pytest.mark.parametrize(
    "cards, drawn, net",
    [
        ("5s 9d 4h 2c 3c 8c", ["2c", "3c"], -1000),
        ("5s 9d 4h 2c Tc 8c", ["2c", "Tc"], 1000),
        ("6s 9d 6h 8c", [], -1000),
        ("As 9d 5h 8c", [], -1000),
        ("As 9d Ah 8c", [], -1000),
    ],
)
def test_the_hand_of_an_absent_player_draws_to_twelve(
    cards: str, drawn: list[str], net: int
) -> None:
    table = dealt(cards, "1 ann main 10")
    table.refuse(report("absent_player", box=1), "NZ-16.6")
    events = table.do(ruling("absent_player", box=1))
    own = [event for event in events if isinstance(event, CardDealt) and event.box == 1]
    assert [show_card(event.card) for event in own] == drawn
    finished = [event for event in events if isinstance(event, HandFinished)]
    assert len(finished) == 1
    assert table.all_of(RoundEnded)
    assert net_of(table, "ann", "main") == net


@pytest.mark.clause("NZ-16.6")
def test_only_the_hand_in_turn_is_drawn_for() -> None:
    table = dealt("5s Ts 9d 4h 9h 7c 8c", "1 ann main 10", "2 bob main 10")
    table.refuse(ruling("absent_player", box=2), "NZ-16.6")
    table.do(ruling("absent_player", box=1))
    assert table.state.turn == (2, 1)


@pytest.mark.clause("NZ-16.6", "NZ-15.4-b")
def test_the_draw_for_an_absent_player_decides_super_sevens() -> None:
    wagers = ("1 ann main 10", "1 ann super_sevens 1")
    table = dealt("7s 9d 7h 8c", *wagers, super_sevens=True)
    table.do(ruling("absent_player", box=1))
    assert net_of(table, "ann", "super_sevens") == 5000
    assert table.state.sides == ()


def nearly_empty(cards: str, *wagers: str) -> AtTable:
    """A table of four decks in whose shoe only these cards are left; the others are discarded."""
    known = parse_cards(cards)
    table = staffed("", decks=4)
    rest = list(table.state.shoe)
    for card in known:
        rest.remove(card)
    table.do(do.LoadShoe(cards=(*rest, *known)))
    for _ in rest:
        table.do(report("face_up_card"))
    table.bet(*wagers)
    return table


@pytest.mark.clause("NZ-16.7")
def test_when_the_shoe_runs_out_the_discards_finish_the_round() -> None:
    table = nearly_empty("Ts 9d 2h 2c", "1 ann main 10")
    table.deal()
    table.play("1 hit")
    table.refuse(do.Hit(by="ann", box=1), "NZ-16.7")
    order = tuple(reversed(table.state.discards))
    # The discards and nothing else: no card of the layout, none missing.
    for wrong in (order[1:], (*order, *parse_cards("Ts")), ()):
        table.refuse(do.LoadShoe(cards=wrong), "NZ-16.7")
    table.do(do.LoadShoe(cards=order))
    assert (table.state.discards, len(table.state.shoe)) == ((), 204)
    assert cards_in(table.do(do.Hit(by="ann", box=1))) == [show_card(order[0])]
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.7")
def test_later_rounds_go_on_with_the_refilled_shoe() -> None:
    table = nearly_empty("Ts 9d 9h", "1 ann main 10")
    table.deal()
    table.refuse(do.Stand(by="ann", box=1), "NZ-16.7")
    order = first_cards(table, "8c Th 9c Td 7c")
    table.do(do.LoadShoe(cards=order))
    assert cards_in(table.do(do.Stand(by="ann", box=1))) == ["8c"]
    table.bet("1 ann main 10")
    assert cards_in(table.do(do.Deal())) == ["Th", "9c", "Td"]
    assert not broken(table.state)


def first_cards(table: AtTable, cards: str) -> tuple[Card, ...]:
    """The discards with these cards on top."""
    known = parse_cards(cards)
    rest = list(table.state.discards)
    for card in known:
        rest.remove(card)
    return (*known, *rest)


@pytest.mark.clause("NZ-16.7")
def test_what_is_left_in_the_shoe_is_dealt_before_the_discards() -> None:
    # One card is left, and the dealer needs two.
    table = nearly_empty("Ts 9d 9h 2c", "1 ann main 10")
    table.deal()
    table.refuse(do.Stand(by="ann", box=1), "NZ-16.7")
    table.do(do.LoadShoe(cards=first_cards(table, "8c 8d")))
    assert cards_in(table.do(do.Stand(by="ann", box=1))) == ["2c", "8c"]
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.7", "NZ-7.5")
def test_the_discards_are_cut_as_well() -> None:
    table = nearly_empty("Ts 9d 9h", "1 ann main 10")
    table.deal()
    order = table.state.discards
    table.refuse(do.LoadShoe(cards=order, cut=51), "NZ-7.5")
    table.do(do.LoadShoe(cards=order, cut=60))
    assert table.state.shoe == order[60:] + order[:60]


@pytest.mark.clause("NZ-16.7")
@pytest.mark.parametrize("behind", [-1, 0, 40])
def test_the_cutting_card_goes_into_the_discards_as_well(behind: int) -> None:
    table = nearly_empty("Ts 9d 9h", "1 ann main 10")
    table.deal()
    table.do(do.LoadShoe(cards=table.state.discards, behind=behind))
    assert table.state.prep.cut_card == (-1 if behind < 0 else len(table.state.shoe) - behind)


@pytest.mark.clause("NZ-16.7")
def test_while_cards_are_left_nothing_is_shuffled_in_a_round() -> None:
    table = dealt("Ts 9d 9h", "1 ann main 10")
    table.refuse(do.LoadShoe(cards=table.state.discards), "NZ-16.7")


@pytest.mark.clause("NZ-16.8")
@pytest.mark.parametrize("who", [report, ruling])
def test_a_damaged_card_does_not_touch_the_round(who: Callable[..., Report]) -> None:
    table = dealt("Ts 9d 9h 8c", "1 ann main 10")
    before, nine = table.state, parse_card("9h")
    table.refuse(who("damaged_card"), "NZ-16.8")
    told, damaged = table.do(who("damaged_card", card=nine))
    assert isinstance(told, IrregularityReported)
    assert (told.card, told.clause) == (nine, "NZ-16.8")
    assert damaged == CardDamaged(nine, "NZ-16.8")
    assert (table.state.boxes, table.state.position) == (before.boxes, before.position)
    # It is replaced at the end of the round, and not before.
    table.refuse(who("damaged_card", card=nine, replacement=nine), "NZ-16.8")
    table.play("1 stand")
    assert net_of(table, "ann", "main") == 1000


@pytest.mark.clause("NZ-16.8")
def test_the_replacement_is_on_record_before_the_next_round() -> None:
    table = dealt("Ts 9d 9h 8c 9s 8d 7h", "1 ann main 10")
    nine = parse_card("9h")
    table.do(report("damaged_card", card=nine))
    table.play("1 stand")
    table.bet("1 ann main 10")
    table.refuse(do.Deal(), "NZ-16.8")
    (due,) = [duty for duty in duties(table.state) if duty.do == "report"]
    assert (due.what, due.is_due, due.clauses) == ("damaged_card", True, ("NZ-16.8",))
    table.refuse(report("damaged_card", card=nine, replacement=parse_card("8h")), "NZ-16.8")
    told, replaced = table.do(report("damaged_card", card=nine, replacement=nine))
    assert isinstance(told, IrregularityReported)
    assert (told.card, told.replacement) == (nine, nine)
    assert replaced == CardReplaced(nine, "NZ-16.8")
    table.deal()
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.9", "NZ-16.10")
@pytest.mark.parametrize(
    "what, clause", [("missed_shuffle", "NZ-16.9"), ("missing_cut_card", "NZ-16.10")]
)
def test_the_round_ends_and_then_the_cards_are_shuffled(what: str, clause: str) -> None:
    table = dealt("Ts 9d 9h 8c", "1 ann main 10")
    events = table.do(report(what))
    assert [e.clause for e in events if isinstance(e, ShuffleOrdered)] == [clause]
    table.play("1 stand")
    assert net_of(table, "ann", "main") == 1000
    table.bet("1 ann main 10")
    table.refuse(do.Deal(), clause)
    table.do(do.LoadShoe(cards=table_of("nz", "").state.shoe))
    table.deal()


@pytest.mark.clause("NZ-16.10-s2")
def test_a_continuous_shuffler_misses_no_cutting_card() -> None:
    table = dealt("Ts 9d 9h 8c", "1 ann main 10", **ENDLESS)
    assert table.refusal(report("missing_cut_card")).code == "not_offered"
    assert "missing_cut_card" in staffed("", shuffler="automatic").state.rules.irregularities


@pytest.mark.clause("NZ-16.11")
def test_a_player_who_was_not_asked_may_insure_until_the_second_card() -> None:
    table = dealt("Ts Th Ad 9h 9c Kc", "1 ann main 10", "2 bob main 20")
    table.play("table close_insurance")
    late = do.Insure(by="bob", box=2, amounts=(1000,))
    table.refuse(late, "NZ-9.1")
    table.do(report("missed_insurance", box=2, player="bob"))
    table.refuse(do.Insure(by="ann", box=1, amounts=(500,)), "NZ-9.1")
    table.refuse(do.Insure(by="bob", box=2, amounts=(1050,)), "NZ-9.3-a")
    table.play("1 stand")
    table.do(late)
    table.play("2 stand")
    assert net_of(table, "bob", "insurance") == 2000
    assert net_of(table, "bob", "main") == -2000


@pytest.mark.clause("NZ-16.11")
def test_who_was_not_asked_is_offered_insurance_until_it_is_answered() -> None:
    table = dealt("Ts Th Ad 9h 9c Kc", "1 ann main 10", "2 bob main 20")
    table.play("table close_insurance")
    assert legal(table.state, "bob") == ()
    table.do(report("missed_insurance", box=2, player="bob"))
    (offer,) = legal(table.state, "bob")
    assert (offer.do, offer.box, offer.low, offer.high) == ("insure", 2, 50, 1000)
    assert "insure" not in [offer.do for offer in legal(table.state, "ann")]
    table.play("2 insure bob=0")
    assert legal(table.state, "bob") == ()


@pytest.mark.clause("NZ-16.11", "NZ-13.2")
def test_a_hand_over_21_does_not_end_the_right_to_late_insurance() -> None:
    table = dealt("Ts Th Ad 6h 9c 9d Kc", "1 ann main 10", "2 bob main 20")
    table.play("table close_insurance", "1 hit")
    table.do(report("missed_insurance", box=1, player="ann"))
    table.play("1 insure ann=5", "2 stand")
    assert (net_of(table, "ann", "main"), net_of(table, "ann", "insurance")) == (-1000, 1000)


@pytest.mark.clause("NZ-16.12", "NZ-16.12-s2")
@pytest.mark.parametrize(
    "pays, gain, arithmetic",
    [("to_1", 2500, "25.00 is paid"), ("for_1", 2200, "25.00 - 3.00 = 22.00")],
)
def test_a_madness_wager_won_when_the_button_fails_is_paid_25_dollars(
    pays: str, gain: int, arithmetic: str
) -> None:
    wagers = ("1 ann main 10", "1 ann madness_21 3", "2 bob main 10", "2 bob madness_21 1")
    table = dealt("As Ts 9d Kh 9h 8c", *wagers, **MADNESS, madness_pays=pays)
    before = table.state
    events = table.do(report("button_failed"))
    assert [chain.arithmetic for chain in payments(before, events)] == [arithmetic]
    assert ButtonTurnedOff("NZ-16.12") in events
    (paid,) = [event for event in events if isinstance(event, WagerSettled)]
    assert (paid.player, paid.net, paid.clause) == ("ann", gain, "NZ-16.12-s2")
    table.refusal(do.DrawPrize(prize=500))
    table.play("2 stand")
    assert net_of(table, "ann", "main") == 1500
    assert net_of(table, "bob", "main") == 1000
    assert net_of(table, "bob", "madness_21") == -100


@pytest.mark.clause("NZ-16.12")
def test_the_game_goes_on_without_madness_until_the_repair() -> None:
    table = staffed("Ts 9d 9h 8c Th 9c 9s", **MADNESS)
    table.do(report("button_failed"))
    table.bet("1 ann main 10")
    madness = do.PlaceWager(by="ann", box=1, wager="madness_21", amounts=(100,))
    table.refuse(madness, "NZ-16.12")
    table.deal()
    table.play("1 stand")
    assert net_of(table, "ann", "main") == 1000
    table.bet("1 ann main 10")
    table.refuse(madness, "NZ-16.12")
    table.do(ruling("button_repaired"))
    table.do(madness)


@pytest.mark.clause("NZ-16.12")
def test_a_madness_wager_not_yet_dealt_to_goes_back_when_the_button_fails() -> None:
    table = staffed("As 9d Kh", "1 ann main 10", "1 ann madness_21 2", **MADNESS)
    table.do(report("button_failed"))
    assert table.state.sides == ()
    assert table.state.chips["ann"] == PURSE - 1000
    table.deal()
    assert net_of(table, "ann", "main") == 1500


@pytest.mark.clause("NZ-16.13")
def test_the_operator_may_void_the_whole_round() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "2 bob perfect_pairs 5", "3 cal main 10")
    options = {**ENDLESS, "perfect_pairs": "scale_1"}
    table = dealt("Ts 8h Td 9d 6h 8h 9h Tc", *wagers, **options)
    table.play("1 hit")
    before = dict(table.state.chips)
    assert before == {"ann": PURSE - 1000, "bob": PURSE - 1000 + 15000, "cal": PURSE - 1000}
    for wrong in (report("shuffler_failed", choice="round"), ruling("shuffler_failed")):
        table.refuse(wrong, "NZ-16.13")
    events = table.do(ruling("shuffler_failed", choice="round"))
    assert cards_in(events) == []
    # Open wagers go back, and so does what had been settled in the round.
    assert table.state.chips == {"ann": PURSE, "bob": PURSE, "cal": PURSE}
    books = opening(0)
    book(books, table.events)
    assert {name: books[purse(name)] for name in table.state.chips} == table.state.chips
    assert table.all_of(RoundEnded)
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.13")
def test_the_operator_may_void_only_the_hand_affected() -> None:
    table = dealt("Ts Th 9d 6h 9h 8c", "1 ann main 10", "2 bob main 10", **ENDLESS)
    table.refuse(ruling("shuffler_failed", choice="hand", box=3), "NZ-16.13")
    table.do(ruling("shuffler_failed", choice="hand", box=1))
    assert table.state.chips["ann"] == PURSE
    table.play("2 stand")
    assert (net_of(table, "ann", "main"), net_of(table, "bob", "main")) == (0, 1000)
    assert not broken(table.state)
