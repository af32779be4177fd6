"""Messages on the wire, in and out, as JSON; docs/reference/protocol.md is written from these."""

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from pitboss.engine.declare import Command, any_command
from pitboss.engine.offers import Offer
from pitboss.engine.words import Saying
from pitboss.errors import Error
from pitboss.rulebook.refusals import Rejection
from pitboss.wire.floor import FloorStatus

if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = any_command()

FRAME_MAX = 4_096
"""No message from a client is longer, in bytes."""
ID_MAX = 64

Emote = Literal["hello", "good_luck", "well_played", "thanks", "wow", "ouch", "phew", "bye"]
"""The emotes that people at a table can send each other."""
CommandId = Annotated[str, Meta(min_length=1, max_length=ID_MAX, pattern=r"^[!-~]+$")]


class WireError(Error):
    """A message that cannot be read; its text names what came and what was expected."""

    def __init__(self, text: str, id_: str = "") -> None:
        super().__init__(text)
        self.id = id_
        """The id of the command that cannot be read; empty if that cannot be read either."""


class Inbound(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client."""


class Give(Inbound, frozen=True, tag="command"):
    """A command; if you send it again with the same id, you get the first answer again."""

    id: CommandId
    command: AnyCommand
    seen: int = -1
    """The number of the last event that its sender has seen; a decision about a hand that has
    changed since is refused as ``stale``. Below 0 it is taken as it comes."""


class Resync(Inbound, frozen=True, tag="resync"):
    """Ask for the whole view again."""


class Ping(Inbound, frozen=True, tag="ping"):
    """Ask for a ``pong``."""


AnyInbound = Give | Resync | Ping


class Outbound(msgspec.Struct, frozen=True, tag_field="type"):
    """A message from the server."""


class Refused(msgspec.Struct, frozen=True):
    """The reason for which a command was refused; nothing has changed."""

    code: str
    text: str
    clause: str = ""
    """The clause that refuses; empty if the server itself does."""
    also: tuple[str, ...] = ()
    where: str = ""
    limit: int | None = None


NO_ROOM = Refused(
    "store", "the disk is full, and nothing has changed; send it again once there is room"
)


class Answer(Outbound, frozen=True, tag="answer"):
    """The answer to a command. An accepted command is on disk."""

    id: str
    ok: bool
    first: int = 0
    """The number of the first event that it led to."""
    last: int = 0
    refused: Refused | None = None


class Shoe(msgspec.Struct, frozen=True):
    """The fingerprint of an order of cards, and its seed once the shoe is over."""

    number: int
    commitment: str
    """SHA-256 over a label, the seed and the order, published before the first wager."""
    side: int = 0
    seed: str = ""
    """As hexadecimal; empty while cards of it may still be dealt."""


class AbsentAct(msgspec.Struct, frozen=True):
    """An act of the table for a player whose connection is lost."""

    player: str
    act: str
    """``stand``, ``hit`` or ``surrender``."""
    is_best_play: bool
    """The table plays the best play for absent players; otherwise it stands."""


class Status(msgspec.Struct, frozen=True):
    """The state of the table for one viewer, beside the events."""

    version: int
    """Number of the last event."""
    phase: str
    round: int
    role: str
    chips: int
    offers: tuple[Offer, ...]
    """The viewer's legal acts now, with the bounds of stakes."""
    waits_for: str
    """``deal``, ``insurance``, ``turn``, ``prize``, or empty."""
    deadline_ms: int
    """Time at which the table continues by itself, in milliseconds since the epoch; 0 if never."""
    shoes: tuple[Shoe, ...]
    """The shoes in play."""
    stopped: str = ""
    """Reason for which play has stopped, or ""."""
    bank_ms: int = 0
    """Milliseconds before ``deadline_ms`` in which the time bank runs, after the turn itself."""
    floor: FloorStatus | None = None
    """The state of the floor, for the staff."""
    shown_names: dict[str, str] = {}
    """Names that players are shown under, if they have changed them."""
    is_absent: bool = False
    """The connection of the player to act is lost: at ``deadline_ms`` the table acts."""
    closed: tuple[int, ...] = ()
    """Boxes on which the viewer may not bet now, with chips or without: they open with the next
    shuffle, or are kept for other players."""
    door: str = ""
    """Reason for which the viewer gets no seat at a private table: ``ask`` the host first,
    ``asked`` and not yet answered, or ``closed`` to newcomers; else empty."""
    asking: tuple[str, ...] = ()
    """Newcomers who ask for a seat; for the host."""
    absent_act: AbsentAct | None = None
    """The act that brought these events, if the table gave it for an absent player."""


class Waiting(NamedTuple):
    """The step that a table waits for, as its viewers see it."""

    what: str = ""
    """Empty if a player can act or bet meanwhile."""
    deadline_ms: int = 0
    """End of the wait by the wall clock; 0 without a wait."""
    bank_ms: int = 0
    """Last part of the wait, which comes from the time bank of the player to act."""
    is_absent: bool = False
    """True if the connection of the player to act is lost."""


class Message(msgspec.Struct, frozen=True):
    """One event with its number, as the viewer may see it."""

    n: int
    at_ms: int
    event: msgspec.Raw
    changes: msgspec.Raw
    """The changes that it made in the viewer's view of the table."""
    said: tuple[str, ...] = ()
    """The dealer's calls with the event."""
    told: str = ""
    """The event in an English sentence; empty if it has none."""
    calls: tuple[Saying, ...] = ()
    """The calls as data, which the client puts into words."""
    words: Saying = msgspec.field(default_factory=lambda: Saying(""))
    """The sentence as data, which the client puts into words; places without a value are filled
    from fields of the event."""


class Update(Outbound, frozen=True, tag="update"):
    """Events in order without a gap, and the state of the table after them."""

    events: tuple[msgspec.Raw, ...]
    status: msgspec.Raw


class Resynced(Outbound, frozen=True, tag="view"):
    """The whole table as the viewer may see it: at first, and where events can not be caught up."""

    table: str
    you: str
    view: msgspec.Raw
    status: msgspec.Raw


class Trouble(Outbound, frozen=True, tag="error"):
    """A message that cannot be answered."""

    code: str
    text: str
    id: str = ""
    """The id of the command that could not be read; empty if that could not be read either."""


class Pong(Outbound, frozen=True, tag="pong"):
    """The answer to ``ping``."""

    version: int


class Emoted(Outbound, frozen=True, tag="emote"):
    """An emote of a person at the table; it changes nothing and is not logged.

    It is sent to sockets that were opened with ``?emotes=true``.
    """

    player: str
    emote: Emote


AnyOutbound = Answer | Update | Resynced | Trouble | Pong | Emoted


class _Identified(msgspec.Struct, frozen=True):
    """The id of a message, whatever else is in it."""

    id: CommandId


_identified = msgspec.json.Decoder(_Identified)
_decoder: msgspec.json.Decoder[AnyInbound] = msgspec.json.Decoder(AnyInbound)
_encoder = msgspec.json.Encoder()


def decode(frame: str | bytes) -> AnyInbound:
    """Return a message of a client; raise ``WireError``."""
    data = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    if len(data) > FRAME_MAX:
        raise WireError(f"a message has at most {FRAME_MAX} bytes, this one has {len(data)}")
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(f"the message cannot be read: {error}"[:300], id_in(data)) from None


def id_in(data: bytes) -> str:
    """Return the id of a command that cannot be read; "" if that cannot be read either."""
    try:
        return _identified.decode(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def encode(message: object) -> bytes:
    """Return a message as JSON."""
    return _encoder.encode(message)


def refused_by(rejection: Rejection) -> Refused:
    """Return a refusal of the engine in its form on the wire."""
    return Refused(
        str(rejection.code),
        rejection.text,
        rejection.clause,
        rejection.also,
        rejection.where,
        rejection.limit,
    )
