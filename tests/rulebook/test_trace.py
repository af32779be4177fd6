"""Traceability: every clause that is named exists, and its traces are found."""

from pathlib import Path

import pytest

from pitboss.rulebook import trace
from pitboss.rulebook.catalog import SHIPPED, load_rulebook, shipped_clauses
from pitboss.rulebook.trace import CLAUSE_ID, Trace, module_citations

ROOT = Path(__file__).parents[2]

MODULE = """
import pytest
from pytest import mark

clause = mark.clause
pytestmark = [pytest.mark.clause("DD-1"), pytest.mark.long]
CASES = [pytest.param(1, marks=clause("DD-2")), OTHERS]
MORE: list[object] = [case("a", "DD-3"), case("b", "DD-4 DD-5", also="DD-6"), make()("DD-7")]
EMPTY: list[object]


def case(name, clauses, also=""):
    return pytest.param(name, marks=pytest.mark.clause(*clauses.split(), also))


def plain(name):
    return name


@pytest.mark.parametrize("value", CASES)
def test_cases(value): ...


@pytest.mark.parametrize("value", [*MORE, plain("DD-8"), CASES, MORE])
def test_more(value): ...


@mark.clause("DD-9", "DD-10", NAME)
class TestClass:
    value = 3

    @pytest.mark.clause("DD-11")
    def test_inside(self): ...

    def not_a_test(self): ...
"""


def test_every_kind_of_citation_is_found() -> None:
    by_place: dict[str, list[str]] = {}
    for clause, place in module_citations(MODULE, "t.py"):
        by_place.setdefault(place, []).append(clause)
    assert {place: sorted(clauses) for place, clauses in by_place.items()} == {
        "t.py::test_cases": ["DD-1", "DD-2"],
        "t.py::test_more": ["DD-1", "DD-2", "DD-3", "DD-4", "DD-5", "DD-6"],
        "t.py::TestClass::test_inside": ["DD-1", "DD-10", "DD-11", "DD-9"],
    }


def test_a_module_that_is_no_python_cites_nothing() -> None:
    assert list(module_citations("def (", "t.py")) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_ids_look_like_ids(name: str) -> None:
    assert all(CLAUSE_ID.fullmatch(clause) for clause in shipped_clauses(name))


def test_ids_are_found_in_sentences() -> None:
    text = "see NZ-3.3-a, (T-p-6-ii) and DD-24. Not X-1, nor UTF-8, nor H-, nor 3-T-1."
    assert CLAUSE_ID.findall(text) == ["NZ-3.3-a", "T-p-6-ii", "DD-24"]


def test_no_file_names_a_clause_that_does_not_exist() -> None:
    assert trace.unknown_citations(ROOT) == []


def make_tree(root: Path) -> None:
    files = {
        "src/pitboss/engine/table.py": '"""Plays (DD-16, DD-99)."""',
        "src/pitboss/cli/rules.py": '"""Shows DD-2."""',
        "tests/test_it.py": '@mark.clause("DD-16", "DD-98")\ndef test_a(): ...\n',
        "tests/rounds/a.round.toml": 'clauses = ["DD-16", "DD-97"]\n',
        "tests/rounds/broken.round.toml": "clauses = [\n",
        "examples/rounds/b.round.toml": 'clauses = "DD-16"\n',
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_traces_of_a_tree(tmp_path: Path) -> None:
    make_tree(tmp_path)
    live = trace.live_traces(tmp_path)
    assert len(live) == 904
    assert live["DD-16"].tests == ("tests/test_it.py::test_a", "tests/rounds/a.round.toml")
    assert "pitboss/engine/table.py" in live["DD-16"].enforced
    assert "double_deck/rules.toml rules.double.cards" in live["DD-16"].enforced
    assert not any("cli" in place for place in live["DD-2"].enforced)


def test_unknown_ids_of_a_tree(tmp_path: Path) -> None:
    make_tree(tmp_path)
    assert trace.unknown_citations(tmp_path) == [
        "pitboss/engine/table.py: DD-99",
        "tests/test_it.py::test_a: DD-98",
        "tests/rounds/a.round.toml: DD-97",
    ]


def test_here_the_tree_is_scanned() -> None:
    assert trace.checkout() == ROOT
    tests = trace.traces()["NZ-15.4-a"].tests
    assert "tests/wagers/test_kinds.py::test_sevens" in tests


def test_an_installed_package_brings_its_traces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site" / "pitboss" / "rulebook" / "trace.py"
    monkeypatch.setattr(trace, "__file__", str(place))
    assert trace.checkout() is None
    kept = trace.traces()
    assert list(kept) == [clause for name in SHIPPED for clause in shipped_clauses(name)]


def test_traces_read_back_as_written() -> None:
    text = trace.trace_json({"DD-1": Trace(("a",), ("b", "c")), "DD-2": Trace()})
    assert text == (
        '{\n"DD-1": {"enforced": ["a"], "tests": ["b", "c"]},\n'
        '"DD-2": {"enforced": [], "tests": []}\n}\n'
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_a_rulebook_cites_only_its_own_clauses(name: str) -> None:
    cited = {clause for clause, _ in trace.rulebook_citations(load_rulebook(name))}
    assert cited <= set(shipped_clauses(name))
