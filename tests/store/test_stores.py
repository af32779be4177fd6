"""One suite over memory, SQLite and PostgreSQL: what any store does."""

import json
import threading
from itertools import pairwise

import pytest
from msgspec.structs import replace

from pitboss.store.chain import APPEND_MAX, genesis, link
from pitboss.store.port import (
    PAGE_MAX,
    Record,
    Snapshot,
    Store,
    StoreConflict,
    StoreError,
    StoreUnavailable,
)
from pitboss.store.sealed_fields import SALT_BYTES, seal
from tests.patience import WAIT_S
from tests.store.conftest import Place
from tests.store.records import BATCH, all_records, assert_sound, entry, header, record, records

RACES = 200


def test_a_new_table_is_empty(store: Store) -> None:
    store.create(header())
    assert store.headers() == [header()]
    assert store.read("t1") == []
    assert store.last("t1") is None
    assert store.answered("t1", "c1") is None
    assert store.snapshot("t1") is None


def test_tables_come_oldest_first(store: Store) -> None:
    for name, created_ms in (("b", 2), ("c", 1), ("a", 2)):
        store.create(header(name, created_ms))
    assert [one.table for one in store.headers()] == ["c", "a", "b"]


def test_an_id_is_used_once(store: Store) -> None:
    store.create(header())
    with pytest.raises(StoreConflict, match="t1"):
        store.create(header(created_ms=5))
    assert store.headers() == [header()]


def test_what_is_written_is_read(store: Store) -> None:
    store.create(header())
    written = [record(1, "c1", "é ♠ \\u0000"), record(2, "c1"), record(3)]
    store.append("t1", 0, written[:2])
    store.append("t1", 2, written[2:])
    records = store.read("t1")
    assert [replace(one, chain="") for one in records] == written
    assert store.last("t1") == records[-1]
    assert records[0].chain == link(genesis(header()), written[0])
    assert_chained(records)


def assert_chained(records: list[Record]) -> None:
    for before, one in pairwise(records):
        assert one.chain == link(before.chain, one)


def test_reading_goes_page_by_page(store: Store) -> None:
    store.create(header())
    store.append("t1", 0, records(0, 25))
    assert [one.version for one in store.read("t1", 0, 10)] == list(range(1, 11))
    assert [one.version for one in store.read("t1", 20, 10)] == list(range(21, 26))
    assert store.read("t1", 25) == []
    assert store.read("t1", 0, 0) == []
    assert store.read("t1", 0, -1) == []


def test_no_page_is_larger_than_the_largest(store: Store) -> None:
    store.create(header())
    store.append("t1", 0, records(0, APPEND_MAX))
    store.append("t1", APPEND_MAX, records(APPEND_MAX, 2))
    assert len(store.read("t1", 0, PAGE_MAX + 100)) == PAGE_MAX
    assert len(all_records(store)) == APPEND_MAX + 2


def test_tables_are_apart(store: Store) -> None:
    store.create(header("t1"))
    store.create(header("t2"))
    store.append("t1", 0, records(0, BATCH, "c1"))
    assert store.read("t2") == []
    assert store.answered("t2", "c1") is None
    store.append("t2", 0, records(0, BATCH, "c1"))
    assert_sound(store, "t1")
    assert_sound(store, "t2")
    assert store.read("t1")[0].chain != store.read("t2")[0].chain


@pytest.mark.parametrize("after", [0, 1, 3, -1])
def test_a_wrong_place_is_a_conflict(store: Store, after: int) -> None:
    store.create(header())
    store.append("t1", 0, records(0, 2))
    with pytest.raises(StoreConflict, match="version 2"):
        store.append("t1", after, records(max(0, after), 1))
    assert len(all_records(store)) == 2


