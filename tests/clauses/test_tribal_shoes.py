"""The tribal regulation: the double shoe with its determinant card, and two batches in turn."""

from collections import Counter

import pytest

from pitboss.cards import colour, full_shoe, parse_card, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CutCardReached, DeterminantDrawn
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import ONLINE, Compartment
from pitboss.engine.state.invariants import broken
from tests.clauses.staffed import BY_STEPS, StaffedTable, opened, staffed

LEFT, RIGHT = 0, 1
BLACK_TOP = "9s Ts 8h Td 9d Tc 8c Th 9h Js Jh Qs"
RED_TOP = "9h Jc 8s Qd 9c Kc 8d Kd 9d Jd Qh Qc"


def double(left: str = BLACK_TOP, right: str = RED_TOP, **options: object) -> StaffedTable:
    """A double shoe of one deck a side; hearts and diamonds stand for the left unless said."""
    table = staffed("tribal", automations=ONLINE, shoe="double", decks=2, **options)
    table.load(left, side=LEFT)
    table.load(right, side=RIGHT)
    return table


def sides(table: StaffedTable) -> dict[int, Compartment]:
    """Both compartments as they lie, by side."""
    state = table.state
    other = state.prep.other
    assert other is not None
    here = Compartment(state.shoe, state.position, state.prep.cut_card, state.discards)
    return {state.prep.side: here, 1 - state.prep.side: other}


def play(table: StaffedTable, drawn_from: int) -> DeterminantDrawn:
    """A round in which everybody stands, with the determinant card drawn from one side."""
    table.bet("3 ann main 10", "5 bob main 10")
    table.do(do.Deal(drawn_from=drawn_from))
    table.stand_all()
    return table.all_of(DeterminantDrawn)[-1]


@pytest.mark.clause("T-a-1-iv", "T-f-4-i", "T-f-4-i-s2", "T-f-4-i-s3", "T-f-4-ii", "T-f-4-ii-s2")
@pytest.mark.parametrize("red_side", ["left", "right"])
@pytest.mark.parametrize("drawn_from", [LEFT, RIGHT])
@pytest.mark.parametrize("top", ["9s", "9c", "9h", "9d"])
def test_the_suit_of_the_determinant_card_names_the_side(
    red_side: str, drawn_from: int, top: str
) -> None:
    red_at = LEFT if red_side == "left" else RIGHT
    named = red_at if colour(parse_card(top)) == "red" else 1 - red_at
    tops = [f"{top} Js Jh Jd", f"{top} Qs Qh Qd"]
    table = double(*tops, red_suits_side=red_side)
    table.bet("3 ann main 10")
    table.do(do.Deal(drawn_from=drawn_from))
    (drawn,) = table.all_of(DeterminantDrawn)
    assert (drawn.card, drawn.drawn_from, drawn.dealt_from) == (parse_card(top), drawn_from, named)
    first = table.all_of(CardDealt)[0]
    assert first.box == 3
    assert first.card == parse_card(top)
    assert sides(table)[named].position == 4
    second = show_card(table.all_of(CardDealt)[1].card)
    assert second == tops[named].split()[1]
    burned = sides(table)[drawn_from].discards
    assert burned == (() if named == drawn_from else parse_cards(top))


@pytest.mark.clause("T-f-4-ii", "T-f-5")
def test_a_matching_determinant_card_is_the_first_card_of_the_first_box() -> None:
    table = double(left="9h Ts 8c Td 9d Tc")
    play(table, LEFT)
    dealt = [(event.box, show_card(event.card)) for event in table.all_of(CardDealt)]
    assert dealt == [(3, "9h"), (5, "Ts"), (0, "8c"), (3, "Td"), (5, "9d"), (0, "Tc")]


@pytest.mark.clause("T-f-4-ii-s2", "T-f-9-s3", "T-b-3-s2")
def test_a_determinant_card_that_does_not_match_is_burned_on_its_own_side() -> None:
    table = double()
    play(table, LEFT)
    left, right = sides(table)[LEFT], sides(table)[RIGHT]
    assert (left.discards, left.position) == (parse_cards("9s"), 1)
    assert (len(right.discards), right.position) == (6, 6)
    assert table.all_of(RoundEnded)[0].collected == right.discards


