"""New Zealand: what section 16 says of cards drawn, seen or dealt by mistake."""

from functools import partial

import pytest

from pitboss.cards import parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.declare import Event
from pitboss.engine.floor.irregularities.report import IrregularityReported
from pitboss.engine.floor.rulings import HandsRebuilt, LaidHand
from pitboss.engine.legal import legal
from pitboss.engine.payouts import SettlementReversed, WagerSettled
from pitboss.engine.round import HandFinished, HandRemoved, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt, CardDiscarded, CardExposed, CutCardReached
from pitboss.engine.state.invariants import broken
from pitboss.engine.words import tell
from pitboss.ledger.balances import book, opening
from tests.clauses.nz_table import ready
from tests.clauses.rounds import PURSE, AtTable
from tests.clauses.staffed import DEALER, FLOOR, loaded, report, ruling, seated

dealt = partial(seated, "nz")
"""A staffed table after the initial deal."""
staffed = partial(loaded, "nz")
"""A staffed table with these cards on top and these wagers placed."""


def nets(table: AtTable) -> dict[str, int]:
    """What every wager came to, by player and wager."""
    sums: dict[str, int] = {}
    for event in table.all_of(WagerSettled):
        key = f"{event.player} {event.wager}"
        sums[key] = sums.get(key, 0) + event.net
    return sums


def shown(events: tuple[object, ...]) -> list[str]:
    """The cards dealt in events."""
    return [show_card(event.card) for event in events if isinstance(event, CardDealt)]


@pytest.mark.clause("NZ-16.1")
def test_a_card_found_face_up_is_discarded_and_the_next_one_used() -> None:
    table = dealt("Ts 9d 4h 2c 5s 9c", "1 ann main 10")
    (card,) = parse_cards("2c")
    assert table.do(report("face_up_card"))[1:] == (CardDiscarded(card, "NZ-16.1"),)
    assert table.state.discards == (card,)
    assert shown(table.do(do.Hit(by="ann", box=1))) == ["5s"]
    table.play("1 stand")
    assert nets(table) == {"ann main": 1000}
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.1")
def test_a_card_found_face_up_before_the_deal_is_dealt_to_nobody() -> None:
    table = staffed("2c Ts 9d 4h", "1 ann main 10")
    table.do(report("face_up_card"))
    assert shown(table.do(do.Deal())) == ["Ts", "9d", "4h"]
    assert nets(table) == {}


@pytest.mark.clause("NZ-16.1", "NZ-8.7")
def test_a_face_up_card_behind_the_cutting_card_does_not_hide_it() -> None:
    table = ready("Ts 9d 4h 2c 5s 9c", "1 ann main 10", start=101, behind=104, decks=4)
    table.deal(by=DEALER)
    table.do(report("face_up_card"))
    table.play("1 hit")
    assert len(table.all_of(CutCardReached)) == 1


@pytest.mark.clause("NZ-16.2")
def test_a_card_drawn_unseen_is_the_next_card() -> None:
    table = dealt("Ts 9d 4h 2c 5s 9c", "1 ann main 10")
    before = table.state
    (event,) = table.do(report("drawn_unseen"))
    assert isinstance(event, IrregularityReported)
    assert event.clause == "NZ-16.2"
    assert (table.state.position, table.state.discards) == (before.position, ())
    assert shown(table.do(do.Hit(by="ann", box=1))) == ["2c"]


