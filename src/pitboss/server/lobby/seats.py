"""Where somebody's chips lie: how many, how many of them are up, and whether it is their turn."""

import msgspec

from pitboss.engine.legal import legal
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.invariants import layout_chips
from pitboss.money import Cents, layout
from pitboss.server.lobby.table import Table


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
        table.feed.deadline_ms if has_turn else 0, is_own,
    )  # fmt: skip
