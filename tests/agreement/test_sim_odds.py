"""Simulated figures lie within their errors of the exact ones."""

from collections import Counter
from math import sqrt

import pytest

from pitboss.odds.side_wagers.prices import side_wagers
from pitboss.odds.solution import solve
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.experiment import EVERY_ROUND, Experiment
from pitboss.sim.players import ByStrategy
from pitboss.sim.run import run_experiment
from pitboss.sim.tables.layout import KernelSpec
from tests.agreement.test_sim_engine import VARIANTS
from tests.sim.experiments import basic

SEED = 20
IDS = ("tribal", "nz", "pa_free_bet", "house", "double_deck")


def z_score(rulebook: str, options: dict[str, object], *, rounds: int, seed: int) -> float:
    """By how many standard errors the simulation misses the exact value."""
    rules = choose(load_rulebook(rulebook), options)
    solution = solve(rules)
    experiment = Experiment(rules, ByStrategy(solution.strategy), shuffle=EVERY_ROUND)
    result = run_experiment(experiment, rounds, seed=seed)
    return (result.player_ev - solution.player_ev) / result.standard_error


def kernel_of(rulebook: str, options: dict[str, object]) -> KernelSpec:
    """What the kernel of a variant is compiled for, which takes longer than to play."""
    return basic(rulebook, options, shuffle=EVERY_ROUND).spec


def check_scores(rounds: int, *, shared_by: int = 1, every: int = 1) -> None:
    """Every variant lies within 3 errors, and all scores together are spread as they should be.

    One of ``every`` so many, and of those only whose kernel so many variants share.
    """
    kernels = [kernel_of(rulebook, options) for rulebook, options, _ in VARIANTS[::every]]
    counts = Counter(kernels)
    scores = [
        z_score(rulebook, options, rounds=rounds, seed=SEED + place)
        for place, (rulebook, options, _) in enumerate(VARIANTS[::every])
        if counts[kernels[place]] >= shared_by
    ]
    assert scores
    assert max(abs(score) for score in scores) < 3, scores
    # The sum has the variance n; the sum of squares has the mean n and the variance 2n.
    count = len(scores)
    assert abs(sum(scores)) < 3 * sqrt(count), scores
    assert abs(sum(score**2 for score in scores) - count) < 3 * sqrt(2 * count), scores


def test_variants_agree_with_exact_odds() -> None:
    check_scores(1_000_000, shared_by=4, every=3)


@pytest.mark.long
def test_all_variants_agree_with_exact_odds_for_long() -> None:
    check_scores(100_000_000)


@pytest.mark.long
@pytest.mark.parametrize("rulebook", IDS)
def test_every_rulebook_agrees_with_exact_odds_over_a_billion_rounds(rulebook: str) -> None:
    assert abs(z_score(rulebook, {}, rounds=10**9, seed=SEED)) < 3


@pytest.mark.parametrize(
    "rulebook, options",
    [
        ("house", {}),
        pytest.param(
            "nz", {"perfect_pairs": "scale_2", "madness_21": True}, marks=pytest.mark.long
        ),
        # A reader of hole cards is all that this game lacks to share the kernel of the first.
        ("tribal", {"additional_wager": "same_suit", "card_reader": "private"}),
    ],
)
def test_side_wagers_agree_with_exact_odds(rulebook: str, options: dict[str, object]) -> None:
    experiment = basic(rulebook, options, shuffle=EVERY_ROUND, wagers=None)
    result = run_experiment(experiment, 4_000_000, seed=SEED)
    exact = {one.wager: one for one in side_wagers(experiment.rules)}
    played = [sums for sums in result.wagers if sums.wager in exact]
    assert len(played) == len(experiment.sides)
    for sums in played:
        ev, error = result.wager_ev(sums)
        expected = -float(exact[sums.wager].house_edge)
        assert abs(ev - expected) < 3.5 * error, f"{sums.wager}: {ev} ± {error}, not {expected}"
