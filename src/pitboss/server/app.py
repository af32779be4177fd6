"""Wiring: the application of a server, its life from start to stop, and the store behind it."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from litestar import Litestar, Request
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from pitboss import __version__
from pitboss.server.config import Settings
from pitboss.server.http import HANDLERS, TROUBLE
from pitboss.server.http_audit import AUDIT_HANDLERS
from pitboss.server.http_bankroll import BANKROLL_HANDLERS
from pitboss.server.http_history import HISTORY_HANDLERS
from pitboss.server.http_odds import odds_router
from pitboss.server.http_page import PAGE_HANDLERS
from pitboss.server.http_people import people_router
from pitboss.server.http_reports import reports_router
from pitboss.server.http_shoe import SHOE_HANDLERS
from pitboss.server.http_table import TABLE_HANDLERS
from pitboss.server.protocol import FRAME_MAX
from pitboss.server.site import Site, site_of
from pitboss.server.socket import table_socket

BODY_MAX = 16_384
"""No request has a longer body, in bytes."""
STOP_S = 5
"""Seconds that a server which stops waits for answers; those that take longer are cut off."""

SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        b"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)

log = logging.getLogger("pitboss.server")


def make_app(site: Site) -> Litestar:
    """The application; its tables run while it does."""

    @asynccontextmanager
    async def life(_app: Litestar) -> AsyncIterator[None]:
        await site.lobby.start(site.identity.register)
        log.info("started", extra={"tables": len(site.lobby.tables)})
        try:
            yield
        finally:
            site.stop_calculating()
            await site.lobby.stop()
            site.identity.close()
            await asyncio.to_thread(site.store.close)
            log.info("stopped")

    return Litestar(
        route_handlers=[
            *HANDLERS,
            *TABLE_HANDLERS,
            *HISTORY_HANDLERS,
            *AUDIT_HANDLERS,
            *BANKROLL_HANDLERS,
            *SHOE_HANDLERS,
            *PAGE_HANDLERS,
            people_router(site.settings),
            reports_router(site.settings),
            odds_router,
            table_socket,
        ],
        lifespan=[life],
        state=State({"site": site}),
        csrf_config=CSRFConfig(
            secret=site.identity.register.secret("csrf", site.around.wall_ms()),
            cookie_name="pitboss_csrf",
            header_name="x-csrf-token",
            cookie_secure=site.settings.has_secure_cookies,
            cookie_samesite="strict",
        ),
        openapi_config=OpenAPIConfig(
            title="pitboss",
            version=__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        exception_handlers=TROUBLE,
        before_request=_recall,
        before_send=[_secure],
        request_max_body_size=BODY_MAX,
        logging_config=None,
    )


async def _recall(request: Request[Any, Any, Any]) -> None:
    await site_of(request).recall(request)


async def _secure(message: Message, _scope: Scope) -> None:
    """Every answer forbids what our page does not need."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message.get("headers", ()), *SECURITY_HEADERS]


class Server(uvicorn.Server):
    """Runs a site until it is told to stop; what is worked out for somebody ends first."""

    def __init__(self, site: Site) -> None:
        super().__init__(uvicorn_config(make_app(site), site.settings))
        self._site = site

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; an answer that takes minutes would hold the others up until it is cut off."""
        self._site.stop_calculating()
        await super().shutdown(sockets)


def bind(settings: Settings) -> socket.socket:
    """The address to listen on, taken before anything is started; raises ``OSError``."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.host, settings.port))
    except OSError:
        bound.close()
        raise
    return bound


def uvicorn_config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application: frames are limited before they are read."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=FRAME_MAX,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=STOP_S,
        server_header=False,
    )
