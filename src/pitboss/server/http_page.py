"""The page as it stands, the health of the server, and its metrics."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.server.site import site_of

AnyRequest = Request[Any, Any, Any]

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""The kinds of files that the page is made of; nothing else is served."""


class Health(msgspec.Struct, frozen=True):
    """Whether the server can do its work."""

    status: str
    """``ok``, ``degraded`` where a log does not hold, ``stopped`` where a table has, or ``away``
    where the database is."""
    stopped: dict[str, str]
    """Tables that stopped, and why."""
    quarantined: dict[str, str]
    """Logs of tables, people and bankrolls that do not hold, and why."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, ready to be sent."""

    media_type: str
    plain: bytes
    packed: bytes
    etag: str


@get("/healthz")
async def show_health(request: AnyRequest) -> Response[Health]:
    """Whether every table runs, and the database can be reached."""
    lobby = site_of(request).lobby
    tables = lobby.tables.items()
    stopped = {id_: table.actor.stopped for id_, table in tables if table.actor.stopped}
    is_away = lobby.cluster is not None and bool(lobby.cluster.away)
    held = lobby.faults
    status = "stopped" if stopped else "away" if is_away else "degraded" if held else "ok"
    # The other tables are played at: a server with a table in quarantine serves.
    is_up = status in ("ok", "degraded")
    return Response(Health(status, stopped, held), status_code=200 if is_up else 503)


@get("/metrics", media_type=MediaType.TEXT)
async def show_metrics(request: AnyRequest) -> str:
    """Counters as Prometheus reads them."""
    return site_of(request).metrics.text()


@get(["/", "/icon.svg", "/css/{path:path}", "/js/{path:path}"], include_in_schema=False)
async def show_page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """A file of the page, packed where the browser takes that, and only if it has changed."""
    del path  # The whole path of the request is what names the file.
    file = page_files().get(request.url.path.removeprefix("/") or "index.html")
    if file is None:
        raise NotFoundException("the page has no such file")
    headers = {"etag": file.etag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.media_type)
    headers["content-encoding"] = "gzip"
    return Response(file.packed, headers=headers, media_type=file.media_type)


@cache
def page_files() -> dict[str, PageFile]:
    """Every file of the page by its path, read once."""
    return dict(_walk(resources.files("pitboss") / "web", ""))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, PageFile]]:
    files: list[tuple[str, PageFile]] = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        suffix = f".{entry.name.rpartition('.')[2]}"
        if entry.is_dir():
            files += _walk(entry, f"{name}/")
        elif suffix in MEDIA_TYPES:
            data = entry.read_bytes()
            etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
            packed = gzip.compress(data, mtime=0)
            files.append((name, PageFile(MEDIA_TYPES[suffix], data, packed, etag)))
    return files


PAGE_HANDLERS = (show_health, show_metrics, show_page)
