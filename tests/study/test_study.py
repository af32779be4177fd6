"""A study as a file, a table and a picture; two hands; what it cannot answer."""

from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pitboss.errors import Error, SimulationError, StudyError
from pitboss.sim.counting import Betting, load_count
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets.cpu import check_studied, studied
from pitboss.study import risk
from pitboss.study.pictures import by_count, growth, ramp_figure, score_by_penetration
from pitboss.study.running import study_of
from pitboss.study.study import PARTS, Study
from tests.cli.commands import refused, run, run_json
from tests.sim.experiments import basic
from tests.study.studies import ROUNDS, study


def test_a_file_holds_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "tribal.npz"
    study().save(path)
    assert path.stat().st_size < 600_000
    again = Study.load(path)
    assert again.about == study().about
    for part in PARTS:
        ours, theirs = study().columns(part), again.columns(part)
        assert list(ours) == list(theirs) == list(PARTS[part])
        assert all(np.array_equal(ours[name], theirs[name]) for name in ours)
    # Anybody can read it: columns of one table are named alike.
    with np.load(path) as file:
        assert int(file["cells.rounds"].sum()) == study().rounds >= ROUNDS
    frame = again.to_polars("cells")
    assert frame["rounds"].sum() == study().rounds
    assert again.to_pandas("moves")["rounds"].sum() < study().rounds
    (tmp_path / "other.npz").write_bytes(b"PK nothing")
    with pytest.raises(StudyError, match="not a study"):
        Study.load(tmp_path / "other.npz")
    with pytest.raises(Error, match="part = 'rows' is not one of cells"):
        study().columns("rows")  # type: ignore[arg-type]


def test_a_command_answers_from_a_file(tmp_path: Path) -> None:
    path = str(tmp_path / "tribal.npz")
    study().save(path)
    data = run_json("study", path, "--spread", "8", "--penetration", "0.7", "--bankroll", "500")
    assert data["rounds"] == study().rounds
    assert data["penetration"] == pytest.approx(0.7, abs=0.01)
    assert [count for count, _ in data["ramp"]] == list(range(-12, 13))
    assert max(bet for _, bet in data["ramp"]) == 8
    assert data["score"] == pytest.approx(data["di"] ** 2)
    assert 0 < data["risk_of_ruin"] == data["risks"]["ruin"] < 1
    assert data["n0"] == pytest.approx(data["standard_deviation"] ** 2 / data["ev_per_round"] ** 2)
    rows = data["by_count"]
    total = sum(row["frequency"] * row["bet"] * row["ev"] for row in rows)
    assert total == pytest.approx(data["ev_per_round"])
    square = sum(r["frequency"] * r["bet"] ** 2 * (r["variance"] + r["ev"] ** 2) for r in rows)
    assert square - total**2 == pytest.approx(data["standard_deviation"] ** 2)
    # Without a bankroll that of full Kelly is taken, whose risk of ruin is known.
    usual = run_json("study", path, "--spread", "1-8", "--penetration", "0.7")
    assert usual["ramp"] == data["ramp"]
    assert usual["risk_of_ruin"] == pytest.approx(exp(-2))
    assert usual["certainty_equivalent"] == pytest.approx(usual["ev_per_round"] / 2)
    shown = run("study", path, "--ramp", "-12:0 2:4", "--enter", "2")
    assert shown.exit_code == 0, shown.stderr
    for words in ("SCORE", "N0", "advantage", "+2"):
        assert words in shown.stdout
    assert "cutting card" in refused("study", path, "--penetration", "0.99")
    assert "--count" in refused("study", "tribal")
    assert "cannot be read" in refused("study", str(tmp_path / "none.npz"))
    assert "no folder" in refused("study", "tribal", "--count", "hi_lo", "-o", "/none/at/all.npz")


