"""What the sentence of a closed clause says of a value is what the rules answer."""

import pytest

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.questions.stakes import main_refusal
from pitboss.rulebook.words.silence import silence

Chosen = dict[str, object]

SAYS: tuple[tuple[str, str, Chosen, str, object], ...] = (
    ("nz", "NZ-1.0-five-and-under", {"variant": "blackjack_plus"}, "draw.cards_max", 5),
    ("nz", "NZ-7.5", {}, "shoe.cut_from_end", 52),
    ("nz", "NZ-7.6-a", {}, "shoe.behind_min", 0),
    ("nz", "NZ-7.6-a", {}, "shoe.behind_max", 0.5),
    ("nz", "NZ-8.8", {}, "shoe.cut_card_first", "shuffle"),
    ("nz", "NZ-11.2-a", {}, "double.amount", "up_to_wager"),
    ("nz", "NZ-12.1", {}, "split.match", "value"),
    ("nz", "NZ-12.4-a", {}, "split.hands_max", 3),
    ("nz", "NZ-12.4-b", {}, "split.resplit_aces", False),
    ("nz", "NZ-13.1-d", {}, "draw.stand_min", 12),
    ("nz", "NZ-19.4", {"variant": "blackjack_plus"}, "insurance.even_money", "never"),
    ("nz", "NZ-19.6", {"variant": "blackjack_plus"}, "insurance.on_blackjack", False),
    ("tribal", "T-b-4-ii", {"shuffler": "two_batch", "decks": 8}, "decks_in_play", 4),
    ("tribal", "T-c-4-s2", {}, "limits.coupon", "never"),
    ("tribal", "T-c-4-s2", {"match_play": True}, "limits.coupon", "equal"),
    ("tribal", "T-c-5", {}, "settlement.order", "descending"),
    ("tribal", "T-c-5-s2", {}, "payout_unit", 1),
    ("tribal", "T-e-4-s3", {}, "shoe.behind_min", 0.25),
    ("tribal", "T-e-7", {}, "shoe.recut_until", "first_card"),
    ("tribal", "T-e-9", {}, "shoe.left_empty", "idle"),
    ("tribal", "T-f-3-s3", {}, "shoe.burn_shown", True),
    ("tribal", "T-f-4", {"shoe": "double"}, "shoe.burn_by_new_dealer", False),
    ("tribal", "T-f-9", {}, "settlement.cards_removed", "at_end"),
    ("tribal", "T-f-10", {}, "shoe.cut_card_first", "play"),
    ("tribal", "T-i-2-s2", {}, "insurance.cap", "up"),
    ("tribal", "T-k-1", {}, "split.match", "value"),
    ("tribal", "T-k-5", {}, "split.hands_max", 2),
    ("tribal", "T-k-5-s2", {"pitch": True, "decks": 2}, "split.hands_max", 2),
    ("tribal", "T-k-5-s4", {"max_hands": 4, "resplit_aces": True}, "split.ace_cards", "one"),
    ("tribal", "T-l-2", {}, "dealer.hits_soft_17", False),
    ("tribal", "T-q-3", {"multiple_action": True}, "deal.hole_card", False),
    ("pa_free_bet", "PA-3-b", {"shuffler": "batch"}, "shoe.parts", 1),
    ("pa_free_bet", "PA-3-c", {}, "shoe.life_hours", 24),
    ("pa_free_bet", "PA-5-c", {}, "shoe.cut_offered", "counterclockwise"),
    ("pa_free_bet", "PA-5-d", {}, "shoe.cut_from_end", 10),
    ("pa_free_bet", "PA-5-d-s3", {}, "shoe.behind_min", 0.25),
    ("pa_free_bet", "PA-5-g", {}, "shoe.left_empty", "ask"),
    ("pa_free_bet", "PA-5-h-s2", {"shuffler": "continuous"}, "shoe.burn", "none"),
    ("pa_free_bet", "PA-5-h-s2", {"shuffler": "continuous"}, "shoe.burn_by_new_dealer", True),
    ("pa_free_bet", "PA-7-c", {}, "shoe.burn_shown", False),
    ("pa_free_bet", "PA-7-d", {}, "shoe.cut_card_first", "play"),
    ("pa_free_bet", "PA-7-k", {}, "dealer.second_card", "always"),
    ("pa_free_bet", "PA-8-b-s2", {}, "insurance.cap", "up"),
    ("pa_free_bet", "PA-9-a", {}, "double.on_21", False),
    ("pa_free_bet", "PA-9-a-2", {}, "double.amount", "up_to_wager"),
    ("pa_free_bet", "PA-10-d-s2", {}, "split.hands_max", 4),
    ("house", "H-rules-12", {}, "dealer.hits_soft_17", True),
    ("house", "H-rules-16", {}, "blackjack.paid", "in_turn"),
    ("house", "H-rules-17", {}, "insurance.even_money_and_insurance", "either"),
    ("house", "H-method-10", {}, "shoe.cut_from_end", 52),
    ("house", "H-method-12", {}, "shoe.behind_tolerance", 0),
    ("house", "H-method-25", {}, "settlement.order", "ascending"),
    ("house", "H-wagers-5", {}, "split.match", "value"),
    ("house", "H-wagers-8", {}, "double.on_21", True),
    ("house", "H-wagers-11", {}, "double.amount", "full_or_half"),
    ("house", "H-wagers-13", {}, "surrender.doubled", False),
    ("house", "H-wagers-15", {}, "insurance.cap", "down"),
    ("double_deck", "DD-1", {}, "shoe.burn", "per_shoe"),
    ("double_deck", "DD-13", {}, "insurance.even_money", "never"),
    ("double_deck", "DD-25", {}, "dealer.hits_soft_17", True),
    ("double_deck", "DD-29", {}, "insurance.unit", "cent"),
)
"""Rulebook, closed clause, options, value, and what its sentence says of it."""
REFUSES: tuple[tuple[str, str, Chosen], ...] = (
    ("nz", "NZ-1.0-ante", {"variant": "antes_up", "min_bet": 25, "ante": "3.13"}),
    ("nz", "NZ-5.8", {"shuffler": "continuous", "mid_shoe_limit": "minimum"}),
    ("nz", "NZ-18.1", {"base_rules": "style_a"}),
    ("tribal", "T-k-5-s3", {"max_hands": 3, "boxes": 6}),
    ("tribal", "T-p-6-ii", {"additional_wager": "same_suit", "decks": 5}),
    ("tribal", "T-s-11", {"bonus": True, "bonus_prizes": "1: 10x1; 5: 80x1"}),
    ("tribal", "T-s-11", {"bonus": True, "bonus_stake": "returned",
                          "bonus_prizes": "1: 20.50x1; 5: 80x1"}),
)  # fmt: skip
"""Rulebook, closed clause, and options that it refuses."""


