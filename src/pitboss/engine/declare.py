"""Declarations of commands and events, and everything derived from them.

Each is declared once, in the module of its subject: its fields, the roles that may give it, its
audience, its effect on the table, its words and the chips it moves. A class that leaves one of
these out cannot be created.
"""

import importlib
import pkgutil
import typing
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, TypeVar, dataclass_transform

import msgspec
from msgspec.structs import replace

import pitboss.engine
from pitboss.arguments import check
from pitboss.cards import HIDDEN, UNSEEN
from pitboss.engine.state import TableState
from pitboss.engine.words import Phrases, Words, places
from pitboss.money import NONE, Nets, Transfers
from pitboss.rulebook.refusals import Rejection


class Role(StrEnum):
    """A person's role at a table."""

    TABLE = "table"
    """The table itself, for everything automatic."""
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    """A game supervisor, if a rulebook distinguishes the two."""
    CASINO_SUPERVISOR = "casino_supervisor"
    """May do all that a supervisor may, and what a clause reserves for the casino supervisor."""
    AUDITOR = "auditor"
    SPECTATOR = "spectator"


Roles = frozenset[Role]
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.CASINO_SUPERVISOR, Role.AUDITOR)
"""Roles that are assigned by name."""

# Only the player wagers and decides (T-c-8), and only the staff handles cards (T-f-11).
PLAYERS: Roles = frozenset({Role.PLAYER})
DEALERS: Roles = frozenset({Role.DEALER})
DEALERS_OR_TABLE: Roles = frozenset({Role.TABLE, Role.DEALER})
SUPERVISORS: Roles = frozenset({Role.SUPERVISOR, Role.CASINO_SUPERVISOR})
PIT: Roles = SUPERVISORS | {Role.DEALER}
PIT_OR_TABLE: Roles = PIT | {Role.TABLE}
ANYBODY: Roles = frozenset(Role)


class Accepted(StrEnum):
    """The senders from whom a server accepts a command."""

    ANYBODY = "anybody"
    HAND_DEALT = "hand_dealt"
    """People at a table with a human dealer; at other tables only the table itself."""
    PASSWORD = "password"
    """Supervisors who have just entered their password again, at the report."""
    NOBODY = "nobody"
    """Only the server itself."""


class Speaker(StrEnum):
    """The name that a server puts into ``by`` of an accepted command."""

    PLAYER = "player"
    """The sender, or the player for whom the dealer of a physical table keys."""
    SENDER = "sender"
    """Always the sender."""
    TABLE = "table"
    """Empty: the table carries it out."""


class Source(StrEnum):
    """The source of a field that the server fills in, overwriting the client's value."""

    DEFAULT = "default"
    """The default of the field."""
    LOG_TIME = "log_time"
    """The log time of the entry."""
    WALL_TIME = "wall_time"
    """The clock of the server."""
    OWN_ROLE = "own_role"
    """The sender's role in the house."""
    ROLE_OF_TO = "role_of_to"
    """The house role of the person named in ``to``."""
    DRAWN_SIDE = "drawn_side"
    """A random compartment if the table deals by itself; otherwise the dealer's choice."""
    DRAWN_PRIZE = "drawn_prize"
    """The prize drawn by the button."""
    FACE_DOWN = "face_down"
    """True if a person deals the players' cards face down."""
    WHOLE_STACK = "whole_stack"
    """All cards of the shoe, because the order of a physical one is unknown."""


AHEAD_MAX_MS = 300_000
"""Log time further ahead of the wall clock than this means that a clock is wrong."""


def post_of(role: str) -> str:
    """Return the post of a role at a table; both kinds of supervisor share one."""
    return Role.SUPERVISOR.value if role in SUPERVISORS else role


COMMANDS: "list[type[Command]]" = []
EVENTS: "list[type[Event]]" = []
DECIDED: "dict[type[Command], Callable[[Any, Any], Rejection | None]]" = {}
"""Declared so far; ``all_commands`` and ``all_events`` import every subject first."""


