"""`pitboss clauses`: every clause with where it is enforced and which tests cite it."""

from pathlib import Path

from tests.cli.commands import run, run_json
from tests.rulebook.books import CHARITY, write_book


def test_there_are_904_rows() -> None:
    rows = run_json("clauses")
    assert len(rows) == len({row["id"] for row in rows}) == 904
    for row in rows:
        assert set(row) == {
            "id", "rulebook", "ref", "class", "kind", "summary",
            "parameters", "ambiguity", "enforced", "tests",
        }  # fmt: skip


def test_the_clauses_of_one_rulebook() -> None:
    rows = run_json("clauses", "double_deck")
    assert {row["rulebook"] for row in rows} == {"double_deck"}
    assert len(rows) == 32
    sixteen = next(row for row in rows if row["id"] == "DD-16")
    assert "double_deck/rules.toml rules.double.cards" in sixteen["enforced"]


def test_tests_that_cite_a_clause_are_listed() -> None:
    row = next(row for row in run_json("clauses", "nz") if row["id"] == "NZ-15.4-a")
    assert "tests/wagers/test_kinds.py::test_sevens" in row["tests"]


def test_uncovered_clauses_are_those_without_a_test() -> None:
    every, uncovered = run_json("clauses", "nz"), run_json("clauses", "nz", "--uncovered")
    assert [row for row in every if not row["tests"]] == uncovered


def test_clauses_of_a_class() -> None:
    rows = run_json("clauses", "--class", "physical")
    assert {row["class"] for row in rows} == {"physical"}


def test_a_table_for_people() -> None:
    shown = run("clauses", "double_deck").stdout
    assert "DD-16" in shown
    assert "tests/" in shown
    assert "and " in shown
    assert shown.rstrip().endswith("32 clauses.")


def test_the_clauses_of_a_rulebook_of_ones_own(tmp_path: Path) -> None:
    more = '[options.surrender]\ntype = "boolean"\ndefault = true\nclause = "CN-1"\ntext = "On."\n'
    path = write_book(tmp_path, CHARITY + more)
    rows = {row["id"]: row for row in run_json("clauses", path)}
    assert len(rows) == 310
    assert rows["CN-1"]["rulebook"] == "book"
    assert rows["CN-1"]["enforced"] == [f"{path} options.surrender"]
    assert rows["T-c-4"]["rulebook"] == "tribal"
