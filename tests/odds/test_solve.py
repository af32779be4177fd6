"""What must hold of every solved game."""

import numpy as np
import pytest

from pitboss import odds
from pitboss.cards import parse_card, parse_cards
from pitboss.charts import UPS, Chart
from pitboss.hands import hand_of
from pitboss.odds.advice import advise
from pitboss.odds.game import SolvedGame, figures_of
from pitboss.odds.known.shipped import FILES
from pitboss.odds.results.spots import two_dealers
from pitboss.odds.solution import removal_effects, solve
from pitboss.odds.solver.best_play import SolverInput
from pitboss.odds.solver.hands import example, hands
from pitboss.odds.solver.rule_tables import tables_of, tabulate
from pitboss.odds.solver.splits import ADDED, FIRST, weights
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.questions.acts import (
    double_refusal,
    hit_refusal,
    is_complete,
    is_free_double,
    stand_refusal,
    surrender_refusal,
)
from pitboss.rulebook.questions.settlement import WagerResult, main_outcome
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS, NAMES, Strategy
from scripts.build_results import tables
from tests.odds.games import plain_game

RULEBOOKS = pytest.mark.parametrize("rulebook", SHIPPED)


def rules_of(rulebook: str, **options: object) -> Rules:
    return choose(load_rulebook(rulebook), options)


@RULEBOOKS
def test_starts_have_all_the_probability(rulebook: str) -> None:
    solution = solve(rules_of(rulebook))
    assert sum(start.probability for start in solution.starts) == pytest.approx(1, abs=1e-12)


@RULEBOOKS
def test_a_chart_is_worth_no_more_than_seeing_the_cards(rulebook: str) -> None:
    rules = rules_of(rulebook)
    by_cards = solve(rules).player_ev
    by_total = solve(rules, strategy_class="total_dependent").player_ev
    assert by_cards - 5e-4 < by_total <= by_cards + 1e-12


@RULEBOOKS
def test_results_of_a_round_agree_with_its_value(rulebook: str) -> None:
    solution = solve(rules_of(rulebook))
    results = solution.results
    assert sum(results.net.values()) == pytest.approx(1, abs=1e-9)
    assert results.win_p + results.push_p + results.loss_p == pytest.approx(1, abs=1e-9)
    # Exact but for how three split hands or more fall together.
    assert results.mean == pytest.approx(solution.player_ev - solution.offers_ev, abs=3e-6)
    assert 1.0 < results.standard_deviation < 1.3
    assert 1.0 < results.average_wager < 1.2


def test_results_are_exact_where_a_box_has_two_hands_at_most() -> None:
    solution = solve(rules_of("tribal"))
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
    worse, better = (solve(rules_of(rulebook, **o)).player_ev for o in (less, more))
    assert worse <= better + 1e-12


@RULEBOOKS
def test_removing_nothing_is_the_full_shoe(rulebook: str) -> None:
    rules = rules_of(rulebook)
    assert solve(rules, removed=()).player_ev == solve(rules).player_ev


def test_effects_of_removal_have_their_signs() -> None:
    effects = removal_effects(rules_of("double_deck"))
    assert all(effects[name] > 0 for name in "23456")
    assert all(effects[name] < 0 for name in "9TA")


@pytest.mark.parametrize(
    "rulebook, options",
    [*((name, {}) for name in SHIPPED), ("nz", {"dealer_blackjack_takes": "busted_plus_one"})],
)
def test_advice_is_what_the_solution_says(rulebook: str, options: dict[str, object]) -> None:
    rules = rules_of(rulebook, **options)
    solution = solve(rules)
    figures = figures_of(solution)
    hands_and_ups = (
        ("Ts 6d", "9c"), ("8s 8d", "6c"), ("As 7d", "Td"), ("Ah Ad", "Ac"), ("8h 8c", "Tc"),
    )  # fmt: skip
    for text, up in hands_and_ups:
        cards, up_card = parse_cards(text), parse_card(up)
        advised = advise(rules, text, up).values
        first, second = cards
        assert advised == pytest.approx(solution.values_of(first, second, up_card), abs=1e-12)
        game = SolvedGame(rules, figures, solution)
        assert game.act(hand_of(cards), up_card) == next(iter(advised))


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
            assert bool(legal & 1) == (stand_refusal(rules, hand) is None)
            assert bool(legal & 2) == (hit_refusal(rules, hand) is None)
            assert bool(legal & 4) == (double_refusal(rules, hand) is None)
            assert bool(legal & 16) == (surrender_refusal(rules, hand) is None)
        assert play.free[place] == is_free_double(rules, hand)
        outcome = main_outcome(rules, hand, dealer)
        assert bool(play.loss[0, place, 0]) == (outcome.result is WagerResult.LOSS)


@pytest.mark.parametrize(
    "book",
    [pytest.param(book, marks=() if book == "pa_free_bet" else pytest.mark.long) for book in FILES],
)
def test_tables_with_one_key_are_equal(book: str) -> None:
    """What is kept under a key is what the rules would answer if they were asked again."""
    for rules in tables(book):
        kept, asked = tabulate(rules), tables_of(rules)
        for name, one, other in zip(kept._fields, kept, asked, strict=True):
            np.testing.assert_array_equal(one, other, err_msg=f"{name} with {rules.options}")


