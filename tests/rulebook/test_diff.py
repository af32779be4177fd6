"""What differs between two tables."""

from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.rules import Difference
from pitboss.rulebook.words.diff import ChosenRulebook, diff
from tests.rulebook.books import charity


def side(name: str, **options: object) -> ChosenRulebook:
    rulebook = load_rulebook(name)
    return ChosenRulebook(rulebook, choose(rulebook, options))


def by_path(differences: tuple[Difference, ...]) -> dict[str, Difference]:
    return {difference.path: difference for difference in differences}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_table_does_not_differ_from_itself(name: str) -> None:
    assert diff(side(name), side(name)) == ()


def test_two_sets_of_options() -> None:
    changes = by_path(diff(side("double_deck"), side("double_deck", split_match="value")))
    assert changes == {
        "options.split_match": Difference(
            "Options chosen",
            "options.split_match",
            "split_match = rank",
            "split_match = value",
            ("DD-18",),
            ("DD-18",),
        ),
        "split.match": Difference(
            "Splitting",
            "split.match",
            "Two cards of one rank may be split: a king and a ten are not a pair.",
            "Two cards of equal value may be split: a king and a ten are a pair.",
            ("DD-18",),
            ("DD-18",),
        ),
    }


def test_two_rulebooks() -> None:
    changes = by_path(diff(side("house"), side("nz")))
    decks = changes["options.decks"]
    assert decks.section == "What may be chosen"
    assert decks.a == "decks: 8; 8 unless set"
    assert decks.b == "decks: a whole number from 4 to 8; 6 unless set"
    assert (decks.clauses_a, decks.clauses_b) == (("H-equipment-2",), ("NZ-3.3-a",))
    assert changes["options.hole_check"].b == ""
    assert changes["options.variant"].a == ""
    assert changes["options.variant"].clauses_a == ()
    assert changes["dealer.hits_soft_17"].a == "The dealer draws on a soft 17."
    assert changes["dealer.hits_soft_17"].b == "The dealer stands on every 17."
    assert changes["wagers.over_13"].b == ""


@pytest.mark.parametrize("a, b", [("tribal", "nz"), ("house", "pa_free_bet"), ("nz", "house")])
def test_the_other_way_round_the_sides_change_places(a: str, b: str) -> None:
    forth = diff(side(a), side(b))
    back = diff(side(b), side(a))
    assert {(one.path, one.a, one.b) for one in forth} == {(one.path, one.b, one.a) for one in back}


def test_sections_stay_together() -> None:
    sections = [one.section for one in diff(side("nz"), side("tribal"))]
    runs = [one for one, before in zip(sections, [None, *sections], strict=False) if one != before]
    assert len(runs) == len(set(runs))


def test_words_at_the_table_differ_too() -> None:
    changes = diff(side("tribal"), side("tribal", surrender=True))
    words = [one for one in changes if one.section == "Words at the table"]
    assert any(one.b and not one.a for one in words)
    gone = diff(side("tribal", surrender=True), side("tribal"))
    assert any(one.a and not one.b for one in gone if one.section == "Words at the table")


def test_a_rulebook_of_ones_own_against_what_it_extends(tmp_path: Path) -> None:
    rulebook = charity(tmp_path, "[options.decks]\ndefault = 4\n")
    changes = by_path(diff(side("tribal"), ChosenRulebook(rulebook, choose(rulebook, {}))))
    assert set(changes) == {"options.decks", "table.decks"}
