"""What is settled stays in sight with its result until the round is over, and hands keep keys."""

from pitboss.cards import HIDDEN, parse_card, parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.deal import Deal
from pitboss.engine.dealer import DealerHandBegan
from pitboss.engine.declare import Event, evolve
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import CloseInsurance, Insure
from pitboss.engine.play.acts import Double, Hit, Split, Stand
from pitboss.engine.round import RoundEnded
from pitboss.engine.state import COUPON
from pitboss.engine.table import open_table
from pitboss.engine.views import CouponView, DealerView, ResultView, View, view
from tests.clauses.rounds import AtTable, table_of


def before(table: AtTable, kind: type[Event], viewer: str = "eve") -> View:
    """The table as it was just before the last event of a kind."""
    last = max(place for place, event in enumerate(table.events) if isinstance(event, kind))
    state = open_table(table.state.rules)
    for event in table.events[:last]:
        state = evolve(state, event)
    return view(state, viewer)


def test_a_split_hand_and_its_cards_keep_their_keys() -> None:
    """The second split comes between the hands of the first: their numbers change, not the keys."""
    table = table_of("pa_free_bet", "8s 6d 8h Tc 8d 3c 5h 2c", "1 ann main 10")
    table.do(Deal())
    eight, other = parse_cards("8s 8h")
    assert view(table.state, "eve").boxes[1].hands[0].cards == {0: eight, 1: other}
    table.do(Split(by="ann", box=1))
    table.do(Split(by="ann", box=1))
    hands = view(table.state, "eve").boxes[1].hands
    assert {key: hand.number for key, hand in hands.items()} == {0: 1, 2: 2, 1: 3}
    assert hands[1].cards == {1: other}
    assert hands[2].cards == {2: parse_card("8d")}
    assert [hand.bets["ann"].free for hand in view(table.state, "").boxes[1].in_order] == [
        0, 10_00, 10_00,
    ]  # fmt: skip


def test_the_hole_card_is_turned_over_where_it_lies() -> None:
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(Deal())
    six, ten, nine = parse_cards("6d Tc 9s")
    shown = view(table.state, "ann").dealer_hands
    assert shown == {0: DealerView({0: six, 1: HIDDEN}, "6", "")}
    table.do(Stand(by="ann", box=1))
    shown = before(table, RoundEnded).dealer_hands
    assert shown == {0: DealerView({0: six, 1: ten, 2: nine}, "25", "bust")}
    assert view(table.state, "ann").dealer_hands == {}


def test_a_main_wager_that_is_settled_shows_its_result_until_the_round_is_over() -> None:
    table = table_of("house", "Ts 9s 6d 6h 9h Tc Kd 9c", "1 ann main 10", "2 bob main 9")
    table.do(Deal())
    table.do(Hit(by="ann", box=1))
    lost = ResultView("loss", -10_00, "H-method-26", "", "")
    assert view(table.state, "bob").boxes[1].hands[0].results == {"ann": {0: lost}}
    table.do(Stand(by="bob", box=2))
    shown = before(table, RoundEnded).boxes
    assert shown[1].hands[0].results == {"ann": {0: lost}}
    assert shown[2].hands[0].results["bob"][0].net == 9_00
    assert view(table.state, "bob").boxes == {}


def test_the_card_of_a_double_lies_across_even_where_it_is_too_much() -> None:
    table = table_of("pa_free_bet", "Ts 9s 6d 2h 9h Tc Kd", "1 ann main 10", "2 bob main 10")
    table.do(Deal())
    table.do(Double(by="ann", box=1, stakes={"ann": (10_00,)}))
    hand = view(table.state, "bob").boxes[1].hands[0]
    assert hand.how == "bust"
    assert hand.is_sideways


