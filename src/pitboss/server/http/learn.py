"""The HTTP API for learners: drills, shoes to count, chart squares, your own figures."""

from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from litestar import get
from litestar.params import FromQuery, Parameter, QueryParameter

from pitboss.hands import hand_of
from pitboss.odds.sheets.charts import square_of
from pitboss.reports.expected import Edges
from pitboss.rulebook.catalog import SHIPPED
from pitboss.rulebook.questions.acts import split_refusal
from pitboss.server.analysis.coach import decision_due
from pitboss.server.analysis.counting import CountedShoe, ShoeRequest, counted_shoe
from pitboss.server.analysis.drills import DayHand, DrillSheet, drill_sheet, hand_of_day
from pitboss.server.analysis.own_play import OwnPlay, own_play
from pitboss.server.analysis.solver import resolved
from pitboss.server.analysis.statistics import (
    Decided,
    Key,
    Statistics,
    TableRound,
    canonical_question,
    cost_of_decisions,
    decisions_by_rules,
    key_of,
    round_figures,
    table_edges,
    value_decisions,
    wager_figures,
)
from pitboss.server.house import Site
from pitboss.server.http.request import (
    AnyRequest,
    RulebookId,
    TableId,
    logged_in,
    site_of,
    table_options,
)
from pitboss.server.http.rules import REFUSED_CHOICES
from pitboss.server.lobby.archive import TableRecord
from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.log.rounds import list_rounds
from pitboss.store.port import PAGE_MAX

COUNTING = frozenset({"count", "players", "ramp", "seed"})
"""Parameters that are not options; no rulebook has options of these names."""
PLAYERS_MAX = 7
RAMP_MAX = 200
SEED_MAX = 2**53 - 1
ROUNDS_MAX = 500
"""Number of rounds in one answer, over all tables."""
TABLES_MAX = 12
"""Number of tables in one answer, the last ones played at."""

Name = Annotated[str, Parameter(max_length=40)]
Time = Annotated[int, Parameter(ge=0, le=SEED_MAX)]
CountName = Literal["hi_lo", "ko", "omega_ii", "zen"]


class ChartSquare(msgspec.Struct, frozen=True):
    """The square of the strategy charts to which a hand belongs."""

    box: int
    hand: int
    chart: str
    """``hard``, ``soft`` or ``pairs``."""
    row: str
    """Hand as the head of its row: ``16``, ``A,7``, ``8,8``."""
    up: str


@get("/api/odds/{rulebook:str}/drills", exception_handlers=REFUSED_CHOICES)
async def show_drills(request: AnyRequest, rulebook: RulebookId) -> DrillSheet:
    """Return every first decision of a table by its options: value of each act and frequency.

    Values are per unit of the main wager, off the top of a full shoe.
    """
    options = table_options(request, rulebook)
    return await site_of(request).lobby.solver.ask(drill_sheet, rulebook, options)


@get("/api/hand-of-the-day")
async def show_hand_of_day(request: AnyRequest) -> DayHand:
    """Return one close decision a day (UTC), with the exact value of every act."""
    site = site_of(request)
    day = datetime.fromtimestamp(site.surroundings.wall_ms() / 1000, UTC).date()
    rulebook = SHIPPED[day.toordinal() % len(SHIPPED)]
    return await site.lobby.solver.ask(hand_of_day, str(day), rulebook, resolved(rulebook, ()))


@get("/api/odds/{rulebook:str}/counted-shoe", exception_handlers=REFUSED_CHOICES)
async def show_counted_shoe(
    request: AnyRequest,
    rulebook: RulebookId,
    count: FromQuery[CountName] = "hi_lo",
    players: Annotated[int, QueryParameter(ge=1, le=PLAYERS_MAX)] = 3,
    ramp: Annotated[str, QueryParameter(max_length=RAMP_MAX)] = "",
    seed: Annotated[int, QueryParameter(ge=0, le=SEED_MAX)] = 0,
) -> CountedShoe:
    """Return a shoe of best play, counted card by card; the same seed gives the same shoe."""
    options, site = table_options(request, rulebook, but=COUNTING), site_of(request)
    drawn = seed or int.from_bytes(site.surroundings.draw(6))
    wanted = ShoeRequest(count, ramp, players, drawn)
    return await site.lobby.solver.work_out(counted_shoe, rulebook, options, wanted)


