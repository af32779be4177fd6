"""Bytes that cannot be read: one error that names log and place, and every other log goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.store.bankrolls import bankroll_log
from pitboss.store.port import UnreadableRecord
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import LISTS, STRUCTURE
from tests.store.conftest import Place
from tests.store.witnessed import House, fill

NOT_UTF_8 = "CAST(X'8E' || substr(CAST({0} AS BLOB), 2) AS TEXT)"


@pytest.fixture
def house(sqlite_place: Place, tmp_path: Path) -> House:
    """A house that a server opens for itself."""
    path = Path(sqlite_place.where)
    place = Place("sqlite", str(path), lambda: SqliteStore(path, is_only=True))
    house = House(place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
    return house


@pytest.mark.parametrize(
    "column, place",
    [("body", 2), ("command", 2), ("chain", 2), ("beside", 2)],
)
def test_a_record_that_is_no_text_is_named_by_its_place(
    house: House, column: str, place: int
) -> None:
    """One bit is enough: with bit 7 of a letter flipped a text is not UTF-8 any more."""
    bad = NOT_UTF_8.format(column) if column != "beside" else "CAST(X'8E' AS TEXT)"
    house.sql(f"UPDATE records SET {column} = {bad} WHERE table_id = 't1' AND version = {place}")
    with house.open() as (store, findings):
        assert list(findings.faults) == ["t1"]
        assert findings.faults["t1"].text.startswith(f"t1 cannot be read at {place}: ")
        with pytest.raises(UnreadableRecord) as raised:
            store.read("t1")
        assert (raised.value.log, raised.value.number) == ("t1", place)
        assert len(store.read("t1", 0, 1)) == 1
        assert [one.version for one in store.read("t2")] == [1, 2]
        assert [header.table for header in store.headers()] == ["t1", "t2"]


@pytest.mark.parametrize(
    "change, faults",
    [
        ("UPDATE logs SET header = {header} WHERE table_id = 't1'", {"t1"}),
        ("UPDATE logs SET created_ms = created_ms + 1 WHERE table_id = 't1'", {"t1"}),
        ("UPDATE logs SET header = replace(header, ',', ', ') WHERE table_id = 't1'", {"t1"}),
        ("UPDATE records SET version = 'x' WHERE table_id = 't1' AND version = 2", {"t1"}),
        ("UPDATE records SET at_ms = 'x' WHERE table_id = 't1' AND version = 2", {"t1"}),
        ("UPDATE records SET table_id = 't9' WHERE table_id = 't1' AND version = 2", {"t1", "t9"}),
        ("UPDATE movements SET kind = {kind} WHERE number = 2", {bankroll_log("ann")}),
        ("UPDATE movements SET amount = 'x' WHERE number = 2", {bankroll_log("ann")}),
        ("UPDATE statements SET line = {line} WHERE number = 2", {LISTS}),
        ("UPDATE statements SET number = 70 WHERE number = 7", {LISTS}),
        ("UPDATE statements SET writer = 'x' WHERE number = 1", {LISTS}),
    ],
)
def test_a_row_with_other_bytes_closes_its_own_log(
    house: House, change: str, faults: set[str]
) -> None:
    """Whatever SQLite lets stand in a column."""
    bad = {name: NOT_UTF_8.format(name) for name in ("header", "kind", "line")}
    house.sql("PRAGMA ignore_check_constraints = ON", change.format(**bad))
    logs = house.faults().keys()
    # A text in a column of numbers is damage in the eyes of SQLite, and named as such too.
    assert logs - {STRUCTURE} >= faults - {STRUCTURE}
    assert "t2" not in logs
    with house.open() as (store, _):
        assert [one.version for one in store.read("t2")] == [1, 2]


@pytest.mark.parametrize(
    "change",
    [
        "state = CAST(X'8E00' AS TEXT)",
        "state = 'text'",
        "state = 7",
        "version = 900",
        "chain = CAST(X'8E' AS TEXT)",
        "signature = ''",
    ],
)
def test_a_wrong_snapshot_is_dropped_and_no_fault(
    house: House, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is a cache; were it kept, one with a high version would never be replaced."""
    from pitboss.store.port import Snapshot

    with house.open() as (store, _):
        store.save_snapshot("t1", Snapshot(5, b"state"))
    house.sql(f"UPDATE snapshots SET {change}")
    with house.open() as (store, findings):
        assert findings.faults.keys() <= {STRUCTURE}
        assert store.snapshot("t1") is None
        store.save_snapshot("t1", Snapshot(5, b"anew"))
        kept = store.snapshot("t1")
        assert kept is not None
        assert kept.state == b"anew"
    if not findings.faults:
        assert "a snapshot is not the one that was kept: it is dropped" in caplog.text
    with closing(sqlite3.connect(house.place.where)) as db:
        assert db.execute("SELECT count(*) FROM snapshots").fetchone() == (1,)
