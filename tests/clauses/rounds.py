"""What the tests of play share: scripts from text, and a table driven command by command."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.declare import Command, Event
from pitboss.engine.state import TableState
from pitboss.engine.table import open_table, step
from pitboss.money import Cents, parse_amount
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import Verdict, play_script
from pitboss.rulebook.refusals import Rejection
from tests.clauses.options import rules_of

Kind = TypeVar("Kind")

PURSE: Cents = 1_000_000_00


def play(text: str) -> Verdict:
    """Play a round script given as text."""
    return play_script(parse_script(text))


def round_text(
    rulebook: str,
    shoe: str,
    wagers: Sequence[str],
    acts: Sequence[str] = (),
    *,
    options: str = "",
    exact: bool = True,
) -> str:
    """The text of a script of one round; ``options`` are lines of its table of options."""
    lines = [
        f'rulebook = "{rulebook}"',
        f'shoe = "{shoe}"',
        f"exact = {str(exact).lower()}",
        "[options]",
        options,
        "[[rounds]]",
        f"wagers = {list(wagers)!r}",
        f"acts = {list(acts)!r}",
    ]
    return "\n".join(lines)


def net_of(text: str) -> dict[str, Cents]:
    """What a script's wagers come to, by player, box and wager; everything in it must hold."""
    verdict = play(text)
    assert verdict.failures == ()
    return verdict.net


@dataclass
class AtTable:
    """A table to which commands are sent one by one."""

    state: TableState
    events: list[Event] = field(default_factory=list)

    def do(self, command: Command) -> tuple[Event, ...]:
        """Send a command that must be accepted."""
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        self.state, events = outcome
        self.events.extend(events)
        return events

    def refusal(self, command: Command) -> Rejection:
        """Send a command that must be refused."""
        outcome = step(self.state, command)
        assert isinstance(outcome, Rejection), f"{command} was accepted"
        return outcome

    def refuse(self, command: Command, clause: str) -> None:
        """Send a command that must be refused by this clause."""
        clauses = self.refusal(command).clauses
        assert clause in clauses, f"refused by {clauses}, not by {clause}"

    def bet(self, line: str) -> None:
        """Place a wager, ``1 ann main 10``, for a player who gets chips if he has none."""
        box, player, wager, amounts = line.split()
        if player not in self.state.chips:
            self.do(do.BuyIn(player=player, amount=PURSE))
        cents = tuple(parse_amount(part) for part in amounts.split("/"))
        self.do(do.PlaceWager(by=player, box=int(box), wager=wager, amounts=cents))

    def all_of(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]


def table_of(rulebook: str, shoe: str, *wagers: str, **options: object) -> AtTable:
    """A table with these cards on top of its shoe and these wagers placed, before the deal."""
    rules = rules_of(rulebook, **options)
    cards = parse_cards(shoe)
    table = AtTable(open_table(rules))
    table.do(do.LoadShoe(cards=cards + rest_of_shoe(rules.decks_in_play, cards)))
    for line in wagers:
        table.bet(line)
    return table
