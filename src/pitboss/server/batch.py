"""Commands that wait, and what was decided but is not on disk yet."""

import asyncio
from dataclasses import dataclass, field

from pitboss.engine.commands import AnyCommand
from pitboss.engine.state import TableState
from pitboss.server.protocol import Answer
from pitboss.server.rebuild import Logged, apply
from pitboss.store.codec import Entry


@dataclass(slots=True)
class Request:
    """A command that waits for its turn."""

    name: str
    id: str
    command: AnyCommand
    answer: asyncio.Future[Answer]
    is_house: bool = False

    @property
    def key(self) -> str:
        """The id under which it is stored; nobody can use another person's."""
        return f"{self.name}:{self.id}"


@dataclass(slots=True)
class Batch:
    """What was decided and is not on disk yet."""

    state: TableState
    version: int
    now_ms: int
    logged: list[Logged] = field(default_factory=list)
    answers: list[tuple[Request, Answer]] = field(default_factory=list)

    def add(self, entry: Entry, command: str) -> None:
        """Write an event or a note behind the others."""
        self.version += 1
        self.logged.append(Logged(self.version, self.now_ms, entry, self.state, command))
        self.state = apply(self.state, entry)
