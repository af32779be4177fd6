"""Repairs of logs that differ from their signed heads; none is made automatically."""

import msgspec

from pitboss.store.bankrolls import Newest, follow
from pitboss.store.port import Movement, StoreError
from pitboss.store.sql.rows import SqlStore
from pitboss.store.witness.checking import LISTS, NO_LOGS, Findings
from pitboss.store.witness.statements import Head

UNDONE = "undone"
"""The kind of a movement that takes back what a lost event had moved."""


class RepairError(StoreError):
    """A repair that cannot be made; nothing has changed."""


class Remedy(msgspec.Struct, frozen=True):
    """The fault of a log, and its last good event."""

    log: str
    text: str
    good: int
    """The last event that is present, intact and as signed."""
    signed: int
    """The last signed event, or 0."""

    @property
    def missing(self) -> str:
        """The range of lost events, or ""."""
        return f"{self.good + 1} to {self.signed}" if self.signed > self.good else ""


def remedies(findings: Findings) -> list[Remedy]:
    """Return a remedy for each log at fault."""
    return [_remedy(findings, log) for log in findings.faults if log not in NO_LOGS]


def _remedy(findings: Findings, log: str) -> Remedy:
    if log not in findings.faults:
        raise RepairError(f"nothing is wrong with {log}")
    text, good = findings.faults[log].text, _good(findings, log)
    due = findings.signed[log][0] if log in findings.signed else Head(log, 0, "")
    return Remedy(log, text, good.version, due.version)


def _good(findings: Findings, log: str) -> Head:
    """Return the end of the trusted part of a log; version 0 if it was never signed."""
    return findings.good[log] if log in findings.signed else Head(log, 0, "")


def accept(store: SqlStore, findings: Findings, log: str) -> Remedy:
    """Cut a log after its last good event, and sign that.

    Movements of lost events are undone in the bankrolls. A log that was never signed is removed.
    """
    if log == LISTS:
        return _begin_lists(store, findings)
    remedy, good = _remedy(findings, log), _good(findings, log)
    store.cut(log, good.version, is_given_up=not good.version)
    lost = f", {remedy.missing} lost" if remedy.missing else ""
    # Nothing is left of a log without a good event: it is given up.
    left = good if good.version else Head(log, 0, "")
    store.state([left], f"accepted at {good.version}{lost}")
    if moved := _undone(store, log, good.version):
        store.move(moved)
    return remedy


def _begin_lists(store: SqlStore, findings: Findings) -> Remedy:
    """Keep only the list of this process, which begins with every signed head."""
    if LISTS not in findings.faults:
        raise RepairError(f"nothing is wrong with {LISTS}")
    assert store.witness is not None
    store.forget_lists(store.witness.writer)
    text = findings.faults[LISTS].text
    store.state((), f"the lists were begun again: {text}")
    return Remedy(LISTS, text, 0, 0)


def _undone(store: SqlStore, table: str, good: int) -> list[Movement]:
    """Return movements that undo those of lost events."""
    kept = [newest_own for _, newest_own in store.kept_movements() if newest_own is not None]
    newest: Newest = {newest_own.movement.account: newest_own for newest_own in kept}
    undone: list[Movement] = []
    for old in (newest_own.movement for newest_own in kept):
        if old.source != table or not old.mark or old.kind == UNDONE or old.event <= good:
            continue
        last = newest[old.account].movement
        amount = max(-old.amount, -last.held)
        moved = Movement(
            old.account,
            last.number + 1,
            last.at_ms,
            UNDONE,
            amount,
            last.held + amount,
            table,
            old.mark,
        )
        follow([moved], newest)
        undone.append(moved)
    return undone