@pytest.mark.clause("T-f-4", "T-a-1-iv")
def test_each_round_has_its_determinant_card_and_no_other_burn() -> None:
    table = double()
    for number in range(1, 4):
        play(table, number % 2)
        assert len(table.all_of(DeterminantDrawn)) == number
    assert not table.all_of(CardBurned)


@pytest.mark.clause("T-a-1-iv", "T-f-4-i")
def test_no_round_without_both_sides() -> None:
    table = staffed("tribal", automations=ONLINE, shoe="double", decks=2)
    table.load(BLACK_TOP, side=LEFT)
    table.bet("3 ann main 10")
    table.refusal(do.Deal())
    table.load(RED_TOP, side=RIGHT)
    table.deal()


@pytest.mark.clause("T-c-10", "T-c-3", "T-c-6", "T-c-1")
@pytest.mark.parametrize("left", ["9h Ts 8c Td 9d Tc", BLACK_TOP])
def test_betting_closes_with_the_determinant_card(left: str) -> None:
    table = double(left=left)
    table.bet("3 ann main 10", "5 bob main 10")
    table.do(do.Deal(drawn_from=LEFT))
    order = [event for event in table.events if isinstance(event, PhaseBegan | DeterminantDrawn)]
    assert order[0] == PhaseBegan("dealing")
    assert isinstance(order[1], DeterminantDrawn)
    table.refuse(do.PlaceWager(by="ann", box=4, wager="main", amounts=(1000,)), "T-c-10")
    table.refuse(do.WithdrawWager(by="ann", box=3, wager="main"), "T-c-10")


@pytest.mark.clause("T-b-3-s2")
def test_no_card_crosses_to_the_other_side() -> None:
    table = double()
    for number in range(4):
        play(table, number % 2)
        assert not broken(table.state)
        for side in sides(table).values():
            held = Counter(side.shoe[side.position :]) + Counter(side.discards)
            assert held == Counter(full_shoe(1))


@pytest.mark.clause("T-f-10-ii", "T-f-10-ii-b", "T-f-10-iii-s2", "T-b-3-s4")
def test_only_the_side_of_the_cutting_card_is_shuffled() -> None:
    table = staffed("tribal", automations=ONLINE, shoe="double", decks=2)
    table.load("2s 3s 4s " + BLACK_TOP, side=LEFT, behind=13)
    table.load(RED_TOP, side=RIGHT, behind=39)
    assert [event.cut_card for event in table.all_of(ShoeLoaded)] == [39, 13]
    play(table, LEFT)
    assert not table.all_of(CutCardReached)
    play(table, LEFT)
    assert not table.all_of(CutCardReached)
    play(table, LEFT)
    assert len(table.all_of(CutCardReached)) == 1
    assert table.state.prep.side == RIGHT
    table.bet("3 ann main 10")
    table.refuse(do.Deal(), "T-f-10")
    left = sides(table)[LEFT]
    table.load("9h Jc 8s Qd", side=RIGHT)
    assert sides(table)[LEFT] == left
    assert left.position > 0
    right = sides(table)[RIGHT]
    assert (right.position, right.discards) == (0, ())
    table.do(do.Deal(drawn_from=RIGHT))
    assert not broken(table.state)


@pytest.mark.clause("T-f-10-iii-s2")
def test_a_shuffle_of_the_other_side_does_not_serve() -> None:
    table = staffed("tribal", automations=ONLINE, shoe="double", decks=2)
    table.load(BLACK_TOP, side=LEFT)
    table.load("9c " + RED_TOP.replace("9c", "7c"), side=RIGHT, behind=48)
    play(table, RIGHT)
    assert table.all_of(CutCardReached)
    table.bet("3 ann main 10")
    table.load(side=LEFT)
    table.refuse(do.Deal(), "T-f-10")
    table.load("9c", side=RIGHT)
    table.do(do.Deal(drawn_from=RIGHT))


