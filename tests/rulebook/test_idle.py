"""Parts of a file that load and decide nothing are named, and inherited parts can be replaced."""

from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, gallery, load_rulebook, rules_of
from pitboss.rulebook.trace import rulebook_citations, warnings
from pitboss.rulebook.words.describe import describe
from pitboss.testing.check_rulebook import check_rulebook
from pitboss.testing.conformance import Nonconforming
from tests.cli.commands import run
from tests.rulebook.books import texts_of, write_book

BOOK = """\
extends = "standard"
title = "From outside"

[clauses]
"SD-1" = "A clause of this text."
"""


@pytest.mark.parametrize("game", [*SHIPPED, *gallery()])
def test_every_part_of_a_shipped_game_decides_something(game: str) -> None:
    assert list(warnings(load_rulebook(game))) == []


@pytest.mark.parametrize(
    "value, why",
    [
        ("settlement.bonus_doubled = true", "settlement.bonuses"),
        ("double.count_low = true", "double.totals"),
        ('blackjack.tie_pays = "3 to 2"', "blackjack.tie"),
    ],
)
def test_a_value_without_effect_is_named(tmp_path: Path, value: str, why: str) -> None:
    path, _, written = value.partition(" = ")
    more = "" if why != "double.totals" else 'totals = { value = [], clause = "SD-1" }\n'
    section, _, name = path.partition(".")
    line = f'[rules.{section}]\n{name} = {{ value = {written}, clause = "SD-1" }}\n{more}'
    named = list(warnings(load_rulebook(write_book(tmp_path, BOOK + line))))
    assert named == [f"rules.{path} decides nothing under the value of {why}"]


@pytest.mark.parametrize(
    "rows, idle",
    [
        (["5+ cards: 2 to 1", "6+ cards: 3 to 1"], ["6+ cards: 3 to 1"]),
        (["6+ cards: 3 to 1", "5+ cards: 2 to 1"], []),
        (["against equal: lose", "17 against equal: push"], ["17 against equal: push"]),
        (["21 against blackjack: push", "21 against 21: push", "21: 2 to 1"], []),
        (["bust against bust higher: win", "bust against bust: push", "bust: lose"], []),
        (["hard 19 split: win", "soft 19 split doubled: push"], []),
        (["against 30: push"], ["against 30: push"]),
    ],
)
def test_a_row_behind_rows_that_fit_first_is_named(
    tmp_path: Path, rows: list[str], idle: list[str]
) -> None:
    entry = f'[[results]]\nrows = {rows}\nclause = "SD-1"\n'.replace("'", '"')
    named = list(warnings(load_rulebook(write_book(tmp_path, BOOK + entry))))
    why = "decides nothing: rows before it fit first, or no hands do"
    told = [f"results.0: '{row}' {why}" for row in idle]
    assert named == told


def test_a_row_written_again_under_another_clause_is_named(tmp_path: Path) -> None:
    row = '[[results]]\nrows = ["21: win"]\nclause = "SD-1"\n'
    elsewhere = f"{row}when = {{ decks = 2 }}\n"
    assert list(warnings(load_rulebook(write_book(tmp_path, BOOK + elsewhere + row)))) == []
    (named,) = warnings(load_rulebook(write_book(tmp_path, BOOK + row + elsewhere)))
    assert named.startswith("results.1: '21: win' decides nothing")


def test_a_value_that_an_option_brings_to_life_has_an_effect(tmp_path: Path) -> None:
    line = '[rules.surrender]\ncards = { value = "any", clause = "SD-1" }\n'
    assert list(warnings(load_rulebook(write_book(tmp_path, BOOK + line)))) == []


@pytest.mark.parametrize(
    "act, text, is_idle",
    [
        ("double", "3-9 cards", True),
        ("double", "hard 21 2 cards", True),
        ("double", "hard 9-11", False),
        ("split", "hard 9", True),
        ("split", "of 8", False),
        ("surrender", "split", True),
        ("surrender", "hard 15-16 against 9TA", False),
    ],
)
def test_a_condition_that_no_hand_meets_is_named(
    tmp_path: Path, act: str, text: str, *, is_idle: bool
) -> None:
    line = f'[rules.{act}]\nonly = {{ value = ["{text}"], clause = "SD-1" }}\n'
    if act == "surrender":
        line += 'hands = { value = "first", clause = "SD-1" }\n'
    named = list(warnings(load_rulebook(write_book(tmp_path, BOOK + line))))
    assert named == ([f"rules.{act}.only: no hand meets '{text}' under the other rules"] * is_idle)


HEADER = "id,ref,kind,enforce,summary,parameters,ambiguity\n"


def test_uncited_clauses_beside_a_file_are_counted(tmp_path: Path) -> None:
    rows = "SD-2,2,play,engine,Nothing cites it.,,\nSD-3,3,room,physical,A door.,,\n"
    (tmp_path / "clauses.csv").write_text(HEADER + rows, encoding="utf-8")
    cell = '[rules.double]\ncards = { value = "two", clause = "SD-1" }\n'
    path = write_book(tmp_path, BOOK + cell)
    assert [text.split(";")[0] for text in warnings(load_rulebook(path))] == [
        "no value cites the clause SD-2"
    ]
    assert "1 of them no value cites" in run("clauses", path).stdout


def test_relabelled_clauses_are_cited_nowhere(tmp_path: Path) -> None:
    standard = load_rulebook("standard")
    relabel = "".join(f'"{clause}" = "SD-1"\n' for clause in standard.clauses)
    book = load_rulebook(write_book(tmp_path, f"{BOOK}[relabel]\n{relabel}"))
    assert {clause for clause, _ in rulebook_citations(book)} == {"SD-1"}
    assert list(book.clauses) == ["SD-1"]
    assert [one.text for one in describe(rules_of("standard"))] == [
        one.text for one in describe(rules_of(str(tmp_path / "book.toml")))
    ]


def test_dropped_entries_are_not_inherited(tmp_path: Path) -> None:
    entries = ["signals.tap", "notices.STD-soft-17", "options.hsa", "irregularities.ruled"]
    dropped = BOOK.replace("title", f"drop = {entries}\ntitle".replace("'", '"'))
    rules = rules_of(write_book(tmp_path, dropped))
    assert list(rules.signals) == ["wave"]
    assert "STD-soft-17" not in [notice.clause for notice in rules.notices]
    assert "ruled" not in rules.irregularities
    assert rules.book.options["hsa"].spec.values == [False]


@pytest.mark.parametrize(
    "more, fault",
    [
        ('drop = ["signals.nod"]', "standard has no signals.nod to drop"),
        ('relabel = { "STD-none" = "SD-1" }', "standard cites no clause STD-none"),
        ('relabel = { "STD-deal" = "SD-9" }', "the clause SD-9, which does not exist"),
    ],
)
def test_unknown_entries_are_not_dropped_in_silence(tmp_path: Path, more: str, fault: str) -> None:
    texts = texts_of(write_book(tmp_path, BOOK.replace("title", f"{more}\ntitle")))
    assert texts
    assert all(fault in text for text in texts)


def test_an_option_that_can_never_be_chosen_does_not_conform(tmp_path: Path) -> None:
    never = """
[[constraints]]
clause = "SD-1"
text = "aces are not split again"
require = { rsa = { values = [false] } }
"""
    with pytest.raises(Nonconforming, match=r"options\.rsa: true can never be chosen"):
        check_rulebook(write_book(tmp_path, BOOK + never), rounds=1)
