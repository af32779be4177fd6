"""`pitboss simulate`: the shape of its data, what it says, and what it refuses."""

import json
import re
from pathlib import Path

import pytest

from pitboss.sim.experiment import Experiment
from pitboss.sim.results import Result
from pitboss.sim.tables.layout import Task
from tests.cli.commands import refused, run, run_json, run_process

PLAIN = ("simulate", "tribal", "--strategy", "basic", "--rounds", "20k")


def test_json_has_the_shape_that_scripts_rely_on() -> None:
    data = run_json(*PLAIN, "--seed", "7")
    assert list(data) == [
        "rulebook", "options", "rounds", "seed", "player_ev", "standard_error",
        "standard_deviation", "wagers", "seconds", "rounds_per_second", "experiment", "strategy",
        "distribution",
    ]  # fmt: skip
    assert (data["rulebook"], data["rounds"], data["seed"]) == ("tribal", 20_000, 7)
    assert data["options"]["decks"] == 6
    (main,) = data["wagers"]
    assert list(main) == ["wager", "ev", "standard_error"]
    assert main["ev"] == pytest.approx(data["player_ev"])
    assert main["standard_error"] == pytest.approx(data["standard_error"])
    assert abs(data["player_ev"]) < 0.05
    assert 1 < data["standard_deviation"] < 1.3


def test_threads_do_not_change_the_figures() -> None:
    one, two = (run_json(*PLAIN, "--threads", threads) for threads in ("1", "2"))
    for data in (one, two):
        del data["seconds"], data["rounds_per_second"]
    assert one == two


def test_side_wagers_and_antes_have_lines_of_their_own() -> None:
    house = run_json("simulate", "house", "--strategy", "basic", "--rounds", "9k", "--every-round")
    assert [one["wager"] for one in house["wagers"]] == [
        "main", "match_dealer", "over_13", "under_13",
    ]  # fmt: skip
    some = run_json(
        "simulate", "house", "--strategy", "dealer", "--rounds", "9k", "--wagers", "match_dealer"
    )
    assert [one["wager"] for one in some["wagers"]] == ["main", "match_dealer"]
    antes = run_json(
        "simulate", "nz", "--set", "variant=antes_up", "--strategy", "dealer", "--rounds", "9k"
    )
    assert antes["wagers"][-1] == {"wager": "ante", "ev": -1.0, "standard_error": 0.0}


def test_people_see_the_figure_with_its_error_and_the_experiment() -> None:
    result = run(*PLAIN)
    assert result.exit_code == 0
    for words in ("player's expectation", "±", "experiment ", "million rounds a second", "+1.5"):
        assert words in result.stdout


def test_a_dry_run_names_the_experiment_and_plays_nothing() -> None:
    plan = run_json(*PLAIN, "--dry-run")
    assert plan["rounds"] == 20_000
    other = run_json(*PLAIN, "--dry-run", "--set", "decks=8")
    assert len(plan["experiment"]) == 16
    assert plan["experiment"] != other["experiment"]
    assert run_json(*PLAIN, "--dry-run") == plan
    assert "What would be played" in run(*PLAIN, "--dry-run").stdout


def test_a_chart_in_a_file(tmp_path: Path) -> None:
    chart = tmp_path / "never.toml"
    chart.write_text('[hard]\n"4-11" = "H H H H H H H H H H"\n')
    data = run_json("simulate", "tribal", "--strategy", str(chart), "--rounds", "9k")
    assert data["player_ev"] < 0


def test_counting_bets_more_where_it_pays(tmp_path: Path) -> None:
    plays = tmp_path / "plays.toml"
    plays.write_text('insurance = 3\n[plays]\n"16 T" = "stand 0"\n')
    counted = (*PLAIN, "--count", "hi_lo", "--ramp", "-12:1 2:8", "--plays", str(plays))
    result = run(*counted, "--bankroll", "10000")
    assert result.exit_code == 0, result.stderr
    for words in (
        "count",
        "share of rounds",
        "+12",
        "SCORE",
        "risk of losing it all",
        "lost within",
    ):
        assert words in result.stdout
    data = run_json(*counted, "--bankroll", "10000")
    assert [one["wager"] for one in data["wagers"]] == ["main", "insurance"]
    assert [one["count"] for one in data["by_count"]] == list(range(-12, 13))
    assert data["bankroll"]["money"] == 10_000
    assert 0 <= data["bankroll"]["lost_share"] <= 1


