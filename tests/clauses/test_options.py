"""The choices that each rulebook leaves open, and the clauses that refuse the rest."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pitboss.money import Odds
from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.questions.stakes import main_stakes
from pitboss.rulebook.rules import Rules
from tests.clauses.options import refusing_clauses, rules_of

HERE = Path(__file__).parent
CHOICES = tomllib.loads((HERE / "options.toml").read_text(encoding="utf-8"))
TERMS = tomllib.loads((HERE / "terms.toml").read_text(encoding="utf-8"))
CLAUSE_ELSEWHERE = ("tribal",)
"""Rulebooks in which a row may cite a clause that is not the one noted beside the value."""


def case(book: str, row: list[Any], clauses: str, *more: object) -> Any:
    """Return a parameter for a row, marked with the clauses that it shows and named after them."""
    options = (f"{name}={value}"[:40] for name, value in row[1].items())
    marks = pytest.mark.clause(*clauses.split()) if clauses else ()
    name = "-".join([row[0].replace(" ", "-"), *options])
    return pytest.param(book, row, *more, marks=marks, id=name)


def cases(kind: str) -> list[Any]:
    """Return a parameter for each row of a kind; a refused one may name further clauses."""
    return [
        case(book, row, f"{row[0]} {row[2]}" if len(row) == 3 else row[0])
        for book, kinds in CHOICES.items()
        for row in kinds[kind]
    ]


def value_at(rules: Rules, path: str) -> object:
    """Return an option or a rule, as TOML writes it: ``options.shoe``, ``deal.peek``."""
    section, name = path.split(".")
    part = getattr(rules, section)
    return as_toml(part[name] if isinstance(part, Mapping) else getattr(part, name))


def as_toml(value: object) -> object:
    """Return a value as TOML writes it."""
    if isinstance(value, tuple):
        return [as_toml(part) for part in value]
    return str(value) if isinstance(value, Odds) else value


def term(rules: Rules, path: str) -> object:
    """Return what a table shows or offers, as the head of terms.toml explains."""
    what, _, name = path.partition(".")
    match what:
        case "wagers" | "decks_in_play" if not name:
            value = getattr(rules, what)
            return list(value) if what == "wagers" else value
        case "prices":
            return {kind: str(line.payoff) for kind, line in rules.wagers[name].lines.items()}
        case "lines":
            return {kind: line.clause for kind, line in rules.wagers[name].lines.items()}
        case "stakes":
            return [rules.wagers[name].stake_min, rules.wagers[name].stake_max]
        case "wager":
            wager, _, attribute = name.partition(".")
            return as_toml(getattr(rules.wagers[wager], attribute))
        case "main":
            return getattr(main_stakes(rules), name)
        case "clauses":
            return list(rules.cited(name))
        case "notices":
            return sorted({notice.clause for notice in rules.notices if name in notice.text})
        case "notice":
            return [notice.text for notice in rules.notices if notice.clause == name]
        case "places":
            return sorted({notice.place for notice in rules.notices if notice.clause == name})
        case _:
            return value_at(rules, path)


@pytest.mark.parametrize("book, row", cases("accepted"))
def test_a_choice_comes_into_force(book: str, row: list[Any]) -> None:
    clauses, options, *expected = row
    rules = rules_of(book, **options)
    if expected:
        path, value = expected
        assert value_at(rules, path) == value
        if book not in CLAUSE_ELSEWHERE:
            assert set(clauses.split()) <= set(rules.cited(path))


@pytest.mark.parametrize("book, row", cases("refused"))
def test_a_refused_choice_names_its_clause(book: str, row: list[Any]) -> None:
    clauses, options, *_ = row
    assert refusing_clauses(book, **options) == set(clauses.split())


@pytest.mark.parametrize(
    "book, row, sentence",
    [
        case(book, row, row[0], group["says"])
        for book, groups in TERMS.items()
        for group in groups
        for row in group["rows"]
    ],
)
def test_a_choice_brings_its_terms(book: str, row: list[Any], sentence: str) -> None:
    _, options, terms = row
    rules = rules_of(book, **options)
    assert {path: term(rules, path) for path in terms} == terms, sentence


@pytest.mark.clause("DD-31")
def test_double_deck_has_no_side_wagers_to_choose() -> None:
    assert not load_rulebook("double_deck").wagers
    assert refusing_clauses("double_deck", perfect_pairs=True) == {""}


def test_readings_of_double_deck_are_marked_as_such() -> None:
    options = load_rulebook("double_deck").options
    assert {name for name, option in options.items() if option.spec.reading} == {
        "hole_check", "dealer_blackjack_takes", "double_totals", "double_amounts",
        "split_match", "player_cards", "entrant",
    }  # fmt: skip


@pytest.mark.parametrize(
    "name, clause",
    [
        pytest.param("surrender", "T-h-2-s2", marks=pytest.mark.clause("T-h-2-s2")),
        pytest.param("five_card_21", "T-o-3", marks=pytest.mark.clause("T-o-3")),
        pytest.param("max_hands", "T-k-5-s3", marks=pytest.mark.clause("T-k-5-s3")),
        pytest.param("resplit_aces", "T-k-5-s4", marks=pytest.mark.clause("T-k-5-s4")),
        pytest.param("additional_wager", "T-p-1", marks=pytest.mark.clause("T-p-1")),
        pytest.param("multiple_action", "T-q-1", marks=pytest.mark.clause("T-q-1")),
        pytest.param("mid_shoe_entry", "", marks=pytest.mark.clause("T-c-9")),
    ],
)
def test_some_choices_change_only_with_notice(name: str, clause: str) -> None:
    assert load_rulebook("tribal").options[name].spec.notice == clause


@pytest.mark.clause("NZ-15A.6", "NZ-15A.6-table")
def test_the_printed_prize_table_of_madness_21_is_the_default() -> None:
    ((stake, slots),) = rules_of("nz", madness_21=True).wagers["madness_21"].prize_list
    assert (stake, len(slots)) == (100, 23)
    assert sum(weight for _, weight in slots) == 3750
    assert sum(prize * weight for prize, weight in slots) == 5_203_100


@pytest.mark.clause("NZ-1.0-blackjack-plus", "NZ-19.1")
def test_blackjack_plus_says_nothing_of_splits_doubles_and_the_dealers_draw() -> None:
    standard, plus = rules_of("nz"), rules_of("nz", variant="blackjack_plus")
    assert plus.split == standard.split
    assert plus.double == standard.double
    assert plus.dealer == standard.dealer
