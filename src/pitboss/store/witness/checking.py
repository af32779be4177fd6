"""Whether a store is what its signed heads say: nothing shortened, rolled back, forked or added."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Protocol

import msgspec

from pitboss.store.bankrolls import Kept, bankroll_log, chained_movements
from pitboss.store.body import event_count
from pitboss.store.chain import genesis, link
from pitboss.store.port import PAGE_MAX, Record, Store, StoreError, TableHeader
from pitboss.store.witness.statements import (
    BEGIN,
    FIRST,
    End,
    Head,
    Signed,
    StatementError,
    followed,
    read_statement,
)

LISTS = "statements"
"""What faults of the lists themselves stand under; no log has this name."""


class WitnessedStore(Store, Protocol):
    """A store that keeps statements beside its logs."""

    def kept_movements(self) -> list[Kept]:
        """Every movement in its place, by account."""

    def statements(self, writer: str, after: int = 0, limit: int = PAGE_MAX) -> list[bytes]:
        """The statements of a process behind a number, in order."""

    def first_statements(self) -> list[bytes]:
        """The statement that each list begins with."""

    def last_statements(self) -> dict[str, bytes]:
        """The newest statement of each process."""


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a log, or with the statements."""

    log: str
    version: int
    """The first event that is missing, was never signed, or is not the one that was."""
    text: str


@dataclass(slots=True)
class Findings:
    """What came of holding a store against its signed heads."""

    heads: dict[str, Head] = field(default_factory=dict)
    """How far each log has come, by its own records; for one at fault, what was signed of it."""
    there: dict[str, Head] = field(default_factory=dict)
    """The last good event of each log, whatever was signed."""
    signed: dict[str, tuple[Head, int]] = field(default_factory=dict)
    """The newest signed head of each log, and when it was signed."""
    faults: dict[str, Fault] = field(default_factory=dict)
    """By log."""
    ends: list[End] = field(default_factory=list)
    """Lists that no statement has named at their end."""
    outside_behind: list[Signed] = field(default_factory=list)
    """Statements that were committed and did not come to the copy outside."""
    statements: int = 0
    """How many were read."""


def hold_against(store: WitnessedStore, public: str, outside: Iterable[Signed]) -> Findings:
    """Check every log of a store against the statements in it, and against the copy outside."""
    findings = Findings()
    kept = list(outside)
    newest: dict[str, Signed] = {}
    try:
        newest = _read_lists(store, public, findings)
    except StatementError as error:
        # The copy outside, which is whole, says what there was.
        if not kept:
            raise
        findings.faults[LISTS] = Fault(LISTS, 0, str(error))
    _read_outside(store, public, kept, newest, findings)
    is_new = not newest and not kept
    for log, version, chain, why in _walk_all(store):
        head, fault = Head(log, version, chain), None
        findings.there[log] = head
        if why:
            fault = Fault(log, version + 1, why)
        elif not is_new:
            fault = _compare(head, findings.signed.get(log))
        if fault is None:
            findings.heads[log] = head
        else:
            findings.faults[log] = fault
    for log, (head, at_ms) in findings.signed.items():
        if not head.chain:
            # Given up with a backup that did not have it.
            continue
        if log not in findings.heads and log not in findings.faults:
            text = f"{log} is gone; {_told(head, at_ms)}"
            findings.faults[log] = Fault(log, 1, text)
        if log in findings.faults:
            findings.heads[log] = head
    return findings


def _read_lists(store: WitnessedStore, public: str, findings: Findings) -> dict[str, Signed]:
    """The lists of the store, from where the first statement of a later one has not named them."""
    named: dict[str, End] = {}
    for line in store.first_statements():
        for end in read_statement(line).statement.lists:
            if end.writer not in named or named[end.writer].number < end.number:
                named[end.writer] = end
    newest = {writer: read_statement(line) for writer, line in store.last_statements().items()}
    for writer, end in named.items():
        if writer not in newest or newest[writer].statement.number < end.number:
            raise StatementError(f"statement {end.number} of {writer} is missing in the store")
    for writer, last in newest.items():
        before = named.get(writer)
        if before is not None and last.end == before:
            continue
        if not last.is_by(public):
            raise StatementError(f"the statements of {writer} are signed with another key")
        pages = _pages(store, writer, before.number if before else 0)
        for signed in list(followed(pages, before)):
            _take(signed, findings)
        findings.ends.append(last.end)
    return newest


def _pages(store: WitnessedStore, writer: str, after: int) -> Iterator[Signed]:
    while lines := store.statements(writer, after):
        for line in lines:
            yield read_statement(line)
        after += len(lines)


