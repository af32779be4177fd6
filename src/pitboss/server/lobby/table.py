"""An open table of a server: its only writer, its feed, its past and its bots."""

import asyncio
from dataclasses import dataclass, field

import msgspec

from pitboss.rulebook.rules import Rules
from pitboss.server.bankrolls import BOT
from pitboss.server.feed.feed import Feed
from pitboss.server.lobby.robots import Robot
from pitboss.server.log.rounds import History
from pitboss.server.tables.actor import TableActor
from pitboss.store.port import TableHeader


@dataclass(slots=True)
class Table:
    """An open table."""

    header: TableHeader
    actor: TableActor
    feed: Feed
    history: History
    robots: list[Robot] = field(default_factory=list)
    _ready: tuple[int, frozenset[str]] = (0, frozenset())
    """The round, and those who said before it that the cards may be dealt."""
    ending: asyncio.Task[None] | None = None
    """Once the table is closed: the register is told of it, and the table let go of."""

    @property
    def in_force(self) -> TableHeader:
        """What the table was opened with, and the options that have changed since."""
        changed = self.actor.state.floor.changed
        options = {**self.header.options, **changed}
        return msgspec.structs.replace(self.header, options=options) if changed else self.header

    @property
    def rules(self) -> Rules:
        """The rules by which it is played."""
        return self.actor.state.rules

    def mark_ready(self, name: str) -> frozenset[str]:
        """Somebody would have the cards dealt; gives all who said so before this round."""
        number, ready = self._ready
        now = self.actor.state.round
        self._ready = (now, ready | {name} if number == now else frozenset({name}))
        return self._ready[1]

    def waited_for(self, watchers: frozenset[str], ready: frozenset[str]) -> tuple[str, ...]:
        """Those who have not said that the cards may be dealt; bots need not."""
        state = self.actor.state
        bettors = {player for box in state.boxes for player, _ in box.mains}
        # Whoever sits there with chips may still bet, until time is up.
        seated = (watchers | self.feed.viewers()) & state.chips.keys() - state.floor.staff.keys()
        names = (bettors | seated) - ready
        return tuple(sorted(name for name in names if not name.startswith(BOT)))
