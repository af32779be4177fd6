"""What the store tests share: headers, records, and what must hold of any log."""

from collections import Counter

from pitboss.store.chain import broken_link, event_count
from pitboss.store.port import PAGE_MAX, Record, Store, TableHeader

BATCH = 3
"""Number of records that a test writes under one id at once."""


def header(table: str = "t1", created_ms: int = 1_000) -> TableHeader:
    return TableHeader(table, "Table Ä", "nz", 1, {"decks": "6"}, {"burn": True}, created_ms)


def record(version: int, id_: str = "", text: str = "x") -> Record:
    """A line, as the register of people writes them."""
    body = f'{{"event":"test","text":"{text}","number":{version}}}'.encode()
    return Record(version, 5_000 + version, body, id_)


def records(after: int, count: int, id_: str = "") -> list[Record]:
    return [record(version, id_) for version in range(after + 1, after + count + 1)]


def entry(version: int, count: int, id_: str = "") -> Record:
    """A command with some events."""
    events = ",".join(f'{{"event":"test","number":{number}}}' for number in range(count))
    body = f'{{"wall_ms":7,"who":"ann","command":{{"do":"test"}},"events":[{events}]}}'
    return Record(version, 5_000 + version, body.encode(), id_)


def entries(after: int, count: int) -> list[Record]:
    return [entry(version, 1) for version in range(after + 1, after + count + 1)]


def all_records(store: Store, table: str = "t1") -> list[Record]:
    records: list[Record] = []
    while page := store.read(table, records[-1].version if records else 0, PAGE_MAX):
        records += page
    return records


def assert_sound(store: Store, table: str = "t1") -> list[Record]:
    """No gap, no record twice, no command in part, and an unbroken chain."""
    records = all_records(store, table)
    version = 0
    for one in records:
        version += event_count(one.body)
        assert one.version == version
    opened = next(one for one in store.headers() if one.table == table)
    assert broken_link(opened, records) == 0
    firsts: dict[str, int] = {}
    for one in records:
        first = firsts.setdefault(one.id, one.version)
        is_near = one.version < first + BATCH
        assert is_near or not one.id, f"{one.id} was written twice"
    for one in records[-BATCH:]:
        if first := firsts.get(one.id or "none", 0):
            assert store.answered(table, one.id) == (first, first + BATCH - 1)
    counts = Counter(one.id for one in records if one.id)
    assert set(counts.values()) <= {BATCH}, "a command was written in part"
    return records