def test_side_wagers_insurance_and_coupons_show_their_results() -> None:
    wagers = ("1 ann main 10", "1 ann over_13 1")
    options = {"additional_wager": "over_under_13", "match_play": True}
    table = table_of("tribal", "Ts As 9h 9c 5d 7d", *wagers, **options)
    table.do(PlaceWager(by="ann", box=1, wager=COUPON, amounts=(10_00,)))
    assert view(table.state, "bob").coupons == {"1 ann": CouponView(1, "ann", 10_00, {})}
    table.do(Deal())
    won = view(table.state, "bob").sides["1 ann over_13"]
    assert (won.amount, won.results[0].result) == (1_00, "win")
    table.do(Insure(by="ann", box=1, amounts=(5_00,)))
    table.do(CloseInsurance())
    table.do(Stand(by="ann", box=1))
    shown = before(table, RoundEnded)
    assert shown.sides["1 ann over_13"] == won
    assert shown.insured["1 ann"].amounts == (5_00,)
    assert shown.insured["1 ann"].results[0].net == -5_00
    assert shown.coupons["1 ann"].face == 0
    assert shown.coupons["1 ann"].results[0].result == "loss"
    assert view(table.state, "bob").sides == {}


def test_a_streak_goes_on_after_the_round() -> None:
    shoe = "Ts 6d 9h Tc 9s Ts 6c 9h Tc 9s"
    table = table_of("tribal", shoe, "1 ann main 10", "1 ann streak_3 5", streak=True)
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    side = view(table.state, "ann").sides["1 ann streak_3"]
    assert (side.wins, side.results) == (1, {})
    assert view(table.state, "ann").boxes == {}


def test_dealer_hands_of_multiple_action_lie_side_by_side() -> None:
    wagers = ("1 ann main 10/10", "2 bob main 10/10")
    table = table_of("tribal", "Ts 9s 6d Kh 9h 5c Td 9d 8d", *wagers, multiple_action=True)
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    table.do(Stand(by="bob", box=2))
    up, *first = parse_cards("6d 5c Td")
    assert before(table, DealerHandBegan).dealer_hands.keys() == {0}
    shown = before(table, RoundEnded)
    assert shown.dealer_hands[0] == DealerView(dict(enumerate((up, *first))), "21", "")
    second = dict(enumerate(parse_cards("6d 9d 8d")))
    assert shown.dealer_hands[1] == DealerView(second, "23", "bust")
    assert shown.dealer == parse_cards("6d 9d 8d")
    results = shown.boxes[1].hands[0].results["ann"]
    assert [results[spot].result for spot in (0, 1)] == ["loss", "win"]


def test_a_misdeal_takes_cards_and_results_from_the_table() -> None:
    """What was settled before it stays settled, and is not shown with the cards dealt next."""
    wagers = ("1 ann main 10", "1 ann over_13 1")
    shoe = "Ts 6d 9h 9c 2s 7d 3h 8c"
    table = table_of("tribal", shoe, *wagers, additional_wager="over_under_13")
    table.do(AssignStaff(name="sue", role="supervisor"))
    table.do(Deal())
    assert view(table.state, "ann").sides["1 ann over_13"].results
    table.do(Report(by="sue", what="missed_card", box=1))
    seen = view(table.state, "ann")
    assert (seen.sides, seen.dealer_hands, seen.boxes[1].hands) == ({}, {}, {})
    table.do(Deal())
    assert view(table.state, "ann").sides == {}
    assert table.state.settled


def test_a_void_wager_leaves_its_result_behind() -> None:
    """Nothing lies on the box any more, but what came of it is seen."""
    table = table_of("nz", "Ts 9d 9h 5c 6c", "1 ann main 10", "2 bob main 10")
    table.do(AssignStaff(name="sue", role="supervisor"))
    table.do(Deal())
    table.do(Report(by="sue", what="void_hand", box=1))
    box = view(table.state, "eve").boxes[1]
    assert box.hands[0].results["ann"][0].result == "void"
    assert (box.mains, box.hands[0].bets) == ({}, {})
    assert box.hands[0].is_removed
