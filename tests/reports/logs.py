"""Logs of tables for the tests of reports: random play, with entries as a server writes them."""

import msgspec

from pitboss.engine.chips import BuyIn
from pitboss.rulebook.changes import shown_options
from pitboss.store.entry import Entry
from pitboss.store.port import TableHeader
from tests.properties.random_play import RandomTable

SECOND_MS = 1_000


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
