"""Wiring: the application of a server, its life from start to stop, and the store behind it."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from types import ModuleType
from typing import Any, cast

import uvicorn
from litestar import Litestar, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler, Message, Scope

from pitboss import __version__
from pitboss.errors import Error
from pitboss.server.admission.client import Client
from pitboss.server.admission.listener import (
    Connection,
    Connections,
    Listener,
    handles_for_connections,
)
from pitboss.server.admission.protocols import HttpConnection, SocketConnection
from pitboss.server.house import Site
from pitboss.server.http import (
    account,
    bankroll,
    evening,
    felt,
    history,
    house,
    learn,
    odds,
    page,
    people,
    rules,
    tables,
)
from pitboss.server.http import socket as sockets
from pitboss.server.http.entrance import Gate
from pitboss.server.http.request import address_of, check_body, person_of, site_of
from pitboss.server.http.same_site import SameSiteGuard, SiteError
from pitboss.server.http.tables import TROUBLE, status_of
from pitboss.server.people.identity import IdentityError
from pitboss.server.security.log import AttemptKind, AttemptResult
from pitboss.server.settings import Settings
from pitboss.server.startup import Warming
from pitboss.wire.protocol import FRAME_MAX

BODY_MAX = 16_384
"""Largest request body in bytes."""
STOP_S = 5
"""Seconds that a stopping server waits for answers; longer ones are cut off."""

COUNT_S = 60
"""Seconds between two counts of repeated attempts in the security log."""

USE_S = 60.0
"""Seconds between two notes of which sessions are used."""

SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        b"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        b"require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
CACHING = (b"cache-control", b"no-store")
"""An answer of the API is for its client only."""
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")
"""Behind a proxy with TLS, browsers use HTTPS only for a year."""


def endpoints_of(*modules: ModuleType) -> list[BaseRouteHandler]:
    """Return the endpoints that modules declare."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, BaseRouteHandler) and value.fn.__module__ == module.__name__
    ]


ROUTES: tuple[ControllerRouterHandler, ...] = (
    *endpoints_of(
        *(
            tables,
            felt,
            history,
            bankroll,
            house,
            account,
            people,
            learn,
            evening,
            page,
            sockets,
        )
    ),
    Router(
        "/",
        route_handlers=endpoints_of(rules, odds),
        exception_handlers=rules.REFUSED_CHOICES,
    ),
)

log = logging.getLogger("pitboss.server")


