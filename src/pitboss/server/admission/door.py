"""The door: connections are taken from the listening socket a few at a time, and turned away before
anything is made for them.
"""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Callable

from pitboss.server.admission.addresses import Proxies, as_address
from pitboss.server.admission.connections import Connections, Ticket

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
