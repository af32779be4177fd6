"""Read the logs and bankrolls of a store, from their beginning to the first fault."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pitboss.store.bankrolls import Kept, bankroll_log, chained_movements
from pitboss.store.chain import event_count, genesis, link
from pitboss.store.port import PAGE_MAX, Record, StoreError, TableHeader, UnreadableRecord
from pitboss.store.sealed_fields import envelope_fault, read_envelope
from pitboss.store.witness.statements import Head

if TYPE_CHECKING:
    from pitboss.store.sql.rows import SqlStore

Past = dict[int, str]
"""Every signed head of a log: its hash by event."""
OTHER = "a different past from the one signed"


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


def walk_all(store: "SqlStore", past: dict[str, Past]) -> Iterator[LogWalk]:
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


def walk(store: "SqlStore", header: TableHeader, past: Past) -> LogWalk:
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


def _records(store: "SqlStore", table: str) -> Iterator[tuple[Record, object]]:
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
