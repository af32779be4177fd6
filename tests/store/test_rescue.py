"""A damaged SQLite file: what can be read of it goes to a new one, and the old one is kept."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.store.port import Snapshot, StoreUnavailable
from pitboss.store.sql.rescue import rescue, structure_fault
from pitboss.store.sql.salvage import PAGE_BYTES, salvaged
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.sql.wal import FRAME_BYTES, HEADER_BYTES, mend_wal, wal_of
from pitboss.store.witness.checking import STRUCTURE
from tests.store.conftest import Place
from tests.store.records import header, record, records
from tests.store.witnessed import House, fill

TABLES = ("logs", "records", "movements", "statements", "snapshots")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A house with rows on many pages, and some that are longer than a page."""
    path = tmp_path / "logs.db"
    place = Place("sqlite", str(path), lambda: SqliteStore(path, is_only=True))
    house = House(place, tmp_path / "heads", tmp_path / "key")
    with house.open() as (store, _):
        fill(store)
        for version in range(5, 105):
            store.append("t1", version, [record(version + 1, text="x" * (90 * version % 9_000))])
            store.append("t2", version - 3, [record(version - 2)])
        store.save_snapshot("t1", Snapshot(105, b"state" * 5_000))
    return house


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as db:
        return {table: sorted(db.execute(f"SELECT * FROM {table}").fetchall()) for table in TABLES}


def put(path: Path, place: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        file.write(data)


def test_every_row_is_read_from_its_leaf(house: House) -> None:
    path = Path(house.place.where)
    read: dict[str, list[tuple[object, ...]]] = {table: [] for table in TABLES}
    for table, values in salvaged(path, {}):
        texts = tuple(
            one.decode() if isinstance(one, bytes) and table != "snapshots" else one
            for one in values
        )
        read[table].append(texts)
    whole = rows(path)
    for table in TABLES:
        if table != "snapshots":
            assert sorted(read[table]) == whole[table], table
    ((_, version, state, *_),) = read["snapshots"]
    assert (version, state) == (105, b"state" * 5_000)


@pytest.mark.parametrize(
    "place, data",
    [
        (0, b"X"),
        (16, b"\x01\x00"),
        (18, b"\x07\x07"),
        (56, b"\x00\x00\x00\x02"),
        (100, bytes(500)),
        (PAGE_BYTES - 200, b"X" * 150),
        (5 * PAGE_BYTES, b"\x00"),
        (5 * PAGE_BYTES, bytes(PAGE_BYTES)),
        (6 * PAGE_BYTES, bytes(PAGE_BYTES)),
    ],
    ids=["magic", "page size", "versions", "encoding", "schema", "sql", "root", "inner", "index"],
)
def test_nothing_is_lost_but_what_was_on_the_page(house: House, place: int, data: bytes) -> None:
    """The header, the schema, inner pages and indexes tell nothing that the leaves do not."""
    path = Path(house.place.where)
    whole = rows(path)
    put(path, place, data)
    damaged = path.read_bytes()
    faults = house.faults()
    assert list(faults) == [STRUCTURE]
    kept = path.with_name(f"{path.name}.damaged-1")
    assert faults[STRUCTURE].endswith(f"the damaged one lies at {kept}")
    assert kept.read_bytes() == damaged
    left = rows(path)
    assert all(left[table] == whole[table] for table in TABLES if table != "statements")
    assert set(whole["statements"]) <= set(left["statements"])
    # It is told once, and from then on by the notes.
    assert house.faults() == {}


def test_a_leaf_that_is_gone_is_named_by_the_heads(house: House) -> None:
    path = Path(house.place.where)
    data = path.read_bytes()
    place = data.rindex(b'"text":"x","number":90}') // PAGE_BYTES * PAGE_BYTES
    put(path, place, bytes(PAGE_BYTES))
    faults = house.faults()
    assert STRUCTURE in faults
    assert "t1" in faults
    assert "bankroll ann" not in faults


def test_a_file_without_any_table_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"no database" * 1_000)
    with pytest.raises(StoreUnavailable, match="no table can be read in it"):
        rescue(path)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def killed(house: House, tmp_path: Path) -> Path:
    """The file and its log as a kill leaves them."""
    folder = tmp_path / "killed"
    folder.mkdir()
    with house.open() as (store, _):
        for version in range(105, 125):
            store.append("t1", version, records(version, 1))
        for name in ("logs.db", "logs.db-wal"):
            shutil.copy(tmp_path / name, folder / name)
    return folder / "logs.db"


FRAME = HEADER_BYTES + 3 * (FRAME_BYTES + PAGE_BYTES)
"""The beginning of a frame with others behind it."""


def test_one_flipped_bit_of_a_header_of_the_log_is_put_right(killed: Path) -> None:
    """In the header of the log, and in that of a frame: page, end of a commit, salts, checksum."""
    log = wal_of(killed)
    whole = log.read_bytes()
    # The highest bit of a word cannot be told from those of the page.
    alike = {8 * (FRAME + 3) + 7, 8 * (FRAME + 7) + 7}
    for bit in (*range(8 * HEADER_BYTES), *range(8 * FRAME, 8 * (FRAME + FRAME_BYTES))):
        put(log, bit // 8, bytes([whole[bit // 8] ^ 1 << bit % 8]))
        assert mend_wal(log) >= 1, bit
        assert log.read_bytes() == whole or bit in alike, bit
        log.write_bytes(whole)


def test_a_changed_page_of_the_log_ends_nothing(killed: Path) -> None:
    """What is behind it is read, and the row that has changed is named."""
    log = wal_of(killed)
    whole = log.read_bytes()
    place = whole.index(b'"number":110}')
    for bad in (b'"number":111}', b'"\x00umber":110}'):
        log.write_bytes(whole[:place] + bad + whole[place + len(bad) :])
        assert mend_wal(log) >= 1
        assert mend_wal(log) == 0
        store = SqliteStore(killed)
        last = store.last("t1")
        store.close()
        assert last is not None
        assert last.version == 125
        for mark in ("", "-wal", "-shm"):
            killed.with_name(f"{killed.name}{mark}").unlink(missing_ok=True)
        shutil.copy(killed.parent.parent / "logs.db", killed)


def test_a_torn_frame_is_not_put_right(killed: Path) -> None:
    """Half of a page is there: that is what a power cut leaves of a commit nobody was told of."""
    log = wal_of(killed)
    whole = log.read_bytes()
    # Frames that end a commit are among them, and others.
    for frames in range(1, 9):
        half = HEADER_BYTES + frames * (FRAME_BYTES + PAGE_BYTES) - 2_000
        torn = whole[:half] + bytes(len(whole) - half)
        log.write_bytes(torn)
        assert mend_wal(log) == 0
        assert log.read_bytes() == torn


def test_what_is_in_the_log_of_a_damaged_file_is_not_lost(killed: Path) -> None:
    # An index that nothing has been added to since; page 1 would be in the log too.
    put(killed, 2 * PAGE_BYTES, b"\x00")
    assert "damaged" in rescue(killed)
    assert structure_fault(killed) == ""
    assert not wal_of(killed).exists()
    assert wal_of(killed.with_name("logs.db.damaged-1")).exists()
    store = SqliteStore(killed)
    last = store.last("t1")
    assert last is not None
    assert last.version == 125
    assert header("t1") in store.headers()
    store.close()
