"""Read the logs and bankrolls of a store, from their beginning to the first fault."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import groupby
from typing import Protocol

import msgspec
from msgspec.structs import replace

from pitboss.store.bankrolls import Kept, bankroll_log, chained_movements
from pitboss.store.chain import event_count, genesis, link
from pitboss.store.port import PAGE_MAX, Record, Store, StoreError, TableHeader, UnreadableRecord
from pitboss.store.sealed_fields import envelope_fault, read_envelope
from pitboss.store.witness.signing import Witness
from pitboss.store.witness.statements import End, Head

Past = dict[int, str]
"""Every signed head of a log: its hash by event."""
OTHER = "a different past from the one signed"


class SignedStore(Store, Protocol):
    """A store of logs and of signed statements about them."""

    damage: str
    """Fault of the database's structure when it was opened, or ""."""
    witness: Witness | None
    """Signs every commit; None until set."""

    def one_moment(self) -> AbstractContextManager[None]:
        """Give the reads within the block one consistent view."""

    def kept_headers(self) -> list[tuple[str, TableHeader | None]]:
        """Return every name of a log with its header; None if that is not what was written."""

    def kept_records(
        self, table: str, after: int = 0, limit: int = PAGE_MAX
    ) -> list[tuple[Record, object]]:
        """Return records behind a version, each with its mark that something in it is sealed."""

    def stray_logs(self) -> list[str]:
        """Return names under which there are records and no log."""

    def kept_movements(self) -> list[tuple[str, Kept | None]]:
        """Return every movement in its place, by account; None for one that cannot be read."""

    def wrong_snapshots(self, public: str) -> list[str]:
        """Return the tables whose snapshot was not signed with this key."""

    def drop_snapshot(self, table: str) -> None:
        """Delete the snapshot of a table."""

    def has_statements(self) -> bool:
        """Return True if anything was ever signed here."""

    def statements(self, writer: str, after: int = 0, limit: int = PAGE_MAX) -> list[bytes]:
        """Return the statements of a process behind a number, in order."""

    def first_statements(self) -> list[bytes]:
        """Return the first statement of each list."""

    def last_statements(self) -> dict[str, bytes]:
        """Return the newest statement of each process."""

    def state(self, heads: Iterable[Head], note: str, lists: tuple[End, ...] = ()) -> None:
        """Sign heads for a reason other than a commit, such as a loss that was accepted."""


class LogWalk(msgspec.Struct, frozen=True):
    """The result of reading a log from its beginning."""

    log: str
    version: int
    """Its last intact event."""
    chain: str
    why: str
    """Fault of the next event; "" at the end of the log."""
    good: Head
    """The last intact event that a signed head confirms; the last intact one if none does."""


def walk_all(store: SignedStore, past: dict[str, Past]) -> Iterator[LogWalk]:
    """Read every log of tables and people, then every bankroll."""
    names = set()
    for name, header in store.kept_headers():
        names.add(name)
        if header is None:
            why = f"the header of {name} is not what was written, or a column differs from it"
            yield LogWalk(name, 0, "", why, Head(name, 0, ""))
        else:
            yield walk(store, header, past[name])
    for name in store.stray_logs():
        if name not in names:
            why = f"there are records of {name}, and no such log"
            yield LogWalk(name, 0, "", why, Head(name, 0, ""))
    for account, rows in groupby(store.kept_movements(), key=lambda row: row[0]):
        own = [kept for _, kept in rows]
        yield _walk_movements(account, own, past[bankroll_log(account)])


def walk(store: SignedStore, header: TableHeader, past: Past) -> LogWalk:
    """Read a log, and compare it with every signed head."""
    log, version, chain = header.table, 0, genesis(header)
    good = Head(log, 0, chain)
    why = _divergence(log, good, past)
    try:
        for record, mark in () if why else _records(store, log):
            due, after = version + event_count(record.body), link(chain, record)
            if record.version != due:
                why = f"{log} has no event {version + 1}"
            elif record.chain != after:
                why = f"the chain of {log} breaks at event {due}"
            elif fault := _envelope_fault(record, mark):
                why = f"beside event {due} of {log}: {fault}"
            else:
                why = _divergence(log, Head(log, due, after), past)
            if why:
                break
            version, chain = due, after
            if version in past:
                good = Head(log, version, chain)
    except UnreadableRecord as error:
        why = str(error)
    except StoreError as error:
        why = f"{log} cannot be read after event {version}: {error}"
    return _trusted_part(LogWalk(log, version, chain, why, good), past)


def _envelope_fault(record: Record, mark: object) -> str:
    """Return the fault of the columns that the chain does not cover, or ""."""
    if fault := envelope_fault(record.body, record.envelope):
        return fault
    is_sealed = bool(record.envelope) and bool(read_envelope(record.envelope).sealed)
    return "" if mark == int(is_sealed) else "its mark does not say what is sealed in it"


def _divergence(log: str, head: Head, past: Past) -> str:
    """Return the difference between a log and its signed head at this event, or ""."""
    is_as_signed = past.get(head.version, head.chain) == head.chain
    return "" if is_as_signed else f"{log} has {OTHER}, by event {head.version}"


def _trusted_part(log_walk: LogWalk, past: Past) -> LogWalk:
    """Trust all of a walk if no signed head confirms or contradicts a part."""
    if OTHER in log_walk.why or any(0 < signed <= log_walk.version for signed in past):
        return log_walk
    return replace(log_walk, good=Head(log_walk.log, log_walk.version, log_walk.chain))


def _records(store: SignedStore, table: str) -> Iterator[tuple[Record, object]]:
    """Yield every record of a log, up to the first unreadable one."""
    after, limit = 0, PAGE_MAX
    while True:
        try:
            page = store.kept_records(table, after, limit)
        except StoreError:
            if limit == 1:
                raise
            limit = 1
            continue
        if not page:
            return
        yield from page
        after = page[-1][0].version


def _walk_movements(account: str, rows: list[Kept | None], past: Past) -> LogWalk:
    log, held, chain, why, version = bankroll_log(account), 0, "", "", 0
    good = Head(log, 0, "")
    for number, kept in enumerate(rows, start=1):
        if kept is None:
            why = str(UnreadableRecord(f"the bankroll of {account}", number))
            break
        (right,) = chained_movements([kept.movement], chain)
        held += kept.movement.amount
        if (kept.movement.number, kept.movement.held, kept.chain) != (number, held, right.chain):
            why = f"the bankroll of {account} breaks at movement {number}"
        else:
            why = _divergence(f"the bankroll of {account}", Head(log, number, right.chain), past)
        if why:
            break
        version, chain = number, right.chain
        if number in past:
            good = Head(log, number, chain)
    return _trusted_part(LogWalk(log, version, chain, why, good), past)
