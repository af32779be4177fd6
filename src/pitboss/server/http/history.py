"""The HTTP API of logs: rounds and shoes for all; the floor, events, books and verdicts."""

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from litestar import MediaType, get
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath, FromQuery, Parameter
from litestar.response import Stream
from msgspec.structs import replace

from pitboss.engine.declare import all_events, tag_of
from pitboss.engine.state import INSPECTOR, TableState
from pitboss.proof.log import verify_log
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from pitboss.server.admission.client import CLIENT
from pitboss.server.feed.floor import FloorSheet, floor_sheet
from pitboss.server.feed.round_steps import RoundSteps, round_messages, round_steps
from pitboss.server.house import Site
from pitboss.server.http.felt import Layout, felt_of
from pitboss.server.http.request import AnyRequest, TableId, Version, logged_in, person_of, site_of
from pitboss.server.lobby.archive import TableRecord
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.lobby.private import was_listed
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
from pitboss.server.log.proofs import ShoeProof, commitment_before, shoe_proof
from pitboss.server.log.round_scripts import round_script
from pitboss.server.log.rounds import (
    ROUNDS_MAX,
    RoundPage,
    RoundSummary,
    find_round,
    head_at,
    list_rounds,
)
from pitboss.server.people.entries import Person
from pitboss.server.people.register import SUPERVISING
from pitboss.server.security.witness import key_to_sign, witness_of
from pitboss.store.export import export_log, log_parts
from pitboss.store.port import TableHeader
from pitboss.store.witness.outside import read_outside
from pitboss.store.witness.receipts import FORMAT as RECEIPT
from pitboss.store.witness.receipts import Receipt, sign_receipt
from pitboss.wire.protocol import Message, Shoe

T = TypeVar("T")

Number = FromPath[int]
Limit = Annotated[int, Parameter(ge=1, le=ROUNDS_MAX)]
Name = Annotated[str, Parameter(max_length=40)]

BOUGHT_MAX = 500
"""Number of a person's buy-ins that are read to find their tables."""


class Replay(msgspec.Struct, frozen=True):
    """The result of playing a round again through the engine."""

    ok: bool
    failures: tuple[str, ...]


class ClosedTable(msgspec.Struct, frozen=True):
    """A closed table, whose log is kept."""

    table: str
    title: str
    rulebook: str
    options: dict[str, str]
    """Options with which it was opened."""
    opened_ms: int


class RoundShoe(msgspec.Struct, frozen=True):
    """The commitment to the shoe of a round, and the proof once the shoe is over."""

    commitment: str
    """Empty for a physical shoe."""
    proof: ShoeProof | None


@get("/api/closed-tables")
async def list_closed(request: AnyRequest) -> list[ClosedTable]:
    """Return the closed tables, whose rounds and shoes are looked up as at open ones.

    Private tables are listed if the viewer had opened them or last bought in there.
    """
    site = site_of(request)
    closed, person = site.identity.register.closed_tables, person_of(request)

    def read() -> list[TableHeader]:
        headers = [header for header in site.store.headers() if header.table in closed]
        own = [header.account_of(person.name) for header in headers if person and header.chips]
        played_at = {movement.account.partition("@")[2] for movement in site.store.bankrolls(own)}
        bought = (
            site.store.movements(person.name, kind="buy_in", limit=BOUGHT_MAX) if person else ()
        )
        tables = frozenset(movement.source for movement in bought) | played_at
        return [header for header in headers if was_listed(person, header, tables)]

    return [
        ClosedTable(
            header.table, header.title, header.rulebook, dict(header.options), header.created_ms
        )
        for header in await site.lobby.look_up(read)
    ]


@get("/api/tables/{table:str}/shoes")
async def list_shoes(request: AnyRequest, table: TableId) -> tuple[Shoe, ...]:
    """Return the last shoes with their commitments, and the seeds of those that are over."""
    return (await site_of(request).played(table)).shoes


