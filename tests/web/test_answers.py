"""The page's types of odds and rules name what the endpoints really answer."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pitboss
from tests.server.live import Live, serving

FILE = Path(pitboss.__file__).parent / "web" / "js" / "odds" / "answers.d.ts"
ODDS = "/api/odds/double_deck"
RULES = "/api/rules/tribal"


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with serving() as served:
        yield served


def declared(name: str) -> tuple[set[str], set[str]]:
    """The fields of an interface that must be there, and those that may."""
    text = re.sub(r"/\*\*.*?\*/", "", FILE.read_text(encoding="utf-8"), flags=re.DOTALL)
    _, _, rest = text.partition(f"export interface {name} {{")
    assert rest, f"{FILE.name} declares no {name}"
    needed: set[str] = set()
    possible: set[str] = set()
    depth = 1
    for part in re.split(r"([{}])", rest):
        depth += {"{": 1, "}": -1}.get(part, 0)
        if depth == 0:
            break
        if depth == 1:
            for field, mark in re.findall(r"(?:^|[;\s])(\w+)(\??):", part):
                (possible if mark else needed).add(field)
    return needed, possible


@pytest.mark.parametrize(
    "name, path, keys",
    [
        ("BookSummary", "/api/rulebooks", (0,)),
        ("RulesSheet", RULES, ()),
        ("OptionRow", RULES, ("options", 0)),
        ("Clause", f"{RULES}/clauses", (0,)),
        ("Silence", f"{RULES}/readings", ()),
        ("Reading", f"{RULES}/readings", ("readings", 0)),
        ("SilentPlace", f"{RULES}/readings", ("closed", 0)),
        ("Compared", f"{RULES}/diff/nz", ()),
        ("Difference", f"{RULES}/diff/nz", ("differences", 0)),
        ("ParSheet", ODDS, ()),
        ("WagerOdds", ODDS, ("wagers", 0)),
        ("WagerLine", ODDS, ("wagers", 0, "outcomes", 0)),
        ("Strategy", f"{ODDS}/strategy", ()),
        ("Chart", f"{ODDS}/strategy", ("charts", 0)),
        ("Cell", f"{ODDS}/strategy", ("charts", 0, "rows", 0, "cells", 0)),
        ("Removal", f"{ODDS}/removal", (0,)),
    ],
)
def test_answers_are_as_declared(
    live: Live, name: str, path: str, keys: tuple[str | int, ...]
) -> None:
    answer: Any = live.visitor().get(path)
    for key in keys:
        answer = answer[key]
    needed, possible = declared(name)
    assert needed <= set(answer), name
    assert set(answer) <= needed | possible, name
