"""Tables from their logs: the newest snapshot, and the events behind it."""

import logging
import typing
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

import msgspec

from pitboss.engine.declare import AHEAD_MAX_MS
from pitboss.engine.shoe.commitment import ShoeCommitted
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import Automations, Awaiting, Remembered, TableState
from pitboss.engine.table import open_table
from pitboss.money import Nets
from pitboss.rulebook.catalog import load_logged, logged_rules
from pitboss.rulebook.options.changes import with_changes
from pitboss.server.log.events import Logged, entries_after, read_entries, replay_on
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.store.entry import Entry
from pitboss.store.port import PAGE_MAX, Snapshot, Store, TableHeader, UnreadableRecord

NOT_IN_SNAPSHOT = ("rules", "awaiting", "remembered")
"""Fields that a snapshot stores in another form: rules are the header's with the changes since, no
table waits for cards here, and states to take back to are stored as differences."""

log = logging.getLogger("pitboss.store")
_hints = typing.get_type_hints(TableState)
_FIELDS = tuple(name for name in TableState.__struct_fields__ if name not in NOT_IN_SNAPSHOT)


class _KeptThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that can be taken back, with the fields of the table before it that differ."""

    what: str
    who: str
    nets: Nets
    is_round_end: bool
    is_followed: bool
    before: dict[str, msgspec.Raw]
    awaiting: tuple[str, dict[str, msgspec.Raw], tuple[int, ...], int] | None


_Kept = msgspec.defstruct(
    "_Kept",
    [
        *((name, _hints[name]) for name in _FIELDS),
        ("remembered", tuple[_KeptThing, ...]),
        ("memory", ShoeMemory),
    ],
    frozen=True,
    forbid_unknown_fields=True,
)


def start_of(header: TableHeader) -> TableState:
    """Return the table as it was opened."""
    book = load_logged(header.rulebook, is_own=header.is_own, in_force_from=header.in_force_from)
    rules = logged_rules(book, header.options, header.readings)
    return open_table(rules, Automations(**header.automations))


def snapshot_of(state: TableState, version: int, memory: ShoeMemory) -> Snapshot:
    """Return a state as a snapshot, with the cards that viewers have seen of its shoes."""
    assert state.awaiting is None
    kept = {name: getattr(state, name) for name in _FIELDS}
    kept["remembered"] = tuple(_kept_thing(thing, state) for thing in state.remembered)
    kept["memory"] = memory
    return Snapshot(version, msgspec.json.encode(kept))


def _kept_thing(thing: Remembered, now: TableState) -> _KeptThing:
    waiting, awaiting = thing.before.awaiting, None
    if waiting is not None:
        base = _differing(waiting.base, now)
        awaiting = (waiting.command, base, waiting.entered, waiting.emitted)
    return _KeptThing(
        thing.what,
        thing.who,
        thing.nets,
        thing.is_round_end,
        thing.is_followed,
        _differing(thing.before, now),
        awaiting,
    )


def _differing(state: TableState, now: TableState) -> dict[str, msgspec.Raw]:
    pairs = ((name, getattr(state, name)) for name in _FIELDS)
    return {
        name: msgspec.Raw(msgspec.json.encode(value))
        for name, value in pairs
        if value != getattr(now, name)
    }


def _remembered(kept: _KeptThing, now: TableState) -> Remembered:
    before = _restored(kept.before, now)
    if kept.awaiting is not None:
        command, base, entered, emitted = kept.awaiting
        awaiting = Awaiting(command, _restored(base, now), entered, emitted)
        before = msgspec.structs.replace(before, awaiting=awaiting)
    return Remembered(kept.what, kept.who, before, kept.nets, kept.is_round_end, kept.is_followed)


def _restored(fields: dict[str, msgspec.Raw], now: TableState) -> TableState:
    read = {name: msgspec.json.decode(raw, type=_hints[name]) for name, raw in fields.items()}
    return msgspec.structs.replace(now, **read)


def restored(start: TableState, snapshot: Snapshot) -> tuple[TableState, ShoeMemory] | None:
    """Return the table and the memory of a snapshot; None if an older program wrote it."""
    try:
        kept = msgspec.json.decode(snapshot.state, type=_Kept)
    except msgspec.DecodeError:
        return None
    fields = {name: getattr(kept, name) for name in _FIELDS}
    changed = fields["floor"].changed
    rules = with_changes(start.rules, changed) if changed else start.rules
    now = TableState(rules=rules, **fields)
    things: tuple[_KeptThing, ...] = getattr(kept, "remembered")  # noqa: B009 - made above
    remembered = tuple(_remembered(thing, now) for thing in things)
    memory: ShoeMemory = getattr(kept, "memory")  # noqa: B009 - made above
    return msgspec.structs.replace(now, remembered=remembered), memory


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A table after all entries of its log."""

    state: TableState
    version: int
    """The number of its last event."""
    at_ms: int
    """The log time of its last entry."""
    recent: tuple[Logged, ...]
    """The last events that were read, for those who come back."""
    tail: tuple[Entry, ...]
    """The end of the log, from where the shoes in play were committed to or before."""
    memory: ShoeMemory


