"""The HTTP API of the tables: lobby, rules, odds, commands, bots, seats and emotes."""

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.exceptions import HTTPException
from litestar.params import JSONBody
from litestar.types import ExceptionHandlersMap

from pitboss.engine.betting.limits import closed_boxes
from pitboss.engine.chips import CashOut
from pitboss.engine.floor.staff import TakeTable
from pitboss.errors import Refusal
from pitboss.money import MONEY_MAX, Cents
from pitboss.rulebook.catalog import choose, is_named, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.options.changes import shown_options
from pitboss.rulebook.terms.terms import Term, terms
from pitboss.rulebook.words.describe import describe
from pitboss.server.analysis.process import Busy, Failed, Unanswerable
from pitboss.server.analysis.solver import TableOdds
from pitboss.server.feed.floor import DEALING, dealing_of
from pitboss.server.house import Site
from pitboss.server.http.request import (
    AnyRequest,
    TableId,
    address_of,
    logged_in,
    must_run_tables,
    person_of,
    refuse_body,
    site_of,
)
from pitboss.server.http.rules import refuse_choice
from pitboss.server.http.same_site import SiteError
from pitboss.server.lobby.demo import DEMO
from pitboss.server.lobby.demo import RULEBOOK as DEMO_RULEBOOK
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.lobby.private import (
    KEY_BYTES,
    is_in_charge,
    is_listed,
    may_close,
    may_seat_bots,
    must_seat_bots,
    must_send_bots_home,
    open_private,
    top_up,
)
from pitboss.server.lobby.table import OwnSeat, Table, chips_at, own_seat, seated_and_watching
from pitboss.server.people.names import has_mixed_word, is_legible
from pitboss.server.people.register import SUPERVISING
from pitboss.server.settings import SettingsError
from pitboss.store.port import StoreError
from pitboss.wire.protocol import Answer, AnyCommand, CommandId, Emote, Refused, WireError

TITLE_MAX = 80


class TableSummary(msgspec.Struct, frozen=True):
    """A table as the lobby shows it."""

    table: str
    title: str
    rulebook: str
    about: str
    """The game of the rulebook in a sentence or two."""
    options: dict[str, str]
    phase: str
    round: int
    boxes: int
    taken: tuple[int, ...]
    """Boxes with a main wager on them."""
    closed: tuple[int, ...]
    """Other boxes that a newcomer may not bet on before the next shuffle."""
    players: tuple[str, ...]
    """Players with a wager up."""
    seated: tuple[str, ...]
    """Players with chips there, including bots."""
    watching: tuple[str, ...]
    """Viewers without chips who have logged in."""
    watchers: int
    """Number of connected clients, players included."""
    bots: int
    min_bet: int
    max_bet: int
    house_edge: float | None
    """House edge per unit of the initial wager; null until it has been worked out."""
    stopped: str
    dealing: str
    """``automatic``, ``cards_by_hand`` or ``by_hand``."""
    terms: tuple[Term, ...]
    """Rules that differ from table to table, in the short terms of the trade."""
    owner: str
    """Owner of a private table; empty for a public one."""


class DemoSummary(msgspec.Struct, frozen=True):
    """The table at which bots play while it has viewers."""

    table: str
    rulebook: str
    bots: tuple[str, ...]


class RuleSentence(msgspec.Struct, frozen=True):
    """One rule in words."""

    section: str
    text: str
    clauses: tuple[str, ...]


class RulesSheet(msgspec.Struct, frozen=True):
    """The rules of a table in words, with their clauses."""

    rulebook: str
    title: str
    revision: int
    options: dict[str, str]
    rules: tuple[RuleSentence, ...]


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table to open."""

    table: str
    rulebook: str
    title: str = ""
    options: dict[str, str] = {}
    dealing: Literal["automatic", "cards_by_hand", "by_hand"] = "automatic"
    """Dealt by the server, by a dealer who enters cards, or by one who does every step by hand."""
    pace: dict[str, int] = {}
    """Settings that differ from the server's pace: ``turn_ms``, ``betting_ms`` and so on, 0 for no
    limit on a turn; ``has_bots`` and ``has_best_play`` as 0 or 1. A table dealt by hand has no
    time limits and no bots, unless this says so.
    """


class OpenPrivate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The private table to open, dealt by the server."""

    rulebook: str
    title: str = ""
    options: dict[str, str] = {}
    pace: dict[str, int] = {}
    """Settings that differ from the server's pace."""
    chips: Annotated[Cents, msgspec.Meta(ge=0)] = 0
    """Opening chips of each player, which no bankroll pays for; 0: chips are bought."""


class TopUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More chips for one player of a private table; repeated with the same id, given once."""

    id: CommandId
    player: str
    amount: Annotated[Cents, msgspec.Meta(ge=1, le=MONEY_MAX)]


class GiveCommand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command; if it is sent again with the same id, the first answer is repeated."""

    id: CommandId
    command: AnyCommand
    seen: int = -1
    """Number of the last event that its sender has seen, as over a socket."""


class AddBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kind of bot to seat: ``like_dealer``, ``strategy`` (the best play) or ``random``."""

    kind: str = "like_dealer"


class Named(msgspec.Struct, frozen=True):
    """The name of a bot."""

    name: str


class Problem(msgspec.Struct, frozen=True):
    """A refusal: a code for programs and a sentence for people."""

    code: str
    text: str


@get("/api/tables")
async def list_tables(request: AnyRequest) -> list[TableSummary]:
    """Return the open tables; private ones if the viewer has opened them or sits there."""
    site = site_of(request)
    person = person_of(request)
    return [
        summary(site, table) for table in site.lobby.tables.values() if is_listed(person, table)
    ]


def _title(text: str) -> str:
    """Return a title cut to its length; raises ``LobbyError`` if it cannot be read plainly."""
    if not is_legible(text):
        why = "a title may not hold invisible characters, or any that turn others around"
        raise LobbyError("bad_title", why)
    if has_mixed_word(text):
        raise LobbyError("bad_title", "write each word of a title in the letters of one script")
    return text[:TITLE_MAX]


@post("/api/tables")
async def open_table(request: AnyRequest, data: JSONBody[OpenTable]) -> TableSummary:
    """Open a table under any shipped rulebook, with any options that it allows."""
    person, site = must_run_tables(request), site_of(request)
    opened = await site.lobby.open(
        data.table,
        _title(data.title),
        data.rulebook,
        data.options,
        automations=DEALING[data.dealing],
        pace=data.pace,
    )
    if person.role in SUPERVISING and data.dealing != "automatic":
        # A supervisor who opens a table for a human dealer is on duty there.
        await site.give(opened, person.name, site.surroundings.new_id(), TakeTable())
    return summary(site, opened)


@get("/api/demo-table")
async def show_demo(request: AnyRequest) -> DemoSummary | None:
    """Return the demo table, which may not be open yet; null if the house has none."""
    demo = site_of(request).demo
    return DemoSummary(DEMO, DEMO_RULEBOOK, demo.names) if demo.is_offered else None


@post("/api/demo-table", status_code=200)
async def open_demo(request: AnyRequest) -> TableSummary:
    """Open the demo table, if it is not open, and seat its bots; a session is not needed."""
    site = site_of(request)
    if not site.demo.is_offered:
        raise LobbyError("unknown_table", "this house has no demo table")
    return summary(site, await site.demo.open())


@post("/api/private-tables")
async def open_private_table(request: AnyRequest, data: JSONBody[OpenPrivate]) -> TableSummary:
    """Open a private table, which no list shows to others: friends join by its id."""
    person, site = logged_in(request), site_of(request)
    opened = await open_private(
        site.lobby,
        person,
        site.surroundings.draw(KEY_BYTES),
        title=_title(data.title),
        rulebook=data.rulebook,
        options=data.options,
        pace=data.pace,
        chips=data.chips,
    )
    return summary(site, opened)


@post("/api/tables/{table:str}/chips", status_code=204)
async def give_chips(request: AnyRequest, table: TableId, data: JSONBody[TopUp]) -> None:
    """Give a player of a private table more chips; for its host, where chips are not bought."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    if not live_table.header.owner or not may_close(person, live_table):
        raise LobbyError("forbidden", "the host of a private table gives chips")
    await top_up(site.lobby, live_table, person, data.player, data.amount, data.id)


@delete("/api/tables/{table:str}")
async def close_table(request: AnyRequest, table: TableId) -> None:
    """Close a table between two rounds: wagers and chips are returned, and its log is kept."""
    person, site = logged_in(request), site_of(request)
    live_table = site.lobby.tables.get(table)
    if live_table is None or not may_close(person, live_table):
        must_run_tables(request)
    await site.lobby.close(site.table(table))


@get("/api/tables/{table:str}")
async def show_table(request: AnyRequest, table: TableId) -> Response[bytes]:
    """Return the table as the viewer may see it, as in the first message of a socket."""
    site = site_of(request)
    live_table, person = site.table(table), person_of(request)
    view = live_table.feed.whole_view(person.name if person else "")
    return Response(view, media_type=MediaType.JSON)


@post("/api/tables/{table:str}/commands", status_code=200)
async def give_command(request: AnyRequest, table: TableId, data: JSONBody[GiveCommand]) -> Answer:
    """Carry out a command, as over a socket."""
    person, site = logged_in(request), site_of(request)
    live_table, address = site.table(table), address_of(request)
    return await site.give(
        live_table, person.name, data.id, data.command, seen=data.seen, address=address
    )


