"""Values of games beyond the five rulebooks: engine, exact odds and simulator agree on each."""

import pytest

from pitboss import odds
from pitboss.cards import parse_cards
from pitboss.hands import hand_of
from pitboss.money import Odds
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy
from pitboss.sim.run import run_experiment
from pitboss.sim.tables import layout
from pitboss.sim.tables.compile import Dealer
from tests.agreement.expectation import Walk
from tests.agreement.sim_engine import any_acts_by_total
from tests.agreement.test_sim_engine import compare_rules
from tests.agreement.variants import SOLVED, Changes, stacked, varied

SMALL = "2s 2s 2s 5s 5s 5s 5s 5s Ts Ts Ts Ts"
"""Many low cards, so that hands grow long."""
MIXED = "As As 7s 7s 8s 8s 8s 9s 9s Ts Ts Ts"

PAIRS = "4s 4s 4s 4s 4s 6s 6s 7s 9s Ts Ts Ts Ts Ts"
EIGHTS = "8s 8s 8s 8s 8s Ts Ts Ts Ts Ts Ts Ts Ts Ts Ts Ts Ts Ts Ts"
LARGE = "2s 2s 2s 5s 5s 5s 5s 5s Ts Ts Ts Ts Ts Ts"

LADDER = "2s 3s 4s 5s 5s 6s 6s 7s 7s Ts Ts Ts Ts"

ONE_TAKEN = "As As 5s 5s 5s 5s 6s 6s Ts Ts Ts Ts Ts"

ACES = "As As As 5s 5s 6s 6s 6s 6s Ts Ts Ts"

TENS = "As As 7s 8s 9s 9s Ts Ts Ts Ts Ts Ts Ts"
DOUBLES = "As As 5s 5s 5s 5s 6s 6s Ts Ts Ts Ts Ts Ts Ts Ts"
MANY_ACES = "As As As As As 9s Ts Ts Ts Ts Ts Ts Ts Ts"

ANY_DOUBLE: Changes = {"double.cards": "any"}
TAKES_ONE: Changes = {"settlement.dealer_blackjack_takes": "busted_plus_one"}
BOTH_UP: Changes = {"deal.hole_card": True, "deal.hole_card_up": True, "deal.peek": ()}

CASES: tuple[tuple[str, Changes, str], ...] = (
    ("tribal", {"settlement.results": ("5+ cards not doubled: win",)}, SMALL),
    ("tribal", {"settlement.results": ("4+ cards not doubled against no blackjack: 2 to 1",),
                **ANY_DOUBLE}, SMALL),
    ("nz", {"settlement.results": ("4+ cards: win",), **ANY_DOUBLE}, SMALL),
    ("tribal", {"settlement.results": ("21 4+ cards not doubled: win",)}, LADDER),
    ("house", {"settlement.results": ("against equal: lose",)}, MIXED),
    ("tribal", {"settlement.results": ("17-18 against equal: lose",)}, MIXED),
    ("tribal", {"blackjack.tie": "lose"}, MIXED),
    ("double_deck", {"blackjack.tie": "lose"}, MIXED),
    ("house", {"surrender.doubled": True, "double.amount": "equal"}, MIXED),
    ("tribal", {"double.times": 2}, SMALL),
    ("tribal", {"double.times": 3, "surrender.doubled": True, **ANY_DOUBLE}, SMALL),
    ("nz", {"double.times": 2, "surrender.doubled": True, **ANY_DOUBLE}, LARGE),
    ("tribal", {"double.draws_on": True}, LARGE),
    ("nz", {"double.draws_on": True, "settlement.results": ("5+ cards: win",), **ANY_DOUBLE},
     SMALL),
    ("tribal", {"double.times": 4, "double.draws_on": True, "surrender.doubled": True,
                **TAKES_ONE, **ANY_DOUBLE}, ONE_TAKEN),
    ("tribal", {"double.times": 2, **TAKES_ONE}, ONE_TAKEN),
    ("tribal", {"double.split_totals": (10, 11)}, PAIRS),
    ("tribal", {"split.hands_max": 6}, EIGHTS),
    ("house", {**BOTH_UP, "settlement.results": ("against equal: lose",)}, MIXED),
    ("tribal", {**BOTH_UP, "blackjack.tie": "win", "dealer.hits_soft_17": True}, ACES),
    ("tribal", {"double.only": ("hard 14-16 against 789", "soft against T")}, MIXED),
    ("tribal", {"split.only": ("of 78 against 9T", "of A")}, MIXED),
    ("house", {"surrender.only": ("hard 15-16 against T", "hard 17 2 cards")}, MIXED),
    ("tribal", {"double.offered": False, "split.offered": False,
                "insurance.offered": False}, MIXED),
    ("house", {"settlement.results": ("17-18 against equal: lose",)}, MIXED),
    ("tribal", {"settlement.results": ("against 22: push", "4+ cards: 2 to 1")}, SMALL),
    ("nz", {"settlement.results": (
        "21 3+ cards against blackjack: push", "20 not doubled against bust: 2 to 1",
        "split doubled against lower: 3 to 1", "soft 19: win", "12-14 against bust: push")}, MIXED),
    ("tribal", {"settlement.results": (
        "17-20 against blackjack: push", "21 against equal: lose")}, TENS),
    ("tribal", {"settlement.results": ("18-20: win", "12-16 2 cards: push")}, MIXED),
    ("tribal", {"settlement.results": ("16: lose", "doubled: 2 to 1")}, MIXED),
    ("tribal", {"dealer.draws": ("0-16", "soft 17 2 cards")}, ACES),
    ("tribal", {"dealer.draws": ("0-17", "hard 18 3 cards")}, LADDER),
    ("nz", {"settlement.dealer_blackjack_takes": "all_but_doubles"}, DOUBLES),
    ("tribal", {"split.aces_max": 3, "split.resplit_aces": True}, MANY_ACES),
    ("nz", {"surrender.hands": "first", "surrender.when": "before_play",
            "surrender.only": ("against 9T",), "insurance.offered": False}, MIXED),
)  # fmt: skip
"""A rulebook, what is changed in it, and a small shoe in which that matters."""


