"""The engine and the exact odds read the same rules: every order of a small shoe is played out.

The solver's own strategy is played through the real engine; the exact expectation of that must be
the value the solver reports, for every rulebook and every rule that changes the game.
"""

from dataclasses import replace

import pytest

from pitboss import odds
from pitboss.bots.by_strategy import ByStrategy
from pitboss.cards import parse_cards
from pitboss.engine.deal import Deal
from pitboss.engine.insurance import KeepHand
from pitboss.engine.play.acts import Surrender
from pitboss.engine.views import view
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.questions.settlement import looks_at_suits
from tests.agreement.expectation import BET, Walk
from tests.agreement.variants import SOLVED, stacked
from tests.clauses.rounds import table_of

ACES = "As As 6s 6s 6s 6s 9s 9s 9s Ts Ts Ts Ts"
PAIRS = "7s 7s 7s 8s 8s 8s 8s 9s 9s Ts Ts Ts"
SMALL = "2s 2s 2s 5s 5s 5s 5s 5s Ts Ts Ts Ts"
TENS = "As As 8s 8s 8s 9s 9s Ts Ts Ks Ks Ks"
"""Small shoes, chosen so that no round can run out of cards."""
MIXED = "5s 5s 6s 6s 6s 7s 7s Ts Ts Ts Ts Ts Ts Ts"

TABLES: tuple[tuple[str, dict[str, object]], ...] = (
    ("nz", {}),
    ("nz", {"dealer_blackjack_takes": "original_only"}),
    ("nz", {"dealer_blackjack_takes": "busted_plus_one"}),
    ("nz", {"dealer_second_card": "always"}),
    ("nz", {"variant": "blackjack_plus"}),
    ("nz", {"variant": "blackjack_plus", "blackjack_plus_pays": "6:5"}),
    ("pa_free_bet", {}),
    ("pa_free_bet", {"split_aces": "one_card"}),
    ("pa_free_bet", {"split_aces": "one_card_resplit"}),
    ("pa_free_bet", {"even_money": True}),
    ("double_deck", {}),
    ("double_deck", {"hole_check": "none"}),
    ("double_deck", {"hole_check": "none", "dealer_blackjack_takes": "original_only"}),
    ("double_deck", {"split_match": "value"}),
    ("double_deck", {"double_totals": "ace_low_too"}),
    ("double_deck", {"double_amounts": "for_less"}),
    ("tribal", {}),
    ("tribal", {"dealer_blackjack_takes": "live_original"}),
    ("tribal", {"dealer_blackjack_takes": "busted_plus_one"}),
    ("tribal", {"dealer_blackjack_takes": "busted_plus_one", "max_hands": 4}),
    ("tribal", {"split_21_beats_dealer_21": False}),
    ("tribal", {"surrender": True}),
    ("tribal", {"five_card_21": True}),
    ("tribal", {"even_money": True}),
    ("tribal", {"max_hands": 3}),
    ("tribal", {"max_hands": 4, "resplit_aces": True}),
    ("house", {}),
    ("house", {"blackjack_policy": "tie_pays_even_money"}),
    ("house", {"blackjack_policy": "guaranteed_even_money"}),
    ("house", {"hole_check": "ace_and_ten"}),
    ("house", {"hole_check": "none"}),
    ("house", {"hole_check": "none", "dealer_blackjack_takes": "original_only"}),
    ("house", {"surrender": "split_hands_only"}),
    ("house", {"surrender": "any_cards"}),
    ("house", {"surrender": "none"}),
    ("standard", {"surrender": "early"}),
    ("standard", {"surrender": "late", "hole_card": False}),
    ("standard", {"surrender": "early_against_ten", "surrender_against_ace": False}),
    ("standard", {"das": False, "double_on": "9_to_11", "rsa": True}),
)


def agree(rulebook: str, options: dict[str, object], shoe: str, strategy_class: str) -> None:
    rules = choose(load_rulebook(rulebook), options)
    if has_suits := looks_at_suits(rules):
        # Suits are averaged over the cards of the game, which are these.
        rules = stacked(rules, shoe)
    cards = parse_cards(shoe)
    solution = solve(rules, shoe=odds.of_cards(cards), strategy_class=strategy_class)
    played = Walk(rules, solution.strategy, has_suits=has_suits).expectation(cards)
    assert played == pytest.approx(solution.player_ev, abs=1e-12)


