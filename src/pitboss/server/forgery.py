"""Forged requests: a request that changes something brings a token that belongs to its session.

The page reads the token from a cookie and sends it back in a header, which no other site can do. A
token is a random part and its HMAC together with the session; the key is the same on every server
of a house. So the cookie of another session, or of one that has ended, counts for nothing. A
session takes over the random part of the token that it was opened with: a script that has read the
cookie once goes on with it after it has logged in.
"""

import hashlib
import hmac
from collections.abc import Iterable

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.cookies import CSRF, SESSION, cookie_name
from pitboss.server.identity import IdentityError
from pitboss.server.site import AnyConnection, Site, site_of

HEADER = "x-csrf-token"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
RANDOM_BYTES = 16
NO_SESSION = ""
"""What stands for the session of a browser that has none."""
SET_COOKIE, CACHED = b"set-cookie", b"cache-control"


class Tokens:
    """Makes the tokens of a house, and knows them again."""

    def __init__(self, secret: str) -> None:
        self._key = secret.encode()

    def make(self, session: str, random: str) -> str:
        """A token of a session, which is named by its hash."""
        return f"{random}.{self._proof(session, random)}"

    def is_of(self, session: str, token: str) -> bool:
        """Whether a token was made for this session."""
        random, _, proof = token.partition(".")
        right = self._proof(session, random)
        return hmac.compare_digest(right.encode(), proof.encode("utf-8", "replace"))

    def is_right(self, session: str, *, kept: str, sent: str) -> bool:
        """Whether a request brought the token of its session, or the one that opened it."""
        if not self.is_of(session, kept) or _random(kept) != _random(sent):
            return False
        return self.is_of(session, sent) or self.is_of(NO_SESSION, sent)

    def _proof(self, session: str, random: str) -> str:
        text = f"{session}.{random}".encode("utf-8", "replace")
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()


class ForgeryGuard(ASGIMiddleware):
    """Lets a request that changes something through with the token of its session only."""

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = "exclude_from_csrf"

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check a request, then pass it on."""
        connection: AnyConnection = ASGIConnection(scope, receive)
        site = site_of(connection)
        await site.recall(connection)
        if connection.scope.get("method") not in SAFE:
            self._check(connection, site)
        await next_app(scope, receive, send)

    def _check(self, connection: AnyConnection, site: Site) -> None:
        sent, kept = connection.headers.get(HEADER, ""), _kept(connection, site)
        if self._tokens.is_right(_session(connection, site), kept=kept, sent=sent):
            return
        if site.identity.is_idle(site.token(connection)):
            raise site.session_ended()
        raise IdentityError(
            "stale_token",
            f"send the value of the cookie {cookie_name(CSRF, site.settings)} in the header"
            f" {HEADER}; it changes when you log in or out",
        )

    async def renew(self, message: Message, scope: Scope) -> None:
        """Give a browser the token of the session that it has from now on."""
        if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
            return
        connection: AnyConnection = ASGIConnection(scope)
        site, headers = site_of(connection), list(message.get("headers", ()))
        if any(one == CACHED and value.startswith(b"public") for one, value in headers):
            return  # A proxy keeps this answer, and would hand one browser's token to others.
        opened = _opened(headers, cookie_name(SESSION, site.settings))
        kept = _kept(connection, site)
        session = site.identity.token_hash(opened) if opened else _session(connection, site)
        if self._tokens.is_of(session, kept):
            return
        # Who opens a session has sent a right token.
        random = _random(kept) if opened else site.around.draw(RANDOM_BYTES).hex()
        cookie = Cookie(
            key=cookie_name(CSRF, site.settings), path="/", samesite="strict",
            value=self._tokens.make(session, random),
            secure=site.settings.has_secure_cookies,
        )  # fmt: skip
        message["headers"] = [*headers, (SET_COOKIE, cookie.to_header(header="").encode())]


def _session(connection: AnyConnection, site: Site) -> str:
    """The session behind a request, by its hash."""
    token = site.token(connection)
    return site.identity.token_hash(token) if site.identity.whose(token) else NO_SESSION


def _random(token: str) -> str:
    return token.partition(".")[0]


def _kept(connection: AnyConnection, site: Site) -> str:
    return connection.cookies.get(cookie_name(CSRF, site.settings), "")


def _opened(headers: Iterable[tuple[bytes, bytes]], name: str) -> str:
    """The token of the session that an answer opens; empty where it opens none."""
    for header, value in headers:
        key, _, rest = value.decode("latin-1").partition("=")
        if header == SET_COOKIE and key == name:
            return rest.partition(";")[0]
    return ""
