"""Whether a store is what its signed heads say: nothing shortened, rolled back, forked or added."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from typing import Protocol

import msgspec
from msgspec.structs import replace

from pitboss.store.bankrolls import Kept, bankroll_log, chained_movements
from pitboss.store.body import event_count
from pitboss.store.chain import genesis, link
from pitboss.store.port import PAGE_MAX, Record, Store, StoreError, TableHeader
from pitboss.store.seal import is_whole
from pitboss.store.witness.outside import DamagedCopy
from pitboss.store.witness.statements import (
    BEGIN,
    FIRST,
    End,
    Head,
    Signed,
    Statement,
    StatementError,
    followed,
    read_statement,
)

LISTS = "the statements"
"""What faults of the lists themselves stand under; no log has this name."""

Past = dict[int, str]
"""Every signed head of a log: its hash by event."""


class WitnessedStore(Store, Protocol):
    """A store that keeps statements beside its logs."""

    def one_moment(self) -> AbstractContextManager[None]:
        """Everything read within it is as it stood at one moment."""

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
    is_shorter: bool = False
    """Nothing is wrong but that its end is missing."""


@dataclass(slots=True)
class Findings:
    """What came of holding a store against its signed heads."""

    heads: dict[str, Head] = field(default_factory=dict)
    """How far each log has come, by its own records; for one at fault, what was signed of it."""
    good: dict[str, Head] = field(default_factory=dict)
    """As far as each log is there, holds, and is what was signed."""
    signed: dict[str, tuple[Head, int]] = field(default_factory=dict)
    """The newest signed head of each log, and when it was signed."""
    past: dict[str, Past] = field(default_factory=lambda: defaultdict(dict))
    faults: dict[str, Fault] = field(default_factory=dict)
    """By log."""
    ends: list[End] = field(default_factory=list)
    """Lists that no statement has named at their end."""
    outside_behind: list[Signed] = field(default_factory=list)
    """Statements that were committed and did not come to the outside copy."""
    notes: list[Statement] = field(default_factory=list)
    """Those that say why something is not as before: a loss that was accepted, a missing copy."""


def hold_against(
    store: WitnessedStore, public: str, outside: Iterable[Signed], *,
    copy: str = "", proofs: Iterable[Signed] = (), is_whole: bool = False,
) -> Findings:  # fmt: skip
    """Check every log of a store against the statements in it, and against the outside copy.

    ``copy`` is what the lists that were kept there call it; ``proofs`` are what is left of one that
    is damaged, each of them known to be signed. A list that a later one has named was checked then,
    and is passed over unless ``is_whole``.
    """
    findings = Findings()
    kept = list(outside)
    with store.one_moment():
        newest: dict[str, Signed] | None = None
        try:
            newest = _read_lists(store, public, findings, is_whole=is_whole)
        except StatementError as error:
            # The copy outside, which is whole, says what there was.
            if not kept:
                raise
            findings = Findings()
            findings.faults[LISTS] = Fault(LISTS, 0, str(error))
        _read_outside(store, public, kept, newest, findings)
        _read_proofs(store, proofs, newest or {}, findings)
        if newest and copy:
            _miss_copy(store, copy, newest, {one.statement.writer for one in kept}, findings)
        is_new = not newest and not kept
        for walked in _walk_all(store, findings.past):
            _judge(walked, findings, is_new=is_new)
    for log, (head, at_ms) in findings.signed.items():
        if not head.chain:
            # Given up with a backup that did not have it.
            continue
        if log not in findings.good:
            findings.good[log] = Head(log, 0, "")
            text = f"{log} is gone, or cannot be read; {_told(head, at_ms)}"
            findings.faults[log] = Fault(log, 1, text, is_shorter=True)
        if log in findings.faults:
            findings.heads[log] = head
    return findings


def _read_lists(
    store: WitnessedStore, public: str, findings: Findings, *, is_whole: bool
) -> dict[str, Signed]:
    """The lists of the store, from where the first statement of a later one has not named them."""
    named: dict[str, End] = {}
    firsts = [read_statement(line) for line in store.first_statements()]
    for first in firsts:
        if not first.is_by(public):
            raise _not_ours(first, public, "the store")
        for end in first.statement.lists:
            if end.writer not in named or named[end.writer].number < end.number:
                named[end.writer] = end
    newest = {writer: read_statement(line) for writer, line in store.last_statements().items()}
    for writer, end in named.items():
        if writer not in newest or newest[writer].statement.number < end.number:
            raise StatementError(f"statement {end.number} of {writer} is missing in the store")
    firsts.sort(key=lambda one: (one.statement.at_ms, one.statement.writer))
    for writer in (one.statement.writer for one in firsts):
        last, before = newest[writer], named.get(writer)
        if before is None or last.end != before:
            findings.ends.append(last.end)
        elif not is_whole:
            continue
        if not last.is_by(public):
            raise _not_ours(last, public, "the store")
        after = None if is_whole else before
        for signed in list(followed(_pages(store, writer, after.number if after else 0), after)):
            _take(signed, findings)
    return newest


def _not_ours(signed: Signed, public: str, where: str) -> StatementError:
    """Why a statement does not count."""
    writer, key = signed.statement.writer, signed.statement.key
    if key and key != public:
        return StatementError(f"{where} is signed with another key, {key[:16]}..., by {writer}")
    return StatementError(f"a statement of {writer} in {where} is not as it was signed")


def _pages(store: WitnessedStore, writer: str, after: int) -> Iterator[Signed]:
    while lines := store.statements(writer, after):
        for line in lines:
            yield read_statement(line)
        after += len(lines)


def _read_outside(
    store: WitnessedStore, public: str, outside: list[Signed],
    newest: dict[str, Signed] | None, findings: Findings,
) -> None:  # fmt: skip
    """The copy outside: the store may have come further, and must have what the copy has.

    Where the lists of the store cannot be read (``newest`` is None) all of the copy counts.
    """
    lists: dict[str, list[Signed]] = defaultdict(list)
    for signed in outside:
        lists[signed.statement.writer].append(signed)
    for writer, own in lists.items():
        first = own[0].statement
        before = None if first.number == FIRST else End(writer, first.number - 1, first.previous)
        try:
            *_, last = followed(own, before)
        except StatementError as error:
            raise DamagedCopy(f"the outside copy is damaged: {error}") from None
        if not last.is_by(public):
            ours = own[0].statement.key in ("", public)
            fault = _not_ours(own[0] if not ours else last, public, "the outside copy")
            raise DamagedCopy(f"the outside copy is damaged: {fault}") if ours else fault
        at = newest[writer].statement.number if newest and writer in newest else 0
        number = last.statement.number
        for signed in own:
            if signed.statement.number > at:
                _take(signed, findings)
        if newest is None:
            continue
        if number > at:
            text = f"the store has {at} statements of {writer}, and the outside copy {number}"
            findings.faults[LISTS] = Fault(LISTS, at + 1, text)
        elif store.statements(writer, number - 1, 1) != [last.line]:
            text = f"statement {number} of {writer} differs between the store and the outside copy"
            findings.faults[LISTS] = Fault(LISTS, number, text)
        else:
            findings.outside_behind += list(_pages(store, writer, number))


def _read_proofs(
    store: WitnessedStore, proofs: Iterable[Signed], newest: dict[str, Signed], findings: Findings
) -> None:
    """Single statements of a damaged copy: the store must have each of them."""
    for signed in proofs:
        writer, number = signed.statement.writer, signed.statement.number
        at = newest[writer].statement.number if writer in newest else 0
        if number > at or store.statements(writer, number - 1, 1) != [signed.line]:
            _take(signed, findings)


def _miss_copy(
    store: WitnessedStore, copy: str, newest: dict[str, Signed], kept: set[str], findings: Findings
) -> None:
    """A copy is gone, or an older one lies in its place: lists are not in it that were kept there.

    The first statement of a list may not have come there, and what was signed behind it has not.
    """
    firsts = (read_statement(line).statement for line in store.first_statements())
    here = {one.writer for one in firsts if one.copy == copy}
    here = {writer for writer in here if newest[writer].statement.number > FIRST}
    if not kept and here:
        text = "the outside copy is gone, so that nobody can tell whether the end is missing"
        findings.faults[LISTS] = Fault(LISTS, 0, text)
    last = here & {end.writer for end in findings.ends}
    if kept and last and not last & kept:
        text = f"the outside copy is an older one: it has nothing of {', '.join(sorted(last))}"
        findings.faults[LISTS] = Fault(LISTS, 0, text)


def _take(signed: Signed, findings: Findings) -> None:
    """Note the heads of a statement; a note sets them back, otherwise they only go on."""
    statement = signed.statement
    if statement.note not in ("", BEGIN):
        findings.notes.append(statement)
    for head in statement.heads:
        past = findings.past[head.log]
        old = findings.signed.get(head.log)
        if statement.note not in ("", BEGIN):
            findings.past[head.log] = {v: chain for v, chain in past.items() if v < head.version}
            old = None
        elif past.get(head.version, head.chain) != head.chain:
            text = f"two heads of {head.log} were signed for event {head.version}"
            findings.faults.setdefault(head.log, Fault(head.log, head.version, text))
            continue
        findings.past[head.log][head.version] = head.chain
        if old is None or not old[0].chain or old[0].version < head.version:
            findings.signed[head.log] = head, statement.at_ms


class Walked(msgspec.Struct, frozen=True):
    """A log, gone through from its beginning."""

    log: str
    version: int
    """Its last event that holds."""
    chain: str
    why: str
    """Why it does not go on; empty at its end."""
    good: Head
    """The last event that holds and that a signed head agrees with; else the last that holds."""


def _judge(walked: Walked, findings: Findings, *, is_new: bool) -> None:
    log = walked.log
    findings.good[log] = walked.good
    head = Head(log, walked.version, walked.chain)
    fault = findings.faults.get(log)
    if fault is None and walked.why:
        fault = Fault(log, walked.good.version + 1, walked.why)
    elif fault is None and not is_new:
        fault = _compare(head, findings.signed.get(log))
    if fault is None:
        findings.heads[log] = head
    else:
        findings.faults[log] = fault


def _compare(head: Head, signed: tuple[Head, int] | None) -> Fault | None:
    """What is wrong with a log that is what was signed as far as it goes."""
    if signed is None:
        return Fault(head.log, 1, f"{head.log} was never signed")
    due, at_ms = signed
    if head.version < due.version:
        count = due.version - head.version
        missing = "1 is missing, and it" if count == 1 else f"{count} are missing, the first"
        text = f"{head.log} ends at {head.version}, and {_told(due, at_ms)}: {missing} is"
        return Fault(head.log, head.version + 1, f"{text} {head.version + 1}", is_shorter=True)
    if head.version > due.version:
        text = f"{head.log} goes on to {head.version}, and only as far as {due.version} is signed"
        return Fault(head.log, due.version + 1, text)
    return None


def _told(head: Head, at_ms: int) -> str:
    """What was signed, in words."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{head.version} was signed on {at:%Y-%m-%d at %H:%M:%S} UTC"


