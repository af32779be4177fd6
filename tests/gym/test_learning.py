"""The example that learns gets better with rounds, and near the solver's play with many."""

from pathlib import Path
from runpy import run_path

import pytest

import pitboss

EXAMPLE = run_path(str(Path(__file__).parents[2] / "examples" / "learn_to_play.py"))


def test_a_few_rounds_teach_the_plain_cases() -> None:
    chart = EXAMPLE["chart_of"](EXAMPLE["learn"]("tribal", 15_000))
    drawn = [*chart.hard[9], *chart.hard[10], *chart.hard[11]]
    assert drawn.count("S") < 0.1 * len(drawn)
    stood = [*chart.hard[18], *chart.hard[19], *chart.hard[20], *chart.soft[20]]
    assert stood.count("S") > 0.8 * len(stood)


@pytest.mark.long
def test_many_rounds_come_within_a_thousandth_of_the_solver() -> None:
    chart = EXAMPLE["chart_of"](EXAMPLE["learn"]("tribal", 4_000_000))
    cost, _ = EXAMPLE["cost_of"](chart, pitboss.rulebook("tribal"), 50_000_000)
    assert cost < 0.001
