"""What each rulebook refuses, when, and by which clause: the tables of refusals.toml."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.engine.state import Automations
from tests.clauses.staffed import StaffedTable, staffed

REFUSALS = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))


def cases() -> Iterator[Any]:
    """Yield a parameter for each case, marked with the clauses that it shows and named after them.

    A case with ``each`` stands for several, whose words go into the braces of its lines.
    """
    for book, listed in REFUSALS.items():
        for case in listed:
            for words in case.get("each", [{}]):
                shown = (str(word) for word in words.values() if not isinstance(word, dict))
                name = "-".join([*case["clauses"].split(), *shown])
                marks = pytest.mark.clause(*case["clauses"].split())
                yield pytest.param(book, case, words, marks=marks, id=name)


def follow(table: StaffedTable, line: str) -> None:
    """Follow a line of a round script, or one of the words at the head of refusals.toml."""
    match line.split():
        case ["!", *_]:
            command, *expected = line.removeprefix("!").strip().split(" @")
            refused = table.refusal(command)
            for reason in expected:
                first, named = [f"={refused.clause}"], [*refused.clauses, refused.code]
                assert {*reason.split("|")} & {*first, *named}, f"refused by {named}"
        case ["deal"]:
            table.deal()
        case ["stand_all"]:
            table.stand_all()
        case ["walk"]:
            table.walk()
        case ["walk", step]:
            table.walk(step)
        case [box, _, _, amounts] if box.isdigit() and "=" not in amounts:
            table.bet(line)
        case _:
            table.play(line)


@pytest.mark.parametrize("book, case, words", list(cases()))
def test_what_is_refused_names_its_clause(
    book: str, case: dict[str, Any], words: dict[str, Any]
) -> None:
    assert case["says"].endswith("."), "a case says in a sentence what is refused"
    options = {**case.get("options", {}), **words.get("options", {})}
    automations = Automations(**case.get("automations", {}), **words.get("automations", {}))
    table = staffed(book, automations=automations, **options)
    if automations.procedures:
        table.load(case.get("shoe", "").format(**words))
    for line in case["lines"]:
        follow(table, line.format(**words))