def _check(made: type, is_there: bool, what: str) -> None:  # noqa: FBT001 - one word of a sentence
    if not is_there:
        raise TypeError(f"{made.__name__} does not declare {what}")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """A request; ``by`` is the player, or empty for the staff and the table itself."""

    by: str = ""
    roles: ClassVar[Roles]
    accepted: ClassVar[Accepted] = Accepted.ANYBODY
    """The senders from whom a server accepts it."""
    speaker: ClassVar[Speaker] = Speaker.PLAYER
    """The name that a server puts into ``by``."""
    filled: ClassVar[dict[str, Source]] = {}
    """Fields that the server alone fills in."""
    secrets: ClassVar[tuple[str, ...]] = ()
    """Fields hidden from every viewer while the cards that they reveal are in play."""
    for_staff: ClassVar[tuple[str, ...]] = ()
    """Fields that only the staff sees, as in the resulting events."""
    ordered_by: ClassVar[str] = ""
    """The rulebook value that reserves the order for a supervisor."""
    is_for_stops: ClassVar[bool] = False
    """Allowed while a table is stopped."""
    is_aside: ClassVar[bool] = False
    """Recorded without continuing the round."""
    ends_stop: ClassVar[bool] = False
    """Resumes a table that was stopped."""
    taken_back_as: ClassVar[str] = ""
    """Name of the entry for a take-back: ``wager``; empty if it cannot be taken back."""

    def __init_subclass__(cls) -> None:
        _check(cls, "roles" in vars(cls), "roles: who may give it")
        for field in (*cls.secrets, *cls.for_staff):
            _check(cls, hasattr(cls, field), f"the field {field} that is a secret")
        for field in cls.filled:
            _check(cls, hasattr(cls, field), f"the field {field} that the server fills in")
        COMMANDS.append(cls)


class OffRound:
    """A command recorded without continuing the round, also while a table is stopped."""

    __slots__ = ()
    is_for_stops: ClassVar[bool] = True
    is_aside: ClassVar[bool] = True


Sees = Callable[[TableState, Any, str], bool]
"""Predicate (table before the event, event, viewer): True if the viewer sees the fields."""


class Audience(msgspec.Struct, frozen=True):
    """The viewers of an event's restricted fields; every viewer sees all others."""

    fields: tuple[str, ...] = ()
    """The restricted fields; the event itself is never withheld."""
    sees: Sees = lambda _state, _event, _viewer: True
    is_for_nobody: bool = False
    """No viewer sees these fields, not even the staff."""
    is_of_faces: bool = False
    """The fields are card faces: if all hands are dealt face up, every viewer sees the same."""
    is_for_staff: bool = False
    """Only the staff sees these fields; an outsider never does, however old the log."""
    holds: "Callable[[Any], bool]" = lambda _event: True
    """Return True if an event has something to withhold."""


EVERYBODY = Audience()
"""No restricted fields."""


def unseen(*fields: str) -> Audience:
    """Restrict these fields to no viewer at all, not even the staff."""
    return Audience(fields, lambda _state, _event, _viewer: False, is_for_nobody=True)


def seen_by_staff(*fields: str, holds: "Callable[[Any], bool]" = lambda _event: True) -> Audience:
    """Restrict these fields to the staff, in events that have something to withhold."""
    return Audience(fields, _sees_as_staff, is_for_staff=True, holds=holds)


def _sees_as_staff(state: TableState, _event: Any, viewer: str) -> bool:
    return state.is_staff(viewer)


