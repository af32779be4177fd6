"""What commands and events say of themselves, and all that is derived from it.

A thing that can happen is declared once, in the module of its subject: fields, who may ask for it,
who sees it, what it does to the table, what is said of it, which chips it moves. A class that
leaves one of these out cannot be created.
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
    """What somebody is at a table."""

    TABLE = "table"
    """The table itself, carrying out what is automatic."""
    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    """A game supervisor, where a rulebook tells the two apart."""
    CASINO_SUPERVISOR = "casino_supervisor"
    """May do all that a supervisor may, and what a clause keeps for the casino supervisor."""
    AUDITOR = "auditor"
    SPECTATOR = "spectator"


Roles = frozenset[Role]
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.CASINO_SUPERVISOR, Role.AUDITOR)
"""Roles that are assigned by name."""

# A player's wagers and decisions are nobody else's (T-c-8), and cards are the staff's alone
# (T-f-11).
PLAYERS: Roles = frozenset({Role.PLAYER})
DEALERS: Roles = frozenset({Role.DEALER})
DEALERS_OR_TABLE: Roles = frozenset({Role.TABLE, Role.DEALER})
SUPERVISORS: Roles = frozenset({Role.SUPERVISOR, Role.CASINO_SUPERVISOR})
PIT: Roles = SUPERVISORS | {Role.DEALER}
PIT_OR_TABLE: Roles = PIT | {Role.TABLE}
ANYBODY: Roles = frozenset(Role)


class Accepted(StrEnum):
    """From whom a server accepts a command."""

    ANYBODY = "anybody"
    HAND_DEALT = "hand_dealt"
    """From people at a table with a human dealer; elsewhere the table alone gives it."""
    PASSWORD = "password"
    """From supervisors who have just given their password again, at the report."""
    NOBODY = "nobody"
    """From the server itself alone."""


class Speaker(StrEnum):
    """The name that a server puts into ``by`` of an accepted command."""

    PLAYER = "player"
    """The sender; or the player whom the dealer of a physical table names, for whom they key."""
    SENDER = "sender"
    """The sender, whatever name the command has."""
    TABLE = "table"
    """Nobody: the table carries it out."""


class Source(StrEnum):
    """The source of a field that the server fills in, whatever a client has put there."""

    DEFAULT = "default"
    """The default of the field."""
    LOG_TIME = "log_time"
    """The log time of the entry."""
    WALL_TIME = "wall_time"
    """The clock of the server."""
    OWN_ROLE = "own_role"
    """The role that the sender has in the house."""
    ROLE_OF_TO = "role_of_to"
    """The role that the person named in ``to`` has in the house."""
    DRAWN_SIDE = "drawn_side"
    """A compartment by chance, if the table deals by itself; otherwise the dealer says it."""
    DRAWN_PRIZE = "drawn_prize"
    """What the prize button shows."""
    WHOLE_STACK = "whole_stack"
    """Every card of the shoe, as nobody knows the order of a physical one."""


AHEAD_MAX_MS = 300_000
"""Log time may be ahead of the wall clock by this much before a clock is taken to be wrong."""


def post_of(role: str) -> str:
    """The post that somebody holds at a table: both kinds of supervisor hold the same."""
    return Role.SUPERVISOR.value if role in SUPERVISORS else role


COMMANDS: "list[type[Command]]" = []
EVENTS: "list[type[Event]]" = []
DECIDED: "dict[type[Command], Callable[[Any, Any], Rejection | None]]" = {}
"""What has been declared so far: ``all_commands`` and ``all_events`` read every subject first."""


def _check(made: type, is_there: bool, what: str) -> None:  # noqa: FBT001 - one word of a sentence
    if not is_there:
        raise TypeError(f"{made.__name__} does not declare {what}")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True):
    """What somebody asks for; ``by`` is who, and empty for the staff and the table itself."""

    by: str = ""
    roles: ClassVar[Roles]
    accepted: ClassVar[Accepted] = Accepted.ANYBODY
    """From whom a server accepts it."""
    speaker: ClassVar[Speaker] = Speaker.PLAYER
    """The name that a server puts into ``by``."""
    filled: ClassVar[dict[str, Source]] = {}
    """Fields that the server alone fills in."""
    secrets: ClassVar[tuple[str, ...]] = ()
    """Fields that nobody sees, as long as the cards that they tell of are in play."""
    for_staff: ClassVar[tuple[str, ...]] = ()
    """Fields that the staff alone sees, like those of the events that they become."""
    ordered_by: ClassVar[str] = ""
    """The value of the rulebook behind an order that a supervisor alone gives."""
    is_for_stops: ClassVar[bool] = False
    """May be given while a table is stopped."""
    is_aside: ClassVar[bool] = False
    """Goes on record beside the round, which it does not carry on."""
    ends_stop: ClassVar[bool] = False
    """Lets a table that was stopped go on."""
    taken_back_as: ClassVar[str] = ""
    """What is taken back with it: ``wager``; nothing for what stands once it was done."""

    def __init_subclass__(cls) -> None:
        _check(cls, "roles" in vars(cls), "roles: who may give it")
        for field in (*cls.secrets, *cls.for_staff):
            _check(cls, hasattr(cls, field), f"the field {field} that is a secret")
        for field in cls.filled:
            _check(cls, hasattr(cls, field), f"the field {field} that the server fills in")
        COMMANDS.append(cls)


Sees = Callable[[TableState, Any, str], bool]
"""Whether a viewer sees the fields in question: the table before the event, the event, the name."""


class Audience(msgspec.Struct, frozen=True):
    """Who sees what of an event: all of it, but for some fields that only some may see."""

    fields: tuple[str, ...] = ()
    """What is withheld from others; that it happened is known to everybody."""
    sees: Sees = lambda _state, _event, _viewer: True
    is_for_nobody: bool = False
    """Nobody sees these fields, the staff included."""
    is_of_faces: bool = False
    """Where all hands lie face up, all see the same of them."""
    is_for_staff: bool = False
    """The staff alone sees these fields, and an outsider never does, however old the log."""
    holds: "Callable[[Any], bool]" = lambda _event: True
    """Return True if an event holds something to withhold; otherwise all of it is for everybody."""


EVERYBODY = Audience()
"""There is nothing in it that anybody may not see."""


def unseen(*fields: str) -> Audience:
    """Nobody sees these fields, the staff included."""
    return Audience(fields, lambda _state, _event, _viewer: False, is_for_nobody=True)


def seen_by_staff(*fields: str, holds: "Callable[[Any], bool]" = lambda _event: True) -> Audience:
    """The staff alone sees these fields, of events that hold something to withhold."""
    return Audience(fields, _sees_as_staff, is_for_staff=True, holds=holds)


def _sees_as_staff(state: TableState, _event: Any, viewer: str) -> bool:
    return state.is_staff(viewer)


def faces_of(*fields: str, seen_by: Sees) -> Audience:
    """Cards whose faces only some may see: those who see the hand, or all alike."""
    return Audience(fields, seen_by, is_of_faces=True)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """What has happened. Applying it never judges: a log of any age can be read."""

    audience: ClassVar[Audience]
    words: ClassVar[Words]
    phrases: ClassVar[Phrases] = {}
    """Parts of its sentences, by the place that they fill."""
    kinds: ClassVar[dict[str, Any]]
    """The type of each field, by which it is written."""
    sealed: ClassVar[tuple[str, ...]] = ()
    """Fields that tell of cards to come, or that nobody is shown: they lie encrypted in the log
    until the shoe is over. Cards that lie face down do so until their round is: ``is_face_down``.
    """
    is_beside: ClassVar[bool] = False
    """It outlasts the taking back of what was keyed before it."""
    sets_log_time_back: ClassVar[bool] = False
    """Log time runs back with it, from its ``was_ms`` to its ``at_ms``; else it never does."""

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
        """The table after it. It reads the event and the state, never the rules."""
        raise AssertionError(f"{type(self).__name__} does nothing to {state}")

    def transfers(self) -> Transfers:
        """The chips that it moves: none, unless it says so."""
        return NONE

    def nets(self) -> Nets:
        """What it brings players: nothing, unless it says so."""
        return ()


def unchanged(_event: Any, state: TableState) -> TableState:
    """For an event that is on record, and does nothing to the table."""
    return state


E = TypeVar("E", bound=Event)
Decide = TypeVar("Decide", bound=Callable[[Any, Any], Rejection | None])
"""Judges a command: what it leads to is written into a draft."""


def decides(*kinds: type[Command]) -> Callable[[Decide], Decide]:
    """Marks the function that judges a command, or several of a kind."""

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
    """Every command there is, in the order of their names."""
    _read_subjects()
    return tuple(sorted(COMMANDS, key=tag_of))


@cache
def all_events() -> tuple[type[Event], ...]:
    """Every event there is, in the order of their names."""
    _read_subjects()
    return tuple(sorted(EVENTS, key=tag_of))


def any_command() -> Any:
    """The union of all commands, for reading one from the wire."""
    return typing.Union[all_commands()]  # noqa: UP007 - made from a list


def any_event() -> Any:
    """The union of all events, for reading one from a log."""
    return typing.Union[all_events()]  # noqa: UP007 - made from a list


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The name on the wire and in logs. It never changes: logs outlive the code."""
    return str(kind.__struct_config__.tag)


