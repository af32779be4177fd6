"""The tables of clauses."""

import pytest

from pitboss.rulebook.catalog import SHIPPED, shipped_clauses
from pitboss.rulebook.clauses import CLASSES, read_clauses

HEAD = "id,ref,kind,enforce,summary,parameters,ambiguity\n"


def test_there_are_904_clauses() -> None:
    counts = {name: len(shipped_clauses(name)) for name in SHIPPED}
    assert counts == {
        "tribal": 309,
        "nz": 286,
        "pa_free_bet": 188,
        "house": 89,
        "double_deck": 32,
    }
    ids = [clause for name in SHIPPED for clause in shipped_clauses(name)]
    assert len(set(ids)) == 904


def test_every_clause_has_a_class_and_a_summary() -> None:
    for name in SHIPPED:
        for clause in shipped_clauses(name).values():
            assert clause.cls in CLASSES
            assert clause.summary


@pytest.mark.parametrize(
    "clause, shown",
    [
        ("NZ-3.3-a", "NZ 3.3(a)"),
        ("T-h-1", "tribal (h)(1)"),
        ("PA-11-c", "672a.11(c)"),
        ("DD-1", "double deck Title"),
        ("H-payouts-2", "house The payouts and payout odds, line 2"),
    ],
)
def test_messages_name_a_clause_by_its_place(clause: str, shown: str) -> None:
    clauses = {id_: one for name in SHIPPED for id_, one in shipped_clauses(name).items()}
    assert str(clauses[clause]) == shown


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "t: the columns must be id, ref,"),
        ("id,ref\n", "t: the columns must be id, ref,"),
        (f"{HEAD}A-1,1,k,engine,s,,\nA-1,1,k,engine,s,,\n", "t: the clause A-1 stands twice"),
        (f"{HEAD}A-1,1,k,nobody,s,,\n", "t: A-1 has the unknown class 'nobody'"),
        (f'{HEAD}A-1,"{"x" * 200_000}"\n', "t: it is not a table: field larger than field limit"),
    ],
)
def test_a_broken_table_is_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        read_clauses(text, "t")


def test_short_rows_have_empty_cells() -> None:
    clause = read_clauses(f"{HEAD}A-1,1,k,engine,s\n", "t")["A-1"]
    assert (clause.parameters, clause.ambiguity) == ("", "")
    assert str(clause) == "1"