@get("/api/tables/{table:str}/rounds")
async def show_rounds(
    request: AnyRequest,
    table: TableId,
    before: FromQuery[Version] = 0,
    limit: FromQuery[Limit] = 25,
    player: FromQuery[Name] = "",
) -> RoundPage:
    """Return the rounds of a table, the newest first, page by page; if named, of one player."""
    site = site_of(request)
    log = await site.played(table)
    end = log.version + 1
    return await site.lobby.look_up(
        list_rounds,
        site.reading,
        log.header.table,
        before=min(before, end) if before else end,
        limit=limit,
        player=player,
    )


@get("/api/tables/{table:str}/rounds/{number:int}")
async def show_round(request: AnyRequest, table: TableId, number: Number) -> list[Message]:
    """Return the events of a round as the viewer may see them."""
    return await _read_round(request, table, number, round_messages)


@get("/api/tables/{table:str}/rounds/{number:int}/steps")
async def show_steps(request: AnyRequest, table: TableId, number: Number) -> RoundSteps:
    """Return a round step by step as the viewer may see it: each event, then the table."""
    return await _read_round(request, table, number, round_steps)


@get("/api/tables/{table:str}/rounds/{number:int}/layout")
async def show_round_layout(request: AnyRequest, table: TableId, number: Number) -> Layout:
    """Return the felt on which a round was played, by the rules then in force."""
    site = site_of(request)
    log, played = await _find(site, table, number)

    def look() -> Layout:
        first = played.first
        (step,) = log.history.replayed(site.reading, log.header, first=first, last=first)
        return felt_of(log.header, step.before.rules)

    return await site.lobby.look_up(look)


@get("/api/tables/{table:str}/rounds/{number:int}/shoe")
async def show_shoe(request: AnyRequest, table: TableId, number: Number) -> RoundShoe:
    """Return the commitment to the shoe of a round, and its proof once the shoe is over."""
    site = site_of(request)
    log, played = await _find(site, table, number)

    def look() -> RoundShoe:
        commitment = commitment_before(site.reading, log.header.table, played.last)
        if not commitment:
            return RoundShoe("", None)
        last = log.version
        proof = shoe_proof(log.history, site.reading, log.header, commitment, last=last)
        return RoundShoe(commitment, proof)

    return await site.lobby.look_up(look)


@get("/api/tables/{table:str}/rounds/{number:int}/script", media_type=MediaType.TEXT)
async def show_script(request: AnyRequest, table: TableId, number: Number) -> str:
    """Return the rounds of a shoe up to this one as a round script for ``pitboss replay``.

    It names every card, so it is open to all once the shoe is over; auditors and supervisors may
    read it when the round has ended.
    """
    return await _script(request, table, number)


@get("/api/tables/{table:str}/rounds/{number:int}/replay")
async def replay_round(request: AnyRequest, table: TableId, number: Number) -> Replay:
    """Play the script of a round through the engine again, and compare the results."""
    text = await _script(request, table, number)

    def play() -> Replay:
        verdict = play_script(parse_script(text, f"round {number}"))
        return Replay(verdict.ok, verdict.failures)

    return await site_of(request).lobby.look_up(play)


@get("/api/tables/{table:str}/receipt")
async def show_receipt(
    request: AnyRequest, table: TableId, event: FromQuery[Version] = 0
) -> Receipt | None:
    """Return the signed head of a log after one of its events, 0 for the newest, for the player.

    The page keeps one for each round of its player: with it ``pitboss verify`` finds out whether
    the log was rewritten since. None from a server that signs nothing.
    """
    site, person = site_of(request), logged_in(request)
    log = await site.played(table)
    id_, key = log.header.table, key_to_sign(site.store)
    if key is None:
        return None
    signed = await site.lobby.look_up(head_at, site.reading, id_, event or log.version)
    if signed is None:
        raise LobbyError("unknown_event", f"there is no event {event}")
    head, round_ = signed
    receipt = Receipt(
        RECEIPT, id_, person.name, round_, head.version, head.chain, head.at_ms, key.public
    )
    return sign_receipt(receipt, key)


