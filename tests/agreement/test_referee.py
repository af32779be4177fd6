"""Games in one line against a referee and a search that share no code with the package."""

import random
from math import sqrt
from typing import Any

import pytest

from pitboss import odds
from pitboss.cards import parse_card, parse_cards
from pitboss.hands import hand_of
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import choose, load_rulebook, rules_of
from pitboss.rulebook.rules import Rules
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy
from pitboss.sim.run import run_experiment
from pitboss.strategy import NAMES, Strategy, key_of
from tests.agreement.best_play import BestPlay
from tests.agreement.referee import Cards, Played, Referee, Shoe
from tests.agreement.sim_engine import any_acts_by_total
from tests.agreement.test_sim_engine import compare_rules
from tests.agreement.variants import varied_rules
from tests.rulebook.test_short_form import KINDS

PAIRS = "4s 4s 4s 4s 6s 6s 7s 9s 9s Ts Ts Ts Ts Ts Ts Ts Ts Ts"
EIGHTS = "7s 7s 7s 8s 8s 8s 8s 9s 9s Ts Ts Ts"
ACES = "As As As 6s 6s 6s 6s 9s 9s 9s 9s Ts Ts Ts Ts Ts Ts"
MIXED = "5s 5s 6s 6s 6s 7s 7s Ts Ts Ts Ts Ts Ts Ts"
FOUR_ACES = "As As As As 7s 7s 7s 8s 9s 9s 9s Ts Ts Ts Ts Ts Ts Ts"
"""Small shoes in which pairs, aces and long hands matter; no round runs out of cards."""
LINES = (
    "1D S17 3:2 HC DAS DA2 SPL4 RSA ES",
    "2D H17 6:5 ENHC NDAS D9 SPL3 NRSA LS",
    "6D S17 1:1 HC NDAS D10 SPL2 RSA LS",
    "8D H17 3:2 ENHC DAS DA2 SPL3 RSA NS",
    "4D H17 6:5 HC DAS D9 SPL4 NRSA NS",
    "5D S17 1:1 ENHC DAS D10 SPL2 NRSA ES",
)
"""Every term at least once."""
CARDS = tuple(parse_card(f"{name}s") for name in NAMES)


def sampled(count: int, seed: int) -> list[str]:
    """So many games, each of its terms as often as any other."""
    chosen = random.Random(seed)
    return [" ".join(chosen.choice(kind) for kind in KINDS) for _ in range(count)]


def counted(shoe: odds.Shoe) -> Shoe:
    return tuple(int(count) for count in shoe.values)


def refereed(line: str, strategy: Strategy, shoe: Shoe, **more: Any) -> float:
    """What a strategy brings where the referee says what may be done and what is paid."""

    def choose_act(played: Played, up: int, may_split: bool) -> str:
        hand = hand_of(
            (CARDS[value - 1] for value in played.cards),
            is_split=played.is_split,
            is_split_ace=played.is_split and played.cards[0] == 1,
            doubles=played.doubles,
        )
        return strategy.act(hand, CARDS[up - 1], may_split=may_split, is_added=played.is_added)

    def insures(cards: Cards) -> bool:
        return key_of(tuple(CARDS[value - 1] for value in cards)) in strategy.insured

    terms = frozenset(line.split())
    referee = Referee(terms, choose_act, insures, strategy.takes_even_money, **more)
    return referee.expectation(shoe)


def check_line(line: str, text: str) -> None:
    shoe = odds.of_cards(parse_cards(text))
    solution = solve(rules_of(line), shoe=shoe)
    paid = refereed(line, solution.strategy, counted(shoe))
    assert paid == pytest.approx(solution.player_ev, abs=1e-12), line


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("text", [PAIRS, ACES], ids=["pairs", "aces"])
def test_a_referee_pays_what_the_odds_say_of_a_line(text: str, line: str) -> None:
    check_line(line, text)


@pytest.mark.long
@pytest.mark.parametrize("text", [PAIRS, EIGHTS, ACES, MIXED, FOUR_ACES], ids=range(5))
def test_a_referee_pays_what_the_odds_say_of_many_lines(text: str) -> None:
    for line in sampled(400, seed=19):
        check_line(line, text)


LOW = "2s 2s 4s 4s 5s 5s 5s 6s 6s Ts Ts Ts Ts As"
ONE_TAKEN = "As As 5s 5s 5s 5s 6s 6s Ts Ts Ts Ts Ts Ts Ts"
"""Shoes in which doubled hands draw on, and in which sixes are split against an ace and a ten."""
ONCE = (1, False, False)
PLAYED_ON: tuple[tuple[int, bool, bool], ...] = (
    (2, False, False), (1, True, False), (1, False, True), (3, True, True),
)  # fmt: skip
"""How often a hand is doubled, whether it then draws on, and whether it may be given up."""


