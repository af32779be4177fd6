"""A request's site and body, and the rights of its sender, read as strictly as a socket reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, Parameter

from pitboss.rulebook.catalog import is_named, load_rulebook, offered_books
from pitboss.server.admission.client import CLIENT
from pitboss.server.analysis.solver import Options, resolved
from pitboss.server.house import Site
from pitboss.server.http.cookies import SESSION, cookie_name
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.people.entries import Person
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.register import SUPERVISING
from pitboss.server.security.log import AttemptKind, AttemptResult
from pitboss.wire.protocol import WireError, id_in

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
RulebookId = FromPath[str]
TableId = FromPath[str]
Version = Annotated[int, Parameter(ge=0, le=2**53)]

VALUE_MAX = 4_000
"""Longest value of an option, or list of cards, in characters."""


def site_of(connection: AnyConnection) -> Site:
    """Return the site that a request came to."""
    site = connection.app.state.site
    assert isinstance(site, Site)
    return site


def address_of(connection: AnyConnection) -> str:
    """Return the address that a request came from, or ""."""
    return connection.client.host if connection.client else ""


def token_of(connection: AnyConnection) -> str:
    """Return the token of the session that a request came with, or ""."""
    return connection.cookies.get(cookie_name(SESSION, site_of(connection).settings), "")


def person_of(connection: AnyConnection) -> Person | None:
    """Return the person who is logged in on a request."""
    return site_of(connection).identity.whose(token_of(connection))


async def recall_session(connection: AnyConnection) -> None:
    """Read the session behind a request from the store, if another server opened it."""
    await site_of(connection).identity.recall(token_of(connection))


def logged_in(request: AnyRequest) -> Person:
    """Return the person behind a request, who must have logged in."""
    site = site_of(request)
    person = person_of(request)
    if person is None and site.identity.is_idle(token_of(request)):
        raise site.session_ended()
    if person is None:
        raise NotAuthorizedException("log in first")
    return person


def note(
    connection: AnyConnection,
    kind: AttemptKind,
    outcome: AttemptResult,
    *,
    who: str = "",
    text: str = "",
) -> None:
    """Put an attempt into the security log, with the address that it came from."""
    security = site_of(connection).security
    security.note(kind, outcome, who=who, address=address_of(connection), text=text)


@contextmanager
def proving(request: AnyRequest, kind: AttemptKind, name: str, purpose: str = "") -> Iterator[None]:
    """Count a guess of a password, a key or a code, and note it if it is wrong.

    A person who finds a browser open has only a few guesses. ``purpose`` begins the note.
    """
    site = site_of(request)
    site.guess(name, address_of(request))
    try:
        yield
    except IdentityError as error:
        known = site.identity.register.find(name)
        who = known.name if known else ""
        note(request, kind, AttemptResult.REFUSED, who=who, text=f"{purpose}{error.code}")
        raise


def find_person(site: Site, name: str) -> Person:
    """Return the person of a name or login; raise ``IdentityError`` for an unknown one."""
    person = site.identity.register.find(name)
    if person is None:
        raise IdentityError("unknown", f"nobody is called {name[:40]!r}")
    return person


def limit_logins(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Count a log-in of the address; raises ``Overloaded`` if there were too many."""
    site = site_of(connection)
    site.log_ins.attempt(CLIENT.get().address, site.now_s())


def must_run_tables(request: AnyRequest) -> Person:
    """Return the person behind a request, who must be an administrator or a supervisor."""
    person = logged_in(request)
    if not person.is_admin and person.role not in SUPERVISING:
        raise PermissionDeniedException("this is for administrators and supervisors")
    return person


def must_administer(request: AnyRequest) -> Person:
    """Return the person behind a request, who must be an administrator."""
    person = logged_in(request)
    if not person.is_admin:
        raise PermissionDeniedException("this is for administrators")
    return person


def check_rulebook(rulebook: str) -> None:
    """Refuse an unknown name from outside: it is a rulebook or a game in one line, never a path."""
    if not is_named(rulebook):
        names = ", ".join(offered_books())
        text = f"there is no rulebook {rulebook[:40]!r}; there are {names}"
        raise LobbyError("unknown_rulebook", text)
    if "@" in rulebook and (id_ := load_rulebook(rulebook).id) != rulebook:
        # Answers are kept by name: an edition has one, not one for each day.
        raise LobbyError("unknown_rulebook", f"the edition of that day is {id_!r} here")


def options_of(
    request: AnyRequest, *, prefix: str = "", but: frozenset[str] = frozenset()
) -> dict[str, str]:
    """Return the options among the parameters of a request; the last one of a name counts."""
    options: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name.startswith(prefix) and name not in but:
            if len(value) > VALUE_MAX:
                raise LobbyError("too_long", f"the value of {name[:40]} is too long")
            options[name.removeprefix(prefix)] = value
    return options


def table_options(
    request: AnyRequest, rulebook: str, *, but: frozenset[str] = frozenset()
) -> Options:
    """Return every option of the table in question; raises ``RulebookError``."""
    check_rulebook(rulebook)
    return resolved(rulebook, tuple(sorted(options_of(request, but=but).items())))


async def check_body(request: AnyRequest) -> None:
    """Refuse a body that is not what the endpoint takes.

    Raises ``WireError`` or ``ClientException``. The framework would take "100" for 100, and breaks
    on brackets within brackets.
    """
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    body = await request.body()
    try:
        _decoder(field.annotation).decode(body)
    except RecursionError:
        raise ClientException("the body is nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        text = f"the body cannot be read: {error}"[:300]
        raise WireError(text, id_) if (id_ := id_in(body)) else ClientException(text) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def refuse_body(_request: AnyRequest, error: WireError) -> Response[dict[str, object]]:
    """Answer as the framework does, with the id of the body that cannot be read."""
    content = {"status_code": 400, "detail": str(error), "id": error.id}
    return Response(content, status_code=400)
