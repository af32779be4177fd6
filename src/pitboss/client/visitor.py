"""A session at a server: log-ins, the list of tables, and sockets of tables."""

import ssl
from collections.abc import Callable
from functools import cache
from typing import Any, Self

import httpx
import msgspec

from pitboss.client.table import GIVE_UP_S, ClientError, Heard, LiveTable, ignore, origin_of
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.rules import Rules

TIMEOUT_S = 20.0
KEPT_S = 2.0
"""Seconds after which an idle connection is not used again: a server closes it after five, and a
request at that moment would be lost."""
LIMITS = httpx.Limits(keepalive_expiry=KEPT_S)


class Listed(msgspec.Struct, frozen=True):
    """A table in the lobby's list; other fields of the list are ignored."""

    table: str
    title: str
    rulebook: str
    options: dict[str, str]
    phase: str
    round: int


class Visitor:
    """A person or a program at a server, under one name at a time.

    Here a bot plays ten rounds as a guest:

    ```python
    async with Visitor("http://localhost:8021") as visitor:
        await visitor.come_as_guest("bob")
        bot = ByStrategy("bob", await visitor.rules("nz"))
        async with visitor.sit("nz") as table:
            await play(table, bot, rounds=10)
    ```
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.name = ""
        """The name in use; "" before a log-in."""
        self.secret = ""
        """The password, or the key of a guest: keep it to come back under the same name."""
        self._http = httpx.AsyncClient(
            # A server takes a cookie only from its own pages, and from programs that name it.
            base_url=self.url,
            headers={"origin": origin_of(self.url)},
            verify=_tls(),
            timeout=TIMEOUT_S,
            limits=LIMITS,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def come_as_guest(self, name: str) -> None:
        """Play under a name that is free."""
        guest = await self._ask("POST", "/api/guests", {"name": name})
        self.name, self.secret = guest["name"], guest["key"]

    async def make_account(self, name: str, password: str, *, admin_token: str = "") -> None:
        """Make an account and use it."""
        body = {"name": name, "password": password, "admin_token": admin_token}
        await self._ask("POST", "/api/accounts", body)
        self.name, self.secret = name, password

    async def log_in(self, name: str, secret: str) -> None:
        """Come back with a password, or with the key of a guest."""
        await self._ask("POST", "/api/session", {"name": name, "secret": secret})
        self.name, self.secret = name, secret

    async def renew(self) -> None:
        """Log in again if the session has ended, as after a restart of the server."""
        if self.name and await self._ask("GET", "/api/session") is None:
            # Sessions of a server that was started again may not hold any more.
            self._http.cookies.clear()
            await self.log_in(self.name, self.secret)

    async def tables(self) -> list[Listed]:
        """Return every open table."""
        return msgspec.convert(await self._ask("GET", "/api/tables"), list[Listed])

    async def rules(self, table: str) -> Rules:
        """Return the rules of a table, for programs that play by them."""
        summary = next((listed for listed in await self.tables() if listed.table == table), None)
        if summary is None:
            raise ClientError("unknown_table", f"there is no table {table!r}")
        return choose(load_rulebook(summary.rulebook), summary.options)

    async def open_table(self, table: str, rulebook: str, options: dict[str, str]) -> None:
        """Open a table; for administrators and supervisors."""
        body = {"table": table, "rulebook": rulebook, "options": options}
        await self._ask("POST", "/api/tables", body)

    def sit(
        self, table: str, *, hear: Callable[[Heard], None] = ignore, patience_s: float = GIVE_UP_S
    ) -> LiveTable:
        """Return a socket at a table, for ``async with``; ``hear`` gets every event.

        A lost connection is retried for ``patience_s`` seconds.
        """
        return LiveTable(self, table, hear, patience_s)

    def cookies(self) -> str:
        """Return the session's ``Cookie`` header."""
        return "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())

    async def _ask(self, verb: str, path: str, body: object = None) -> Any:
        """Send a request and return the answer; raise ``ClientError`` for an error."""
        try:
            answer = await self._http.request(verb, path, json=body)
        except httpx.HTTPError as error:
            text = f"{self.url} does not answer: {str(error) or type(error).__name__}"
            raise ClientError("unreachable", text) from error
        content = answer.json() if answer.content else None
        if answer.is_error:
            content = content if isinstance(content, dict) else {}
            text = str(content.get("text") or content.get("detail") or answer.reason_phrase)
            raise ClientError(str(content.get("code", answer.status_code)), text)
        return content


@cache
def _tls() -> ssl.SSLContext:
    """Return one context for all visitors, because it takes long to make."""
    return ssl.create_default_context()