def _walk_all(store: WitnessedStore, past: dict[str, Past]) -> Iterator[Walked]:
    """Every log of tables and people, then every bankroll."""
    for header in store.headers():
        yield walk(store, header, past[header.table])
    for account, rows in groupby(store.kept_movements(), key=lambda kept: kept.movement.account):
        yield _walk_movements(account, list(rows), past[bankroll_log(account)])


def walk(store: Store, header: TableHeader, past: Past) -> Walked:
    """Go through a log, and hold every signed head against it on the way."""
    log, version, chain = header.table, 0, genesis(header)
    good = Head(log, 0, chain)
    why = _departs(log, good, past)
    try:
        for record in () if why else _records(store, log):
            due, after = version + event_count(record.body), link(chain, record)
            if record.version != due:
                why = f"{log} has no event {version + 1}"
            elif record.chain != after:
                why = f"the chain of {log} breaks at event {due}"
            elif not is_whole(record.body, record.beside):
                why = f"what was sealed at event {due} of {log} is gone"
            else:
                why = _departs(log, Head(log, due, after), past)
            if why:
                break
            version, chain = due, after
            if version in past:
                good = Head(log, version, chain)
    except StoreError as error:
        why = f"{log} cannot be read after event {version}: {error}"
    return _walked(Walked(log, version, chain, why, good), past)


