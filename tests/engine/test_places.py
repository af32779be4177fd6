"""Hands and cards keep what they are known by: through splits, further cards and rebuilt rounds."""

from msgspec.structs import replace

from pitboss.cards import parse_card, parse_cards
from pitboss.engine.deal import Deal
from pitboss.engine.declare import evolve
from pitboss.engine.floor.rulings import LaidHand, Rebuild
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.payouts import WagerSettled, record_of
from pitboss.engine.play.acts import HandSplit, Hit, Split
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state.boxes import Settled
from tests.clauses.rounds import AtTable, table_of


def places(table: AtTable, box: int = 1) -> list[tuple[int, tuple[int, ...]]]:
    """The key of each hand of a box from left to right, and the places of its cards."""
    area = table.state.box(box)
    assert area is not None
    for played in area.hands:
        assert played.hand.cards == tuple(area.dealt[place] for place in played.places)
    return [(played.key, played.places) for played in area.hands]


def test_a_split_takes_cards_to_other_hands_and_keeps_their_places() -> None:
    """The second split comes between the two hands of the first."""
    table = table_of("pa_free_bet", "8s 6d 8h Tc 8d 3c 5h 2c", "1 ann main 10")
    table.do(Deal())
    assert places(table) == [(0, (0, 1))]
    table.do(Split(by="ann", box=1))
    assert places(table) == [(0, (0, 2)), (1, (1,))]
    table.do(Split(by="ann", box=1))
    assert places(table) == [(0, (0, 3)), (2, (2,)), (1, (1,))]
    table.do(Hit(by="ann", box=1))
    assert places(table)[0] == (0, (0, 3, 4))


def test_a_hand_without_cards_has_the_key_that_its_first_card_gives_it() -> None:
    table = table_of("nz", "8s 6d 8h", "1 ann main 10")
    empty = evolve(table.state, table.do(Deal())[0])
    assert [played.key for played in empty.boxes[0].hands] == [0]


def test_a_rebuilt_round_is_counted_anew() -> None:
    table = table_of("nz", "8s Ts 6d 8h 9h 3c 4c", "1 ann main 10", "2 bob main 10")
    table.do(AssignStaff(name="sue", role="supervisor"))
    table.do(Deal())
    table.do(Split(by="ann", box=1))
    hands = (
        LaidHand(1, 1, parse_cards("8s")), LaidHand(1, 2, parse_cards("8h 3c")),
        LaidHand(2, 1, parse_cards("Ts 9h")),
    )  # fmt: skip
    table.do(Rebuild(by="sue", hands=hands, dealer=parse_cards("6d")))
    # The first hand is dealt its second card at once.
    assert places(table) == [(0, (0, 3)), (1, (1, 2))]
    assert places(table, 2) == [(0, (0, 1))]


def test_a_further_card_changes_nothing_else_of_a_hand() -> None:
    """A hand that plays late stays late, and what was settled on it stays settled."""
    table = table_of("tribal", "8s 6d 9h Tc", "1 ann main 10")
    table.do(Deal())
    box = table.state.boxes[0]
    settled = (Settled(1, 1, "bob", "main", 0, "void", 10_00, 0, "T-n-8-i"),)
    played = replace(box.hands[0], is_late=True, is_removed=True, settled=settled)
    late = replace(table.state, boxes=(replace(box, hands=(played,)),))
    after = evolve(late, CardDealt(1, 1, parse_card("2c"))).boxes[0].hands[0]
    assert after.hand.cards == parse_cards("8s 9h 2c")
    assert (after.is_late, after.is_removed, after.settled) == (True, True, settled)


def test_what_was_settled_on_a_hand_goes_where_the_hand_goes() -> None:
    """A hand that is split after others were settled moves them to the right."""
    table = table_of("pa_free_bet", "8s 6d 8h Tc 8d 3c", "1 ann main 10")
    table.do(Deal())
    table.do(Split(by="ann", box=1))
    lost = WagerSettled(1, 2, "ann", "main", 0, "loss", 10_00, -10_00, "PA-7-k")
    after = evolve(evolve(table.state, lost), HandSplit(1, 1, ("ann",), (), ()))
    assert [(played.key, played.settled) for played in after.boxes[0].hands] == [
        (0, ()), (2, ()), (1, (record_of(lost),)),
    ]  # fmt: skip
