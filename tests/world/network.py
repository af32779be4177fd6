"""The way between clients and a server: frames are late, lost, doubled, overtaken or cut off."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from pitboss.server.house import Site
from tests.world.loop import Life

CAPACITY = 48
"""Frames on the way to one client; then the server waits until some have arrived."""
APART_S = 1e-6
ANSWER = b'{"type":"answer"'
"""How an answer to a command begins."""

T = TypeVar("T")
App = Callable[[Any, Any, Any], Awaitable[None]]


class Lost(Exception):
    """A connection that is there no more, or never came about."""


@dataclass(slots=True)
class Weather:
    """How bad the network is now."""

    delay_s: tuple[float, float] = (0.001, 0.02)
    lost_p: float = 0.0
    doubled_p: float = 0.0
    overtaken_p: float = 0.0
    """How often a frame need not wait for those before it."""


@dataclass(frozen=True, slots=True)
class Listening:
    """A server that takes connections."""

    app: App
    site: Site
    life: Life


class Network:
    """Carries frames; who is cut off gets none, and none of theirs arrive."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.weather = Weather()
        self.cut_off: set[str] = set()
        self.server: Listening | None = None
        self.sending: Callable[[str], None] = lambda _table: None
        """Told before a server sends anything of a table."""
        self.dies_at_answer: Callable[[], None] | None = None
        """Called once, when the server is about to answer; nobody gets that answer."""
        self.open: dict[Connection, None] = {}

    def delay_s(self) -> float:
        """How long a frame takes."""
        return self.rng.uniform(*self.weather.delay_s)

    async def reach(self, who: str) -> Listening:
        """Find the server; raises ``Lost`` where it cannot be reached."""
        await asyncio.sleep(self.delay_s())
        if who in self.cut_off:
            await asyncio.sleep(1.0)
        if who in self.cut_off or self.server is None or self.rng.random() < self.weather.lost_p:
            raise Lost("the server cannot be reached")
        return self.server

    async def ask(self, who: str, question: Callable[[Site], Coroutine[Any, Any, T]]) -> T:
        """A request and its answer; raises ``Lost``, and then nobody knows whether it was done."""
        server = await self.reach(who)
        asked = server.life.begin(question(server.site), name=f"request of {who}")
        await asyncio.wait([asked])
        await asyncio.sleep(self.delay_s())
        is_lost = who in self.cut_off or self.rng.random() < self.weather.lost_p
        if asked.cancelled() or server.life.is_over or is_lost:
            raise Lost("no answer came")
        return asked.result()

    async def connect(
        self, who: str, table: str, *, query: str, cookie: str, take: Callable[[bytes], None]
    ) -> "Connection":
        """A WebSocket of a client at a table, who takes every frame; raises ``Lost``."""
        server = await self.reach(who)
        connection = Connection(self, who, table, server.life, take)
        self.open[connection] = None
        scope = _scope(f"/ws/tables/{table}", query, cookie)
        serving = server.life.begin(_serve(server.app, scope, connection), name=f"socket of {who}")
        serving.add_done_callback(lambda _: connection.hang_up())
        return connection

    def lose_server(self) -> None:
        """The server process is gone: some clients notice, others wait in vain."""
        self.server = None
        for connection in list(self.open):
            connection.is_served = False
            if self.rng.random() < 0.7:
                connection.tell_client(self.delay_s())
            del self.open[connection]


async def _serve(app: App, scope: dict[str, Any], connection: "Connection") -> None:
    await app(scope, connection.server_receives, connection.server_sends)


def _scope(path: str, query: str, cookie: str) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    headers += [(b"cookie", cookie.encode())] if cookie else []
    return {
        "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
        "path": path, "raw_path": path.encode(), "root_path": "", "query_string": query.encode(),
        "headers": headers, "client": ("world", 1), "server": ("world", 80), "subprotocols": [],
        "state": {}, "extensions": {},
    }  # fmt: skip


