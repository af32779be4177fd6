"""Events and commands as JSON bytes and back: names are fixed, so that logs outlive code."""

from typing import TypeVar

import msgspec

from pitboss.engine.declare import Command, Event, any_command, any_event
from pitboss.store.port import UNREADABLE, StoreError
from pitboss.store.upcast import LIFTS, VERSION_KEY, Lifts, Raw, current_version, lift

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
    """An event as JSON, always the same bytes for the same event."""
    return _encode(event, lifts)


def decode_event(data: bytes, lifts: Lifts = LIFTS) -> Event:
    """The event that was written, in whatever version."""
    return _decode(data, _EVENT, "event", lifts)


def encode_command(command: Command, lifts: Lifts = LIFTS) -> bytes:
    """A command as JSON, always the same bytes for the same command."""
    return _encode(command, lifts)


def decode_command(data: bytes, lifts: Lifts = LIFTS) -> Command:
    """The command that was written, in whatever version."""
    return _decode(data, _COMMAND, "command", lifts)


def name_of(thing: Event | Command) -> str:
    """The name under which an event or a command is written."""
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
