"""Disk full, failing writes and failing syncs: no acknowledgement, and a clean restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store.port import Snapshot, StoreUnavailable
from pitboss.store.sql.sqlite import SqliteStore
from tests.store.failing import FailingDisk
from tests.store.records import BATCH, assert_sound, header, records

APPENDS = 4
FAILURES_MAX = 200
"""No script writes or syncs more often."""


@pytest.fixture
def disk() -> Iterator[FailingDisk]:
    made = FailingDisk()
    yield made
    made.unregister()


def open_on(disk: FailingDisk, path: Path) -> SqliteStore:
    return SqliteStore(path, vfs=disk.name)


def write_some(store: SqliteStore) -> int:
    """Append until it fails; how many records were acknowledged."""
    done = 0
    try:
        for turn in range(APPENDS):
            store.append("t1", done, records(done, BATCH, f"c{turn}"))
            done += BATCH
    except StoreUnavailable:
        pass
    return done


@pytest.mark.parametrize("is_lasting", [False, True], ids=["once", "lasting"])
@pytest.mark.parametrize("kind", ["full", "write", "sync"])
def test_a_failure_at_any_write_loses_nothing(
    kind: str, is_lasting: bool, disk: FailingDisk, tmp_path: Path
) -> None:
    """The n-th write or sync fails, for every n of a script of appends."""
    failures = 0
    for count in range(FAILURES_MAX):
        path = tmp_path / f"{count}.db"
        store = open_on(disk, path)
        store.create(header())
        disk.fail_at(kind, count, is_lasting=is_lasting)
        acknowledged = write_some(store)
        if not disk.has_failed:
            store.close()
            break
        failures += 1
        assert acknowledged < APPENDS * BATCH, "a write that failed was acknowledged"
        disk.heal()
        kept = len(assert_sound(store))
        assert kept >= acknowledged
        store.close()
        again = open_on(disk, path)
        kept = len(assert_sound(again))
        # What was not acknowledged may be there, as a whole, or not.
        assert acknowledged <= kept <= acknowledged + BATCH
        again.append("t1", kept, records(kept, BATCH, "again"))
        assert_sound(again)
        again.close()
    assert failures >= APPENDS


def test_a_store_whose_disk_failed_stops(disk: FailingDisk, tmp_path: Path) -> None:
    store = open_on(disk, tmp_path / "a.db")
    store.create(header())
    disk.fail_at("sync", 0)
    with pytest.raises(StoreUnavailable):
        store.append("t1", 0, records(0, BATCH))
    with pytest.raises(StoreUnavailable, match="has failed"):
        store.append("t1", 0, records(0, BATCH))
    with pytest.raises(StoreUnavailable, match="has failed"):
        store.save_snapshot("t1", Snapshot(1, b"x"))
    assert store.headers() == [header()]
    store.close()


def test_a_full_disk_goes_on_once_there_is_room(disk: FailingDisk, tmp_path: Path) -> None:
    store = open_on(disk, tmp_path / "a.db")
    store.create(header())
    disk.fail_at("full", 0, is_lasting=True)
    for _ in range(3):
        with pytest.raises(StoreUnavailable, match="full"):
            store.append("t1", 0, records(0, BATCH, "c1"))
    assert store.last("t1") is None
    disk.heal()
    store.append("t1", 0, records(0, BATCH, "c1"))
    assert len(assert_sound(store)) == BATCH
    store.close()


def test_a_file_that_is_no_database_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("this is no database, and it is long enough to be looked at " * 20)
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        SqliteStore(path)
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        SqliteStore(tmp_path / "missing" / "a.db")
    with pytest.raises(StoreUnavailable, match="its journal is memory"):
        SqliteStore(":memory:")


# SQLite passes over some failures while it tries to change the journal, and apsw tells those.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_first_start_that_fails_can_be_made_again(disk: FailingDisk, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    for count in range(FAILURES_MAX):
        disk.fail_at("write", count)
        try:
            open_on(disk, path).close()
        except StoreUnavailable:
            continue
        finally:
            has_failed = disk.has_failed
            disk.heal()
        if not has_failed:
            break
    store = SqliteStore(path)
    store.create(header())
    store.append("t1", 0, records(0, BATCH, "c1"))
    assert_sound(store)
    store.close()