def test_pictures_go_into_files(tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    words = (*PLAIN, "--bankroll", "500", "--html", str(page))
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    assert f"written to {page}" in result.stderr
    assert page.read_text(encoding="utf-8").count("<svg") == 3
    assert "cannot be written" in refused(*PLAIN, "--html", str(tmp_path / "no" / "run.html"))


def test_errors_are_given_as_shares() -> None:
    plan = run_json(*PLAIN, "--dry-run", "--player-errors", "0.02", "--dealer-errors", "0.001")
    assert plan["errors"] == [0.02, 0.001]
    assert "from 0 to 1" in refused(*PLAIN, "--player-errors", "2")


def test_until_error_stops_early() -> None:
    data = run_json(*PLAIN[:4], "--rounds", "1G", "--until-error", "0.01")
    assert data["standard_error"] <= 0.01
    assert data["rounds"] < 10**8


@pytest.mark.parametrize(
    "extra, words",
    [
        (("--rounds", "many"), "is not a number of rounds"),
        (("--rounds", "0"), "is not a number of rounds"),
        (("--strategy", "no_such.toml"), "cannot be read"),
        (("--boxes", "8"), "boxes 1 to 7"),
        (("--bet", "0.37"), "cannot be made of chips"),
        (("--bet", "x"), "is not an amount"),
        (("--penetration", "0.99"), "T-e-4-s3"),
        (("--wagers", "push_22"), "push_22 is not offered"),
        (("--bankroll", "0"), "is not a bankroll"),
        (("--count", "elevens"), "is not a count"),
        (("--count", "ko", "--ramp", "x"), "not a step of a ramp"),
        (("--count", "ko", "--plays", "no_such.toml"), "cannot be read"),
        (("--cluster", "tcp://127.0.0.1:1"), "Dask"),
    ],
)
def test_what_it_refuses(extra: tuple[str, ...], words: str) -> None:
    assert words in refused(*PLAIN, *extra)


INTERRUPTED_RUN = """
import os, signal
from pitboss.cli.main import main
from pitboss.sim.run import Run

# A job in the background of a shell is started so that it does not heed Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
plain = Run.play

def interrupted(self, *given):
    for result in plain(self, *given):
        yield result
        os.kill(os.getpid(), signal.SIGINT)

Run.play = interrupted
main()
"""
"""The command, with somebody who presses Ctrl-C at the first result."""


def test_ctrl_c_prints_what_there_is() -> None:
    done = run_process(*PLAIN[:4], "--rounds", "10T", "--json", code=INTERRUPTED_RUN)
    assert done.returncode == 130, done.stderr
    data = json.loads(done.stdout)
    assert 0 < data["rounds"] < 10**12
    assert done.stderr == ""


def test_ctrl_c_tells_people_how_far_it_came() -> None:
    done = run_process(*PLAIN[:4], "--rounds", "10T", code=INTERRUPTED_RUN)
    assert done.returncode == 130, done.stderr
    assert "player's expectation" in done.stdout
    told = re.fullmatch(r"interrupted: ([\d,]+) of ([\d,]+) rounds were played\n", done.stderr)
    assert told, done.stderr
    assert told[2] == "10,000,000,000,000"
    assert f" {told[1]} " in done.stdout


def test_an_empty_text_is_refused() -> None:
    for flag in ("--bet", "--count", "--ramp", "--plays", "--bankroll", "--cluster"):
        assert f"error: {flag} is empty\nhint: give {flag} " in refused(*PLAIN, flag, "")
    assert "error: --count is empty" in refused("study", "house", "--count", "")


def test_what_would_be_left_unheard_is_refused() -> None:
    assert "--count" in refused(*PLAIN, "--ramp", "-12:1 2:8")
    assert "until-error" in refused(*PLAIN, "--until-error", "-1")
    assert "one step" in refused(*PLAIN, "--count", "hi_lo", "--ramp", " ")
    assert "not a number of rounds" in refused(*PLAIN[:-1], "0")
    assert "no effect" in refused(*PLAIN, "--every-round", "--penetration", "0.5")


def test_a_round_is_played_before_the_clock_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.sim import run as running

    played: list[int] = []
    on_cpu = running.on_cpu

    def noted(experiment: Experiment, task: Task) -> Result:
        played.append(task.rounds)
        return on_cpu(experiment, task)

    monkeypatch.setattr(running, "on_cpu", noted)
    data = run_json(*PLAIN[:-1], "4k")
    # The first round compiles the kernel, and is none of those that are told.
    assert (played[0], sum(played[1:])) == (1, 4000)
    assert data["rounds"] == 4000
