"""Bodies of requests, read strictly: as a socket reads its messages."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException

AnyRequest = Request[Any, Any, Any]


async def check_body(request: AnyRequest) -> None:
    """Refuse a body that is not what the endpoint takes; raises ``ClientException``.

    The framework would take "100" for 100, and breaks on brackets within brackets.
    """
    field = request.route_handler.parsed_data_field
    if field is None:
        return
    try:
        _decoder(field.annotation).decode(await request.body())
    except RecursionError:
        raise ClientException("the body is nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ClientException(f"the body cannot be read: {error}"[:300]) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
