"""The protocols of uvicorn, with limits on slow clients and on control frames."""

import asyncio
import contextlib
import logging
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from pitboss.server.admission.buckets import Buckets
from pitboss.server.admission.listener import (
    Connection,
    Connections,
    ConnectionState,
    refusal_response,
)
from pitboss.server.settings import Limits

CONTROLS_PER_S, CONTROLS_BURST = 5.0, 50.0
"""Rate and burst of pings, pongs and continuation frames over one socket."""
CLOSE_POLICY = 1008
READ_MAX = 2_048
"""Bytes that are read of a socket in one turn of the loop; asyncio reads 256 kB."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing, so that their work may stop once the client is gone."""

log = logging.getLogger("pitboss.door")


class HttpConnection(H11Protocol):
    """An HTTP connection that ends slow requests, and stops the work for a client that is gone."""

    def __init__(
        self,
        *args: Any,
        connections: Connections,
        accepted: Connection,
        limits: Limits,
        **named: Any,
    ) -> None:
        super().__init__(*args, **named)
        self.connections_open = connections
        self.accepted = accepted
        self.limits = limits
        self._app = self.app
        self.app = self._serve
        self._work: asyncio.Task[Any] | None = None
        self._is_gone = False
        self._deadline: asyncio.TimerHandle | None = None
        self._awaited = ""
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Set the deadline of the first request."""
        super().connection_made(transport)
        self.accepted.end = transport.abort
        self._update()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the work of a request that only the client wanted."""
        self.connections_open.leave(self.accepted)
        for timer in (self._deadline, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._is_gone = True
        if self._work is not None and self.scope["method"] in SAFE:
            self._work.cancel()

    def data_received(self, data: bytes) -> None:
        """Read bytes, and set the next deadline."""
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._update()

    def on_response_complete(self) -> None:
        """Set the deadline of the next request."""
        super().on_response_complete()
        self._update()

    def pause_writing(self) -> None:
        """Set a deadline for a client that does not read."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.limits.unread_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the deadline: the client reads again."""
        if self._unread is not None:
            self._unread.cancel()
        super().resume_writing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Upgrade the same accepted connection to a socket."""
        self._await("")
        self.accepted.state = ConnectionState.SOCKET
        make = self.ws_protocol_class

        def make_socket(**named: Any) -> asyncio.Protocol:
            assert make is not None
            named |= {"connections": self.connections_open, "accepted": self.accepted}
            return make(**named)

        self.ws_protocol_class = make_socket  # type: ignore[assignment]
        super().handle_websocket_upgrade(event)

    def _update(self) -> None:
        """Set the state of the connection, and the deadline of the part that the client owes."""
        state = self.conn.their_state
        if state is h11.IDLE:
            self.accepted.state = ConnectionState.WAITING
            # Between two requests uvicorn's own timer runs.
            if self.timeout_keep_alive_task is None:
                self._await("header")
        else:
            self.accepted.state = ConnectionState.ASKING
            self._await("body" if state is h11.SEND_BODY else "")

    def _await(self, what: str) -> None:
        """Set the deadline for all of a header or body, however small the pieces are."""
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
        address = self.accepted.address
        self.connections_open.refuse(address, f"the {what} did not come in time", self.loop.time())
        if not self.transport.is_closing():
            cycle: Any = self.cycle
            if cycle is None or not cycle.response_started:
                text = f"the {what} of the request did not come in time"
                self.transport.write(refusal_response(text, "408 Request Timeout"))
            self.transport.close()

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, unless the client disconnects first."""
        self._work = asyncio.current_task()
        try:
            await self._app(scope, receive, send)
        except asyncio.CancelledError:
            # Also if all of the answer was sent: nothing after it is needed.
            if not self._is_gone:
                raise
        finally:
            self._work = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that limits control frames, which never reach the table."""

    def __init__(
        self, *args: Any, connections: Connections, accepted: Connection, **named: Any
    ) -> None:
        super().__init__(*args, **named)
        self.connections_open = connections
        self.accepted = accepted
        self._controls = Buckets(CONTROLS_PER_S, CONTROLS_BURST)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Limit the bytes read at once."""
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        self.accepted.end = transport.abort
        # Thousands of small frames sent at once are read in many turns of the loop.
        transport.max_size = READ_MAX  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.connections_open.leave(self.accepted)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._is_within_limit():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Read a pong, unless there are too many."""
        if self._is_within_limit():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Read a continuation frame, unless there are too many."""
        if self._is_within_limit():
            super().handle_cont(event)

    def _is_within_limit(self) -> bool:
        """Count a control frame; close the socket and return False if there are too many."""
        if self._controls.take("", self.loop.time()):
            return True
        if not self.close_sent and not self.transport.is_closing():
            address = self.accepted.address
            self.connections_open.refuse(address, "too many frames", self.loop.time())
            self.conn.fail(CLOSE_POLICY, "too many frames")
            with contextlib.suppress(Exception):
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
        return False
