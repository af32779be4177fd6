"""Checks a store: what is written is read, in order and once, whatever comes in between.

>>> from pitboss.store.memory import MemoryStore
>>> logs = MemoryStore()
>>> check_store(lambda: logs)
"""

import uuid
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from pitboss.arguments import checked
from pitboss.store import port
from pitboss.store.bankrolls import broken_bankroll
from pitboss.store.chain import APPEND_MAX, broken_link
from pitboss.store.sealed_fields import SALT_BYTES, seal
from pitboss.testing.conformance import at_once, conforms, raises

RACES = 20
"""Races of two writers for the same version, and moves of a bankroll by each."""
EVENT = b'{"event":"check"}'


@checked
def check_store(open_store: Callable[[], port.Store]) -> None:
    """Raise ``Nonconforming`` with everything that is wrong with a store.

    ``open_store`` opens the same logs each time, as after a restart. It makes tables with new names
    and touches nothing else.

    >>> from pitboss.store.memory import MemoryStore
    >>> logs = MemoryStore()
    >>> check_store(lambda: logs)
    """
    conforms("the store", _faults(open_store))


def _faults(open_store: Callable[[], port.Store]) -> Iterator[str]:
    store = open_store()
    for check in (
        _begins,
        _writes,
        _pages,
        _refuses,
        _answers,
        _has_entries,
        _keeps_snapshots,
        _is_whole,
        _moves_bankrolls,
    ):
        yield from check(store, _created(store))
    envelope = open_store()
    yield from _races(store, envelope)
    yield from _bankrolls_race(store, envelope)
    if envelope is not store:
        envelope.close()
    header = _created(store)
    store.append(header.table, 0, _records(0, 3, "c1"))
    store.close()
    again = open_store()
    if header not in again.headers() or len(again.read(header.table)) != 3:
        yield "what was written is not there after a restart"
    again.close()


