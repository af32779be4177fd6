"""The door: connections are taken from the listening socket a few at a time, and turned away before
anything is made for them.

Connections, counted before a byte of them is read: this many in all and from one address.
"""

import asyncio
import contextlib
import errno
import logging
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

from pitboss.server.admission.asker import Proxies, as_address
from pitboss.server.admission.buckets import Buckets
from pitboss.server.settings import Limits

NOTES_PER_S, NOTES_BURST = 0.2, 3.0
"""Notes of one address: a flood is told of in a few."""
TURNED_AWAY_COST = 5.0
"""Being turned away inside counts as this many new connections."""
FILES = 200
"""Files that are open beside connections: the store, its threads, processes and their pipes."""


class Stage(IntEnum):
    """How far a connection has come; the further, the less it is given up for another."""

    WAITING = 0
    """No request has come through, or the last one is answered."""
    ASKING = 1
    """A request is being answered."""
    SOCKET = 2
    """It carries messages of a table."""


def _unnoted(_address: str, _why: str) -> None:
    """Keep no record."""


def _nothing() -> None:
    """Nobody has taken the connection over yet."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A connection that was let in."""

    address: str
    stage: Stage = Stage.WAITING
    end: Callable[[], None] = field(default=_nothing)
    """Ends the connection at once."""


class Connections:
    """Every connection of a server, by where it comes from."""

    def __init__(
        self,
        limits: Limits,
        *,
        per_address: int,
        total_max: int,
        note: Callable[[str, str], None] = _unnoted,
    ) -> None:
        """``note`` is told the address and why, of some of those that are turned away."""
        self._per_address = per_address
        self._note = note
        self._notes = Buckets(NOTES_PER_S, NOTES_BURST)
        self.total_max = total_max
        self._by_address: OrderedDict[str, dict[Ticket, None]] = OrderedDict()
        self._arrivals = Buckets(limits.connections_per_second, limits.connections_burst)
        self.refused: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str, now_s: float, *, is_proxy: bool = False) -> Ticket | str:
        """A ticket for a new connection; or why there is none.

        Where there is no room, one that waits for a request goes: first of the same address, and
        where the server is full of the address that has the most.
        """
        mine = self._by_address.get(address, {})
        if not is_proxy:
            if not self._arrivals.take(address, now_s):
                return self.refuse(address, "connections come too fast from your address", now_s)
            if len(mine) >= self._per_address and not self._end_one(mine):
                return self.refuse(address, "too many connections from your address", now_s)
        if self.total >= self.total_max and not self._end_most_crowded(len(mine)):
            return self.refuse(address, "too many are connected", now_s)
        ticket = Ticket(address)
        self._by_address.setdefault(address, {})[ticket] = None
        self.total += 1
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """A connection is over; telling so twice does no harm."""
        mine = self._by_address.get(ticket.address, {})
        if ticket in mine:
            del mine[ticket]
            self.total -= 1
            if not mine:
                del self._by_address[ticket.address]

    def charge(self, address: str, now_s: float) -> None:
        """Somebody was turned away who had come in already: the next time it is at the door."""
        self._arrivals.drain(address, now_s, TURNED_AWAY_COST)

    def of(self, address: str) -> int:
        """How many are open from an address."""
        return len(self._by_address.get(address, ()))

    def _end_most_crowded(self, mine: int) -> bool:
        crowded = sorted(self._by_address.values(), key=len, reverse=True)
        return any(self._end_one(one) for one in crowded if len(one) > mine)

    def _end_one(self, tickets: dict[Ticket, None]) -> bool:
        """End the oldest connection on which nothing is under way."""
        for ticket in tickets:
            if ticket.stage is Stage.WAITING:
                self.leave(ticket)
                self.refused["made room"] += 1
                ticket.end()
                return True
        return False

    def refuse(self, address: str, why: str, now_s: float) -> str:
        """Count a connection that was turned away or ended, and have it noted now and then."""
        self.refused[why] += 1
        if self._notes.take(address, now_s):
            self._note(address, why)
        return why


def handles_for_connections(wanted: int) -> int:
    """How many connections the process may hold, as the system permits."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return wanted
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    return max(1, min(wanted, soft - FILES))


AT_ONCE = 16
"""Connections that are taken before others have their turn on the loop."""
BACKLOG = 1_024
"""Connections that the system keeps until they are taken."""
REST_S = 0.2
"""How long nobody is taken in where the system has no more handles."""
OUT_OF_HANDLES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})

log = logging.getLogger("pitboss.door")


class Door:
    """One listening socket."""

    def __init__(
        self, listening: socket.socket, connections: Connections, proxies: Proxies, *,
        per_second: float, make: Callable[[Ticket], asyncio.Protocol],
    ) -> None:  # fmt: skip
        self._listening = listening
        self._connections = connections
        self._proxies = proxies
        self._pause_s = 1 / per_second
        self._make = make
        self._begun: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Take connections from now on."""
        self._listening.setblocking(False)
        self._listening.listen(BACKLOG)
        self._task = asyncio.create_task(self._stand(), name="door")

    async def close(self) -> None:
        """Take no more; those that are open stay so."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, *self._begun, return_exceptions=True)
        self._listening.close()

    async def _stand(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                taken = await self._take(loop)
            except OSError as error:
                if error.errno in OUT_OF_HANDLES:
                    log.warning("no handle is left", extra={"why": str(error)})
                    await asyncio.sleep(REST_S)
                continue
            # However many come, those at the tables have the loop most of the time.
            await asyncio.sleep(taken * self._pause_s)

    async def _take(self, loop: asyncio.AbstractEventLoop) -> int:
        """Take those who wait, a few at most; how many were let in."""
        taken = self._let_in(loop, *await loop.sock_accept(self._listening))
        for _ in range(AT_ONCE - 1):
            try:
                taken += self._let_in(loop, *self._listening.accept())
            except BlockingIOError:
                break
        return taken

    def _let_in(
        self, loop: asyncio.AbstractEventLoop, opened: socket.socket, peer: tuple[str, int]
    ) -> int:
        is_proxy = self._proxies.trusts(peer[0])
        address = as_address(peer[0]) or peer[0]
        ticket = self._connections.enter(address, loop.time(), is_proxy=is_proxy)
        opened.setblocking(False)
        if isinstance(ticket, str):
            with contextlib.suppress(OSError):
                opened.send(turned_away(ticket))
            opened.close()
            return 0
        # Otherwise a second message waits until the client has acknowledged the first: 40 ms.
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = loop.create_task(self._begin(loop, opened, ticket))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return 1

    async def _begin(
        self, loop: asyncio.AbstractEventLoop, opened: socket.socket, ticket: Ticket
    ) -> None:
        try:
            await loop.connect_accepted_socket(lambda: self._make(ticket), opened)
        except OSError:
            # It was gone before it began.
            self._connections.leave(ticket)
            opened.close()


def turned_away(why: str, status: str = "429 Too Many Requests") -> bytes:
    """An answer for somebody whose request is not even read."""
    body = f'{{"code":"too_fast","text":"{why}"}}'
    return (
        f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: 1\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n{body}"
    ).encode()
