"""The HTTP API of the odds: par sheets, charts, effects, simulations and studies by a count."""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import ServerSentEvent

from pitboss.cards import parse_cards, show_cards
from pitboss.reports.times import written
from pitboss.rulebook.catalog import load_rulebook
from pitboss.server.analysis import par_sheets as odds_sheets
from pitboss.server.analysis.drills import ChartFile, OwnChart, chart_text, drill_sheet, own_chart
from pitboss.server.analysis.simulations import Plan, Player, Progress, Shuffle
from pitboss.server.analysis.solver import Options, TableOdds
from pitboss.server.analysis.studies import (
    DeskSettings,
    DeskSheet,
    StudyPlan,
    StudyProgress,
    StudyShelf,
    shelf,
    study_part,
)
from pitboss.server.house import Site
from pitboss.server.http.request import (
    AnyRequest,
    RulebookId,
    check_rulebook,
    site_of,
    table_options,
)
from pitboss.server.lobby.lobby import LobbyError

if TYPE_CHECKING:
    from pitboss.study.study import Study


@get("/api/odds/{rulebook:str}/chart")
async def show_chart(request: AnyRequest, rulebook: RulebookId) -> Response[str]:
    """Return the best chart by totals of a table, a file as from `pitboss strategy --chart`."""
    options = table_options(request, rulebook)
    text = await site_of(request).lobby.solver.ask(chart_text, rulebook, options)
    return Response(text, media_type=MediaType.TEXT)


@post("/api/odds/{rulebook:str}/chart", status_code=200)
async def compare_chart(
    request: AnyRequest, rulebook: RulebookId, data: JSONBody[ChartFile]
) -> OwnChart:
    """Return the acts of a chart file at a table, and what they cost a round; keep no copy."""
    options = table_options(request, rulebook)
    lobby = site_of(request).lobby
    sheet = await lobby.solver.ask(drill_sheet, rulebook, options)
    return await lobby.look_up(own_chart, data, sheet)


NOT_STUDY_OPTIONS = frozenset(
    {"penetration", "spread", "bankroll", "risk", "hourly", "enter", "rounds"}
)
"""Parameters that are not options; no rulebook has options of these names."""
BANKROLL_MAX = 10**9
ROUNDS_MIN = 100_000


@get("/api/studies")
async def list_studies(request: AnyRequest) -> StudyShelf:
    """Return the shipped studies, and the counts by which a game can be studied."""
    return await site_of(request).lobby.look_up(shelf)


@get("/api/studies/{rulebook:str}/{count:str}")
async def show_desk(
    request: AnyRequest,
    rulebook: RulebookId,
    count: FromPath[str],
    penetration: Annotated[int, QueryParameter(ge=1, le=100)] = 75,
    spread: Annotated[int, QueryParameter(ge=1, le=1000)] = 8,
    bankroll: Annotated[int, QueryParameter(ge=1, le=BANKROLL_MAX)] = 10_000,
    risk: Annotated[int, QueryParameter(ge=1, le=900)] = 135,
    hourly: Annotated[int, QueryParameter(ge=1, le=1000)] = 100,
    enter: Annotated[int | None, QueryParameter(ge=-12, le=12)] = None,
) -> DeskSheet | None:
    """Return the results of the best bets of a spread, from a stored study; null without one.

    ``penetration`` is in per cent of the shoe, ``bankroll`` in money, ``risk`` of ever losing it
    in per mille, ``hourly`` in rounds; no bets are made below the count ``enter``.
    """
    options = await _study_options(request, rulebook, count)
    settings = DeskSettings(penetration, spread, bankroll, risk, hourly, enter)
    site = site_of(request)
    return await site.lobby.look_up(site.studies.sheet, rulebook, options, count, settings)


@get("/api/studies/{rulebook:str}/{count:str}/run", media_type="text/event-stream")
async def run_study(
    request: AnyRequest,
    rulebook: RulebookId,
    count: FromPath[str],
    rounds: Annotated[int, QueryParameter(ge=ROUNDS_MIN)] = 20_000_000,
) -> ServerSentEvent:
    """Play a study of a table and send its progress as events; the desk keeps the result.

    Closing the connection ends it.
    """
    site = site_of(request)
    most = site.settings.simulated_rounds_max
    if rounds > most:
        raise LobbyError("too_many", f"a study here has at most {most:,} rounds")
    plan = StudyPlan(rulebook, await _study_options(request, rulebook, count), count, rounds)
    return await _as_events(_played(site, plan))


async def _played(site: Site, plan: StudyPlan) -> AsyncIterator[StudyProgress]:
    study: Study | None = None
    seconds = 0.0
    async with aclosing(site.simulations.parts_of(plan, plan.rounds, study_part)) as parts:
        async for part, took in parts:
            study = study.add(part) if study else part
            seconds += took
            if study.rounds >= plan.rounds:
                site.studies.keep(plan, study)
            yield StudyProgress(min(study.rounds, plan.rounds), plan.rounds, round(seconds, 3))


async def _study_options(request: AnyRequest, rulebook: str, count: str) -> Options:
    check_rulebook(rulebook)
    known = await site_of(request).lobby.look_up(shelf)
    if count not in {named.id for named in known.counts}:
        raise LobbyError("unknown_count", f"there is no count {count[:40]!r}")
    return table_options(request, rulebook, but=NOT_STUDY_OPTIONS)


NOT_ODDS_OPTIONS = frozenset({"form", "of", "player", "removed", "rounds", "seed", "shuffle"})
"""Parameters that are not options; no rulebook has options of these names."""
SheetForm = Literal["xlsx", "csv", "memo"]
SEED_MAX = 2**53 - 1
"""Largest integer that JavaScript counts to."""


