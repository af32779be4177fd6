"""The register and its copy: the server lets no one in without it, so it is stored twice.

The copy is a log of its own, chained and signed, with the records of the register. If one of the
two is damaged, it is written again from the other, and must lead to the same head.
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile

from msgspec.structs import replace

from pitboss.store.chain import genesis, link
from pitboss.store.export import all_records
from pitboss.store.port import PAGE_MAX, Record, Store, StoreConflict, StoreError, TableHeader
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.checking import Findings

REGISTER = "people"
"""The id of the log; it has no rulebook, and no table has this id."""
COPY = "people copy"
"""The id of its copy; no table has a blank in its id."""

log = logging.getLogger("pitboss.store")


def begin_register(store: Store, now_ms: int) -> None:
    """Create the register of a new house, and bring the copy up to date."""
    headers = {header.table: header for header in store.headers()}
    new = TableHeader(REGISTER, "People", "", 0, {}, {}, now_ms)
    for header in (headers.get(REGISTER, new), replace(headers.get(REGISTER, new), table=COPY)):
        if header.table not in headers:
            with suppress(StoreConflict):  # Another server starts too.
                store.create(header)
    keep_copy(store)


def keep_copy(store: Store) -> None:
    """Bring the copy up to date with the register; if that fails, the next entry catches up."""
    try:
        last = store.last(COPY)
        after = last.version if last is not None else 0
        while page := store.read(REGISTER, after):
            store.append(COPY, after, [replace(record, chain="") for record in page])
            after = page[-1].version
    except StoreConflict:
        pass  # Another server has brought it up to date.
    except StoreError as error:
        log.warning("the copy of the register was not written", extra={"why": str(error)})


def mend_register(store: SqliteStore, findings: Findings) -> None:
    """Write a damaged register or copy again from the other, if that leads to the signed head."""
    for bad, good in ((REGISTER, COPY), (COPY, REGISTER)):
        fault = findings.faults.get(bad)
        if fault is None or good in findings.faults or good not in findings.signed:
            continue
        header = next(header for header in store.headers() if header.table == good)
        header = replace(header, table=bad)
        due, _ = findings.signed.get(bad, (None, 0))
        chain, version, records = genesis(header), 0, list[Record]()
        for record in _up_to(store, good, due.version if due is not None else 0):
            chain, version = link(chain, record), record.version
            records.append(replace(record, chain=""))
        if due is None or (version, chain) != (due.version, due.chain):
            continue
        store.cut(bad, 0, is_given_up=True)
        store.create(header)
        after = 0
        for first in range(0, len(records), PAGE_MAX):
            store.append(bad, after, records[first : first + PAGE_MAX])
            after = records[first : first + PAGE_MAX][-1].version
        text = f"{bad} was written again from {good}: {fault.text}"
        log.error(text)
        store.state((), text)
        del findings.faults[bad]


def _up_to(store: Store, table: str, version: int) -> Iterator[Record]:
    return takewhile(lambda record: record.version <= version, all_records(store, table))