def faces_of(*fields: str, seen_by: Sees) -> Audience:
    """Restrict card faces to the viewers who see the hand."""
    return Audience(fields, seen_by, is_of_faces=True)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """A fact. Applying it never judges, so that a log of any age can be read."""

    audience: ClassVar[Audience]
    words: ClassVar[Words]
    phrases: ClassVar[Phrases] = {}
    """Parts of its sentences by placeholder."""
    kinds: ClassVar[dict[str, Any]]
    """Type of each field, which determines how it is formatted."""
    sealed: ClassVar[tuple[str, ...]] = ()
    """Fields that reveal cards to come or are hidden from every viewer, encrypted in the log until
    the shoe is over. Face-down cards are encrypted until their round is over: ``is_face_down``.
    """
    is_beside: ClassVar[bool] = False
    """Survives the taking back of earlier entries."""
    sets_log_time_back: ClassVar[bool] = False
    """Sets log time back from ``was_ms`` to ``at_ms``; no other event does."""

    def __init_subclass__(cls) -> None:
        _check(cls, "audience" in vars(cls), "audience: who sees which of its fields")
        _check(cls, "words" in vars(cls), "words: what is said of it")
        _check(cls, "apply" in vars(cls), "apply: what it does to the table")
        _check(cls, bool(cls.__doc__), "a docstring")
        spoken = {name for words in (cls.words, *cls.phrases.values()) for name in places(words)}
        for field in {*cls.audience.fields, *spoken, *cls.sealed} - set(cls.phrases):
            _check(cls, hasattr(cls, field), f"the field {field} that it speaks of")
        cls.kinds = typing.get_type_hints(cls, include_extras=True)
        EVENTS.append(cls)

    def apply(self, state: TableState) -> TableState:
        """Return the table after the event; read only the event and the state, never the rules."""
        raise AssertionError(f"{type(self).__name__} does nothing to {state}")

    def transfers(self) -> Transfers:
        """Return the chips that the event moves."""
        return NONE

    def nets(self) -> Nets:
        """Return the net results for players."""
        return ()

    @property
    def is_seen(self) -> bool:
        """Return True if its viewer sees a restricted field."""
        values = [getattr(self, name) for name in self.audience.fields]
        # A reader of a log has the placeholder of a sealed field, a viewer that of a hidden one.
        return any(value not in (_blank(value), UNSEEN) for value in values)


def unchanged(_event: Any, state: TableState) -> TableState:
    """Leave the table as it is; for events that are only recorded."""
    return state


E = TypeVar("E", bound=Event)
Decide = TypeVar("Decide", bound=Callable[[Any, Any], Rejection | None])
"""A function that judges a command and adds its events to a draft."""


def decides(*kinds: type[Command]) -> Callable[[Decide], Decide]:
    """Mark the function that judges these commands."""

    def mark(decide: Decide) -> Decide:
        for kind in kinds:
            assert kind not in DECIDED, f"{kind.__name__} is decided twice"
            DECIDED[kind] = decide
        return decide

    return mark


@cache
def _read_subjects() -> None:
    for module in pkgutil.walk_packages(pitboss.engine.__path__, f"{pitboss.engine.__name__}."):
        importlib.import_module(module.name)


@cache
def all_commands() -> tuple[type[Command], ...]:
    """Return all commands in order of their names."""
    _read_subjects()
    return tuple(sorted(COMMANDS, key=tag_of))


@cache
def all_events() -> tuple[type[Event], ...]:
    """Return all events in order of their names."""
    _read_subjects()
    return tuple(sorted(EVENTS, key=tag_of))


def any_command() -> Any:
    """Return the union of all commands, to decode one from the wire."""
    return typing.Union[all_commands()]  # noqa: UP007 - made from a list


