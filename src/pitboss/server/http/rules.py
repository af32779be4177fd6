"""The HTTP API of the rulebooks: rules in words, clauses, and differences between tables."""

from functools import cache, lru_cache

import msgspec
from litestar import MediaType, Response, get
from litestar.params import FromQuery
from litestar.types import ExceptionHandlersMap

from pitboss.cards import CardError
from pitboss.charts import ChartError
from pitboss.rulebook.catalog import choose, gallery, load_rulebook, offered_books
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.options.changes import inapplicable_options, refused_values, with_changes
from pitboss.rulebook.terms.line import full_line
from pitboss.rulebook.trace import Trace, plain_clause, traces
from pitboss.rulebook.words.diff import (
    ChosenRulebook,
    diff,
    diff_as_data,
    rules_as_data,
    silence_as_data,
)
from pitboss.server.analysis.process import Busy, Unanswerable
from pitboss.server.analysis.solver import known_table, resolved
from pitboss.server.http.request import AnyRequest, RulebookId, check_rulebook, options_of, site_of


class RulebookSummary(msgspec.Struct, frozen=True):
    """A shipped rulebook as a list shows it."""

    id: str
    title: str
    source: str
    about: str
    clauses: int


class GallerySummary(RulebookSummary, frozen=True):
    """A game of the gallery, with its rules in short terms."""

    terms: str
    house_edge: float | None
    """House edge per unit of the initial wager; null if it is not known without working it out."""


class RefusedOption(msgspec.Struct, frozen=True):
    """An option with a value that is not allowed, and the clause that refuses it."""

    option: str
    text: str
    clause: str
    hint: str


class RefusedChoice(msgspec.Struct, frozen=True):
    """Refusal of a question about a table."""

    code: str
    text: str
    clause: str = ""
    problems: tuple[RefusedOption, ...] = ()


@get("/api/rulebooks")
async def list_rulebooks() -> list[RulebookSummary]:
    """Return the shipped rulebooks and the custom ones."""
    books = [load_rulebook(name) for name in offered_books()]
    return [
        RulebookSummary(book.id, book.title, book.source, book.about, len(book.clauses))
        for book in books
    ]


@get("/api/gallery")
async def list_gallery(request: AnyRequest) -> tuple[GallerySummary, ...]:
    """Return the games of the gallery, each with its rules in short terms."""
    return await site_of(request).lobby.look_up(gallery_summaries)


@cache
def gallery_summaries() -> tuple[GallerySummary, ...]:
    """Return the games of the gallery in short; made once, as it takes a fifth of a second."""
    books = [load_rulebook(name) for name in gallery()]
    return tuple(
        GallerySummary(
            book.id,
            book.title,
            book.source,
            book.about,
            len(book.clauses),
            full_line(choose(book, {})),
            solved.house_edge if (solved := known_table(book.id, resolved(book.id, ()))) else None,
        )
        for book in books
    )


@get("/api/rules/{rulebook:str}")
async def show_sheet(request: AnyRequest, rulebook: RulebookId) -> Response[bytes]:
    """Return the rules of a table, as from `pitboss rules --json`; parameters set its options."""
    options = options_of(request)
    look_up = site_of(request).lobby.look_up
    return as_json(await look_up(lambda: rules_as_data(side_of(rulebook, options))))


@get("/api/rules/{rulebook:str}/form")
async def show_form(
    request: AnyRequest, rulebook: RulebookId, change: FromQuery[str] = ""
) -> Response[bytes]:
    """Return the rules of a table by its options, with the values that a form must not offer.

    ``change`` sets one more, as in ``variant=antes_up``; options of another variant are dropped.
    """
    side = side_of(rulebook, options_of(request, but=frozenset({"change"})))
    return as_json(await site_of(request).lobby.look_up(_form, side, change))


@get("/api/rules/{rulebook:str}/clauses")
async def list_clauses(request: AnyRequest, rulebook: RulebookId) -> Response[bytes]:
    """Return every clause of a rulebook, as from `pitboss clauses --json`."""
    check_rulebook(rulebook)
    clauses = await site_of(request).lobby.look_up(_clauses, rulebook)
    return Response(clauses, media_type=MediaType.JSON)


@get("/api/rules/{rulebook:str}/readings")
async def list_readings(request: AnyRequest, rulebook: RulebookId) -> Response[bytes]:
    """Return where the text of a rulebook is silent, as from `pitboss readings --json`."""
    options = options_of(request)
    look_up = site_of(request).lobby.look_up
    return as_json(await look_up(lambda: silence_as_data(side_of(rulebook, options))))


@get("/api/rules/{a:str}/diff/{b:str}")
async def show_diff(request: AnyRequest, a: RulebookId, b: RulebookId) -> Response[bytes]:
    """Return the differences between two tables with options like ``a.decks=6``, ``b.decks=8``."""
    options = options_of(request, prefix="a."), options_of(request, prefix="b.")

    def compare() -> dict[str, object]:
        sides = side_of(a, options[0]), side_of(b, options[1])
        return diff_as_data(sides, options, diff(*sides))

    return as_json(await site_of(request).lobby.look_up(compare))


def _form(side: ChosenRulebook, change: str) -> dict[str, object]:
    name, _, value = change.partition("=")
    rules = with_changes(side.rules, {name: value}) if change else side.rules
    refused, idle = refused_values(rules), inapplicable_options(rules)
    form = rules_as_data(ChosenRulebook(side.rulebook, rules))
    rows = form["options"]
    assert isinstance(rows, list)
    form["options"] = [
        {**row, "refused": refused.get(row["name"], []), "idle": idle.get(row["name"])}
        for row in rows
    ]
    return form


def as_json(answer: object) -> Response[bytes]:
    """Return plain data as JSON."""
    return Response(msgspec.json.encode(answer), media_type=MediaType.JSON)


def side_of(rulebook: str, options: dict[str, str]) -> ChosenRulebook:
    """Return a table by its options; raises ``RulebookError`` if a clause refuses one."""
    check_rulebook(rulebook)
    book = load_rulebook(rulebook)
    return ChosenRulebook(book, choose(book, options))


@lru_cache(maxsize=32)
def _clauses(rulebook: str) -> bytes:
    traced = traces()
    clauses = load_rulebook(rulebook).clauses.values()
    return msgspec.json.encode(
        [plain_clause(clause, rulebook, traced.get(clause.id, Trace())) for clause in clauses]
    )


def refuse_choice(_request: AnyRequest, error: Exception) -> Response[RefusedChoice]:
    """Return the refusal of a question about rules or odds, with all problems and their clauses."""
    if isinstance(error, Busy):
        status = 429 if error.code == "too_fast" else 503
        return Response(RefusedChoice(error.code, str(error)), status_code=status)
    if not isinstance(error, RulebookError):
        return Response(RefusedChoice("refused", str(error)), status_code=400)
    problems = tuple(
        RefusedOption(problem.path, problem.text, problem.clause, problem.hint)
        for problem in error.problems
    )
    clause = next((problem.clause for problem in problems if problem.clause), "")
    text = "; ".join(problem.text for problem in problems)
    refused = RefusedChoice("refused_options", text, clause, problems)
    return Response(refused, status_code=400)


REFUSED_CHOICES: ExceptionHandlersMap = dict.fromkeys(
    (Busy, CardError, ChartError, RulebookError, Unanswerable), refuse_choice
)
"""Handlers of errors in questions about rules and odds."""
