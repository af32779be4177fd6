"""An entry of a log: a command, who gave it and when, and the events that it led to."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Union

import msgspec

from pitboss.engine.declare import (
    AHEAD_MAX_MS,
    Command,
    Event,
    all_events,
    any_command,
    any_event,
    sealed_blanks,
)
from pitboss.store.chain import BODY_BYTES_MAX, EVENTS_MAX, Body, WallTime, encode_body, read_body
from pitboss.store.codec import (
    LIFTS,
    CodecError,
    decode_command,
    decode_event,
    encode_command,
    encode_event,
    is_current,
)
from pitboss.store.port import UNREADABLE, Record
from pitboss.store.sealed_fields import (
    NO_BLANKS,
    SEALED,
    SealError,
    commitment_in,
    opened_in_place,
    places_in,
    put_back,
    read_envelope,
)

NO_COMMAND = b"null"
HOUSE_NAME = "house"
"""The name under which a table that deals by itself reports; no account can have it."""

_IS_SEALED = f'"{SEALED}":'.encode()
_SET_BACK: msgspec.json.Decoder[Any] = msgspec.json.Decoder(
    Union[tuple(kind for kind in all_events() if kind.sets_log_time_back)]  # noqa: UP007 - a list
)


if TYPE_CHECKING:
    AnyCommand = Command
    AnyEvent = Event
else:
    AnyCommand, AnyEvent = any_command(), any_event()


class _Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The usual body, without sealed fields or older versions."""

    wall_ms: WallTime
    who: str
    command: AnyCommand | None
    events: tuple[AnyEvent, ...]


class _Wall(msgspec.Struct, frozen=True):
    """The part of a body that says when it was written; a line of a register has none."""

    wall_ms: int | None = None


_PLAIN = msgspec.json.Decoder(_Plain)
_WALL = msgspec.json.Decoder(_Wall)


class Sealed(CodecError):
    """An entry that cannot be read yet: some of its fields are sealed."""

    def __init__(self, version: int, fields: tuple[str, ...]) -> None:
        super().__init__(f"{', '.join(fields)} of record {version}: sealed, and not opened yet")
        self.version = version
        self.fields = fields


class Entry(msgspec.Struct, frozen=True):
    """One row of a log, and one link of its chain."""

    version: int
    """The number of its last event."""
    at_ms: int
    """Log time: the wall time, or that of the entry before if the clock ran back. It runs back
    only with ``LogTimeSetBack``."""
    wall_ms: int
    """The server's wall clock."""
    events: tuple[Event, ...]
    """One or more."""
    id: str = ""
    """The id of the command; "" if the table acted by itself."""
    who: str = ""
    """The account that gave the command, ``command.by`` is for whom; empty for the table."""
    command: Command | None = None
    """None for a note."""
    chain: str = ""
    closed: tuple[str, ...] = ()
    """Fields that are still sealed and blank here: see ``decode_visible``."""

    @property
    def clock_ms(self) -> int:
        """The best known time of writing: see ``clock_ms``."""
        return clock_ms(self.at_ms, self.wall_ms)

    @property
    def first(self) -> int:
        """The number of its first event."""
        return self.version - len(self.events) + 1

    def numbered(self) -> Iterator[tuple[int, Event]]:
        """Yield the events of the entry, each with its number."""
        return enumerate(self.events, start=self.first)


def log_time(before_ms: int, wall_ms: int) -> int:
    """Return the log time of an entry behind another one: it never runs back by itself."""
    return max(before_ms, wall_ms)


def log_time_due(before_ms: int, body: Body) -> int:
    """Return the log time of an entry; it runs back if an act in the entry says so."""
    wall_ms, is_set_back = body.wall_ms, False
    for raw in body.events:
        with suppress(msgspec.MsgspecError):
            act = _SET_BACK.decode(raw)
            is_set_back |= (act.was_ms, act.at_ms) == (before_ms, wall_ms)
    if is_set_back and before_ms - wall_ms > AHEAD_MAX_MS:
        return wall_ms
    return log_time(before_ms, wall_ms)


def clock_ms(at_ms: int, wall_ms: int) -> int:
    """Return the best known time of writing.

    This is log time, or the wall clock if a wrong clock had set log time far ahead.
    """
    return wall_ms if at_ms - wall_ms > AHEAD_MAX_MS else at_ms


def record_clock_ms(record: Record) -> int:
    """Return ``Entry.clock_ms`` of a row, without reading its command and events."""
    wall_ms = _WALL.decode(record.body).wall_ms
    return record.at_ms if wall_ms is None else clock_ms(record.at_ms, wall_ms)


