"""Clients over the simulated network: they follow a table, and send again what is unanswered."""

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.engine.declare import Command
from pitboss.engine.views import TableView, View, with_own
from pitboss.server.house import Site
from pitboss.server.http.cookies import SESSION
from pitboss.server.people.identity import IdentityError
from pitboss.wire.changes import Change, patch
from pitboss.wire.protocol import (
    Answer,
    AnyOutbound,
    Give,
    Message,
    Ping,
    Pong,
    Resync,
    Resynced,
    Status,
    Trouble,
    Update,
    encode,
)
from tests.world.network import Connection, Lost, Network

LATER = frozenset({"busy", "too_fast", "closing", "stopped", "store"})
"""Refusals of a server that may take the command later."""
LATER_S = 0.7
QUIET_S = 4.0
"""A connection that is quiet for so long is asked whether it is still there."""
QUIET_MAX = 3
"""So often; then it is given up."""
AGAIN_S = 3.0
"""A command without an answer for so long is sent again."""

_outbound: msgspec.json.Decoder[AnyOutbound] = msgspec.json.Decoder(AnyOutbound)
_message = msgspec.json.Decoder(Message)
_status = msgspec.json.Decoder(Status)
_changes = msgspec.json.Decoder(list[Change])


@dataclass(slots=True)
class Person:
    """Somebody with a name, the key or password that proves it, and perhaps a session."""

    name: str = ""
    secret: str = ""
    token: str = ""

    async def log_in(self, network: Network) -> None:
        """Have a session that holds; raises ``Lost``."""
        if not self.name:
            return

        async def renew(site: Site) -> str:
            if site.identity.whose(self.token) is not None:
                return self.token
            return (await site.identity.log_in(self.name, self.secret)).token

        try:
            self.token = await network.ask(self.name, renew)
        except IdentityError as error:
            if error.code not in ("busy", "store"):
                raise
            raise Lost("the server is busy") from error


@dataclass(frozen=True, slots=True)
class Ears:
    """Who is told of what clients get, and gives."""

    heard: Callable[["Seat", bytes, AnyOutbound, list[Message]], None]
    """A frame, its message, and the events in it."""
    gave: Callable[["Seat", bytes], bool]
    """A command that somebody is about to give; whether they may."""


class Seat:
    """Somebody at one table, or a watcher without a name."""

    def __init__(
        self, person: Person, table: str, network: Network, ears: Ears, rng: random.Random
    ) -> None:
        self.person = person
        self.table = table
        self.rng = rng
        self.status: Status | None = None
        self.version = 0
        self.seen: dict[str, Any] = {}
        """The table as it was shown, with what has changed since; empty before the first view."""
        self.asked: dict[str, tuple[bytes, asyncio.Future[Answer]]] = {}
        self.changed = asyncio.Event()
        self.losses = 0
        self.frames = 0
        """That have come."""
        self._network = network
        self._ears = ears
        self._connection: Connection | None = None
        self._count = 0

    @property
    def name(self) -> str:
        """Under which name; empty for a watcher."""
        return self.person.name

    async def stay(self) -> None:
        """Be connected for good."""
        wait_s = 0.02
        while True:
            try:
                await self.person.log_in(self._network)
                await self._follow()
            except Lost:
                self.losses += 1
            was_connected, self._connection = self._connection is not None, None
            await asyncio.sleep(wait_s * (0.5 + self.rng.random()))
            wait_s = 0.02 if was_connected else min(1.0, 2 * wait_s)

    async def _follow(self) -> None:
        """Read one connection to its end."""
        last = f"last={self.version}" if self.status is not None else ""
        cookie = f"{SESSION}={self.person.token}" if self.person.token else ""
        connection = await self._network.connect(
            self.name, self.table, query=last, cookie=cookie, take=self._take
        )
        self._connection = connection
        for frame, _ in self.asked.values():
            connection.send(frame)
        quiet = 0
        try:
            while quiet < QUIET_MAX:
                before = self.frames
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(QUIET_S):
                        await connection.is_lost.wait()
                    raise Lost("the connection is lost")
                quiet = quiet + 1 if self.frames == before else 0
                if quiet:
                    connection.send(encode(Ping()))
        finally:
            connection.leave()
        raise Lost("the connection is quiet")

    async def give(self, command: Command) -> Answer:
        """The last word on a command, however often it has to be sent."""
        self._count += 1
        id_ = str(self._count)
        frame = encode(Give(id_, command))
        if not self._ears.gave(self, frame):
            await asyncio.Event().wait()
        while True:
            future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self.asked[id_] = frame, future
            answer = await self._answer(frame, future)
            if answer.refused is None or answer.refused.code not in LATER:
                del self.asked[id_]
                return answer
            await asyncio.sleep(LATER_S * (0.5 + self.rng.random()))

    async def _answer(self, frame: bytes, future: asyncio.Future[Answer]) -> Answer:
        while True:
            self._send(frame)
            await asyncio.wait([future], timeout=AGAIN_S)
            if future.done():
                return future.result()

    def _send(self, frame: bytes) -> None:
        if self._connection is not None:
            self._connection.send(frame)

    async def change(self) -> Status:
        """Wait for something new, or for a while; how the table stands then."""
        while True:
            try:
                async with asyncio.timeout(QUIET_S):
                    await self.changed.wait()
            except TimeoutError:
                pass
            self.changed.clear()
            if self.status is not None:
                return self.status

    def view(self) -> View:
        """The table as it stands after the last event that was heard."""
        assert self.status is not None
        seen = msgspec.convert(self.seen, TableView, str_keys=True)
        return with_own(seen, self.status.chips, self.status.offers)

    def _take(self, frame: bytes) -> None:
        self.frames += 1
        message = _outbound.decode(frame)
        events: list[Message] = []
        match message:
            case Answer(id=id_):
                _, future = self.asked.get(id_, (b"", None))
                if future is not None and not future.done():
                    future.set_result(message)
            case Update(status=status):
                events = [_message.decode(event) for event in message.events]
                self._advance(events, status)
            case Resynced(view=view, status=status, you=you):
                if you == self.name:
                    self.status, self.seen = _status.decode(status), msgspec.json.decode(view)
                    self.version = self.status.version
                    self.changed.set()
                else:
                    # The session did not outlive the server.
                    self.person.token = ""
                    assert self._connection is not None
                    self._connection.break_off(for_client=True, for_server=True)
            case Trouble(code=code, text=text):
                assert code == "session_ended", text
                self.person.token = ""
            case Pong(version=version):
                if version > self.version:
                    # The last events were lost on the way.
                    self._send(encode(Resync()))
        self._ears.heard(self, frame, message, events)

    def _advance(self, events: list[Message], status: msgspec.Raw) -> None:
        """Take events in; those known are passed over, and where one is missing all is asked for.

        A status may be overtaken by a newer one.
        """
        for message in events:
            if message.n <= self.version:
                continue
            if message.n != self.version + 1:
                self._send(encode(Resync()))
                return
            self.version = message.n
            patch(self.seen, _changes.decode(message.changes))
        told = _status.decode(status)
        if told.version == self.version:
            self.status = told
            self.changed.set()