@pytest.mark.parametrize("hands_max", [2, 3, 4, 5])
def test_weights_count_every_hand_once(hands_max: int) -> None:
    """With values all one, the weighed hands of a box are as many as it has on average."""
    table = weights(hands_max)
    size, pair_cards = 40.0, 6.0
    counted = np.zeros(2)
    chance = 1.0
    for extra in range(table.shape[2]):
        if extra:
            chance *= (pair_cards - extra + 1) / (size - extra + 1)
        other_p = 1 - (pair_cards - extra) / (size - extra)
        counted += chance * (table[:, 0, extra] * other_p + table[:, 1, extra])
    assert counted[FIRST] == pytest.approx(1)
    assert 1 <= counted[ADDED] < hands_max - 1 or hands_max == 2


def test_an_ante_costs_its_share_of_the_wager() -> None:
    rules = rules_of("nz", variant="antes_up", ante_waived_from=100)
    solution = solve(rules)
    assert solution.ev_with_ante(1000) == pytest.approx(solution.player_ev - 50 / 1000)
    assert solution.ev_with_ante(10000) == solution.player_ev


def test_even_money_is_refused_off_the_top_and_taken_when_tens_abound() -> None:
    rules = rules_of("nz")
    cards, up = "As Ts", "Ad"
    assert advise(rules, cards, up).even_money is False
    rich = odds.parse_shoe("Ax4 5x2 Tx20")
    advice = advise(rules, cards, up, shoe=rich)
    assert advice.even_money is True
    assert advice.insurance_ev is not None
    assert advice.insurance_ev > 0


@RULEBOOKS
def test_a_chart_says_what_to_do_with_every_total(rulebook: str) -> None:
    solution = solve(rules_of(rulebook), strategy_class="total_dependent")
    chart = solution.chart()
    parts = (chart.hard, chart.soft, chart.free_hard, chart.free_soft)
    cells = {cell for part in parts for row in part.values() for cell in row}
    assert cells <= {"S", "H", "D", "Ds", "E", "Es", "R", "Rs"}
    assert Chart.parse(str(chart)) == chart
    assert solve(rules_of(rulebook)).chart() == chart
    _check_acts(chart, solution.strategy)


def test_a_chart_leaves_out_up_cards_that_the_shoe_has_not() -> None:
    shoe = odds.parse_shoe("2x4 5x4 6x4 8x4 9x4 Tx12")
    solution = solve(rules_of("nz"), shoe=shoe, strategy_class="total_dependent")
    first = solution.chart().hard["16"]
    assert [name for name, cell in zip(UPS, first, strict=True) if cell == "-"] == list("347A")


def _check_acts(chart: Chart, plan: Strategy) -> None:
    """The chart does with every hand what the strategy does that it was made from."""
    may_not_double = frozenset({"hit", "stand"})
    for key, row in plan.dealt.items():
        if "+" in key:
            continue
        hand = hand_of((NAMES.index(name)) * 4 for name in key)
        for place, letter in enumerate(row):
            legal = may_not_double | {ACTS[letter]}
            if hand.total < 21 and letter in "SH":
                assert chart.act(hand, place * 4, may_not_double) == ACTS[letter], (key, place)
            elif hand.total < 21:
                assert chart.act(hand, place * 4, legal) == ACTS[letter], (key, place)


def test_the_second_best_act_and_its_cost() -> None:
    solution = solve(rules_of("nz"))
    first, second = parse_cards("Ts 6d")
    act, cost = solution.cost_of_second_best("Ts", "6d", "Tc") or ("", 0.0)
    best, other, *_ = solution.values_of(first, second, parse_card("Tc")).items()
    assert act == other[0]
    assert cost == pytest.approx(best[1] - other[1])
    assert solution.cost_of_second_best("As", "Td", "5c") is None


def test_several_spots_vary_less_than_one_and_more_than_if_they_were_unconnected() -> None:
    solution = solve(rules_of("tribal", multiple_action=True))
    one = solution.results.standard_deviation
    deviations = [solution.spot_deviation(spots) or 0.0 for spots in (1, 2, 3)]
    assert deviations[0] == pytest.approx(one)
    assert one > deviations[1] > deviations[2] > one / 3**0.5
    looked = solve(plain_game(hits_soft_17=False, looks=True))
    assert looked.spot_deviation(2) is None


@pytest.mark.parametrize("up", [0, 1, 9])
def test_two_dealer_hands_may_come_in_either_order(up: int) -> None:
    game = SolverInput(rules_of("tribal"), odds.full(1))
    both = two_dealers(game, up)
    np.testing.assert_allclose(both, both.T, atol=1e-14)
    assert both.sum() == pytest.approx(1)


SPREADS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("tribal", {}, "exact"),
    ("nz", {}, "by_pairs"),
    ("nz", {"dealer_blackjack_takes": "busted_plus_one"}, "independent_hands"),
)


@pytest.mark.parametrize("rulebook, options, spread", SPREADS)
def test_a_spread_says_how_it_was_found(
    rulebook: str, options: dict[str, object], spread: str
) -> None:
    solution = solve(rules_of(rulebook, **options))
    assert solution.results.spread == spread
    assert (solution.results.joint_p > 0) == (spread != "exact")
    exact = odds.standard_deviation(solution)
    if spread == "independent_hands":
        assert exact is None
    else:
        assert exact == pytest.approx(solution.results.standard_deviation, abs=1e-6)


def test_tens_of_one_rank_that_are_split_have_an_approximate_spread() -> None:
    solution = solve(rules_of("double_deck"), shoe=odds.parse_shoe("5x4 6x4 Tx20 Kx20"))
    assert any(values is not None and values.is_split[9] for values in solution.by_up)
    assert solution.results.spread == "independent_hands"
    assert sum(solution.results.net.values()) == pytest.approx(1, abs=1e-12)
    assert odds.standard_deviation(solution) is None
