"""Bankrolls in a store: what breaks, waits or races moves every cent once."""

import hashlib
import threading
from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.store.bankrolls import MOVEMENTS_MAX, Kept, broken_bankroll, chained_movements
from pitboss.store.memory import MemoryStore
from pitboss.store.port import (
    BankrollMoved,
    Movement,
    Record,
    Store,
    StoreConflict,
    StoreError,
)
from pitboss.store.sql.postgres import PostgresStore
from pitboss.testing.check_store import check_store
from pitboss.testing.conformance import Nonconforming
from tests.store.conftest import Place
from tests.store.records import BATCH, assert_sound, header, records
from tests.store.test_lost_commits import behind_proxy

PEOPLE = ("ann", "bob")


def cents(store: Store, names: Sequence[str], mark: str) -> list[Movement]:
    """A cent for each."""
    movements = []
    for name in names:
        newest = store.movements(name, limit=1)
        number, held = (newest[0].number, newest[0].held) if newest else (0, 0)
        movements.append(Movement(name, number + 1, 1, "cash_out", 1, held + 1, "t", mark))
    return movements


@pytest.mark.parametrize("before, after", [(0, 1), (1, 0), (1, 1), (0, 3)])
def test_what_was_cut_at_the_commit_moves_once(
    postgres_place: Place, before: int, after: int
) -> None:
    with behind_proxy(postgres_place) as (proxy, store):
        store.create(header())
        proxy.before, proxy.after = before, after
        store.append("t1", 0, records(0, BATCH, "c1"), cents(store, PEOPLE, "1"))
        proxy.before, proxy.after = before, after
        store.move(cents(store, PEOPLE, "2"))
        proxy.before = proxy.after = 0
        assert [(one.account, one.held) for one in store.bankrolls()] == [("ann", 2), ("bob", 2)]
        assert len(assert_sound(store)) == BATCH


def test_what_another_moved_meanwhile_is_not_taken_for_ours(postgres_place: Place) -> None:
    with behind_proxy(postgres_place) as (proxy, store):
        other = PostgresStore(postgres_place.where)
        ours = cents(store, PEOPLE, "ours")
        other.move(cents(other, PEOPLE, "theirs"))
        proxy.before = 1
        with pytest.raises(BankrollMoved):
            store.move(ours)
        assert {one.mark for one in store.bankrolls()} == {"theirs"}
        other.close()


def test_writers_of_the_same_bankrolls_never_wait_for_each_other(place: Place) -> None:
    """They name the same people in any order, and none of them is held up by the other."""
    stores = [place.open(), place.open()]
    for number, store in enumerate(stores):
        store.create(header(f"t{number}"))
    faults: list[Exception] = []

    def write(number: int) -> None:
        store, names = stores[number], PEOPLE[:: 1 if number else -1]
        after = 0
        try:
            while after < 25:
                moved = cents(store, names, f"{number} {after}")
                try:
                    store.append(f"t{number}", after, records(after, 1), moved)
                    after += 1
                except BankrollMoved:
                    continue
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert [one.held for one in stores[0].bankrolls()] == [50, 50]
    assert broken_bankroll(stores[0]) == ""
    for store in stores:
        store.close()


def test_limits(store: Store) -> None:
    many = [Movement("ann", n, 1, "grant", 1, n) for n in range(1, MOVEMENTS_MAX + 2)]
    with pytest.raises(StoreError, match="are too many"):
        store.move(many)
    store.move(many[:-1])
    store.move([])
    assert len(store.movements("ann", limit=7)) == 7
    assert store.movements("ann", limit=0) == []


def test_a_mark_counts_once_for_each_account_kind_and_source(store: Store) -> None:
    store.move([Movement("ann", 1, 1, "grant", 5, 5, "boss", "g1")])
    with pytest.raises(StoreConflict):
        store.move([Movement("ann", 2, 1, "grant", 5, 10, "boss", "g1")])
    store.move([Movement("ann", 2, 1, "grant", 5, 10, "other", "g1")])
    store.move([Movement("bob", 1, 1, "grant", 5, 5, "boss", "g1")])
    assert [one.held for one in store.bankrolls()] == [10, 5]


class Forgetful(MemoryStore):
    """Writes the records, and then forgets whom they move."""

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        super().append(table, after, records)


class Careless(MemoryStore):
    """Moves bankrolls before it has looked at the records."""

    def append(
        self, table: str, after: int, records: Sequence[Record],
        movements: Sequence[Movement] = (), *, opened: Sequence[Record] = (),
    ) -> None:  # fmt: skip
        self.move(movements)
        super().append(table, after, records)


@pytest.mark.parametrize(
    "kind, fault",
    [(Forgetful, "does not give what append"), (Careless, "a part of what it refused")],
)
def test_the_kit_finds_stores_that_mistake_money(kind: type[MemoryStore], fault: str) -> None:
    logs = kind()
    with pytest.raises(Nonconforming, match=fault):
        check_store(lambda: logs)


def test_a_bankroll_that_does_not_add_up_is_found() -> None:
    store = MemoryStore()
    store.move([Movement("ann", 1, 1, "grant", 5, 5), Movement("ann", 2, 1, "grant", 5, 10)])
    kept = store._movements["ann"]
    for broken in (kept[1:], [kept[0], Kept(Movement("ann", 2, 1, "grant", 4, 10), "")]):
        store._movements["ann"] = broken
        assert broken_bankroll(store) == "ann"


def test_the_chain_of_movements_is_what_anybody_can_work_out() -> None:
    """From one account to the next it begins again, and whatever is changed changes all behind."""
    moves = [
        Movement("ann", 1, 5, "opening", 100, 100),
        Movement("ann", 2, 6, "buy_in", -40, 60, "t", "1"),
        Movement("ann", 3, 7, "cash_out", 40, 100, "t", "2"),
    ]
    previous = hashlib.sha256(b"bankroll ann").hexdigest()
    due = []
    for one in moves:
        previous = hashlib.sha256(previous.encode() + msgspec.json.encode(one)).hexdigest()
        due.append(previous)
    assert [kept.chain for kept in chained_movements(moves)] == due
    # The bankroll that is left is the same, and its past another one.
    changed = [replace(moves[0], at_ms=4), *moves[1:]]
    assert not {kept.chain for kept in chained_movements(changed)} & set(due)