@pytest.mark.parametrize("rulebook, options", TABLES, ids=str)
@pytest.mark.parametrize("shoe", [PAIRS, SMALL], ids=["pairs", "small"])
def test_the_engine_pays_what_the_odds_say(
    rulebook: str, options: dict[str, object], shoe: str
) -> None:
    agree(rulebook, options, shoe, "composition_dependent")


@pytest.mark.parametrize("rulebook", SOLVED)
def test_the_engine_pays_what_the_odds_say_of_the_gallery(rulebook: str) -> None:
    agree(rulebook, {}, SMALL, "composition_dependent")


@pytest.mark.long
@pytest.mark.parametrize("shoe", [PAIRS, ACES, MIXED], ids=["pairs", "aces", "mixed"])
@pytest.mark.parametrize("rulebook", SOLVED)
def test_the_engine_pays_what_the_odds_say_of_the_gallery_from_other_shoes(
    rulebook: str, shoe: str
) -> None:
    agree(rulebook, {}, shoe, "composition_dependent")


def test_a_bot_gives_up_before_the_dealer_looks_where_its_strategy_says_so() -> None:
    rules = choose(load_rulebook("1D ES"), {})
    strategy = solve(rules, shoe=odds.of_cards(parse_cards(ACES))).strategy
    for shoe, wanted, usual in (
        ("Ts Th 6s 9c", Surrender, KeepHand),
        ("Ts Th 9s 9c", KeepHand, KeepHand),
    ):
        table = table_of("1D ES", shoe, "1 ann main 10")
        table.do(Deal())
        seen = view(table.state, "ann")
        assert isinstance(ByStrategy("ann", rules, strategy).choose(seen), wanted)
        assert isinstance(ByStrategy("ann", rules).choose(seen), usual)


SEVERAL = [
    pytest.param(*one, marks=[pytest.mark.long] if one[1] and place % 3 else [])
    for place, one in enumerate(TABLES)
]
"""Every table as its rulebook has it, and some with options: aces go many ways."""


@pytest.mark.parametrize("rulebook, options", SEVERAL, ids=str)
def test_the_engine_pays_what_the_odds_say_of_aces(
    rulebook: str, options: dict[str, object]
) -> None:
    agree(rulebook, options, ACES, "composition_dependent")


@pytest.mark.parametrize("rulebook", ["nz", "pa_free_bet", "double_deck", "tribal", "house"])
def test_the_chart_is_worth_what_the_odds_say(rulebook: str) -> None:
    agree(rulebook, {}, PAIRS, "total_dependent")


def test_tens_of_one_rank_only_are_a_pair() -> None:
    agree("double_deck", {}, TENS, "composition_dependent")


@pytest.mark.parametrize("waived_from, edge", [("off", 0.05), ("5", 0.0)])
def test_an_ante_costs_what_the_odds_say(waived_from: str, edge: float) -> None:
    rules = choose(
        load_rulebook("nz"), {"variant": "antes_up", "ante": "0.5", "ante_waived_from": waived_from}
    )
    cards = parse_cards(SMALL)
    solution = solve(rules, shoe=odds.of_cards(cards))
    played = Walk(rules, solution.strategy).expectation(cards)
    assert solution.ev_with_ante(BET) == pytest.approx(solution.player_ev - edge, abs=1e-12)
    assert played == pytest.approx(solution.ev_with_ante(BET), abs=1e-12)


ONE_TAKEN = "As As 5s 5s 5s 5s 6s 6s Ts Ts Ts Ts Ts"
"""Here sixes are split against an ace and a ten, otherwise than where no wager is taken so."""


