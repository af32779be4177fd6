"""What the double-deck house rules leave open, and the clauses that refuse the rest."""

import pytest

from pitboss.rulebook.catalog import load_rulebook
from tests.clauses.options import refusing_clauses, rules_of


@pytest.mark.clause("DD-31")
def test_there_are_no_side_wagers_to_choose() -> None:
    assert not load_rulebook("double_deck").wagers
    assert refusing_clauses("double_deck", perfect_pairs=True) == {""}


def test_readings_are_marked_as_such() -> None:
    options = load_rulebook("double_deck").options
    assert {name for name, option in options.items() if option.spec.reading} == {
        "hole_check",
        "dealer_blackjack_takes",
        "double_totals",
        "double_amounts",
        "split_match",
        "player_cards",
    }


@pytest.mark.clause("DD-12", "DD-25", "DD-30", "DD-31", "DD-32")
def test_the_table_shows_what_players_must_know() -> None:
    shown = {notice.clause: notice.text for notice in rules_of("double_deck").notices}
    needed = {"DD-12", "DD-25", "DD-30", "DD-31", "DD-32"}
    assert set(shown) == needed | {"DD-6", "DD-14", "DD-15"}
    assert shown["DD-12"] == "Blackjack pays 3 to 2"
