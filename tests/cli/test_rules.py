"""`pitboss rulebooks`, `rules` and `diff`."""

from pathlib import Path

import pytest

from pitboss.rulebook.catalog import SHIPPED
from tests.cli.commands import refused, run, run_json
from tests.rulebook.books import CHARITY, write_book, write_copy

COMMON = {"min_bet": 5, "max_bet": 1000, "chip_unit": 0.5}

DEFAULTS: dict[str, dict[str, object]] = {
    "tribal": COMMON
    | {
        "decks": 6,
        "boxes": 7,
        "shoe": "single",
        "red_suits_side": "left",
        "shuffler": "none",
        "pitch": False,
        "card_reader": "none",
        "surrender": False,
        "five_card_21": False,
        "even_money": False,
        "match_play": False,
        "max_hands": 2,
        "resplit_aces": False,
        "boxes_per_player": 1,
        "mid_shoe_entry": "open",
        "recut_by": "last_cutter",
        "additional_wager": "none",
        "same_suit_option": 1,
        "multiple_action": False,
        "multiple_action_min": 2,
        "progressive": False,
        "meter": 10000,
        "meter_reset": 5000,
        "progression": 0.7,
        "bonus": False,
        "streak": False,
        "dealer_blackjack_takes": "original_only",
        "split_21_beats_dealer_21": True,
    },
    "nz": COMMON
    | {
        "variant": "standard",
        "decks": 6,
        "boxes": 9,
        "shuffler": "none",
        "cutting_cards": 1,
        "burn": False,
        "bettors_per_box": 3,
        "box_max": "off",
        "player_max": "off",
        "mid_shoe_limit": "off",
        "super_sevens": False,
        "madness_21": False,
        "perfect_pairs": "off",
        "any_pair": "off",
        "ante_waived_from": "off",
        "blackjack_plus_pays": "3:2",
        "dealer_blackjack_takes": "live_original",
        "dealer_second_card": "if_needed",
        "madness_pays": "to_1",
    },
    "pa_free_bet": COMMON
    | {
        "decks": 6,
        "boxes": 6,
        "shuffler": "none",
        "preshuffled": False,
        "mid_shoe_entry": "open",
        "push_22": "off",
        "boxes_per_player": 1,
        "settlement_order": "collect_then_pay",
        "even_money": False,
        "split_aces": "play_on",
    },
    "house": {
        "min_bet": 1,
        "max_bet": 10,
        "chip_unit": 0.5,
        "decks": 8,
        "boxes": 7,
        "boxes_per_player": 3,
        "shuffler": "manual",
        "blackjack_policy": "three_to_two_or_push",
        "hole_check": "ace",
        "dealer_blackjack_takes": "all",
        "surrender": "late_two_cards",
        "burn": "per_round",
        "last_round": "current",
    },
    "double_deck": COMMON
    | {
        "decks": 2,
        "boxes": 6,
        "hole_check": "ace_and_ten",
        "dealer_blackjack_takes": "all",
        "double_totals": "hard_only",
        "double_amounts": "equal",
        "split_match": "rank",
        "player_cards": "face_down",
    },
}
"""The options that other people's scripts rely on, with their defaults."""

DEPENDENT = {"tribal": {"bonus_prizes"}, "nz": {"ante", "min_increment"}}
"""Options that must be there, and whose default no script relies on."""

READINGS = {
    "tribal": {"dealer_blackjack_takes", "split_21_beats_dealer_21"},
    "nz": {"dealer_blackjack_takes", "dealer_second_card", "madness_pays"},
    "pa_free_bet": {"split_aces"},
    "house": {
        "blackjack_policy",
        "hole_check",
        "dealer_blackjack_takes",
        "surrender",
        "burn",
        "last_round",
    },
    "double_deck": {
        "hole_check",
        "dealer_blackjack_takes",
        "double_totals",
        "double_amounts",
        "split_match",
        "player_cards",
    },
}

SIDE_WAGERS = {
    "tribal": {"progressive": "true", "streak": "true"},
    "nz": {"super_sevens": "true", "madness_21": "true", "any_pair": "scale_1"},
    "pa_free_bet": {"push_22": "b"},
    "house": {},
}


def settings(options: dict[str, str]) -> list[str]:
    return [part for name, value in options.items() for part in ("--set", f"{name}={value}")]


