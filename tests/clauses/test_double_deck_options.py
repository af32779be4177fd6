"""What the double-deck house rules leave open, and the clauses that refuse the rest."""

from collections.abc import Mapping

import pytest

from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.rules import Rules
from tests.clauses.options import refusing_clauses, rules_of


def value_at(rules: Rules, path: str) -> object:
    """The value of an option or a rule: ``options.boxes``, ``deal.peek``."""
    section, name = path.split(".")
    part = getattr(rules, section)
    return part[name] if isinstance(part, Mapping) else getattr(part, name)


def accepted(clause: str, path: str, value: object, **options: object) -> object:
    """A row: with these options, this value comes of it, and this clause stands behind it."""
    name = f"{clause}-{path}-{value}"
    return pytest.param(clause, path, value, options, marks=pytest.mark.clause(clause), id=name)


def refused(clause: str, **options: object) -> object:
    """A row: this clause, and no other, refuses these options."""
    name = "-".join([clause, *(f"{key}={value}" for key, value in options.items())])
    return pytest.param(clause, options, marks=pytest.mark.clause(clause), id=name)


CHOICES = [
    accepted("DD-1", "table.decks", 2),
    accepted("DD-1", "table.decks", 2, decks="2"),
    accepted("DD-5", "table.boxes", 6),
    accepted("DD-5", "table.boxes", 1, boxes=1),
    accepted("DD-5", "table.boxes", 7, boxes=7),
    accepted("DD-4", "limits.min_bet", 500),
    accepted("DD-4", "limits.min_bet", 250, min_bet=2.5),
    accepted("DD-4", "limits.max_bet", 5000, max_bet=50),
    accepted("DD-4", "limits.chip_unit", 50),
    accepted("DD-4", "limits.chip_unit", 100, chip_unit=1),
]

READINGS = [
    accepted("DD-24", "deal.peek", ("ace", "ten")),
    accepted("DD-24", "deal.peek", (), hole_check="none"),
    accepted("DD-24", "settlement.dealer_blackjack_takes", "all"),
    accepted(
        "DD-24",
        "settlement.dealer_blackjack_takes",
        "live_original",
        dealer_blackjack_takes="original_only",
    ),
    accepted("DD-16", "double.count_low", False),
    accepted("DD-16", "double.count_low", True, double_totals="ace_low_too"),
    accepted("DD-17", "double.amount", "equal"),
    accepted("DD-17", "double.amount", "up_to_wager", double_amounts="for_less"),
    accepted("DD-18", "split.match", "rank"),
    accepted("DD-18", "split.match", "value", split_match="value"),
    accepted("DD-6", "deal.player_cards", "face_down"),
    accepted("DD-6", "deal.player_cards", "face_up", player_cards="face_up"),
]

FIXED = [
    accepted("DD-7", "deal.hole_card", True),
    accepted("DD-13", "blackjack.tie", "push"),
    accepted("DD-13", "insurance.even_money", "never"),
    accepted("DD-16", "double.totals", (9, 10, 11)),
    accepted("DD-19", "double.totals", (9, 10, 11)),
    accepted("DD-20", "split.hands_max", 4),
    accepted("DD-21", "split.resplit_aces", False),
    accepted("DD-22", "split.ace_cards", "one"),
    accepted("DD-23", "double.split_aces", False),
    accepted("DD-25", "dealer.hits_soft_17", True),
    accepted("DD-29", "insurance.cap", "down"),
    accepted("DD-31", "table.bettors_per_box", 1),
    accepted("DD-32", "table.mid_shoe", "box_barred"),
]


@pytest.mark.parametrize("clause, path, value, options", [*CHOICES, *READINGS, *FIXED])
def test_a_value_has_its_clause(
    clause: str, path: str, value: object, options: dict[str, object]
) -> None:
    rules = rules_of("double_deck", **options)
    assert value_at(rules, path) == value
    assert clause in rules.clauses(path)


@pytest.mark.parametrize(
    "path, price",
    [
        pytest.param("settlement.pays", "1 to 1", marks=pytest.mark.clause("DD-4")),
        pytest.param("blackjack.pays", "3 to 2", marks=pytest.mark.clause("DD-12")),
        pytest.param("insurance.pays", "2 to 1", marks=pytest.mark.clause("DD-30")),
    ],
)
def test_prices_are_fixed(path: str, price: str) -> None:
    assert str(value_at(rules_of("double_deck"), path)) == price


@pytest.mark.parametrize(
    "clause, options",
    [
        refused("DD-1", decks=1),
        refused("DD-1", decks=6),
        refused("DD-4", min_bet=0),
        refused("DD-4", max_bet="much"),
        refused("DD-4", chip_unit=0.001),
        refused("DD-4", min_bet=100, max_bet=50),
        refused("DD-5", boxes=0),
        refused("DD-5", boxes=8),
        refused("DD-6", player_cards="hidden"),
        refused("DD-16", double_totals="any"),
        refused("DD-17", double_amounts="half"),
        refused("DD-18", split_match="suit"),
        refused("DD-24", hole_check="ten"),
        refused("DD-24", dealer_blackjack_takes="live_original"),
    ],
)
def test_a_refused_choice_names_its_clause(clause: str, options: dict[str, object]) -> None:
    assert refusing_clauses("double_deck", **options) == {clause}


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
