"""Each reading that moves the edge: engine, odds and simulation agree under its other value."""

import pytest

from pitboss import odds
from pitboss.cards import parse_cards
from pitboss.errors import OddsError, SimulationError
from pitboss.odds.game import game_of
from pitboss.odds.side_wagers.prices import side_wagers
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.file.readings import shipped_edges, shown_readings
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy, basic_chart
from pitboss.sim.run import run_experiment
from tests.agreement.expectation import StreakWalk
from tests.agreement.test_engine_and_odds import PAIRS, SMALL, agree
from tests.agreement.test_sim_odds import SEED, z_score

READ = (
    ("tribal", {"surrender": True, "surrendered_to_blackjack": "all"}),
    ("tribal", {"five_card_21": True, "five_card_21_length": "five_or_more"}),
    ("house", {"surrendered_to_blackjack": "all"}),
    ("nz", {"aces_and_doubling": "pair_of_aces"}),
)
SIDES = (
    ("tribal", {"additional_wager": "sevens", "sevens_after_split": "none"}),
    ("tribal", {"additional_wager": "sevens", "single_seven": "any_of_three"}),
    ("tribal", {"additional_wager": "same_suit", "six_deck_same_suit": "three_to_one"}),
    ("tribal", {"progressive": True, "progressive_after_split": "none"}),
    ("tribal", {"streak": True, "streak_majority": "with_pushes", "max_hands": 4}),
    ("tribal", {"bonus": True, "bonus_stake": "returned"}),
)
TWO_HANDS = "7s 7s 8s 8s 8s 9s 9s Ts Ts Ts As"
NOT_COUNTED = (
    ("nz", {"bust_collects": "box"}, "NZ-13.2"),
    ("pa_free_bet", {"bust_at_22": "returned"}, "PA-7-n-1"),
)
Chosen = dict[str, object]


@pytest.mark.parametrize("rulebook, options", READ, ids=str)
@pytest.mark.parametrize("shoe", [PAIRS, SMALL], ids=["pairs", "small"])
def test_engine_and_odds_agree(rulebook: str, options: Chosen, shoe: str) -> None:
    agree(rulebook, options, shoe, "composition_dependent")


@pytest.mark.parametrize("rulebook, options", READ, ids=str)
def test_simulation_and_odds_agree(rulebook: str, options: Chosen) -> None:
    assert abs(z_score(rulebook, options, rounds=1_000_000, seed=SEED)) < 3


@pytest.mark.parametrize("rulebook, options", SIDES, ids=str)
def test_simulation_and_odds_of_side_wagers_agree(rulebook: str, options: Chosen) -> None:
    rules = choose(load_rulebook(rulebook), options)
    player = ByStrategy(solve(rules).strategy)
    experiment = Experiment(rules, player, shuffle=EVERY_ROUND, wagers=None)
    result = run_experiment(experiment, 1_000_000, seed=SEED)
    game = game_of(rules)
    priced = side_wagers(rules, play=game, results=game.figures.results)
    exact = {one.wager: one for one in reversed(priced)}
    played = [sums for sums in result.wagers if sums.wager in exact]
    assert {sums.wager for sums in played} == {*rules.wagers} & {*exact}
    for sums in played:
        ev, error = result.wager_ev(sums)
        assert abs(ev + float(exact[sums.wager].house_edge)) < 3.5 * error, sums.wager


@pytest.mark.parametrize("takes", ["original_only", "busted_plus_one"])
def test_engine_and_odds_agree_on_the_majority_of_split_hands(takes: str) -> None:
    options: Chosen = {"streak": True, "dealer_blackjack_takes": takes}
    cards, pushes = parse_cards(TWO_HANDS), []
    for majority in ("without_pushes", "with_pushes"):
        rules = choose(load_rulebook("tribal"), {**options, "streak_majority": majority})
        solution = solve(rules, shoe=odds.of_cards(cards))
        results = solution.results
        law = StreakWalk(rules, solution.strategy).law(cards)
        exact = {1: results.win_p, 0: results.push_p, -1: results.loss_p}
        assert exact == pytest.approx(dict(law), abs=1e-12)
        pushes.append(results.push_p)
    assert pushes[0] < pushes[1]


@pytest.mark.parametrize("rulebook, options, clause", NOT_COUNTED, ids=str)
def test_hands_that_decide_together_are_played_only(
    rulebook: str, options: Chosen, clause: str
) -> None:
    rules = choose(load_rulebook(rulebook), options)
    with pytest.raises(OddsError, match=clause):
        solve(rules)
    with pytest.raises(SimulationError, match=clause):
        run_experiment(Experiment(rules, basic_chart()), 1000, seed=SEED)


@pytest.mark.parametrize(
    "rulebook, options, reading, value, points",
    [
        ("tribal", {"surrender": True}, "surrendered_to_blackjack", "all", 0.556),
        ("nz", {}, "aces_and_doubling", "pair_of_aces", -0.096),
        ("tribal", {"five_card_21": True}, "five_card_21_length", "five_or_more", -0.025),
        ("house", {}, "surrendered_to_blackjack", "all", 0.178),
    ],
)
def test_a_reading_moves_the_edge_by_so_many_points(
    rulebook: str, options: Chosen, reading: str, value: str, points: float
) -> None:
    book = load_rulebook(rulebook)
    before = solve(choose(book, options)).player_ev
    after = solve(choose(book, {**options, reading: value})).player_ev
    assert 100 * (before - after) == pytest.approx(points, abs=0.0006)
    # The shipped edges are those that the odds solve.
    edges = {value: wagers["main"] for value, wagers in shipped_edges()[rulebook][reading].items()}
    default = shown_readings(book.options, choose(book, options).options)[reading]
    assert edges[default] == pytest.approx(-before, abs=1e-7)
    assert edges[value] == pytest.approx(-after, abs=1e-7)


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_reading_of_the_edge_has_its_edges(rulebook: str) -> None:
    options = load_rulebook(rulebook).options.values()
    moving = {one.name: set(one.spec.says) for one in options if one.spec.moves == "edge"}
    shipped = {name: set(values) for name, values in shipped_edges()[rulebook].items()}
    assert shipped == moving