def _read_outside(
    store: WitnessedStore, public: str, outside: list[Signed], newest: dict[str, Signed],
    findings: Findings,
) -> None:  # fmt: skip
    """The copy outside: the store may have come further, and must have what the copy has."""
    lists: dict[str, list[Signed]] = defaultdict(list)
    for signed in outside:
        lists[signed.statement.writer].append(signed)
    for writer, own in lists.items():
        first = own[0].statement
        before = None if first.number == FIRST else End(writer, first.number - 1, first.previous)
        *_, last = followed(own, before)
        if not last.is_by(public):
            raise StatementError(f"the copy outside is signed with another key, by {writer}")
        number = last.statement.number
        there = store.statements(writer, number - 1, 1)
        for signed in own:
            _take(signed, findings)
        if not there:
            at = newest[writer].statement.number if writer in newest else 0
            text = f"the store has {at} statements of {writer}, and the copy outside {number}"
            findings.faults[LISTS] = Fault(LISTS, at + 1, text)
        elif there[0] != last.line:
            text = f"statement {number} of {writer} is another one in the store than outside"
            findings.faults[LISTS] = Fault(LISTS, number, text)
        else:
            findings.outside_behind += list(_pages(store, writer, number))
    if newest and not outside:
        text = "the copy outside is not there, so that nobody can tell whether the end is missing"
        findings.faults[LISTS] = Fault(LISTS, 0, text)


def _take(signed: Signed, findings: Findings) -> None:
    """Note the heads of a statement; a note sets them back, otherwise they only go on."""
    findings.statements += 1
    statement = signed.statement
    is_set_back = statement.note not in ("", BEGIN)
    for head in statement.heads:
        old = findings.signed.get(head.log)
        if old is None or not old[0].chain or is_set_back or old[0].version < head.version:
            findings.signed[head.log] = head, statement.at_ms
        elif old[0].version == head.version and old[0].chain != head.chain:
            text = f"two heads of {head.log} were signed for event {head.version}"
            raise StatementError(text)


def _compare(head: Head, signed: tuple[Head, int] | None) -> Fault | None:
    """What is wrong with a log whose own chain holds."""
    if signed is None:
        return Fault(head.log, 1, f"{head.log} was never signed")
    due, at_ms = signed
    if head.version < due.version:
        text = (
            f"{head.log} ends at {head.version}, and {_told(due, at_ms)}:"
            f" {due.version - head.version} are missing, the first is {head.version + 1}"
        )
        return Fault(head.log, head.version + 1, text)
    if head.version > due.version:
        text = f"{head.log} goes on to {head.version}, and only as far as {due.version} is signed"
        return Fault(head.log, due.version + 1, text)
    if head.chain != due.chain:
        return Fault(head.log, head.version, f"{head.log} has another past than was signed")
    return None


def _told(head: Head, at_ms: int) -> str:
    """What was signed, in words."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{head.version} was signed on {at:%Y-%m-%d at %H:%M:%S} UTC"


def _walk_all(store: WitnessedStore) -> Iterator[tuple[str, int, str, str]]:
    """Every log with its last good event, the hash there, and why it does not go on."""
    for header in store.headers():
        yield header.table, *walk(store, header)
    for account, rows in groupby(store.kept_movements(), key=lambda kept: kept.movement.account):
        yield bankroll_log(account), *_walk_movements(list(rows))


def walk(store: Store, header: TableHeader) -> tuple[int, str, str]:
    """The last good event of a log, the hash there, and why it does not go on: empty at its end."""
    version, chain = 0, genesis(header)
    try:
        for record in _records(store, header.table):
            due = version + event_count(record.body)
            if record.version != due:
                return version, chain, f"{header.table} has no event {version + 1}"
            if record.chain != (after := link(chain, record)):
                return version, chain, f"the chain of {header.table} breaks at event {due}"
            version, chain = due, after
    except StoreError as error:
        return version, chain, f"{header.table} cannot be read behind event {version}: {error}"
    return version, chain, ""


def _records(store: Store, table: str) -> Iterator[Record]:
    """Every record of a log, up to the very one that cannot be read."""
    after, limit = 0, PAGE_MAX
    while True:
        try:
            page = store.read(table, after, limit)
        except StoreError:
            if limit == 1:
                raise
            limit = 1
            continue
        if not page:
            return
        yield from page
        after = page[-1].version


def _walk_movements(rows: list[Kept]) -> tuple[int, str, str]:
    account, held = rows[0].movement.account, 0
    chain = ""
    due = chained_movements([kept.movement for kept in rows])
    for number, (kept, right) in enumerate(zip(rows, due, strict=True), start=1):
        held += kept.movement.amount
        if (kept.movement.number, kept.movement.held, kept.chain) != (number, held, right.chain):
            text = f"the bankroll of {account} breaks at movement {number}"
            return number - 1, chain, text
        chain = right.chain
    return len(rows), chain, ""
