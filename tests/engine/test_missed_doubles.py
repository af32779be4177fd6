"""A missed request where a doubled hand may draw on: its card comes first, and then it goes on."""

import pytest

from pitboss.engine.deal import Deal
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.play.acts import Double, Hit, Stand
from pitboss.engine.table import open_table
from tests.agreement.variants import Changes, varied
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER
from tests.clauses.test_pa_free_bet_by_hand import BY_HAND, due, enter, missed

DRAWS_ON: Changes = {"double.draws_on": True}
AGAIN: Changes = {"double.times": 2, "double.cards": "any"}


def dealt(changes: Changes, cards: str = "9s 6h 7h 2d 5d") -> AtTable:
    """Two boxes of a game in which doubled hands go on, dealt by hand."""
    at = AtTable(open_table(varied("pa_free_bet", changes), BY_HAND))
    at.do(AssignStaff(name=DEALER, role="dealer"))
    for line in ("1 ann main 10", "2 bob main 10"):
        at.bet(line)
    at.do(Deal(by=DEALER))
    enter(at, cards)
    return at


@pytest.mark.parametrize("changes", [DRAWS_ON, AGAIN], ids=["draws on", "again"])
def test_the_missed_card_of_a_double_comes_before_the_next_act(changes: Changes) -> None:
    at = dealt(changes)
    at.do(Double(by="ann", box=1))
    at.do(missed(1, "late"))
    assert at.state.turn == (2, 1)
    at.do(Stand(by="bob", box=2))
    assert due(at) == (1, 1), "she neither stands nor draws before the card of her double"
    enter(at, "3c")
    assert at.state.awaiting is None
    assert at.state.turn == (1, 1)
    at.do((Hit if changes is DRAWS_ON else Double)(by="ann", box=1))
    enter(at, "4c")
    assert len(at.state.hand(1, 1).hand.cards) == 4


def test_a_double_under_way_gets_its_card_when_another_request_was_missed() -> None:
    at = dealt(DRAWS_ON)
    at.do(Stand(by="ann", box=1))
    at.do(Double(by="bob", box=2))
    at.do(missed(1, "late"))
    assert due(at) == (2, 1)
    enter(at, "2c")
    assert at.state.turn == (2, 1), "bob goes on"
    at.do(Stand(by="bob", box=2))
    assert at.state.turn == (1, 1)


def test_a_card_asked_for_after_a_double_is_not_forgotten() -> None:
    at = dealt(DRAWS_ON)
    at.do(Stand(by="ann", box=1))
    at.do(Double(by="bob", box=2))
    enter(at, "2c")
    at.do(Hit(by="bob", box=2))
    at.do(missed(1, "dead"))
    assert due(at) == (2, 1), "bob still gets the card that he asked for"
    enter(at, "4c")
    assert len(at.state.hand(2, 1).hand.cards) == 4
