"""The files of the page, the code for phones, the health of the server, and its metrics."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, Parameter

from pitboss.server.http import page_bundle as first_load
from pitboss.server.http.request import AnyRequest, site_of
from pitboss.server.http.same_site import host_name
from pitboss.server.lobby.lobby import TABLE_ID
from pitboss.server.lobby.private import masked_id
from pitboss.server.phones import code_rows, is_this_machine, phone_url
from pitboss.wire.protocol import NO_ROOM

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
"""Media types of the files of the page; no other kinds are served."""
FOREVER = "public, max-age=31536000, immutable"
"""Cache header of an address with a version: other content has another address."""


class Health(msgspec.Struct, frozen=True):
    """The health of a server: its status, and the reasons if it cannot do all of its work."""

    status: str
    """``ok``, ``degraded`` if a log does not hold, ``stopped`` if a table has, ``away`` if the
    database is, or ``full`` if the disk is."""
    stopped: dict[str, str]
    """Tables that have stopped, with the reason."""
    full: dict[str, str]
    """Tables that refuse commands until the disk has room again, with the reason."""
    quarantined: dict[str, str]
    """Logs of tables, people and bankrolls that do not hold, with the reason."""
    clock: str
    """A sentence about the system clock if it has jumped and is not followed yet."""
    ahead: dict[str, str]
    """Tables whose log time is far ahead of the clock, and the remedy."""


class JoinCode(msgspec.Struct, frozen=True):
    """The address of the lobby or of a table for a phone, as text and as a QR code."""

    url: str
    """Empty if only this machine can open the server."""
    rows: tuple[str, ...]
    """The QR code without its margin: 0 for light, 1 for dark."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, ready to be sent."""

    media_type: str
    plain: bytes
    packed: bytes
    etag: str

    @property
    def version(self) -> str:
        """Hash of the content, which is part of its address."""
        return self.etag.strip('"')


@get("/healthz")
async def show_health(request: AnyRequest) -> Response[Health]:
    """Return the health of the server: its tables, its database, its disk and its clocks."""
    lobby = site_of(request).lobby
    tables = lobby.tables.items()
    stopped = {masked_id(id_): table.actor.stopped for id_, table in tables if table.actor.stopped}
    full = {masked_id(id_): NO_ROOM.text for id_, table in tables if not table.actor.has_room}
    is_away = lobby.cluster is not None and bool(lobby.cluster.away)
    held = {masked_id(id_): why for id_, why in lobby.faults.items()}
    clock = lobby.clocks.fault
    ahead = {masked_id(id_): text for id_, text in lobby.clocks.faults().items()}
    is_degraded = bool(held or clock or ahead)
    troubles = {"stopped": stopped, "away": is_away, "full": full, "degraded": is_degraded}
    status = next((name for name, is_there in troubles.items() if is_there), "ok")
    # A server with a table in quarantine still serves the other tables.
    is_up = status in ("ok", "degraded")
    health = Health(status, stopped, full, held, clock, ahead)
    return Response(health, status_code=200 if is_up else 503)


@get("/api/join")
async def show_join(
    request: AnyRequest,
    table: FromQuery[Annotated[str, Parameter(pattern=f"^({TABLE_ID.pattern})?$")]] = "",
) -> JoinCode:
    """Return the address that a phone opens to join the lobby or a table, with its QR code."""
    settings, host = site_of(request).settings, request.headers.get("host", "")
    scheme = "https" if settings.has_secure_cookies else "http"
    is_near = is_this_machine(host_name(host) or "localhost")
    url = phone_url(settings) if is_near else f"{scheme}://{host}"
    if not url:
        return JoinCode("", ())
    url += f"/#/table/{table}" if table else ""
    return JoinCode(url, code_rows(url))


@get("/metrics", media_type=MediaType.TEXT)
async def show_metrics(request: AnyRequest) -> str:
    """Return the counters in the format of Prometheus."""
    return site_of(request).metrics.text()


PATHS = [
    "/",
    "/favicon.ico",
    "/icon.svg",
    "/robots.txt",
    "/css/{path:path}",
    "/js/{path:path}",
    "/lang/{path:path}",
]
JOINED = (".css", ".html", ".js")
"""Kinds of files that are joined for the first felt."""


@get(PATHS, include_in_schema=False)
async def show_page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
    """Return a file of the page, compressed if the browser accepts that; 304 if it is unchanged."""
    del path  # The whole path of the request is what names the file.
    file = page_files().get(request.url.path.removeprefix("/") or "index.html")
    if file is None:
        raise NotFoundException("the page has no such file")
    is_exact = request.query_params.get("v") == file.version
    cached = FOREVER if is_exact else "no-cache"
    headers = {"etag": file.etag, "cache-control": cached, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.plain, headers=headers, media_type=file.media_type)
    headers["content-encoding"] = "gzip"
    return Response(file.packed, headers=headers, media_type=file.media_type)


@cache
def page_files() -> dict[str, PageFile]:
    """Return all files by path, ready to be sent, with those for the first felt joined."""
    sources, texts = page_sources(), page_texts()
    script = _ready(first_load.SCRIPT, first_load.joined_script(texts).encode())
    style = _ready(first_load.STYLE, first_load.joined_style(texts).encode())
    script_at = f"{first_load.SCRIPT}?v={script.version}"
    style_at = f"{first_load.STYLE}?v={style.version}"
    made = first_load.stand_ins(texts, script_at)
    made["index.html"] = first_load.first_page(texts, script_at, style_at, _languages(sources))
    made |= {path: _bare(path, text) for path, text in texts.items() if path not in made}
    sent = sources | {path: text.encode() for path, text in made.items()}
    # Joined style sheets are never fetched by themselves.
    joined = first_load.sheets(texts)
    ready = {path: _ready(path, data) for path, data in sent.items() if path not in joined}
    return {**ready, first_load.SCRIPT: script, first_load.STYLE: style}


@cache
def page_sources() -> dict[str, bytes]:
    """Return every file of the page as it is stored, by its path."""
    return dict(_walk(resources.files("pitboss") / "web", ""))


def page_texts() -> dict[str, str]:
    """Return every file that may be joined, by its path."""
    return {path: data.decode() for path, data in page_sources().items() if path.endswith(JOINED)}


def _bare(path: str, text: str) -> str:
    """Return a file that is fetched by itself without comments, which are for its authors."""
    return first_load.bare(text) if path.endswith(".js") else first_load.bare_style(text)


def _languages(sources: dict[str, bytes]) -> list[str]:
    """Return the languages that have a file of translations; English needs no file."""
    files = (path for path in sources if path.startswith("lang/") and path.endswith(".json"))
    return sorted(path.removeprefix("lang/").removesuffix(".json") for path in files)


def _ready(path: str, data: bytes) -> PageFile:
    etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    media_type = MEDIA_TYPES[f".{path.rpartition('.')[2]}"]
    return PageFile(media_type, data, gzip.compress(data, mtime=0), etag)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    files: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        suffix = f".{entry.name.rpartition('.')[2]}"
        if entry.is_dir():
            files += _walk(entry, f"{name}/")
        elif suffix in MEDIA_TYPES:
            files.append((name, entry.read_bytes()))
    return files