@get("/api/tables/{table:str}/square")
async def show_square(request: AnyRequest, table: TableId) -> ChartSquare | None:
    """Return the chart square of the viewer's hand; null if they have no decision to make."""
    person, site = logged_in(request), site_of(request)
    state = site.table(table).actor.state
    decision = decision_due(state, person.name)
    if decision is None or decision.is_insurance:
        return None
    hand = hand_of(decision.cards, is_split=decision.hands > 1)
    may_split = split_refusal(state.rules, hand, decision.up, hands=decision.hands) is None
    square = square_of(hand, decision.up, may_split=may_split, hole=decision.hole)
    if square is None:
        return None
    return ChartSquare(decision.box, decision.hand, square.chart, square.hand, square.up)


@get("/api/statistics")
async def show_statistics(
    request: AnyRequest, table: FromQuery[Name] = "", since_ms: FromQuery[Time] = 0
) -> Statistics:
    """Return your own results and decisions, compared with the exact odds; amounts are in cents.

    They cover the tables that you have bought in at, or one table. Expectations and deviations
    are those of the best play, off the top of a full shoe, with boxes taken as independent.
    """
    person, site = logged_in(request), site_of(request)
    bought = await site.lobby.look_up(
        site.store.movements, person.name, kind="buy_in", limit=PAGE_MAX
    )
    names = dict.fromkeys(move.source for move in bought)
    wanted = [name for name in names if not table or name == table][:TABLES_MAX]
    rounds: list[TableRound] = []
    corrected, has_more = 0, len(bought) == PAGE_MAX
    for name in wanted:
        try:
            log = await site.played(name)
        except LobbyError:
            # Its log does not hold, or the table is another server's.
            has_more = True
            continue
        play, is_cut = await site.lobby.look_up(_read, site, log, person.name, since_ms)
        rounds += [TableRound(name, played) for played in play.rounds]
        corrected += play.corrected
        has_more |= is_cut
    rounds.sort(key=lambda table_round: table_round.played.at_ms)
    edges = await edges_of(site, rounds)
    return Statistics(
        person.name,
        tuple(
            round_figures(table_round, edges[key_of(table_round.played.rules)])
            for table_round in rounds
        ),
        wager_figures(rounds, edges),
        await value_all(site, rounds),
        corrected,
        sum(table_round.played.net for table_round in rounds),
        has_more,
    )


def _read(site: Site, log: TableRecord, player: str, since_ms: int) -> tuple[OwnPlay, bool]:
    """Return a player's rounds at a table, and True if older ones are left out; reads the log."""
    header = log.header
    page = list_rounds(
        site.reading, header.table, before=log.version + 1, limit=ROUNDS_MAX, player=player
    )
    kept = [played for played in page.rounds if played.at_ms >= since_ms]
    if not kept:
        return OwnPlay((), 0), page.before > 0 and not page.rounds
    first, last = min(played.first for played in kept), log.version
    logged = log.history.replayed(site.reading, header, first=first, last=last)
    is_cut = page.before > 0 and len(kept) == len(page.rounds)
    return own_play(logged, player), is_cut


async def edges_of(site: Site, rounds: list[TableRound]) -> dict[Key, Edges]:
    """Return the odds of the rules that rounds were played by."""
    keys = dict.fromkeys(key_of(table_round.played.rules) for table_round in rounds)
    return {key: await site.lobby.solver.ask(table_edges, *key) for key in keys}


async def value_all(site: Site, rounds: list[TableRound]) -> Decided:
    """Value every decision, those under the same rules in one call."""
    valued = []
    for key, taken in decisions_by_rules(rounds).items():
        questions = tuple(canonical_question(decision.question) for _, decision in taken)
        advice = await site.lobby.solver.work_out(value_decisions, *key, questions)
        valued += [
            (table_round, decision, value)
            for (table_round, decision), value in zip(taken, advice, strict=True)
        ]
    return cost_of_decisions(valued)
