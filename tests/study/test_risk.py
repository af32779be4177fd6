"""Risk in closed form: beside walks that are played, and beside itself at its limits."""

import tomllib
from math import exp, inf, log
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.study import risk
from pitboss.study.ramps import best_bets
from pitboss.study.returns import Returns
from tests.study.studies import study

KNOWN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "known" / "risk.toml").read_text(encoding="utf-8")
)
EV, VARIANCE = 0.02, 1.3
BANKROLL, GOAL, ROUNDS = 30.0, 20.0, 600
WALKS, FINE = 10_000, 5
"""Walks, and their steps in a round."""


def walked() -> tuple[tuple[float, ...], NDArray[np.float64]]:
    """Of many walks: lost within the rounds, lost before the goal in time, won, and ahead.

    Then where those are in the end who stop once the bankroll is lost. Steps are small beside the
    bankroll, as the formulas have it.
    """
    rng = np.random.Generator(np.random.PCG64(4))
    held = np.zeros(WALKS)
    lost = np.zeros(WALKS, dtype=bool)
    lost_first = np.zeros(WALKS, dtype=bool)
    won_first = np.zeros(WALKS, dtype=bool)
    for _ in range(ROUNDS * FINE):
        held += rng.normal(EV / FINE, (VARIANCE / FINE) ** 0.5, WALKS)
        lost |= held <= -BANKROLL
        lost_first |= (held <= -BANKROLL) & ~won_first
        won_first |= (held >= GOAL) & ~lost_first
    shares = tuple(float(each.mean()) for each in (lost, lost_first, won_first, held > 0))
    return shares, np.where(lost, -BANKROLL, held)


def test_formulas_beside_walks() -> None:
    (lost, lost_first, won_first, ahead), stopped = walked()
    # Walks look at the barrier now and then only, so that they miss a little.
    within = risk.ruin(EV, VARIANCE, BANKROLL, rounds=ROUNDS)
    assert lost == pytest.approx(within, abs=0.015)
    both = risk.ruin(EV, VARIANCE, BANKROLL, goal=GOAL, rounds=ROUNDS)
    assert lost_first == pytest.approx(both, abs=0.015)
    won = risk.reached(EV, VARIANCE, GOAL, bankroll=BANKROLL, rounds=ROUNDS)
    assert won_first == pytest.approx(won, abs=0.025)
    assert ahead == pytest.approx(risk.ahead(EV, VARIANCE, ROUNDS), abs=0.015)
    alive = risk.ahead(EV, VARIANCE, ROUNDS, bankroll=BANKROLL)
    assert float((stopped > 0).mean()) == pytest.approx(alive, abs=0.015)
    shares = (0.1, 0.3, 0.5, 0.7, 0.95)
    ends = risk.band(EV, VARIANCE, ROUNDS, shares, bankroll=BANKROLL)
    assert ends == pytest.approx(np.quantile(stopped, shares), abs=1.5)


def below(x: float) -> float:
    """Probability that a standard normal number is below ``x``."""
    return NormalDist().cdf(x)


@pytest.mark.parametrize("ev", [-0.03, 0.0, 0.02])
@pytest.mark.parametrize("rounds", [50.0, 600.0, 4_000.0])
def test_first_passage_is_that_of_a_motion_with_drift(ev: float, rounds: float) -> None:
    """Siegmund 1985, chapter 3: both terms, to ten places."""
    spread, bias = (VARIANCE * rounds) ** 0.5, exp(-2 * ev * BANKROLL / VARIANCE)
    gain = ev * rounds
    lost = below((-BANKROLL - gain) / spread) + bias * below((gain - BANKROLL) / spread)
    assert risk.ruin(ev, VARIANCE, BANKROLL, rounds=rounds) == pytest.approx(lost, abs=1e-10)
    alive = below(gain / spread) - bias * below((gain - 2 * BANKROLL) / spread)
    assert risk.ahead(ev, VARIANCE, rounds, bankroll=BANKROLL) == pytest.approx(alive, abs=1e-10)


