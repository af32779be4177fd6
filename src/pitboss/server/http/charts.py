"""The HTTP API of chart files: the best chart of a table to take away, and one brought along."""

from functools import partial

from litestar import MediaType, Response, get, post
from litestar.params import JSONBody

from pitboss.server.analysis.chart_sheets import ChartFile, OwnChart, chart_text, own_chart
from pitboss.server.analysis.drills import drill_sheet
from pitboss.server.analysis.solver import Options, resolved
from pitboss.server.house import site_of
from pitboss.server.http.rules import AnyRequest, RulebookId, check_rulebook, options_of


@get("/api/odds/{rulebook:str}/chart")
async def show_chart(request: AnyRequest, rulebook: RulebookId) -> Response[str]:
    """The best chart by totals of a table, as a file: as `pitboss strategy --chart` writes it."""
    options = _options(request, rulebook)
    text = await site_of(request).lobby.solver.ask(chart_text, rulebook, options)
    return Response(text, media_type=MediaType.TEXT)


@post("/api/odds/{rulebook:str}/chart", status_code=200)
async def compare_chart(
    request: AnyRequest, rulebook: RulebookId, data: JSONBody[ChartFile]
) -> OwnChart:
    """What a chart file plays at a table by its options, and what that costs a round.

    Nothing of it is kept.
    """
    options = _options(request, rulebook)
    lobby = site_of(request).lobby
    sheet = await lobby.solver.ask(drill_sheet, rulebook, options)
    return await lobby.look_up(partial(own_chart, data, sheet))


def _options(request: AnyRequest, rulebook: str) -> Options:
    check_rulebook(rulebook)
    return resolved(rulebook, tuple(sorted(options_of(request).items())))


CHART_HANDLERS = (show_chart, compare_chart)
"""Refused as other questions about odds are."""