class Connection:
    """A WebSocket, with what is on the way in both directions."""

    def __init__(
        self, network: Network, who: str, table: str, life: Life, take: Callable[[bytes], None]
    ) -> None:
        self.who = who
        self.table = table
        self.is_served = True
        """Whether the server still has its end."""
        self._network = network
        self._life = life
        self.is_lost = asyncio.Event()
        """The client knows that the connection is there no more."""
        self._take = take
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._has_left = False
        self._on_the_way = 0
        self._has_room = asyncio.Event()
        self._last_at = {"client": 0.0, "server": 0.0}

    # The client's end.

    def send(self, frame: bytes) -> None:
        """Send to the server."""
        message = {"type": "websocket.receive", "text": frame.decode()}
        self._carry("server", lambda: self._to_server.put_nowait(message))

    def leave(self, *, is_heard: bool = True) -> None:
        """Close the client's end; the server need not hear of it."""
        self._has_left = True
        if is_heard:
            self._tell_server()

    def _tell_server(self) -> None:
        if self.is_served and self.who not in self._network.cut_off:
            gone = {"type": "websocket.disconnect", "code": 1006}
            loop = asyncio.get_running_loop()
            loop.call_later(self._network.delay_s(), self._to_server.put_nowait, gone)

    def tell_client(self, delay_s: float) -> None:
        """Let the client know that the connection is lost."""
        loop = asyncio.get_running_loop()
        loop.call_at(max(loop.time() + delay_s, self._last_at["client"] + APART_S),
                     self.is_lost.set)  # fmt: skip

    def break_off(self, *, for_client: bool, for_server: bool) -> None:
        """Lose the connection; where one end is not told, it is half open."""
        if for_client:
            self.tell_client(self._network.delay_s())
        if for_server:
            self._tell_server()

    # The server's end.

    async def server_receives(self) -> dict[str, Any]:
        """What has come for the server, as ASGI has it."""
        return await self._to_server.get()

    async def server_sends(self, message: dict[str, Any]) -> None:
        """Take what the server sends; it waits while too much is on the way."""
        if self._life.is_over or not self.is_served:
            return
        if message["type"] == "websocket.close":
            self.hang_up()
        if message["type"] != "websocket.send":
            return
        self._network.sending(self.table)
        while self._on_the_way >= CAPACITY:
            self._has_room.clear()
            await self._has_room.wait()
        frame = message.get("text", "").encode() or message.get("bytes", b"")
        if self._network.dies_at_answer is not None and frame.startswith(ANSWER):
            dies, self._network.dies_at_answer = self._network.dies_at_answer, None
            asyncio.get_running_loop().call_soon(dies)
            return
        self._on_the_way += 1
        self._carry("client", lambda: self._arrive(frame))

    def hang_up(self) -> None:
        """The server has closed its end."""
        if self.is_served and not self._life.is_over:
            self.is_served = False
            self._network.open.pop(self, None)
            self.tell_client(self._network.delay_s())

    def _arrive(self, frame: bytes) -> None:
        self._on_the_way = max(0, self._on_the_way - 1)
        self._has_room.set()
        if not self._has_left:
            self._take(frame)

    def _carry(self, to: str, arrive: Callable[[], None]) -> None:
        """Bring a frame to the other end, or not."""
        network = self._network
        weather, rng, loop = network.weather, network.rng, asyncio.get_running_loop()
        if not self.is_served or self.who in network.cut_off:
            return
        chance = rng.random()
        if chance < weather.lost_p:
            if to == "client":
                self._on_the_way -= 1
            return
        for _ in range(2 if chance < weather.lost_p + weather.doubled_p else 1):
            at = loop.time() + network.delay_s()
            if rng.random() >= weather.overtaken_p:
                at = max(at, self._last_at[to] + APART_S)
                self._last_at[to] = at
            loop.call_at(at, arrive)
