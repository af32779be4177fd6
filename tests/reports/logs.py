"""Logs of tables for the tests of reports: random play, with entries as a server writes them."""

from collections.abc import Mapping
from functools import partial

import msgspec

from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command, Event
from pitboss.engine.state import TableState
from pitboss.reports.figures import HouseReport
from pitboss.reports.report import NO_ODDS, Known, make_report, read_tables
from pitboss.reports.tally import Period
from pitboss.rulebook.options.changes import shown_options
from pitboss.store.entry import Entry, encode_entry
from pitboss.store.port import Store, TableHeader
from tests.clauses.rounds import AtTable
from tests.properties.random_play import RandomTable

SECOND_MS = 1_000
NOON_MS = 1_794_830_400_000
"""2026-11-16 12:00 UTC."""
ALL = Period()


def header_of(table: RandomTable, name: str = "table-7") -> TableHeader:
    """The table as a store has it."""
    rules = table.start.rules
    return TableHeader(
        table=name,
        title="Table 7",
        rulebook=rules.rulebook,
        revision=rules.revision,
        options=shown_options(rules),
        automations=msgspec.structs.asdict(table.start.automations),
        created_ms=0,
    )


def entries_of(table: RandomTable, step_ms: int = 20 * SECOND_MS) -> list[Entry]:
    """Its log: a command every so often, each keyed by whom it is of."""
    entries: list[Entry] = []
    version = 0
    for place, given in enumerate(table.given, start=1):
        if not given.events:
            continue
        version += len(given.events)
        command = given.command
        who = "" if isinstance(command, BuyIn) else command.by
        at_ms = place * step_ms
        entries.append(Entry(version, at_ms, at_ms, given.events, f"{who}:{place}", who, command))
    return entries


def store_of(store: Store, tables: Mapping[str, RandomTable]) -> None:
    """Write the logs of tables into a store, as a server leaves them."""
    for name, table in tables.items():
        header = header_of(table, name)
        store.create(header)
        version = 0
        for entry in entries_of(table):
            store.append(name, version, [encode_entry(entry)])
            version = entry.version


class Recorded(AtTable):
    """A table whose commands go on record, each at a time and given by somebody."""

    def __init__(self, state: TableState) -> None:
        super().__init__(state)
        self.start = state
        self.at_ms = NOON_MS
        self.entries: list[Entry] = []

    def do(self, command: Command) -> tuple[Event, ...]:
        """Send a command that must be accepted, given by whom it is of."""
        return self.key(command.by, command)

    def key(
        self, who: str, command: Command, *, after_ms: int = 30 * SECOND_MS
    ) -> tuple[Event, ...]:
        """Somebody keys a command, perhaps for somebody else."""
        self.at_ms += after_ms
        if hasattr(command, "at_ms"):
            command = msgspec.structs.replace(command, at_ms=self.at_ms)
        events = super().do(command)
        version = len(self.events)
        id_ = f"{who}:{version}"
        entry = Entry(version, self.at_ms, self.at_ms, events, id_, who, command)
        self.entries.append(entry)
        return events

    def report(self, period: Period = ALL, odds: Known = NO_ODDS) -> HouseReport:
        """The report of its log."""
        rules = self.start.rules
        automations = msgspec.structs.asdict(self.start.automations)
        header = TableHeader(
            "seven", "Table 7", rules.rulebook, rules.revision, shown_options(rules), automations, 0
        )
        return make_report(
            *read_tables([(header, partial(map, encode_entry, self.entries))], period), period, odds
        )
