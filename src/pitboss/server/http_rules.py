"""The HTTP API of the rulebooks: rules in words, every clause, what differs between tables."""

import asyncio
from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook, shipped_clauses
from pitboss.rulebook.diff import Side, diff
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.sheet import sheet
from pitboss.rulebook.trace import plain_clause, traces
from pitboss.server.calculator import Busy
from pitboss.server.lobby import LobbyError

AnyRequest = Request[Any, Any, Any]
RulebookId = FromPath[str]

VALUE_MAX = 4_000
"""No value of an option, and no list of cards, is longer."""


class RulebookSummary(msgspec.Struct, frozen=True):
    """A shipped rulebook as a list shows it."""

    id: str
    title: str
    source: str
    about: str
    clauses: int


class RefusedOption(msgspec.Struct, frozen=True):
    """An option that cannot be chosen so, and the clause that refuses it."""

    option: str
    text: str
    clause: str
    hint: str


class RefusedChoice(msgspec.Struct, frozen=True):
    """Why a question about a table cannot be answered."""

    code: str
    text: str
    clause: str = ""
    problems: tuple[RefusedOption, ...] = ()


@get("/api/rulebooks")
async def list_rulebooks() -> list[RulebookSummary]:
    """The shipped rulebooks."""
    books = [load_rulebook(name) for name in SHIPPED]
    return [
        RulebookSummary(book.id, book.title, book.source, book.about, len(shipped_clauses(book.id)))
        for book in books
    ]


@get("/api/rules/{rulebook:str}")
async def show_sheet(request: AnyRequest, rulebook: RulebookId) -> Response[bytes]:
    """A table by its options, which are given as parameters: as `pitboss rules --json` has it."""
    return as_json(sheet(side_of(rulebook, options_of(request))))


@get("/api/rules/{rulebook:str}/clauses")
async def list_clauses(rulebook: RulebookId) -> Response[bytes]:
    """Every clause of a rulebook: as `pitboss clauses --json` has it."""
    check_rulebook(rulebook)
    return Response(await asyncio.to_thread(_clauses, rulebook), media_type=MediaType.JSON)


@get("/api/rules/{a:str}/diff/{b:str}")
async def show_diff(request: AnyRequest, a: RulebookId, b: RulebookId) -> Response[bytes]:
    """How two tables differ, their options given as ``a.decks=6`` and ``b.decks=8``."""
    given = {"a": options_of(request, prefix="a."), "b": options_of(request, prefix="b.")}
    sides = side_of(a, given["a"]), side_of(b, given["b"])
    return as_json(
        {
            "a": {"rulebook": a, "options": given["a"]},
            "b": {"rulebook": b, "options": given["b"]},
            "differences": [difference.plain() for difference in diff(*sides)],
        }
    )


def as_json(answer: object) -> Response[bytes]:
    """An answer that is plain data."""
    return Response(msgspec.json.encode(answer), media_type=MediaType.JSON)


def check_rulebook(rulebook: str) -> None:
    """A name from outside must be that of a shipped rulebook: it is never taken for a path."""
    if rulebook not in SHIPPED:
        names = ", ".join(SHIPPED)
        text = f"there is no rulebook {rulebook[:40]!r}; there are {names}"
        raise LobbyError("unknown_rulebook", text)


def options_of(
    request: AnyRequest, *, prefix: str = "", but: frozenset[str] = frozenset()
) -> dict[str, str]:
    """The options among the parameters of a request; the last of a name counts."""
    options: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name.startswith(prefix) and name not in but:
            if len(value) > VALUE_MAX:
                raise LobbyError("too_long", f"the value of {name[:40]} is too long")
            options[name.removeprefix(prefix)] = value
    return options


def side_of(rulebook: str, options: dict[str, str]) -> Side:
    """A table; raises ``RulebookError`` where a clause refuses an option."""
    check_rulebook(rulebook)
    book = load_rulebook(rulebook)
    return Side(book, choose(book, options))


@cache
def _clauses(rulebook: str) -> bytes:
    traced = traces()
    clauses = shipped_clauses(rulebook).values()
    return msgspec.json.encode([plain_clause(one, rulebook, traced[one.id]) for one in clauses])


def refuse_choice(_request: AnyRequest, error: Exception) -> Response[RefusedChoice]:
    """What a clause, or the cards of the shoe, do not allow, with all that is wrong."""
    if isinstance(error, Busy):
        return Response(RefusedChoice(error.code, str(error)), status_code=503)
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


RULES_HANDLERS = (list_rulebooks, show_sheet, list_clauses, show_diff)
