"""The best bets by a count: better than any others within the same limits."""

from math import exp
from typing import Any

import numpy as np
import pytest

from pitboss.errors import StudyError
from pitboss.study.game import COUNTS, bets_of, rising, with_neighbours
from pitboss.study.ramps import best_bets, best_ramp, best_returns, human_ramp
from pitboss.study.study import Study
from tests.study.studies import ROUNDS, study, table

BANKROLL = 400.0
LARGE, RISK = 2500.0, 0.02


def test_kelly_bets_are_worth_most() -> None:
    game = study().game(penetration=0.75)
    bets = best_bets(game, bankroll=BANKROLL)
    best = game.bet(bets)
    worth = best.certainty_equivalent(BANKROLL)
    rng = np.random.Generator(np.random.PCG64(2))
    for _ in range(50):
        others = {count: bet * rng.uniform(0.5, 1.5) for count, bet in bets.items()}
        assert game.bet(others).certainty_equivalent(BANKROLL) < worth
    # Unlimited Kelly bets win as much as they spread, and are worth half of it.
    assert best.ev == pytest.approx(2 * worth, rel=0.01)
    assert best.ruin(BANKROLL) == pytest.approx(exp(-2), rel=0.01)
    half = game.bet(best_bets(game, bankroll=BANKROLL, kelly=0.5))
    assert half.ev == pytest.approx(best.ev / 2)


def test_bets_at_a_risk_of_ruin() -> None:
    game = study().game(penetration=0.75)
    limits: dict[str, Any] = {"low": 1.0, "high": 12.0}
    bets = best_bets(game, bankroll=LARGE, ruin=RISK, **limits)
    returns = game.bet(bets)
    assert returns.ruin(LARGE) == pytest.approx(RISK, rel=1e-3)
    assert min(bets.values()) == 1.0
    assert max(bets.values()) <= 12.0
    rng = np.random.Generator(np.random.PCG64(3))
    for _ in range(50):
        others = np.clip(bets_of(bets) * rng.uniform(0.8, 1.25, len(COUNTS)), 1.0, 12.0)
        other = game.bet(dict(zip(COUNTS, others.tolist(), strict=True)))
        assert other.ruin(LARGE) > RISK or other.ev < returns.ev
    with pytest.raises(StudyError, match="small a risk"):
        best_bets(game, bankroll=5.0, ruin=0.01, **limits)


def test_the_best_ramp_of_a_spread() -> None:
    game = study().game(penetration=0.75)
    ramp = best_ramp(game, spread=8)
    best = game.bet(ramp)
    assert set(ramp.values()) >= {1.0, 8.0}
    rng = np.random.Generator(np.random.PCG64(5))
    for _ in range(50):
        others = np.clip(bets_of(ramp) * rng.uniform(0.7, 1.4, len(COUNTS)), 1.0, 8.0)
        assert game.bet(dict(zip(COUNTS, others.tolist(), strict=True))).di < best.di + 1e-9
    deeper = game.bet(best_ramp(game, spread=16))
    assert deeper.score > best.score
    behind = game.bet(best_ramp(game, spread=8, enter=1), enter=1)
    assert behind.score > best.score
    assert behind.played < 0.5


SEEDS = [seed if seed < 3 else pytest.param(seed, marks=pytest.mark.long) for seed in range(20)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_default_ramp_never_falls_and_wins_as_much(seed: int) -> None:
    short = Study.play(table(), "hi_lo", rounds=ROUNDS, seed=seed, threads=1)
    game = short.game(penetration=0.5)
    ramp, noisy = best_ramp(game, spread=12), best_ramp(game, spread=12, monotone=False)
    bets = list(ramp.values())
    assert bets == sorted(bets)
    assert bets[0] == 1.0
    old = game.bet(noisy)
    assert game.bet(ramp).ev > old.ev - old.error
    by_kelly = list(best_bets(game, bankroll=BANKROLL, low=1.0, high=12.0).values())
    assert by_kelly == sorted(by_kelly)
    together = best_returns(short, [game.behind], spread=12)[0]
    assert together.ev == pytest.approx(game.bet(ramp).ev, rel=1e-3)


def test_each_count_is_bet_by_its_own_rounds_if_named() -> None:
    game = Study.play(table(), "hi_lo", rounds=20_000, seed=1).game(penetration=0.5)
    bets = list(best_ramp(game, spread=12, monotone=False).values())
    assert bets != sorted(bets)


def test_no_error_is_zero() -> None:
    game = Study.play(table(), "hi_lo", rounds=20_000, seed=1, insurance_at=3).game()
    rows = game.rows()
    rare = [row for row in rows if row["share"] * game.rounds < 3]
    assert rare
    assert all(row["error"] > 0.5 for row in rare)
    assert all(error > 0.001 for error in game.errors)
    assert all(row["error"] > 0.001 for row in game.wager("insurance"))


def test_rising_values_are_the_nearest() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        values, weights = rng.normal(size=12), rng.exponential(size=12)
        best = rising(values, weights)
        assert (np.diff(best) >= 0).all()
        assert rising(best, weights) == pytest.approx(best)
        cost = weights @ (best - values) ** 2
        for _ in range(50):
            other = np.sort(best + rng.normal(scale=0.2, size=12))
            assert weights @ (other - values) ** 2 >= cost


def test_a_rare_count_shares_the_sums_of_its_neighbours() -> None:
    rounds = [3, 20_000, 90_000, 9_999, 1, 0]
    sums = np.array([[n, 10.0 * place] for place, n in enumerate(rounds)])
    shared = with_neighbours(sums)
    assert shared[:, 0].tolist() == [20_003] * 2 + [90_000] + [10_000] * 3


def test_a_ramp_for_people() -> None:
    game = study().game(penetration=0.75)
    best = best_bets(game, bankroll=BANKROLL, low=1.0, high=10.0)
    ramp = human_ramp(game, bankroll=BANKROLL, low=1.0, high=10.0, levels=4)
    bets = list(ramp.values())
    assert len(set(bets)) <= 4
    assert all(bet == round(bet) for bet in bets)
    assert bets == sorted(bets)
    plain = game.bet(ramp).certainty_equivalent(BANKROLL)
    perfect = game.bet(best)
    assert perfect.certainty_equivalent(BANKROLL) - plain < 0.05 * perfect.ev
    # No stairs of as few steps are better: those with one bet moved by one are not.
    for place in range(len(COUNTS)):
        for step in (-1.0, 1.0):
            moved = [bet + step * (bet == bets[place]) for bet in bets]
            if moved == sorted(moved) and min(moved) > 0 and max(moved) <= 10:
                other = game.bet(dict(zip(COUNTS, moved, strict=True)))
                assert other.certainty_equivalent(BANKROLL) <= plain + 1e-6
    in_chips = best_bets(game, bankroll=BANKROLL, low=1.0, high=10.0, chip=5.0)
    assert set(in_chips.values()) <= {5.0, 10.0}


@pytest.mark.parametrize(
    "given", [{"bankroll": 0.0}, {"bankroll": 1.0, "kelly": 0.0}, {"bankroll": 1.0, "low": -1.0}]
)
def test_what_is_no_bet(given: dict[str, Any]) -> None:
    game = study().game(penetration=0.75)
    with pytest.raises(StudyError):
        best_bets(game, **given)
    with pytest.raises(StudyError, match="one bet or more"):
        human_ramp(game, bankroll=1.0, high=5.0, levels=0)
    with pytest.raises(StudyError, match="0 or more"):
        game.bet({-12: -1.0})
    with pytest.raises(StudyError, match="a step"):
        game.bet({})
