"""New Zealand: who may do what at the table, and when a wager is frozen."""

from functools import partial

import pytest

from pitboss.cards import rest_of_shoe
from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Double, Hit, Split, Stand
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.side_wagers.prizes import PrizeDeclined, PrizeDrawn
from tests.clauses.rounds import PURSE, AtTable, table_of
from tests.clauses.rounds import dealt as dealt_at
from tests.clauses.staffed import DEALER, FLOOR, StaffedTable, seated

SIDES = {"super_sevens": True, "madness_21": True, "perfect_pairs": "scale_1"}

dealt = partial(dealt_at, "nz")
"""A table after the initial deal."""


@pytest.mark.clause("NZ-5.5-b", "NZ-5.5")
def test_a_wager_may_be_changed_until_the_deal() -> None:
    table = table_of("nz", "Ts 9d 9h", "1 ann main 10", "1 ann super_sevens 1", **SIDES)
    table.do(do.WithdrawWager(by="ann", box=1, wager="super_sevens"))
    table.bet("1 ann super_sevens 2")
    table.do(do.WithdrawWager(by="ann", box=1, wager="main"))
    assert table.state.chips["ann"] == PURSE
    assert (table.state.boxes, table.state.sides) == ((), ())
    table.refusal(do.Deal())
    table.deal("3 ann main 20")


@pytest.mark.clause("NZ-5.7", "NZ-5.5-b")
def test_nobody_touches_a_lost_wager() -> None:
    table = dealt("Ts Th 9d 6h 9h Tc", "1 ann main 10", "2 bob main 10")
    table.play("1 hit")
    chips = table.state.chips["ann"]
    table.refuse(do.WithdrawWager(by="ann", box=1, wager="main"), "NZ-5.5-b")
    table.play("2 stand")
    table.refusal(do.WithdrawWager(by="ann", box=1, wager="main"))
    assert table.state.chips["ann"] == chips


@pytest.mark.clause("NZ-14.3-c")
def test_a_follower_without_chips_does_not_hinder_the_double() -> None:
    table = table_of("nz", "5s 9d 6h Td Tc", "1 ann main 10")
    table.do(do.BuyIn(player="bob", amount=1000))
    table.deal("1 bob main 10")
    table.do(Double(by="ann", box=1, stakes={"bob": (0,)}))
    nets = {event.player: event.net for event in table.all_of(WagerSettled)}
    assert nets == {"ann": 2000, "bob": 1000}


@pytest.mark.clause("NZ-4.2", "NZ-4.2-s2")
def test_players_are_offered_nothing_that_moves_cards() -> None:
    table = table_of("nz", "Ts Ad 9h 9c", "1 ann main 10")
    offers = {offer.do for offer in legal(table.state, "ann")}
    assert offers == {"place_wager"}
    table.deal()
    assert {offer.do for offer in legal(table.state, "ann")} == {"insure"}
    table.play("table close_insurance")
    assert {offer.do for offer in legal(table.state, "ann")} == {"hit", "stand", "double"}
    assert legal(table.state, "bob") == ()


@pytest.mark.clause("NZ-4.2", "NZ-4.2-s2")
def test_a_player_can_neither_deal_nor_load_the_shoe() -> None:
    table = table_of("nz", "Ts Ad 9h 9c", "1 ann main 10")
    table.refusal(do.LoadShoe(by="ann", cards=rest_of_shoe(6, ())))
    table.refusal(do.Deal(by="ann"))
    table.deal()
    table.refusal(do.CloseInsurance(by="ann"))


@pytest.mark.clause("NZ-14.3", "NZ-14.3-b")
def test_the_seated_player_lies_in_front_and_the_others_behind_in_order() -> None:
    table = table_of("nz", "Ts 9d 9h", "2 bob main 10", "2 ann main 20", "2 cal main 5")
    box = table.state.the_box(2)
    assert box.seated == "bob"
    assert [player for player, _ in box.mains] == ["bob", "ann", "cal"]
    table.do(do.WithdrawWager(by="ann", box=2, wager="main"))
    table.bet("2 ann main 30")
    box = table.state.the_box(2)
    assert [player for player, _ in box.mains] == ["bob", "cal", "ann"]