def encode_entry(entry: Entry) -> Record:
    """Return an entry as it is stored; the store gives it its place in the chain."""
    command = NO_COMMAND if entry.command is None else encode_command(entry.command)
    events = tuple(msgspec.Raw(encode_event(event)) for event in entry.events)
    body = Body(entry.wall_ms, entry.who, msgspec.Raw(command), events)
    return Record(entry.version, entry.at_ms, encode_body(body), entry.id)


def decode_entry(record: Record) -> Entry:
    """Return the entry of a row; raise ``Sealed`` if fields of it are not opened yet."""
    return _decode_plain(record) or _decode_any(record)


def decode_visible(record: Record) -> Entry:
    """Return the entry of a row; parts that stay sealed are blank and named in ``closed``."""
    return _decode_plain(record) or _decode_any(record, blanks=sealed_blanks())


def _decode_plain(record: Record) -> Entry | None:
    """Decode a row in one step, which is fast; None if it is sealed, old or malformed."""
    if LIFTS or len(record.body) > BODY_BYTES_MAX:
        return None
    data = _all_opened(record) if record.envelope else record.body
    if data is None or _IS_SEALED in data:
        return None
    try:
        body = _PLAIN.decode(data)
    except UNREADABLE:
        return None
    if not 0 < len(body.events) <= EVENTS_MAX:
        return None
    return Entry(
        record.version,
        record.at_ms,
        body.wall_ms,
        body.events,
        record.id,
        body.who,
        body.command,
        record.chain,
    )


def _all_opened(record: Record) -> bytes | None:
    """Return the bytes of a row with every opened value in its place; None if one has none."""
    opened = read_envelope(record.envelope).opened
    if opened.keys() - {place.commitment for place in places_in(record.body)}:
        return None
    return opened_in_place(record.body, opened)


def _decode_any(record: Record, blanks: Mapping[str, Any] = NO_BLANKS) -> Entry:
    body, closed = read_body(record.body), list[str]()
    if record.envelope or _IS_SEALED in record.body:
        body = _opened(record, body, closed, blanks)
        if any(field.rpartition(".")[2] not in blanks for field in closed):
            raise Sealed(record.version, tuple(closed))
    command = bytes(body.command)
    return Entry(
        record.version,
        record.at_ms,
        body.wall_ms,
        tuple(decode_event(bytes(event)) for event in body.events),
        record.id,
        body.who,
        None if command == NO_COMMAND else decode_command(command),
        record.chain,
        tuple(closed),
    )


def is_as_written(record: Record, entry: Entry) -> bool:
    """Return True if the bytes of a row are those that its entry is written as.

    Sealed values are compared by their places; older versions of events and commands may differ,
    and lack fields that have a default today.
    """
    plain = encode_entry(entry).body
    if plain == record.body:
        return True
    body, mine = read_body(record.body), read_body(plain)
    try:
        pairs = zip((body.command, *body.events), (mine.command, *mine.events), strict=True)
        command, *events = (_as_sealed(logged, own) for logged, own in pairs)
    except (*UNREADABLE, ValueError):
        return False
    return encode_body(Body(entry.wall_ms, entry.who, command, tuple(events))) == record.body


def _as_sealed(logged: msgspec.Raw, plain: msgspec.Raw) -> msgspec.Raw:
    """Return a command or an event with the sealed places and the fields of the logged one."""
    raw = msgspec.json.decode(logged)
    if isinstance(raw, dict) and not is_current(raw):
        return logged
    return msgspec.Raw(msgspec.json.encode(_with_places(raw, msgspec.json.decode(plain))))


def _with_places(logged: Any, plain: Any) -> Any:
    if isinstance(logged, dict) and commitment_in(logged) is not None:
        return logged
    if isinstance(logged, dict) and isinstance(plain, dict):
        return {name: _with_places(logged[name], plain[name]) for name in plain if name in logged}
    if isinstance(logged, list) and isinstance(plain, list):
        return [_with_places(*pair) for pair in zip(logged, plain, strict=True)]
    return plain


def _opened(record: Record, body: Body, closed: list[str], blanks: Mapping[str, Any]) -> Body:
    """Return a body with opened parts in their places; sealed ones are added to ``closed``."""
    opened = read_envelope(record.envelope).opened
    unknown = opened.keys() - {place.commitment for place in places_in(record.body)}
    if unknown:
        raise SealError(f"{min(unknown)[:16]}... is opened, and nothing was sealed under it")
    command, rest = put_back(body.command, opened, "command", blanks)
    closed += rest
    events = []
    for place, event in enumerate(body.events):
        opened_event, rest = put_back(event, opened, f"events[{place}]", blanks)
        events.append(opened_event)
        closed += rest
    return Body(body.wall_ms, body.who, command, tuple(events))