@pytest.mark.parametrize("rulebook, changes, shoe", CASES, ids=range(len(CASES)))
def test_engine_and_odds(rulebook: str, changes: Changes, shoe: str) -> None:
    rules = varied(rulebook, changes)
    cards = parse_cards(shoe)
    solution = solve(rules, shoe=odds.of_cards(cards))
    played = Walk(rules, solution.strategy).expectation(cards)
    assert played == pytest.approx(solution.player_ev, abs=1e-12)
    if not solution.results.joint_p:
        mean = solution.results.mean + solution.offers_ev
        assert mean == pytest.approx(solution.player_ev, abs=1e-12)
    plain = solve(varied(rulebook, {}), shoe=odds.of_cards(cards))
    assert played != pytest.approx(plain.player_ev, abs=1e-6)


SUITS: tuple[tuple[str, Changes, str], ...] = (
    ("nz", {"settlement.results": ("21: win",), "settlement.bonuses": (
        "3 cards: 6 to 5", "678: 3 to 2", "678 suited: 2 to 1", "678 spades: 3 to 1")},
     "6s 6s 7s 7s 7h 8s 8s 8h Ts Ts Ts"),
    ("tribal", {"settlement.bonuses": (
        "777: 3 to 2", "777 suited: 2 to 1", "777 suited against 7: 20 to 1")},
     "7s 7s 7s 7s 7h 7h 8s 8h Ts Tc"),
    ("tribal", {"blackjack.pays": Odds(1, 1), "blackjack.tie": "win", "blackjack.bonuses": (
        "suited: 2 to 1", "AJ spades: 10 to 1")},
     "As As Ad Js Ks Kd 8s 8s 8s 8s"),
    ("double_deck", {"settlement.bonus_doubled": True, "settlement.bonuses": (
        "678 suited: 5 to 1",)},
     "6s 6s 7s 7s 7h 8s 8s Ts Ts Ts Ts Ts"),
)  # fmt: skip
"""Games in which ranks or suits are paid for, each with its whole shoe."""


@pytest.mark.parametrize("rulebook, changes, shoe", SUITS, ids=range(len(SUITS)))
def test_suits_are_averaged_exactly(rulebook: str, changes: Changes, shoe: str) -> None:
    rules = stacked(varied(rulebook, changes), shoe)
    solution = solve(rules)
    played = Walk(rules, solution.strategy, has_suits=True).expectation(parse_cards(shoe))
    assert played == pytest.approx(solution.player_ev, abs=1e-12)
    plain = solve(stacked(varied(rulebook, {}), shoe))
    assert played != pytest.approx(plain.player_ev, abs=1e-6)


BUSTS: Changes = {"settlement.results": (
    "bust against bust higher: win", "bust against bust equal: push",
    "15-21 against bust higher: push")}  # fmt: skip
"""Hands over 21 that are compared, which have no exact value."""
FEW_TENS: Changes = {"table.without": ("T",), "table.with_more": ("As",)}
UNPLAYED: Changes = {"settlement.results": ("20 against blackjack: push",)}
EXTRA = (("tribal", BUSTS, ""), ("house", UNPLAYED, ""), ("house", FEW_TENS, ""))
DEALT = (*EXTRA, *CASES, *SUITS)


SOME = [
    pytest.param(*one, marks=[pytest.mark.long] if place % 3 else [])
    for place, one in enumerate(DEALT)
]


@pytest.mark.parametrize("rulebook, changes, shoe", SOME, ids=range(len(SOME)))
def test_kernel_and_engine(rulebook: str, changes: Changes, shoe: str) -> None:
    rules = varied(rulebook, changes)
    played = compare_rules(
        rules, 1, (), player=any_acts_by_total, rounds=120, players=1, is_compiled=False
    )
    assert played >= 120


@pytest.mark.parametrize("cards", ["9s 9d", "5s 5d 8d", "5s 5d 3d 5h"])
def test_dealer_of_kernels_draws_by_number_of_cards(cards: str) -> None:
    rules = varied("tribal", {"dealer.draws": ("0-17", "hard 18 3 cards")})
    hand, dealer = hand_of(parse_cards(cards)), Dealer(rules)
    # Its table has hands of one total and another number of cards by then.
    dealer.entry(hand_of(()))
    draws = dealer.entry(hand) & layout.TAG == layout.DRAW
    assert draws == must_draw(rules, hand) == (len(hand.cards) == 3)


@pytest.mark.long
@pytest.mark.parametrize("game", SOLVED)
def test_simulated_games_come_to_the_exact_odds(game: str) -> None:
    rules = choose(load_rulebook(game), {})
    solution = solve(rules)
    experiment = Experiment(rules, ByStrategy(solution.strategy), shuffle=EVERY_ROUND)
    result = run_experiment(experiment, 100_000_000, seed=19)
    assert abs(result.player_ev - solution.player_ev) < 3.5 * result.standard_error
