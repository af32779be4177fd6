"""`make mutate`: the faults that it makes, the tests that it runs, and what it says of them."""

import ast
from pathlib import Path

import pytest

from scripts.copies import Copy
from scripts.mutants import Mutant, mutants_of
from scripts.mutate import Map, Verdict, drawn, judge, report

CODE = '''"""A module."""

def pay(stake: int, odds: int, /) -> int:
    """Return 2 or more."""
    assert stake > 0
    if stake and not odds:
        note(stake, odds)
    return min(stake + 1, odds) if stake < odds else 0
'''


def test_operators_constants_conditions_calls_and_arguments_are_changed() -> None:
    changes = {(mutant.line, mutant.before, mutant.after) for mutant in mutants_of("a.py", CODE)}
    assert changes == {
        (6, "stake and not odds", "(stake or not odds)"),
        (6, "not odds", "(odds)"),
        (7, "note(stake, odds)", "pass"),
        (7, "note(stake, odds)", "note(odds, stake)"),
        (8, "min(stake + 1, odds) if stake < odds else 0",
         "(0 if stake < odds else min(stake + 1, odds))"),
        (8, "min(stake + 1, odds)", "max(stake + 1, odds)"),
        (8, "stake + 1", "(stake - 1)"),
        (8, "1", "2"),
        (8, "stake < odds", "(stake <= odds)"),
        (8, "0", "1"),
    }  # fmt: skip


def test_every_mutant_is_a_program_and_differs_where_it_says() -> None:
    text = "price = 'é' * 2 + name\nif price:\n    x = -price\n"
    for mutant in mutants_of("a.py", text):
        ast.parse(mutant.applied(text))
        assert mutant.applied(text)[: mutant.start] == text[: mutant.start]
        assert mutant.before in text.splitlines()[mutant.line - 1]


def test_same_seed_draws_the_same_mutants() -> None:
    assert drawn("money", 10, 1) == drawn("money", 10, 1) != drawn("money", 10, 2)
    assert len({str(mutant) for mutant in drawn("money", 10, 1)}) == 10


@pytest.fixture
def tree(tmp_path: Path) -> Copy:
    for name, text in (
        ("src/a.py", "def more(x):\n    return x + 1\n"),
        ("tests/test_a.py", "import a\n\n\ndef test_more():\n    assert a.more(0) == 1\n"),
        ("tests/test_b.py", "import a\n\n\ndef test_kind():\n    assert a.more(0) != 9\n"),
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Copy(tmp_path)


@pytest.mark.parametrize(
    "tests, fate",
    [
        (["tests/test_a.py::test_more"], "killed"),
        (["tests/test_b.py::test_kind"], "survived"),
        ([], "uncovered"),
    ],
)
def test_fate_of_a_mutant_is_that_of_the_tests_of_its_line(
    tree: Copy, tests: list[str], fate: str
) -> None:
    text = (tree.root / "src/a.py").read_text(encoding="utf-8")
    (mutant,) = (one for one in mutants_of("src/a.py", text) if one.before == "x + 1")
    lines = Map({"src/a.py": {2: tests}}, {})
    assert judge(tree, mutant, lines).fate == fate
    assert (tree.root / "src/a.py").read_text(encoding="utf-8") == text


def test_lines_run_at_import_have_the_tests_of_their_file_shortest_first() -> None:
    lines = Map({"a.py": {1: [], 5: ["slow", "fast"]}}, {"slow": 2.0, "fast": 0.1})
    mutant = Mutant("a.py", 1, "1", "2", 0, 1)
    assert lines.tests_of(mutant) == ["fast", "slow"]


def test_share_below_the_floor_fails(capsys: pytest.CaptureFixture[str]) -> None:
    mutant = Mutant("a.py", 1, "1", "2", 0, 1)
    fates = ["killed"] * 96 + ["survived"] * 4 + ["equivalent"]
    assert report({"odds": [Verdict(mutant, fate) for fate in fates]}) == 0
    assert report({"money": [Verdict(mutant, fate) for fate in fates]}) == 1
    assert capsys.readouterr().out.splitlines() == [
        "odds: 96 of 100 killed (96 %, at least 95 %), 1 equivalent",
        "money: 96 of 100 killed (96 %, at least 97 %), 1 equivalent",
    ]