OTHER = "a different past from the one signed"


def _departs(log: str, head: Head, past: Past) -> str:
    """Why a log is another one than was signed, from here on or from before."""
    is_as_signed = past.get(head.version, head.chain) == head.chain
    return "" if is_as_signed else f"{log} has {OTHER}, by event {head.version}"


def _walked(walked: Walked, past: Past) -> Walked:
    """What was walked; where no signed head speaks for a part of it or against it, all is good."""
    if OTHER in walked.why or any(0 < signed <= walked.version for signed in past):
        return walked
    return replace(walked, good=Head(walked.log, walked.version, walked.chain))


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


def _walk_movements(account: str, rows: list[Kept], past: Past) -> Walked:
    log, held, chain, why, version = bankroll_log(account), 0, "", "", 0
    good = Head(log, 0, "")
    due = chained_movements([kept.movement for kept in rows])
    for number, (kept, right) in enumerate(zip(rows, due, strict=True), start=1):
        held += kept.movement.amount
        if (kept.movement.number, kept.movement.held, kept.chain) != (number, held, right.chain):
            why = f"the bankroll of {account} breaks at movement {number}"
        else:
            why = _departs(f"the bankroll of {account}", Head(log, number, right.chain), past)
        if why:
            break
        version, chain = number, right.chain
        if number in past:
            good = Head(log, number, chain)
    return _walked(Walked(log, version, chain, why, good), past)