@get("/api/rulebooks/{rulebook:str}")
async def show_rulebook(rulebook: TableId) -> RulesSheet:
    """Return a rulebook by name or in one line, with its default options."""
    if not is_named(rulebook):
        raise LobbyError("unknown_rulebook", f"there is no rulebook {rulebook[:40]!r}")
    return _default_sheet(rulebook)


@get("/api/tables/{table:str}/rules")
async def show_rules(request: AnyRequest, table: TableId) -> RulesSheet:
    """Return the rules in force at a table."""
    site = site_of(request)
    header = site.table(table).in_force
    return await site.lobby.look_up(_sheet, header.rulebook, dict(header.options))


@get("/api/tables/{table:str}/odds", exception_handlers={Unanswerable: refuse_choice})
async def show_odds(request: AnyRequest, table: TableId) -> TableOdds:
    """Return the exact house edge of a table; the first request for its options takes seconds."""
    site = site_of(request)
    solved = await site.lobby.solver.solve(site.table(table).in_force)
    return TableOdds(solved.house_edge, solved.strategy_class)


@post("/api/tables/{table:str}/bots")
async def add_bot(request: AnyRequest, table: TableId, data: JSONBody[AddBot]) -> Named:
    """Seat a bot with play money: for the owner of a private table, and elsewhere for its players.

    Supervisors and administrators may at any table, all staff at any table without an owner.
    """
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    must_seat_bots(person, live_table)
    if data.kind not in ("like_dealer", "strategy", "random"):
        raise LobbyError("unknown_kind", "a bot is like_dealer, strategy or random")
    return Named(await site.lobby.add_bot(live_table, data.kind))


@delete("/api/tables/{table:str}/bots")
async def remove_bots(request: AnyRequest, table: TableId) -> None:
    """Send the bots of a table home; for its owner and those who run the table."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    must_send_bots_home(person, live_table)
    await site.lobby.remove_bots(live_table)


def summary(site: Site, table: Table) -> TableSummary:
    """Return a table as the lobby shows it."""
    state, header = table.actor.state, table.in_force
    seated, watching = seated_and_watching(table, is_shared=site.lobby.cluster is not None)
    solved = site.lobby.solver.cached(header)
    taken = tuple(box.number for box in state.boxes if box.mains)
    return TableSummary(
        table=header.table,
        title=header.title,
        rulebook=header.rulebook,
        about=load_rulebook(header.rulebook).about,
        options=dict(header.options),
        phase=state.phase,
        round=state.round,
        boxes=state.rules.table.boxes,
        taken=taken,
        closed=tuple(box for box in closed_boxes(state, "") if box not in taken),
        players=tuple(sorted({name for box in state.boxes for name, _ in box.mains})),
        seated=seated,
        watching=watching,
        watchers=table.feed.watchers,
        bots=len(table.robots),
        min_bet=state.rules.limits.min_bet,
        max_bet=state.rules.limits.max_bet,
        house_edge=solved.house_edge if solved else None,
        stopped=table.actor.stopped or state.floor.paused,
        dealing=dealing_of(state.automations),
        terms=terms(state.rules),
        owner=header.owner,
    )


def _sheet(rulebook: str, options: dict[str, str]) -> RulesSheet:
    rules = choose(load_rulebook(rulebook), options)
    sentences = tuple(
        RuleSentence(rule.section, rule.text, rule.clauses) for rule in describe(rules)
    )
    chosen = shown_options(rules)
    return RulesSheet(rulebook, rules.title, rules.revision, chosen, sentences)


@lru_cache(maxsize=64)
def _default_sheet(rulebook: str) -> RulesSheet:
    return _sheet(rulebook, {})


def _broken(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    """Answer an unexpected error with 500; its cause is in the server's log."""
    text = "something went wrong on our side; the cause is in the log of the server"
    return Response(Problem("broken", text), status_code=500)


def _refused(request: AnyRequest, error: Exception) -> Response[Any]:
    """Return a refusal as JSON, with the status that fits its code; to a page as a sentence."""
    if isinstance(error, SiteError) and "text/html" in request.headers.get("accept", ""):
        return Response(str(error), status_code=status_of(error), media_type=MediaType.TEXT)
    code = "store" if isinstance(error, StoreError) else str(getattr(error, "code", "refused"))
    return Response(Problem(code, str(error)), status_code=status_of(error))


def status_of(error: Exception) -> int:
    """Return the HTTP status for an error; 500 for an unexpected one."""
    if isinstance(error, HTTPException):
        return error.status_code
    if not isinstance(error, tuple(kind for kind in TROUBLE if isinstance(kind, type))):
        return 500
    code = str(getattr(error, "code", "refused"))
    status = 404 if code.startswith("unknown") else 503 if code in ("busy", "store") else 400
    status = STATUS.get(code, status)
    return 503 if isinstance(error, StoreError) else status


