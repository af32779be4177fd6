"""Ladders: commands in order of precedence, each without the fault that the one above had."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.table import decide
from pitboss.money import parse_amount
from pitboss.rulebook.refusals import Code, Rejection
from tests.clauses.rounds import AtTable

Repair = Callable[[AtTable], object]


def nothing(_table: AtTable) -> None:
    """The repair of a rung that only changes the command."""


class Rung(NamedTuple):
    """A command that is refused, once the table has been repaired."""

    command: Command
    code: Code
    clause: str
    repair: Repair = nothing


def climb(table: AtTable, rungs: Sequence[Rung], last: Command, repair: Repair = nothing) -> None:
    """Every rung is refused by its code and clause and changes nothing; the last is accepted."""
    for number, rung in enumerate(rungs, start=1):
        rung.repair(table)
        before = table.state
        refused = decide(before, rung.command)
        assert isinstance(refused, Rejection), f"rung {number} was accepted"
        assert (refused.code, rung.clause in refused.clauses) == (rung.code, True), (
            f"rung {number}: {refused.code} by {refused.clauses}"
        )
        assert table.state is before
    repair(table)
    table.do(last)


def place(line: str) -> PlaceWager:
    """The command for ``1 ann main 10``; amounts may be anything that is written with slashes."""
    box, player, wager, amounts = line.split()
    cents = tuple(parse_amount(part) for part in amounts.split("/"))
    return PlaceWager(by=player, box=int(box), wager=wager, amounts=cents)


def chips(player: str, amount: int) -> BuyIn:
    """A buy-in of whole dollars."""
    return BuyIn(player=player, amount=amount * 100)


def stack(table: AtTable, shoe: str) -> None:
    """Shuffle, with these cards on top."""
    cards = parse_cards(shoe)
    rest = rest_of_shoe(table.state.rules.decks_in_play, cards)
    table.do(LoadShoe(cards=cards + rest))
