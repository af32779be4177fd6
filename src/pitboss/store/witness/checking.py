"""Check a store against its signed heads: nothing is shortened, rolled back, forked or added."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec

from pitboss.store.port import StoreError
from pitboss.store.witness.outside import OutsideCopy
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
from pitboss.store.witness.walking import LogWalk, Past, SignedStore, walk_all

LISTS = "the statements"
"""The name for faults of the lists themselves; no log has it."""
STRUCTURE = "the database"
"""The name for faults of the file or its tables; no log has it."""
NO_LOGS = frozenset({LISTS, STRUCTURE})


class AnotherKey(StatementError):
    """Statements signed with another house's key."""


class Fault(msgspec.Struct, frozen=True):
    """A fault of a log, or of the statements."""

    log: str
    version: int
    """The first event that is missing, was never signed, or differs from the signed one."""
    text: str
    is_shorter: bool = False
    """True if its only fault is that its end is missing."""


@dataclass(slots=True)
class Findings:
    """The result of checking a store against its signed heads."""

    heads: dict[str, Head] = field(default_factory=dict)
    """The end of each log by its own records; for one at fault, its last signed head."""
    good: dict[str, Head] = field(default_factory=dict)
    """The last event of each log that is present, intact and as signed."""
    signed: dict[str, tuple[Head, int]] = field(default_factory=dict)
    """The newest signed head of each log, and its time."""
    past: dict[str, Past] = field(default_factory=lambda: defaultdict(dict))
    faults: dict[str, Fault] = field(default_factory=dict)
    """The faults, by log."""
    ends: list[End] = field(default_factory=list)
    """Ends of lists that no statement has named."""
    outside_behind: list[Signed] = field(default_factory=list)
    """Committed statements that are missing in the outside copy."""
    notes: list[Statement] = field(default_factory=list)
    """Statements with a note, such as an accepted loss or a missing copy."""
    snapshots: list[str] = field(default_factory=list)
    """Tables whose snapshot was altered: no fault, as their log has everything."""
    is_copy_damaged: bool = False
    """True if a line of the outside copy was altered."""


def check_against_heads(store: SignedStore, public: str, copy: OutsideCopy | None) -> Findings:
    """Check everything in a store, and the outside copy of its statements if there is one.

    Every start, `witness`, `backup` and `repair` makes this same check.
    """
    findings = Findings()
    with store.one_moment():
        newest: dict[str, Signed] | None = None
        try:
            newest = _read_lists(store, public, findings)
        except StoreError as error:
            # The heads in the outside copy show how long the logs were.
            if copy is None or next(copy.readable(), None) is None:
                raise
            findings = Findings()
            findings.faults[LISTS] = Fault(LISTS, 0, str(error))
        is_new = newest == {}
        if copy is not None:
            check = _CopyCheck(store, public, copy, newest or {}, newest is not None, findings)
            is_new &= not check.compare()
        if store.damage:
            findings.faults[STRUCTURE] = Fault(STRUCTURE, 0, store.damage)
        for log_walk in walk_all(store, findings.past):
            _judge(log_walk, findings, is_new=is_new)
        findings.snapshots = store.wrong_snapshots(public)
    for log, (head, at_ms) in findings.signed.items():
        if not head.chain:
            # Given up with a backup that did not have it.
            continue
        if log not in findings.good:
            findings.good[log] = Head(log, 0, "")
            text = f"{log} is gone, or cannot be read; {_as_sentence(head, at_ms)}"
            findings.faults[log] = Fault(log, 1, text, is_shorter=True)
        if log in findings.faults:
            findings.heads[log] = head
    return findings


def _read_lists(store: SignedStore, public: str, findings: Findings) -> dict[str, Signed]:
    """Read every list of the store; return the newest statement of each."""
    firsts = [read_statement(line) for line in store.first_statements()]
    firsts.sort(key=lambda first: (first.statement.at_ms, first.statement.writer))
    named: dict[str, End] = {}
    newest: dict[str, Signed] = {}
    for first in firsts:
        writer = first.statement.writer
        _must_be_ours(first, public, "the store")
        for end in first.statement.lists:
            if end.writer not in named or named[end.writer].number < end.number:
                named[end.writer] = end
        for signed in followed(_pages(store, writer)):
            _take(signed, findings)
            newest[writer] = signed
        if writer not in newest:
            raise StatementError(f"the first statement of {writer} is not where it was written")
        _must_be_ours(newest[writer], public, "the store")
    if strays := store.last_statements().keys() - newest.keys():
        raise StatementError(f"statement {FIRST} of {min(strays)} is missing in the store")
    for writer, end in named.items():
        if writer not in newest or newest[writer].statement.number < end.number:
            raise StatementError(f"statement {end.number} of {writer} is missing in the store")
    ends = (signed.end for signed in newest.values())
    findings.ends += [end for end in ends if named.get(end.writer) != end]
    return newest


def _must_be_ours(signed: Signed, public: str, where: str) -> None:
    """Raise ``StatementError`` if a statement is not signed with the house's key."""
    if signed.is_by(public):
        return
    writer, key = signed.statement.writer, signed.statement.key
    if key != public and signed.is_by(key):
        raise AnotherKey(f"{where} is signed with another key, {key[:16]}..., by {writer}")
    raise StatementError(f"a statement of {writer} in {where} is not as it was signed")


def _pages(store: SignedStore, writer: str, after: int = 0) -> Iterator[Signed]:
    while lines := store.statements(writer, after):
        for line in lines:
            yield read_statement(line)
        after += len(lines)


@dataclass(slots=True)
class _Run:
    """A list of the copy, as far as it was read."""

    last: Signed
    further: list[Signed]
    """Statements that the store lacks."""


