"""The tribal regulation: who cuts, recuts, the cutting card, ordered shuffles and burned cards."""

from collections import Counter

import pytest

from pitboss.cards import full_shoe, parse_card, parse_cards
from pitboss.engine import do
from pitboss.engine.declare import redact
from pitboss.engine.duties import duties
from pitboss.engine.floor.cut import RecutOrdered, StackCut, cut_order, cutter_due
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import BurnShown, CardBurned, CutCardReached
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.state import ONLINE, Automations
from tests.clauses.staffed import BY_STEPS, StaffedTable, loaded, opened, staffed, to_cut

SEATS = ("2 bob main 10", "4 ann main 10", "7 cy main 10")
UNBURNED = Automations(procedures=False)


def before_the_deal(*, met_at: int) -> StaffedTable:
    """A round of three boxes that stand on 19 against 17; the cutting card lies so deep."""
    table = opened("tribal", "ann", "bob", "cy", automations=UNBURNED, decks=1)
    tens = "Ts Th Td 7c 9s 9h 9d Tc"
    table.carry_out(
        "shuffle", until="cut", cards=table.shoe("2s 2h 2d 2c 3s 3h 3d 3c 4s 4h " + tens)
    )
    table.cut(10)
    table.walk(behind=52 - met_at)
    table.bet(*SEATS)
    return table


@pytest.mark.clause("T-e-5", "T-e-5-i", "T-f-11")
def test_the_first_to_arrive_cuts_at_the_start() -> None:
    table = opened("tribal", "cy", "ann", "bob", automations=BY_STEPS)
    # Wherever they sit, and whoever bets first.
    table.bet("1 bob main 10", "3 ann main 10", "7 cy main 10")
    table.carry_out("shuffle", until="cut")
    for other in ("ann", "bob", "dan", "sue"):
        table.refuse(do.Perform(by=other, step="cut", position=100), "T-e-5")
    table.refuse(do.Perform(by="a spectator", step="cut", position=100), "T-f-11")
    table.cut(100, by="cy")
    (made,) = table.all_of(StackCut)
    assert (made.by, made.position) == ("cy", 100)
    assert table.state.round == 0, "no round was dealt before it"
    table.refusal(do.Perform(by="cy", step="cut", position=100))


@pytest.mark.clause("T-e-3", "T-e-5-ii", "T-e-5-iii", "T-e-6")
@pytest.mark.parametrize(
    "met_at, box, order",
    [
        (21, 2, ["bob", "ann", "cy"]),
        (22, 4, ["ann", "cy", "bob"]),
        (23, 7, ["cy", "bob", "ann"]),
        (24, 0, ["cy", "bob", "ann"]),
        (25, 2, ["bob", "ann", "cy"]),
        (28, 0, ["cy", "bob", "ann"]),
    ],
)
def test_the_box_where_the_cutting_card_came_out_cuts(
    met_at: int, box: int, order: list[str]
) -> None:
    table = staffed("tribal", "ann", "bob", "cy", decks=1)
    table.load("", behind=52 - met_at)
    table.discard(21)
    table.play_round(*SEATS, by="dan")
    (met,) = table.all_of(CutCardReached)
    assert met.box == box
    assert cut_order(table.state) == order


@pytest.mark.clause("T-e-5-iv", "T-e-6", "T-e-8-s2")
def test_the_far_right_cuts_after_a_shuffle_of_the_house() -> None:
    table = before_the_deal(met_at=39)
    table.deal(by="dan")
    table.do(do.OrderShuffle(by="sue", reason="the count is doubted"))
    table.stand_all()
    table.carry_out("shuffle", until="cut")
    assert cut_order(table.state) == ["cy", "bob", "ann"]
    table.refuse(do.Perform(by="bob", step="cut", position=20), "T-e-5")
    table.cut(20, by="cy")


@pytest.mark.clause("T-e-5-ii", "T-e-5-iv")
def test_the_cutting_card_says_who_cuts_even_where_the_house_ordered() -> None:
    table = staffed("tribal", "ann", "bob", "cy", decks=1)
    table.load("", behind=39)
    table.discard(12)
    table.deal(*SEATS, by="dan")
    table.do(do.OrderShuffle(by="sue", reason="house"))
    table.stand_all()
    assert [event.box for event in table.all_of(CutCardReached)] == [4]
    assert cut_order(table.state) == ["ann", "cy", "bob"]


