"""Paths of bankrolls, against closed formulas and sums worked out by hand."""

from math import sqrt

import pytest

from pitboss.sim.paths import fan, sum_law
from pitboss.sim.results import Result, WagerSums
from pitboss.study.returns import returns_of


def test_returns_of_a_result_are_in_cents() -> None:
    result = Result(1000, 500, -2, (1, 0, 0, 0, 3), (WagerSums("main", 1000, 4, 4, 16, 500),))
    figures = returns_of(result)
    assert figures.ev == 500
    assert figures.deviation == pytest.approx(3**0.5 / 2 * 1000)


FAVOURABLE = Result(
    1000, 500, -4, (60, 0, 390, 0, 90, 0, 350, 45, 65),
    (WagerSums("main", 1000, 1000, 75, 5365, 500),),
)  # fmt: skip


@pytest.mark.parametrize("money", [20_000, 50_000])
def test_the_formula_and_many_bankrolls_agree_on_ruin(money: int) -> None:
    fanned = fan(FAVOURABLE, money, rounds=60_000, seed=1)
    expected = returns_of(FAVOURABLE).ruin(money)
    error = sqrt(expected * (1 - expected) / fanned.paths)
    # The formula takes results for normal, which is right to a few per cent.
    assert abs(fanned.ruined[-1] - expected) < 3 * error + 0.05 * expected
    assert list(fanned.ruined) == sorted(fanned.ruined)
    assert len(fanned.rounds) == len(fanned.quantiles) == len(fanned.ruined)
    assert fanned.rounds[0] == 0
    assert fanned.rounds[-1] >= 60_000


def test_bankrolls_grow_as_rounds_do() -> None:
    fanned = fan(FAVOURABLE, 10_000_000, rounds=10_000, paths=2000)
    middle = fanned.quantiles[-1][2]
    gained = returns_of(FAVOURABLE).ev * fanned.rounds[-1]
    spread = returns_of(FAVOURABLE).deviation * sqrt(fanned.rounds[-1])
    assert middle - 10_000_000 == pytest.approx(gained, abs=4 * 1.26 * spread / sqrt(2000))
    assert fanned.quantiles[-1][4] - middle == pytest.approx(1.645 * spread, rel=0.1)
    assert fanned.ruined[-1] == 0
    assert fan(FAVOURABLE, 10_000_000, rounds=10_000, paths=2000) == fanned


def test_sums_of_rounds_are_exact() -> None:
    sums, chances = sum_law(FAVOURABLE, 1)
    assert dict(zip(sums.tolist(), chances.tolist(), strict=True)) == pytest.approx(
        {-4: 0.06, -2: 0.39, 0: 0.09, 2: 0.35, 3: 0.045, 4: 0.065}
    )
    sums, chances = sum_law(FAVOURABLE, 50)
    mean = float(sums @ chances)
    assert mean == pytest.approx(50 * FAVOURABLE.total / FAVOURABLE.rounds)
    each = FAVOURABLE.standard_deviation * FAVOURABLE.unit / FAVOURABLE.grain
    assert float((sums - mean) ** 2 @ chances) == pytest.approx(50 * each**2)
