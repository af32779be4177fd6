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
    """The entry that contains the event, and the command behind it."""

    @property
    def at_ms(self) -> int:
        """The log time of its entry."""
        return self.entry.at_ms


def read_entries(store: Store, table: str, records: Iterable[Record]) -> list[Entry]:
    """Return the entries of records; sealed parts are opened as far as the key allows."""
    seals = store.seals
    opened = records if seals is None else (seals.opened(record, table) for record in records)
    return [decode_visible(record) for record in opened]


def entries_after(store: Store, table: str, version: int) -> Iterator[Entry]:
    """Yield every entry behind a version, page by page, with sealed parts opened."""
    while page := store.read(table, version, PAGE_MAX):
        yield from read_entries(store, table, page)
        version = page[-1].version


def replay_on(entries: Iterable[Entry], version: int, state: TableState) -> Iterator[Logged]:
    """Yield the events behind a version, each applied once; ``state`` is the table before them."""
    for entry in entries:
        for number, event in entry.numbered():
            if number <= version:
                continue
            after = evolve(state, event)
            yield Logged(number, event, state, after, entry)
            state = after