@get("/api/tables/{table:str}/log", media_type=MediaType.TEXT)
async def show_log(request: AnyRequest, table: TableId) -> Stream:
    """Return the log of a table for ``pitboss verify``: every shoe that is over; for auditors, all
    up to the round in play. Only auditors and supervisors see the figures of the staff.
    """
    site = site_of(request)
    log, person = await site.played(table), person_of(request)
    id_, until, for_staff = log.header.table, log.version, is_staff(log, person)
    scan = partial(
        log.history.public.advance,
        site.reading,
        id_,
        is_for_staff=for_staff,
        is_closed=log.is_closed,
    )
    if person is not None and may_read_all(log, person) and not log.is_closed:
        scan = partial(open_until, site.reading, id_, log.state, log.version)
    until = min(until, await site.lobby.look_up(scan))
    behind = log.version - until
    parts = log_parts(site.reading, id_, until=until, behind=behind, is_for_staff=for_staff)
    site.check_streams(CLIENT.get())
    first = await site.lobby.look_up(next, parts)
    return Stream(_in_turns(site, first, parts), media_type="application/jsonl")


async def _in_turns(site: Site, part: bytes, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Send a long answer part by part, so that other look-ups have their turn in between."""
    with site.streaming(CLIENT.get()):
        while part:
            yield part
            part = await site.lobby.look_on(next, parts, b"")


def may_read_all(table: TableRecord, person: Person) -> bool:
    """Return True if a person may read more of the log than finished shoes: auditors only."""
    return person.role == "auditor" and not table.state.has_main(person.name)


def is_staff(table: TableRecord, person: Person | None) -> bool:
    """Return True if a person sees all cards of past rounds: supervisors and auditors."""
    if person is None or table.state.has_main(person.name):
        return False
    return person.role in ("auditor", *SUPERVISING)


async def _read_round(request: AnyRequest, table: str, number: int, read: Callable[..., T]) -> T:
    """Return a round as the viewer may see it."""
    site, person = site_of(request), person_of(request)
    log, played = await _find(site, table, number)
    viewer, may_see_all = person.name if person else "", is_staff(log, person)
    source = log.history, site.reading, log.header, played, viewer
    return await site.lobby.look_up(read, *source, is_staff=may_see_all)


async def _find(site: Site, table: str, number: int) -> tuple[TableRecord, RoundSummary]:
    log = await site.played(table)
    before = log.version + 1
    played = await site.lobby.look_up(
        find_round, site.reading, log.header.table, number, before=before
    )
    if played is None:
        raise LobbyError("unknown_round", f"round {number} has not ended")
    return log, played


async def _script(request: AnyRequest, table: str, number: int) -> str:
    site = site_of(request)
    log, played = await _find(site, table, number)
    may_see_all = is_staff(log, person_of(request))
    if not (may_see_all or _is_seen_anyway(log.state) or log.history.is_open(played)):
        raise LobbyError("forbidden", "the shoe of this round is still in play")

    def write() -> str:
        return round_script(log.history, site.reading, log.header, played, is_staff=may_see_all)

    return await site.lobby.look_up(write)


def _is_seen_anyway(state: TableState) -> bool:
    """Return True if all cards that the server knows were shown to all players."""
    return not state.automations.cards and state.rules.deal.player_cards == "face_up"


LineLimit = Annotated[int, Parameter(ge=1, le=LINES_MAX)]
Words = Annotated[str, Parameter(max_length=80)]
PublicKey = Annotated[str, Parameter(pattern="^([0-9a-f]{64})?$")]

KINDS: tuple[str, ...] = tuple(sorted(tag_of(kind) for kind in all_events()))
"""Names of all events that a log can have."""


class Judged(msgspec.Struct, frozen=True):
    """One check with its result."""

    check: str
    status: str
    """``ok``; ``failed``; or ``not_made`` if it was not made, or not over every event."""
    text: str
    events: tuple[tuple[int, int], ...]
    """First and last event of each checked part of the log."""


class Verdict(msgspec.Struct, frozen=True):
    """The verdict of ``pitboss verify`` on the log of a table."""

    ok: bool
    """True only if the log holds."""
    records: int
    checks: tuple[Judged, ...]
    verdict: Literal["holds", "not_proven", "fails"]
    voucher: str
    """Public key of the witness that binds the log; empty if no witness does."""


@get("/api/tables/{table:str}/floor")
async def show_floor(request: AnyRequest, table: TableId) -> FloorSheet:
    """Return the reports, orders and procedures of the staff at a table, with their clauses."""
    live_table = site_of(request).table(table)
    return floor_sheet(live_table.actor.state, live_table.header.title)


@get("/api/tables/{table:str}/rulings")
async def show_rulings(request: AnyRequest, table: TableId) -> Rulings:
    """Return the newest reports, orders and corrections of the staff at a table."""
    site = site_of(request)
    played = await site.played(table)
    person, before = person_of(request), played.version + 1
    eyes = INSPECTOR if is_staff(played, person) else person.name if person else ""
    id_, state = played.header.table, played.state
    return await site.lobby.look_up(
        list_rulings, site.reading, id_, state, before=before, eyes=eyes
    )


@get("/api/events")
async def list_kinds() -> tuple[str, ...]:
    """Return the names of all events that a log can have."""
    return KINDS


@get("/api/tables/{table:str}/events")
async def search_events(
    request: AnyRequest,
    table: TableId,
    before: FromQuery[Version] = 0,
    limit: FromQuery[LineLimit] = 50,
    kind: FromQuery[Words] = "",
    player: FromQuery[Words] = "",
    text: FromQuery[Words] = "",
) -> AuditPage:
    """Return the events of a log that match, the newest first; for auditors.

    The events of a round in play can be found once it is settled.
    """
    played = await _audited(request, table)
    site = site_of(request)

    def look() -> AuditPage:
        last = open_until(site.reading, played.header.table, played.state, played.version)
        page = search_log(
            site.reading,
            played.header.table,
            Search(kind, player, text),
            before=min(before or last + 1, last + 1),
            limit=limit,
            titles=played.state.rules.titles,
        )
        return replace(page, behind=played.version - last)

    return await site.lobby.look_up(look)


@get("/api/tables/{table:str}/ledger")
async def show_books(request: AnyRequest, table: TableId, account: FromQuery[Words] = "") -> Books:
    """Return the balance of every account of a table, and its last transfers; for auditors."""
    played = await _audited(request, table)
    site = site_of(request)
    return await site.lobby.look_up(
        read_books, site.reading, played.header.table, played.state.rules, account=account
    )


@get("/api/tables/{table:str}/verify")
async def show_verdict(
    request: AnyRequest, table: TableId, key: FromQuery[PublicKey] = ""
) -> Verdict:
    """Return all checks of ``pitboss verify`` on the log as it is now; for auditors.

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
    return await site.lobby.verifier.run(verify_exported, data, witness_of(site.store), key)


def verify_exported(log: bytes, witness: Path | None, key: str) -> Verdict:
    """Verify an exported log; it takes long, so it is done in another process."""
    report = verify_log(log, read_outside(witness) if witness else None, key=key)
    checks = tuple(
        Judged(check.name, check.status, check.text, check.events) for check in report.checks
    )
    return Verdict(report.ok, report.records, checks, report.verdict, report.voucher)


async def _audited(request: AnyRequest, table: str) -> TableRecord:
    """Return a table whose log this person may read; raises ``PermissionDeniedException``."""
    person = logged_in(request)
    played = await site_of(request).played(table)
    if not may_read_all(played, person):
        raise PermissionDeniedException("this is for auditors, who have no wager up")
    return played
