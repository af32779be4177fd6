"""The five lines that a game's rules begin with are true of it, whatever its options."""

from collections.abc import Iterator

import pytest

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.options import plain_allowed
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.words.describe import (
    LINES,
    WAGERS,
    describe,
    is_unusual,
    key_differences,
    plain_values,
)


def tables(name: str) -> Iterator[Rules]:
    """The table of a rulebook, and the same with each other value of each option."""
    book = load_rulebook(name)
    yield choose(book, {})
    for option in book.options.values():
        allowed = plain_allowed(option.spec)
        values = allowed if isinstance(allowed, list) else ()
        for value in values:
            try:
                yield choose(book, {option.name: value})
            except RulebookError:
                continue


@pytest.mark.parametrize("name", SHIPPED)
def test_five_lines_are_true_for_any_option(name: str) -> None:
    plain, _ = plain_values()
    for rules in tables(name):
        lines = key_differences(rules)
        said = {sentence.path: sentence for sentence in describe(rules)}
        assert len(lines) == LINES
        assert len({line.text for line in lines}) == LINES
        for line in lines:
            assert line.clauses
            assert line.is_usual != is_unusual(rules, line.path)
            if line.path == WAGERS:
                titles = [wager.title for wager in rules.wagers.values()]
                assert all(title in line.text for title in titles[:4])
            else:
                assert (line.text, line.clauses) == (said[line.path].text, said[line.path].clauses)
        # What is as everywhere comes last, and nothing more telling was left out.
        marks = [line.is_usual for line in lines]
        assert marks == sorted(marks)
        told = [line.path for line in lines if not line.is_usual]
        unusual = [path for path in plain if is_unusual(rules, path) and path in (*said, WAGERS)]
        if not rules.deal.hole_card:
            unusual = [path for path in unusual if path != "deal.peek"]
        rows = [path for path in told if path.startswith("results.")]
        assert [*rows, *unusual][:LINES] == told


def test_every_plain_value_is_one_that_rules_have() -> None:
    plain, asked = plain_values()
    for path in (*plain, *asked):
        section, _, field = path.partition(".")
        assert path == WAGERS or field in SECTIONS[section].__struct_fields__


def test_what_tells_a_game_apart_comes_first() -> None:
    told = [line.text for line in key_differences(choose(load_rulebook("pa_free_bet"), {}))]
    assert told[:3] == [
        "If the dealer has 22, every hand that stands pushes.",
        "Two cards of a hard 9, 10 or 11 are doubled free.",
        "Every pair is split free, except ten-value cards.",
    ]
    nz = [line.text for line in key_differences(choose(load_rulebook("nz"), {}))]
    assert nz[0] == "The dealer takes no second card before the players have finished."
    paired = {"perfect_pairs": "scale_2"}
    with_pairs = [line.text for line in key_differences(choose(load_rulebook("nz"), paired))]
    assert with_pairs[1] == "Side wagers: Perfect Pairs."
