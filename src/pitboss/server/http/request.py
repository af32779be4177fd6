"""A request's site, person and body, read as strictly as a message over a socket."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException

from pitboss.errors import Error
from pitboss.server.house import Site
from pitboss.server.http.cookies import SESSION, cookie_name
from pitboss.server.people.entries import Person
from pitboss.wire.protocol import id_in

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]


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


class BadBody(Error):
    """A body that cannot be read, although the id in it can."""

    def __init__(self, text: str, id_: str) -> None:
        super().__init__(text)
        self.id = id_


async def check_body(request: AnyRequest) -> None:
    """Refuse a body that is not what the endpoint takes; raises ``BadBody`` or ``ClientException``.

    The framework would take "100" for 100, and breaks on brackets within brackets.
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
        raise BadBody(text, id_) if (id_ := id_in(body)) else ClientException(text) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def refuse_body(_request: AnyRequest, error: BadBody) -> Response[dict[str, object]]:
    """Answer as the framework does, with the id of the body that cannot be read."""
    told = {"status_code": 400, "detail": str(error), "id": error.id}
    return Response(told, status_code=400)
