"""The bytes of a row: a command with its events at a table, or one line of a register."""

from typing import Annotated

import msgspec

from pitboss.store.port import UNREADABLE, StoreError

BODY_BYTES_MAX = 4_000_000
"""No row is larger; a new shoe of eight decks takes about 4,000."""
EVENTS_MAX = 2_000
"""No command leads to more events."""

WallTime = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A time by a clock, right or wrong, that every reader of JSON has exactly."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a table's row, in this order."""

    wall_ms: WallTime
    """What the clock of the server said."""
    who: str
    """The account that gave the command; empty for the table itself."""
    command: msgspec.Raw
    """``null`` for a note."""
    events: tuple[msgspec.Raw, ...]


class _Kind(msgspec.Struct, frozen=True):
    """The key that only a line of a register has."""

    event: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_ENCODER = msgspec.json.Encoder(order="deterministic")
_KIND = msgspec.json.Decoder(_Kind)
_BODY = msgspec.json.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """Encode a body, always as the same bytes."""
    return _ENCODER.encode(body)


def read_body(data: bytes) -> Body:
    """Read the contents of a table's row."""
    _check_text(data)
    try:
        body = _BODY.decode(data)
    except UNREADABLE as error:
        raise StoreError(f"no entry of a log: {error}") from None
    if not 0 < len(body.events) <= EVENTS_MAX:
        raise StoreError(f"an entry of {len(body.events)} events, where 1 to {EVENTS_MAX} may be")
    return body


def event_count(data: bytes) -> int:
    """Count the events of a row; a line of a register is one event."""
    _check_text(data)
    return 1 if is_line(data) else len(read_body(data).events)


def is_line(data: bytes) -> bool:
    """Return True if a row is a line of a register, such as that of people: an event alone."""
    try:
        return _KIND.decode(data).event is not msgspec.UNSET
    except UNREADABLE:
        return False


def _check_text(data: bytes) -> None:
    if len(data) > BODY_BYTES_MAX:
        raise StoreError(f"a row of {len(data)} bytes is too large: at most {BODY_BYTES_MAX}")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise StoreError(f"no entry of a log: {error}") from None
