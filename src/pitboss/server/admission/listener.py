"""The listening socket, and the limits on connections, in all and from one address.

Connections are accepted a few at a time and refused before a byte of them is read.
"""

import asyncio
import contextlib
import errno
import logging
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from pitboss.server.admission.buckets import Buckets
from pitboss.server.admission.client import Proxies, as_address
from pitboss.server.settings import Limits

NOTES_PER_S, NOTES_BURST = 0.2, 3.0
"""Rate and burst of notes about one address, so that a flood leaves only a few."""
PENALTY = 5.0
"""Number of new connections that a refusal after the connection was accepted counts as."""
FILES = 200
"""Open files other than connections: the store, its threads, processes and their pipes."""


class ConnectionState(IntEnum):
    """Progress of a connection; only one that waits is ended to make room for another."""

    WAITING = 0
    """No request has arrived, or the last one is answered."""
    ASKING = 1
    """A request is being answered."""
    SOCKET = 2
    """It carries messages of a table."""


@dataclass(eq=False, slots=True)
class Connection:
    """An accepted connection."""

    address: str
    state: ConnectionState = ConnectionState.WAITING
    end: Callable[[], None] = lambda: None
    """Ends the connection at once."""


class Connections:
    """All connections of a server, by address."""

    def __init__(
        self,
        limits: Limits,
        *,
        per_address: int,
        total_max: int,
        note: Callable[[str, str], None] = lambda _address, _why: None,
    ) -> None:
        """``note`` gets the address of some refused connections, and the reason."""
        self._per_address = per_address
        self._note = note
        self._notes = Buckets(NOTES_PER_S, NOTES_BURST)
        self.total_max = total_max
        self._by_address: OrderedDict[str, dict[Connection, None]] = OrderedDict()
        self._arrivals = Buckets(limits.connections_per_second, limits.connections_burst)
        self.refused: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str, now_s: float, *, is_proxy: bool = False) -> Connection | str:
        """Accept a new connection, or return the reason for refusing it.

        If there is no room, one that waits for a request is ended: first of the same address, and
        if the server is full, of the address that has the most.
        """
        mine = self._by_address.get(address, {})
        if not is_proxy:
            if not self._arrivals.take(address, now_s):
                return self.refuse(address, "connections come too fast from your address", now_s)
            if len(mine) >= self._per_address and not self._end_one(mine):
                return self.refuse(address, "too many connections from your address", now_s)
        if self.total >= self.total_max and not self._end_most_crowded(len(mine)):
            return self.refuse(address, "too many are connected", now_s)
        connection = Connection(address)
        self._by_address.setdefault(address, {})[connection] = None
        self.total += 1
        return connection

    def leave(self, connection: Connection) -> None:
        """Forget a closed connection; a second time changes nothing."""
        mine = self._by_address.get(connection.address, {})
        if connection in mine:
            del mine[connection]
            self.total -= 1
            if not mine:
                del self._by_address[connection.address]

    def penalise(self, address: str, now_s: float) -> None:
        """Count a refusal inside against new connections, so that the next are refused here."""
        self._arrivals.take_up_to(address, now_s, PENALTY)

    def count(self, address: str) -> int:
        """Return the number of open connections of an address."""
        return len(self._by_address.get(address, ()))

    def _end_most_crowded(self, mine: int) -> bool:
        crowded = sorted(self._by_address.values(), key=len, reverse=True)
        return any(self._end_one(theirs) for theirs in crowded if len(theirs) > mine)

    def _end_one(self, connections: dict[Connection, None]) -> bool:
        """End the oldest connection that waits for a request; return False if none does."""
        for connection in connections:
            if connection.state is ConnectionState.WAITING:
                self.leave(connection)
                self.refused["made room"] += 1
                connection.end()
                return True
        return False

    def refuse(self, address: str, why: str, now_s: float) -> str:
        """Count a refused or ended connection, and note some of them; return the reason."""
        self.refused[why] += 1
        if self._notes.take(address, now_s):
            self._note(address, why)
        return why


def handles_for_connections(wanted: int) -> int:
    """Return the number of connections that the system permits, at most as many as wanted."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return wanted
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(1, min(wanted, soft - FILES))


AT_ONCE = 16
"""Connections that are accepted in one turn of the loop."""
BACKLOG = 1_024
"""Connections that the system keeps until they are accepted."""
REST_S = 0.2
"""Pause when the system has no more handles."""
OUT_OF_HANDLES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

log = logging.getLogger("pitboss.door")


class Listener:
    """A listening socket."""

    def __init__(
        self,
        listening: socket.socket,
        connections: Connections,
        proxies: Proxies,
        *,
        per_second: float,
        make: Callable[[Connection], asyncio.Protocol],
    ) -> None:
        self._listening = listening
        self._connections = connections
        self._proxies = proxies
        self._pause_s = 1 / per_second
        self._make = make
        self._begun: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to accept connections."""
        self._listening.setblocking(False)
        self._listening.listen(BACKLOG)
        self._task = asyncio.create_task(self._listen(), name="door")

    async def close(self) -> None:
        """Accept no more connections; open ones stay open."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, *self._begun, return_exceptions=True)
        self._listening.close()

    async def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                accepted = await self._accept(loop)
            except OSError as error:
                if error.errno in OUT_OF_HANDLES:
                    log.warning("no handle is left", extra={"why": str(error)})
                    await asyncio.sleep(REST_S)
                continue
            # Tables have the loop most of the time, however many connections arrive.
            await asyncio.sleep(accepted * self._pause_s)

    async def _accept(self, loop: asyncio.AbstractEventLoop) -> int:
        """Wait for connections and enter a few of them; return the number not refused."""
        accepted = self._enter(loop, *await loop.sock_accept(self._listening))
        for _ in range(AT_ONCE - 1):
            try:
                accepted += self._enter(loop, *self._listening.accept())
            except BlockingIOError:
                break
        return accepted

    def _enter(
        self, loop: asyncio.AbstractEventLoop, opened: socket.socket, peer: tuple[str, int]
    ) -> int:
        is_proxy = self._proxies.trusts(peer[0])
        address = as_address(peer[0]) or peer[0]
        connection = self._connections.enter(address, loop.time(), is_proxy=is_proxy)
        opened.setblocking(False)
        if isinstance(connection, str):
            with contextlib.suppress(OSError):
                opened.send(refusal_response(connection))
            opened.close()
            return 0
        # Otherwise a second message waits until the client has acknowledged the first: 40 ms.
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = loop.create_task(self._begin(loop, opened, connection))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return 1

    async def _begin(
        self, loop: asyncio.AbstractEventLoop, opened: socket.socket, connection: Connection
    ) -> None:
        try:
            await loop.connect_accepted_socket(lambda: self._make(connection), opened)
        except OSError:
            # It was closed before it began.
            self._connections.leave(connection)
            opened.close()


def refusal_response(why: str, status: str = "429 Too Many Requests") -> bytes:
    """Return an HTTP response to a request that is not even read."""
    body = f'{{"code":"too_fast","text":"{why}"}}'
    return (
        f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: 1\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}"
    ).encode()
