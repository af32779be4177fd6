"""Defence against other sites: forged requests, foreign sockets and DNS rebinding.

A browser says in ``Sec-Fetch-Site`` and ``Origin`` which page sends a request, and no page can
change that. Over plain HTTP to a network address it sends the second header only. A request that
changes something, and every socket, must come from a page of this server or of an origin in the
setting ``origins``. A page is of this server if its origin is the very host that it asks. An
attacker who lets a domain name point at this machine would pass that test, so the host itself must
be known: an address of this machine, ``localhost``, the setting ``host`` or the host of an origin
in ``origins``.
"""

import logging
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from pitboss.errors import Error
from pitboss.server.http.request import (
    AnyConnection,
    address_of,
    person_of,
    recall_session,
    site_of,
    token_of,
)
from pitboss.server.security.log import AttemptKind, AttemptResult
from pitboss.server.settings import Settings

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
OWN_SITE = frozenset({"same-origin", "none"})
"""Values of ``Sec-Fetch-Site``: a page of this server, or a person who typed the address."""
CLOSE_FOREIGN = 4403
"""Close code of a refused socket."""
REASON_MAX = 123
"""Bytes of the reason in a close frame."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^][:/?#@\s]+)(:\d+)?")
"""A host with or without a port."""
SHOWN_MAX = 80
"""Number of characters of a foreign name that a sentence shows."""

log = logging.getLogger("pitboss.server")


class SiteError(Error):
    """A refused request of another site: a code for programs and a sentence for people."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The headers of a request that say who sends it to whom."""

    host: str
    origin: str | None = None
    fetch_site: str | None = None
    has_session: bool = False
    """True if the request has the cookie of a session."""


def check_host(sender: Sender, settings: Settings) -> None:
    """Check that a request was sent to a host by which this server is known.

    Raises ``SiteError``. A request without a host is from a program: browsers send one.
    """
    if sender.host and not is_known_host(sender.host, settings):
        raise SiteError(
            f"{sender.host[:SHOWN_MAX]} is not known as a name of this server; to allow it, add"
            f" {_address(sender, settings)} to the setting origins",
            code="foreign_host",
        )


def check_sender(sender: Sender, settings: Settings) -> None:
    """Check that a socket, or a request that changes something, comes from an own page or program.

    Raises ``SiteError``.
    """
    if sender.origin is not None and sender.origin in settings.origins:
        return
    if sender.fetch_site is not None:
        is_own = sender.fetch_site in OWN_SITE
    elif sender.origin is not None:
        is_own = is_same_site(sender.origin, sender.host)
    elif sender.has_session:
        raise SiteError(
            "a request with the cookie of a session says where it comes from; send the header"
            f" Origin: {_address(sender, settings)}",
            code="no_origin",
        )
    else:
        is_own = True
    if not is_own:
        raise SiteError(
            f"{(sender.origin or 'this page')[:SHOWN_MAX]} is not a page of this server; to allow"
            " it, add it to the setting origins",
            code="foreign_origin",
        )


def is_same_site(origin: str, host: str) -> bool:
    """Return True if an origin is the host that it asks, over HTTP or HTTPS."""
    scheme, _, name = origin.partition("://")
    return scheme in ("http", "https") and name != "" and name == host.lower()


def is_known_host(host: str, settings: Settings) -> bool:
    """Return True if a host, with or without a port, is this machine or in the settings."""
    name = host_name(host)
    origins = (host_name(origin.partition("://")[2]) for origin in settings.origins)
    named = {"localhost", settings.host.lower(), *origins}
    return name != "" and (name in named or _is_own_address(name))


def _is_own_address(text: str) -> bool:
    """Return True if a socket can be bound to the address, because it is this machine's."""
    try:
        is_new = ip_address(text).version > 4
    except ValueError:
        return False
    with suppress(OSError), socket.socket(socket.AF_INET6 if is_new else socket.AF_INET) as probe:
        probe.bind((text, 0))
        return True
    return False


def host_name(host: str) -> str:
    """Return the name or address of a host without its port; empty if it cannot be read."""
    read = HOST.fullmatch(host.lower())
    return read[1].strip("[]") if read else ""


def _address(sender: Sender, settings: Settings) -> str:
    scheme = "https" if settings.has_secure_cookies else "http"
    return sender.origin or f"{scheme}://{sender.host[:SHOWN_MAX]}"


class SameSiteGuard(ASGIMiddleware):
    """Refuses requests and sockets of other sites, with the reason."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check a request or a socket, then pass it on."""
        connection: AnyConnection = ASGIConnection(scope, receive)
        site = site_of(connection)
        await recall_session(connection)
        try:
            _check(connection, site.settings, has_session=bool(token_of(connection)))
        except SiteError as error:
            what = {"path": scope["path"], "why": str(error), "address": address_of(connection)}
            log.warning("a request of another site was refused", extra=what)
            if scope["type"] == ScopeType.HTTP:
                raise
            await _refuse_socket(connection, receive, send, error)
            return
        await next_app(scope, receive, send)


def _check(connection: AnyConnection, settings: Settings, *, has_session: bool) -> None:
    headers, method = connection.headers, connection.scope.get("method")
    is_socket = connection.scope["type"] == ScopeType.WEBSOCKET
    sender = Sender(
        headers.get("host", ""),
        headers.get("origin"),
        # Every browser sends the origin with a socket, and not every one the other header.
        None if is_socket else headers.get("sec-fetch-site"),
        has_session,
    )
    check_host(sender, settings)
    if is_socket or method not in SAFE:
        check_sender(sender, settings)


async def _refuse_socket(
    connection: AnyConnection, receive: Receive, send: Send, error: SiteError
) -> None:
    """Open a socket and close it with the reason: pages do not learn why one fails to open."""
    site, person = site_of(connection), person_of(connection)
    site.metrics.add("sockets_refused")
    text = f"socket {connection.scope['path']}: {error.code}"
    who, address = person.name if person else "", address_of(connection)
    site.security.note(
        AttemptKind.RIGHT, AttemptResult.REFUSED, who=who, address=address, text=text
    )
    reason = str(error).encode()[:REASON_MAX].decode(errors="ignore")
    await receive()
    await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
    await send({"type": "websocket.close", "code": CLOSE_FOREIGN, "reason": reason})