def test_the_rulebooks() -> None:
    books = run_json("rulebooks")
    assert [book["id"] for book in books] == list(SHIPPED)
    assert [book["clauses"] for book in books] == [309, 286, 188, 89, 32]
    assert all(set(book) == {"id", "title", "source", "clauses"} for book in books)
    shown = run("rulebooks").stdout
    assert all(book["id"] in shown and book["title"] in shown for book in books)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_option_of_the_contract_is_there_with_its_default(name: str) -> None:
    sheet = run_json("rules", name)
    options = {option["name"]: option for option in sheet["options"]}
    shown = {option: options[option]["value"] for option in DEFAULTS[name]}
    assert shown == DEFAULTS[name]
    assert DEPENDENT.get(name, set()) <= set(options)
    readings = {option for option in options if options[option]["reading"]}
    assert readings >= READINGS[name]
    assert readings == {reading["name"] for reading in run_json("readings", name)["readings"]}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_sheet_has_its_shape(name: str) -> None:
    sheet = run_json("rules", name, *settings(SIDE_WAGERS.get(name, {})))
    assert set(sheet) == {
        "rulebook", "title", "revision", "source", "edition", "in_force_from", "earlier",
        "digest", "about", "telling", "options", "inscriptions", "wagers", "rules",
    }  # fmt: skip
    assert sheet["rulebook"] == name
    clauses = {row["id"] for row in run_json("clauses", name)}
    for option in sheet["options"]:
        assert set(option) == {
            "name", "value", "default", "written", "allowed", "clause", "reading", "concerns",
            "text", "notice",
        }  # fmt: skip
        assert option["clause"] in clauses
    for inscription in sheet["inscriptions"]:
        assert set(inscription) == {"text", "place", "clause"}
        assert inscription["clause"] in clauses
    for rule in sheet["rules"]:
        assert set(rule) == {"section", "text", "clause", "clauses"}
        assert rule["clause"] == rule["clauses"][0]
        assert clauses.issuperset(rule["clauses"])
    assert bool(sheet["wagers"]) == (name in SIDE_WAGERS)
    for wager in sheet["wagers"]:
        stakes = {"stakes"} if "stakes" in wager else {"min", "max"}
        assert set(wager) == {"wager", "title", "kind", "clause", "lines"} | stakes
        for line in wager["lines"]:
            assert set(line) == {"category", "pays", "clause"}
            assert line["clause"] in clauses


def test_stakes_of_wagers() -> None:
    house = {wager["wager"]: wager for wager in run_json("rules", "house")["wagers"]}
    assert (house["over_13"]["min"], house["over_13"]["max"]) == (1, 10)
    assert house["over_13"]["lines"] == [
        {"category": "won", "pays": "1 to 1", "clause": "H-payouts-9"}
    ]
    bonus = run_json("rules", "tribal", "--set", "bonus=true")["wagers"]
    assert [wager["stakes"] for wager in bonus if wager["wager"] == "bonus"] == [[1, 5]]


def test_a_wager_without_a_limit_has_none(tmp_path: Path) -> None:
    wager = """
[[wagers]]
name = "pair"
title = "Pair"
kind = "perfect_pairs"
clause = "CN-1"
stakes_clause = "CN-1"
main_clause = "CN-1"
scales = [{ lines = [{ category = "mixed", pays = "$2.50", clause = "CN-1" }] }]
"""
    (pair,) = run_json("rules", write_book(tmp_path, CHARITY + wager))["wagers"]
    assert (pair["min"], pair["max"]) == (0.5, None)
    assert pair["lines"][0]["pays"] == "$2.50"


def test_options_are_set() -> None:
    sheet = run_json("rules", "nz", "--set", "decks=8", "--set", " super_sevens = true")
    options = {option["name"]: option for option in sheet["options"]}
    assert (options["decks"]["value"], options["decks"]["default"]) == (8, 6)
    assert options["super_sevens"]["value"] is True
    assert "super_sevens" in [wager["wager"] for wager in sheet["wagers"]]


def test_a_table_for_people() -> None:
    result = run("rules", "house", "--set", "boxes=5")
    assert result.exit_code == 0
    # The width of a terminal decides where lines are broken, so the words are looked for.
    words = " ".join(result.stdout.split())
    for text in ("House Blackjack", "5 (set)", "reading)", "[H-equipment-1]", "Inscriptions"):
        assert text in words
    assert "Match the Dealer (match_dealer): stakes from 1.00 to 10.00" in words
    assert "The dealer draws on a soft 17. [H-rules-13" in words


def test_a_table_without_words_to_show(tmp_path: Path) -> None:
    path = write_copy(tmp_path)
    assert "Inscriptions" in run("rules", str(path)).stdout
    silent = path.read_text(encoding="utf-8").partition("[[notices]]")[0]
    path.write_text(silent, encoding="utf-8")
    assert "Inscriptions" not in run("rules", str(path)).stdout


@pytest.mark.clause("NZ-3.3-a")
def test_a_refused_value_names_its_clause() -> None:
    assert refused("rules", "nz", "--set", "decks=3") == (
        "error: nz: decks = 3 is not allowed: choose a whole number from 4 to 8, "
        "by NZ 3.3(a) [NZ-3.3-a]\n"
        "hint: pitboss rules nz lists what may be chosen, and by which clause\n"
    )


def test_two_rulebooks_are_compared() -> None:
    compared = run_json("diff", "nz", "tribal")
    assert compared["a"] == {"rulebook": "nz", "in_force_from": "unknown", "options": {}}
    paths = {one["path"]: one for one in compared["differences"]}
    assert paths["deal.hole_card"]["clauses_a"]
    assert paths["options.variant"]["b"] is None
    shown = run("diff", "nz", "tribal").stdout
    assert "What may be chosen" in shown
    assert "The dealer takes no second card" in shown


def test_two_sets_of_options_are_compared() -> None:
    arguments = ("diff", "tribal", "tribal", "--set-a", "decks=8", "--set-b", "surrender=true")
    compared = run_json(*arguments)
    side = {"rulebook": "tribal", "in_force_from": "unknown", "options": {"surrender": "true"}}
    assert compared["b"] == side
    chosen = [one["path"] for one in compared["differences"] if one["section"] == "Options chosen"]
    assert chosen == ["options.decks", "options.surrender"]
    assert "tribal (B)" in run(*arguments).stdout


def test_equal_tables_have_no_differences() -> None:
    assert run_json("diff", "nz", "nz")["differences"] == []
    assert run("diff", "nz", "nz").stdout == "The two tables play by the same rules.\n"