def make_app(site: Site) -> Litestar:
    """Return the application; the tables run while it does."""
    return Litestar(
        route_handlers=ROUTES,
        lifespan=[lambda _app: _life(site)],
        state=State({"site": site}),
        middleware=[SameSiteGuard()],
        openapi_config=OpenAPIConfig(
            title="pitboss",
            version=__version__,
            # Not at /api: the framework would answer for every unknown path below it.
            path="/api/openapi.json",
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        exception_handlers=TROUBLE,
        before_request=check_body,
        before_send=[_secure],
        after_exception=[_note],
        request_max_body_size=BODY_MAX,
        logging_config=None,
    )


@asynccontextmanager
async def _life(site: Site) -> AsyncIterator[None]:
    """Run the background tasks of a server from start to stop."""
    await site.lobby.start(site.identity.register)
    site.vacancies.start()
    warming = Warming(
        site.limits.compile_after_s,
        lambda: site.lobby.solver.is_busy or site.simulations.is_busy,
    )
    warming.start()
    log.info("started", extra={"tables": len(site.lobby.tables)})
    counting = asyncio.create_task(_count_attempts(site), name="security log")
    using = asyncio.create_task(_keep_sessions(site), name="sessions")
    watching = asyncio.create_task(site.sockets.watch(), name="places")
    try:
        yield
    finally:
        counting.cancel()
        using.cancel()
        watching.cancel()
        site.stop_calculating()
        await warming.stop()
        await site.vacancies.stop()
        await site.lobby.stop()
        site.identity.close()
        await asyncio.to_thread(site.security.close)
        await asyncio.to_thread(site.store.close)
        log.info("stopped")


async def _note(error: Exception, scope: Scope) -> None:
    """Note refused roles and admissions, and failures with their cause, in the security log."""
    connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
    site, status = site_of(connection), status_of(error)
    text = f"{scope.get('method', 'socket')} {scope['path']}"
    if status == HTTPStatus.FORBIDDEN:
        what, outcome = AttemptKind.RIGHT, AttemptResult.REFUSED
        text += f": {error.code}" if isinstance(error, SiteError) else ""
    elif status == HTTPStatus.TOO_MANY_REQUESTS:
        what, outcome = AttemptKind.ADMISSION, AttemptResult.REFUSED
        site.metrics.add("admissions_refused")
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        what, outcome = AttemptKind.ERROR, AttemptResult.FAILED
        if not isinstance(error, Error | HTTPException):
            log.error("a request broke", extra={"asked": text[:200]}, exc_info=error)
        text = f"{text}: {status}, {type(error).__name__}: {error}"
    else:
        return
    person = person_of(connection)
    who, address = person.name if person else "", address_of(connection)
    site.security.note(what, outcome, who=who, address=address, text=text)


async def _count_attempts(site: Site) -> None:
    while True:
        await asyncio.sleep(COUNT_S)
        site.security.turn()


async def _keep_sessions(site: Site) -> None:
    """Note regularly which sessions are used; an open socket counts as use."""
    while True:
        await asyncio.sleep(min(USE_S, site.identity.idle_s / 16))
        site.identity.use(*site.sockets.sessions())
        with suppress(IdentityError):  # The store cannot be written; it is told of elsewhere.
            await site.identity.note_uses()


async def _secure(message: Message, scope: Scope) -> None:
    """Add headers to every answer that forbid what our page does not need."""
    if message["type"] == "http.response.start":
        settings = scope["litestar_app"].state.site.settings
        only = (HTTPS_ONLY,) if settings.has_secure_cookies else ()
        headers = list(message.get("headers", ()))
        if scope["path"].startswith("/api") and not any(
            header[0] == CACHING[0] for header in headers
        ):
            only = (*only, CACHING)
        message["headers"] = [*headers, *SECURITY_HEADERS, *only]


class Server(uvicorn.Server):
    """Runs a site until it is stopped; calculations end first."""

    def __init__(self, site: Site) -> None:
        super().__init__(uvicorn_config(Gate(make_app(site), site), site.settings))
        self._site = site
        limits = site.limits
        self._connections = Connections(
            limits,
            per_address=site.settings.admission.connections_per_address,
            total_max=handles_for_connections(limits.connections_max),
            note=lambda address, why: site.refuse(Client(address), "connection", why),
        )
        text = "Connections that are open."
        site.metrics.gauge("connections", text, lambda: self._connections.total)
        self._listeners: list[Listener] = []
        site.penalise = lambda address: self._connections.penalise(
            address, asyncio.get_running_loop().time()
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the site, then listen instead of uvicorn."""
        listening = sockets if sockets is not None else [bind(self._site.settings)]
        await super().startup(sockets=[])
        for opened in listening:
            listener = Listener(
                opened,
                self._connections,
                self._site.proxies,
                per_second=self._site.limits.arrivals_per_second,
                make=self._make,
            )
            listener.open()
            self._listeners.append(listener)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; an answer that takes minutes would hold the others up until it is cut off."""
        for listener in self._listeners:
            await listener.close()
        self._site.stop_calculating()
        await super().shutdown(sockets)

    def _make(self, connection: Connection) -> HttpConnection:
        return HttpConnection(
            self.config,
            self.server_state,
            self.lifespan.state,
            asyncio.get_running_loop(),
            connections=self._connections,
            accepted=connection,
            limits=self._site.limits,
        )


def bind(settings: Settings) -> socket.socket:
    """Bind the address to listen on before anything is started; raise ``OSError``."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.host, settings.port))
    except OSError:
        bound.close()
        raise
    return bound


def uvicorn_config(app: Gate, settings: Settings) -> uvicorn.Config:
    """Return the configuration of uvicorn, which limits frames before they are read."""
    return uvicorn.Config(
        # Both take their connections from a server of uvicorn alike.
        cast(Any, app),
        host=settings.host,
        port=settings.port,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=FRAME_MAX,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        # The gate finds the address that a request comes from.
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_S,
        server_header=False,
    )
