"""The bytes of a row: a command with its events (format 2), or one event alone (format 1)."""

import msgspec

from pitboss.store.port import StoreError

BODY_BYTES_MAX = 4_000_000
"""No row is larger; a new shoe of eight decks takes about 4,000."""
EVENTS_MAX = 2_000
"""No command leads to more events."""


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a row of format 2 holds, in this order."""

    wall_ms: int
    """What the clock of the server said."""
    who: str
    """The account that gave the command; empty for the table itself."""
    command: msgspec.Raw
    """``null`` for a note."""
    events: tuple[msgspec.Raw, ...]


class _Kind(msgspec.Struct, frozen=True):
    """What tells the formats apart."""

    event: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_ENCODER = msgspec.json.Encoder(order="deterministic")
_KIND = msgspec.json.Decoder(_Kind)
_BODY = msgspec.json.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """A body of format 2, always the same bytes for the same body."""
    return _ENCODER.encode(body)


def read_body(data: bytes) -> Body | None:
    """What a row holds; nothing where it is of format 1, and ``data`` its one event."""
    if len(data) > BODY_BYTES_MAX:
        raise StoreError(f"a row of {len(data)} bytes is too large: at most {BODY_BYTES_MAX}")
    try:
        data.decode()
        if _KIND.decode(data).event is not msgspec.UNSET:
            return None
        body = _BODY.decode(data)
    except (UnicodeDecodeError, msgspec.MsgspecError, RecursionError) as error:
        raise StoreError(f"no entry of a log: {error}") from None
    if not 0 < len(body.events) <= EVENTS_MAX:
        raise StoreError(f"an entry of {len(body.events)} events, where 1 to {EVENTS_MAX} may be")
    return body


def event_count(data: bytes) -> int:
    """How many events a row holds."""
    body = read_body(data)
    return 1 if body is None else len(body.events)


def is_entry(data: bytes) -> bool:
    """Whether a row is of format 2, with its command. What is not a row is neither."""
    try:
        return _KIND.decode(data).event is msgspec.UNSET
    except (msgspec.MsgspecError, RecursionError):
        return True
