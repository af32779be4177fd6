"""The HTTP API of the felt: layout, side wagers, stakes to try, readiness to deal, and advice."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from pitboss.cards import HIDDEN, Card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.legal import legal
from pitboss.engine.state import BETTING, COUPON, TableState
from pitboss.engine.table import step
from pitboss.money import MONEY_MAX, Cents, show
from pitboss.rulebook.file.payoffs import Meter, Prize, net_gain
from pitboss.rulebook.refusals import Rejection
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.server.analysis.coach import Advice, advise
from pitboss.server.feed.kept_boxes import is_kept, kept_refusal
from pitboss.server.http.request import AnyRequest, TableId, logged_in, person_of, site_of
from pitboss.server.lobby.lobby import LobbyError
from pitboss.store.port import TableHeader
from pitboss.wagers.examples import Example, example_of
from pitboss.wire.protocol import AnyCommand, Refused, refused_by

WAGERS_MAX = 64
"""Number of places on a felt on which one player has chips."""
NEWCOMER = "a newcomer"
"""Name for a viewer without a session; no account can have this name."""


NOTHING_KEPT: Mapping[int, str] = MappingProxyType({})


class LayOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wagers to be tried one after the other, without placing them."""

    wagers: Annotated[tuple[PlaceWager, ...], msgspec.Meta(max_length=WAGERS_MAX)]
    buy_in: Annotated[int, msgspec.Meta(ge=0, le=MONEY_MAX)] = 0
    """Amount of a buy-in before the wagers, in cents."""
    is_laid: bool = False
    """True if these are the chips laid out, which the dealer of a physical table sees."""


class LaidWager(msgspec.Struct, frozen=True):
    """The outcome of one wager that is tried, with the ones before it placed."""

    high: int
    """The most that the place takes; 0 if it takes no wager."""
    refused: Refused | None = None


@post("/api/tables/{table:str}/lay", status_code=200)
async def lay_out(
    request: AnyRequest, table: FromPath[str], data: JSONBody[LayOut]
) -> tuple[LaidWager, ...]:
    """Return, for each wager, a possible refusal and the most that its place takes; place none."""
    site = site_of(request)
    person = person_of(request)
    name = person.name if person else NEWCOMER
    live_table = site.table(table)
    state = live_table.actor.state
    laid = laid_out(state, name, data, live_table.feed.kept_boxes(state))
    if data.is_laid and name in state.chips:
        pairs = zip(data.wagers, laid, strict=True)
        taken = [wager.amounts for wager, outcome in pairs if outcome.refused is None]
        live_table.feed.note_laid(name, sum(map(sum, taken)))
    return laid


def laid_out(
    state: TableState, name: str, data: LayOut, kept: Mapping[int, str] = NOTHING_KEPT
) -> tuple[LaidWager, ...]:
    """Return the outcome of each wager in order; the next ones go without a refused one."""
    if data.buy_in:
        bought = step(state, BuyIn(player=name, amount=data.buy_in), "")
        if isinstance(bought, Rejection):
            return (LaidWager(0, refused_by(bought)),) * len(data.wagers)
        state = bought[0]
    answers = []
    for wager in data.wagers:
        placed = msgspec.structs.replace(wager, by=name)
        if is_kept("place_wager", wager.box, name, kept):
            answers.append(LaidWager(0, kept_refusal(wager.box, kept)))
            continue
        outcome = step(state, placed, name)
        refused = refused_by(outcome) if isinstance(outcome, Rejection) else None
        answers.append(LaidWager(_most(state, placed), refused))
        if not isinstance(outcome, Rejection):
            state = outcome[0]
    return tuple(answers)


def _most(state: TableState, wager: PlaceWager) -> int:
    """Return the most that the place of a wager takes now."""
    offers = (
        offer
        for offer in legal(state, wager.by)
        if (offer.do, offer.box, offer.wager) == ("place_wager", wager.box, wager.wager)
    )
    return next((max(offer.only, default=offer.high) for offer in offers), 0)


DOLLAR: Cents = 100


class LineExample(msgspec.Struct, frozen=True):
    """Cards and wins that make a line pay, without those that the wager ignores."""

    cards: tuple[Card, ...]
    """Cards of the box, in the order dealt."""
    up: Card
    """The dealer's up card; -1 if the wager ignores it."""
    dealer: tuple[Card, ...]
    """Final hand of the dealer."""
    wins: int
    """Number of rounds won in a row."""


