"""The tools that other tests stand on work here: a browser and a real PostgreSQL."""

import tempfile
from pathlib import Path

import psycopg
import pytest

from tests.conftest import fail_if_skipped
from tests.machine import running_chromium, running_postgres

PAGE = "data:text/html,<title>table 1</title><p id=total></p><script>total.append(6 + 5)</script>"


@pytest.fixture(params=["as it is", "deep"])
def _temporary(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Temporary folders where they always are, and so deep that no socket's path would fit."""
    if request.param == "deep":
        deep = tmp_path / ("a-folder-within-" * 8)
        deep.mkdir()
        monkeypatch.setattr(tempfile, "tempdir", str(deep))
        monkeypatch.setenv("TMPDIR", str(deep))


@pytest.mark.usefixtures("_temporary")
def test_chromium_renders_a_page() -> None:
    with running_chromium() as browser:
        page = browser.new_page()
        page.goto(PAGE)
        assert page.title() == "table 1"
        assert page.inner_text("#total") == "11"


@pytest.mark.usefixtures("_temporary")
def test_postgresql_answers() -> None:
    with running_postgres() as server, psycopg.connect(server.get_uri()) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


@pytest.mark.parametrize(
    "reason, outcome",
    [
        ("Skipped: no chromium on the path", "failed"),
        ("Skipped: Python 3.13 is not on this machine's path", "skipped"),
    ],
)
def test_skip_in_ci_fails_unless_its_reason_is_listed(reason: str, outcome: str) -> None:
    place = ("test_a.py", 1, reason)
    report = pytest.TestReport("test_a.py::test_b", place, {}, "skipped", place, "call")
    fail_if_skipped(report)
    assert report.outcome == outcome
    assert reason in str(report.longrepr)


def test_expected_failure_in_ci_stays_one() -> None:
    report = pytest.TestReport("a.py::b", ("a.py", 1, "b"), {}, "skipped", "known", "call")
    report.wasxfail = "a reason"
    fail_if_skipped(report)
    assert report.outcome == "skipped"