def any_event() -> Any:
    """Return the union of all events, to decode one from a log."""
    return typing.Union[all_events()]  # noqa: UP007 - made from a list


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the name on the wire and in logs, which never changes."""
    return str(kind.__struct_config__.tag)


def evolve(state: TableState, event: Event) -> TableState:
    """Return the table after an event.

    >>> import pitboss
    >>> from pitboss.engine.chips import ChipsBought
    >>> from pitboss.engine.table import open_table
    >>> evolve(open_table(pitboss.rules("nz")), ChipsBought("ann", 10_000)).chips
    {'ann': 10000}
    """
    if not isinstance(state, TableState):
        check("state", state, TableState)
    if not isinstance(event, Event):
        check("event", event, Event)
    return event.apply(state)


def redact(state: TableState, event: E, viewer: str) -> E:
    """Return an event as a viewer may see it; ``state`` is the table before the event."""
    audience = event.audience
    if not audience.fields or not audience.holds(event) or audience.sees(state, event, viewer):
        return event
    return _without(event, audience.fields)


T = TypeVar("T", bound=Command | Event)


def without_secrets(thing: T) -> T:
    """Return a command or an event without the fields hidden from every viewer."""
    if isinstance(thing, Command):
        fields = thing.secrets
    else:
        fields = thing.audience.fields if thing.audience.is_for_nobody else ()
    return _without(thing, fields)


@cache
def staff_fields(kind: type[Command] | type[Event]) -> tuple[str, ...]:
    """Return the fields of a command or an event that only the staff sees."""
    if issubclass(kind, Command):
        return kind.for_staff
    return kind.audience.fields if kind.audience.is_for_staff else ()


@cache
def staff_fields_by_tag() -> dict[str, tuple[str, ...]]:
    """Return the fields that only the staff sees, by the name of the command or event."""
    kinds = (*all_commands(), *all_events())
    return {tag_of(kind): staff_fields(kind) for kind in kinds if staff_fields(kind)}


def withheld_from_outsiders(thing: Command | Event) -> tuple[str, ...]:
    """Return the staff's fields of a command or an event, or () if there is nothing to withhold."""
    if isinstance(thing, Event) and not thing.audience.holds(thing):
        return ()
    return staff_fields(type(thing))


def for_outsiders(thing: T) -> T:
    """Return a command or an event with blanks for the fields that only the staff sees."""
    return _without(thing, withheld_from_outsiders(thing))


def _without(thing: T, fields: tuple[str, ...]) -> T:
    if not fields:
        return thing
    return replace(thing, **{name: _blank(getattr(thing, name)) for name in fields})


def is_face_down(state: TableState, event: Event) -> bool:
    """Return True if the event's cards are face down; ``state`` is the table before it."""
    audience = event.audience
    return audience.is_of_faces and not audience.sees(state, event, "")


@cache
def faces_by_tag() -> dict[str, tuple[str, ...]]:
    """Return the fields whose cards may be face down, by the name of the event."""
    of_faces = (kind for kind in all_events() if kind.audience.is_of_faces)
    return {tag_of(kind): kind.audience.fields for kind in of_faces}


@cache
def sealed_fields(kind: type[Command] | type[Event]) -> tuple[str, ...]:
    """Return the fields that are always encrypted in the log until the shoe is over."""
    return kind.secrets if issubclass(kind, Command) else kind.sealed


@cache
def sealed_blanks() -> dict[str, Any]:
    """Return the encoded placeholder of each sealed field, for readers who cannot decrypt it.

    Sealed fields of the same name have the same type, so that one placeholder serves all.
    """
    faces = faces_by_tag()
    fields = {
        kind: (*sealed_fields(kind), *faces.get(tag_of(kind), ()), *staff_fields(kind))
        for kind in (*all_commands(), *all_events())
    }
    hints = {kind: typing.get_type_hints(kind) for kind, names in fields.items() if names}
    return {
        name: _SEALED_BLANKS.get(hint[name], ())
        for kind, hint in hints.items()
        for name in fields[kind]
    }


_SEALED_BLANKS: dict[Any, Any] = {str: "", int: UNSEEN, dict[str, int]: {}}


def _blank(value: Any) -> Any:
    """Return the placeholder of a withheld value; the number of cards is not secret."""
    if isinstance(value, str):
        return ""
    if isinstance(value, dict):
        return {}
    return (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
