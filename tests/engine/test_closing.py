"""Closing a table: everything on it goes home in one step, and nothing follows."""

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn, ChipsCashed
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Role
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.closing import CloseTable, TableClosed, WagerReturned
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.legal import legal
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.commitment import RevealShoe
from pitboss.engine.state.invariants import chips_on_layout
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import book, opening
from pitboss.rulebook.catalog import SHIPPED
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import PURSE, AtTable, table_of
from tests.clauses.staffed import DEALER, FLOOR, staffed


def assert_empty(table: AtTable) -> None:
    """No money is left, and the books say so too."""
    assert table.state.is_closed
    assert sum(table.state.chips.values()) + chips_on_layout(table.state) == 0
    assert (table.state.boxes, table.state.sides) == ((), ())
    books = opening(table.state.rules.fees.meter)
    book(books, table.events)
    assert faults(books) == []
    assert not any(books[name] for name in books if name.startswith(("player ", "box ")))


def test_wagers_antes_and_side_wagers_go_back() -> None:
    lines = ("1 ann main 10", "1 ann ante 0.50", "1 ann super_sevens 5", "1 bob main 20")
    options = {"variant": "antes_up", "ante": "0.50", "super_sevens": True}
    table = table_of("nz", "", *lines, **options)
    table.do(BuyIn(player="eve", amount=700))
    events = table.do(CloseTable())
    assert events == (
        WagerReturned(1, "ann", "super_sevens", (5_00,)),
        WagerReturned(1, "ann", "ante", (50,)),
        WagerReturned(1, "ann", "main", (10_00,)),
        WagerReturned(1, "bob", "main", (20_00,)),
        ChipsCashed("ann", PURSE),
        ChipsCashed("bob", PURSE),
        ChipsCashed("eve", 700),
        TableClosed(""),
    )
    assert_empty(table)


def test_a_coupon_goes_back_and_is_no_money() -> None:
    table = table_of("tribal", "", "1 ann main 10", "1 ann match_play 10", match_play=True)
    first, *_ = table.do(CloseTable())
    assert first == WagerReturned(1, "ann", "match_play", (10_00,))
    assert first.transfers() == ()
    assert_empty(table)


def test_wagers_against_several_dealer_hands_go_back_whole() -> None:
    table = table_of("tribal", "", "1 ann main 10/5/5", multiple_action=True)
    first, *_ = table.do(CloseTable())
    assert first == WagerReturned(1, "ann", "main", (10_00, 5_00, 5_00))
    assert_empty(table)


def test_a_streak_under_way_is_void() -> None:
    table = table_of(
        "tribal", "Ts 9d 9h 8c", "1 ann main 10", "1 ann streak_2 5", streak=True
    )  # fmt: skip
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    assert [side.wager for side in table.state.sides] == ["streak_2"]
    table.bet("1 ann main 10")
    first, *_ = table.do(CloseTable())
    assert isinstance(first, WagerSettled)
    assert (first.wager, first.result, first.stake, first.net) == ("streak_2", "void", 5_00, 0)
    assert_empty(table)


def test_staff_with_chips_has_them_cashed() -> None:
    table = table_of("house", "")
    table.do(BuyIn(player="sue", amount=900))
    table.do(AssignStaff(name="sue", role="supervisor"))
    table.do(CloseTable(by="sue"))
    assert table.all_of(ChipsCashed) == [ChipsCashed("sue", 900)]
    assert table.all_of(TableClosed) == [TableClosed("sue")]
    assert_empty(table)


def test_within_a_round_no_table_is_closed() -> None:
    table = table_of("house", "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(Deal())
    refused = table.refusal(CloseTable())
    assert (refused.code, refused.clause) == (Code.WRONG_TIME, "H-method-21")
    assert "between rounds" in refused.text
    table.do(Stand(by="ann", box=1))
    table.do(CloseTable())
    assert_empty(table)


def test_a_round_that_is_dealt_again_is_played_first() -> None:
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(AssignStaff(name="dee", role="dealer"))
    table.do(Deal())
    table.do(Report(by="dee", what="out_of_cards"))
    assert (table.state.phase, table.state.is_locked) == ("betting", True)
    assert "round in play" in table.refusal(CloseTable()).text


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_whatever_is_asked_of_a_closed_table_is_refused(rulebook: str) -> None:
    table = table_of(rulebook, "")
    table.do(BuyIn(player="ann", amount=900))
    table.do(AssignStaff(name="sue", role="supervisor"))
    table.do(CloseTable())
    commands: tuple[Command, ...] = (
        BuyIn(player="ann", amount=100),
        PlaceWager(by="ann", box=1, wager="main", amounts=(10_00,)),
        Deal(),
        RevealShoe(commitment="f" * 64, seed="ab" * 32),
        AssignStaff(name="sue", role=""),
        EnterCard(by="dee", card=0),
        CloseTable(),
    )
    for command in commands:
        refused = table.refusal(command)
        assert (refused.code, bool(refused.clause)) == (Code.WRONG_TIME, True)
        assert "this table is closed" in refused.text
    assert legal(table.state, "ann") == legal(table.state, "") == ()


def test_a_supervisor_and_the_table_close_it_and_nobody_else() -> None:
    assert CloseTable.roles == {Role.SUPERVISOR, Role.CASINO_SUPERVISOR, Role.TABLE}
    at = staffed("nz", "ann")
    assert at.refusal(CloseTable(by="ann")).code is Code.NOT_YOURS
    assert at.refusal(CloseTable(by=DEALER)).code is Code.NOT_YOURS
    at.do(CloseTable(by=FLOOR))
    assert_empty(at)