STATUS = {
    "wrong_secret": 401,
    "wrong_code": 401,
    "second_factor": 401,
    "session_ended": 401,
    "forbidden": 403,
    **dict.fromkeys(("foreign_host", "foreign_origin", "no_origin"), 403),
    "gap": 409,
    "id_reused": 409,
    "too_fast": 429,
    "broken": 500,
}


TROUBLE: ExceptionHandlersMap = {
    500: _broken,
    WireError: refuse_body,
    Busy: _refused,
    Failed: _refused,
    Refusal: _refused,
    SettingsError: _refused,
    SiteError: _refused,
    RulebookError: _refused,
    StoreError: _refused,
}


class CashedOut(msgspec.Struct, frozen=True):
    """The result of cashing out at one table."""

    table: str
    amount: Cents
    """Amount returned to the bankroll; 0 if cashing out was refused."""
    at_stake: Cents
    """Chips that remain on the layout until they are decided."""
    refused: Refused | None = None


class PeopleHere(msgspec.Struct, frozen=True):
    """People and bots at a table, and the viewer's rights there."""

    seated: tuple[str, ...]
    """Players with chips there, including bots."""
    watching: tuple[str, ...]
    unnamed: int
    """Number of viewers who have not logged in."""
    bots: tuple[str, ...]
    owner: str
    """Owner of a private table; empty for a public one."""
    opening_chips: Cents
    """Chips that every player begins with; 0 if chips are bought from bankrolls."""
    shown_names: dict[str, str]
    """Names that they are shown under, if they have changed them."""
    door: str
    """The door of a private table: ``link``, ``ask`` or ``closed``."""
    asking: tuple[str, ...]
    """Newcomers who ask for a seat; empty for all but the host."""
    may_seat_bots: bool
    may_send_bots_home: bool
    may_close: bool


class ShowEmote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The emote to show to the others at the table."""

    emote: Emote


@get("/api/seats")
async def list_seats(request: AnyRequest) -> list[OwnSeat]:
    """Return the tables at which the viewer has chips, or which they have opened."""
    person, site = logged_in(request), site_of(request)
    seats = [own_seat(table, person.name) for table in site.lobby.tables.values()]
    return [seat for seat in seats if seat is not None]


@post("/api/seats/cash-out", status_code=200)
async def cash_out_all(request: AnyRequest) -> list[CashedOut]:
    """Cash out at every table; wagers remain there until they are decided."""
    person, site = logged_in(request), site_of(request)
    results = []
    for table in list(site.lobby.tables.values()):
        seat = own_seat(table, person.name)
        if seat is None or not seat.chips or table.header.chips:
            continue
        command = CashOut(amount=seat.chips)
        answer = await site.give(table, person.name, site.surroundings.new_id(), command)
        amount = seat.chips if answer.ok else 0
        results.append(CashedOut(seat.table, amount, seat.at_stake, answer.refused))
    return results


@get("/api/tables/{table:str}/people")
async def show_people(request: AnyRequest, table: TableId) -> PeopleHere:
    """Return the people with chips at a table, and its viewers."""
    site = site_of(request)
    live_table, person = site.table(table), person_of(request)
    seated, watching = seated_and_watching(live_table, is_shared=site.lobby.cluster is not None)
    is_host = person is not None and may_close(person, live_table)
    door = site.lobby.door_of(table)
    asking = door.asking if is_host else ()
    return PeopleHere(
        seated=seated,
        watching=watching,
        unnamed=live_table.feed.unnamed,
        bots=tuple(sorted(robot.name for robot in live_table.robots)),
        owner=live_table.header.owner,
        opening_chips=live_table.header.chips,
        shown_names=live_table.feed.shown_names((*seated, *watching, *asking)),
        door=door.kind,
        asking=asking,
        may_seat_bots=may_seat_bots(person, live_table),
        may_send_bots_home=person is not None and is_in_charge(person, live_table),
        may_close=is_host,
    )


@post("/api/tables/{table:str}/emotes", status_code=204)
async def show_emote(request: AnyRequest, table: TableId, data: JSONBody[ShowEmote]) -> None:
    """Show an emote to the others at the table; for players with chips there."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    if not chips_at(live_table.actor.state, person.name):
        raise LobbyError("not_seated", "sit down first: those with chips at the table are heard")
    if not site.emotes.take(person.name, site.now_s()):
        raise LobbyError("too_fast", "not so fast: wait a few seconds")
    live_table.feed.emote(person.name, data.emote)
    if site.lobby.cluster is not None:
        site.lobby.cluster.tell_emote(live_table.header.table, person.name, data.emote)
