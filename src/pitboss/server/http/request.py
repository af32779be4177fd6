"""Bodies of requests, read strictly: as a socket reads its messages."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import ClientException

from pitboss.wire.protocol import id_in

AnyRequest = Request[Any, Any, Any]


class BadBody(ClientException):
    """A body that cannot be read, although the id in it can."""

    def __init__(self, text: str, id_: str) -> None:
        super().__init__(text)
        self.id = id_


async def check_body(request: AnyRequest) -> None:
    """Refuse a body that is not what the endpoint takes; raises ``ClientException``.

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
    """Answer as the framework does, with the id of what could not be read."""
    told = {"status_code": error.status_code, "detail": error.detail, "id": error.id}
    return Response(told, status_code=error.status_code)
