"""What holds for all tests: nothing around them counts, and they cite only clauses that exist."""

import csv
import os
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

RULEBOOKS = Path(__file__).parents[1] / "src" / "pitboss" / "rulebooks"
RULEBOOK_IDS = ("tribal", "nz", "pa_free_bet", "house", "double_deck")


TERMINAL = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""What is said of a terminal; tests have none, but for those that make one."""
OURS = ("PITBOSS_", "PG")
"""How settings of our server and of PostgreSQL begin that somebody may have in their shell."""

# A busy machine is slow, and that is no fault. The same cases come every time: what holds here
# holds in CI, and `make test-long` looks further.
settings.register_profile(
    "any machine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


@pytest.fixture(scope="session", autouse=True)
def surroundings() -> Iterator[None]:
    """The same environment wherever the tests run, for them and for the processes they start."""
    with pytest.MonkeyPatch.context() as same:
        for name in tuple(os.environ):
            if name in TERMINAL or name.startswith(OURS):
                same.delenv(name)
        same.setenv("TERM", "xterm")
        # What one test worked out is nothing that another may look up.
        same.setenv("PITBOSS_CACHE", "off")
        # Every process of a test would compile all that it imports.
        same.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


SKIPS_IN_CI = (
    "a GPU can be used here",
    "a pool waits for ever for a killed worker",
    "is not on this machine's path",
    "they are those of Python 3.11",
)
"""Parts of the reasons for which CI may skip a test: a GPU, and other versions of Python."""


def is_in_ci() -> bool:
    """Return True if the tests run in CI, which has every tool that they need."""
    return os.environ.get("CI", "").lower() in ("true", "1")


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that gives its reason, unless CI may skip for that reason."""
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not any(part in reason for part in SKIPS_IN_CI):
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} is skipped, and CI skips no test: {reason}\n"
            "Install what is missing, or add the reason to SKIPS_IN_CI in tests/conftest.py."
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a test in CI that is skipped."""
    report = yield
    if is_in_ci():
        fail_if_skipped(report)
    return report


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
    if is_in_ci():
        fail_if_skipped(report)
    items = [item for item in report.result or () if isinstance(item, pytest.Item)]
    faults = [fault for item in items for fault in wrong_clauses(item)]
    if faults:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
    return report