def check_played_on(line: str, text: str, doubles: int, draws_on: bool, rescues: bool) -> float:
    shoe = odds.of_cards(parse_cards(text))
    values = {
        "double.times": doubles, "double.draws_on": draws_on, "surrender.doubled": rescues,
    }  # fmt: skip
    solution = solve(varied_rules(rules_of(line), values), shoe=shoe)
    paid = refereed(
        line, solution.strategy, counted(shoe), doubles=doubles, draws_on=draws_on, rescues=rescues
    )
    assert paid == pytest.approx(solution.player_ev, abs=1e-12), (line, doubles, draws_on, rescues)
    return paid


@pytest.mark.parametrize("takes", ["HC", "OBO", "BB+1"])
def test_a_referee_pays_what_the_odds_say_of_hands_that_go_on_after_a_double(takes: str) -> None:
    line = f"1D S17 3:2 {takes} DAS DA2 SPL2 NRSA NS"
    plain, again, most = (
        check_played_on(line, ONE_TAKEN, *how) for how in (ONCE, PLAYED_ON[0], PLAYED_ON[-1])
    )
    assert plain <= again + 1e-12
    assert plain + 1e-6 < most


@pytest.mark.long
@pytest.mark.parametrize("takes", ["HC", "ENHC", "OBO", "BB+1"])
def test_a_referee_pays_what_the_odds_say_of_many_lines_that_go_on(takes: str) -> None:
    for place, line in enumerate(sampled(60, seed=20)):
        words = line.split()
        said = " ".join((*words[:3], takes, *words[4:6], "SPL2 NRSA", words[-1]))
        for text in (LOW, ONE_TAKEN):
            check_played_on(said, text, *PLAYED_ON[place % len(PLAYED_ON)])


QUARTER = "Ax2 2x1 4x1 5x2 6x2 8x2 9x1 Tx5"
SMALLER = "Ax2 5x2 6x3 9x2 Tx4"
DECK = "Ax4 2x4 3x4 4x4 5x4 6x4 7x4 8x4 9x4 Tx16"
UNSPLIT = (
    "1D S17 3:2 HC DA2 SPL1 NS",
    "1D H17 6:5 ENHC D9 SPL1 LS",
    "1D H17 3:2 HC D10 SPL1 ES",
    "1D S17 1:1 ENHC DA2 SPL1 ES",
    "1D S17 3:2 HC D9 SPL1 LS",
)
"""Games without splits, in which the best play sees every card that is not hidden."""


def check_best(line: str, rules: Rules, text: str, *, both_up: bool = False) -> None:
    shoe = odds.parse_shoe(text)
    best = BestPlay(frozenset(line.split()), both_up=both_up).expectation(counted(shoe))
    assert best == pytest.approx(solve(rules, shoe=shoe).player_ev, abs=1e-12), line


@pytest.mark.parametrize("line", UNSPLIT[:3])
def test_no_play_is_better_than_the_odds_say(line: str) -> None:
    check_best(line, rules_of(line), QUARTER)


@pytest.mark.parametrize("line", ["S17 D9", "H17 D9"])
def test_no_play_is_better_where_both_dealer_cards_show(line: str) -> None:
    options = {"max_hands": 1, "h17": "H17" in line}
    check_best(line, choose(load_rulebook("double_exposure"), options), SMALLER, both_up=True)


@pytest.mark.long
@pytest.mark.parametrize("line", UNSPLIT[:3])
def test_no_play_is_better_than_the_odds_say_with_a_whole_deck(line: str) -> None:
    check_best(line, rules_of(line), DECK)


@pytest.mark.parametrize("line", LINES[:2])
def test_the_kernel_settles_a_line_as_the_engine_does(line: str) -> None:
    assert compare_rules(
        rules_of(line), 1, (), player=any_acts_by_total, rounds=60, players=1, is_compiled=False
    )


@pytest.mark.long
def test_simulated_lines_come_to_the_exact_odds() -> None:
    scores = []
    for place, line in enumerate(sampled(40, seed=22)):
        rules = rules_of(line)
        solution = solve(rules)
        experiment = Experiment(rules, ByStrategy(solution.strategy), shuffle=EVERY_ROUND)
        result = run_experiment(experiment, 20_000_000, seed=place)
        scores.append((result.player_ev - solution.player_ev) / result.standard_error)
    assert max(map(abs, scores)) < 3.5, scores
    assert abs(sum(scores)) < 3 * sqrt(len(scores)), scores
