"""The HTTP API of the security log; for auditors."""

from functools import partial
from typing import Annotated

from litestar import get
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromQuery, Parameter

from pitboss.server.house import site_of
from pitboss.server.http.history import Version
from pitboss.server.http.tables import AnyRequest, logged_in
from pitboss.server.security.log import Outcome, SecurityPage, What, read_security

LINES_MAX = 200
"""Lines of one page."""

Limit = Annotated[int, Parameter(ge=1, le=LINES_MAX)]
Words = Annotated[str, Parameter(max_length=80)]


@get("/api/security")
async def show_security_log(
    request: AnyRequest, before: FromQuery[Version] = 0, limit: FromQuery[Limit] = 50,
    what: FromQuery[What | None] = None, outcome: FromQuery[Outcome | None] = None,
    who: FromQuery[Words] = "",
) -> SecurityPage:  # fmt: skip
    """Who tried what, from where, and with what result, newest first; for auditors."""
    if logged_in(request).role != "auditor":
        raise PermissionDeniedException("the security log is for auditors")
    site = site_of(request)
    await site.lobby.look_up(site.security.flush)
    return await site.lobby.look_up(
        partial(
            read_security, site.reading, before=before, limit=limit, what=what or "", who=who,
            outcome=outcome or "",
        )
    )  # fmt: skip


SECURITY_HANDLERS = (show_security_log,)