class PayLine(msgspec.Struct, frozen=True):
    """A paying line of a side wager."""

    category: str
    pays: str
    clause: str
    example: LineExample | None
    """None if no simple hand shows it."""


class WagerSpot(msgspec.Struct, frozen=True):
    """The place of a side wager on every box."""

    name: str
    title: str
    kind: str
    clause: str
    wins_when: str
    """Condition for winning, in one sentence."""
    top: str
    """Highest payoff, in short."""
    lines: tuple[PayLine, ...]
    only: tuple[int, ...]
    """The only allowed stakes; empty if a range is allowed."""
    low: int
    high: int
    """Highest stake; 0 if only the chips limit it."""
    any_box: bool
    """True if it is also taken on a box where another player has the main wager."""


def spot_of(wager: SideWager) -> WagerSpot:
    """Return the place of a side wager with its title, stakes, payoffs and examples."""
    return WagerSpot(
        name=wager.name,
        title=wager.title,
        kind=wager.kind.kind,
        clause=wager.clause,
        wins_when=wager.kind.what_wins(),
        top=top_price(wager),
        lines=tuple(
            PayLine(line.category, str(line.payoff), line.clause, _example(wager, line.category))
            for line in wager.lines.values()
        ),
        only=wager.stakes,
        low=wager.stake_min,
        high=wager.stake_max if wager.stake_max < MONEY_MAX else 0,
        any_box=wager.any_box,
    )


def top_price(wager: SideWager) -> str:
    """Return the payoff of the best line in short: ``5000 to 1``, ``$5000``, ``meter``."""
    if wager.feeds_meter:
        return "meter"
    drawn = max((high for _, high in wager.prizes.values()), default=0)
    stake = max((*wager.stakes, DOLLAR))
    best = max(wager.lines.values(), key=lambda line: net_gain(line.payoff, stake, drawn=drawn))
    if not isinstance(best.payoff, Prize):
        return str(best.payoff)
    if best.payoff.per_dollar:
        return f"{drawn // DOLLAR} {'to' if best.payoff.returns_stake else 'for'} 1"
    return f"${show(drawn)}".removesuffix(".00")


def _example(wager: SideWager, category: str) -> LineExample | None:
    example: Example | None = example_of(wager.kind, category)
    if example is None:
        return None
    # If a final hand is shown, the up card is the first of that hand.
    up = HIDDEN if example.up is None or example.dealer else example.up
    return LineExample(example.cards, up, example.dealer, example.wins)


EVERY_TABLE = "*"


class Layout(msgspec.Struct, frozen=True):
    """The felt of a table: boxes, limits and side wagers, with the services around it."""

    table: str
    title: str
    rulebook: str
    options: dict[str, str]
    """Options that were chosen; the others have the defaults of the rulebook."""
    decks: int
    cards: int
    """Number of cards in the shoe that is dealt from."""
    boxes: int
    dealer_hands: int
    dealer_hands_min: int
    """Number of dealer hands that a main wager must play against."""
    bettors_per_box: int
    min_bet: int
    max_bet: int
    chip_unit: int
    ante: int
    wagers: tuple[WagerSpot, ...]
    coupon: str
    """Name under which a match play coupon is placed beside a main wager; empty if not taken."""
    acts: tuple[str, ...]
    """Acts of a hand that the rules ever allow."""
    has_meter: bool
    has_coach: bool
    has_bots: bool
    """True if bots may be seated."""
    has_auto_deal: bool
    """True if the table deals by itself: at once when every bettor is ready."""
    house_edge: float | None
    """House edge per unit of the initial wager; null until it has been worked out."""
    opening_chips: Cents
    """Chips that every player begins with; 0 if chips are bought from bankrolls."""


