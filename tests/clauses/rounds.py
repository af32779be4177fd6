"""What the tests of play share: scripts from text, and a table driven command by command."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pitboss.cards import Card, full_shoe, parse_cards, rest_of_shoe
from pitboss.engine import do
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.state import BETTING, OFFERING, TableState
from pitboss.engine.table import open_table, step
from pitboss.money import Cents, parse_amount
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.lines import commands_of, read_line
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


def of_kind(kind: type[Kind], events: Iterable[object]) -> list[Kind]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


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

    def refusal(self, command: Command | str) -> Rejection:
        """Send a command, or a line of a script, that must be refused."""
        (sent,) = self.commands(command) if isinstance(command, str) else (command,)
        outcome = step(self.state, sent)
        assert isinstance(outcome, Rejection), f"{command} was accepted"
        return outcome

    def refuse(self, command: Command | str, clause: str, code: str = "") -> None:
        """Send a command that must be refused by this clause, and with this code if one is given.

        With a code the clause is the one named first.
        """
        refused = self.refusal(command)
        assert clause in refused.clauses, f"refused by {refused.clauses}, not by {clause}"
        assert not code or (refused.code, refused.clause) == (code, clause)

    def commands(self, line: str) -> list[Command]:
        """The commands that a line of a round script stands for: ``1.2 hit``, ``ann ask_burn``."""
        return commands_of(self.state, read_line(f"! {line}", is_dealt=True))

    def play(self, *lines: str) -> tuple[Event, ...]:
        """Send lines of a round script that must be accepted."""
        return tuple(e for line in lines for sent in self.commands(line) for e in self.do(sent))

    def bet(self, *lines: str) -> None:
        """Place wagers, ``1 ann main 10``, for players who get chips if they have none."""
        for line in lines:
            box, player, wager, amounts = line.split()
            if player not in self.state.chips:
                self.do(do.BuyIn(player=player, amount=PURSE))
            cents = tuple(parse_amount(part) for part in amounts.split("/"))
            self.do(do.PlaceWager(by=player, box=int(box), wager=wager, amounts=cents))

    def deal(self, *wagers: str, by: str = "") -> tuple[Event, ...]:
        """Place wagers, and deal."""
        self.bet(*wagers)
        return self.do(do.Deal(by=by))

    def stand_all(self) -> None:
        """Close insurance, and let every hand stand that may; the others draw."""
        if self.state.phase == OFFERING:
            self.do(CloseInsurance())
        while self.state.phase != BETTING:
            number, hand = self.state.turn
            box = self.state.the_box(number)
            must_draw = box.hands[hand - 1].hand.total < self.state.rules.draw.stand_min
            self.do((do.Hit if must_draw else do.Stand)(by=box.seated, box=number, hand=hand))

    def play_round(self, *wagers: str, by: str = "") -> None:
        """Play a round of these wagers in which every hand stands that may."""
        self.deal(*wagers, by=by)
        self.stand_all()

    def shoe(self, top: str = "") -> tuple[Card, ...]:
        """A whole shoe of the table with these cards on top."""
        cards, decks = parse_cards(top), self.state.rules.decks_in_play
        return cards + rest_of_shoe(decks, cards) if top else full_shoe(decks)

    def load(self, top: str = "", *, behind: int = -1, side: int | None = None) -> None:
        """Load a whole shoe with these cards on top."""
        self.do(do.LoadShoe(cards=self.shoe(top), behind=behind, side=side))

    def all_of(self, kind: type[Kind]) -> list[Kind]:
        """The events of one kind so far, in order."""
        return of_kind(kind, self.events)


def table_of(rulebook: str, shoe: str, *wagers: str, **options: object) -> AtTable:
    """A table with these cards on top of its shoe and these wagers placed, before the deal."""
    table = AtTable(open_table(rules_of(rulebook, **options)))
    table.load(shoe)
    table.bet(*wagers)
    return table


def dealt(rulebook: str, shoe: str, *wagers: str, **options: object) -> AtTable:
    """A table after the initial deal of these cards for these wagers."""
    table = table_of(rulebook, shoe, *wagers, **options)
    table.deal()
    return table
