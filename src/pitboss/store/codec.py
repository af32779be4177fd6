"""Events and notes as JSON bytes and back: names are fixed, so that logs outlive the code."""

import msgspec

from pitboss.engine.declare import Event, any_event
from pitboss.store.notes import AnyNote
from pitboss.store.port import StoreError
from pitboss.store.upcast import LIFTS, VERSION_KEY, Lifts, Raw, current_version, lift

Entry = Event | AnyNote
"""What one record of a log holds."""

EVENT_BYTES_MAX = 1_000_000
"""No event is larger; a shoe of eight decks takes about 2,000."""

_ENCODER = msgspec.json.Encoder(order="deterministic")
_ANY = any_event() | AnyNote
_DECODER: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(_ANY)
_RAW: msgspec.json.Decoder[Raw] = msgspec.json.Decoder(Raw)


class CodecError(StoreError):
    """Bytes that are no event."""


def encode_event(entry: Entry, lifts: Lifts = LIFTS) -> bytes:
    """An event or a note as JSON, always the same bytes for the same event."""
    data = _ENCODER.encode(entry)
    if lifts:
        version = current_version(name_of(entry), lifts)
        if version > 1:
            raw = _RAW.decode(data)
            data = _ENCODER.encode({**raw, VERSION_KEY: version})
    return data


def decode_event(data: bytes, lifts: Lifts = LIFTS) -> Entry:
    """The event or note that was written, in whatever version."""
    if len(data) > EVENT_BYTES_MAX:
        raise CodecError(f"an event of {len(data)} bytes, where {EVENT_BYTES_MAX} are the most")
    try:
        if not lifts:
            return _DECODER.decode(data)
        lifted: Entry = msgspec.convert(lift(_RAW.decode(data), lifts), _ANY)
    except msgspec.MsgspecError as error:
        raise CodecError(f"{_short(data)} is no event: {error}") from None
    return lifted


def name_of(entry: Entry) -> str:
    """The name under which an event or a note is written."""
    return str(type(entry).__struct_config__.tag)


def _short(data: bytes) -> str:
    text = data.decode(errors="replace")
    return text if len(text) <= 80 else f"{text[:80]}..."
