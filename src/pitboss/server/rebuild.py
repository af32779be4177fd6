"""Tables from their logs: the newest snapshot, and the events behind it."""

import typing
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from pitboss.engine.declare import evolve
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.changes import with_changes
from pitboss.store.codec import Entry, decode_event
from pitboss.store.notes import is_note
from pitboss.store.port import PAGE_MAX, Record, Snapshot, Store, TableHeader

_APART = ("rules", "awaiting")
"""What a snapshot leaves out: rules come from the header with the changes since, and no table here
waits for cards."""

_hints = typing.get_type_hints(TableState)
_FIELDS = tuple(name for name in TableState.__struct_fields__ if name not in _APART)
_Kept = msgspec.defstruct(
    "_Kept", [(name, _hints[name]) for name in _FIELDS], frozen=True, forbid_unknown_fields=True
)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event or a note of a log, with the table before it."""

    version: int
    at_ms: int
    entry: Entry
    before: TableState
    command: str = ""


def start_of(header: TableHeader) -> TableState:
    """The table as it was opened."""
    rules = choose(load_rulebook(header.rulebook), header.options)
    return open_table(rules, Automations(**header.automations))


def apply(state: TableState, entry: Entry) -> TableState:
    """The table after a record; notes change nothing."""
    return state if is_note(entry) else evolve(state, entry)


def snapshot_of(state: TableState, version: int) -> Snapshot:
    """A state to be kept."""
    assert state.awaiting is None
    kept = {name: getattr(state, name) for name in _FIELDS}
    return Snapshot(version, msgspec.json.encode(kept))


def restored(start: TableState, snapshot: Snapshot) -> TableState | None:
    """The state that was kept, or nothing where an older program wrote it in another form."""
    try:
        kept = msgspec.json.decode(snapshot.state, type=_Kept)
    except msgspec.DecodeError:
        return None
    fields = {name: getattr(kept, name) for name in _FIELDS}
    changed = fields["floor"].changed
    rules = with_changes(start.rules, changed) if changed else start.rules
    return TableState(rules=rules, **fields)


def records_after(store: Store, table: str, version: int) -> Iterator[Record]:
    """Every record behind a version, page by page."""
    while page := store.read(table, version, PAGE_MAX):
        yield from page
        version = page[-1].version


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A table as its log leaves it."""

    state: TableState
    version: int
    """The number of its last event."""
    recent: tuple[Logged, ...]
    """The last events that were read, for those who come back."""
    tail: tuple[tuple[Record, Entry], ...]
    """The end of the log, from which shoes in play and the last rounds are read."""


def rebuild(store: Store, header: TableHeader, *, keep: int) -> Rebuilt:
    """The table from its newest snapshot and the events behind that."""
    state, version = start_of(header), 0
    snapshot = store.snapshot(header.table)
    kept = restored(state, snapshot) if snapshot is not None else None
    if kept is not None and snapshot is not None:
        state, version = kept, snapshot.version
    recent: deque[Logged] = deque(maxlen=keep)
    for record in records_after(store, header.table, version):
        entry = decode_event(record.event)
        recent.append(Logged(record.version, record.at_ms, entry, state, record.command))
        state = apply(state, entry)
        version = record.version
    tail = store.read(header.table, max(0, version - PAGE_MAX), PAGE_MAX)
    read = tuple((record, decode_event(record.event)) for record in tail)
    return Rebuilt(state, version, tuple(recent), read)


def replayed(store: Store, header: TableHeader, *, last: int) -> Iterator[Logged]:
    """The log from its beginning up to a version, each event with the table before it."""
    state = start_of(header)
    for record in records_after(store, header.table, 0):
        if record.version > last:
            return
        entry = decode_event(record.event)
        yield Logged(record.version, record.at_ms, entry, state, record.command)
        state = apply(state, entry)