def test_a_command_is_answered_with_what_it_led_to(store: Store) -> None:
    store.create(header())
    store.append("t1", 0, records(0, 2))
    store.append("t1", 2, records(2, BATCH, "c1"))
    store.append("t1", 5, records(5, 1, "c2"))
    assert store.answered("t1", "c1") == (3, 5)
    assert store.answered("t1", "c2") == (6, 6)
    assert store.answered("t1", "c3") is None
    assert store.answered("t1", "") is None
    assert store.answered("t2", "c1") is None


@pytest.mark.parametrize(
    "bad, text",
    [
        (replace(record(3), version=4), "where 3 is next"),
        (replace(record(3), body=b"no json"), "no entry"),
        (replace(record(3), body=b"[1]"), "no entry"),
        (replace(record(3), body=b'{"event":"\xff"}'), "no entry"),
        (replace(record(3), body=b'{\n"event":1}'), "one line"),
        (replace(record(3), chain="0" * 64), "chain value"),
        (replace(record(3), id="x" * 300), "command id"),
        (replace(record(3), id="a\0b"), "command id"),
        (replace(record(3), at_ms=-1), "time"),
        (replace(record(3), body=b'{"a":1}'), "no entry"),
        (replace(entry(3, 1), body=entry(3, 1).body[:-1] + b',"x":1}'), "no entry"),
        (entry(3, 2), "where 4 is next"),
        (entry(2, 0), "1 to 2000"),
        (replace(entry(3, 1), body=b"[" * 100_000), "no entry"),
        (replace(entry(3, 1), body=b" " * 4_000_001), "bytes"),
        (replace(entry(3, 1), envelope=b"{}\n"), "one line"),
        (replace(entry(3, 1), envelope=b"[]"), "cannot be read"),
    ],
    ids=[
        "gap",
        "text",
        "list",
        "bytes",
        "lines",
        "chain",
        "long",
        "zero",
        "time",
        "nothing",
        "more",
        "fewer",
        "empty",
        "deep",
        "large",
        "lines beside",
        "beside",
    ],
)
def test_all_of_an_append_is_written_or_none(store: Store, bad: Record, text: str) -> None:
    store.create(header())
    store.append("t1", 0, records(0, 1))
    with pytest.raises(StoreError, match=text):
        store.append("t1", 1, [record(2, "c1"), bad])
    assert len(all_records(store)) == 1
    assert store.answered("t1", "c1") is None
    store.append("t1", 1, records(1, BATCH, "c1"))
    assert_sound(store)


def test_an_entry_has_the_number_of_its_last_event(store: Store) -> None:
    store.create(header())
    store.append("t1", 0, [*records(0, 1), entry(4, 3, "c1"), entry(5, 1, "c2")])
    store.append("t1", 5, [entry(7, 2, "c3"), record(8)])
    assert [one.version for one in all_records(store)] == [1, 4, 5, 7, 8]
    assert [one.version for one in store.read("t1", 2)] == [4, 5, 7, 8]
    assert [one.version for one in store.read("t1", 4, 2)] == [5, 7]
    events = [store.answered("t1", id_) for id_ in ("c1", "c2", "c3")]
    assert events == [(2, 4), (5, 5), (6, 7)]
    assert_chained(all_records(store))
    with pytest.raises(StoreConflict):
        store.append("t1", 6, [entry(8, 1)])


def test_what_lies_beside_an_entry_is_kept(store: Store) -> None:
    store.create(header())
    value, salt = {"words": "seven ♠"}, b"s" * SALT_BYTES
    opened = {seal(value, salt): {"salt": salt.hex(), "value": value}}
    envelope = json.dumps({"opened": opened}, ensure_ascii=False).encode()
    written = replace(entry(2, 2), envelope=envelope)
    store.append("t1", 0, [written])
    assert store.read("t1")[0].envelope == envelope
    assert store.last("t1") == store.read("t1")[0]
    with pytest.raises(StoreError, match="not what was sealed"):
        store.append("t1", 2, [replace(entry(4, 2), envelope=envelope.replace(b"seven", b"eight"))])