@pytest.mark.clause("T-f-10", "T-f-10-iii-s2")
def test_a_cutting_card_before_a_burned_determinant_card_is_not_lost() -> None:
    table = staffed("tribal", automations=ONLINE, shoe="double", decks=2)
    table.load("9s", side=LEFT, behind=39)
    table.load(RED_TOP, side=RIGHT)
    table.discard(13)
    top = table.state.shoe[13]
    play(table, LEFT)
    assert table.all_of(DeterminantDrawn)[0].card == top
    table.bet("3 ann main 10")
    table.refuse(do.Deal(), "T-f-10")


@pytest.mark.clause("T-f-10-iii-s2")
@pytest.mark.parametrize("order", [(LEFT, RIGHT), (RIGHT, LEFT)])
def test_both_sides_are_shuffled_when_both_cutting_cards_come_out_in_one_round(
    order: tuple[int, int],
) -> None:
    """The determinant card is drawn behind one of them, and the deal meets the other."""
    table = staffed("tribal", automations=ONLINE, shoe="double", decks=2)
    table.load(BLACK_TOP, side=LEFT, behind=52)
    table.load(RED_TOP, side=RIGHT, behind=48)
    play(table, LEFT)
    assert [event.side for event in table.all_of(CutCardReached)] == [LEFT, RIGHT]
    table.bet("3 ann main 10")
    for side in order:
        table.refuse(do.Deal(), "T-f-10")
        table.load(side=side)
    table.deal()
    assert not broken(table.state)


@pytest.mark.clause("T-f-10-ii-b", "T-f-10-iii-s2", "T-b-3-s4")
def test_both_sides_are_made_ready_step_by_step() -> None:
    table = opened("tribal", "ann", automations=BY_STEPS, shoe="double", decks=2)
    for side in (LEFT, RIGHT):
        table.carry_out("shuffle", until="cut", cards=table.shoe(BLACK_TOP), side=side)
        table.cut(10)
        table.walk()
    for compartment in sides(table).values():
        assert len(compartment.shoe) == 52
        assert (compartment.position, compartment.cut_card) == (0, 39)
    table.deal("3 ann main 10", by="dan")


@pytest.mark.clause("T-n-6", "T-f-4-i")
def test_no_determinant_card_from_an_empty_side() -> None:
    table = double(right="9c Jc 8s Qd 9d Kc Td")
    table.discard(52)
    table.bet("3 ann main 10")
    table.refuse(do.Deal(drawn_from=LEFT), "T-n-6")
    table.do(do.Deal(drawn_from=RIGHT))
    table.stand_all()
    assert table.state.prep.side == RIGHT
    table.bet("3 ann main 10")
    table.refuse(do.Deal(drawn_from=LEFT), "T-n-6")


@pytest.mark.clause("T-b-4-iv", "T-b-4-v")
def test_the_batch_in_play_is_not_the_one_in_the_shuffler() -> None:
    table = staffed("tribal", automations=ONLINE, shuffler="two_batch", decks=4)
    cards = table.shoe()
    assert len(cards) == 104
    for batch in (0, 1, 0, 1, 0):
        if table.state.shoe:
            table.refuse(do.LoadShoe(cards=cards, side=1 - batch), "T-b-4-iv")
            table.refuse(do.LoadShoe(cards=cards, side=1 - batch), "T-b-4-v")
        table.do(do.LoadShoe(cards=cards, side=batch))
        assert table.state.prep.side == batch
    assert [event.side for event in table.all_of(ShoeLoaded)] == [0, 1, 0, 1, 0]


@pytest.mark.clause("T-b-4-vi", "T-b-4-iv")
def test_the_rack_holds_cards_of_one_batch_only() -> None:
    table = staffed("tribal", automations=ONLINE, shuffler="two_batch", decks=4)
    for number in range(3):
        table.load("2s Th 8h Td 9d Tc 8c Ts 9s Jh Js Jd Jc")
        assert table.state.prep.side == number % 2
        assert table.state.discards == ()
        for _ in range(2):
            table.play_round("3 ann main 10")
            dealt = table.state.shoe[: table.state.position]
            assert Counter(table.state.discards) == Counter(dealt)
            assert not broken(table.state)
