"""The gate before the endpoints: identify the client, and have it wait for its turn."""

import asyncio
from typing import Any, cast

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.admission.thread_pool import Overloaded
from pitboss.server.house import Site
from pitboss.server.http.cookies import token_in

STATUS = {"too_fast": 429, "busy": 503}
SOCKET_COST = 8.0
"""Number of requests that a socket costs for a client who is not at a table."""
COOKIE_HEADER = b"cookie"
SLEEP_MAX_S = 10.0
"""Longest delay of one piece of an answer, in seconds."""


class Gate:
    """Lets requests and sockets through to the endpoints."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if scope["type"] == ScopeType.HTTP and _is_twofold(scope):
            await _refuse_twofold(send)
            return
        is_head = scope["type"] == ScopeType.HTTP and scope["method"] == "HEAD"
        if is_head:
            # The connection leaves out the body of the answer to GET.
            scope = cast(Scope, {**scope, "method": "GET"})
        client = self._client(scope)
        CLIENT.set(client)
        try:
            if scope["type"] == ScopeType.WEBSOCKET:
                self._site.sockets.check(client)
            if client.priority > Priority.SEATED:
                is_socket = scope["type"] == ScopeType.WEBSOCKET
                await self._site.pacer.enter(client, cost=SOCKET_COST if is_socket else 1.0)
        except Overloaded as overloaded:
            self._site.refuse(client, overloaded.code, str(scope["path"]))
            self._site.penalise(client.address)
            await _turn_away(scope, receive, send, overloaded)
            return
        if scope["type"] == ScopeType.HTTP and not is_head:
            send = self._counted(send, client.address)
        await self._app(scope, receive, send)

    def _client(self, scope: Scope) -> Client:
        peer, headers = scope.get("client"), scope["headers"]
        address = self._site.proxies.address(peer[0] if peer else "", headers)
        scope["client"] = (address, peer[1] if peer else 0)
        cookies = b"; ".join(value for name, value in headers if name == COOKIE_HEADER)
        return self._site.client(address, token_in(cookies.decode("latin-1"), self._site.settings))

    def _counted(self, send: Send, address: str) -> Send:
        """Return a sender that holds one address to its share of bytes, after a burst."""

        async def counted(message: Message) -> None:
            await send(message)
            body: Any = message.get("body", b"")
            wait_s = self._site.charge_bytes(address, len(body)) if body else 0.0
            if wait_s and message.get("more_body"):
                await asyncio.sleep(min(SLEEP_MAX_S, wait_s))

        return counted


def _is_twofold(scope: Scope) -> bool:
    """Return True if a request has both a length and an encoding of its body.

    A proxy may find another end than this server, and give the rest to another client.
    """
    names = {name for name, _ in scope["headers"]}
    return b"transfer-encoding" in names and b"content-length" in names


async def _refuse_twofold(send: Send) -> None:
    text = "a length and an encoding do not go together"
    await _respond(send, 400, "bad_request", text, (b"connection", b"close"))


async def _turn_away(scope: Scope, receive: Receive, send: Send, why: Overloaded) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 1013, "reason": str(why)})
        return
    await _respond(send, STATUS[why.code], why.code, str(why), (b"retry-after", b"1"))


async def _respond(
    send: Send, status: int, code: str, text: str, header: tuple[bytes, bytes]
) -> None:
    body = msgspec.json.encode({"code": code, "text": text})
    length = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length), header]
    start: Any = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
