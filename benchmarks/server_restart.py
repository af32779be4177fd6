"""Time until a table with a long log is back, and time to check its log.

python benchmarks/server_restart.py --events 100000
"""

import json
import tempfile
import time
from pathlib import Path

import click
import msgspec

from pitboss.bots.by_strategy import ByStrategy
from pitboss.engine.automatic import prepare, shuffle_due
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import insurance_is_open
from pitboss.engine.state import BETTING, ONLINE, TableState
from pitboss.engine.table import open_table, step
from pitboss.engine.views import view
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.refusals import Rejection
from pitboss.server.feed.feed import KEPT_MAX
from pitboss.server.log.replay import rebuild, snapshot_of
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.server.settings import LIMITS
from pitboss.store.entry import Entry, encode_entry
from pitboss.store.port import TableHeader
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.store.witness.opening import begin
from pitboss.store.witness.statements import new_key

APPEND = 5_000


class Table:
    """A table with three bots, and everything that has happened at it."""

    def __init__(self) -> None:
        self.rules = choose(load_rulebook("nz"), {})
        self.state: TableState = open_table(self.rules, ONLINE)
        self.log: list[Entry] = []
        self.version = 0
        self.bots = [ByStrategy(name, self.rules) for name in ("ann", "bob", "cat")]
        for bot in self.bots:
            self.give(BuyIn(player=bot.name, amount=10**9))

    def give(self, command: Command) -> None:
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), f"{command}: {outcome}"
        self.state, events = outcome
        self.version += len(events)
        id_ = f"c{len(self.log)}"
        self.log.append(Entry(self.version, 0, 0, events, id_, command.by, command))

    def round(self, number: int) -> None:
        if shuffle_due(self.state, 0):
            self.give(prepare(self.state, number.to_bytes(32, "big")).command)
        for bot in self.bots:
            if command := bot.choose(view(self.state, bot.name)):
                self.give(command)
        self.give(Deal())
        while self.state.phase != BETTING:
            for bot in self.bots:
                if command := bot.choose(view(self.state, bot.name)):
                    self.give(command)
            if insurance_is_open(self.state):
                self.give(CloseInsurance())


def write(store: SqliteStore, header: TableHeader, log: list[Entry]) -> None:
    store.create(header)
    after = 0
    for first in range(0, len(log), APPEND):
        some = log[first : first + APPEND]
        store.append(header.table, after, [encode_entry(entry) for entry in some])
        after = some[-1].version


def seconds_to_rebuild(path: Path, header: TableHeader, state: TableState) -> float:
    """Open the file and rebuild the table, which must be as it was left."""
    began = time.perf_counter()
    store = SqliteStore(path)
    rebuilt = rebuild(store, header, keep=KEPT_MAX)
    took = time.perf_counter() - began
    store.close()
    assert rebuilt.state == state
    return took


def seconds_to_check(path: Path, folder: Path) -> float:
    """Check every record against the signed heads, as each start does; the first one signs them."""
    key = new_key()
    for start in ("first", "second"):
        store = SqliteStore(path)
        began = time.perf_counter()
        findings = begin(store, key, folder / "heads", writer=start, now_ms=lambda: 0)
        took = time.perf_counter() - began
        assert not findings.faults
        store.close()
    return took


@click.command()
@click.option("--events", default=100_000, show_default=True)
def main(events: int) -> None:
    """Print the times as JSON."""
    table, number = Table(), 0
    behind = LIMITS.snapshot_every
    kept: tuple[int, TableState] = 0, table.state
    while table.version < events:
        if table.version < events - behind:
            kept = table.version, table.state
        number += 1
        table.round(number)
    header = TableHeader(
        "nz", "", "nz", table.rules.revision, {}, msgspec.structs.asdict(ONLINE), 0
    )
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "pitboss.sqlite"
        store = SqliteStore(path)
        write(store, header, table.log)
        store.close()
        without = seconds_to_rebuild(path, header, table.state)
        store = SqliteStore(path)
        store.save_snapshot("nz", snapshot_of(kept[1], kept[0], ShoeMemory()))
        store.close()
        with_snapshot = seconds_to_rebuild(path, header, table.state)
        check = seconds_to_check(path, Path(name))
    told = {
        "events": table.version,
        "entries": len(table.log),
        "rounds": number,
        "events_behind_the_snapshot": table.version - kept[0],
        "with_snapshot_ms": round(1000 * with_snapshot),
        "without_snapshot_ms": round(1000 * without),
        "check_against_heads_ms": round(1000 * check),
    }
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