@pytest.mark.clause("T-e-6", "T-e-6-s2")
def test_a_refused_cut_goes_clockwise_and_at_last_to_the_dealer() -> None:
    table = before_the_deal(met_at=39)
    table.deal(by="dan")
    table.do(do.OrderShuffle(by="sue", reason="house"))
    table.stand_all()
    table.carry_out("shuffle", until="cut")
    offered = []
    for _ in range(3):
        name = cutter_due(table.state)
        offered.append(name)
        table.refuse(do.Perform(by="dan", step="cut", position=20), "T-e-6")
        for other in {"ann", "bob", "cy"} - {name}:
            table.refuse(do.DeclineCut(by=other), "T-e-5")
        table.do(do.DeclineCut(by=name))
    assert offered == ["cy", "bob", "ann"]
    table.refuse(do.Perform(by="cy", step="cut", position=20), "T-e-6-s2")
    table.cut(20, by="dan")


@pytest.mark.clause("T-e-7", "T-e-7-s2")
@pytest.mark.parametrize("recut_by, cutter", [("last_cutter", "ann"), ("next_entitled", "bob")])
@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_supervisor_may_order_a_recut(recut_by: str, cutter: str, is_loaded: bool) -> None:
    table = to_cut("tribal", "ann", "bob", automations=BY_STEPS, decks=1, recut_by=recut_by)
    table.refuse(do.OrderRecut(by="sue", reason="too early"), "T-e-7")
    table.cut(10)
    if is_loaded:
        table.walk()
    before = table.state.shoe or table.state.prep.stack
    for stranger in ("dan", "ann", "nobody"):
        table.refusal(do.OrderRecut(by=stranger, reason="improper"))
    table.refuse(do.OrderRecut(by="sue", reason=""), "T-e-7")
    table.do(do.OrderRecut(by="sue", reason="the cut was made carelessly"))
    (ordered,) = table.all_of(RecutOrdered)
    assert (ordered.by, ordered.clause) == ("sue", "T-e-7-s2")
    table.bet("1 ann main 10")
    table.refusal(do.Deal(by="dan"))
    other = "bob" if cutter == "ann" else "ann"
    table.refuse(do.Perform(by=other, step="cut", position=20), "T-e-5")
    table.do(do.Perform(by=cutter, step="cut", position=20))
    assert table.state.prep.stack == before[20:] + before[:20]
    table.walk()
    table.deal(by="dan")


@pytest.mark.clause("T-f-10", "T-e-8", "T-e-1", "T-f-10-iii")
@pytest.mark.parametrize("discarded, box", [(13, 1), (12, 0), (11, 1), (10, 0), (9, 1)])
def test_the_round_of_the_cutting_card_is_the_last(discarded: int, box: int) -> None:
    """It is met as the first card, as one of the next three, or as the card of a hit."""
    table = staffed("tribal", "ann", decks=1)
    table.load("2s 2h 2d 2c 3s 3h 3d 3c 4s Th 8h Td 9d Tc 8c Ts 9s", behind=39)
    table.discard(discarded)
    table.deal("1 ann main 10")
    if discarded == 9:
        assert not table.all_of(CutCardReached)
        table.play("1 hit")
    table.stand_all()
    (met,) = table.all_of(CutCardReached)
    assert (met.box, met.clause) == (box, "T-f-10")
    assert table.all_of(RoundEnded)
    table.bet("1 ann main 10")
    for clause in ("T-f-10", "T-e-8"):
        table.refuse(do.Deal(), clause)
    table.load()
    table.deal()


@pytest.mark.clause("T-f-10", "T-e-8", "T-f-3-s2")
@pytest.mark.parametrize("how", ["face_up_card", "new dealer"])
def test_a_cutting_card_is_not_lost_under_a_card_put_away(how: str) -> None:
    cards = "2s Th 8h Td 9d Tc 8c Ts 9s Jh Js Jd Jc 3s Qh Qs Qd Qc"
    table = loaded("tribal", cards, behind=39, automations=ONLINE, decks=1)
    table.play_round("1 ann main 10")
    while table.state.position < 13:
        table.do(do.Report(by="dan", what="face_up_card"))
    if how == "new dealer":
        table.do(do.AssignStaff(name="don", role="dealer"))
    else:
        table.do(do.Report(by="dan", what="face_up_card"))
    table.play_round("1 ann main 10")
    table.bet("1 ann main 10")
    table.refuse(do.Deal(), "T-f-10")


