"""Tables from their logs: the newest snapshot, and the events behind it."""

import typing
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

import msgspec

from pitboss.engine.declare import Event, evolve
from pitboss.engine.format_1 import completed
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.changes import with_changes
from pitboss.store.entry import Entry, decode_entry
from pitboss.store.port import PAGE_MAX, Snapshot, Store, TableHeader

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
    """An event of a log, with the table before and after it."""

    version: int
    """Its number."""
    event: Event
    before: TableState
    after: TableState
    entry: Entry
    """What it stands in, with the command that led to it."""

    @property
    def at_ms(self) -> int:
        """The log time of its entry."""
        return self.entry.at_ms


def start_of(header: TableHeader) -> TableState:
    """The table as it was opened."""
    rules = choose(load_rulebook(header.rulebook), header.options, is_open=True)
    return open_table(rules, Automations(**header.automations))


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


def entries_after(store: Store, table: str, version: int) -> Iterator[Entry]:
    """Every entry behind a version, page by page."""
    while page := store.read(table, version, PAGE_MAX):
        for record in page:
            yield decode_entry(record)
        version = page[-1].version


def replay_on(entries: Iterable[Entry], version: int, state: TableState) -> Iterator[Logged]:
    """The events behind a version, each applied once; ``state`` is the table at that version."""
    for entry in entries:
        for number, event in entry.numbered():
            if number <= version:
                continue
            whole = completed(event, state) if entry.format == 1 else event
            after = evolve(state, whole)
            yield Logged(number, whole, state, after, entry)
            state = after


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A table as its log leaves it."""

    state: TableState
    version: int
    """The number of its last event."""
    at_ms: int
    """The log time of its last entry."""
    recent: tuple[Logged, ...]
    """The last events that were read, for those who come back."""
    tail: tuple[Entry, ...]
    """The end of the log, from which shoes in play and the last rounds are read."""


def rebuild(store: Store, header: TableHeader, *, keep: int) -> Rebuilt:
    """The table from its newest snapshot and the events behind that."""
    state, version = start_of(header), 0
    snapshot = store.snapshot(header.table)
    kept = restored(state, snapshot) if snapshot is not None else None
    if kept is not None and snapshot is not None:
        state, version = kept, snapshot.version
    recent: deque[Logged] = deque(maxlen=keep)
    for one in replay_on(entries_after(store, header.table, version), version, state):
        recent.append(one)
        state, version = one.after, one.version
    read = store.read(header.table, max(0, version - PAGE_MAX), PAGE_MAX)
    tail = tuple(decode_entry(record) for record in read)
    at_ms = tail[-1].at_ms if tail else 0
    return Rebuilt(state, version, at_ms, tuple(recent), tail)


def replayed(store: Store, header: TableHeader, *, last: int) -> Iterator[Logged]:
    """The log from its beginning up to a version, each event with the table before it."""
    logged = replay_on(entries_after(store, header.table, 0), 0, start_of(header))
    return takewhile(lambda one: one.version <= last, logged)
