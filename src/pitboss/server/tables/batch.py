"""Commands that wait, and the batch of decided commands that is not on disk yet."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.engine.automatic import Decided
from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.engine.table import steps
from pitboss.rulebook.refusals import Rejection
from pitboss.server.bankrolls import Bankroll, follow_chips
from pitboss.server.log.events import Logged
from pitboss.store.entry import Entry
from pitboss.store.port import Movement, StoreError
from pitboss.wire.protocol import AbsentAct, Answer, Refused


@dataclass(slots=True)
class Request:
    """A command that waits for its turn."""

    name: str
    id: str
    command: Command
    answer: asyncio.Future[Answer]
    is_house: bool = False
    seen: int = -1
    """Number of the last event that the sender had seen; below 0 if not known."""

    @property
    def key(self) -> str:
        """Id under which the command is stored; the name keeps the ids of two people apart."""
        return f"{self.name}:{self.id}"

    def refuse(self, refused: Refused) -> None:
        """Refuse the command without deciding it; the refusal is not kept as its first answer."""
        if not self.answer.done():
            self.answer.set_result(Answer(self.id, ok=False, refused=refused))


def not_stored(request: Request, error: StoreError) -> Answer:
    """Return the answer to a command that was not decided, as the store could not be read."""
    return Answer(request.id, ok=False, refused=Refused("store", str(error)))


@dataclass(slots=True)
class Batch:
    """Decided commands with their events and answers, not on disk yet."""

    table: str
    state: TableState
    version: int
    at_ms: int
    """Log time of its entries."""
    wall_ms: int
    draw_seed: Callable[[], bytes]
    entries: list[Entry] = field(default_factory=list)
    logged: list[Logged] = field(default_factory=list)
    """Their events, each with the table before and after it."""
    answers: list[tuple[Request, Answer]] = field(default_factory=list)
    bankrolls: dict[str, Bankroll] = field(default_factory=dict)
    """Bankrolls of the accounts whose chips the commands may move."""
    is_out_of_cards: bool = False
    """True if the shoe ran out and the rulebook has the round dealt again."""
    absent_act: AbsentAct | None = None
    """The act for a player whose connection is lost; otherwise None."""

    def add(self, decided: Decided, *, id_: str = "", who: str = "") -> Entry:
        """Append a decided command with its events to the batch."""
        assert decided.events, f"{decided.command} leads to nothing"
        version = self.version + len(decided.events)
        if any(event.sets_log_time_back for event in decided.events):
            self.at_ms = self.wall_ms
        entry = Entry(
            version, self.at_ms, self.wall_ms, tuple(decided.events), id_, who, decided.command
        )
        bankrolls, before, logged = dict(self.bankrolls), self.state, []
        for (number, event), after in zip(entry.numbered(), decided.states, strict=True):
            step = Logged(number, event, before, after, entry)
            follow_chips(bankrolls, step, self.table)
            logged.append(step)
            before = after
        self.entries.append(entry)
        self.logged += logged
        self.bankrolls, self.state, self.version = bankrolls, before, version
        return entry

    def give(self, command: Command) -> None:
        """Decide and append a command of the table itself, which must not be refused."""
        outcome = steps(self.state, command, "")
        assert not isinstance(outcome, Rejection), str(outcome)
        self.add(Decided(command, *outcome))

    def movements(self) -> list[Movement]:
        """Return the movements of bankrolls that are stored together with the events."""
        used = [bankroll for bankroll in self.bankrolls.values() if bankroll.is_used]
        return [movement for bankroll in used for movement in bankroll.pending]
