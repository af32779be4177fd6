"""A table over a socket: events in order, and commands that are executed once.

A lost connection is replaced. The new one begins with the missed events, and commands without an
answer are sent again under their ids, so that none is lost and none is executed twice.
"""

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from pitboss.engine.declare import Command, Event
from pitboss.engine.views import TableView, View, with_own
from pitboss.errors import Refusal
from pitboss.store.codec import decode_event
from pitboss.wire.changes import Change, patch
from pitboss.wire.protocol import (
    Answer,
    AnyOutbound,
    Emoted,
    Give,
    Message,
    Pong,
    Resync,
    Resynced,
    Status,
    Trouble,
    Update,
    encode,
)


class ClientError(Refusal):
    """A request that failed: a code for programs and a sentence for people.

    >>> error = ClientError("not_enough_chips", "ann has 5.00 in chips")
    >>> error.code, str(error)
    ('not_enough_chips', 'ann has 5.00 in chips')
    """


GIVE_UP_S = 60.0
"""After this many seconds without a connection the client gives up."""
WAIT_S, WAIT_MAX_S = 0.02, 1.0
"""First and longest wait between two attempts to connect; it doubles each time."""
BEHIND_MAX = 200
"""Most events whose changes are not yet applied to the view."""
CLOSED_FOR_GOOD = {4403: "foreign_origin", 4404: "unknown_table"}
"""Error codes by the closing code of a socket that would be refused again."""

_outbound: msgspec.json.Decoder[AnyOutbound] = msgspec.json.Decoder(AnyOutbound)
_message = msgspec.json.Decoder(Message)
_status = msgspec.json.Decoder(Status)
_changes = msgspec.json.Decoder(list[Change])


class Caller(Protocol):
    """A player who sits down at a table."""

    @property
    def url(self) -> str:
        """The address of the server."""

    @property
    def name(self) -> str:
        """The name of the player; "" for a watcher."""

    def cookies(self) -> str:
        """Return the session's ``Cookie`` header."""

    async def renew(self) -> None:
        """Log in again if the session has ended."""


@dataclass(frozen=True, slots=True)
class Heard:
    """An event as this viewer may see it, passed to the ``hear`` of ``Visitor.sit``."""

    message: Message

    @property
    def n(self) -> int:
        """Its number; numbers have no gaps."""
        return self.message.n

    @property
    def event(self) -> Event:
        """The event itself; hidden cards are -1."""
        return decode_event(bytes(self.message.event))


def origin_of(url: str) -> str:
    """Return the origin of a server, as its own pages send it."""
    read = httpx.URL(url)
    return f"{read.scheme}://{read.netloc.decode()}"


def ignore(_: Heard) -> None:
    """Hear nothing."""


