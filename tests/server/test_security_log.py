"""The security log: who tried what, from where, and what came of it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import pytest

from pitboss.server.security.log import (
    HOUR_MS,
    LINES_MAX,
    SECURITY,
    AttemptKind,
    AttemptResult,
    SecurityLine,
    SecurityLog,
    read_security,
)
from pitboss.server.surroundings import REAL, Surroundings
from pitboss.store.chain import broken_link
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Movement, Record, StoreUnavailable
from tests.server.live import serving


@dataclass
class Clock:
    """A clock that stands until it is moved."""

    now_ms: int = 1_700_000_000_000

    def surroundings(self) -> Surroundings:
        def now_ms() -> int:
            return self.now_ms

        return replace(REAL, machine_ms=now_ms, steady_ms=now_ms)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def log(store: MemoryStore, clock: Clock) -> Iterator[SecurityLog]:
    made = SecurityLog(store, clock.surroundings())
    yield made
    made.close()


def attempts(store: MemoryStore) -> list[SecurityLine]:
    """Every line, the oldest first."""
    return list(reversed(read_security(store, limit=10_000).lines))


def test_what_exceeds_the_lines_of_an_hour_is_counted(
    log: SecurityLog, store: MemoryStore, clock: Clock
) -> None:
    for _ in range(1_000):
        log.note(AttemptKind.LOG_IN, AttemptResult.REFUSED, who="ann", address="10.0.0.1")
    clock.now_ms += HOUR_MS
    log.note(AttemptKind.LOG_IN, AttemptResult.REFUSED, who="ann", address="10.0.0.1")
    log.flush()
    times = [one.times for one in attempts(store)]
    assert times == [1] * LINES_MAX + [1_000 - LINES_MAX, 1]
    counted = attempts(store)[LINES_MAX]
    assert (counted.who, counted.since_ms) == ("ann", clock.now_ms - HOUR_MS)
    # What was done is never counted with others.
    for _ in range(2 * LINES_MAX):
        log.note(AttemptKind.GRANT, AttemptResult.DONE, who="boss")
    log.flush()
    assert len(attempts(store)) == len(times) + 2 * LINES_MAX


def test_who_tries_under_many_names_does_not_fill_the_disk(
    log: SecurityLog, store: MemoryStore
) -> None:
    for number in range(50_000):
        address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        log.note(AttemptKind.LOG_IN, AttemptResult.REFUSED, address=address, text=str(number))
    log.note(AttemptKind.LOG_IN, AttemptResult.REFUSED, who="root", address="10.9.9.9")
    log.note(AttemptKind.LOG_IN, AttemptResult.DONE, who="ann", address="10.9.9.9")
    log.note(AttemptKind.RIGHT, AttemptResult.REFUSED, who="ann", address="10.9.9.9")
    log.flush()
    lines = attempts(store)
    assert len(lines) < LINES_MAX + 10
    assert sum(one.times for one in lines if one.what == AttemptKind.LOG_IN) == 50_002
    # Guesses at one account are told of it, in however great a crowd; others are not drowned.
    assert [one.times for one in lines if one.who == "root"] == [1]
    assert [one.what for one in lines if one.who == "ann"] == [
        AttemptKind.LOG_IN,
        AttemptKind.RIGHT,
    ]


def test_lines_are_chained(log: SecurityLog, store: MemoryStore) -> None:
    for number in range(5):
        log.note(AttemptKind.GRANT, AttemptResult.DONE, who="root", text=f"{number}")
    log.flush()
    (header,) = [one for one in store.headers() if one.table == SECURITY]
    records = store.read(SECURITY)
    assert len(records) == 5
    assert not broken_link(header, records)
    forged = [replace_text(one) if one.version == 3 else one for one in records]
    assert broken_link(header, forged) == 3


def replace_text(record: Record) -> Record:
    body = record.body.replace(b'"text":"2"', b'"text":"9"')
    assert body != record.body
    return Record(record.version, record.at_ms, body, record.id, record.chain)


def test_two_servers_write_one_log(store: MemoryStore, clock: Clock) -> None:
    one, other = SecurityLog(store, clock.surroundings()), SecurityLog(store, clock.surroundings())
    for number in range(20):
        (one if number % 2 else other).note(AttemptKind.GRANT, AttemptResult.DONE, text=str(number))
    one.close()
    other.close()
    assert sorted(int(line.text) for line in attempts(store)) == list(range(20))


def test_a_store_that_fails_loses_no_line(clock: Clock) -> None:
    class Failing(MemoryStore):
        is_down = True

        def last(self, table: str) -> Record | None:
            if self.is_down:
                raise StoreUnavailable("gone")
            return super().last(table)

    store = Failing()
    log = SecurityLog(store, clock.surroundings())
    log.note(AttemptKind.ERROR, AttemptResult.FAILED, text="first")
    log.flush()
    store.is_down = False
    log.close()
    assert [one.text for one in attempts(store)] == ["first"]


def test_what_people_try_is_on_record_for_auditors_alone() -> None:
    with serving() as live:
        boss = live.admin()
        art, ann = live.account("art"), live.account("ann")
        boss.post("/api/accounts/art/role", {"role": "auditor"}, verb="PUT")
        stranger = live.visitor()
        for secret in ("first guess", "second guess"):
            stranger.post("/api/session", {"name": "boss", "secret": secret}, expect=401)
        stranger.post("/api/session", {"name": "hunter22!", "secret": "x"}, expect=401)
        ann.post("/api/accounts/ann/role", {"role": "auditor"}, verb="PUT", expect=403)
        order = {"id": "one", "command": {"do": "order_shuffle", "reason": "I would"}}
        assert not ann.post("/api/tables/nz/commands", order)["ok"]
        ann.get("/api/security", expect=403)
        boss.get("/api/security", expect=403)
        page = art.get("/api/security")
        told = [(one["what"], one["outcome"], one["who"]) for one in reversed(page["lines"])]
        assert told[:3] == [("account", "done", name) for name in ("boss", "art", "ann")]
        assert told[3:] == [
            ("role", "done", "boss"),
            ("log_in", "refused", "boss"),
            ("log_in", "refused", "boss"),
            ("log_in", "refused", ""),
            ("right", "refused", "ann"),
            ("right", "refused", "ann"),
            ("right", "refused", "ann"),
            ("right", "refused", "boss"),
        ]
        assert page["lines"][0]["times"] == 1
        assert all(one["address"] == "127.0.0.1" for one in page["lines"])
        # What a stranger types as a name may be a password.
        assert "hunter22" not in str(page)
        refused = art.get("/api/security?what=log_in&outcome=refused&who=boss")["lines"]
        assert [one["who"] for one in refused] == ["boss", "boss"]


def test_an_error_of_the_server_is_on_record_with_its_cause() -> None:
    class Failing(MemoryStore):
        is_down = False

        def bankrolls(self, accounts: Collection[str] | None = None) -> list[Movement]:
            if self.is_down:
                raise StoreUnavailable("the disk is gone")
            return super().bankrolls(accounts)

    store = Failing()
    with serving(store=store) as live:
        ann = live.account("ann")
        store.is_down = True
        ann.get("/api/bankroll", expect=503)
        live.site.security.flush()
    (told,) = [one for one in attempts(store) if one.what == AttemptKind.ERROR]
    assert (told.who, told.address, told.outcome) == ("ann", "127.0.0.1", AttemptResult.FAILED)
    assert told.text == "GET /api/bankroll: 503, StoreUnavailable: the disk is gone"
