"""The books of whole rounds: they sum to zero after every event and agree with the table."""

from pathlib import Path

import pytest

from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.chips import ChipsBought
from pitboss.engine.deal import Deal
from pitboss.engine.declare import evolve
from pitboss.engine.play.acts import Split, Stand
from pitboss.engine.state import BETTING
from pitboss.engine.state.invariants import chips_on_layout
from pitboss.engine.table import open_table
from pitboss.ledger.audit import faults
from pitboss.ledger.balances import Balances, apply, book, opening
from pitboss.money import CASHIER, FLOAT, METER, Transfer, layout, purse
from pitboss.round_scripts.format import read_script
from pitboss.round_scripts.play import PURSE as SCRIPT_PURSE
from pitboss.round_scripts.play import play_script
from tests.clauses.rounds import PURSE, table_of

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "rounds").glob("*.round.toml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name[:2])
def test_books_of_an_example(path: Path) -> None:
    """After each event the sum is zero, and purses and boxes are as the table has them."""
    verdict = play_script(read_script(path))
    state = open_table(verdict.state.rules)
    books = opening(state.rules.fees.meter)
    for event in verdict.events:
        state = evolve(state, event)
        book(books, [event])
        assert books.total() == 0, event
        assert faults(books) == [], event
        for player, chips in state.chips.items():
            assert books[purse(player)] == chips, event
        on_boxes = sum(amount for name, amount in books.items() if name.startswith("box "))
        assert on_boxes == chips_on_layout(state), event
        assert books[METER] == state.meter, event
    assert state.phase == BETTING
    bought = len(state.chips) * SCRIPT_PURSE
    assert sum(state.chips.values()) - bought == sum(verdict.net.values())


def test_opening_with_a_meter() -> None:
    """The cashier lends the meter its first amount; a table without one opens with nothing."""
    assert opening() == Balances()
    assert opening(10_000_00) == {CASHIER: -10_000_00, METER: 10_000_00}


def test_meter_rises_and_is_won() -> None:
    """Seventy cents of each dollar go to the meter; the winner has it all, and it starts again."""
    wagers = ("1 ann main 10", "1 ann progressive 1", "2 bob main 10", "2 bob progressive 1")
    table = table_of("tribal", "As Ts 6d Ac 9h Tc As Ac 5h", *wagers, progressive=True)
    table.do(Deal())
    table.do(Split(by="ann", box=1))
    books = opening(table.state.rules.fees.meter)
    book(books, table.events)
    assert books[METER] == table.state.meter == 10_001_40
    table.do(Stand(by="bob", box=2))
    books = opening(table.state.rules.fees.meter)
    book(books, table.events)
    assert books[METER] == table.state.meter == 5_000_00
    # Twelve twice loses 20 to the dealer's 21; the dollar on the meter is part of what it pays.
    assert books[purse("ann")] == PURSE - 20_00 - 1_00 + 10_001_40
    assert books[purse("bob")] == PURSE - 10_00 - 1_00
    assert faults(books) == []
    assert not any(amount for account, amount in books.items() if account.startswith("box "))


def test_transfer_moves_an_amount() -> None:
    books = Balances()
    apply(books, Transfer("a", "b", 5, "why"))
    assert books == {"a": -5, "b": 5}


def sound() -> Balances:
    """Books of a player with a wager on a box, in order."""
    books = opening()
    for event in (ChipsBought("ann", 100_00), WagerPlaced(1, "ann", "main", (10_00,))):
        for transfer in event.transfers():
            apply(books, transfer)
    return books


def test_audit_of_sound_books() -> None:
    assert faults(sound()) == []


def test_audit_finds_money_from_nowhere() -> None:
    books = sound()
    books[FLOAT] += 1
    assert faults(books) == ["the books are out by 0.01"]
    books[FLOAT] -= 2
    assert faults(books) == ["the books are out by -0.01"]


def test_audit_finds_a_player_below_nothing() -> None:
    books = sound()
    apply(books, Transfer(purse("ann"), FLOAT, 200_00, "planted"))
    assert faults(books) == ["player ann is at -110.00"]


def test_audit_finds_a_box_below_nothing() -> None:
    books = sound()
    apply(books, Transfer(layout(1, "ann"), FLOAT, 15_00, "planted"))
    assert faults(books) == ["box 1 ann is at -5.00"]


def test_house_may_be_below_nothing() -> None:
    """Float and cashier owe what players hold; that is no fault."""
    books = sound()
    apply(books, Transfer(FLOAT, purse("ann"), 50_00, "a good day"))
    assert faults(books) == []
