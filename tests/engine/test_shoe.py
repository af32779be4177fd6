"""The shoe: what may be put into it, and by whom; two sides and their cutting cards."""

import pytest

from pitboss.cards import full_shoe, parse_cards, rest_of_shoe
from pitboss.engine.deal import Deal
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.drawing import CutCardReached, DeterminantDrawn
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import BETTING, ONLINE, Automations
from pitboss.engine.state.invariants import broken
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, staffed


def load(at: AtTable, top: str, *, behind: int = -1, side: int | None = None) -> None:
    """A whole shoe with these cards on top."""
    cards = parse_cards(top)
    rest = rest_of_shoe(at.state.rules.decks_in_play, cards)
    at.do(LoadShoe(cards=cards + rest, behind=behind, side=side))


def test_an_order_of_cards_is_set_by_the_table_alone() -> None:
    """A script or a study sets it; nobody at the table does."""
    at = staffed("tribal", "ann")
    cards = full_shoe(6)
    at.do(LoadShoe(cards=cards))
    refused = at.refusal(LoadShoe(by=DEALER, cards=cards, is_shuffle=False))
    assert (refused.code, refused.clause) == (Code.NOT_ALLOWED, "T-f-11")
    at.do(LoadShoe(cards=cards[::-1], is_shuffle=False))
    assert at.state.shoe == cards[::-1]


@pytest.mark.parametrize("side", [-1, 2])
def test_there_are_two_sides(side: int) -> None:
    at = staffed("tribal", "ann", shoe="double", decks=2)
    refused = at.refusal(LoadShoe(cards=full_shoe(1), side=side))
    assert (refused.code, refused.limit) == (Code.UNKNOWN, 1)


def test_cards_are_whole_decks() -> None:
    at = staffed("tribal", "ann")
    assert at.refusal(LoadShoe(cards=full_shoe(6)[1:])).code == Code.UNKNOWN


def test_cards_are_not_loaded_where_the_staff_prepares_them() -> None:
    at = staffed("house", "ann", automations=Automations(procedures=False))
    assert at.refusal(LoadShoe(by=DEALER, cards=full_shoe(8))).code == Code.STEP_NOT_DUE


def test_the_cutting_card_of_the_other_side_comes_out_with_the_determinant() -> None:
    """It lies first on the right; the determinant is drawn from there."""
    at = staffed("tribal", automations=ONLINE, shoe="double", decks=2)
    whole = len(full_shoe(at.state.rules.decks_in_play))
    load(at, "Ts 9s 8s 7s 6s", side=0, behind=whole // 2)
    load(at, "Th 9h 8h 7h 6h", side=1, behind=whole)
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER, drawn_from=1))
    (reached,) = at.all_of(CutCardReached)
    assert reached.side == 1
    assert len(at.all_of(DeterminantDrawn)) == 1
    while at.state.phase != BETTING:
        at.do(Stand(by="ann", box=1))
    at.bet("1 ann main 10")
    assert at.refusal(Deal(by=DEALER)).code == Code.SHUFFLE_DUE
    # The side that is not due may be changed too; the other stays due.
    load(at, "Ts 9s 8s 7s 6s", side=0)
    assert at.refusal(Deal(by=DEALER)).code == Code.SHUFFLE_DUE
    load(at, "Th 9h 8h 7h 6h", side=1)
    at.do(Deal(by=DEALER))
    assert len(at.all_of(ShoeLoaded)) == 4
    assert broken(at.state) == ""
