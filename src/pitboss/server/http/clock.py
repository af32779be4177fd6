"""The HTTP API of log time: brought back at every table after a wrong clock."""

import msgspec
from litestar import post

from pitboss.server.house import site_of
from pitboss.server.http.tables import AnyRequest, must_run_tables


class ClockSet(msgspec.Struct, frozen=True):
    """A table at which log time was brought back."""

    table: str
    by_ms: int
    """How far log time was ahead of the wall clock."""


@post("/api/log-time", status_code=200)
async def set_log_time(request: AnyRequest) -> list[ClockSet]:
    """Bring log time back to the wall clock at every table where it is over 5 minutes ahead."""
    person, site = must_run_tables(request), site_of(request)
    done = await site.lobby.clocks.set_back(person.name)
    return [ClockSet(table, by_ms) for table, by_ms in done.items()]


CLOCK_HANDLERS = (set_log_time,)
