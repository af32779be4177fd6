"""The HTTP API of the analyst's desk: studies of games by a count, and playing more of them."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.response import ServerSentEvent

from pitboss.server.analysis.solver import Options, resolved
from pitboss.server.analysis.studies import (
    DeskAsked,
    DeskSheet,
    StudyPlan,
    StudyProgress,
    StudyShelf,
    shelf,
    study_part,
)
from pitboss.server.house import Site, site_of
from pitboss.server.http.rules import AnyRequest, RulebookId, check_rulebook, options_of
from pitboss.server.lobby.lobby import LobbyError

if TYPE_CHECKING:
    from pitboss.study.study import Study

ASIDE = frozenset({"penetration", "spread", "bankroll", "risk", "hourly", "enter", "rounds"})
"""Parameters that are not options; no rulebook has options of these names."""
BANKROLL_MAX = 10**9
ROUNDS_MIN = 100_000


@get("/api/studies")
async def list_studies(request: AnyRequest) -> StudyShelf:
    """The studies that are shipped, and every count that a game can be studied by."""
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
    """What the best bets of a spread come to, from one study and without playing; nothing where
    the game has not been studied by this count.

    ``penetration`` is in per cent of the shoe, ``bankroll`` in money, ``risk`` of ever losing it
    in per mille, ``hourly`` in rounds; below the count ``enter`` nothing is bet.
    """
    options = await _options(request, rulebook, count)
    asked = DeskAsked(penetration, spread, bankroll, risk, hourly, enter)
    site = site_of(request)
    return await site.lobby.look_up(partial(site.studies.sheet, rulebook, options, count, asked))


@get("/api/studies/{rulebook:str}/{count:str}/run", media_type="text/event-stream")
async def run_study(
    request: AnyRequest,
    rulebook: RulebookId,
    count: FromPath[str],
    rounds: Annotated[int, QueryParameter(ge=ROUNDS_MIN)] = 20_000_000,
) -> ServerSentEvent:
    """Play a study of a table and tell again and again how far it is; then the desk has it.

    Closing the connection ends it.
    """
    site = site_of(request)
    most = site.settings.simulated_rounds_max
    if rounds > most:
        raise LobbyError("too_many", f"a study here has at most {most:,} rounds")
    plan = StudyPlan(rulebook, await _options(request, rulebook, count), count, rounds)
    run = _played(site, plan)
    # The first part is played before anything is sent, so that a refusal has its own status.
    return ServerSentEvent(_told(await anext(run), run))


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


async def _told(first: StudyProgress, run: AsyncIterator[StudyProgress]) -> AsyncIterator[str]:
    yield msgspec.json.encode(first).decode()
    async for progress in run:
        yield msgspec.json.encode(progress).decode()


async def _options(request: AnyRequest, rulebook: str, count: str) -> Options:
    """Every option of the table that is asked about; raises ``RulebookError``."""
    check_rulebook(rulebook)
    known = await site_of(request).lobby.look_up(shelf)
    if count not in {one.id for one in known.counts}:
        raise LobbyError("unknown_count", f"there is no count {count[:40]!r}")
    return resolved(rulebook, tuple(sorted(options_of(request, but=ASIDE).items())))


STUDY_HANDLERS = (list_studies, show_desk, run_study)
