"""Reading round scripts: everything the format has, and every fault with its line."""

import json
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.round_scripts.format import ScriptError, parse_script, read_script
from pitboss.round_scripts.lines import Act, Line, StaffReport, Wager
from pitboss.toml_files import SIZE_MAX

HEAD = 'rulebook = "tribal"\n'
ROUND = HEAD + "[[rounds]]\n"

FULL = """\
title = "Everything"
rulebook = "tribal"
clauses = ["T-c-1", "T-j-1"]
shoe = "Ts 6D | 5h tC"
exact = true

[options]
decks = 2

[[rounds]]
wagers = ["1 ann main 10/20.50", "! 2 bob main 0.99 @T-c-4"]
draws = { bonus = [50, 5.5] }
acts = [
  "1.2 double ann=5/10 bob",
  "! 1 hit by bob @T-f-6-s2",
  "1 split ann=free bob=second",
]
[rounds.expect]
"ann  1   main" = 10
"ann" = -0.5

[[rounds]]
shuffle = true
shoe = "As"
"""


def test_everything_a_script_may_hold() -> None:
    script = parse_script(FULL, "full.round.toml")
    assert (script.source, script.title, script.rulebook) == (
        "full.round.toml",
        "Everything",
        "tribal",
    )
    assert script.clauses == ("T-c-1", "T-j-1")
    assert script.shoe == parse_cards("Ts 6d 5h Tc")
    assert script.is_exact
    assert script.options == {"decks": 2}
    first, second = script.rounds
    assert first.wagers == (
        Line("1 ann main 10/20.50", Wager(1, "ann", "main", (10_00, 20_50))),
        Line("! 2 bob main 0.99 @T-c-4", Wager(2, "bob", "main", (99,)), True, "T-c-4"),
    )
    assert first.acts == (
        Line("1.2 double ann=5/10 bob", Act(1, 2, "double", {"ann": "5/10", "bob": ""}, "")),
        Line("! 1 hit by bob @T-f-6-s2", Act(1, 0, "hit", {}, "bob"), True, "T-f-6-s2"),
        Line(
            "1 split ann=free bob=second",
            Act(1, 0, "split", {"ann": "free", "bob": "second"}, ""),
        ),
    )
    assert first.draws == {"bonus": (50_00, 5_50)}
    assert first.expect == {"ann 1 main": 10_00, "ann": -50}
    assert (first.shoe, first.is_shuffled) == ((), False)
    assert (second.shoe, second.is_shuffled) == (parse_cards("As"), True)


def test_lines_of_the_staff() -> None:
    """Who, what, and then a place, a player or a choice, as far as they are given."""
    acts = ["dealer face_up", "! supervisor missed 1.2 ann late @NZ-16.5", "dealer void 3"]
    script = parse_script(ROUND + f"acts = {json.dumps(acts)}\n")
    assert script.rounds[0].acts == (
        Line(acts[0], StaffReport("dealer", "face_up", 0, 0, ())),
        Line(acts[1], StaffReport("supervisor", "missed", 1, 2, ("ann", "late")), True, "NZ-16.5"),
        Line(acts[2], StaffReport("dealer", "void", 3, 0, ())),
    )


def test_shortest_script() -> None:
    """A rulebook and a round are enough."""
    script = parse_script('rulebook = "nz"\n[[rounds]]\n')
    assert (script.title, script.clauses, script.shoe, script.is_exact) == ("", (), (), False)
    assert script.rounds[0].wagers == ()


