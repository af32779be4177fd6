"""Connections as uvicorn serves them, with limits on how slow and how much a client may be."""

import asyncio
import contextlib
import logging
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pitboss.server.admission.buckets import Buckets
from pitboss.server.admission.door import Connections, Stage, Ticket, turned_away
from pitboss.server.settings import Limits

CONTROLS_PER_S, CONTROLS_BURST = 5.0, 50.0
"""Pings, pongs and pieces of messages over one socket."""
CLOSE_POLICY = 1008
READ_MAX = 2_048
"""Bytes that are read of a socket in one turn of the loop; asyncio reads 256 kB."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Requests that change nothing: nobody needs their answer once the client is gone."""

log = logging.getLogger("pitboss.door")


class HttpConnection(H11Protocol):
    """A connection with requests: a slow one is ended, and the work of a gone one stopped."""

    def __init__(
        self, *given: Any, connections: Connections, ticket: Ticket, limits: Limits, **named: Any
    ) -> None:
        super().__init__(*given, **named)
        self.connections_open = connections
        self.ticket = ticket
        self.limits = limits
        self._app = self.app
        self.app = self._serve
        self._work: asyncio.Task[Any] | None = None
        self._is_gone = False
        self._deadline: asyncio.TimerHandle | None = None
        self._awaited = ""
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come: their first request must follow soon."""
        super().connection_made(transport)
        self.ticket.end = transport.abort
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone, and with them who wanted to know."""
        self.connections_open.leave(self.ticket)
        for timer in (self._deadline, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._is_gone = True
        if self._work is not None and self.scope["method"] in SAFE:
            self._work.cancel()

    def data_received(self, data: bytes) -> None:
        """Take bytes in."""
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._look()

    def on_response_complete(self) -> None:
        """The answer is out; another request may follow."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The client does not read: it has so long to go on."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.limits.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        if self._unread is not None:
            self._unread.cancel()
        super().resume_writing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Go on as a socket under the same ticket."""
        self._await("")
        self.ticket.stage = Stage.SOCKET
        make = self.ws_protocol_class

        def with_ticket(**named: Any) -> asyncio.Protocol:
            assert make is not None
            named |= {"connections": self.connections_open, "ticket": self.ticket}
            return make(**named)

        self.ws_protocol_class = with_ticket  # type: ignore[assignment]
        super().handle_websocket_upgrade(event)

    def _look(self) -> None:
        """See what the client owes, and by when."""
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self.ticket.stage = Stage.ASKING
            self._await("body")
        elif state is h11.IDLE:
            self.ticket.stage = Stage.WAITING
            # Between two requests the time of kept connections runs.
            if self.timeout_keep_alive_task is None:
                self._await("header")
        else:
            self.ticket.stage = Stage.ASKING
            self._await("")

    def _await(self, what: str) -> None:
        """Have the client send something in time: all of it, however small the pieces are."""
        if what == self._awaited:
            return
        self._awaited = what
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if what:
            seconds = self.limits.header_s if what == "header" else self.limits.body_s
            self._deadline = self.loop.call_later(seconds, self._too_slow, what)

    def _too_slow(self, what: str) -> None:
        address = self.ticket.address
        self.connections_open.refuse(address, f"the {what} did not come in time", self.loop.time())
        if not self.transport.is_closing():
            cycle: Any = self.cycle
            if cycle is None or not cycle.response_started:
                text = f"the {what} of the request did not come in time"
                self.transport.write(turned_away(text, "408 Request Timeout"))
            self.transport.close()

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, unless the client goes before."""
        self._work = asyncio.current_task()
        try:
            await self._app(scope, receive, send)
        except asyncio.CancelledError:
            # Also where all of the answer was out: what comes after it is not waited for.
            if not self._is_gone:
                raise
        finally:
            self._work = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A socket: frames that never reach the table are counted too."""

    def __init__(self, *given: Any, connections: Connections, ticket: Ticket, **named: Any) -> None:
        super().__init__(*given, **named)
        self.connections_open = connections
        self.ticket = ticket
        self._controls = Buckets(CONTROLS_PER_S, CONTROLS_BURST)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection goes on as a socket."""
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        self.ticket.end = transport.abort
        # Whoever sends thousands of small frames at once has them read in many turns.
        transport.max_size = READ_MAX  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self.connections_open.leave(self.ticket)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer, unless there are too many."""
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer in, unless there are too many."""
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message in, unless there are too many."""
        if self._counted():
            super().handle_cont(event)

    def _counted(self) -> bool:
        """Whether one frame more is in order; where not, the socket ends."""
        if self._controls.take("", self.loop.time()):
            return True
        if not self.close_sent and not self.transport.is_closing():
            address = self.ticket.address
            self.connections_open.refuse(address, "too many frames", self.loop.time())
            self.conn.fail(CLOSE_POLICY, "too many frames")
            with contextlib.suppress(Exception):
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return False
