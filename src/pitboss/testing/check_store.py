"""Checks a store: what is written is read, in order and once, whatever comes in between.

>>> from pitboss.store.memory import MemoryStore
>>> logs = MemoryStore()
>>> check_store(lambda: logs)
"""

import threading
import uuid
from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from pitboss.store.chain import APPEND_MAX, broken_link
from pitboss.store.port import (
    PAGE_MAX,
    Record,
    Snapshot,
    Store,
    StoreConflict,
    StoreError,
    TableHeader,
)
from pitboss.store.seal import SALT_BYTES, seal
from pitboss.testing.check_bankrolls import bankrolls_race, moves_bankrolls
from pitboss.testing.conformance import at_once, conforms, raises

RACES = 20
"""How often two writers race for the same version."""


def check_store(open_store: Callable[[], Store]) -> None:
    """Raise ``Nonconforming`` with everything that is wrong with a store.

    ``open_store`` opens the same logs each time, as after a restart. Tables of new names are made
    in it, and nothing else is touched.
    """
    conforms("the store", _faults(open_store))


def _faults(open_store: Callable[[], Store]) -> Iterator[str]:
    store = open_store()
    for check in (
        _begins, _writes, _pages, _refuses, _answers, _has_entries, _keeps_snapshots, _is_whole,
        moves_bankrolls,
    ):  # fmt: skip
        header = _header()
        store.create(header)
        yield from check(store, header)
    yield from _races(store, open_store)
    yield from bankrolls_race(store, open_store)
    header = _header()
    store.create(header)
    store.append(header.table, 0, _records(0, 3, "c1"))
    store.close()
    again = open_store()
    if header not in again.headers() or len(again.read(header.table)) != 3:
        yield "what was written is not there after a restart"
    again.close()


def _begins(store: Store, header: TableHeader) -> Iterator[str]:
    table = header.table
    if header not in store.headers():
        yield "headers() does not give a table that was created"
    if store.read(table) or store.last(table) or store.snapshot(table):
        yield "a new table is not empty"
    if not raises(StoreConflict, partial(store.create, header)):
        yield "create() takes an id a second time: raise StoreConflict"


def _writes(store: Store, header: TableHeader) -> Iterator[str]:
    table = header.table
    written = [*_records(0, 2, "c1"), _record(3, text="é ♠ \\u0000")]
    store.append(table, 0, written[:2])
    store.append(table, 2, written[2:])
    found = store.read(table)
    if [replace(record, chain="") for record in found] != written:
        yield "read() does not give what append() was given"
    elif broken_link(header, found):
        yield "the chain is broken: link records with pitboss.store.chain.chained"
    if found and store.last(table) != found[-1]:
        yield "last() is not the last record of read()"


def _pages(store: Store, header: TableHeader) -> Iterator[str]:
    table = header.table
    store.append(table, 0, _records(0, APPEND_MAX))
    store.append(table, APPEND_MAX, _records(APPEND_MAX, 2))
    if [record.version for record in store.read(table, 20, 5)] != [21, 22, 23, 24, 25]:
        yield "read() does not begin behind the version it is given, or not with that many"
    if len(store.read(table, 0, PAGE_MAX + 100)) != PAGE_MAX:
        yield f"read() gives more or less than a page of {PAGE_MAX}"
    if store.read(table, APPEND_MAX + 2) or store.read(table, 0, 0) or store.read(table, 0, -1):
        yield "read() gives records where there are none"


def _refuses(store: Store, header: TableHeader) -> Iterator[str]:
    table = header.table
    store.append(table, 0, _records(0, 2))
    for after in (0, 1, 3, -1):
        late = _records(max(0, after), 1)
        if not raises(StoreConflict, partial(store.append, table, after, late)):
            yield f"append() takes records behind version {after} of a table at version 2"
    for fault, bad in {
        "that leaves a gap": _record(9),
        "that is no JSON": replace(_record(4), body=b"no json"),
        "with another chain value": replace(_record(4), chain="0" * 64),
    }.items():
        both = [_record(3), bad]
        if not raises(StoreError, partial(store.append, table, 2, both)):
            yield f"append() takes a record {fault}"
    if len(store.read(table)) != 2:
        yield "append() has written a part of what it refused"
    if not raises(StoreError, partial(store.append, f"{table} not", 0, _records(0, 1))):
        yield "append() writes to a table that was not created"