@pytest.mark.clause("NZ-14.3-a", "NZ-14.5", "NZ-14.3-e")
@pytest.mark.parametrize("kind", [Hit, Stand, Double, Split])
def test_only_the_seated_player_decides(kind: type[Hit | Stand | Double | Split]) -> None:
    table = dealt("8s 9d 8h Tc", "1 ann main 10", "1 bob main 10")
    for player in ("bob", "cal", ""):
        table.refuse(kind(by=player, box=1), "NZ-14.3-a")
    assert legal(table.state, "bob") == ()
    table.do(kind(by="ann", box=1))


@pytest.mark.clause("NZ-14.3-g", "NZ-14.3-f")
def test_offers_go_to_every_bettor_of_the_box() -> None:
    table = dealt("As Ad Kh", "1 ann main 10", "1 bob main 20")
    for player in ("ann", "bob"):
        offers = {offer.do: offer for offer in legal(table.state, player)}
        assert set(offers) == {"insure", "take_even_money"}
    assert {offer.high for offer in legal(table.state, "bob")} == {1000, 0}
    table.refusal(do.TakeEvenMoney(by="cal", box=1))


@pytest.mark.clause("NZ-10.3-b", "NZ-14.3-g")
def test_a_blackjack_stays_for_the_bettor_who_did_not_settle() -> None:
    table = dealt("As Ts Ad Kh 9h 9c", "1 ann main 10", "1 bob main 20", "2 cal main 10")
    table.play("1 even_money bob")
    box = table.state.the_box(1)
    assert [bet.open for bet in box.hands[0].bets] == [(True,), (False,)]
    assert len(box.hands[0].hand.cards) == 2
    table.play("table close_insurance", "2 stand")
    nets = {event.player: event.net for event in table.all_of(WagerSettled)}
    assert nets == {"bob": 2000, "ann": 1500, "cal": -1000}


@pytest.mark.clause("NZ-15A.5", "NZ-15A.7")
def test_madness_is_settled_before_anybody_acts() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "1 ann madness_21 1", "2 bob madness_21 1")
    table = dealt("As Ts 9d Kh 9h Tc", *wagers, madness_21=True)
    settled = [(event.player, event.wager) for event in table.all_of(WagerSettled)]
    assert ("bob", "madness_21") in settled
    table.refusal(Stand(by="bob", box=2))
    events = table.do(do.DrawPrize(prize=2500))
    assert events[0] == PrizeDrawn(1, "madness_21", 2500)
    assert isinstance(events[1], WagerSettled)
    assert not any(isinstance(event, CardDealt) for event in events)
    table.play("2 stand")


@pytest.mark.clause("NZ-1.0-jackpot-prize-button", "NZ-15A.6")
@pytest.mark.parametrize("prize", [0, 100, 499, 100_001, -500])
def test_the_button_shows_five_to_a_thousand(prize: int) -> None:
    table = dealt("As 9d Kh", "1 ann main 10", "1 ann madness_21 3", madness_21=True)
    table.refuse(do.DrawPrize(prize=prize), "NZ-15A.6")
    table.do(do.DrawPrize(prize=500))
    assert table.all_of(WagerSettled)[-1].net == 1500


def at_the_button() -> StaffedTable:
    """Box 1 has a blackjack: ann decides for it, bob and cal have Madness wagers there."""
    wagers = ("1 ann main 10", "1 bob main 10", "1 cal main 10", "2 dot main 10")
    sides = ("1 bob madness_21 2", "1 cal madness_21 1", "2 dot madness_21 1")
    return seated("nz", "As Ts 9d Kh 9h Tc", *wagers, *sides, madness_21=True)