def _begins(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    if header not in store.headers():
        yield "headers() does not give a table that was created"
    table = header.table
    if store.read(table) or store.last(table) or store.snapshot(table):
        yield "a new table is not empty"
    if not raises(port.StoreConflict, store.create, header):
        yield "create() takes an id a second time: raise StoreConflict"


def _writes(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    table = header.table
    written = [*_records(0, 2, "c1"), _record(3, text="é ♠ \\u0000")]
    store.append(table, 0, written[:2])
    store.append(table, 2, written[2:])
    kept = store.read(table)
    if [replace(record, chain="") for record in kept] != written:
        yield "read() does not give what append() was given"
    elif broken_link(header, kept):
        yield "the chain is broken: link records with pitboss.store.chain.chained"
    if kept and store.last(table) != kept[-1]:
        yield "last() is not the last record of read()"


def _pages(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    table = header.table
    store.append(table, 0, _records(0, APPEND_MAX))
    store.append(table, APPEND_MAX, _records(APPEND_MAX, 2))
    if [record.version for record in store.read(table, 20, 5)] != [21, 22, 23, 24, 25]:
        yield "read() does not begin after the version it is given, or not with that many"
    if len(store.read(table, 0, port.PAGE_MAX + 100)) != port.PAGE_MAX:
        yield f"read() gives more or less than a page of {port.PAGE_MAX}"
    if store.read(table, APPEND_MAX + 2) or store.read(table, 0, 0) or store.read(table, 0, -1):
        yield "read() gives records where there are none"


def _refuses(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    table = header.table
    store.append(table, 0, _records(0, 2))
    for after in (0, 1, 3, -1):
        late = _records(max(0, after), 1)
        if not raises(port.StoreConflict, store.append, table, after, late):
            yield f"append() takes records after version {after} of a table at version 2"
    for fault, bad in {
        "that leaves a gap": _record(9),
        "that is not JSON": replace(_record(4), body=b"no json"),
        "with another chain value": replace(_record(4), chain="0" * 64),
    }.items():
        both = [_record(3), bad]
        if not raises(port.StoreError, store.append, table, 2, both):
            yield f"append() takes a record {fault}"
    if len(store.read(table)) != 2:
        yield "append() has written a part of what it refused"
    if not raises(port.StoreError, store.append, f"{table} not", 0, _records(0, 1)):
        yield "append() writes to a table that was not created"


def _answers(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    table = header.table
    store.append(table, 0, _records(0, 2))
    store.append(table, 2, _records(2, 3, "c1"))
    if store.answered(table, "c1") != (3, 5):
        yield "answered() does not give the first and last version of a command"
    if store.answered(table, "c2") is not None or store.answered(table, "") is not None:
        yield "answered() knows a command that was never carried out"


def _has_entries(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    """Check entries of several events, whose version is the number of the last."""
    table = header.table
    written = [*_records(0, 2), _entry(5, 3, "c1"), _entry(6, 1, "c2"), _entry(9, 3, "c3")]
    store.append(table, 0, written[:3])
    store.append(table, 5, written[3:])
    kept = store.read(table)
    if [replace(record, chain="") for record in kept] != written or broken_link(header, kept):
        yield "read() does not give the entries that append() was given"
    for after, limit, versions in ((2, 9, [5, 6, 9]), (3, 2, [5, 6]), (5, 9, [6, 9]), (8, 9, [9])):
        if [record.version for record in store.read(table, after, limit)] != versions:
            yield f"read() behind {after} does not give the entries that reach behind it"
    if [store.answered(table, id_) for id_ in ("c1", "c2", "c3")] != [(3, 5), (6, 6), (7, 9)]:
        yield "answered() does not give the first and last event of an entry"
    if not raises(port.StoreConflict, store.append, table, 8, [_entry(10, 1)]):
        yield "append() takes an entry after an event within another one"
    for fault, bad in {
        "with fewer events than its version says": _entry(12, 2),
        "without an event": _entry(9, 0),
        "that opens what is not sealed": replace(_entry(10, 1), envelope=b'{"opened":{"a":1}}'),
    }.items():
        if not raises(port.StoreError, store.append, table, 9, [bad]):
            yield f"append() takes an entry {fault}"


def _keeps_snapshots(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    table = header.table
    for version in (3, 9, 5):
        store.save_snapshot(table, port.Snapshot(version, b"\x00\xff%d" % version))
    if store.snapshot(table) != port.Snapshot(9, b"\x00\xff9"):
        yield "snapshot() is not the newest that was saved"


def _is_whole(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    """Check that tables are separate."""
    store.append(_created(store).table, 0, _records(0, 3, "c1"))
    if store.read(header.table) or store.answered(header.table, "c1"):
        yield "what is written to one table is found in another"


def _moves_bankrolls(store: port.Store, header: port.TableHeader) -> Iterator[str]:
    table, account = header.table, f"ann {uuid.uuid4().hex}"
    opened = port.Movement(account, 1, 1, "opening", 500, 500)
    bought = port.Movement(account, 2, 2, "buy_in", -300, 200, table, "1")
    if store.movements(account):
        yield "an account that nobody has heard of has movements"
    store.append(table, 0, [port.Record(1, 1, EVENT)], [opened, bought])
    if store.movements(account) != [bought, opened]:
        yield "movements() does not give what append() was given, the newest first"
        return
    if store.movements(account, before=2) != [opened]:
        yield "movements() does not begin before the number it is given"
    if store.movements(account, limit=1) != [bought]:
        yield "movements() does not keep to its limit"
    if store.bankrolls([account, "nobody"]) != [bought]:
        yield "bankrolls() does not give those of the accounts that are named"
    if store.movements(account, kind="opening") != [opened]:
        yield "movements() does not give those of a kind alone"
    if bought not in store.bankrolls() or opened in store.bankrolls():
        yield "bankrolls() does not give the newest movement of each account"
    yield from _refuses_movements(store, table, bought)
    if store.movements(account, limit=1) != [bought]:
        return
    granted = port.Movement(account, 3, 3, "grant", 50, 250, "boss", "g1")
    store.move([granted])
    again = port.Movement(account, 4, 4, "grant", 50, 300, "boss", "g1")
    if not raises(port.StoreConflict, store.move, [again]):
        yield "move() takes a mark a second time: raise StoreConflict"
    if store.movements(account) != [granted, bought, opened]:
        yield "what was refused has moved a bankroll"


def _refuses_movements(store: port.Store, table: str, last: port.Movement) -> Iterator[str]:
    """Check that movements which do not follow the last one are refused with their records."""
    account = last.account
    for fault, error, bad in (
        ("that comes late", port.BankrollMoved, port.Movement(account, 2, 3, "x", 10, 510)),
        ("that leaves a gap", port.BankrollMoved, port.Movement(account, 4, 3, "x", 10, 210)),
        ("that adds up wrongly", port.StoreError, port.Movement(account, 3, 3, "x", 10, 211)),
        ("below zero", port.StoreError, port.Movement(account, 3, 3, "x", -201, -1)),
    ):
        if not raises(error, store.append, table, 1, [port.Record(2, 1, EVENT)], [bad]):
            yield f"append() takes a movement {fault}: raise {error.__name__}"
        if not raises(error, store.move, [bad]):
            yield f"move() takes a movement {fault}: raise {error.__name__}"
    fine = port.Movement(account, 3, 3, "x", -10, 190)
    if not raises(port.StoreConflict, store.append, table, 0, [port.Record(1, 1, EVENT)], [fine]):
        yield "append() takes movements with records that come late: raise StoreConflict"
    if len(store.read(table)) != 1 or store.movements(account, limit=1) != [last]:
        yield "append() has written a part of what it refused"


def _races(*stores: port.Store) -> Iterator[str]:
    """Let two writers race for every version, as two servers on the same logs may."""
    header = _created(stores[0])
    late: list[Exception] = []

    def write(number: int, after: int) -> None:
        stores[number].append(header.table, after, _records(after, 2, f"r{after}"))

    for after in range(0, 2 * RACES, 2):
        late += at_once(write, after)
    for error in late:
        if not isinstance(error, port.StoreConflict):
            yield f"a writer who is late is told {error!r}: raise StoreConflict"
    kept, wins = stores[0].read(header.table), 2 * RACES - len(late)
    if wins != RACES or len(kept) != 2 * RACES or broken_link(header, kept):
        yield f"of {RACES} races for a version {wins} were won, and {len(kept)} records kept"


def _bankrolls_race(*stores: port.Store) -> Iterator[str]:
    """Let two tables move one bankroll at the same time, as those of two servers may."""
    account = f"bob {uuid.uuid4().hex}"

    def write(number: int) -> None:
        table = _created(stores[number]).table
        for race in range(RACES):
            _move_by_one(stores[number], table, race, account)

    for error in at_once(write):
        yield f"a writer whose bankroll moved is told {error!r}: raise BankrollMoved"
    kept = stores[0].movements(account)
    if [movement.held for movement in kept] != list(range(2 * RACES, 0, -1)):
        yield f"of {2 * RACES} movements by two writers {len(kept)} are kept, in whatever order"
    if broken := broken_bankroll(stores[0]):
        yield f"the movements of {broken} do not lead to its bankroll"


def _move_by_one(store: port.Store, table: str, after: int, account: str) -> None:
    """Write a record that adds a cent, as often as the bankroll has moved meanwhile."""
    while True:
        newest = store.movements(account, limit=1)
        number, held = (newest[0].number, newest[0].held) if newest else (0, 0)
        moved = port.Movement(
            account, number + 1, 1, "cash_out", 1, held + 1, table, str(after + 1)
        )
        try:
            store.append(table, after, [port.Record(after + 1, 1, EVENT)], [moved])
        except port.BankrollMoved:
            continue
        return


def _created(store: port.Store) -> port.TableHeader:
    """Return a new table of the store."""
    table = f"check {uuid.uuid4().hex}"
    header = port.TableHeader(table, "Table Ä", "nz", 1, {"decks": "6"}, {}, 1_000)
    store.create(header)
    return header


def _record(version: int, command: str = "", text: str = "x") -> port.Record:
    body = f'{{"event":"check","text":"{text}","number":{version}}}'.encode()
    return port.Record(version, 5_000 + version, body, command)


def _entry(version: int, count: int, id_: str = "") -> port.Record:
    events = ",".join(f'{{"event":"check","number":{number}}}' for number in range(count))
    body = f'{{"wall_ms":7,"who":"ann","command":{{"do":"check"}},"events":[{events}]}}'
    salt, commitment = "00" * SALT_BYTES, seal("é", bytes(SALT_BYTES))
    envelope = (
        f'{{"opened":{{"{commitment}":{{"salt":"{salt}","value":"é"}}}}}}' if count > 1 else ""
    )
    return port.Record(version, 5_000 + version, body.encode(), id_, envelope=envelope.encode())


def _records(after: int, count: int, command: str = "") -> list[port.Record]:
    return [_record(version, command) for version in range(after + 1, after + count + 1)]
