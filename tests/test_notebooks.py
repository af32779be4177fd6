"""The notebooks among the examples run from first cell to last, and show what they say."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from scripts.notebooks import EXAMPLES, run
from tests.verdicts import unheld


def first_steps(names: dict[str, Any], shown: list[str]) -> None:
    assert "NZ-3.3-a" in names["refusal"]
    assert 0 < names["solution"].house_edge < 0.01
    assert abs(names["off"]) < 5
    assert any("Hand 1.2: ann wins" in one for one in shown)


def settle_and_verify(names: dict[str, Any], shown: list[str]) -> None:
    assert names["verdict"].failures == ("ann: 10.00, where 0.00 is expected",)
    assert "NZ-11.1" in names["told"]
    assert not unheld(names["report"])
    wrong = {check.name for check in names["forged"].checks if check.status == "failed"}
    assert wrong == {"chain", "decisions"}
    assert any("ann wins 20.00 on main at 1 to 1 [PA-11-a]" in one for one in shown)


def price_a_rule(names: dict[str, Any], shown: list[str]) -> None:
    assert round((names["plain"] - names["with_surrender"]) * 700, 2) == 4.4
    assert "did you mean house?" in names["mistake"]
    assert 0.2 < names["lucky"].house_edge < 0.3
    assert "surrender is worth 4.40 an hour" in "".join(shown)


def study_a_game(names: dict[str, Any], shown: list[str]) -> None:
    assert sum("<svg" in one for one in shown) >= 4
    assert names["returns"].score > 0
    assert names["crowded"].rounds_per_shoe < names["game"].rounds_per_shoe


def train_a_counter(names: dict[str, Any], shown: list[str]) -> None:
    costs = list(names["means"].values())
    assert costs == sorted(costs, reverse=True)
    assert names["learnt"][-3].mean() < names["learnt"][3].mean()
    assert names["bet_by_count"][-2] == 1
    assert names["bet_by_count"][6] > 6
    assert sum("<svg" in one for one in shown) == 4
    for hand, at in names["crossings"].items():
        assert abs(at.count - names["indices"][hand] + 0.5) < 4 * at.error + 0.5


HOLDS: dict[str, Callable[[dict[str, Any], list[str]], None]] = {
    check.__name__: check
    for check in (
        first_steps,
        settle_and_verify,
        price_a_rule,
        study_a_game,
        train_a_counter,
    )
}
"""What each notebook must have come to."""


def test_every_notebook_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("**/*.ipynb")} == set(HOLDS)


@pytest.mark.parametrize("name", HOLDS)
def test_a_notebook_runs(name: str) -> None:
    notebook = EXAMPLES / f"{name}.ipynb"
    book = json.loads(notebook.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["metadata"]["language_info"]["name"]) == (4, "python")
    # Kept without what it printed, which another machine prints otherwise.
    kept = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert all((cell["outputs"], cell["execution_count"]) == ([], None) for cell in kept)
    names: dict[str, Any] = {}
    shown = []
    for cell in run(notebook, names):
        if cell.is_code:
            assert len(cell.shown) > 20, cell.source
            shown.append(cell.shown)
    HOLDS[name](names, shown)
