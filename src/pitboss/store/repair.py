"""What can be done about a log that is not what was signed; nothing of it happens by itself."""

from collections.abc import Iterable

import msgspec

from pitboss.store.chain import link
from pitboss.store.port import Record, StoreError
from pitboss.store.postgres import PostgresStore
from pitboss.store.sqlite import SqliteStore
from pitboss.store.witness.checking import LISTS, Findings
from pitboss.store.witness.opening import set_back
from pitboss.store.witness.statements import Head

Repaired = SqliteStore | PostgresStore


class RepairError(StoreError):
    """A repair that cannot be made; nothing has changed."""


class Remedy(msgspec.Struct, frozen=True):
    """What is wrong with a log, and how far it is good."""

    log: str
    text: str
    good: int
    """Its last event that is there, holds and was signed."""
    signed: int
    """The last event that was signed."""

    @property
    def missing(self) -> str:
        """The events that are lost unless they are found elsewhere; empty where none are."""
        return f"{self.good + 1} to {self.signed}" if self.signed > self.good else ""


def remedies(findings: Findings) -> list[Remedy]:
    """One for each log at fault."""
    return [
        Remedy(log, fault.text, _good(findings, log).version, findings.heads[log].version)
        for log, fault in findings.faults.items()
        if log != LISTS and log in findings.heads
    ]


def _good(findings: Findings, log: str) -> Head:
    """The end of what can be trusted of a log."""
    there, signed = findings.there.get(log, Head(log, 0, "")), findings.heads[log]
    return signed if there.version > signed.version else there


def accept(store: Repaired, findings: Findings, log: str) -> Remedy:
    """Go on from the last good event of a log: what lies behind it goes, and that is signed."""
    remedy = _remedy(findings, log)
    good = _good(findings, log)
    store.cut(log, good.version)
    lost = f", {remedy.missing} lost" if remedy.missing else ""
    set_back(store, [good], f"accepted at {good.version}{lost}")
    return remedy


def put_back(store: Repaired, findings: Findings, log: str, records: Iterable[Record]) -> Remedy:
    """Put the missing records of a table back, from a copy that leads to the very head signed."""
    remedy = _remedy(findings, log)
    good, due = _good(findings, log), findings.heads[log]
    chain, version, wanted = good.chain, good.version, []
    for record in records:
        if good.version < record.version <= due.version:
            chain, version = link(chain, record), record.version
            wanted.append(record)
    if (version, chain) != (due.version, due.chain):
        text = f"the copy does not lead from event {good.version} to the one signed, {due.version}"
        raise RepairError(f"{log}: {text}")
    store.cut(log, good.version)
    store.append(log, good.version, wanted)
    return remedy


def _remedy(findings: Findings, log: str) -> Remedy:
    for remedy in remedies(findings):
        if remedy.log == log:
            return remedy
    raise RepairError(f"nothing is wrong with {log}")
