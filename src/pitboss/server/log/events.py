"""The entries of a log and their events, each with the table before and after it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.engine.declare import Event, evolve
from pitboss.engine.state import TableState
from pitboss.store.entry import Entry, decode_visible
from pitboss.store.port import PAGE_MAX, Record, Store


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


def read_entries(store: Store, table: str, records: Iterable[Record]) -> list[Entry]:
    """Entries with what is sealed in them, as far as the key of the house opens it."""
    seals = store.seals
    opened = records if seals is None else (seals.opened(record, table) for record in records)
    return [decode_visible(record) for record in opened]


def entries_after(store: Store, table: str, version: int) -> Iterator[Entry]:
    """Every entry behind a version, page by page, with what is sealed in them."""
    while page := store.read(table, version, PAGE_MAX):
        yield from read_entries(store, table, page)
        version = page[-1].version


def replay_on(entries: Iterable[Entry], version: int, state: TableState) -> Iterator[Logged]:
    """The events behind a version, each applied once; ``state`` is the table at that version."""
    for entry in entries:
        for number, event in entry.numbered():
            if number <= version:
                continue
            after = evolve(state, event)
            yield Logged(number, event, state, after, entry)
            state = after
