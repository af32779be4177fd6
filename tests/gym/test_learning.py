"""The examples that learn get better with rounds, and near the best play and bets with many."""

import sys
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

import pitboss

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAY = run_path(str(EXAMPLES / "learn_to_play.py"))
with pytest.MonkeyPatch.context() as patch:
    patch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    DEVIATE = run_path(str(EXAMPLES / "learn_index_plays.py"))


def test_a_few_rounds_teach_the_plain_cases() -> None:
    chart = PLAY["chart_of"](PLAY["learn"]("tribal", 60_000))
    drawn = [*chart.hard["9"], *chart.hard["10"], *chart.hard["11"]]
    assert drawn.count("S") < 0.1 * len(drawn)
    stood = [*chart.hard["18"], *chart.hard["19"], *chart.hard["20"], *chart.soft["20"]]
    assert stood.count("S") > 0.8 * len(stood)


def test_cards_that_have_gone_are_worth_what_counts_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    bet = run_path(str(EXAMPLES / "learn_to_bet.py"))
    values = PLAY["learn"]("tribal", 100_000)
    bettor = bet["learn_bets"]("tribal", values, 1_500_000, spread=2)
    ace, ten, low = bettor.worth[1], bettor.worth[10], bettor.worth[3:7].mean()
    assert ace < 0
    assert ten < 0 < low
    many = bettor.bets(bettor.worth[None, 1:])
    few = bettor.bets(-bettor.worth[None, 1:])
    assert many > few == 1


def test_the_count_at_which_a_play_changes_is_found_in_results() -> None:
    # Standing is worth 0.02 more for each count, and as much as a hit at a count of 3.
    random = np.random.default_rng(1)
    count, sign = random.normal(0, 2, 400_000), random.choice((-1, 1), 400_000)
    gained = -0.5 + 0.01 * (count - 3) * sign + random.normal(0, 1, 400_000)
    crossing = DEVIATE["crossing"](np.column_stack([np.zeros(400_000), count, sign, gained]))
    assert abs(crossing.count - 3) < 4 * crossing.error < 2.5


def test_hands_are_tried_with_either_play_at_many_counts() -> None:
    rows = np.vstack(list(DEVIATE["trials"]("tribal", PLAY["Values"](), 100_000, seed=1)))
    hands, count, sign, gained = rows.T
    assert set(hands) == set(range(len(DEVIATE["PLAYS"])))
    assert abs(sign.mean()) < 0.05
    assert count.min() < -3 < 3 < count.max()
    assert set(gained) <= {-2.0, -1.0, 0.0, 1.0, 2.0}


@pytest.mark.long
def test_many_rounds_come_within_a_thousandth_of_the_solver() -> None:
    chart = PLAY["chart_of"](PLAY["learn"]("tribal", 20_000_000))
    cost, _ = PLAY["cost_of"](chart, pitboss.rules("tribal"), 50_000_000)
    assert cost < 0.001
