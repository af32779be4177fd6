"""Checks of the test suite itself: a test may cite only clauses that exist."""

import csv
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest

RULEBOOKS = Path(__file__).parents[1] / "src" / "pitboss" / "rulebooks"
RULEBOOK_IDS = ("tribal", "nz", "pa_free_bet", "house", "double_deck")


@cache
def clause_ids() -> frozenset[str]:
    """Every clause id of the five rulebooks."""
    ids: set[str] = set()
    for rulebook in RULEBOOK_IDS:
        with (RULEBOOKS / rulebook / "clauses.csv").open(encoding="utf-8", newline="") as rows:
            ids.update(row["id"] for row in csv.DictReader(rows))
    return frozenset(ids)


def wrong_clauses(item: pytest.Item) -> Iterator[str]:
    """What is wrong with the clause markers of a test, one line each."""
    for marker in item.iter_markers("clause"):
        if not marker.args:
            yield f"{item.nodeid}: a clause marker needs at least one id"
        for clause in marker.args:
            if clause not in clause_ids():
                yield f"{item.nodeid}: no rulebook has a clause {clause!r}"


# An exception from pytest_collection_modifyitems would do too, but the processes of xdist lose its
# text. A failed collection report is shown, and stops the run, with and without them.
@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail the collection of a module whose tests cite a clause that does not exist."""
    report = yield
    items = [item for item in report.result or () if isinstance(item, pytest.Item)]
    faults = [fault for item in items for fault in wrong_clauses(item)]
    if faults:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
    return report