def test_it_is_shown_in_short() -> None:
    assert "tribal by Hi-Lo" in repr(study())
    game = study().game(penetration=0.75)
    assert "75.0% dealt" in repr(game)
    assert "SCORE" in repr(game.bet({-12: 1, 2: 8}))
    assert study()._repr_html_().count("<svg") == 1
    assert game._repr_html_().count("<svg") == 2
    returns = game.bet({-12: 1, 2: 8})
    for figure in (
        *by_count(game),
        ramp_figure(game, {-12: 1, 2: 8}),
        score_by_penetration([study()]),
        growth(returns, 500, rounds=1000),
    ):
        (x_low, x_high), (y_low, y_high) = figure.ranges()
        assert x_low < x_high
        assert y_low < y_high
    # A quarter of all players have lost, and with a large bankroll none is out.
    figure = growth(returns, 500_000, rounds=1000)
    low, high = risk.band(returns.ev, returns.variance, 1000, (0.25, 0.75), bankroll=500_000)
    last = figure.bands[1].spans[-1]
    assert (last.low, last.high) == (500_000 + low, 500_000 + high)
    assert last.low < 500_000 < last.high


def test_the_package_gives_what_it_names() -> None:
    import pitboss.study as package

    # No module of the same name stands before a function once it is imported.
    assert all(callable(getattr(package, name)) for name in package.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        _ = package.nothing  # type: ignore[attr-defined]


def test_deeper_is_better_and_longer() -> None:
    games = [study().game(behind=behind) for behind in (156, 104, 78)]
    assert [game.rounds_per_shoe for game in games] == sorted(g.rounds_per_shoe for g in games)
    spreads = [float(game.shares @ np.arange(-12, 13) ** 2) for game in games]
    assert spreads == sorted(spreads)
    insurance = games[2].wager("insurance")
    assert all(row["count"] >= 2 for row in insurance)
    with pytest.raises(StudyError, match="not a wager"):
        games[0].wager("streak")
    with pytest.raises(StudyError, match="cutting card"):
        study().game(behind=10)
    with pytest.raises(StudyError, match="need one of as many"):
        games[0].bet({-12: 1}, hands=2)
    with pytest.raises(StudyError, match="does not leave"):
        games[0].bet({-12: 1}, enter=1, leave=2)
    # Who leaves at the count to enter at is at the table whenever it is reached.
    assert games[0].bet({-12: 1}, enter=1, leave=1).ev == games[0].bet({-12: 1}, enter=1).ev
    with pytest.raises(StudyError, match="leave out the count to enter at"):
        games[0].bet({-12: 1}, enter=1, from_top=True)
    with pytest.raises(StudyError, match="two boxes"):
        _ = games[0].correlation


def test_two_hands_share_the_dealer() -> None:
    betting = Betting(load_count("hi_lo"))
    part: dict[str, Any] = {"is_compiled": False}
    two = basic("tribal", {"max_hands": 4}, betting=betting, boxes=2)
    with np.errstate(over="ignore"):
        made = study_of(two, studied(two, Task(3, 0, 1, 1200), **part), seed=3)
    game = made.game()
    # The published correlation of two hands is near 0.37.
    assert 0.2 < game.correlation < 0.55
    one, both = game.bet({-12: 1}), game.bet({-12: 1}, hands=2)
    assert both.ev == pytest.approx(2 * one.ev)
    assert 2.2 * one.variance < both.variance < 3.3 * one.variance


def test_studies_of_the_same_game_are_put_together() -> None:
    betting = Betting(load_count("hi_lo"))
    game = basic("tribal", {"max_hands": 4}, betting=betting)
    with np.errstate(over="ignore"):
        parts = [
            study_of(game, studied(game, Task(seed, 0, 1, 100), is_compiled=False), seed=seed)
            for seed in (1, 2)
        ]
    both = parts[0].merge(parts[1])
    assert both.rounds == parts[0].rounds + parts[1].rounds
    with pytest.raises(StudyError, match="other seeds"):
        parts[0].merge(parts[0])


@pytest.mark.parametrize(
    "options, given",
    [
        ({}, {}),
        ({"shoe": "double"}, {"betting": Betting(load_count("hi_lo"))}),
        ({}, {"betting": Betting(load_count("hi_lo")), "shuffle": "every_round"}),
        ({"streak": True}, {"betting": Betting(load_count("hi_lo")), "wagers": None}),
    ],
)
def test_what_cannot_be_studied(options: dict[str, object], given: dict[str, Any]) -> None:
    with pytest.raises(SimulationError):
        check_studied(basic("tribal", options, **given))