@pytest.mark.clause("NZ-16.3")
def test_a_card_too_many_for_the_dealer_counts_for_nothing() -> None:
    table = dealt("Ts 9d 9h 8h 4c", "1 ann main 10")
    table.refuse(report("overdrawn"), "NZ-16.3")
    table.play("1 stand")
    assert table.all_of(RoundEnded)
    settled = nets(table)
    chips = table.state.chips["ann"]
    (card,) = parse_cards("4c")
    assert table.do(report("overdrawn"))[1:] == (CardDiscarded(card, "NZ-16.3"),)
    assert table.state.discards[-1] == card
    assert (nets(table), table.state.chips["ann"]) == (settled, chips)
    assert settled == {"ann main": 1000}
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.3", "NZ-16.5")
def test_a_card_left_over_after_a_reconstruction_is_discarded() -> None:
    table = dealt("Ts Th 9d 9h 8h 2c Tc", "1 ann main 10", "2 bob main 10")
    table.do(ruling("misdealt"))
    ten, nine, eight, other, up = parse_cards("Ts 9h 8h Th 9d")
    table.do(
        do.Rebuild(
            by=FLOOR,
            hands=(LaidHand(1, 1, (ten, eight)), LaidHand(2, 1, (other, nine))),
            dealer=(up,),
        )
    )
    table.do(ruling("left_over"))
    assert [show_card(card) for card in table.state.discards] == ["2c"]
    table.play("1 stand")
    assert shown(table.do(do.Stand(by="bob", box=2))) == ["Tc"]
    assert nets(table) == {"ann main": -1000, "bob main": 0}


@pytest.mark.clause("NZ-16.4")
def test_a_card_seen_after_the_deal_is_offered_as_the_next_card() -> None:
    table = dealt("Ts 9d 4h 6c Tc", "1 ann main 10")
    (card,) = parse_cards("6c")
    assert table.do(report("exposed_card"))[1:] == (CardExposed(card),)
    assert table.state.exposed == card
    assert shown(table.do(do.Hit(by="ann", box=1))) == ["6c"]
    assert table.state.exposed == -1
    # Who takes it goes on as ever, and has no card to refuse any more.
    table.refusal(do.RefuseCard(by="ann", box=1))
    table.play("1 stand")
    assert nets(table) == {"ann main": 1000}


@pytest.mark.clause("NZ-16.4")
def test_the_seen_card_may_be_taken_with_a_double() -> None:
    table = dealt("5s 9d 6h Tc Td", "1 ann main 10")
    table.do(report("exposed_card"))
    assert shown(table.do(do.Double(by="ann", box=1)))[0] == "Tc"
    assert nets(table) == {"ann main": 2000}


@pytest.mark.clause("NZ-16.4")
def test_who_refuses_the_seen_card_gets_no_more_and_the_next_is_asked() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "3 cal main 10")
    table = dealt("2s Ts Th 9d 4h 4d 9h 7c 8c", *wagers)
    table.do(report("exposed_card"))
    table.refusal(do.RefuseCard(by="bob", box=2))
    table.refusal(do.RefuseCard(by="bob", box=1))
    # A hand of 6 may not stand, but it may refuse.
    table.refuse(do.Stand(by="ann", box=1), "NZ-13.1-d")
    table.play("1 refuse_card")
    assert HandFinished(1, 1, "frozen") in table.events
    for act in (do.Hit(by="ann", box=1), do.Double(by="ann", box=1)):
        table.refuse(act, "NZ-16.4")
    assert shown(table.do(do.Hit(by="bob", box=2))) == ["7c"]
    table.play("3 stand")
    assert nets(table) == {"ann main": -1000, "bob main": 1000, "cal main": 1000}
    assert len(table.all_of(CardDealt)) == 7 + 2


@pytest.mark.clause("NZ-16.4")
def test_a_card_that_all_refuse_is_the_dealers_second() -> None:
    table = dealt("Ts Th 9d 4h 5d 7c 8c", "1 ann main 10", "2 bob main 10")
    table.do(report("exposed_card"))
    table.play("1 refuse_card")
    dealers = table.do(do.RefuseCard(by="bob", box=2))
    assert shown(dealers) == ["7c", "8c"]
    assert table.all_of(RoundEnded)[0].collected[-3:] == parse_cards("9d 7c 8c")
    assert nets(table) == {"ann main": 1000, "bob main": 1000}


@pytest.mark.clause("NZ-16.4", "NZ-16.3")
def test_a_seen_card_that_nobody_can_use_is_discarded() -> None:
    # The only hand is a blackjack that is paid at once: the dealer needs no second card.
    table = dealt("As Ad Kh 2c", "1 ann main 10")
    table.do(report("exposed_card"))
    table.play("1 even_money ann")
    (card,) = parse_cards("2c")
    assert table.all_of(CardDiscarded) == [CardDiscarded(card, "NZ-16.3")]
    assert nets(table) == {"ann main": 1000}
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.4", "NZ-15.4-b")
def test_a_refusal_decides_super_sevens() -> None:
    table = dealt("7s 9d 7h 7c 8c", "1 ann main 10", "1 ann super_sevens 1", super_sevens=True)
    table.do(report("exposed_card"))
    table.play("1 refuse_card")
    assert nets(table)["ann super_sevens"] == 5000
    assert table.state.sides == ()