@dataclass(slots=True)
class _CopyCheck:
    """Compares a store with the outside copy, which the store must have all of."""

    store: SignedStore
    public: str
    copy: OutsideCopy
    newest: dict[str, Signed]
    """The newest statement of each list in the store."""
    is_readable: bool
    """False if the lists of the store cannot be read; then the newest of the copy counts."""
    findings: Findings

    def compare(self) -> bool:
        """Compare both; return True if there are statements in the copy.

        If the copy is damaged, each line of it that is still signed counts by itself.
        """
        try:
            run = self._newest_run()
        except AnotherKey:
            raise
        except StatementError as error:
            self._note_fault(0, f"the outside copy is damaged: {error}")
            self.findings.is_copy_damaged = True
            self._read_proofs()
            return True
        if run is not None:
            self._compare_run(run)
        if self.newest:
            self._check_present(run)
        return run is not None

    def _note_fault(self, number: int, text: str) -> None:
        self.findings.faults[LISTS] = Fault(LISTS, number, text)

    def _number_of(self, writer: str) -> int:
        """Return the number of the newest statement of a list in the store, or 0."""
        return self.newest[writer].statement.number if writer in self.newest else 0

    def _newest_run(self) -> _Run | None:
        """Return the last list of the copy; raise ``StatementError`` if any list does not hold."""
        run: _Run | None = None
        for signed in self.copy.statements():
            statement = signed.statement
            if statement.number == FIRST:
                _must_be_ours(signed, self.public, "the outside copy")
                if run is not None:
                    _must_be_ours(run.last, self.public, "the outside copy")
                run, before = _Run(signed, []), None
            elif run is None:
                before = End(statement.writer, statement.number - 1, statement.previous)
                run = _Run(signed, [])
            else:
                before = run.last.end
            for _ in followed([signed], before):
                run.last = signed
            if statement.number > self._number_of(statement.writer):
                run.further.append(signed)
        if run is not None:
            _must_be_ours(run.last, self.public, "the outside copy")
        return run

    def _compare_run(self, run: _Run) -> None:
        """Compare the last list of the copy with the same one of the store."""
        for signed in run.further:
            _take(signed, self.findings)
        if not self.is_readable:
            return
        writer, number = run.last.statement.writer, run.last.statement.number
        at = self._number_of(writer)
        if number > at:
            text = f"the store has {at} statements of {writer}, and the outside copy {number}"
            self._note_fault(at + 1, text)
        elif not self._has(run.last):
            text = f"statement {number} of {writer} differs between the store and the outside copy"
            self._note_fault(number, text)
        else:
            self.findings.outside_behind += list(_pages(self.store, writer, number))

    def _has(self, signed: Signed) -> bool:
        """Return True if the store has exactly this statement."""
        writer, number = signed.statement.writer, signed.statement.number
        return self.store.statements(writer, number - 1, 1) == [signed.line]

    def _read_proofs(self) -> None:
        """Read the signed statements of a damaged copy; the store must have each."""
        for signed in self.copy.readable():
            at = self._number_of(signed.statement.writer)
            is_kept = signed.statement.number <= at and self._has(signed)
            if not is_kept and signed.is_by(self.public):
                _take(signed, self.findings)

    def _check_present(self, run: _Run | None) -> None:
        """Find a missing or older copy by the lists that should be in it and are not.

        A list with only a first statement may have crashed before that was copied.
        """
        firsts = (read_statement(line).statement for line in self.store.first_statements())
        copied = {first.writer for first in firsts if first.copy == self.copy.name}
        copied = {writer for writer in copied if self._number_of(writer) > FIRST}
        if run is None and copied:
            text = "the outside copy is gone, so that nobody can tell whether the end is missing"
            self._note_fault(0, text)
        last = copied & {end.writer for end in self.findings.ends}
        if run is not None and last and run.last.statement.writer not in last:
            text = f"the outside copy is an older one: it has nothing of {', '.join(sorted(last))}"
            self._note_fault(0, text)


def _take(signed: Signed, findings: Findings) -> None:
    """Record the heads of a statement; only one with a note may set them back."""
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


def _judge(log_walk: LogWalk, findings: Findings, *, is_new: bool) -> None:
    log = log_walk.log
    findings.good[log] = log_walk.good
    head = Head(log, log_walk.version, log_walk.chain)
    fault = findings.faults.get(log)
    if fault is None and log_walk.why:
        fault = Fault(log, log_walk.good.version + 1, log_walk.why)
    elif fault is None and not is_new:
        fault = _compare(head, findings.signed.get(log))
    if fault is None:
        findings.heads[log] = head
    else:
        findings.faults[log] = fault


def _compare(head: Head, signed: tuple[Head, int] | None) -> Fault | None:
    """Compare the length of a log with its newest signed head."""
    if signed is None:
        return Fault(head.log, 1, f"{head.log} was never signed")
    due, at_ms = signed
    if head.version < due.version:
        count = due.version - head.version
        missing = "1 is missing, and it" if count == 1 else f"{count} are missing, the first"
        text = f"{head.log} ends at {head.version}, and {_as_sentence(due, at_ms)}: {missing} is"
        return Fault(head.log, head.version + 1, f"{text} {head.version + 1}", is_shorter=True)
    if head.version > due.version:
        text = f"{head.log} goes on to {head.version}, and only as far as {due.version} is signed"
        return Fault(head.log, due.version + 1, text)
    return None


def _as_sentence(head: Head, at_ms: int) -> str:
    """Describe a signed head in words."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return f"{head.version} was signed on {at:%Y-%m-%d at %H:%M:%S} UTC"
