"""The HTTP API of the odds: par sheets, charts, effects, and simulations that are watched."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.params import FromQuery, QueryParameter
from litestar.response import ServerSentEvent

from pitboss.cards import CardError, parse_cards, show_cards
from pitboss.charts import ChartError
from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.server.analysis import par_sheets as odds_sheets
from pitboss.server.analysis.process import Busy, Unanswerable
from pitboss.server.analysis.simulations import Plan, Player, Progress, Shuffle
from pitboss.server.analysis.solver import Options, resolved
from pitboss.server.house import site_of
from pitboss.server.http.charts import CHART_HANDLERS
from pitboss.server.http.learn import ODDS_HANDLERS
from pitboss.server.http.rules import (
    RULES_HANDLERS,
    AnyRequest,
    RulebookId,
    check_rulebook,
    options_of,
    refuse_choice,
)
from pitboss.server.http.studies import STUDY_HANDLERS
from pitboss.server.http.tables import TableOdds
from pitboss.server.lobby.lobby import LobbyError

ASIDE = frozenset({"of", "player", "removed", "rounds", "seed", "shuffle"})
"""Parameters that are not options; no rulebook has options of these names."""
SEED_MAX = 2**53 - 1
"""JavaScript counts no further."""


@get("/api/odds/{rulebook:str}")
async def show_par_sheet(
    request: AnyRequest, rulebook: RulebookId, removed: FromQuery[str] = ""
) -> Response[bytes]:
    """The par sheet of a table by its options: as `pitboss odds --json` has it.

    ``removed`` names cards that have left the shoe, as in ``As 5d``.
    """
    options = _options(request, rulebook)
    cards = _cards(removed)
    lobby = site_of(request).lobby
    known = await lobby.look_up(partial(odds_sheets.known_par_sheet, rulebook, options, cards))
    if known is not None:
        return _json(known)
    return _json(await lobby.solver.ask(odds_sheets.par_sheet, rulebook, options, cards))


@get("/api/odds/{rulebook:str}/edge")
async def show_edge(request: AnyRequest, rulebook: RulebookId) -> TableOdds:
    """The house edge of a table by its options."""
    options = _options(request, rulebook)
    solved = await site_of(request).lobby.solver.solve_options(rulebook, options)
    return TableOdds(solved.house_edge, solved.strategy_class)


@get("/api/odds/{rulebook:str}/strategy")
async def show_strategy(
    request: AnyRequest, rulebook: RulebookId, removed: FromQuery[str] = ""
) -> Response[bytes]:
    """The best play of a table by its options: as `pitboss strategy --json` has it."""
    options = _options(request, rulebook)
    cards = _cards(removed)
    lobby = site_of(request).lobby
    known = await lobby.look_up(partial(odds_sheets.known_strategy, rulebook, options, cards))
    if known is not None:
        return _json(known)
    return _json(await lobby.solver.ask(odds_sheets.strategy, rulebook, options, cards))


@get("/api/odds/{rulebook:str}/effects")
async def show_effects(
    request: AnyRequest, rulebook: RulebookId, of: FromQuery[str] = ""
) -> Response[bytes]:
    """The house edge with each other value of an option, or of all: as `pitboss odds --effects`."""
    options = _options(request, rulebook)
    if of and of not in load_rulebook(rulebook).options:
        raise LobbyError("unknown_option", f"there is no option {of[:40]!r}")
    return _json(
        await site_of(request).lobby.solver.ask(odds_sheets.effects, rulebook, options, of)
    )


@get("/api/odds/{rulebook:str}/removal")
async def show_removal(request: AnyRequest, rulebook: RulebookId) -> Response[bytes]:
    """What the removal of a card of each rank changes: as `pitboss odds --removal` has it."""
    options = _options(request, rulebook)
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
    """Play rounds of a table and tell, again and again, what they came to.

    Each event is the state of the run as JSON, the last one with all rounds played. Closing the
    connection ends the run.
    """
    site = site_of(request)
    most = site.settings.simulated_rounds_max
    if rounds > most:
        raise LobbyError("too_many", f"a simulation here has at most {most:,} rounds")
    plan = Plan(rulebook, _options(request, rulebook), rounds, seed, player, shuffle)
    run = site.simulations.play(plan)
    # The first part is played before anything is sent, so that a refusal has its own status.
    return ServerSentEvent(_told(await anext(run), run))


async def _told(first: Progress, run: AsyncIterator[Progress]) -> AsyncIterator[str]:
    yield msgspec.json.encode(first).decode()
    async for progress in run:
        yield msgspec.json.encode(progress).decode()


def _options(request: AnyRequest, rulebook: str) -> Options:
    """Every option of the table that is asked about; raises ``RulebookError``."""
    check_rulebook(rulebook)
    return resolved(rulebook, tuple(sorted(options_of(request, but=ASIDE).items())))


def _cards(removed: str) -> str:
    """Cards as text, in one form for all ways to write them; raises ``CardError``."""
    return show_cards(sorted(parse_cards(removed)))


def _json(answer: bytes) -> Response[bytes]:
    return Response(answer, media_type=MediaType.JSON)


odds_router = Router(
    "/",
    route_handlers=[
        *RULES_HANDLERS, show_par_sheet, show_edge, show_strategy, show_effects, show_removal,
        watch_simulation, *ODDS_HANDLERS, *CHART_HANDLERS, *STUDY_HANDLERS,
    ],
    exception_handlers={
        Busy: refuse_choice,
        CardError: refuse_choice,
        ChartError: refuse_choice,
        RulebookError: refuse_choice,
        Unanswerable: refuse_choice,
    },
)  # fmt: skip