@pytest.mark.clause("NZ-15A.9")
def test_who_decides_for_the_box_presses_the_button() -> None:
    table = at_the_button()
    # Neither those who have the wager nor an employee, unless the one who decides declines.
    for person in ("bob", "cal", "dot", "eve", DEALER, FLOOR):
        table.refuse(do.DrawPrize(by=person, prize=500), "NZ-15A.9")
        assert [o.do for o in legal(table.state, person) if o.do.endswith("prize")] == []
    offers = [(offer.do, offer.wager) for offer in legal(table.state, "ann")]
    assert offers == [
        ("draw_prize", "madness_21"),
        *(("decline_prize", name) for name in ("", "bob", "cal")),
    ]
    # The dealer may enter that she pressed, and nobody else.
    table.refuse(do.DrawPrize(by=DEALER, player="bob", prize=500), "NZ-15A.9")
    for command in (
        do.DrawPrize(by="ann", prize=500),
        do.DrawPrize(by=DEALER, player="ann", prize=500),
    ):
        pressed = AtTable(table.state)
        pressed.do(command)
        assert pressed.all_of(PrizeDrawn) == [PrizeDrawn(1, "madness_21", 500, "ann")]


@pytest.mark.clause("NZ-15A.9")
@pytest.mark.parametrize("by", ["ann", DEALER])
def test_declining_he_may_nominate_a_bettor_with_the_wager(by: str) -> None:
    table = at_the_button()
    for nobody in ("ann", "dot", "eve"):
        table.refuse(do.DeclinePrize(by=by, nominee=nobody), "NZ-15A.9")
    table.refuse(do.DeclinePrize(by="bob", nominee="cal"), "NZ-15A.9")
    table.do(do.DeclinePrize(by=by, nominee="bob"))
    (declined,) = table.all_of(PrizeDeclined)
    assert (declined.player, declined.nominee, declined.clause) == ("ann", "bob", "NZ-15A.9")
    for person in ("ann", "cal", DEALER):
        table.refuse(do.DrawPrize(by=person, prize=500), "NZ-15A.9")
    table.do(do.DrawPrize(by="bob", prize=500))
    assert table.all_of(PrizeDrawn) == [PrizeDrawn(1, "madness_21", 500, "bob")]


@pytest.mark.clause("NZ-15A.9")
def test_if_all_decline_an_employee_presses() -> None:
    table = at_the_button()
    table.do(do.DeclinePrize(by="ann", nominee="bob"))
    table.refuse(do.DeclinePrize(by="bob", nominee="cal"), "NZ-15A.9")
    table.do(do.DeclinePrize(by="bob"))
    # Ann may name another who has not been asked.
    table.refuse(do.DeclinePrize(by="ann", nominee="bob"), "NZ-15A.9")
    table.do(do.DeclinePrize(by="ann", nominee="cal"))
    table.do(do.DeclinePrize(by="cal"))
    for player in ("ann", "bob", "cal"):
        table.refuse(do.DrawPrize(by=player, prize=500), "NZ-15A.9")
    table.do(do.DrawPrize(by=DEALER, prize=500))
    assert table.all_of(PrizeDrawn) == [PrizeDrawn(1, "madness_21", 500)]


@pytest.mark.clause("NZ-15C.3")
def test_any_pair_does_not_outlive_the_box_it_backs() -> None:
    table = table_of("nz", "Ts 9d 9h Tc", "1 ann main 10", "2 bob main 10", any_pair="scale_1")
    table.bet("1 bob any_pair 5")
    commands: list[Command] = [do.WithdrawWager(by="ann", box=1, wager="main"), do.Deal()]
    for command in commands:
        table.do(command)
    table.play("2 stand")
    assert table.state.sides == ()
    assert table.state.chips["bob"] == PURSE


@pytest.mark.clause("NZ-18.7", "NZ-14.3-a")
@pytest.mark.parametrize("act", [Double, Split, Hit, Stand])
def test_who_has_a_void_wager_neither_decides_nor_adds(
    act: type[Double | Split | Hit | Stand],
) -> None:
    wagers = ("1 ann main 10", "1 bob main 10", "1 bob ante 0.50")
    table = dealt("8s 6d 8h Td Ts Tc 8c", *wagers, variant="antes_up")
    assert table.state.chips["ann"] == PURSE
    table.refuse(act(by="ann", box=1), "NZ-14.3-a")
    table.do(act(by="bob", box=1))
    assert table.state.chips["ann"] == PURSE
