"""`pitboss replay`: exit statuses, the JSON of the contract, several files, and stories."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import refused, run, run_json

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "rounds").glob("*.round.toml"))

HOLDS = """\
title = "It holds"
rulebook = "tribal"
shoe = "Ts 6d 9h Tc 9s"
exact = true

[[rounds]]
wagers = ["1 ann main 10"]
acts = ["1 stand"]
[rounds.expect]
"ann 1 main" = 10
"""
FAILS = HOLDS.replace('main" = 10', 'main" = 15').replace("It holds", "It fails")


def write(folder: Path, text: str, name: str = "a") -> str:
    """A script file with this text."""
    path = folder / f"{name}.round.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_draw_that_no_button_asked_for_is_noted(tmp_path: Path) -> None:
    path = write(tmp_path, HOLDS.replace("acts =", "draws = { bonus = [5] }\nacts ="))
    result = run("replay", path)
    assert result.exit_code == 0
    assert "note: no button was pressed for bonus: 5.00 left" in result.stdout
    assert set(run_json("replay", path)) == {"ok", "failures", "net", "events"}


def test_script_that_holds(tmp_path: Path) -> None:
    result = run("replay", write(tmp_path, HOLDS))
    assert result.exit_code == 0
    assert "holds" in result.stdout
    assert "It holds" in result.stdout
    assert "1 of 1 scripts hold" in result.stdout
    assert result.stderr == ""


def test_script_that_does_not_hold(tmp_path: Path) -> None:
    """Status 1, and what came of it instead."""
    result = run("replay", write(tmp_path, FAILS))
    assert result.exit_code == 1
    assert "FAILS" in result.stdout
    assert "ann 1 main: 10.00, where 15.00 is expected" in result.stdout
    assert "0 of 1 scripts hold" in result.stdout


def test_several_files(tmp_path: Path) -> None:
    """One that fails is enough for status 1; the others are judged all the same."""
    result = run("replay", write(tmp_path, HOLDS), write(tmp_path, FAILS, "b"))
    assert result.exit_code == 1
    assert "1 of 2 scripts hold" in result.stdout


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    """Status 2, and every other script is judged, in words and in JSON."""
    paths = [
        write(tmp_path, "rulebook = ", "bad"),
        write(tmp_path, HOLDS),
        write(tmp_path, "", "b"),
    ]
    result = run("replay", *paths)
    assert result.exit_code == 2
    assert f"INVALID  {paths[0]}" in result.stdout
    assert f"holds  {paths[1]}" in result.stdout
    assert "1 of 3 scripts hold" in result.stdout
    told = json.loads(run("replay", *paths, "--json").stdout)
    assert [(entry["file"], entry["ok"]) for entry in told] == [
        (paths[0], False), (paths[1], True), (paths[2], False),
    ]  # fmt: skip
    assert all(entry["failures"] for entry in (told[0], told[2]))


def test_story(tmp_path: Path) -> None:
    """Every event that has words, in order, and what each wager came to."""
    result = run("replay", write(tmp_path, HOLDS), "--story")
    assert result.exit_code == 0
    told = [
        "Box 1: ann bets 10.00 on main.",
        "No more bets.",
        "Hand 1.1 gets the ten of spades.",
        "The dealer gets a hole card.",
        "Hand 1.1 stands.",
        "The dealer turns over the ten of clubs.",
        "Hand 1.1: ann wins 10.00 on main at 1 to 1 [T-c-5-s2].",
        "Round 1 is over.",
        "ann 1 main: 10.00",
    ]
    places = [result.stdout.index(line) for line in told]
    assert places == sorted(places)


def test_json(tmp_path: Path) -> None:
    """The shape that the contract gives: ok, failures, net and events."""
    data = run_json("replay", write(tmp_path, HOLDS))
    assert list(data) == ["ok", "failures", "net", "events"]
    assert data["ok"] is True
    assert data["failures"] == []
    assert data["net"] == {"ann 1 main": "10.00"}
    placed = [event for event in data["events"] if event["event"] == "wager_placed"]
    assert placed == [
        {"event": "wager_placed", "box": 1, "player": "ann", "wager": "main", "amounts": ["10.00"]}
    ]
    assert data["events"][-1]["event"] == "round_ended"


def test_json_of_a_story_has_the_payments(tmp_path: Path) -> None:
    data = run_json("replay", write(tmp_path, HOLDS), "--story")
    assert [one["arithmetic"] for one in data["payments"]] == ["10.00 x 1 / 1 = 10.00"]


def test_json_of_a_failure(tmp_path: Path) -> None:
    result = run("replay", write(tmp_path, FAILS), "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert data["ok"] is False
    assert data["failures"] == ["ann 1 main: 10.00, where 15.00 is expected"]


def test_json_of_several_files(tmp_path: Path) -> None:
    """A list, each entry with its file."""
    paths = [write(tmp_path, HOLDS), write(tmp_path, FAILS, "b")]
    result = run("replay", *paths, "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert [(entry["file"], entry["ok"]) for entry in data] == [(paths[0], True), (paths[1], False)]


BAD = {
    "not TOML": ("rulebook = tribal\n", "line 1: it is not valid TOML"),
    "a fault": (HOLDS.replace("1 stand", "1 fold"), "line 8: there is no act 'fold'"),
    "no such rulebook": (
        HOLDS.replace("tribal", "tribbal"),
        "line 2: tribbal: there is no rulebook of that name\nhint: did you mean tribal?",
    ),
    "an option that a clause refuses": (
        HOLDS.replace("[[rounds]]", "[options]\ndecks = 9\n[[rounds]]"),
        "line 7: tribal: decks = 9 is not allowed: choose a whole number from 1 to 8, by tribal",
    ),
    "an option that there is not": (
        HOLDS.replace("[[rounds]]", "[options]\ndeks = 6\n[[rounds]]"),
        "line 7: tribal: there is no option deks\nhint: did you mean decks?",
    ),
    "cards that no shoe holds": (
        HOLDS.replace("Ts 6d 9h", "Ts " * 7),
        "the shoe holds only 6 of Ts",
    ),
}


@pytest.mark.parametrize("text, says", BAD.values(), ids=BAD.keys())
def test_script_that_is_not_valid(text: str, says: str, tmp_path: Path) -> None:
    """Status 2, nothing on stdout, and on stderr what is wrong, the file, and a hint."""
    path = write(tmp_path, text)
    told = refused("replay", path, "--json")
    assert says in told
    assert path in told


def test_file_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no such file" in refused("replay", str(tmp_path / "none.round.toml"))


def test_no_file_at_all() -> None:
    assert "hint: for example: pitboss replay my.round.toml" in refused("replay")


def test_all_examples_hold() -> None:
    assert len(EXAMPLES) >= 25
    result = run("replay", *map(str, EXAMPLES))
    assert result.exit_code == 0
    assert f"{len(EXAMPLES)} of {len(EXAMPLES)} scripts hold" in result.stdout


def test_examples_are_listed_in_order() -> None:
    """The list in the README has every script once, in the order of their numbers."""
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    places = [text.index(f"(rounds/{path.name})") for path in EXAMPLES]
    assert places == sorted(places)
