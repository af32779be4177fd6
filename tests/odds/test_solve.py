"""What must hold of every solved game."""

import numpy as np
import pytest

from pitboss import odds
from pitboss.cards import parse_card, parse_cards
from pitboss.odds.lattice import example, hands
from pitboss.odds.split import ADDED, FIRST, weights
from pitboss.odds.strategy_stats import next_act, third_card_p
from pitboss.odds.tables import tabulate
from pitboss.rulebook.acts import (
    double_refused,
    hit_refused,
    is_complete,
    is_free_double,
    stand_refused,
    surrender_refused,
)
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.settle import Result, main_outcome

RULEBOOKS = pytest.mark.parametrize("rulebook", SHIPPED)


def rules_of(rulebook: str, **options: object) -> Rules:
    return choose(load_rulebook(rulebook), options)


@RULEBOOKS
def test_starts_have_all_the_probability(rulebook: str) -> None:
    solution = odds.solve(rules_of(rulebook))
    assert sum(start.probability for start in solution.starts) == pytest.approx(1, abs=1e-12)


@RULEBOOKS
def test_a_chart_is_worth_no_more_than_seeing_the_cards(rulebook: str) -> None:
    rules = rules_of(rulebook)
    by_cards = odds.solve(rules).player_ev
    by_total = odds.solve(rules, strategy_class="total_dependent").player_ev
    assert by_cards - 5e-4 < by_total <= by_cards + 1e-12


@RULEBOOKS
def test_results_of_a_round_agree_with_its_value(rulebook: str) -> None:
    solution = odds.solve(rules_of(rulebook))
    results = solution.results
    assert sum(results.net.values()) == pytest.approx(1, abs=1e-9)
    assert results.win_p + results.push_p + results.loss_p == pytest.approx(1, abs=1e-9)
    # Exact but for how several split hands fall together.
    assert results.mean == pytest.approx(solution.player_ev - solution.offers_ev, abs=5e-5)
    assert 1.0 < results.standard_deviation < 1.3
    assert 1.0 < results.average_wager < 1.2


def test_results_are_exact_where_a_box_has_two_hands_at_most() -> None:
    solution = odds.solve(rules_of("tribal"))
    assert solution.results.mean == pytest.approx(solution.player_ev, abs=1e-12)


MORE: tuple[tuple[str, dict[str, object], dict[str, object]], ...] = (
    ("tribal", {"max_hands": 2}, {"max_hands": 3}),
    ("tribal", {"max_hands": 3}, {"max_hands": 4}),
    ("tribal", {"surrender": False}, {"surrender": True}),
    ("tribal", {"split_21_beats_dealer_21": False}, {"split_21_beats_dealer_21": True}),
    ("tribal", {"dealer_blackjack_takes": "live_original"}, {}),
    ("nz", {"dealer_blackjack_takes": "busted_plus_one"}, {}),
    ("double_deck", {}, {"split_match": "value"}),
    ("double_deck", {}, {"double_totals": "ace_low_too"}),
    ("double_deck", {"hole_check": "none"}, {}),
    ("house", {"surrender": "none"}, {"surrender": "late_two_cards"}),
    ("house", {"surrender": "late_two_cards"}, {"surrender": "any_cards"}),
    ("pa_free_bet", {"split_aces": "one_card"}, {"split_aces": "play_on"}),
)


@pytest.mark.parametrize("rulebook, less, more", MORE)
def test_more_for_the_player_is_worth_no_less(
    rulebook: str, less: dict[str, object], more: dict[str, object]
) -> None:
    worse, better = (odds.solve(rules_of(rulebook, **o)).player_ev for o in (less, more))
    assert worse <= better + 1e-12


@RULEBOOKS
def test_removing_nothing_is_the_full_shoe(rulebook: str) -> None:
    rules = rules_of(rulebook)
    assert odds.solve(rules, removed=()).player_ev == odds.solve(rules).player_ev


def test_effects_of_removal_have_their_signs() -> None:
    effects = odds.removal_effects(rules_of("double_deck"))
    assert all(effects[name] > 0 for name in "23456")
    assert all(effects[name] < 0 for name in "9TA")


@RULEBOOKS
def test_advice_is_what_the_solution_says(rulebook: str) -> None:
    rules = rules_of(rulebook)
    solution = odds.solve(rules)
    for text, up in (("Ts 6d", "9c"), ("8s 8d", "6c"), ("As 7d", "Td"), ("Ah Ad", "Ac")):
        cards, up_card = parse_cards(text), parse_card(up)
        advised = odds.advise(rules, cards, up_card).values
        first, second = cards
        assert advised == pytest.approx(solution.acts(first, second, up_card), abs=1e-12)
        assert next_act(solution, cards, up_card).act == next(iter(advised))
        assert third_card_p(solution, first, second, up_card) <= 1


@RULEBOOKS
def test_tables_answer_as_the_rulebook_does(rulebook: str) -> None:
    rules = rules_of(rulebook)
    play = tabulate(rules)
    dealer = example((0, 0, 0, 0, 0, 0, 1, 0, 0, 1))
    for place, counts in list(enumerate(hands()))[::7]:
        if sum(counts) < 2:
            continue
        hand = example(counts)
        legal = play.legal[0, place]
        if is_complete(rules, hand, hands=rules.split.hands_max):
            assert legal == 1
        else:
            assert bool(legal & 1) == (stand_refused(rules, hand) is None)
            assert bool(legal & 2) == (hit_refused(rules, hand) is None)
            assert bool(legal & 4) == (double_refused(rules, hand) is None)
            assert bool(legal & 16) == (surrender_refused(rules, hand) is None)
        assert play.free[place] == is_free_double(rules, hand)
        outcome = main_outcome(rules, hand, dealer)
        assert bool(play.loss[0, place, 0]) == (outcome.result is Result.LOSS)


@pytest.mark.parametrize("hands_max", [2, 3, 4, 5])
def test_weights_count_every_hand_once(hands_max: int) -> None:
    """With values all one, the weighed hands of a box are as many as it has on average."""
    table = weights(hands_max)
    size, pair_cards = 40.0, 6.0
    found = np.zeros(2)
    chance = 1.0
    for extra in range(table.shape[2]):
        if extra:
            chance *= (pair_cards - extra + 1) / (size - extra + 1)
        other_p = 1 - (pair_cards - extra) / (size - extra)
        found += chance * (table[:, 0, extra] * other_p + table[:, 1, extra])
    assert found[FIRST] == pytest.approx(1)
    assert 1 <= found[ADDED] < hands_max - 1 or hands_max == 2


def test_an_ante_costs_its_share_of_the_wager() -> None:
    rules = rules_of("nz", variant="antes_up", ante_waived_from=100)
    solution = odds.solve(rules)
    assert solution.ev_with_ante(1000) == pytest.approx(solution.player_ev - 50 / 1000)
    assert solution.ev_with_ante(10000) == solution.player_ev


def test_even_money_is_refused_off_the_top_and_taken_when_tens_abound() -> None:
    rules = rules_of("nz")
    cards, up = parse_cards("As Ts"), parse_card("Ad")
    assert odds.advise(rules, cards, up).even_money is False
    rich = odds.parse_shoe("Ax4 5x2 Tx20")
    advice = odds.advise(rules, cards, up, shoe=rich)
    assert advice.even_money is True
    assert advice.insurance_ev is not None
    assert advice.insurance_ev > 0