def rebuild(store: Store, header: TableHeader, *, keep: int) -> Rebuilt:
    """Return a table from its newest snapshot and the events behind that, or else from its log."""
    start = start_of(header)
    try:
        snapshot = store.snapshot(header.table)
        if snapshot is not None and store.seals is not None:
            snapshot = store.seals.open_snapshot(header.table, snapshot)
        kept = restored(start, snapshot) if snapshot is not None else None
        if kept is not None and snapshot is not None:
            return _read_on(store, header, *kept, snapshot.version, keep)
    except Exception:
        # A snapshot only saves time: whatever is wrong with it, the log is the truth.
        text = "a snapshot cannot be used; the table is rebuilt from its log"
        log.warning(text, extra={"table": header.table}, exc_info=True)
    return _read_on(store, header, start, ShoeMemory(), 0, keep)


def _read_on(
    store: Store,
    header: TableHeader,
    state: TableState,
    memory: ShoeMemory,
    version: int,
    keep: int,
) -> Rebuilt:
    """Return the table from its state at a version and the events behind that."""
    recent: deque[Logged] = deque(maxlen=keep)
    for step in replay_on(entries_after(store, header.table, version), version, state):
        recent.append(step)
        memory = memory.after(step.before, step.event, step.after)
        state, version = step.after, step.version
    tail = _tail(store, header.table, state, version)
    at_ms = tail[-1].at_ms if tail else 0
    return Rebuilt(state, version, at_ms, tuple(recent), tail, memory)


def _tail(store: Store, table: str, state: TableState, version: int) -> tuple[Entry, ...]:
    """Read the log back from its end to where the shoes in play begin, a page at least."""
    entries: list[Entry] = []
    while version > 0:
        page = store.read(table, max(0, version - PAGE_MAX), PAGE_MAX)
        # Entries have several events, so that a page may go on behind the version.
        page = [record for record in page if record.version <= version]
        entries = [*read_entries(store, table, page), *entries]
        if not page or _has_shoes(entries, state):
            break
        version = entries[0].first - 1
    return tuple(entries)


def _has_shoes(entries: Sequence[Entry], state: TableState) -> bool:
    """Return True if the beginning of every shoe in play is among the last entries of a log."""
    if not state.prep.has_loaded:
        return True
    missing = {state.prep.side, 1 - state.prep.side} if state.prep.other else {state.prep.side}
    loads = set[int]()
    for entry in reversed(entries):
        for event in reversed(entry.events):
            if isinstance(event, ShoeLoaded) and event.is_shuffle:
                loads |= {event.side}
            is_begun = isinstance(event, ShoeCommitted) or not state.automations.cards
            if is_begun and missing <= loads:
                return True
    return False


def replayed(store: Store, header: TableHeader, *, last: int) -> Iterator[Logged]:
    """Return the log from its beginning up to a version, each event with the table before it."""
    logged = replay_on(entries_after(store, header.table, 0), 0, start_of(header))
    return takewhile(lambda step: step.version <= last, logged)


def last_sign(store: Store, now_ms: int) -> int:
    """Return the log time of the newest readable entry in any log, or 0.

    Entries that a wrong clock dates after now do not count.
    """
    newest_ms = 0
    for header in store.headers():
        # A log that cannot be read keeps its own table closed, and no other.
        with suppress(UnreadableRecord):
            last = store.last(header.table)
            if last is not None and last.at_ms <= now_ms + AHEAD_MAX_MS:
                newest_ms = max(newest_ms, last.at_ms)
    return newest_ms
