"""Logs of format 1, written before commands were recorded: read, replayed, and verified as told."""

from pathlib import Path

import pytest

from pitboss.engine.declare import Event
from pitboss.engine.state import TableState
from pitboss.verify import log as verify_module
from pitboss.verify.log import OK, WARNING, verify_log

LOGS = sorted((Path(__file__).parent / "format_1").glob("*.log.jsonl"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name.partition(".")[0])
def test_a_log_of_format_1_holds_and_says_what_was_not_recorded(path: Path) -> None:
    report = verify_log(path.read_bytes())
    checks = {check.name: check for check in report.checks}
    assert report.ok, checks
    assert checks["replay"].status == OK
    assert checks["money"].status == OK
    assert checks["decisions"].status == WARNING
    assert "commands were not recorded" in checks["decisions"].text


def test_what_its_events_left_out_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a shuffle would never end, and a double shoe would lose its other side."""

    def as_it_is(event: Event, _state: TableState) -> Event:
        return event

    monkeypatch.setattr(verify_module, "completed", as_it_is)
    broken = [path.name for path in LOGS if not verify_log(path.read_bytes()).ok]
    assert broken
