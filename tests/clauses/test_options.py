"""The choices that each rulebook leaves open, and the clauses that refuse the rest."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss.money import Odds
from pitboss.rulebook.rules import Rules
from tests.clauses.options import refusing_clauses, rules_of

CHOICES = tomllib.loads(Path(__file__).with_name("options.toml").read_text(encoding="utf-8"))
CLAUSE_ELSEWHERE = ("tribal",)
"""Rulebooks in which a row may cite a clause that is not the one noted beside the value."""


def cases(kind: str) -> list[Any]:
    """Return a parameter for each row of a kind, marked with the clauses that it shows."""
    return [
        pytest.param(
            book,
            row,
            marks=pytest.mark.clause(*row[0].split(), *(row[2].split() if is_marked(row) else ())),
            id="-".join([row[0].replace(" ", "-"), *(f"{k}={v}"[:40] for k, v in row[1].items())]),
        )
        for book, kinds in CHOICES.items()
        for row in kinds[kind]
    ]


def is_marked(row: list[Any]) -> bool:
    """Return True if a refused row names clauses that it shows as well."""
    return len(row) == 3


def value_at(rules: Rules, path: str) -> object:
    """Return an option or a rule, as TOML writes it: ``options.shoe``, ``deal.peek``."""
    section, name = path.split(".")
    part = getattr(rules, section)
    value = part[name] if isinstance(part, Mapping) else getattr(part, name)
    return (
        str(value)
        if isinstance(value, Odds)
        else list(value)
        if isinstance(value, tuple)
        else value
    )


@pytest.mark.parametrize("book, row", cases("accepted"))
def test_a_choice_comes_into_force(book: str, row: list[Any]) -> None:
    clauses, options, *expected = row
    rules = rules_of(book, **options)
    if expected:
        path, value = expected
        assert value_at(rules, path) == value
        if book not in CLAUSE_ELSEWHERE:
            assert set(clauses.split()) <= set(rules.clauses(path))


@pytest.mark.parametrize("book, row", cases("refused"))
def test_a_refused_choice_names_its_clause(book: str, row: list[Any]) -> None:
    clauses, options, *_ = row
    assert refusing_clauses(book, **options) == set(clauses.split())
