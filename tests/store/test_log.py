"""Exported logs: written, read, and cut where players may not see more."""

import json

import pytest

from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Event
from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.proof.public import PublicScan
from pitboss.store.entry import decode_entry
from pitboss.store.export import (
    FORMAT,
    LogError,
    export_log,
    read_log,
)
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store, StoreError
from tests.store.logged import LoggedTable, write_entry
from tests.store.records import BATCH, entries, header


def test_a_log_is_read_as_it_was_written(store: Store) -> None:
    store.create(header())
    store.append("t1", 0, entries(0, BATCH))
    data = export_log(store, "t1")
    log = read_log(data)
    assert (log.header, log.records) == (header(), tuple(store.read("t1")))
    assert (log.count, log.last) == (BATCH, log.records[-1].chain)
    lines = [json.loads(line) for line in data.splitlines()]
    assert lines[0]["format"] == FORMAT
    assert [line["version"] for line in lines[1:-1]] == [1, 2, 3]
    assert lines[-1] == {"count": BATCH, "last": log.last}


def test_a_long_log_is_exported_page_by_page() -> None:
    store = MemoryStore()
    store.create(header())
    for after in range(0, 30_000, 10_000):
        store.append("t1", after, entries(after, 10_000))
    assert read_log(export_log(store, "t1")).count == 30_000
    assert read_log(export_log(store, "t1", until=15_000)).count == 15_000
    assert read_log(export_log(store, "t1", until=0)).records == ()


def test_an_empty_log_ends_where_it_begins() -> None:
    store = MemoryStore()
    store.create(header())
    log = read_log(export_log(store, "t1"))
    assert log.last == log.genesis
    with pytest.raises(StoreError, match="no table t2"):
        export_log(store, "t2")


def test_faults_name_their_line(store: Store) -> None:
    store.create(header())
    store.append("t1", 0, entries(0, BATCH))
    lines = export_log(store, "t1").splitlines()
    for number, text in ((1, b"{}"), (1, b"PNG"), (3, b'{"version":1}'), (5, b""), (4, b"\xff")):
        changed = lines.copy()
        changed[number - 1] = text
        with pytest.raises(LogError) as told:
            read_log(b"\n".join(changed) + b"\n")
        assert told.value.line == number
    with pytest.raises(LogError, match="breaks off"):
        read_log(lines[0])
    with pytest.raises(LogError, match="pitboss log 2"):
        read_log(lines[0].replace(b"pitboss log 2", b"pitboss log 9"))
    with pytest.raises(LogError, match="line 5"):
        read_log(b"\n".join(lines[:-1]) + b"\n{")


def test_a_running_shoe_is_not_for_everybody() -> None:
    table = LoggedTable("nz", {}, seed=3)
    for _ in range(5):
        table.play_round()
    table.shuffle()
    table.play_round()
    until = PublicScan().advance(table.store, "t1")
    shown = read_log(export_log(table.store, "t1", until=until)).records
    kinds = [type(event) for record in shown for event in decode_entry(record).events]
    assert kinds.count(ShoeLoaded) == kinds.count(ShoeCommitted) >= 1
    assert RoundEnded in kinds
    rest = [decode_entry(record) for record in table.store.read("t1", until)]
    hidden = [event for entry in rest for event in entry.events]
    assert isinstance(hidden[0], ShoeCommitted)
    assert sum(isinstance(event, ShoeLoaded) for event in hidden) == 1


def test_cards_that_are_being_prepared_are_not_for_everybody() -> None:
    store = MemoryStore()
    store.create(header())
    events: list[Event] = [
        WagerPlaced(1, "ann", "main", (500,)),
        ShoeLoaded((1, 2), is_shuffle=True, side=0),
        ShoeLoaded((3, 4), is_shuffle=True, side=1),
        WagerPlaced(1, "ann", "main", (500,)),
        ShoeLoaded((2, 1), is_shuffle=True, side=0),
        StackShuffled((4, 3)),
    ]
    wanted = [1, 1, 1, 1, 2, 2]
    for event, until in zip(events, wanted, strict=True):
        write_entry(store, Deal(), [event])
        assert PublicScan().advance(store, "t1") == until
    assert PublicScan().advance(store, "t2") == 0


def test_the_command_that_loads_a_shoe_is_as_secret_as_its_events() -> None:
    store = MemoryStore()
    store.create(header())
    write_entry(store, Deal(), [WagerPlaced(1, "ann", "main", (500,))] * 2)
    loaded = ShoeLoaded((1, 2), is_shuffle=True)
    write_entry(store, LoadShoe(cards=(1, 2)), [PhaseBegan("betting"), loaded, loaded])
    assert PublicScan().advance(store, "t1") == 2
    assert read_log(export_log(store, "t1", until=4)).records[-1].version == 2
