"""Cashing out: chips before a player go to the cashier, those on the layout stay."""

import pytest

from pitboss.engine.chips import BuyIn, CashOut, ChipsCashed
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Role
from pitboss.engine.floor.staff import role_of
from pitboss.engine.play.acts import Stand
from pitboss.engine.state import PLAYING
from pitboss.ledger.balances import book, opening
from pitboss.money import CASHIER, purse
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable, table_of


def at_table() -> AtTable:
    """Somebody with a wager of 10 up against a six."""
    return table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")


@pytest.mark.parametrize(
    "by, amount, code, limit",
    [
        ("ann", 0, Code.STAKE_TOO_SMALL, None),
        ("ann", -5, Code.STAKE_TOO_SMALL, None),
        ("eve", 100, Code.NOT_ENOUGH_CHIPS, 0),
    ],
)
def test_what_is_not_there_is_not_cashed(
    by: str, amount: int, code: Code, limit: int | None
) -> None:
    verdict = at_table().refusal(CashOut(by=by, amount=amount))
    assert (verdict.code, verdict.limit) == (code, limit)
    assert verdict.clause


def test_chips_on_the_layout_stay() -> None:
    table = at_table()
    held = table.state.chips["ann"]
    assert table.refusal(CashOut(by="ann", amount=held + 1)).limit == held
    table.do(Deal())
    assert table.state.phase == PLAYING
    table.do(CashOut(by="ann", amount=held))
    # The hand is still played, so ann is still a player.
    assert table.state.chips == {"ann": 0}
    table.do(Stand(by="ann", box=1))
    won = table.state.chips["ann"]
    assert won > 0
    table.do(CashOut(by="ann", amount=won))
    assert table.state.chips == {}
    assert role_of(table.state, "ann") is Role.SPECTATOR
    assert [event.amount for event in table.all_of(ChipsCashed)] == [held, won]


def test_the_books_balance() -> None:
    table = at_table()
    table.do(CashOut(by="ann", amount=100))
    books = opening()
    book(books, table.events)
    assert books.total() == 0
    assert books[purse("ann")] == table.state.chips["ann"]
    assert -books[CASHIER] == table.state.chips["ann"] + 1_000


def test_who_has_left_may_come_back() -> None:
    table = at_table()
    table.do(BuyIn(player="bob", amount=500))
    table.do(CashOut(by="bob", amount=500))
    assert "bob" not in table.state.floor.arrivals
    table.do(BuyIn(player="bob", amount=700))
    assert table.state.chips["bob"] == 700
    assert table.state.floor.arrivals.count("bob") == 1