@pytest.mark.parametrize("whose", ["first", "added"])
def test_no_other_play_is_better_where_one_wager_is_taken(whose: str) -> None:
    rules = choose(load_rulebook("tribal"), {"dealer_blackjack_takes": "busted_plus_one"})
    cards = parse_cards(ONE_TAKEN)
    solution = solve(rules, shoe=odds.of_cards(cards))
    strategy = solution.strategy
    played = getattr(strategy, whose)
    for up in (0, 9):
        assert strategy.pairs["6"][up] == "P"
        for key in ("A6", "6T", "556"):
            row = played["6"][key]
            other = row[:up] + ("S" if row[up] == "H" else "H") + row[up + 1 :]
            changed = {**played, "6": {**played["6"], key: other}}
            first, added = (
                (changed, strategy.added) if whose == "first" else (strategy.first, changed)
            )
            walk = Walk(rules, replace(strategy, first=first, added=added))
            assert walk.expectation(cards) <= solution.player_ev + 1e-12


@pytest.mark.parametrize("spots", [2, pytest.param(3, marks=pytest.mark.long)])
def test_several_dealer_hands_are_worth_the_same_a_spot(spots: int) -> None:
    rules = choose(load_rulebook("tribal"), {"multiple_action": True})
    cards = parse_cards("9s 9s Ts Ts Ts Ts 8s 8s 8s 7s 7s 7s As As")
    solution = solve(rules, shoe=odds.of_cards(cards))
    played = Walk(rules, solution.strategy, spots=spots).expectation(cards)
    assert played == pytest.approx(solution.player_ev, abs=1e-12)


@pytest.mark.parametrize(
    "rulebook, options, shoe",
    [
        ("tribal", {"surrender": True}, "7s 7s 8s 8s 8s 9s 9s Ts Ts Ts As"),
        ("tribal", {"dealer_blackjack_takes": "busted_plus_one"}, "7s 8s 8s 8s 9s 9s Ts Ts Ts As"),
        ("house", {}, SMALL),
        ("nz", {}, "4s 4s 4s 4s 9s 9s Ts Ts Ts Ts Ts Ts Ts"),
        ("double_deck", {"split_match": "value"}, "4s 4s 4s 4s 9s 9s Ts Ts Ts Ts Ts Ts Ts"),
        ("pa_free_bet", {}, "5s 5s 5s 5s 9s 9s 9s 9s Ts Ts Ts Ts Ts Ts"),
    ],
)
def test_the_spread_of_a_round_is_exact(
    rulebook: str, options: dict[str, object], shoe: str
) -> None:
    rules = choose(load_rulebook(rulebook), options)
    cards = parse_cards(shoe)
    solution = solve(rules, shoe=odds.of_cards(cards))
    law = Walk(rules, solution.strategy).law(cards)
    mean = sum(net * chance for net, chance in law.items())
    square = sum(net * net * chance for net, chance in law.items())
    deviation = odds.standard_deviation(solution)
    assert deviation == pytest.approx((square - mean**2) ** 0.5, abs=1e-12)


@pytest.mark.parametrize(
    "rulebook, options, shoe, is_split",
    [
        ("nz", {"variant": "blackjack_plus"}, SMALL, False),
        ("tribal", {}, "7s 7s 8s 8s 8s 9s 9s Ts Ts Ts As", True),
        (
            "tribal",
            {"dealer_blackjack_takes": "busted_plus_one"},
            "7s 8s 8s 8s 9s 9s Ts Ts Ts As",
            True,
        ),
    ],
)
def test_the_results_of_rounds_of_two_hands_are_exact(
    rulebook: str, options: dict[str, object], shoe: str, is_split: bool
) -> None:
    rules = choose(load_rulebook(rulebook), options)
    cards = parse_cards(shoe)
    solution = solve(rules, shoe=odds.of_cards(cards))
    results = solution.results
    assert (results.split_p > 0, results.joint_p, results.spread) == (is_split, 0, "exact")
    law = Walk(rules, solution.strategy).law(cards)
    assert results.net == pytest.approx(dict(law), abs=1e-12)
    assert results.mean == pytest.approx(solution.player_ev - solution.offers_ev, abs=1e-12)


@pytest.mark.long
@pytest.mark.parametrize("rulebook, options", TABLES, ids=str)
def test_the_engine_pays_what_the_odds_say_from_larger_shoes(
    rulebook: str, options: dict[str, object]
) -> None:
    agree(rulebook, options, MIXED, "composition_dependent")
