"""`pitboss security`: the security log from the store, and whether its chain holds."""

from pathlib import Path

import apsw

from pitboss.server.security.log import SECURITY, AttemptKind, AttemptResult, SecurityLog
from pitboss.server.security.witness import SQLITE_FILE
from pitboss.store.sql.sqlite import SqliteStore
from tests.cli.commands import run, run_json


def test_the_log_is_told_and_a_changed_line_is_found(tmp_path: Path) -> None:
    file = tmp_path / SQLITE_FILE
    store = SqliteStore(file)
    log = SecurityLog(store)
    log.note(
        AttemptKind.LOG_IN,
        AttemptResult.REFUSED,
        who="boss",
        address="10.0.0.9",
        text="wrong_secret",
    )
    log.note(
        AttemptKind.GRANT, AttemptResult.DONE, who="boss", address="10.0.0.2", text="ann: 50.00"
    )
    log.close()
    store.close()
    told = run("security", "--data", str(tmp_path))
    assert told.exit_code == 0
    assert "10.0.0.9" in told.stdout
    assert "ann: 50.00" in told.stdout
    data = run_json("security", "--data", str(tmp_path), "--what", "grant")
    assert data["ok"]
    assert [one["what"] for one in data["lines"]] == ["grant"]
    nothing = run("security", "--data", str(tmp_path), "--who", "eve")
    assert "Nothing matches." in nothing.stdout
    db = apsw.Connection(str(file))
    db.execute(
        "UPDATE records SET body = replace(body, '10.0.0.9', '10.0.0.8') WHERE table_id = ?",
        (SECURITY,),
    )
    db.close()
    found_out = run("security", "--data", str(tmp_path))
    assert found_out.exit_code == 1
    assert "chain" in found_out.stderr