@pytest.mark.clause("NZ-16.5")
def test_a_misdealt_round_is_laid_as_it_should_have_been() -> None:
    # The second cards of the boxes were changed: ann should have 20 and bob 13.
    table = dealt("Ts Th 9d 3h Td 8c", "1 ann main 10", "2 bob main 10")
    table.do(report("misdealt"))
    first, second, up, three, ten = parse_cards("Ts Th 9d 3h Td")
    right = (LaidHand(1, 1, (first, ten)), LaidHand(2, 1, (second, three)))
    for person in (DEALER, "ann", ""):
        table.refusal(do.Rebuild(by=person, hands=right, dealer=(up,)))
    lost = (LaidHand(1, 1, (first, ten)), LaidHand(2, 1, (second,)))
    table.refuse(do.Rebuild(by=FLOOR, hands=lost, dealer=(up,)), "NZ-16.5")
    table.refuse(do.Rebuild(by=FLOOR, hands=right[:1], dealer=(up, second, three)), "NZ-16.5")
    events = table.do(do.Rebuild(by=FLOOR, hands=right, dealer=(up,)))
    assert events[0] == HandsRebuilt(right, (up,), "NZ-16.5")
    # All are bound by what the cards then come to.
    table.play("1 stand", "2 stand")
    assert nets(table) == {"ann main": 1000, "bob main": -1000}
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.5", "NZ-16.5-b")
def test_the_dealers_hand_is_rebuilt_and_completed() -> None:
    # The dealer's up card and the second card of the box were changed.
    table = dealt("Ts 9d 3h 8c 6c", "1 ann main 10")
    ten, nine, three = parse_cards("Ts 9d 3h")
    table.do(do.Rebuild(by=FLOOR, hands=(LaidHand(1, 1, (ten, nine)),), dealer=(three,)))
    assert shown(table.do(do.Stand(by="ann", box=1))) == ["8c", "6c"]
    # 19 against the dealer's 17.
    assert nets(table) == {"ann main": 1000}


@pytest.mark.clause("NZ-16.5")
def test_between_rounds_there_is_nothing_to_rebuild() -> None:
    table = staffed("Ts 9d 3h", "1 ann main 10")
    table.refuse(do.Rebuild(by=FLOOR, hands=(), dealer=()), "NZ-16.5")


SIDES = {"super_sevens": True, "perfect_pairs": "scale_1"}


@pytest.mark.clause("NZ-16.5-a", "NZ-16.5-s2", "NZ-9.6", "NZ-15.7-a")
def test_every_wager_on_a_void_hand_goes_back() -> None:
    wagers = ("1 ann main 10", "1 ann super_sevens 2", "1 bob main 20", "2 cal main 10")
    table = dealt("7s Ts Ad 7h 9h 8c", *wagers, **SIDES)
    table.play("1 insure ann=5", "1 insure bob=10", "2 insure cal=5", "table close_insurance")
    table.refuse(report("void_hand", box=1), "NZ-16.5-a")
    table.do(ruling("void_hand", box=1))
    assert (table.state.chips["ann"], table.state.chips["bob"]) == (PURSE, PURSE)
    results = {(e.player, e.wager, e.result, e.net) for e in table.all_of(WagerSettled)}
    assert results == {
        ("ann", "main", "void", 0),
        ("ann", "super_sevens", "void", 0),
        ("ann", "insurance", "void", 0),
        ("bob", "main", "void", 0),
        ("bob", "insurance", "void", 0),
    }
    assert [show_card(card) for card in table.state.discards] == ["7s", "7h"]
    table.play("2 stand")
    assert nets(table)["cal insurance"] == -500
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.5-s2")
def test_a_doubled_wager_goes_back_whole_when_the_hand_is_void() -> None:
    table = dealt("5s Ts 9d 6h 9h Tc 8c", "1 ann main 10", "2 bob main 10")
    table.play("1 double")
    table.do(ruling("void_hand", box=1))
    assert table.state.chips["ann"] == PURSE
    table.play("2 stand")
    assert nets(table) == {"ann main": 0, "bob main": 1000}