def closed(rulebook: str) -> set[str]:
    book = load_rulebook(rulebook)
    return {note.clause for note in silence(book, choose(book, {})).closed}


@pytest.mark.parametrize("rulebook, clause, options, path, value", SAYS, ids=str)
def test_a_closed_sentence_is_what_the_rules_answer(
    rulebook: str, clause: str, options: Chosen, path: str, value: object
) -> None:
    assert clause in closed(rulebook)
    answer: object = choose(load_rulebook(rulebook), options)
    for name in path.split("."):
        answer = getattr(answer, name)
    assert answer == value


@pytest.mark.parametrize("rulebook, clause, options", REFUSES, ids=str)
def test_a_closed_sentence_refuses_options(rulebook: str, clause: str, options: Chosen) -> None:
    assert clause in closed(rulebook)
    with pytest.raises(RulebookError, match=clause):
        choose(load_rulebook(rulebook), options)


def test_an_ante_of_an_eighth_is_taken() -> None:
    choose(load_rulebook("nz"), {"variant": "antes_up", "min_bet": 25, "ante": "3.12"})


def test_a_returned_stake_counts_in_the_edge_of_a_bonus() -> None:
    prizes = {"bonus": True, "bonus_prizes": "1: 20.50x1; 5: 80x1"}
    choose(load_rulebook("tribal"), prizes)


def test_a_wager_without_an_exact_blackjack_is_not_taken() -> None:
    assert "PA-11-a" in closed("pa_free_bet")
    rules = choose(load_rulebook("pa_free_bet"), {"chip_unit": "0.01"})
    refusal = main_refusal(rules, 5_01)
    assert refusal is not None
    assert refusal.clause == "PA-11-a"
    assert main_refusal(rules, 5_02) is None
