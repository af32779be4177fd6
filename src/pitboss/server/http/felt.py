"""The HTTP API beside a socket: how a table is laid out, why not, when to deal, what is best."""

from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from pitboss.engine.deal import Deal
from pitboss.engine.state import BETTING, COUPON
from pitboss.rulebook.file.payoffs import Meter
from pitboss.rulebook.rules import Rules
from pitboss.server.analysis.coach import Advice, advise_table, question
from pitboss.server.analysis.solver import resolved
from pitboss.server.house import site_of
from pitboss.server.http.laying import lay_out
from pitboss.server.http.tables import logged_in
from pitboss.server.http.wager_spots import WagerSpot, spot_of
from pitboss.server.lobby.lobby import LobbyError
from pitboss.store.port import TableHeader
from pitboss.wire.protocol import AnyCommand, Refused

AnyRequest = Request[Any, Any, Any]
TableId = FromPath[str]
EVERY_TABLE = "*"


class Layout(msgspec.Struct, frozen=True):
    """What is printed on the felt, and what lies around it."""

    table: str
    title: str
    rulebook: str
    options: dict[str, str]
    """Those that were chosen; the others are as the rulebook has them."""
    decks: int
    cards: int
    """Cards of the shoe that is dealt from."""
    boxes: int
    dealer_hands: int
    dealer_hands_min: int
    """Dealer hands that a main wager must be laid against."""
    bettors_per_box: int
    min_bet: int
    max_bet: int
    chip_unit: int
    ante: int
    wagers: tuple[WagerSpot, ...]
    coupon: str
    """The name under which a match play coupon is placed beside a main wager; empty where none is
    taken."""
    has_meter: bool
    has_coach: bool
    has_bots: bool
    """Bots may be seated."""
    has_auto_deal: bool
    """The table deals by itself; once everybody who bets is ready, at once."""
    house_edge: float | None
    """Per unit of the initial wager, once it has been worked out."""


class AskWhy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command that is only asked about."""

    command: AnyCommand
    seen: int = -1
    """The number of the last event that its sender has seen, as over a socket."""


class Why(msgspec.Struct, frozen=True):
    """Whether a command would be carried out now, and why not."""

    ok: bool
    refused: Refused | None = None


class Readiness(msgspec.Struct, frozen=True):
    """Who sits at the table and has not said that the cards may be dealt."""

    waiting_for: tuple[str, ...]


@get("/api/tables/{table:str}/layout")
async def show_layout(request: AnyRequest, table: TableId) -> Layout:
    """What is printed on the felt of a table."""
    site = site_of(request)
    live_table = site.table(table)
    actor, header = live_table.actor, live_table.in_force
    solved = site.lobby.solver.known(header)
    return replace(
        felt_of(header, live_table.rules),
        has_coach=_has_coach(site.settings.coachless, header.table),
        has_bots=actor.pace.has_bots,
        has_auto_deal=actor.pace.has_auto_deal and actor.state.automations.cards,
        house_edge=solved.house_edge if solved else None,
    )


def felt_of(header: TableHeader, rules: Rules) -> Layout:
    """The felt under some rules, with nobody and nothing around it."""
    return Layout(
        table=header.table,
        title=header.title,
        rulebook=header.rulebook,
        options=dict(header.options),
        decks=rules.decks_in_play,
        cards=len(rules.stack),
        boxes=rules.table.boxes,
        dealer_hands=rules.dealer.hands,
        dealer_hands_min=rules.dealer.hands_min,
        bettors_per_box=rules.table.bettors_per_box,
        min_bet=rules.limits.min_bet,
        max_bet=rules.limits.max_bet,
        chip_unit=rules.limits.chip_unit,
        ante=rules.fees.ante or 0,
        wagers=tuple(spot_of(wager) for wager in rules.wagers.values()),
        coupon=COUPON if rules.limits.coupon != "never" else "",
        has_meter=_has_meter(rules),
        has_coach=False,
        has_bots=False,
        has_auto_deal=False,
        house_edge=None,
    )


@post("/api/tables/{table:str}/ask", status_code=200)
async def ask_why(request: AnyRequest, table: TableId, data: JSONBody[AskWhy]) -> Why:
    """Whether a command would be carried out, and by which clause not; nothing happens."""
    person, site = logged_in(request), site_of(request)
    refused = await site.refusal(site.table(table), person.name, data.command, seen=data.seen)
    return Why(ok=not refused, refused=refused)


@post("/api/tables/{table:str}/ready", status_code=200)
async def say_ready(request: AnyRequest, table: TableId) -> Readiness:
    """Say that the cards may be dealt; they are, once everybody who is seated has said so."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    actor = live_table.actor
    if not (actor.pace.has_auto_deal and actor.state.automations.cards):
        raise LobbyError("dealer_deals", "a dealer deals at this table; wait for the cards")
    if actor.state.phase != BETTING or not actor.state.has_main(person.name):
        raise LobbyError("no_wager", "place a wager first, while bets are open")
    waiting = await site.lobby.say_ready(live_table, person.name)
    if not waiting:
        await actor.give_house(Deal(drawn_from=site.around.draw(1)[0] % 2))
    return Readiness(waiting)


@post("/api/tables/{table:str}/skip", status_code=200)
async def skip_round(request: AnyRequest, table: TableId) -> Readiness:
    """Sit a round out: somebody who has chips there and no wager is not waited for."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    actor = live_table.actor
    is_seated = person.name in actor.state.chips and not actor.state.has_main(person.name)
    if actor.state.phase != BETTING or not is_seated:
        text = "only players with chips can sit a round out, before it is dealt"
        raise LobbyError("no_seat", text)
    waiting = await site.lobby.say_ready(live_table, person.name)
    if not waiting and actor.state.boxes and actor.pace.has_auto_deal:
        await actor.give_house(Deal(drawn_from=site.around.draw(1)[0] % 2))
    return Readiness(waiting)


@get("/api/tables/{table:str}/advice")
async def show_advice(request: AnyRequest, table: TableId) -> Advice | None:
    """What each act of the viewer's hand is worth now; nothing where it is not their turn."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    if not _has_coach(site.settings.coachless, table):
        raise LobbyError("no_coach", "this table has no coach")
    asked = question(live_table.actor.state, person.name, live_table.feed.memory)
    if asked is None:
        return None
    header = live_table.in_force
    options = resolved(header.rulebook, tuple(sorted(header.options.items())))
    return await site.lobby.solver.advise(advise_table, header.rulebook, options, asked)


def _has_meter(rules: Rules) -> bool:
    return any(
        isinstance(line.payoff, Meter) for wager in rules.wagers.values()
        for line in wager.lines.values()
    )  # fmt: skip


def _has_coach(coachless: tuple[str, ...], table: str) -> bool:
    return table not in coachless and EVERY_TABLE not in coachless


TABLE_HANDLERS = (show_layout, ask_why, say_ready, skip_round, show_advice, lay_out)