def test_two_barriers_without_drift_lose_as_the_series_of_both_says() -> None:
    """Cox and Miller 1965, chapter 5: the sum over reflections, written out."""
    top, spread = BANKROLL + GOAL, (VARIANCE * ROUNDS) ** 0.5
    terms = [
        sign * 2 * below(-abs(distance) / spread)
        for n in range(-8, 9)
        for distance, sign in [(2 * n * top + BANKROLL, 1 if n >= 0 else -1)]
    ]
    lost = risk.ruin(0.0, VARIANCE, BANKROLL, goal=GOAL, rounds=ROUNDS)
    assert lost == pytest.approx(sum(terms), abs=1e-10)


def test_nobody_falls_below_a_bankroll_that_is_lost() -> None:
    shares = (0.05, 0.4, 0.6, 0.95)
    ends = risk.band(EV, VARIANCE, 2_000, shares, bankroll=BANKROLL)
    assert ends[0] == -BANKROLL
    assert -BANKROLL < ends[1] < ends[2] < ends[3]
    for share, end in zip(shares[1:], ends[1:], strict=True):
        above = risk.ahead(EV, VARIANCE, 2_000, bankroll=BANKROLL, by=end)
        assert 1 - above == pytest.approx(share, abs=1e-9)
    lost = risk.ruin(EV, VARIANCE, BANKROLL, rounds=2_000)
    still_in = risk.ahead(EV, VARIANCE, 2_000, bankroll=BANKROLL, by=-BANKROLL)
    assert lost + still_in == pytest.approx(1)
    free = risk.band(EV, VARIANCE, ROUNDS, shares)
    assert risk.band(EV, VARIANCE, ROUNDS, shares, bankroll=1e9) == pytest.approx(free)


def test_limits_agree() -> None:
    ever = risk.ruin(EV, VARIANCE, BANKROLL)
    assert ever == pytest.approx(exp(-2 * EV * BANKROLL / VARIANCE))
    assert risk.ruin(EV, VARIANCE, BANKROLL, rounds=1e9) == pytest.approx(ever)
    assert risk.ruin(EV, VARIANCE, BANKROLL, goal=1e6) == pytest.approx(ever)
    before = risk.ruin(EV, VARIANCE, BANKROLL, goal=GOAL)
    assert risk.ruin(EV, VARIANCE, BANKROLL, goal=GOAL, rounds=1e9) == pytest.approx(before)
    assert before + risk.reached(EV, VARIANCE, GOAL, bankroll=BANKROLL) == pytest.approx(1)
    assert risk.ruin(-EV, VARIANCE, BANKROLL) == 1.0
    assert risk.ruin(0.0, VARIANCE, BANKROLL, goal=BANKROLL) == pytest.approx(0.5)
    assert risk.ruin(-EV, VARIANCE, BANKROLL, rounds=1e9) == pytest.approx(1)
    assert risk.ruin(-EV, VARIANCE, BANKROLL, goal=GOAL) > before
    assert risk.ruin(EV, VARIANCE, BANKROLL, rounds=1) < 1e-9
    assert risk.reached(EV, VARIANCE, inf) == 0.0


def kelly_of(ruin: float) -> float:
    """Return the fraction of Kelly at which fixed bets have this risk of ruin."""
    return VARIANCE / EV / risk.bankroll_for(EV, VARIANCE, ruin)


def test_kelly_and_the_risk_of_ruin() -> None:
    # Whoever bets Kelly and never changes the bets loses all with 13.5 % (Schlesinger).
    assert kelly_of(exp(-2)) == pytest.approx(1)
    returns = Returns(EV, VARIANCE, 1.0, 1.0, 1000)
    bankroll = returns.bankroll_for(exp(-2))
    assert returns.ruin(bankroll) == pytest.approx(exp(-2))
    # At full Kelly a round is worth half of what it wins.
    assert returns.certainty_equivalent(bankroll) == pytest.approx(EV / 2)
    assert returns.score == pytest.approx((1000 * EV) ** 2 / VARIANCE)
    assert returns.di == pytest.approx(returns.score**0.5)
    assert returns.n0 == pytest.approx(VARIANCE / EV**2)
    assert returns.ahead(returns.n0) == pytest.approx(0.8413, abs=1e-4)
    assert log(1 / returns.ruin(2 * bankroll)) == pytest.approx(4)