def test_an_append_has_a_limit(store: Store) -> None:
    store.create(header())
    with pytest.raises(StoreError, match="at once"):
        store.append("t1", 0, records(0, APPEND_MAX + 1))
    store.append("t1", 0, [])
    assert store.last("t1") is None


def test_a_chain_value_that_is_given_may_be_right(store: Store) -> None:
    store.create(header())
    first = record(1)
    store.append("t1", 0, [replace(first, chain=link(genesis(header()), first))])
    assert_sound(store)


def test_there_is_no_writing_to_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(StoreError, match="no table t1"):
        store.append("t1", 0, records(0, 1))
    with pytest.raises(StoreError, match="no table t1"):
        store.save_snapshot("t1", Snapshot(1, b"x"))
    assert store.read("t1") == []
    assert store.last("t1") is None


def test_the_newest_snapshot_is_kept(store: Store) -> None:
    store.create(header())
    store.save_snapshot("t1", Snapshot(3, b"\x00\xff three"))
    assert store.snapshot("t1") == Snapshot(3, b"\x00\xff three")
    store.save_snapshot("t1", Snapshot(9, b"nine"))
    store.save_snapshot("t1", Snapshot(5, b"five"))
    assert store.snapshot("t1") == Snapshot(9, b"nine")
    assert store.snapshot("t2") is None


def test_everything_is_there_after_a_restart(place: Place) -> None:
    first = place.open()
    first.create(header())
    first.append("t1", 0, records(0, BATCH, "c1"))
    first.save_snapshot("t1", Snapshot(2, b"two"))
    first.close()
    again = place.open()
    assert again.headers() == [header()]
    assert again.snapshot("t1") == Snapshot(2, b"two")
    again.append("t1", BATCH, records(BATCH, BATCH, "c2"))
    assert len(assert_sound(again)) == 2 * BATCH
    again.close()


@pytest.mark.parametrize("kind", ["sqlite_place", "postgres_place"])
def test_a_closed_store_is_unavailable(kind: str, request: pytest.FixtureRequest) -> None:
    opened: Store = request.getfixturevalue(kind).open()
    opened.create(header())
    opened.close()
    with pytest.raises(StoreUnavailable):
        opened.append("t1", 0, records(0, 1))
    with pytest.raises(StoreUnavailable):
        opened.read("t1")


def test_of_two_writers_one_wins(place: Place) -> None:
    """Two stores on the same logs, as two servers have them, race for every version."""
    stores = [place.open(), place.open()]
    stores[0].create(header())
    start = threading.Barrier(2, timeout=WAIT_S)
    wins: list[list[int]] = [[], []]
    faults: list[BaseException] = []

    def write(number: int) -> None:
        try:
            for race in range(RACES):
                start.wait()
                after = race * BATCH
                try:
                    written = records(after, BATCH, f"race {race}")
                    stores[number].append("t1", after, written)
                    wins[number].append(race)
                except StoreConflict:
                    pass
                start.wait()
        except BaseException as error:
            faults.append(error)
            start.abort()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=WAIT_S)
    assert faults == []
    assert sorted(wins[0] + wins[1]) == list(range(RACES))
    assert len(assert_sound(stores[0])) == RACES * BATCH
    for opened in stores:
        opened.close()


def test_many_threads_share_one_store(store: Store) -> None:
    """Each thread has its table; a refusal of one does not hold up the others."""
    tables = [f"t{number}" for number in range(4)]
    for table in tables:
        store.create(header(table))
    faults: list[BaseException] = []

    def write(table: str) -> None:
        try:
            for turn in range(25):
                after = turn * BATCH
                store.append(table, after, records(after, BATCH, f"{table} {turn}"))
                with pytest.raises(StoreConflict):
                    store.append(table, after, records(after, BATCH, "late"))
                assert len(store.read(table, after)) == BATCH
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=write, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=WAIT_S)
    assert faults == []
    for table in tables:
        assert len(assert_sound(store, table)) == 25 * BATCH