def evolve(state: TableState, event: Event) -> TableState:
    """The table after an event.

    >>> import pitboss
    >>> from pitboss.engine.chips import ChipsBought
    >>> from pitboss.engine.table import open_table
    >>> evolve(open_table(pitboss.rulebook("nz")), ChipsBought("ann", 10_000)).chips
    {'ann': 10000}
    """
    if not isinstance(state, TableState):
        check("state", state, TableState)
    if not isinstance(event, Event):
        check("event", event, Event)
    return event.apply(state)


def redact(state: TableState, event: E, viewer: str) -> E:
    """An event as a viewer may see it; ``state`` is the table before the event."""
    audience = event.audience
    if not audience.fields or not audience.holds(event) or audience.sees(state, event, viewer):
        return event
    return _without(event, audience.fields)


T = TypeVar("T", bound=Command | Event)


def without_secrets(thing: T) -> T:
    """A command or an event without the parts that nobody may see."""
    if isinstance(thing, Command):
        fields = thing.secrets
    else:
        fields = thing.audience.fields if thing.audience.is_for_nobody else ()
    return _without(thing, fields)


@cache
def staff_fields(kind: type[Command] | type[Event]) -> tuple[str, ...]:
    """Return the fields of a command or an event that the staff alone sees."""
    if issubclass(kind, Command):
        return kind.for_staff
    return kind.audience.fields if kind.audience.is_for_staff else ()


