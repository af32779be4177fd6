"""Events and commands as JSON bytes and back: names are fixed, so that logs outlive code.

Old versions of events and commands are lifted to what the code knows today, nowhere else.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from pitboss.engine.declare import Command, Event, any_command, any_event
from pitboss.store.port import UNREADABLE, StoreError

Raw = dict[str, object]
"""An event or a command as JSON has it."""
Lift = Callable[[Raw], Raw]
Lifts = Mapping[tuple[str, int], Lift]

VERSION_KEY = "v"
"""The key of the version of an event or a command; one without it is of version 1."""
NAME_KEYS = ("event", "do")
"""The keys of the names of events and of commands. No event is named like a command."""

LIFTS: Lifts = {}
"""Functions that turn an old event or command into its next version, by name and version.

A new version is an entry here. Say version 1 of ``card_dealt`` had ``face = "up"`` where version 2
has ``is_up``:

    ("card_dealt", 1): lambda raw: {**raw, "is_up": raw["face"] == "up"}

Keys that are no longer known are passed over. To rename an event, change its ``event`` key, that
of a command its ``do``: what follows is then lifted under the new name. Written logs are never
touched.
"""


def current_version(name: str, lifts: Lifts = LIFTS) -> int:
    """Return the version in which an event or a command is written today."""
    return 1 + max((version for named, version in lifts if named == name), default=0)


def lift(raw: Raw, lifts: Lifts = LIFTS) -> Raw:
    """Turn an event or a command of any version into the current one."""
    version = raw.pop(VERSION_KEY, 1)
    while isinstance(version, int) and (step := lifts.get((name_in(raw), version))):
        before = name_in(raw)
        raw = step(raw)
        # Under a new name versions begin again.
        version = version + 1 if name_in(raw) == before else 1
    return raw


def is_current(raw: Raw, lifts: Lifts = LIFTS) -> bool:
    """Return True if an event or a command is in its current version."""
    return raw.get(VERSION_KEY, 1) == current_version(name_in(raw), lifts)


def name_in(raw: Raw) -> str:
    """Return the name of an event or a command."""
    return str(next((raw[key] for key in NAME_KEYS if key in raw), ""))


T = TypeVar("T")

EVENT_BYTES_MAX = 1_000_000
"""No event is larger; a shoe of eight decks takes about 2,000."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_EVENT: msgspec.json.Decoder[Event] = msgspec.json.Decoder(any_event())
_COMMAND: msgspec.json.Decoder[Command] = msgspec.json.Decoder(any_command())
_RAW: msgspec.json.Decoder[Raw] = msgspec.json.Decoder(Raw)


class CodecError(StoreError):
    """Bytes that are not an event or a command."""


def encode_event(event: Event, lifts: Lifts = LIFTS) -> bytes:
    """Return an event as JSON, always the same bytes for the same event."""
    return _encode(event, lifts)


def decode_event(data: bytes, lifts: Lifts = LIFTS) -> Event:
    """Return the event that was written, in whatever version."""
    return _decode(data, _EVENT, "event", lifts)


def encode_command(command: Command, lifts: Lifts = LIFTS) -> bytes:
    """Return a command as JSON, always the same bytes for the same command."""
    return _encode(command, lifts)


def decode_command(data: bytes, lifts: Lifts = LIFTS) -> Command:
    """Return the command that was written, in whatever version."""
    return _decode(data, _COMMAND, "command", lifts)


def name_of(thing: Event | Command) -> str:
    """Return the name under which an event or a command is written."""
    return str(type(thing).__struct_config__.tag)


def _encode(thing: Event | Command, lifts: Lifts) -> bytes:
    data = _ENCODER.encode(thing)
    if lifts:
        version = current_version(name_of(thing), lifts)
        if version > 1:
            raw = _RAW.decode(data)
            data = _ENCODER.encode({**raw, VERSION_KEY: version})
    return data


def _decode(data: bytes, decoder: msgspec.json.Decoder[T], what: str, lifts: Lifts) -> T:
    if len(data) > EVENT_BYTES_MAX:
        text = f"{what} of {len(data)} bytes is too large: at most {EVENT_BYTES_MAX}"
        raise CodecError(text)
    try:
        if not lifts:
            return decoder.decode(data)
        lifted = msgspec.json.encode(lift(_RAW.decode(data), lifts))
        return decoder.decode(lifted)
    except UNREADABLE as error:
        raise CodecError(f"{_short(data)} cannot be read as {what}: {error}") from None


def _short(data: bytes) -> str:
    text = data.decode(errors="replace")
    return text if len(text) <= 80 else f"{text[:80]}..."
