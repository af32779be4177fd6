"""`make mutate`: the faults that it makes, the tests that it runs, and what it says of them."""

import ast
from itertools import chain
from pathlib import Path

import pytest

from scripts.copies import ROOT, Copy
from scripts.covered import Cover, Map, batches, digest
from scripts.mutants import Mutant, mutants_of, mutants_of_page
from scripts.mutate import PAGE, PAGE_TESTS, Bench, Verdict, drawn, report
from scripts.warm import NOT_OVER, Job

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


PAGE_CODE = """import { h } from "../core/dom.js";
/** 🂡 */
export function show(cents, you) {
  if (you) fill(this, h("p", `${cents > 0 ? "won" : "lost"}`));
  return !you && Math.min(cents + 1, 5);
}
"""


def test_modules_of_the_page_are_changed_in_the_same_ways(tmp_path: Path) -> None:
    if not (ROOT / "node_modules" / "typescript").is_dir():
        pytest.skip("TypeScript is not here; make types-js installs it")
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    (tmp_path / "a.js").write_text(PAGE_CODE, encoding="utf-8")
    mutants = mutants_of_page(["a.js"], tmp_path)
    assert {(mutant.line, mutant.before, mutant.after) for mutant in mutants} == {
        (4, "you", "!(you)"),
        (4, 'fill(this, h("p", `${cents > 0 ? "won" : "lost"}`));', ";"),
        (4, 'this, h("p", `${cents > 0 ? "won" : "lost"}`)',
         'h("p", `${cents > 0 ? "won" : "lost"}`), this'),
        (4, '"p", `${cents > 0 ? "won" : "lost"}`', '`${cents > 0 ? "won" : "lost"}`, "p"'),
        (4, 'cents > 0 ? "won" : "lost"', 'cents > 0 ? "lost" : "won"'),
        (4, ">", ">="),
        (4, "0", "1"),
        (5, "!you", "(you)"),
        (5, "&&", "||"),
        (5, "min", "max"),
        (5, "cents + 1, 5", "5, cents + 1"),
        (5, "+", "-"),
        (5, "1", "2"),
        (5, "5", "6"),
    }  # fmt: skip
    for mutant in mutants:
        assert PAGE_CODE[mutant.start : mutant.end] == mutant.before


def test_every_folder_of_the_page_has_its_tests() -> None:
    folders = {path.name for path in (ROOT / "src/pitboss/web/js").iterdir() if path.is_dir()}
    assert set(PAGE_TESTS) == folders
    for name in chain(*PAGE_TESTS.values()):
        assert (ROOT / "tests" / PAGE / f"test_{name}.py").is_file(), name


def test_same_seed_draws_the_same_mutants() -> None:
    assert drawn("money", 10, 1) == drawn("money", 10, 1) != drawn("money", 10, 2)
    assert len({str(mutant) for mutant in drawn("money", 10, 1)}) == 10


CASES = """
import a, pytest

@pytest.mark.parametrize("x", [0, 1])
def test_case(x):
    assert a.more(x) != 0
"""


@pytest.fixture
def tree(tmp_path: Path) -> Copy:
    for name, text in (
        ("src/a.py", "def more(x):\n    return x + 1\n"),
        ("tests/test_a.py", "import a\n\n\ndef test_more():\n    assert a.more(0) == 1\n"),
        ("tests/test_b.py", "import a\n\n\ndef test_kind():\n    assert a.more(0) != 9\n"),
        ("tests/test_c.py", CASES),
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Copy(tmp_path)


@pytest.mark.parametrize(
    "runs, fate, by",
    [
        ([["tests/test_a.py::test_more"]], "killed", "tests/test_a.py::test_more"),
        ([["tests/test_b.py"], ["tests/test_a.py"]], "killed",
         "tests/test_a.py::test_more"),
        ([["tests/test_b.py::test_kind"]], "survived", ""),
        ([["tests/test_c.py::test_case"]], "killed", "tests/test_c.py::test_case[1]"),
        ([["tests/test_a.py::test_not_there"]], "survived", ""),
        ([], "uncovered", ""),
    ],
)  # fmt: skip
def test_fate_of_a_mutant_is_that_of_the_tests_of_its_line(
    tree: Copy, runs: list[list[str]], fate: str, by: str
) -> None:
    text = (tree.root / "src/a.py").read_text(encoding="utf-8")
    (mutant,) = (one for one in mutants_of("src/a.py", text) if one.before == "x + 1")
    bench = Bench(tree)
    verdict = bench.judge(mutant, runs, 0.1)
    bench.warm.close()
    assert (verdict.fate, verdict.by) == (fate, by)
    assert (tree.root / "src/a.py").read_text(encoding="utf-8") == text


def test_run_that_does_not_end_has_noticed_the_fault(tree: Copy) -> None:
    (tree.root / "tests/test_a.py").write_text("def test_ever():\n    while True:\n        pass\n")
    bench = Bench(tree)
    result = bench.warm.run(Job(["tests/test_a.py::test_ever"], 1.0))
    bench.warm.close()
    assert result.status == NOT_OVER


def cover(*tests: str, lines: dict[str, dict[int, int]]) -> Cover:
    """Return a map in which the first set has the first test alone, and the second all."""
    seconds = {test: 0.1 * number for number, test in enumerate(tests, 1)}
    return Cover({}, seconds, [[0], list(range(len(tests)))], lines)


def test_line_has_its_tests_and_a_line_run_at_import_those_of_its_file() -> None:
    wide = cover("w.py::a", "w.py::b", lines={"a.py": {3: 0, 5: 1}, "b.py": {1: 1}})
    near = cover("n.py::a", lines={"a.py": {5: 0}})
    lines = Map.of([wide, near])
    assert lines.tests_of("a.py", 3) == {"w.py::a": 0.1}
    assert list(lines.tests_of("a.py", 1)) == ["n.py::a", "w.py::a", "w.py::b"]
    assert lines.tests_of("c.py", 1) == {}


def test_short_tests_run_first_and_long_ones_within_the_budget() -> None:
    tests = {"a.py::long": 9.0, "a.py::short": 0.1, "b.py::short": 0.2, "b.py::longer": 50.0}
    short = ["a.py::short", "b.py::short"]
    assert batches(tests, 10.0) == [short, ["a.py::long"]]
    assert batches(tests, 1.0) == [short]


def test_map_is_made_again_if_a_file_of_it_changes() -> None:
    file = "tests/test_mutants.py"
    assert Cover({file: digest(file)}, {}, [], {}).is_fresh()
    assert not Cover({file: "another"}, {}, [], {}).is_fresh()


def test_share_below_the_floor_fails(capsys: pytest.CaptureFixture[str]) -> None:
    mutant = Mutant("a.py", 1, "1", "2", 0, 1)
    fates = ["killed"] * 96 + ["survived"] * 4 + ["equivalent", "waiting"]
    assert report({"odds": [Verdict(mutant, fate) for fate in fates]}) == 0
    assert report({"money": [Verdict(mutant, fate) for fate in fates]}) == 1
    assert capsys.readouterr().out.splitlines() == [
        "odds: 96 of 100 killed (96 %, at least 95 %), 1 equivalent, 1 not run",
        "money: 96 of 100 killed (96 %, at least 97 %), 1 equivalent, 1 not run",
    ]
