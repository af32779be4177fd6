"""What the store tests share: headers, records, and what must hold of any log."""

from collections import Counter

from pitboss.store.chain import broken_link
from pitboss.store.port import PAGE_MAX, Record, Store, TableHeader

BATCH = 3
"""Records of one command, where a test writes several."""


def header(table: str = "t1", created_ms: int = 1_000) -> TableHeader:
    return TableHeader(table, "Table Ä", "nz", 1, {"decks": "6"}, {"burn": True}, created_ms)


def record(version: int, command: str = "", text: str = "x") -> Record:
    event = f'{{"event":"test","text":"{text}","number":{version}}}'.encode()
    return Record(version, 5_000 + version, event, command)


def records(after: int, count: int, command: str = "") -> list[Record]:
    return [record(version, command) for version in range(after + 1, after + count + 1)]


def all_records(store: Store, table: str = "t1") -> list[Record]:
    found: list[Record] = []
    while page := store.read(table, len(found), PAGE_MAX):
        found += page
    return found


def assert_sound(store: Store, table: str = "t1") -> list[Record]:
    """No gap, no record twice, no command in part, and an unbroken chain."""
    found = all_records(store, table)
    assert [entry.version for entry in found] == list(range(1, len(found) + 1))
    opened = next(entry for entry in store.headers() if entry.table == table)
    assert broken_link(opened, found) == 0
    firsts: dict[str, int] = {}
    for entry in found:
        first = firsts.setdefault(entry.command, entry.version)
        is_near = entry.version < first + BATCH
        assert is_near or not entry.command, f"{entry.command} was written twice"
    for entry in found[-BATCH:]:
        if first := firsts.get(entry.command or "none", 0):
            assert store.answered(table, entry.command) == (first, first + BATCH - 1)
    counts = Counter(entry.command for entry in found if entry.command)
    assert set(counts.values()) <= {BATCH}, "a command was written in part"
    return found
