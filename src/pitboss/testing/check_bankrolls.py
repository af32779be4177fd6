"""Checks the bankrolls of a store: they move with the log, in order, and by no cent twice."""

import threading
import uuid
from collections.abc import Callable, Iterator
from functools import partial

from pitboss.store.bankrolls import broken_bankroll
from pitboss.store.port import (
    BankrollMoved,
    Movement,
    Record,
    Store,
    StoreConflict,
    StoreError,
    TableHeader,
)
from pitboss.testing.conformance import at_once, raises

RACES = 20
"""Movements of one bankroll that each of two writers makes while the other does so too."""
EVENT = b'{"event":"check"}'


def moves_bankrolls(store: Store, header: TableHeader) -> Iterator[str]:
    """A store that was just given a table of this header."""
    table, account = header.table, f"ann {uuid.uuid4().hex}"
    opened = Movement(account, 1, 1, "opening", 500, 500)
    bought = Movement(account, 2, 2, "buy_in", -300, 200, table, "1")
    if store.movements(account):
        yield "an account that nobody has heard of has movements"
    store.append(table, 0, [Record(1, 1, EVENT)], [opened, bought])
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
    yield from _refuses(store, table, bought)
    if store.movements(account, limit=1) != [bought]:
        return
    granted = Movement(account, 3, 3, "grant", 50, 250, "boss", "g1")
    store.move([granted])
    again = Movement(account, 4, 4, "grant", 50, 300, "boss", "g1")
    if not raises(StoreConflict, partial(store.move, [again])):
        yield "move() takes a mark a second time: raise StoreConflict"
    if store.movements(account) != [granted, bought, opened]:
        yield "what was refused has moved a bankroll"


def _refuses(store: Store, table: str, last: Movement) -> Iterator[str]:
    """Movements that do not follow the last one take the records beside them along."""
    account = last.account
    for fault, error, bad in (
        ("that comes late", BankrollMoved, Movement(account, 2, 3, "x", 10, 510)),
        ("that leaves a gap", BankrollMoved, Movement(account, 4, 3, "x", 10, 210)),
        ("that adds up wrongly", StoreError, Movement(account, 3, 3, "x", 10, 211)),
        ("below zero", StoreError, Movement(account, 3, 3, "x", -201, -1)),
    ):
        if not raises(error, partial(store.append, table, 1, [Record(2, 1, EVENT)], [bad])):
            yield f"append() takes a movement {fault}: raise {error.__name__}"
        if not raises(error, partial(store.move, [bad])):
            yield f"move() takes a movement {fault}: raise {error.__name__}"
    fine = Movement(account, 3, 3, "x", -10, 190)
    if not raises(StoreConflict, partial(store.append, table, 0, [Record(1, 1, EVENT)], [fine])):
        yield "append() takes movements with records that come late: raise StoreConflict"
    if len(store.read(table)) != 1 or store.movements(account, limit=1) != [last]:
        yield "append() has written a part of what it refused"


def bankrolls_race(store: Store, open_store: Callable[[], Store]) -> Iterator[str]:
    """Two tables move one bankroll at the same time, as those of two servers may."""
    account = f"bob {uuid.uuid4().hex}"
    stores = [store, open_store()]
    start = threading.Barrier(2, timeout=60)
    faults: list[str] = []

    def write(number: int) -> None:
        table = f"check {uuid.uuid4().hex}"
        stores[number].create(TableHeader(table, "Race", "nz", 1, {}, {}, 1_000))
        start.wait()
        try:
            for race in range(RACES):
                _move_by_one(stores[number], table, race, account)
        except Exception as error:
            faults.append(f"a writer whose bankroll moved is told {error!r}: raise BankrollMoved")

    at_once(write)
    yield from faults
    found = store.movements(account)
    if [one.held for one in found] != list(range(2 * RACES, 0, -1)):
        yield f"of {2 * RACES} movements by two writers {len(found)} are kept, in whatever order"
    if account := broken_bankroll(store):
        yield f"the movements of {account} do not lead to its bankroll"
    if stores[1] is not store:
        stores[1].close()


def _move_by_one(store: Store, table: str, after: int, account: str) -> None:
    """Write a record that adds a cent, as often as the bankroll has moved meanwhile."""
    while True:
        newest = store.movements(account, limit=1)
        number, held = (newest[0].number, newest[0].held) if newest else (0, 0)
        moved = Movement(account, number + 1, 1, "cash_out", 1, held + 1, table, str(after + 1))
        try:
            store.append(table, after, [Record(after + 1, 1, EVENT)], [moved])
        except BankrollMoved:
            continue
        return
