"""The page as it stands, the health of the server, and its metrics."""

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get

from pitboss.server.site import site_of

AnyRequest = Request[Any, Any, Any]


class Health(msgspec.Struct, frozen=True):
    """Whether the server can do its work."""

    status: str
    stopped: dict[str, str]
    """Tables that stopped, and why."""


@get("/healthz")
async def show_health(request: AnyRequest) -> Response[Health]:
    """Whether every table runs."""
    tables = site_of(request).lobby.tables
    stopped = {id_: table.actor.stopped for id_, table in tables.items() if table.actor.stopped}
    health = Health("stopped" if stopped else "ok", stopped)
    return Response(health, status_code=503 if stopped else 200)


@get("/metrics", media_type=MediaType.TEXT)
async def show_metrics(request: AnyRequest) -> str:
    """Counters as Prometheus reads them."""
    return site_of(request).metrics.text()


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def show_page() -> str:
    """The page."""
    return _web("index.html")


@get("/page.css", media_type=MediaType.CSS, include_in_schema=False)
async def show_css() -> str:
    """How the page looks."""
    return _web("page.css")


@get("/page.js", media_type="text/javascript", include_in_schema=False)
async def show_js() -> str:
    """What the page does."""
    return _web("page.js")


@cache
def _web(name: str) -> str:
    return (resources.files("pitboss") / "web" / name).read_text(encoding="utf-8")


PAGE_HANDLERS = (show_health, show_metrics, show_page, show_css, show_js)