@pytest.mark.clause("NZ-16.5-a", "NZ-16.5-s2")
def test_one_hand_of_a_split_may_be_void_alone() -> None:
    table = dealt("8s 9d 8h Td Tc 8c", "1 ann main 10")
    table.play("1 split")
    table.do(ruling("void_hand", box=1, hand=1))
    assert table.state.chips["ann"] == PURSE - 1000
    assert table.state.turn == (1, 2)
    table.play("1 stand")
    results = [(event.hand, event.result) for event in table.all_of(WagerSettled)]
    assert results == [(1, "void"), (2, "win")]
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.5-s2")
def test_settled_hand_of_the_same_bettor_stays_when_the_other_is_void() -> None:
    table = dealt("8s Ts 9d 8h 9h Td Tc 8c", "1 ann main 10", "2 bob main 10")
    table.play("1 split", "1 hit")
    assert nets(table) == {"ann main": -1000}
    table.do(ruling("void_hand", box=1, hand=2))
    box = table.state.the_box(1)
    assert [[bet.result for bet in played.bets] for played in box.hands] == [["loss"], []]
    assert box.mains == (("ann", (1000,)),)
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.5-s2")
def test_what_was_settled_before_the_hand_was_void_stays_settled() -> None:
    wagers = ("1 ann main 10", "1 ann perfect_pairs 2", "2 bob main 10")
    table = dealt("8s Ts 9d 8s 6h Tc 8c", *wagers, **SIDES)
    table.do(ruling("void_hand", box=1))
    assert nets(table) == {"ann perfect_pairs": 6000, "ann main": 0}
    assert table.state.chips["ann"] == PURSE + 6000
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.5-s2", "NZ-16.5-a")
def test_a_hand_that_is_settled_is_not_voided_any_more() -> None:
    table = dealt("Ts Th 9d 6h 9h Tc", "1 ann main 10", "2 bob main 10")
    table.play("1 hit")
    assert nets(table) == {"ann main": -1000}
    table.refuse(ruling("void_hand", box=1), "NZ-16.5-a")
    for box, hand in ((3, 1), (2, 2), (0, 0)):
        table.refuse(ruling("void_hand", box=box, hand=hand), "NZ-16.5-a")


@pytest.mark.clause("NZ-16.5-s3", "NZ-16.5-b")
def test_later_hands_and_the_dealer_stand_as_dealt() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "3 cal main 10")
    table = dealt("Ts Th Td 9d 3h 9h 8h 8c", *wagers)
    before = [box.hands[0].hand for box in table.state.boxes][1:]
    table.do(ruling("void_hand", box=1))
    assert [box.hands[0].hand for box in table.state.boxes][1:] == before
    table.play("2 stand")
    assert shown(table.do(do.Stand(by="cal", box=3))) == ["8c"]
    assert nets(table) == {"ann main": 0, "bob main": 1000, "cal main": 1000}


@pytest.mark.clause("NZ-16.5-b")
@pytest.mark.parametrize("second", ["if_needed", "always"])
def test_where_every_hand_is_void_the_dealer_draws_nothing(second: str) -> None:
    table = dealt("Ts Th 9d 3h 9h", "1 ann main 10", "2 bob main 10", dealer_second_card=second)
    table.do(ruling("void_hand", box=2))
    events = table.do(ruling("void_hand", box=1))
    assert shown(events) == []
    assert len(table.all_of(HandRemoved)) == 2
    assert table.all_of(RoundEnded)
    assert table.state.chips == {"ann": PURSE, "bob": PURSE}
    assert not broken(table.state)


def totals(table: AtTable) -> dict[str, int]:
    """The net of every wager, with what was reversed."""
    sums: dict[str, int] = {}
    for net in (net for event in table.events for net in event.nets()):
        key = f"{net.player} {net.wager}"
        sums[key] = sums.get(key, 0) + net.amount
    return sums


