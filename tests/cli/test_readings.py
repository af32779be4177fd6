"""`pitboss readings`: where a text is silent, on a terminal and as data."""

from tests.cli.commands import run, run_json


def test_readings_are_shown_with_their_values() -> None:
    printed = run("readings", "nz", "--set", "madness_pays=for_1").stdout
    assert "madness_pays = for_1 [NZ-15A.6]" in printed
    assert "* for_1: The table pays the prize and keeps the stake." in printed
    assert "- to_1: The table pays the prize and returns the stake." in printed
    assert "What the program does not do" in printed


def test_readings_are_data() -> None:
    plain = run_json("readings", "nz", "--set", "madness_pays=for_1")
    rows = {row["name"]: row for row in plain["readings"]}
    assert rows["madness_pays"]["value"] == "for_1"
    assert rows["madness_pays"]["default"] == "to_1"
    assert "NZ-5.6" in [note["clause"] for note in plain["closed"]]
    assert "NZ-5.6" not in rows
    kept = [note["text"] for note in plain["left_out"]]
    assert len(kept) == 3
    assert all(text.startswith("People see to it: ") for text in kept)


def test_a_game_without_silence_says_so() -> None:
    assert "0 readings, 0 places closed" in run("readings", "6D S17").stdout
