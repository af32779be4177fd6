"""An open table of a server: its only writer, its feed, its past and its bots.

Where somebody's chips lie: how many, how many of them are up, and whether it is their turn.
"""

import asyncio
from dataclasses import dataclass, field

import msgspec

from pitboss.engine.legal import legal
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.invariants import layout_chips
from pitboss.money import BOT, Cents, layout
from pitboss.rulebook.rules import Rules
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


class OwnSeat(msgspec.Struct, frozen=True):
    """A table at which chips of the viewer lie, or which is theirs."""

    table: str
    title: str
    rulebook: str
    chips: Cents
    """Before the player."""
    at_stake: Cents
    """On the layout, undecided."""
    is_turn: bool
    """The table waits for the viewer: a hand, insurance, a prize."""
    phase: str
    deadline_ms: int
    """When the table goes on without the viewer; 0 where it waits."""
    is_own: bool
    """The viewer has opened it."""


def at_stake(state: TableState, name: str) -> Cents:
    """What somebody has on the layout, undecided."""
    lying = layout_chips(state)
    boxes = range(1, state.rules.table.boxes + 1)
    return sum(lying[layout(box, name)] for box in boxes)


def chips_at(state: TableState, name: str) -> Cents:
    """All that somebody has at a table, before them and on the layout."""
    return state.chips.get(name, 0) + at_stake(state, name)


def here(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who has chips at a table, and who looks on without any, by name."""
    state = table.actor.state
    bettors = {player for box in state.boxes for player, _ in box.mains}
    seated = bettors | {name for name, chips in state.chips.items() if chips}
    watching = table.feed.viewers() - seated
    return tuple(sorted(seated)), tuple(sorted(watching))


def is_turn(state: TableState, name: str) -> bool:
    """Whether the table waits for what somebody decides in this round."""
    return state.phase != BETTING and bool(legal(state, name))


def own_seat(table: Table, name: str) -> OwnSeat | None:
    """Somebody's seat at a table; nothing where no chip of theirs lies there."""
    state, header = table.actor.state, table.header
    chips, staked = state.chips.get(name, 0), at_stake(state, name)
    is_own = bool(header.owner) and header.owner == name
    if not chips and not staked and not is_own:
        return None
    has_turn = is_turn(state, name)
    return OwnSeat(
        header.table, header.title, header.rulebook, chips, staked, has_turn, state.phase,
        table.feed.waiting.deadline_ms if has_turn else 0, is_own,
    )  # fmt: skip