class LiveTable:
    """A seat at one table, or a place to watch it from; ``Visitor.sit`` makes one."""

    def __init__(
        self,
        caller: Caller,
        table: str,
        hear: Callable[[Heard], None],
        patience_s: float = GIVE_UP_S,
    ) -> None:
        self.table = table
        self.viewer = caller.name
        self.status: Status | None = None
        """The status of the table; None before the first message."""
        self.version = 0
        """The number of the last event seen."""
        self.resyncs = 0
        """Number of whole views, sent because the missed events were too old."""
        self.losses = 0
        """Number of lost connections."""
        self.gaps = 0
        """Number of events out of order."""
        self._caller = caller
        self._hear = hear
        self._patience_s = patience_s
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[bytes, asyncio.Future[Answer]]] = {}
        self._seen: dict[str, Any] = {}
        """The table by the server's last whole view, with the changes since."""
        self._behind: list[msgspec.Raw] = []
        self._changed = asyncio.Event()
        self._over: ClientError | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name=f"client of {self.table}")
        await self._changed.wait()
        self._check()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def give(self, command: Command, *, id_: str = "") -> Answer:
        """Give a command and wait for the answer; an accepted command is on the server's disk."""
        self._check()
        id_ = id_ or secrets.token_hex(8)
        if id_ in self._waiting:
            return await asyncio.shield(self._waiting[id_][1])
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        frame = encode(Give(id_, command))
        self._waiting[id_] = frame, future
        try:
            await self._send(frame)
            return await future
        finally:
            self._waiting.pop(id_, None)

    @property
    def view(self) -> View:
        """The table after the last event seen."""
        self._check()
        assert self.status is not None
        self._catch_up()
        seen = msgspec.convert(self._seen, TableView, str_keys=True)
        return with_own(seen, self.status.chips, self.status.offers)

    async def change(self) -> Status:
        """Wait for a change, and get the table after it."""
        await self._changed.wait()
        self._check()
        self._changed.clear()
        assert self.status is not None
        return self.status

    def _check(self) -> None:
        if self._over is not None:
            raise self._over

    async def _send(self, frame: bytes) -> None:
        """Send a frame if there is a connection; otherwise the next one sends it first."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(frame, text=True)

    async def _run(self) -> None:
        """Stay connected until the client leaves."""
        try:
            await self._stay()
        except ClientError as error:
            self._end(error)
        except Exception as error:
            self._end(ClientError("broken", f"the client broke: {error!r}"))
            raise

    async def _stay(self) -> None:
        loop = asyncio.get_running_loop()
        wait_s, lost_at = WAIT_S, loop.time()
        while True:
            try:
                await self._caller.renew()
                if await self._follow():
                    wait_s, lost_at = WAIT_S, loop.time()
                self.losses += 1
            except ClientError as error:
                if error.code not in ("unreachable", "busy", "store", "429", "503"):
                    raise
            except (OSError, TimeoutError, WebSocketException):
                pass
            if loop.time() - lost_at > self._patience_s:
                raise ClientError("unreachable", f"{self._caller.url} cannot be reached")
            await asyncio.sleep(wait_s * (0.5 + random.random()))
            wait_s = min(WAIT_MAX_S, 2 * wait_s)

    async def _follow(self) -> bool:
        """Read one connection to its end; return True if it received anything."""
        last = f"?last={self.version}" if self.status is not None else ""
        address = f"{self._caller.url.replace('http', 'ws', 1)}/ws/tables/{self.table}{last}"
        headers = {"Cookie": self._caller.cookies()}
        has_heard = False
        async with connect(
            address,
            origin=Origin(origin_of(self._caller.url)),
            additional_headers=headers,
            max_size=None,
            compression=None,
            proxy=None,
        ) as socket:
            self._socket = socket
            try:
                for frame, _ in [*self._waiting.values()]:
                    await socket.send(frame, text=True)
                async for data in socket:
                    has_heard = True
                    await self._take(data)
            except ConnectionClosed:
                pass
            finally:
                self._socket = None
            if (code := CLOSED_FOR_GOOD.get(socket.close_code or 0)) is not None:
                raise ClientError(code, socket.close_reason or "")
        return has_heard

    async def _take(self, data: str | bytes) -> None:
        match _outbound.decode(data):
            case Answer() as answer:
                _, future = self._waiting.get(answer.id, (b"", None))
                if future is not None and not future.done():
                    future.set_result(answer)
            case Update(events=events, status=status):
                await self._advance([_message.decode(event) for event in events], status)
            case Resynced(view=view, status=status):
                before = self.version if self.status is not None else None
                self.status = _status.decode(status)
                self.version = self.status.version
                self.resyncs += before is not None and before != self.version
                self._seen, self._behind = msgspec.json.decode(view), []
                self._changed.set()
            case Trouble(code=code, text=text, id=id_) if id_ in self._waiting:
                # One command could not be read; everything else continues.
                future = self._waiting[id_][1]
                if not future.done():
                    future.set_exception(ClientError(code, text))
            case Trouble(code=code, text=text):
                if code == "session_ended" and self._socket is not None:
                    await self._socket.close()
                elif code != "session_ended":
                    raise ClientError(code, text)
            case Pong() | Emoted():
                pass

    async def _advance(self, messages: list[Message], status: msgspec.Raw) -> None:
        """Apply events; ask for the whole view if one is missing."""
        for message in messages:
            if message.n != self.version + 1:
                self.gaps += 1
                await self._send(encode(Resync()))
                return
            self.version = message.n
            self._behind.append(message.changes)
            self._hear(Heard(message))
        if len(self._behind) > BEHIND_MAX:
            self._catch_up()
        self.status = _status.decode(status)
        self._changed.set()

    def _catch_up(self) -> None:
        for changes in self._behind:
            patch(self._seen, _changes.decode(changes))
        self._behind = []

    def _end(self, error: ClientError) -> None:
        self._over = error
        self._changed.set()
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(error)
