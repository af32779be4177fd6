"""Commands that wait, and what was decided but is not on disk yet."""

import asyncio
from dataclasses import dataclass, field

from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.server.bankrolls import Bankroll, follow_chips
from pitboss.server.protocol import Answer
from pitboss.server.rebuild import Logged, apply
from pitboss.store.codec import Entry
from pitboss.store.port import Movement


@dataclass(slots=True)
class Request:
    """A command that waits for its turn."""

    name: str
    id: str
    command: Command
    answer: asyncio.Future[Answer]
    is_house: bool = False

    @property
    def key(self) -> str:
        """The id under which it is stored; nobody can use another person's."""
        return f"{self.name}:{self.id}"


@dataclass(slots=True)
class Batch:
    """What was decided and is not on disk yet."""

    table: str
    state: TableState
    version: int
    now_ms: int
    logged: list[Logged] = field(default_factory=list)
    answers: list[tuple[Request, Answer]] = field(default_factory=list)
    bankrolls: dict[str, Bankroll] = field(default_factory=dict)
    """Of those who buy in or cash out."""
    is_out_of_cards: bool = False
    """The shoe ran out, and the rulebook has the round dealt again."""

    def add(self, entry: Entry, command: str) -> None:
        """Write an event or a note behind the others."""
        one = Logged(self.version + 1, self.now_ms, entry, self.state, command)
        after = apply(self.state, entry)
        follow_chips(self.bankrolls, one, self.table)
        self.logged.append(one)
        self.state, self.version = after, one.version

    def movements(self) -> list[Movement]:
        """What is written of bankrolls together with the events."""
        used = [one for one in self.bankrolls.values() if one.is_used]
        return [movement for bankroll in used for movement in bankroll.pending]