@get("/api/odds/{rulebook:str}")
async def show_par_sheet(
    request: AnyRequest, rulebook: RulebookId, removed: FromQuery[str] = ""
) -> Response[bytes]:
    """Return the par sheet of a table by its options, as from `pitboss odds --json`.

    ``removed`` names cards that have left the shoe, as in ``As 5d``.
    """
    known, work = odds_sheets.known_par_sheet, odds_sheets.par_sheet
    return await _known_or_solved(request, rulebook, removed, known, work)


@get("/api/odds/{rulebook:str}/edge")
async def show_edge(request: AnyRequest, rulebook: RulebookId) -> TableOdds:
    """Return the house edge of a table by its options."""
    options = table_options(request, rulebook, but=NOT_ODDS_OPTIONS)
    solved = await site_of(request).lobby.solver.solve_options(rulebook, options)
    return TableOdds(solved.house_edge, solved.strategy_class)


@get("/api/odds/{rulebook:str}/strategy")
async def show_strategy(
    request: AnyRequest, rulebook: RulebookId, removed: FromQuery[str] = ""
) -> Response[bytes]:
    """Return the best play of a table by its options, as from `pitboss strategy --json`."""
    known, work = odds_sheets.known_strategy, odds_sheets.strategy
    return await _known_or_solved(request, rulebook, removed, known, work)


@get("/api/odds/{rulebook:str}/file")
async def save_par_sheet(
    request: AnyRequest, rulebook: RulebookId, form: FromQuery[SheetForm] = "memo"
) -> Response[bytes]:
    """Return the par sheet of a table as a spreadsheet, as CSV, or as a memo to print."""
    options = table_options(request, rulebook, but=NOT_ODDS_OPTIONS)
    site = site_of(request)
    date = f"{written(site.surroundings.wall_ms(), 'UTC')} UTC"
    solver = site.lobby.solver
    data = await solver.work_out(odds_sheets.sheet_file, rulebook, options, form, date)
    ending = "html" if form == "memo" else form
    named = f'attachment; filename="{rulebook}.{ending}"'
    headers = {"content-disposition": named}
    return Response(data, media_type=odds_sheets.FORMS[form], headers=headers)


@get("/api/odds/{rulebook:str}/effects")
async def show_effects(
    request: AnyRequest, rulebook: RulebookId, of: FromQuery[str] = ""
) -> Response[bytes]:
    """Return the house edge with each other value of an option, or of all, as from
    `pitboss odds --effects`.
    """
    options = table_options(request, rulebook, but=NOT_ODDS_OPTIONS)
    if of and of not in load_rulebook(rulebook).options:
        raise LobbyError("unknown_option", f"there is no option {of[:40]!r}")
    return _json(
        await site_of(request).lobby.solver.ask(odds_sheets.effects, rulebook, options, of)
    )


@get("/api/odds/{rulebook:str}/removal")
async def show_removal(request: AnyRequest, rulebook: RulebookId) -> Response[bytes]:
    """Return the effect of removing a card of each rank, as from `pitboss odds --removal`."""
    options = table_options(request, rulebook, but=NOT_ODDS_OPTIONS)
    return _json(await site_of(request).lobby.solver.ask(odds_sheets.removal, rulebook, options))


@get("/api/odds/{rulebook:str}/simulation", media_type="text/event-stream")
async def watch_simulation(
    request: AnyRequest,
    rulebook: RulebookId,
    rounds: Annotated[int, QueryParameter(ge=1)] = 10_000_000,
    seed: Annotated[int, QueryParameter(ge=0, le=SEED_MAX)] = 1,
    player: FromQuery[Player] = "best",
    shuffle: FromQuery[Shuffle] = "every_round",
) -> ServerSentEvent:
    """Play rounds of a table and send the results again and again as events.

    Each event is the state of the run as JSON, the last one with all rounds played. Closing the
    connection ends the run.
    """
    site = site_of(request)
    most = site.settings.simulated_rounds_max
    if rounds > most:
        raise LobbyError("too_many", f"a simulation here has at most {most:,} rounds")
    plan = Plan(
        rulebook,
        table_options(request, rulebook, but=NOT_ODDS_OPTIONS),
        rounds,
        seed,
        player,
        shuffle,
    )
    return await _as_events(site.simulations.play(plan))


async def _as_events(run: AsyncIterator[Progress | StudyProgress]) -> ServerSentEvent:
    """Send the states of a run as events.

    The first part is played before anything is sent, so that a refusal has its own status.
    """
    first = await anext(run)

    async def encoded() -> AsyncIterator[str]:
        yield msgspec.json.encode(first).decode()
        async for progress in run:
            yield msgspec.json.encode(progress).decode()

    return ServerSentEvent(encoded())


async def _known_or_solved(
    request: AnyRequest,
    rulebook: str,
    removed: str,
    known: Callable[[str, Options, str], bytes | None],
    work: Callable[[str, Options, str], bytes],
) -> Response[bytes]:
    """Return a sheet that is shipped or stored, or else have it worked out; raises ``CardError``.

    The cards get one form, however they were written, so that equal questions are asked once.
    """
    options = table_options(request, rulebook, but=NOT_ODDS_OPTIONS)
    table = rulebook, options, show_cards(sorted(parse_cards(removed)))
    lobby = site_of(request).lobby
    stored = await lobby.look_up(known, *table)
    return _json(stored if stored is not None else await lobby.solver.ask(work, *table))


def _json(answer: bytes) -> Response[bytes]:
    return Response(answer, media_type=MediaType.JSON)
