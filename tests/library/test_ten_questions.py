"""The ten questions of the guide: each line runs as printed, and its answer is the known one."""

import re
from pathlib import Path
from typing import Any

import pytest

import pitboss

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/guides/use-from-python.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| [^|]+\? \| `(pitboss\.[^`]+)` \|$", GUIDE, re.MULTILINE)


def answer(name: str) -> Any:
    (line,) = (line for line in LINES if re.search(rf"\b{name}\(", line))
    return eval(line, {"pitboss": pitboss})


def test_the_guide_has_ten_lines() -> None:
    assert len(LINES) == 10


def test_the_dealer_busts_as_tables_say() -> None:
    assert answer("dealer_odds") == pytest.approx(0.4228, abs=1e-4)


def test_a_missing_five_helps_most() -> None:
    effects = pitboss.removal_effects("double_deck")
    assert answer("removal_effects") == max(effects.values())


def test_acts_of_a_hand_are_valued() -> None:
    values = answer("advise")
    assert values["hit"] > values["stand"]


def test_every_cell_is_valued() -> None:
    rows = answer("values")
    assert len(rows) == 550
    solution = pitboss.solve("double_deck")
    assert rows[77]["ev"] == next(iter(solution.acts("3s 6s", "2s").values()))


@pytest.mark.parametrize("game", ["6D H17 DAS", "double_deck", "pa_free_bet", "house"])
def test_the_best_chart_costs_what_totals_cost(game: str) -> None:
    best, by_totals = pitboss.solve(game), pitboss.solve(game, by="totals")
    cost = by_totals.house_edge - best.house_edge
    assert best.chart().cost(game) == pytest.approx(cost, abs=1e-12)
    assert pitboss.basic_chart().cost(game) > cost


def test_the_cost_of_a_chart_is_that_of_a_simulation() -> None:
    assert 0 < answer("cost") < 0.001
    chart = pitboss.basic_chart()
    played = pitboss.simulate(
        "pa_free_bet", 4_000_000, player=chart, every_round=True, seed=3, threads=2
    )
    exact = pitboss.solve("pa_free_bet").player_ev - chart.cost("pa_free_bet")
    assert abs(played.player_ev - exact) < 4 * played.standard_error


def test_forced_splits_are_the_split_where_it_is_resplit_anyway() -> None:
    assert answer("split") == pytest.approx(-0.4749, abs=1e-4)
    solution = pitboss.solve("6D H17 DAS")
    assert solution.split("8", "6c") == solution.acts("8s 8d", "6c")["split"]
    assert solution.split("8", "6c", hands=2) < solution.split("8", "6c", hands=3)
    once = pitboss.solve("tribal")
    assert once.split("8", "6c", hands=2) == once.acts("8s 8d", "6c")["split"]


def test_plays_by_the_count_have_gains() -> None:
    assert {row["hand"] for row in answer("indices")} >= {"16 T", "12 3", "12 2"}


def test_wagers_and_rules_have_edges() -> None:
    assert answer("par_sheet")[0]["wager"] == "main"
    assert {row["option"] for row in answer("rule_effects")} == {"hole_check", "double_totals"}


def test_a_log_without_a_witness_is_not_proven() -> None:
    assert answer("verify") == "not_proven"
