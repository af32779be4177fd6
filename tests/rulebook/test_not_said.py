"""Rules that a file leaves out are declared: shown first, counted, and in the header of logs."""

from pathlib import Path

import pytest

import pitboss
from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.trace import warnings
from tests.cli.commands import run, run_json
from tests.rulebook.books import texts_of, write_book

BOOK = """\
extends = "vegas_strip_s17"
title = "Attack"

[clauses]
"DA-1" = "A second wager may be placed once the up card lies."
"DA-2" = "Nothing cites this."

[[not_said]]
clause = "DA-1"
text = "A second wager may be placed once the up card lies."
effect = "It lowers the edge."
"""
SHOWN = "Not played here: A second wager may be placed once the up card lies. It lowers the edge."


@pytest.fixture
def book(tmp_path: Path) -> str:
    """The path of a file that leaves a rule out."""
    return write_book(tmp_path, BOOK)


def test_rules_and_odds_show_it_before_any_figure(book: str) -> None:
    for command, figure in (("rules", "In short"), ("odds", "house edge")):
        shown = run(command, book).stdout
        assert -1 < shown.index(f"{SHOWN} [DA-1]") < shown.index(figure)
    assert run("odds", book).stdout.count(SHOWN) == 1


def test_data_for_programs_and_the_page_begin_with_it(book: str) -> None:
    rules = run_json("rules", book)
    assert rules["telling"][0]["text"] == rules["rules"][0]["text"] == SHOWN
    first = run_json("odds", book)["checks"][0]
    assert (first["clause"], first["text"], first["warning"]) == ("DA-1", SHOWN, True)


def test_clauses_count_it_and_warnings_name_the_idle(book: str) -> None:
    assert "1 of them say what the file leaves out" in run("clauses", book).stdout
    assert [text for text in warnings(load_rulebook(book)) if "DA-" in text] == [
        "no value cites the clause DA-2; write it as a value, or under [[not_said]]"
    ]
    assert "warning: no value cites the clause DA-2" in run("rules", book).stdout


def test_a_child_leaves_out_what_its_base_does(tmp_path: Path, book: str) -> None:
    child = write_book(tmp_path, f'extends = "{Path(book).name}"\ntitle = "Child"\n', "child.toml")
    assert [one.clause for one in pitboss.rules(child).book.not_said] == ["DA-1"]


def test_its_clause_must_exist(tmp_path: Path) -> None:
    (text,) = texts_of(write_book(tmp_path, BOOK.replace('clause = "DA-1"', 'clause = "DA-9"')))
    assert "not_said.0 names the clause DA-9, which does not exist" in text