FAULTS = {
    "not TOML": (HEAD + "shoe = As\n", 2, "it is not valid TOML"),
    "no rulebook": ("[[rounds]]\n", 0, "it lacks the key 'rulebook'"),
    "no rounds": (HEAD + "rounds = []\n", 0, "at least one [[rounds]]"),
    "nested too deeply": ("x = " + "[" * 5_000, 0, "nested too deeply"),
    "too many digits": ("x = " + "9" * 5_000, 1, "not valid TOML"),
    "unknown key": (HEAD + 'shoo = "As"\n[[rounds]]\n', 2, "unknown key 'shoo'"),
    "wrong type": (
        'rulebook = "tribal"\nexact = "yes"\n[[rounds]]\n',
        2,
        "expected true or false, got text",
    ),
    "no card": (HEAD + 'shoe = "As 1x"\n[[rounds]]\n', 2, "'1x' is not a card"),
    "no card in a round": (ROUND + 'shoe = "As 1x"\n', 3, "'1x' is not a card"),
    "unknown key of a round": (ROUND + "acting = []\n", 3, "unknown key 'acting'"),
    "wrong type in a round": (ROUND + 'wagers = "1 ann main 5"\n', 3, "expected a list, got text"),
    "short wager": (ROUND + 'wagers = ["1 ann main"]\n', 3, "is not 'box player wager amount'"),
    "wager without a box": (
        ROUND + 'wagers = ["one ann main 5"]\n',
        3,
        "is not 'box player wager amount'",
    ),
    "wager by another": (
        ROUND + 'wagers = ["1 ann main 5 by bob"]\n',
        3,
        "is not 'box player wager amount'",
    ),
    "amount of a wager": (ROUND + 'wagers = ["1 ann main ten"]\n', 3, "'ten' is not an amount"),
    "three decimals": (ROUND + 'wagers = ["1 ann main 1.005"]\n', 3, "'1.005' is not an amount"),
    "second wager of a list": (
        ROUND + 'wagers = [\n  "1 ann main 5",\n  "2 bob main x",\n]\n',
        5,
        "'x' is not an amount",
    ),
    "act without a box": (ROUND + 'acts = ["hit"]\n', 3, "is not 'box act', as in '1 hit'"),
    "empty act": (ROUND + 'acts = ["!"]\n', 3, "is not 'box act', as in '1 hit'"),
    "staff without a report": (
        ROUND + 'acts = ["dealer"]\n',
        3,
        "does not say what the dealer reports",
    ),
    "unknown act": (ROUND + 'acts = ["1 draw"]\n', 3, "there is no act 'draw'"),
    "act without a player": (ROUND + 'acts = ["1 double =5"]\n', 3, "is not 'player=amount'"),
    "player twice": (ROUND + 'acts = ["1 double ann=5 ann=6"]\n', 3, "is not 'player=amount'"),
    "act without an amount": (ROUND + 'acts = ["1 double ann="]\n', 3, "is not 'player=amount'"),
    "amount of an act": (ROUND + 'acts = ["1 double ann=much"]\n', 3, "'much' is not an amount"),
    "clause without refusal": (
        ROUND + 'acts = ["1 hit @T-c-1"]\n',
        3,
        "only a line with '!' names a clause",
    ),
    "amount expected": (
        ROUND + '[rounds.expect]\n"ann 1 main" = 0.005\n',
        4,
        "'0.005' is not an amount",
    ),
    "amount drawn": (ROUND + "draws = { bonus = [0.005] }\n", 3, "'0.005' is not an amount"),
}


@pytest.mark.parametrize("text, line, says", FAULTS.values(), ids=FAULTS.keys())
def test_fault_names_its_line(text: str, line: int, says: str) -> None:
    """What is wrong, in words, and where."""
    with pytest.raises(ScriptError) as caught:
        parse_script(text, "my.round.toml")
    assert says in str(caught.value)
    assert caught.value.line == line
    place = f"my.round.toml, line {line}: " if line else "my.round.toml: "
    assert str(caught.value).startswith(place)


def test_second_round_is_told_from_the_first() -> None:
    """The same fault in a later round names its own line."""
    text = ROUND + 'acts = ["1 hit"]\n\n[[rounds]]\nacts = ["1 hit", "1 fold"]\n'
    with pytest.raises(ScriptError) as caught:
        parse_script(text)
    assert caught.value.line == 6


def test_reading_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a.round.toml"
    path.write_text(FULL, encoding="utf-8")
    assert read_script(path).title == "Everything"
    assert read_script(path).source == str(path)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="there is no such file"):
        read_script(tmp_path / "none.round.toml")


def test_folder(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="it is a folder"):
        read_script(tmp_path)


def test_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.round.toml"
    path.write_bytes(b"#" * (SIZE_MAX + 1))
    with pytest.raises(ScriptError, match="at most 1,000,000 bytes"):
        read_script(path)


def test_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.round.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ScriptError, match="it is not a text file"):
        read_script(path)


def test_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A name longer than any file system takes is told as such."""
    with pytest.raises(ScriptError, match="it cannot be read"):
        read_script(tmp_path / ("a" * 5000))