def test_a_trip() -> None:
    returns = Returns(EV, VARIANCE, 1.0, 1.0, 1000)
    trip = returns.trip(ROUNDS, bankroll=BANKROLL, goal=GOAL)
    assert trip.mean == pytest.approx(EV * ROUNDS)
    assert 0 < trip.lost < trip.won < 1
    assert trip.ahead == returns.ahead(ROUNDS) == pytest.approx(below(EV * ROUNDS / trip.deviation))
    assert trip.deviation == pytest.approx((VARIANCE * ROUNDS) ** 0.5)
    assert returns.trip(ROUNDS).lost == 0.0
    low, middle, high = risk.band(EV, VARIANCE, ROUNDS, (0.05, 0.5, 0.95))
    assert low < middle < high
    assert middle == pytest.approx(trip.mean)


def test_published_risks() -> None:
    rows = [row for source in KNOWN["source"] for row in source["rows"]]
    assert len(rows) == 6
    for row in rows:
        variance = row["square"] - row["ev"] ** 2
        ours = risk.ruin(
            row["ev"], variance, row["bankroll"], goal=row.get("goal", inf),
            rounds=row.get("rounds", inf),
        )  # fmt: skip
        # A coin's ruin lies a little above that of a motion without steps.
        assert ours == pytest.approx(row["ruin"], abs=row.get("within", 0.002)), row


def test_published_risks_of_kelly_bettors() -> None:
    rows = [row for source in KNOWN["kelly"] for row in source["rows"]]
    assert len(rows) == 5
    game = study().game(penetration=0.75)
    for row in rows:
        # Bets without limits, by the fraction, from a study that was played.
        bets = best_bets(game, bankroll=1_000, kelly=row["fraction"])
        assert game.bet(bets).ruin(1_000) == pytest.approx(row["ruin"], abs=0.001), row
        assert kelly_of(row["ruin"]) == pytest.approx(row["fraction"], rel=0.005), row


def test_short_trips_between_two_barriers() -> None:
    """A barrier that is far off changes nothing, and neither does a time that is long."""
    for ev, variance in ((-0.02, 30.0), (0.0, 1.3), (0.03, 30.0), (-0.01, 0.2)):
        for bankroll, rounds in ((3_000.0, 12.0), (500.0, 5_000.0), (40.0, 900.0)):
            far = risk.ruin(ev, variance, bankroll, goal=1e7, rounds=rounds)
            assert far == pytest.approx(risk.ruin(ev, variance, bankroll, rounds=rounds), abs=1e-12)
            goal = 0.7 * bankroll
            ends = risk.ruin(ev, variance, bankroll, goal=goal, rounds=1e12)
            assert ends == pytest.approx(risk.ruin(ev, variance, bankroll, goal=goal), abs=1e-9)
            # Where one series takes over from the other.
            turn = (bankroll + goal) ** 2 / variance
            times = [turn * part for part in (0.01, 0.1, 0.5, 1 - 1e-9, 1 + 1e-9, 2.0, 10.0)]
            lost = [risk.ruin(ev, variance, bankroll, goal=goal, rounds=time) for time in times]
            won = [
                risk.reached(ev, variance, goal, bankroll=bankroll, rounds=time) for time in times
            ]
            assert lost == sorted(lost)
            assert lost[3] == pytest.approx(lost[4], abs=1e-7)
            assert all(0 <= one + other <= 1 + 1e-12 for one, other in zip(lost, won, strict=True))


def test_bankrolls_beyond_any_measure() -> None:
    for bankroll in (1e6, 1e9, 1e12):
        assert risk.ruin(-0.02, 30.0, bankroll, goal=bankroll, rounds=10_000) == 0
        assert risk.ruin(-0.02, 30.0, bankroll, goal=bankroll) == 1
        assert risk.reached(0.02, 30.0, bankroll, bankroll=bankroll) == 1
