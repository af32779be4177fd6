"""Fill in the fields that only the server knows: names, times, cards, prizes and roles.

A client may not send these, although the engine takes them from the command. Each command declares
them in ``filled``; ``speaker`` declares the name in ``by``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from msgspec.structs import fields, replace

from pitboss.engine.automatic import drawn_prize
from pitboss.engine.declare import Command, Role, Source, Speaker
from pitboss.engine.floor.staff import HandOver, role_of
from pitboss.engine.state import TableState
from pitboss.server.bankrolls import Bankroll
from pitboss.server.log.events import Logged
from pitboss.wire.protocol import Refused


@dataclass(frozen=True, slots=True)
class CommandContext:
    """The sender, state, clocks and bankrolls that the checks of a command read."""

    sender: str
    """Name of the person who sends the command; "" for a viewer who has not logged in."""
    is_table: bool
    """True for the table itself, or the server for a person who has just proved who they are."""
    seen: int
    """Number of the last event that the sender had seen; below 0 if not known."""
    role_of: Callable[[str], str]
    """Returns the role of a person in the house, by name."""
    state: TableState
    version: int
    """Number of the last event."""
    at_ms: int
    """Log time of an entry that is written now."""
    wall_ms: int
    """Time by the server's wall clock."""
    draw_seed: Callable[[], bytes]
    chips_max: int
    """The most chips that a player may have after buying in, in cents."""
    is_cut_open: bool
    """True while a committed shoe is not loaded yet."""
    bankrolls: Mapping[str, Bankroll]
    """The bankrolls of the accounts that the command may move."""
    recent: Callable[[], Iterable[Logged]]
    """Returns the last events, each with the table before and after it."""
    newcomer_refusal: Callable[[str], Refused | None] = lambda _name: None
    """Returns the reason for which a newcomer of this name gets no seat; None if they do."""
    kept: Mapping[int, str] = field(default_factory=dict)
    """Boxes that are kept for the players who bet on them last, each with the player's name."""

    @property
    def is_by_hand(self) -> bool:
        """Return True if a person deals."""
        return not self.state.automations.cards


def stamp(command: Command, at_ms: int, wall_ms: int) -> Command:
    """Fill in the log time of the entry and the wall clock, if the command has such fields."""
    known = {Source.LOG_TIME: at_ms, Source.WALL_TIME: wall_ms}
    times = {name: known[source] for name, source in command.filled.items() if source in known}
    return replace(command, **times) if times else command


def fill_in(command: Command, context: CommandContext) -> Command:
    """Fill in the name of the speaker and every field that only the server knows."""
    if context.is_table:
        return stamp(command, context.at_ms, context.wall_ms)
    values = {
        name: _value(source, name, command, context) for name, source in command.filled.items()
    }
    return replace(command, by=_speaker(command, context), **values)


def without_filled_fields(
    command: Command, name: str, *, is_by_hand: bool, is_table: bool
) -> Command:
    """Reset the fields that ``fill_in`` sets: a sent and a recorded command become equal."""
    if is_table:
        return stamp(command, 0, 0)
    values = {
        field: _BLANKS[source] if source in _BLANKS else _default(type(command), field)
        for field, source in command.filled.items()
        if not (is_by_hand and source is Source.DRAWN_SIDE)
    }
    # If a dealer keyed it, the player in ``by`` is part of the command.
    is_keyed = is_by_hand and _is_for_players(command) and command.by != name
    return replace(command, by=command.by if is_keyed else "", **values)


_BLANKS: dict[Source, object] = {
    Source.LOG_TIME: 0,
    Source.WALL_TIME: 0,
    Source.OWN_ROLE: "",
    Source.ROLE_OF_TO: "",
    Source.DRAWN_SIDE: 0,
    Source.DRAWN_PRIZE: 0,
    Source.WHOLE_STACK: (),
}
"""Values of fields before the server fills them in; other fields have their default."""


@cache
def _default(kind: type[Command], field: str) -> Any:
    return next(declared.default for declared in fields(kind) if declared.name == field)


def _value(source: Source, field: str, command: Command, context: CommandContext) -> object:
    state = context.state
    match source:
        case Source.LOG_TIME:
            return context.at_ms
        case Source.WALL_TIME:
            return context.wall_ms
        case Source.OWN_ROLE:
            return context.role_of(context.sender)
        case Source.ROLE_OF_TO:
            assert isinstance(command, HandOver)
            return context.role_of(command.to)
        case Source.DRAWN_SIDE:
            return getattr(command, field) if context.is_by_hand else context.draw_seed()[0] % 2
        case Source.DRAWN_PRIZE:
            return drawn_prize(state, context.draw_seed())
        case Source.FACE_DOWN:
            return context.is_by_hand and state.rules.deal.player_cards == "face_down"
        case Source.WHOLE_STACK:
            return state.rules.stack
        case _:
            return _default(type(command), field)


def _speaker(command: Command, context: CommandContext) -> str:
    if command.speaker is Speaker.TABLE:
        return ""
    return keyed_for(command, context) or context.sender


def keyed_for(command: Command, context: CommandContext) -> str:
    """Return the player for whom the dealer of a physical table keys a command, or ""."""
    name, state = context.sender, context.state
    is_dealer = not state.automations.cards and role_of(state, name) is Role.DEALER
    return command.by if is_dealer and _is_for_players(command) and command.by != name else ""


def _is_for_players(command: Command) -> bool:
    """Return True if a command is for players to give, themselves or through the dealer."""
    return command.speaker is Speaker.PLAYER and Role.PLAYER in command.roles