@pytest.mark.clause("T-f-10-i", "T-f-10-ii", "T-f-10-ii-a", "T-f-10-iii")
def test_at_the_end_of_a_shoe_all_cards_come_together() -> None:
    table = to_cut("tribal", "ann", "bob", "cy", automations=UNBURNED, decks=1)
    table.cut(20)
    table.walk(behind=39)
    while not table.all_of(CutCardReached):
        table.deal(*SEATS, by="dan")
        boxes, dealer, hole = table.state.boxes, table.state.dealer, table.state.hole
        table.stand_all()
    ended = table.all_of(RoundEnded)[-1]
    first = [card for box in reversed(boxes) for card in box.hands[0].hand.cards]
    assert list(ended.collected[:8]) == [*first, dealer.cards[0], hole]
    state = table.state
    left = Counter(state.shoe[state.position :]) + Counter(state.discards)
    assert left == Counter(full_shoe(1))
    table.do(do.BeginProcedure(by="dan", name="shuffle"))
    table.refusal(do.Perform(by="dan", step="count", position=51))
    table.refuse(do.Perform(by="dan", step="shuffle", cards=full_shoe(1)), "T-f-10-ii")
    table.do(do.Perform(by="dan", step="count", position=52))
    table.do(do.Perform(by="dan", step="shuffle", cards=full_shoe(1)))


@pytest.mark.clause("T-e-8-s2", "T-e-1")
def test_the_house_may_have_the_cards_shuffled_after_any_round() -> None:
    table = loaded("tribal", "Ts 9h 9s Td")
    table.deal("1 ann main 10")
    for stranger in ("dan", "ann", ""):
        table.refusal(do.OrderShuffle(by=stranger, reason="luck"))
    table.do(do.OrderShuffle(by="sue", reason="the house decides"))
    table.stand_all()
    (ordered,) = table.all_of(ShuffleOrdered)
    assert (ordered.by, ordered.reason) == ("sue", "the house decides")
    table.bet("1 ann main 10")
    table.refuse(do.Deal(), "T-e-8")
    table.load()
    table.deal()


@pytest.mark.clause("T-f-3", "T-f-3-s2", "T-f-3-s3")
def test_the_first_card_of_a_shoe_and_of_a_dealer_is_burned() -> None:
    table = loaded("tribal", "As Ts 9h 9s Td 2c 8h 9d 8s Td 3c Th 9c 8d 7h", automations=ONLINE)
    table.deal("1 ann main 10")
    (burned,) = table.all_of(CardBurned)
    assert (burned.card, burned.clause) == (parse_card("As"), "T-f-3")
    assert table.state.discards == parse_cards("As")
    for viewer in ("ann", "bob", "dan"):
        hidden = redact(table.state, burned, viewer)
        assert isinstance(hidden, CardBurned)
        assert hidden.card == -1
    table.stand_all()
    table.do(do.AssignStaff(name="don", role="dealer"))
    table.bet("1 ann main 10")
    (prompt,) = [duty for duty in duties(table.state) if duty.do == "deal"]
    assert (prompt.text, prompt.clauses) == ("Burn a card first", ("T-f-3-s2",))
    table.deal(by="don")
    assert [(event.card, event.clause) for event in table.all_of(CardBurned)][1:] == [
        (parse_card("2c"), "T-f-3-s2")
    ]
    table.stand_all()
    table.deal("1 ann main 10", by="don")
    assert len(table.all_of(CardBurned)) == 2
    assert table.state.boxes[0].dealt == parse_cards("3c 9c")


@pytest.mark.clause("T-f-3", "T-f-3-s2")
def test_a_new_dealer_with_a_new_shoe_burns_one_card() -> None:
    table = loaded("tribal", "As Ts 9h 9s Td", automations=ONLINE)
    table.play_round("1 ann main 10")
    table.do(do.AssignStaff(name="don", role="dealer"))
    table.load("2c Ts 9h 9s Td 3c")
    table.deal("1 ann main 10")
    assert [event.card for event in table.all_of(CardBurned)] == list(parse_cards("As 2c"))
    table.stand_all()
    table.deal("1 ann main 10")
    assert len(table.all_of(CardBurned)) == 2


@pytest.mark.clause("T-f-3-s3")
def test_the_burned_card_is_shown_to_a_player_who_asks() -> None:
    table = loaded("tribal", "As Ts 9h 9s Td", automations=ONLINE)
    table.bet("1 ann main 10")
    table.refuse(do.AskBurn(by="ann"), "T-f-3")
    table.deal()
    table.do(do.AskBurn(by="ann"))
    (shown,) = table.all_of(BurnShown)
    assert (shown.card, shown.player, shown.clause) == (parse_card("As"), "ann", "T-f-3-s3")
    for viewer in ("ann", "bob", "a spectator"):
        assert redact(table.state, shown, viewer) == shown
    assert len(table.shoe()) == 312
