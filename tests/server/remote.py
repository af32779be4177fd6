"""A person at a server in another process: a guest with cookies, commands and sockets."""

from contextlib import ExitStack
from types import TracebackType
from typing import Any

import httpx
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.client.visitor import LIMITS
from pitboss.server.http.cookies import SESSION
from tests.patience import WAIT_S
from tests.server.live import Wire


class Remote:
    """A guest, logged in."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.url = url
        self._open = ExitStack()
        self.http = self._open.enter_context(
            httpx.Client(base_url=url, headers={"origin": url}, timeout=WAIT_S, limits=LIMITS)
        )
        self.http.post("/api/guests", json={"name": name}).raise_for_status()

    def __enter__(self) -> "Remote":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._open.close()

    def move(self, url: str) -> None:
        """Go to another server with the same session."""
        self.url = url
        self.http.base_url = httpx.URL(url)
        self.http.headers["origin"] = url

    def command(self, table: str, id_: str, command: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a command; nothing where the server is gone or cannot answer."""
        body = {"id": id_, "command": command}
        path = f"/api/tables/{table}/commands"
        try:
            answer = self.http.post(path, json=body)
        except httpx.HTTPError:
            return None
        told: dict[str, Any] = answer.json()
        return told if answer.status_code == 200 else None

    def seat_bot(self, table: str) -> None:
        """Somebody to play rounds meanwhile, with a guest who has chips and looks on."""
        self.command(table, "seat", {"do": "buy_in", "player": self.name, "amount": 1_000})
        self.socket(table)
        body = {"kind": "like_dealer"}
        path = f"/api/tables/{table}/bots"
        self.http.post(path, json=body).raise_for_status()

    def socket(self, table: str) -> Wire:
        """A socket at a table."""
        url = f"{self.url.replace('http', 'ws', 1)}/ws/tables/{table}"
        headers = {"Cookie": f"{SESSION}={self.http.cookies[SESSION]}"}
        # Whoever looks on without reading is there as long as somebody who reads.
        opened = connect(
            url,
            origin=Origin(self.url),
            additional_headers=headers,
            max_size=None,
            max_queue=None,
            open_timeout=WAIT_S,
        )
        return Wire(self._open.enter_context(opened), self.name)