class AskWhy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command to judge without carrying it out."""

    command: AnyCommand
    seen: int = -1
    """Number of the last event that its sender has seen, as over a socket."""


class Why(msgspec.Struct, frozen=True):
    """The answer to a judged command: accepted, or the refusal."""

    ok: bool
    refused: Refused | None = None


class Readiness(msgspec.Struct, frozen=True):
    """Players at the table who have not said that the cards may be dealt."""

    waiting_for: tuple[str, ...]


@get("/api/tables/{table:str}/layout")
async def show_layout(request: AnyRequest, table: TableId) -> Layout:
    """Return the felt of a table with its services."""
    site = site_of(request)
    live_table = site.table(table)
    actor, header = live_table.actor, live_table.in_force
    solved = site.lobby.solver.cached(header)
    return replace(
        felt_of(header, live_table.rules),
        has_coach=_has_coach(site.settings.coachless, header.table),
        has_bots=actor.pace.has_bots,
        has_auto_deal=actor.pace.has_auto_deal and actor.state.automations.cards,
        house_edge=solved.house_edge if solved else None,
    )


def felt_of(header: TableHeader, rules: Rules) -> Layout:
    """Return the felt under some rules, without coach, bots or automatic dealing."""
    return Layout(
        table=header.table,
        title=header.title,
        rulebook=rules.rulebook,
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
        acts=_acts_of(rules),
        has_meter=_has_meter(rules),
        has_coach=False,
        has_bots=False,
        has_auto_deal=False,
        house_edge=None,
        opening_chips=header.chips,
    )


@post("/api/tables/{table:str}/ask", status_code=200)
async def ask_why(request: AnyRequest, table: TableId, data: JSONBody[AskWhy]) -> Why:
    """Return the refusal that a command would get now, with its clause; carry nothing out."""
    person, site = logged_in(request), site_of(request)
    refused = await site.refusal(site.table(table), person.name, data.command, seen=data.seen)
    return Why(ok=not refused, refused=refused)


@post("/api/tables/{table:str}/ready", status_code=200)
async def say_ready(request: AnyRequest, table: TableId) -> Readiness:
    """Say that the cards may be dealt; they are, as soon as all seated players have said so."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    actor = live_table.actor
    if not (actor.pace.has_auto_deal and actor.state.automations.cards):
        raise LobbyError("dealer_deals", "a dealer deals at this table; wait for the cards")
    if actor.state.phase != BETTING or not actor.state.has_main(person.name):
        raise LobbyError("no_wager", "place a wager first, while bets are open")
    waiting = await site.lobby.say_ready(live_table, person.name)
    if not waiting:
        await actor.give_house(Deal(drawn_from=site.surroundings.draw(1)[0] % 2))
    return Readiness(waiting)


@post("/api/tables/{table:str}/skip", status_code=200)
async def skip_round(request: AnyRequest, table: TableId) -> Readiness:
    """Sit a round out: the table does not wait for a player with chips and no wager."""
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    actor = live_table.actor
    is_seated = person.name in actor.state.chips and not actor.state.has_main(person.name)
    if actor.state.phase != BETTING or not is_seated:
        text = "only players with chips can sit a round out, before it is dealt"
        raise LobbyError("no_seat", text)
    waiting = await site.lobby.say_ready(live_table, person.name)
    if not waiting and actor.state.boxes and actor.pace.has_auto_deal:
        await actor.give_house(Deal(drawn_from=site.surroundings.draw(1)[0] % 2))
    return Readiness(waiting)


@get("/api/tables/{table:str}/advice")
async def show_advice(request: AnyRequest, table: TableId) -> Advice | None:
    """Return the value of each act of the viewer's hand; null if it is not their turn.

    It is null, too, in a game without exact odds.
    """
    person, site = logged_in(request), site_of(request)
    live_table = site.table(table)
    if not _has_coach(site.settings.coachless, table):
        raise LobbyError("no_coach", "this table has no coach")
    state, memory = live_table.actor.state, live_table.feed.memory
    return await advise(site.lobby.solver, live_table.header, state, person.name, memory)


def _acts_of(rules: Rules) -> tuple[str, ...]:
    """Return the acts of a hand that the rules allow at some time."""
    offered = {
        "hit": True,
        "stand": True,
        "double": True,
        "split": rules.split.hands_max > 1,
        "surrender": rules.surrender.hands != "none",
    }
    return tuple(act for act, is_offered in offered.items() if is_offered)


def _has_meter(rules: Rules) -> bool:
    return any(
        isinstance(line.payoff, Meter)
        for wager in rules.wagers.values()
        for line in wager.lines.values()
    )


def _has_coach(coachless: tuple[str, ...], table: str) -> bool:
    return table not in coachless and EVERY_TABLE not in coachless
