"""Where a text is silent: readings, and places that are closed, over every clause."""

import re
from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook, logged_rules, shipped_clauses
from pitboss.rulebook.file.readings import decided_clauses, shown_readings, values_then
from pitboss.rulebook.options.changes import changeable
from pitboss.rulebook.words.silence import Silence, silence

MARKED = tuple(Path(__file__).with_name("unclear_clauses.txt").read_text(encoding="utf-8").split())
"""Clauses whose text leaves something open."""
PLANNED = re.compile(r"\[Q|\b(recommend\w*|should|could|would|will be|alternatives?)\b", re.I)
BOOKS = pytest.mark.parametrize("name", SHIPPED)


def silence_of(name: str) -> Silence:
    book = load_rulebook(name)
    return silence(book, choose(book, {}))


def test_every_unclear_clause_is_read_or_closed_once() -> None:
    assert len(MARKED) == len(set(MARKED)) == 323
    clauses: list[str] = []
    for name in SHIPPED:
        clauses += decided_clauses(load_rulebook(name).options)
        clauses += [note.clause for note in silence_of(name).closed]
    assert len(clauses) == len(set(clauses))
    assert set(MARKED) <= set(clauses)


def test_a_clause_with_a_note_is_marked() -> None:
    noted = {
        clause.id
        for name in SHIPPED
        for clause in shipped_clauses(name).values()
        if clause.ambiguity
    }
    by_readings = {
        clause for name in SHIPPED for clause in decided_clauses(load_rulebook(name).options)
    }
    assert noted == set(MARKED) | by_readings


@BOOKS
def test_what_is_printed_is_in_the_present(name: str) -> None:
    places = silence_of(name)
    texts = [note.text for note in (*places.closed, *places.left_out)]
    for reading in places.readings:
        spec = reading.option.spec
        texts += [spec.text, spec.unclear, spec.why, *spec.says.values()]
    for text in texts:
        assert not PLANNED.search(text), text
        assert text[0].isupper() or text[0] == '"', text
        assert text.endswith("."), text


@BOOKS
def test_a_closed_place_is_one_sentence(name: str) -> None:
    for note in silence_of(name).closed:
        assert not re.search(r"\. [A-Z]", note.text), note


@BOOKS
def test_a_reading_says_what_each_value_does(name: str) -> None:
    for reading in silence_of(name).readings:
        spec = reading.option.spec
        values = [str(value).lower() for value in spec.values or (True, False)]
        assert sorted(spec.says) == sorted(values), reading
        assert len(spec.says) > 1, reading
        assert spec.unclear, reading
        assert spec.why, reading
        assert spec.moves, reading
        assert reading.says, reading


@BOOKS
def test_a_reading_stays_while_a_table_is_open(name: str) -> None:
    book = load_rulebook(name)
    assert not set(changeable(book)) & set(shown_readings(book.options, choose(book, {}).options))


@BOOKS
def test_an_older_log_has_the_values_of_its_time(name: str) -> None:
    book = load_rulebook(name)
    then = values_then(book.options)
    rules = logged_rules(book, {}, {})
    now = logged_rules(book, {}, shown_readings(book.options, choose(book, {}).options))
    assert shown_readings(book.options, now.options) == shown_readings(
        book.options, choose(book, {}).options
    )
    for reading, value in shown_readings(book.options, rules.options).items():
        assert value == then.get(reading, shown_readings(book.options, now.options)[reading])
