"""The HTTP API of reports and sign-offs, the security log, and corrections of log time."""

from typing import Annotated, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromQuery, JSONBody, Parameter

from pitboss.engine.floor.books.shift import SignOff
from pitboss.reports.tally import Period
from pitboss.reports.times import PeriodError, checked_zone, parse_period
from pitboss.server.analysis.reports import Form, ReportRequest, report_sheet
from pitboss.server.house import Site
from pitboss.server.http.request import (
    AnyRequest,
    TableId,
    Version,
    address_of,
    limit_logins,
    logged_in,
    must_run_tables,
    proving,
    site_of,
)
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.people.entries import Person
from pitboss.server.people.register import SUPERVISING
from pitboss.server.security.log import AttemptKind, AttemptResult, SecurityPage, read_security
from pitboss.store.export import export_log
from pitboss.wire.protocol import Answer, CommandId

TABLES_MAX = 20
"""Number of tables in one report."""

Ids = Annotated[str, Parameter(max_length=TABLES_MAX * 41)]
YesNo = Literal["yes", "no"]
Time = Annotated[str, Parameter(max_length=40)]


class SignShift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the person who signs; repeated with the same id, it is one sign-off."""

    id: CommandId
    password: str


@get("/api/reports")
async def show_report(
    request: AnyRequest,
    tables: FromQuery[Ids] = "",
    since: FromQuery[Time] = "",
    until: FromQuery[Time] = "",
    odds: FromQuery[YesNo] = "yes",
) -> Response[bytes]:
    """Return the report of tables, separated by commas, as from ``pitboss report --json``.

    Amounts are in cents. For supervisors, auditors and administrators.
    """
    sheet = await _sheet(request, tables, since, until, odds, "json")
    return Response(sheet, media_type=MediaType.JSON)


@get("/api/reports.csv")
async def show_report_rows(
    request: AnyRequest,
    tables: FromQuery[Ids] = "",
    since: FromQuery[Time] = "",
    until: FromQuery[Time] = "",
    odds: FromQuery[YesNo] = "yes",
) -> Response[bytes]:
    """Return the report as one table of rows for spreadsheets."""
    sheet = await _sheet(request, tables, since, until, odds, "csv")
    return Response(sheet, media_type="text/csv", headers=_named("report.csv"))


@get("/api/reports.html")
async def show_report_page(
    request: AnyRequest,
    tables: FromQuery[Ids] = "",
    since: FromQuery[Time] = "",
    until: FromQuery[Time] = "",
    odds: FromQuery[YesNo] = "yes",
) -> Response[bytes]:
    """Return the report as a self-contained page for a printer."""
    sheet = await _sheet(request, tables, since, until, odds, "html")
    return Response(sheet, media_type=MediaType.HTML, headers=_named("report.html"))


@post("/api/tables/{table:str}/sign-off", guards=[limit_logins], status_code=200)
async def sign_off(request: AnyRequest, table: TableId, data: JSONBody[SignShift]) -> Answer:
    """Sign off a shift's figures with the password again; for supervisors at the table."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    purpose = f"to sign off at {live_table.header.table}: "
    with proving(request, AttemptKind.PASSWORD, person.name, purpose):
        await site.identity.confirm(person, data.password)
    site.guessed(person.name, address_of(request))
    return await live_table.actor.give_house(SignOff(by=person.name), person.name, data.id)


def _named(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


def _period(request: AnyRequest, since: str, until: str) -> Period:
    """Return a period in the server's time zone; raises ``LobbyError``."""
    zone = checked_zone(site_of(request).settings.time_zone)
    try:
        return parse_period(since, until, zone)
    except PeriodError as error:
        raise LobbyError("bad_period", str(error)) from None


async def _sheet(
    request: AnyRequest, tables: str, since: str, until: str, odds: YesNo, form: Form
) -> bytes:
    """Return a report from the logs as they are now, of open and closed tables alike."""
    wanted = ReportRequest(_period(request, since, until), form, odds == "yes")
    person, site = logged_in(request), site_of(request)
    check_may_read_reports(person)
    names = [name for name in dict.fromkeys(tables.split(",")) if name]
    if not 0 < len(names) <= TABLES_MAX:
        raise LobbyError("bad_tables", f"name one to {TABLES_MAX} tables")
    logs = tuple([await _log(site, name, person) for name in names])
    return await site.lobby.verifier.run(report_sheet, logs, wanted)


async def _log(site: Site, table: str, person: Person) -> bytes:
    played = await site.played(table)
    if not person.is_admin and played.state.has_main(person.name):
        text = "you have a wager up at this table; read its report when that is settled"
        raise PermissionDeniedException(text)
    return await site.lobby.look_up(export_log, site.reading, played.header.table)


def check_may_read_reports(person: Person) -> None:
    """Refuse reports to all but supervisors, auditors and administrators."""
    if not person.is_admin and person.role not in (*SUPERVISING, "auditor"):
        raise PermissionDeniedException("this is for supervisors, auditors and administrators")


LINES_MAX = 200
"""Number of lines on one page."""

Limit = Annotated[int, Parameter(ge=1, le=LINES_MAX)]
Words = Annotated[str, Parameter(max_length=80)]


@get("/api/security")
async def show_security_log(
    request: AnyRequest,
    before: FromQuery[Version] = 0,
    limit: FromQuery[Limit] = 50,
    what: FromQuery[AttemptKind | None] = None,
    outcome: FromQuery[AttemptResult | None] = None,
    who: FromQuery[Words] = "",
) -> SecurityPage:
    """Return attempts with person, address and result, the newest first; for auditors."""
    if logged_in(request).role != "auditor":
        raise PermissionDeniedException("the security log is for auditors")
    site = site_of(request)
    await site.lobby.look_up(site.security.flush)
    return await site.lobby.look_up(
        read_security,
        site.reading,
        before=before,
        limit=limit,
        what=what or "",
        who=who,
        outcome=outcome or "",
    )


class ClockSet(msgspec.Struct, frozen=True):
    """A table at which log time was brought back."""

    table: str
    by_ms: int
    """Time by which log time was ahead of the wall clock."""


@post("/api/log-time", status_code=200)
async def set_log_time(request: AnyRequest) -> list[ClockSet]:
    """Bring log time back to the wall clock at every table that is over 5 minutes ahead."""
    person, site = must_run_tables(request), site_of(request)
    done = await site.lobby.clocks.set_back(person.name)
    return [ClockSet(table, by_ms) for table, by_ms in done.items()]
