"""Figures for a bankroll, against sums worked out by hand."""

from math import exp, inf

import pytest

from pitboss.sim.bankroll import Bankroll, bankroll
from pitboss.sim.results import Result, WagerSums


def test_figures() -> None:
    found = Bankroll(1_000_000, gain=20.0, deviation=4000.0)
    assert found.gain_per_100 == 2000
    assert found.deviation_per_100 == 40_000
    assert found.horizon == 40_000
    assert found.score == pytest.approx(25)
    assert found.ruin_p == pytest.approx(exp(-2.5))
    assert found.certainty_equivalent == pytest.approx(12)


def test_a_losing_game_ends_in_ruin() -> None:
    found = Bankroll(1000, gain=-1.0, deviation=10.0)
    assert found.ruin_p == 1
    assert found.score == 0
    assert Bankroll(1000, gain=0.0, deviation=1.0).horizon == inf
    sure = Bankroll(1000, gain=1.0, deviation=0.0)
    assert (sure.ruin_p, sure.score) == (0, 0)


def test_from_a_result() -> None:
    result = Result(1000, 500, -2, (1, 0, 0, 0, 3), (WagerSums("main", 1000, 4, 4, 16, 500),))
    found = bankroll(result, 5000)
    assert found.gain == 500
    assert found.deviation == pytest.approx(3**0.5 / 2 * 1000)
