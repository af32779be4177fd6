"""An open table of a server, the seats of people at it, and its actor."""

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
    keeps_bots: bool = False
    """True if the bots rest at the table, instead of going home, while it has no viewers."""
    _ready: tuple[int, frozenset[str]] = (0, frozenset())
    """Number of the last round, and the players who want the next cards dealt."""
    ending: asyncio.Task[None] | None = None
    """Task that records the end of a closed table, and stops it."""

    @property
    def in_force(self) -> TableHeader:
        """Header of the table, with its options in force and the name of its own edition."""
        state = self.actor.state
        options = {**self.header.options, **state.floor.changed}
        named = {"rulebook": state.rules.rulebook, "options": options}
        return msgspec.structs.replace(self.header, **named)

    @property
    def rules(self) -> Rules:
        """Rules in force."""
        return self.actor.state.rules

    def mark_ready(self, name: str) -> frozenset[str]:
        """Note that a player wants the cards dealt; return all who do since the last deal."""
        number, ready = self._ready
        now = self.actor.state.round
        self._ready = (now, ready | {name} if number == now else frozenset({name}))
        return self._ready[1]

    def waited_for(self, watchers: frozenset[str], ready: frozenset[str]) -> tuple[str, ...]:
        """Return the players and bots who have not said that the cards may be dealt."""
        state = self.actor.state
        bettors = {player for box in state.boxes for player, _ in box.mains}
        # A player with chips who is connected may still bet until time is up.
        seated = (watchers | self.feed.viewers()) & state.chips.keys() - state.floor.staff.keys()
        # Bots of this server bet within a second, if there are people to bet for.
        bots = {robot.name for robot in self.robots} if self.feed.attendance else set[str]()
        people = {name for name in bettors | seated if not name.startswith(BOT)}
        return tuple(sorted((people | bots) - ready))


class OwnSeat(msgspec.Struct, frozen=True):
    """A table at which the viewer has chips, or which the viewer owns."""

    table: str
    title: str
    rulebook: str
    chips: Cents
    """Chips before the player."""
    at_stake: Cents
    """Chips on the layout, undecided."""
    is_turn: bool
    """True if the table waits for the viewer: a hand, insurance, a prize."""
    phase: str
    deadline_ms: int
    """Time at which the table continues without the viewer; 0 if it is not their turn."""
    is_own: bool
    """True if the viewer has opened the table."""


def at_stake(state: TableState, name: str) -> Cents:
    """Return the undecided chips that a player has on the layout."""
    lying = layout_chips(state)
    boxes = range(1, state.rules.table.boxes + 1)
    return sum(lying[layout(box, name)] for box in boxes)


def chips_at(state: TableState, name: str) -> Cents:
    """Return all chips of a player at a table, before them and on the layout."""
    return state.chips.get(name, 0) + at_stake(state, name)


def seated_and_watching(
    table: Table, *, is_shared: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of connected people with chips at a table, and of viewers without chips.

    Several servers do not know whose browser is connected elsewhere: there all chips count.
    """
    state = table.actor.state
    bettors = {player for box in state.boxes for player, _ in box.mains}
    seated = bettors | {name for name, chips in state.chips.items() if chips}
    viewers = table.feed.viewers()
    watching = viewers - seated
    seated = seated if is_shared else seated & viewers
    return tuple(sorted(seated)), tuple(sorted(watching))


def is_turn(state: TableState, name: str) -> bool:
    """Return True if the table waits for a decision of this player within a round."""
    return state.phase != BETTING and bool(legal(state, name))


def own_seat(table: Table, name: str) -> OwnSeat | None:
    """Return a person's seat at a table; None if they neither have chips there nor own it."""
    state, header = table.actor.state, table.header
    chips, staked = state.chips.get(name, 0), at_stake(state, name)
    is_own = bool(header.owner) and header.owner == name
    if not chips and not staked and not is_own:
        return None
    has_turn = is_turn(state, name)
    return OwnSeat(
        header.table,
        header.title,
        header.rulebook,
        chips,
        staked,
        has_turn,
        state.phase,
        table.feed.waiting.deadline_ms if has_turn else 0,
        is_own,
    )
