"""A store in memory, for tests and studies: gone with its process."""

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from pitboss.store.bankrolls import Kept, follow
from pitboss.store.chain import chained, next_place
from pitboss.store.port import (
    PAGE_MAX,
    Movement,
    Record,
    Snapshot,
    StoreConflict,
    StoreError,
    TableHeader,
    Unsealer,
    page,
)
from pitboss.store.sealed_fields import read_envelope


class MemoryStore:
    """Logs in lists, behind one lock."""

    seals: Unsealer | None = None
    """Opens what is sealed, from when it is set."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._headers: dict[str, TableHeader] = {}
        self._records: dict[str, list[Record]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._movements: dict[str, list[Kept]] = {}

    def create(self, header: TableHeader) -> None:
        """Begin the log of a table."""
        with self._lock:
            if header.table in self._headers:
                raise StoreConflict(f"there is a table {header.table} already")
            self._headers[header.table] = header
            self._records[header.table] = []

    def headers(self) -> list[TableHeader]:
        """Return every table, the oldest first."""
        with self._lock:
            return sorted(self._headers.values(), key=lambda h: (h.created_ms, h.table))

    def append(
        self,
        table: str,
        after: int,
        records: Sequence[Record],
        movements: Sequence[Movement] = (),
        *,
        opened: Sequence[Record] = (),
    ) -> None:
        """Write records behind a version with what they move, all of them or none."""
        with self._lock:
            log = self._records.get(table, [])
            header, last = self._headers.get(table), log[-1] if log else None
            previous, version = next_place(header, last, table, after)
            written = chained(previous, version, records)
            self._move(movements)
            for record in opened:
                place = bisect_left(log, record.version, key=lambda entry: entry.version)
                log[place] = replace(log[place], envelope=record.envelope)
            log.extend(written)

    def move(self, movements: Sequence[Movement]) -> None:
        """Write movements that no table makes, all of them or none."""
        with self._lock:
            self._move(movements)

    def _move(self, movements: Sequence[Movement]) -> None:
        written = follow(movements, {name: moves[-1] for name, moves in self._movements.items()})
        for movement in movements:
            mark = _mark(movement)
            if movement.mark and any(mark == _mark(old) for old in self._of(movement.account)):
                text = f"{movement.kind} {movement.mark} has moved the bankroll already"
                raise StoreConflict(text)
        for kept in written:
            self._movements.setdefault(kept.movement.account, []).append(kept)

    def _of(self, account: str) -> list[Movement]:
        return [kept.movement for kept in self._movements.get(account, [])]

    def movements(
        self, account: str, *, kind: str = "", before: int = 0, limit: int = PAGE_MAX
    ) -> list[Movement]:
        """Return movements of an account, if named of a kind and before a number, newest first."""
        with self._lock:
            matching = [
                movement
                for movement in reversed(self._of(account))
                if (not before or movement.number < before) and kind in ("", movement.kind)
            ]
            return matching[: page(limit)]

    def bankrolls(self, accounts: Collection[str] | None = None) -> list[Movement]:
        """Return the newest movement of every account, or of those named, in the order of names."""
        with self._lock:
            names = self._movements.keys() if accounts is None else accounts
            kept = [self._movements[name][-1] for name in sorted(names) if name in self._movements]
            return [newest.movement for newest in kept]

    def read(self, table: str, after: int = 0, limit: int = PAGE_MAX) -> list[Record]:
        """Return records behind a version, in order."""
        with self._lock:
            log = self._records.get(table, [])
            first = bisect_right(log, after, key=lambda record: record.version)
            return log[first : first + page(limit)]

    def sealed(self, table: str) -> list[Record]:
        """Return every record of a table with something in it that has not been opened."""
        with self._lock:
            return [
                record
                for record in self._records.get(table, [])
                if read_envelope(record.envelope).sealed
            ]

    def last(self, table: str) -> Record | None:
        """Return the newest record of a table."""
        with self._lock:
            log = self._records.get(table)
            return log[-1] if log else None

    def answered(self, table: str, id_: str) -> tuple[int, int] | None:
        """Return the first and last event that a command led to."""
        with self._lock:
            log = self._records.get(table, [])
            places = [place for place, record in enumerate(log) if id_ and record.id == id_]
            if not places:
                return None
            before = log[places[0] - 1].version if places[0] else 0
            return before + 1, log[places[-1]].version

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a state, unless a newer one is kept."""
        with self._lock:
            if table not in self._headers:
                raise StoreError(f"there is no table {table}")
            held = self._snapshots.get(table)
            if held is None or held.version <= snapshot.version:
                self._snapshots[table] = snapshot

    def snapshot(self, table: str) -> Snapshot | None:
        """Return the newest state kept."""
        with self._lock:
            return self._snapshots.get(table)

    def close(self) -> None:
        """Close the table; there is nothing to release."""


def _mark(movement: Movement) -> tuple[str, str, str]:
    return movement.kind, movement.source, movement.mark