def rebuilt(table: AtTable, dealer: str, *hands: str) -> tuple[Event, ...]:
    """The round laid as it should have been, with all wagers decided again."""
    laid = tuple(LaidHand(box, 1, parse_cards(cards)) for box, cards in enumerate(hands, start=1))
    return table.do(do.Rebuild(by=FLOOR, hands=laid, dealer=parse_cards(dealer)))


@pytest.mark.clause("NZ-16.5", "NZ-15B.6")
def test_side_wagers_are_decided_again_by_the_rebuilt_cards() -> None:
    # The second cards were changed: the pair was ann's, and is paid to bob.
    wagers = ("1 ann main 10", "2 bob main 10", "1 ann perfect_pairs 5", "2 bob perfect_pairs 5")
    table = dealt("Ts Th 9d 3h Td 8c", *wagers, perfect_pairs="scale_1")
    won = totals(table)["bob perfect_pairs"]
    assert (totals(table)["ann perfect_pairs"], won > 0) == (-5_00, True)
    events = rebuilt(table, "9d", "Ts Td", "Th 3h")
    after = totals(table)
    assert (after["ann perfect_pairs"] > 0, after["bob perfect_pairs"]) == (True, -5_00)
    # Before and after are on record.
    told = [tell(event) for event in events if isinstance(event, SettlementReversed)]
    assert len(told) == 2
    assert table.state.sides == ()
    table.play("1 stand", "2 stand")
    assert not broken(table.state)
    books = opening(table.state.rules.fees.meter)
    book(books, table.events)
    assert books.total() == 0


@pytest.mark.clause("NZ-16.5", "NZ-15.6")
def test_super_sevens_goes_up_again_with_a_seven() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "1 ann super_sevens 1")
    table = dealt("Ts 7h 9d 3h Td 8c", *wagers, super_sevens=True)
    assert totals(table)["ann super_sevens"] == -1_00
    rebuilt(table, "9d", "7h 3h", "Ts Td")
    assert totals(table)["ann super_sevens"] > 0
    assert not broken(table.state)


@pytest.mark.clause("NZ-16.5", "NZ-9.1")
def test_insurance_follows_the_rebuilt_up_card() -> None:
    table = dealt("Ts Ad 9h 8c", "1 ann main 10")
    table.play("1 insure ann=5", "table close_insurance")
    rebuilt(table, "9h", "Ts Ad")
    assert totals(table)["ann insurance"] == 0
    # Her ten and ace are a blackjack, which is paid at once against a nine.
    assert table.state.chips["ann"] == PURSE + 15_00
    # No ace lay there, and one should have: all may insure now.
    table = dealt("As 9d 8h 8c", "1 ann main 10")
    rebuilt(table, "As", "9d 8h")
    table.play("1 insure ann=5")
    assert totals(table).get("ann insurance", 0) == 0


@pytest.mark.clause("NZ-16.5", "NZ-15A.7")
def test_prize_that_the_rebuilt_cards_win_is_drawn() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "1 ann madness_21 2")
    table = dealt("As Th 9d 3h Td 8c 8d", *wagers, madness_21=True)
    rebuilt(table, "9d", "As Td", "Th 3h")
    assert [offer.do for offer in legal(table.state, "ann")][:1] == ["draw_prize"]
    table.do(do.DrawPrize(by="ann", prize=25_00))
    assert totals(table)["ann madness_21"] > 0
    assert legal(table.state, "bob")


@pytest.mark.clause("NZ-16.5")
def test_chips_that_are_gone_are_not_taken_back() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "2 bob perfect_pairs 5")
    table = dealt("Ts Th 9d 3h Td 8c", *wagers, perfect_pairs="scale_1")
    table.do(do.CashOut(by="bob", amount=table.state.chips["bob"]))
    laid = (LaidHand(1, 1, parse_cards("Ts Td")), LaidHand(2, 1, parse_cards("Th 3h")))
    command = do.Rebuild(by=FLOOR, hands=laid, dealer=parse_cards("9d"), wagers="all")
    assert table.refusal(command).code == "not_enough_chips"
