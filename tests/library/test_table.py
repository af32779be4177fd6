"""A table from Python: what is legal, taken back, copied, written down, and played by a chart."""

from decimal import Decimal

import pytest

import pitboss


def dealt(cards: str) -> pitboss.Table:
    table = pitboss.Table("tribal", cards=cards)
    table.sit("ann", 100)
    table.bet("ann", 10)
    table.deal()
    return table


def test_legal_acts_have_stakes() -> None:
    rows = dealt("6s 9d 5c Th 7s").legal("ann")
    assert [row["act"] for row in rows] == ["hit", "stand", "double"]
    assert rows[2]["high"] == Decimal(10)
    assert tuple(row["act"] for row in rows) == dealt("6s 9d 5c Th 7s").may("ann")


def test_undo_takes_back_call_by_call() -> None:
    table = dealt("6s 9d 5c Th 7s Kh")
    before = (table.state, table.balances, table.story())
    table.act("hit")
    assert table.state is not before[0]
    table.undo()
    assert (table.state, table.balances, table.story()) == before
    for _ in range(3):
        table.undo()
    assert table.balances == {}
    with pytest.raises(pitboss.UnknownName, match="nothing has happened"):
        table.undo()


def test_undone_rounds_are_dealt_alike_again() -> None:
    table = pitboss.Table("tribal", seed=3)
    table.sit("ann", 100)
    table.bet("ann", 10)
    table.deal()
    story = table.story()
    table.undo()
    table.deal()
    assert table.story() == story


def test_a_copy_goes_on_alone() -> None:
    table = dealt("6s 9d 5c Th 7s Kh")
    other = table.copy()
    other.act("stand")
    assert other.is_over
    assert table.may("ann") == ("hit", "stand", "double")
    table.act("hit")
    assert table.story() != other.story()


@pytest.mark.parametrize("game", pitboss.RULEBOOKS)
def test_a_written_table_is_replayed(game: str) -> None:
    table = pitboss.Table(game, seed=5)
    table.sit("ann", 1000)
    for _ in range(6):
        table.bet("ann", 10)
        table.deal()
        table.play(pitboss.basic_chart())
        assert table.is_over
    assert pitboss.replay(table.to_script()).ok
    assert table.books.total() == 0


def test_a_bet_while_insurance_is_open_names_insurance() -> None:
    table = dealt("Ts Ad 9c 9h")
    assert table.turn is None
    with pytest.raises(pitboss.Refused) as refused:
        table.bet("ann", 10)
    assert "no wager may be placed while insurance is open" in str(refused.value)
    assert "insurance is open: table.insure" in refused.value.hint
    table.decline()
    assert table.turn is not None
    with pytest.raises(pitboss.Refused, match="once betting is closed"):
        table.bet("ann", 10)
