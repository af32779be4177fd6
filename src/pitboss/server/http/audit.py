"""The HTTP API of the floor and its auditors: duties, the log by search, the books, a verdict."""

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from litestar import get
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromQuery, Parameter
from msgspec.structs import replace

from pitboss.engine.declare import all_events, tag_of
from pitboss.engine.state import INSPECTOR
from pitboss.proof.log import verify_log
from pitboss.server.feed.floor import FloorSheet, floor_sheet
from pitboss.server.house import site_of
from pitboss.server.http.history import Version, is_staff, may_read_all
from pitboss.server.http.tables import AnyRequest, TableId, logged_in
from pitboss.server.lobby.archive import Played
from pitboss.server.log.audits import (
    LINES_MAX,
    AuditPage,
    Books,
    Rulings,
    Search,
    list_rulings,
    open_until,
    read_books,
    search_log,
)
from pitboss.server.security.witness import witness_of
from pitboss.store.export import export_log
from pitboss.store.witness.outside import read_outside

Limit = Annotated[int, Parameter(ge=1, le=LINES_MAX)]
Words = Annotated[str, Parameter(max_length=80)]
PublicKey = Annotated[str, Parameter(pattern="^([0-9a-f]{64})?$")]

KINDS: tuple[str, ...] = tuple(sorted(tag_of(kind) for kind in all_events()))
"""The names of everything that can stand in a log."""


class Judged(msgspec.Struct, frozen=True):
    """One check with its result."""

    check: str
    status: str
    """``ok``; ``failed``; or ``not_made`` if it was not made, or not over every event."""
    text: str
    events: tuple[tuple[int, int], ...]
    """The first and the last event of each part of the log that it was made over."""


class Verdict(msgspec.Struct, frozen=True):
    """The verdict of ``pitboss verify`` on the log of a table."""

    ok: bool
    """True only if the log holds."""
    records: int
    checks: tuple[Judged, ...]
    verdict: Literal["holds", "not_proven", "fails"]
    voucher: str
    """Public key of the witness that binds the log; empty if none does."""


@get("/api/tables/{table:str}/floor")
async def show_floor(request: AnyRequest, table: TableId) -> FloorSheet:
    """What the staff of a table may report, order and do, with the clauses behind it."""
    live_table = site_of(request).table(table)
    return floor_sheet(live_table.actor.state, live_table.header.title)


@get("/api/tables/{table:str}/rulings")
async def show_rulings(request: AnyRequest, table: TableId) -> Rulings:
    """The last things that the staff of a table reported, ordered and corrected."""
    site = site_of(request)
    played = await site.played(table)
    person, before = site.who(request), played.version + 1
    eyes = INSPECTOR if is_staff(played, person) else person.name if person else ""
    id_, state = played.header.table, played.state
    call = partial(list_rulings, site.reading, id_, state, before=before, eyes=eyes)
    return await site.lobby.look_up(call)


@get("/api/events")
async def list_kinds() -> tuple[str, ...]:
    """The names of everything that can stand in a log."""
    return KINDS


@get("/api/tables/{table:str}/events")
async def search_events(
    request: AnyRequest, table: TableId, before: FromQuery[Version] = 0,
    limit: FromQuery[Limit] = 50, kind: FromQuery[Words] = "", player: FromQuery[Words] = "",
    text: FromQuery[Words] = "",
) -> AuditPage:  # fmt: skip
    """The events of a log that match, the newest first; for auditors.

    Those of a round in play are open when it is settled.
    """
    played = await _audited(request, table)
    site = site_of(request)

    def look() -> AuditPage:
        last = open_until(site.reading, played.header.table, played.state, played.version)
        page = search_log(
            site.reading, played.header.table, Search(kind, player, text),
            before=min(before or last + 1, last + 1), limit=limit,
            titles=played.state.rules.titles,
        )  # fmt: skip
        return replace(page, behind=played.version - last)

    return await site.lobby.look_up(look)


@get("/api/tables/{table:str}/ledger")
async def show_books(request: AnyRequest, table: TableId, account: FromQuery[Words] = "") -> Books:
    """What every account of a table holds, and the last transfers; for auditors."""
    played = await _audited(request, table)
    site = site_of(request)
    call = partial(
        read_books, site.reading, played.header.table, played.state.rules, account=account
    )
    return await site.lobby.look_up(call)


@get("/api/tables/{table:str}/verify")
async def show_verdict(
    request: AnyRequest, table: TableId, key: FromQuery[PublicKey] = ""
) -> Verdict:
    """Everything that ``pitboss verify`` checks, on the log as it is now; for auditors.

    While a round is in play, the log before its deal is checked. The log holds only if ``key`` is
    the public key of the witness, which an auditor has from elsewhere than this server.
    """
    played = await _audited(request, table)
    site = site_of(request)

    def export() -> bytes:
        last = open_until(site.reading, played.header.table, played.state, played.version)
        behind = played.version - last
        return export_log(site.reading, played.header.table, until=last, behind=behind)

    data = await site.lobby.look_up(export)
    return await site.lobby.verifier.run(judge, data, witness_of(site.store), key)


def judge(log: bytes, witness: Path | None, key: str) -> Verdict:
    """Judge an exported log; it takes long, so it is done in another process."""
    report = verify_log(log, read_outside(witness) if witness else None, key=key)
    checks = tuple(Judged(one.name, one.status, one.text, one.events) for one in report.checks)
    return Verdict(report.ok, report.records, checks, report.verdict, report.voucher)


async def _audited(request: AnyRequest, table: str) -> Played:
    """A table whose log this person may read."""
    person = logged_in(request)
    played = await site_of(request).played(table)
    if not may_read_all(played, person):
        raise PermissionDeniedException("this is for auditors, who have no wager up")
    return played


AUDIT_HANDLERS = (
    show_floor, show_rulings, list_kinds, search_events, show_books, show_verdict,
)  # fmt: skip