def _answers(store: Store, header: TableHeader) -> Iterator[str]:
    table = header.table
    store.append(table, 0, _records(0, 2))
    store.append(table, 2, _records(2, 3, "c1"))
    if store.answered(table, "c1") != (3, 5):
        yield "answered() does not give the first and last version of a command"
    if store.answered(table, "c2") is not None or store.answered(table, "") is not None:
        yield "answered() knows a command that was never carried out"


def _has_entries(store: Store, header: TableHeader) -> Iterator[str]:
    """An entry holds several events: its version is the number of the last."""
    table = header.table
    written = [*_records(0, 2), _entry(5, 3, "c1"), _entry(6, 1, "c2"), _entry(9, 3, "c3")]
    store.append(table, 0, written[:3])
    store.append(table, 5, written[3:])
    found = store.read(table)
    if [replace(record, chain="") for record in found] != written or broken_link(header, found):
        yield "read() does not give the entries that append() was given"
    for after, limit, versions in ((2, 9, [5, 6, 9]), (3, 2, [5, 6]), (5, 9, [6, 9]), (8, 9, [9])):
        if [record.version for record in store.read(table, after, limit)] != versions:
            yield f"read() behind {after} does not give the entries that reach behind it"
    if [store.answered(table, id_) for id_ in ("c1", "c2", "c3")] != [(3, 5), (6, 6), (7, 9)]:
        yield "answered() does not give the first and last event of an entry"
    if not raises(StoreConflict, partial(store.append, table, 8, [_entry(10, 1)])):
        yield "append() takes an entry behind an event within another one"
    for fault, bad in {
        "with fewer events than its version says": _entry(12, 2),
        "without an event": _entry(9, 0),
        "that opens what is not sealed": replace(_entry(10, 1), beside=b'{"opened":{"a":1}}'),
    }.items():
        if not raises(StoreError, partial(store.append, table, 9, [bad])):
            yield f"append() takes an entry {fault}"


def _keeps_snapshots(store: Store, header: TableHeader) -> Iterator[str]:
    table = header.table
    for version in (3, 9, 5):
        store.save_snapshot(table, Snapshot(version, b"\x00\xff%d" % version))
    if store.snapshot(table) != Snapshot(9, b"\x00\xff9"):
        yield "snapshot() is not the newest that was saved"


def _is_whole(store: Store, header: TableHeader) -> Iterator[str]:
    """Tables do not know each other."""
    other = _header()
    store.create(other)
    store.append(other.table, 0, _records(0, 3, "c1"))
    if store.read(header.table) or store.answered(header.table, "c1"):
        yield "what is written to one table is found in another"


def _races(store: Store, open_store: Callable[[], Store]) -> Iterator[str]:
    """Two writers race for every version, as two servers on the same logs may."""
    header = _header()
    store.create(header)
    stores = [store, open_store()]
    start = threading.Barrier(2, timeout=60)
    wins = [0, 0]
    faults: list[str] = []

    def write(number: int) -> None:
        for race in range(RACES):
            start.wait()
            try:
                stores[number].append(header.table, race * 2, _records(race * 2, 2, f"r{race}"))
                wins[number] += 1
            except StoreConflict:
                pass
            except Exception as error:
                faults.append(f"a writer who is late is told {error!r}: raise StoreConflict")
            start.wait()

    at_once(write)
    yield from faults
    found = store.read(header.table)
    if sum(wins) != RACES or len(found) != 2 * RACES or broken_link(header, found):
        yield f"of {RACES} races for a version {sum(wins)} were won, and {len(found)} records kept"
    if stores[1] is not store:
        stores[1].close()


def _header() -> TableHeader:
    return TableHeader(f"check {uuid.uuid4().hex}", "Table Ä", "nz", 1, {"decks": "6"}, {}, 1_000)


def _record(version: int, command: str = "", text: str = "x") -> Record:
    body = f'{{"event":"check","text":"{text}","number":{version}}}'.encode()
    return Record(version, 5_000 + version, body, command)


def _entry(version: int, count: int, id_: str = "") -> Record:
    events = ",".join(f'{{"event":"check","number":{number}}}' for number in range(count))
    body = f'{{"wall_ms":7,"who":"ann","command":{{"do":"check"}},"events":[{events}]}}'
    salt, commitment = "00" * SALT_BYTES, seal("é", bytes(SALT_BYTES))
    beside = f'{{"opened":{{"{commitment}":{{"salt":"{salt}","value":"é"}}}}}}' if count > 1 else ""
    return Record(version, 5_000 + version, body.encode(), id_, beside=beside.encode())


def _records(after: int, count: int, command: str = "") -> list[Record]:
    return [_record(version, command) for version in range(after + 1, after + count + 1)]
