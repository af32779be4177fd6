"""Invariants: what holds after every event, and that faults against it are found."""

from msgspec.structs import replace

from pitboss.cards import parse_cards
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, evolve
from pitboss.engine.insurance import CloseInsurance, Insure
from pitboss.engine.play.acts import Double, Split, Stand
from pitboss.engine.state.invariants import broken, cards_in_play, chips_on_layout
from pitboss.engine.table import open_table
from tests.clauses.options import rules_of
from tests.clauses.rounds import table_of


def test_every_event_keeps_cards_and_money() -> None:
    """A round with insurance, a split and a double, looked at after each of its events."""
    wagers = ("1 ann main 10", "2 bob main 10", "2 bob over_13 1")
    table = table_of("house", "8s Ts Ad 8h 9h 5c 3c Tc 2d 9d 7d", *wagers)
    commands: list[Command] = [
        Deal(),
        Insure(by="ann", box=1, amounts=(5_00,)),
        Insure(by="bob", box=2, amounts=(0,)),
        CloseInsurance(),
        Split(by="ann", box=1),
        Double(by="ann", box=1),
        Stand(by="ann", box=1),
        Stand(by="bob", box=2),
    ]
    for command in commands:
        table.do(command)
    state = open_table(table.state.rules)
    for event in table.events:
        state = evolve(state, event)
        assert broken(state) == "", event
    assert state == table.state
    assert chips_on_layout(state) == 0


def test_chips_on_the_layout() -> None:
    """Main wagers, antes, side wagers, insurance and what was added all count."""
    wagers = ("1 ann main 10", "1 ann ante 0.50", "1 ann perfect_pairs 2")
    table = table_of("nz", "8s Ad 8h Ts", *wagers, variant="antes_up", perfect_pairs="scale_1")
    assert chips_on_layout(table.state) == 12_50
    table.do(Deal())
    # The ante has gone to the house, and the pair was paid with the deal.
    assert chips_on_layout(table.state) == 10_00
    table.do(Insure(by="ann", box=1, amounts=(5_00,)))
    assert chips_on_layout(table.state) == 15_00
    table.do(CloseInsurance())
    table.do(Split(by="ann", box=1))
    assert chips_on_layout(table.state) == 25_00


def test_cards_wherever_they_are() -> None:
    """Shoe, hands, hole card, earlier dealer hands and discards make up the decks."""
    table = table_of("tribal", "Ts 6d 9h Tc", "1 ann main 10")
    table.do(Deal())
    assert cards_in_play(table.state).total() == 6 * 52
    assert cards_in_play(table.state)[parse_cards("Tc")[0]] == 6


def test_planted_faults_are_found() -> None:
    """A player below nothing, and a card too few, are told in a sentence."""
    table = table_of("tribal", "", "1 ann main 10")
    assert broken(table.state) == ""
    assert broken(replace(table.state, chips={"ann": -1})) == "ann has less than nothing"
    short = replace(table.state, shoe=table.state.shoe[1:])
    assert broken(short) == "there are 5 of As and not 6"


def test_table_without_a_shoe_has_no_fault() -> None:
    """Before its first shoe a table has no cards to count."""
    assert broken(open_table(rules_of("tribal"))) == ""