@cache
def staff_fields_by_tag() -> dict[str, tuple[str, ...]]:
    """Return the fields that the staff alone sees, by the name of the command or event."""
    kinds = (*all_commands(), *all_events())
    return {tag_of(kind): staff_fields(kind) for kind in kinds if staff_fields(kind)}


def withheld_from_outsiders(thing: Command | Event) -> tuple[str, ...]:
    """Return the staff's fields of a thing, or () if it holds nothing to withhold."""
    if isinstance(thing, Event) and not thing.audience.holds(thing):
        return ()
    return staff_fields(type(thing))


def for_outsiders(thing: T) -> T:
    """Return a command or an event with blanks for what the staff alone sees."""
    return _without(thing, withheld_from_outsiders(thing))


def _without(thing: T, fields: tuple[str, ...]) -> T:
    if not fields:
        return thing
    return replace(thing, **{name: _blank(getattr(thing, name)) for name in fields})


def is_face_down(state: TableState, event: Event) -> bool:
    """Whether the faces in an event lie face down on the table; ``state`` is that before it."""
    audience = event.audience
    return audience.is_of_faces and not audience.sees(state, event, "")


@cache
def faces_by_tag() -> dict[str, tuple[str, ...]]:
    """The fields of faces that may lie face down, by the name of the event."""
    of_faces = (kind for kind in all_events() if kind.audience.is_of_faces)
    return {tag_of(kind): kind.audience.fields for kind in of_faces}


@cache
def sealed_fields(kind: type[Command] | type[Event]) -> tuple[str, ...]:
    """What of a command or an event is encrypted in the log until the shoe is over, always."""
    return kind.secrets if issubclass(kind, Command) else kind.sealed


@cache
def sealed_blanks() -> dict[str, Any]:
    """What stands for each sealed field where nobody can open it, as it is written.

    Fields of the same name have the same type wherever they are sealed, so one blank does for all.
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
    """What stands for a value that is withheld. How many cards there are is not secret."""
    if isinstance(value, str):
        return ""
    if isinstance(value, dict):
        return {}
    return (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
