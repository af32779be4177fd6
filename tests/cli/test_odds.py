"""`pitboss odds`, `strategy` and `advise`: what they print, and what they refuse."""

import json
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.charts import Chart
from pitboss.rulebook.catalog import SHIPPED
from tests.cli.commands import refused, run, run_json, run_process

OFFERED = {
    "tribal": {"progressive": "true", "streak": "true"},
    "nz": {"super_sevens": "true", "madness_21": "true", "perfect_pairs": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
    "house": {},
    "double_deck": {},
}
"""Options under which every rulebook offers side wagers that can stand together."""

ACTS = {"hit", "stand", "double", "double_half", "split", "surrender"}


def settings(rulebook: str) -> list[str]:
    return [part for item in OFFERED[rulebook].items() for part in ("--set", "=".join(item))]


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_odds_json_has_the_shape_that_others_rely_on(rulebook: str) -> None:
    data = run_json("odds", rulebook, *settings(rulebook))
    assert data["rulebook"] == rulebook
    assert data["options"]["decks"]
    assert isinstance(data["strategy_class"], str)
    assert data["house_edge"] == pytest.approx(-data["player_ev"])
    assert -0.02 < data["player_ev"] < 0.02
    assert 0.9 < data["standard_deviation"] < 4
    is_exact = data["standard_deviation_class"] == "exact"
    assert is_exact == (data["outcomes_approximate"] == 0)
    assert sum(data["outcomes"].values()) == pytest.approx(1)
    for wager in data["wagers"]:
        assert {"wager", "house_edge", "outcomes"} <= set(wager)
        assert sum(row["probability"] for row in wager["outcomes"]) == pytest.approx(1)
        for row in wager["outcomes"]:
            assert {"name", "probability", "exact", "pays"} <= set(row)
    for check in data["checks"]:
        assert {"clause", "ok", "text"} <= set(check)
    assert data["seconds"] >= 0


def test_odds_of_side_wagers_are_exact_where_play_cannot_change_them() -> None:
    data = run_json("odds", "nz", *settings("nz"))
    wagers = {wager["wager"]: wager for wager in data["wagers"]}
    assert list(wagers) == ["insurance", "super_sevens", "madness_21", "perfect_pairs"]
    pairs = {row["name"]: row for row in wagers["perfect_pairs"]["outcomes"]}
    assert pairs["perfect"]["exact"] == "5/311"
    assert pairs["perfect"]["pays"] == "30 to 1"
    sevens = {row["name"]: row["exact"] for row in wagers["super_sevens"]["outcomes"]}
    assert sevens["one"] == "288/4043"
    assert sevens["three"] is None
    assert {check["clause"] for check in data["checks"]} >= {"NZ-15A.6-table", "NZ-3.5-a-ii"}


def test_odds_for_people_fit_a_screen() -> None:
    result = run("odds", "double_deck")
    assert result.exit_code == 0
    for part in (
        "house edge",
        "Insurance [DD-30]",
        "Strategy class: composition-dependent",
        "[DD-27]",
    ):
        assert part in result.stdout
    assert len(result.stdout.splitlines()) < 60


def test_removing_no_card_changes_nothing_and_removing_some_does() -> None:
    full = run_json("odds", "double_deck")
    same = run_json("odds", "double_deck", "--removed", "", "--shoe", " ".join(
        f"{rank}x8" for rank in "A23456789TJQK"
    ))  # fmt: skip
    less = run_json("odds", "double_deck", "--removed", "5s 5h 6d")
    assert same["player_ev"] == full["player_ev"]
    assert less["player_ev"] > full["player_ev"]


def test_tables_are_compared() -> None:
    data = run_json("odds", "tribal", "--compare", "decks=1,6", "--set", "bonus=true")
    one, six = data["tables"]
    assert one["compared"] == {"decks": "1"}
    assert one["house_edge"] < six["house_edge"]
    assert [check["clause"] for check in data["checks"]] == ["T-s-11-s2"] * 2
    assert not data["checks"][0]["ok"]
    shown = run("odds", "double_deck", "--compare", "double_amounts=equal,for_less")
    assert shown.exit_code == 0
    assert "for_less" in shown.stdout


def test_what_options_and_cards_change() -> None:
    data = run_json("odds", "double_deck", "--effects", "--removal")
    effects = {(row["option"], row["value"]): row["change"] for row in data["effects"]}
    assert effects["hole_check", "none"] > 0 > effects["double_totals", "ace_low_too"]
    removal = {row["removed"]: row["change"] for row in data["removal"]}
    assert removal["5"] > 0 > removal["A"]
    assert len(removal) == 10
    assert "What options cost" in run("odds", "double_deck", "--effects").stdout


@pytest.mark.clause("NZ-18.4")
def test_an_ante_weighs_less_on_larger_wagers() -> None:
    plain = run_json("odds", "nz")
    assert plain["with_ante"] == []
    options = ("variant=antes_up", "ante=0.5", "ante_waived_from=50", "max_bet=100")
    data = run_json("odds", "nz", *(part for item in options for part in ("--set", item)))
    edges = {row["wager"]: row["house_edge"] for row in data["with_ante"]}
    assert list(edges) == [5, 10, 25, 49.5, 50, 100]
    assert edges[5] == pytest.approx(plain["house_edge"] + 0.1)
    assert edges[50] == pytest.approx(plain["house_edge"])
    said = (plain["house_edge_of"], data["house_edge_of"])
    assert said == ("the main wager", "the main wager, without the ante")


@pytest.mark.clause("T-q-1")
def test_several_spots_have_a_spread_of_their_own() -> None:
    data = run_json("odds", "tribal", "--set", "multiple_action=true")
    spreads = {row["spots"]: row["standard_deviation"] for row in data["spots"]}
    assert data["standard_deviation"] > spreads[2] > spreads[3]
    shown = run("odds", "tribal", "--set", "multiple_action=true").stdout
    assert f"deviation, 3 spots     {spreads[3]:.4f}" in shown


def test_the_page_stands_alone(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    result = run("odds", "nz", *settings("nz"), "--html", str(path))
    assert result.exit_code == 0
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    for outside in ("http:", "https:", "<script", "<link", "url("):
        assert outside not in page
    for part in ("House edge", "5/311", "NZ-15B.7-1", "Hard totals", "Pairs", "against"):
        assert part in page
    assert page.count('tabindex="0"') == 10 * (15 + 8 + 10)


def test_a_chart_is_written_and_played(tmp_path: Path) -> None:
    path = tmp_path / "chart.toml"
    assert run("strategy", "double_deck", "--chart", str(path)).exit_code == 0
    assert Chart.read(path) == pitboss.solve("double_deck").chart()
    plan = run_json("simulate", "double_deck", "--strategy", str(path), "--dry-run")
    assert list(Chart.read(path).hard["16"]) in [row for _, row in plan["player"]["hard"]]
    Chart.read(path).write(tmp_path / "again.toml")
    assert (tmp_path / "again.toml").read_text() == path.read_text()


def test_schemas_are_listed_and_printed() -> None:
    assert {"name": "rulebook", "title": "Rulebook"} in run_json("schema")
    assert json.loads(run("schema", "rulebook").stdout)["title"] == "Rulebook"
    assert "did you mean rulebook?" in refused("schema", "rulebok")


def test_strategy(tmp_path: Path) -> None:
    data = run_json("strategy", "double_deck")
    charts = {chart["name"]: chart for chart in data["charts"]}
    assert list(charts) == ["hard", "soft", "pairs"]
    assert [len(chart["rows"]) for chart in charts.values()] == [15, 8, 10]
    cells = {
        (row["hand"], cell["up"]): cell
        for chart in charts.values()
        for row in chart["rows"]
        for cell in row["cells"]
    }
    assert cells["11", "6"]["best"] == "double"
    assert cells["8,8", "6"]["best"] == "split"
    assert cells["16", "T"]["best"] == "hit"
    assert cells["19", "6"]["best"] == "stand"
    for cell in cells.values():
        assert set(cell["values"]) <= ACTS
        assert cell["ev"] == max(cell["values"].values())
        assert cell["cost"] >= 0
    path = tmp_path / "chart.html"
    assert run("strategy", "double_deck", "--html", str(path)).exit_code == 0
    assert "Soft totals" in path.read_text(encoding="utf-8")
    shown = run("strategy", "double_deck", "--costs")
    assert "Hard totals" in shown.stdout


def test_free_acts_are_marked() -> None:
    shown = run("strategy", "pa_free_bet").stdout
    assert "FD" in shown
    assert "FP" in shown


def advised(*arguments: str) -> Any:
    return run_json("advise", *arguments)


def test_advice() -> None:
    data = advised("nz", "--hand", "Ts 6d", "--up", "9c")
    assert (data["hand"], data["up"], data["best"]) == ("Ts 6d", "9c", "hit")
    values = {row["action"]: row["ev"] for row in data["actions"]}
    assert set(values) == {"hit", "stand", "double"}
    assert data["actions"][0]["best"] is True
    assert data["actions"][0]["cost"] == 0
    assert data["insurance"] is None
    shown = run("advise", "nz", "--hand", "8s 8d", "--up", "Th").stdout
    assert "split" in shown
    assert "best" in shown


def test_advice_on_a_blackjack_is_about_even_money() -> None:
    data = advised("nz", "--hand", "As Kd", "--up", "Ac")
    assert [row["action"] for row in data["actions"]] == ["stand"]
    assert data["even_money"] is False
    shown = run("advise", "nz", "--hand", "As Kd", "--up", "Ac").stdout
    assert "Even money: decline it." in shown


def test_advice_counts_what_has_left_the_shoe() -> None:
    before = advised("double_deck", "--hand", "Ts 6d", "--up", "Td")
    tens = "Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc"
    after = advised("double_deck", "--hand", "Ts 6d", "--up", "Td", "--removed", tens)
    assert before["actions"] != after["actions"]
    insured = advised("double_deck", "--hand", "9s 7d", "--up", "As")
    assert insured["insurance"] == pytest.approx(3 * 32 / 101 - 1)


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("odds", "nz", "--removed", "1x"), "is not a card"),
        (("odds", "nz", "--removed", "As " * 7), "the shoe has only 6 As"),
        (("odds", "nz", "--shoe", "Tx99999"), "not a number of cards"),
        (("odds", "nz", "--shoe", "2s 3s"), "too few cards"),
        (("odds", "nz", "--compare", "decks"), "does not set anything"),
        (("odds", "nz", "--compare", "decks=3"), "NZ 3.3(a)"),
        (("odds", "nz", "--compare", "decks=" + ",".join("6" * 65)), "too many to compare"),
        (("odds", "nz", "--html", "/nowhere/at/all.html"), "cannot be written"),
        (("advise", "nz", "--hand", "Ts", "--up", "9c"), "is not a hand"),
        (("advise", "nz", "--hand", "Ts 6d Kh", "--up", "9c"), "Ts 6d Kh is a bust: it makes 26"),
        (("advise", "nz", "--hand", "Ts 6d", "--up", "9c", "--shoe", "9c"), "the shoe has"),
        (("advise", "nz", "--hand", "Ts 6d"), "missing option '--up'"),
        (("advise", "nz", "--hand", "Ts 6d", "--up", "9"), "is not a card"),
        (("strategy", "nzz"), "no rulebook"),
    ],
)
def test_bad_input_is_told_in_a_sentence(arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "nz"),
        ("odds", "house", "--set", "surrender=none"),
        ("strategy", "tribal"),
        ("advise", "nz", "--hand", "Ts 6d", "--up", "9c"),
    ],
)
def test_what_is_known_needs_no_compiler(arguments: tuple[str, ...]) -> None:
    code = f"""
import sys
from pitboss.cli.main import cli
try:
    cli([*{arguments!r}, "--json"])
except SystemExit as ended:
    assert not ended.code
loaded = sorted({{"numpy", "numba", "llvmlite"}} & set(sys.modules))
print(loaded, file=sys.stderr)
"""
    ran = run_process(code=code)
    assert ran.stderr == "[]\n"
    assert json.loads(ran.stdout)["source"] == "cached"


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "double_deck"),
        ("strategy", "double_deck"),
        ("advise", "double_deck", "--hand", "Ts 6d", "--up", "9c"),
    ],
)
def test_everything_can_be_worked_out_anew(arguments: tuple[str, ...]) -> None:
    known, fresh = (run_json(*arguments, *more) for more in ((), ("--fresh",)))
    assert (known.pop("source"), fresh.pop("source")) == ("cached", "computed")
    if arguments[0] != "strategy":
        known.pop("seconds"), fresh.pop("seconds")
    assert rounded(known) == rounded(fresh)


def rounded(data: Any) -> Any:
    """The same data with figures to eleven digits: the last are those of a processor."""
    if isinstance(data, dict):
        return {name: rounded(value) for name, value in data.items()}
    if isinstance(data, list):
        return [rounded(value) for value in data]
    return round(data, 11) if isinstance(data, float) else data


def test_json_is_all_that_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    result = run("odds", "double_deck", "--json", "--html", str(path))
    assert json.loads(result.stdout)["rulebook"] == "double_deck"
    assert path.is_file()
