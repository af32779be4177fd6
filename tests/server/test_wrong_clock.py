"""A wrong clock: seconds of it are written nowhere, and log time that believed it is set back."""

import asyncio
import logging
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.engine import do
from pitboss.engine.declare import AHEAD_MAX_MS, Command
from pitboss.engine.floor.log_time import LogTimeSetBack
from pitboss.engine.state import BETTING
from pitboss.proof.log import verify_log
from pitboss.reports.report import make_report, read_tables
from pitboss.reports.tally import Period
from pitboss.server.bankrolls import DAY_MS, Bankroll, BankrollDesk, moved
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.log.replay import rebuild
from pitboss.server.people.entries import GuestNamed
from pitboss.server.people.identity import Identity
from pitboss.server.people.register import Register
from pitboss.server.people.register_copy import REGISTER
from pitboss.server.settings import PlayMoney
from pitboss.server.surroundings import DOUBTED_MS, LASTING_MS, REAL, TrustedClock
from pitboss.server.tables.actor import TableActor
from pitboss.store.chain import Body
from pitboss.store.codec import encode_event
from pitboss.store.entry import Entry, decode_visible, log_time_due
from pitboss.store.export import all_records, export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from pitboss.wire.protocol import Answer
from tests.patience import until
from tests.server.clocks import Clocks
from tests.server.live import CHEAP, SEALS, house, serving
from tests.verdicts import IN_PLAY, unheld

YEARS_MS = 3_652 * DAY_MS
MINUTE_MS = 60_000
BUY = do.BuyIn(player="ann", amount=100_000)
BET = do.PlaceWager(box=1, wager="main", amounts=(1_000,))


def entries(store: Store, table: str = "tribal") -> list[Entry]:
    """Everything on record at a table."""
    return [decode_visible(one) for one in all_records(store, table)]


def times_of(store: Store, table: str = "tribal") -> str:
    """What `verify` says about the times of a log that holds."""
    report = verify_log(export_log(store, table))
    assert not unheld(report, *IN_PLAY), report.checks
    return next(one.text for one in report.checks if one.name == "times")


async def give(actor: TableActor, name: str, command: Command) -> Answer:
    """A command that must be accepted."""
    answer = await actor.submit(name, f"{name}-{actor.version}", command)
    assert answer.ok, answer
    return answer


async def play_round(actor: TableActor) -> None:
    """A round of ann, stood on at once."""
    await give(actor, "ann", BET)
    await actor.give_house(do.Deal())
    while actor.state.phase != BETTING:
        is_turn = actor.state.phase == "playing"
        if is_turn:
            await give(actor, "ann", do.Stand(box=1))
        else:
            await actor.give_house(do.CloseInsurance())


def rounds_of(store: Store, period: Period) -> int:
    """Rounds of a table that a report over a period counts."""
    header = next(one for one in store.headers() if one.table == "tribal")
    logs = [(header, partial(all_records, store, "tribal"))]
    return make_report(*read_tables(logs, period), period).total.rounds


def day_of(at_ms: int) -> Period:
    """The day of a time."""
    start_ms = at_ms // DAY_MS * DAY_MS
    return Period(start_ms, start_ms + DAY_MS)


class Steady:
    """A trusted clock over two clocks that stand."""

    def __init__(self) -> None:
        self.wall_ms, self.steady_ms = 1_000_000_000_000, 5_000
        self.clock = TrustedClock(lambda: self.wall_ms, lambda: self.steady_ms)

    def passes(self, ms: int) -> int:
        """Trusted time after a while, from its beginning."""
        self.wall_ms += ms
        self.steady_ms += ms
        return self.clock.now_ms() - 1_000_000_000_000


@pytest.mark.parametrize("by_ms", [YEARS_MS, -YEARS_MS, DOUBTED_MS + 1, -DOUBTED_MS - 1])
def test_a_jump_counts_once_it_has_lasted_a_minute(by_ms: int) -> None:
    steady = Steady()
    steady.wall_ms += by_ms
    assert steady.passes(0) == 0
    assert steady.clock.off_by_ms() == by_ms
    assert steady.passes(LASTING_MS - 1) == LASTING_MS - 1
    assert steady.passes(1) == LASTING_MS + by_ms
    assert not steady.clock.off_by_ms()


@pytest.mark.parametrize("by_ms", [YEARS_MS, -YEARS_MS])
def test_a_jump_that_ends_was_none(by_ms: int) -> None:
    steady = Steady()
    for _ in range(100):
        steady.wall_ms += by_ms
        assert steady.passes(0) < 10**9
        steady.passes(3_000)
        steady.wall_ms -= by_ms
        assert not steady.clock.off_by_ms()
        steady.passes(1_000)
    assert steady.passes(0) == 400_000


def test_a_clock_that_jumps_on_has_to_last_again() -> None:
    steady = Steady()
    for _ in range(5):
        steady.wall_ms += 2 * DOUBTED_MS
        assert steady.passes(0) < DOUBTED_MS
        steady.passes(LASTING_MS // 2)
    assert steady.passes(LASTING_MS // 2) > 10 * DOUBTED_MS


def test_small_jumps_are_followed_at_once() -> None:
    steady = Steady()
    for by_ms in (DOUBTED_MS, -DOUBTED_MS, -DOUBTED_MS, 1):
        steady.wall_ms += by_ms
        steady.passes(0)
        assert not steady.clock.off_by_ms()
    assert steady.passes(0) == 1 - DOUBTED_MS


def test_three_seconds_of_a_wrong_clock_are_written_nowhere() -> None:
    """Tables, the register, bankrolls and sessions go by one clock."""
    clocks, store = Clocks(), MemoryStore()
    terms = PlayMoney(top_up=5_000_000)

    async def run() -> None:
        async with house(store, surroundings=clocks.surroundings, play_money=terms) as lobby:
            actor = lobby.tables["tribal"].actor
            clocks.surroundings.wall_ms()
            clocks.jumped_ms = YEARS_MS
            await give(actor, "ann", BUY)
            await play_round(actor)
            assert lobby._register is not None
            lobby._register.add(GuestNamed("ann", "x"), clocks.surroundings.wall_ms())
            assert "jumped" in lobby.clocks.fault
            clocks.jumped_ms = 0
            await play_round(actor)
            assert not lobby.clocks.fault
            assert not lobby.clocks.faults()

    asyncio.run(run())
    latest_ms = REAL.wall_ms() + MINUTE_MS
    assert max(one.at_ms for one in entries(store)) < latest_ms
    assert max(one.at_ms for one in store.read(REGISTER)) < latest_ms
    assert max(one.at_ms for one in store.movements("ann")) < latest_ms
    assert rounds_of(store, day_of(REAL.wall_ms())) == 2


def test_a_clock_in_doubt_shows_in_the_server_log_and_its_health(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clocks = Clocks()
    with serving() as live:
        site = live.site
        site.lobby.clocks._surroundings = clocks.surroundings
        visitor = live.visitor()
        told = visitor.get("/healthz")
        assert (told["status"], told["clock"], told["ahead"]) == ("ok", "", {})
        clocks.jumped_ms = -YEARS_MS
        told = visitor.get("/healthz")
        assert told["status"] == "degraded"
        assert "the system clock jumped 315532" in told["clock"]
        assert "back; it is followed once that has lasted a minute" in told["clock"]
        clocks.jumped_ms = 0
        assert visitor.get("/healthz")["status"] == "ok"

    async def run() -> None:
        async with house(surroundings=clocks.surroundings):
            clocks.jumped_ms = YEARS_MS
            with caplog.at_level(logging.WARNING, "pitboss.clock"):
                await until(lambda: any("jumped" in one.message for one in caplog.records))

    asyncio.run(run())


async def believe_wrong_clock(lobby: Lobby, clocks: Clocks) -> TableActor:
    """A table whose log time a wrong clock has set years ahead."""
    actor = lobby.tables["tribal"].actor
    await actor.assign("sue", "supervisor")
    await give(actor, "ann", BUY)
    await play_round(actor)
    clocks.jump(YEARS_MS)
    await play_round(actor)
    clocks.jump(-YEARS_MS)
    await play_round(actor)
    return actor


def test_log_time_is_set_back_by_an_act_on_record(caplog: pytest.LogCaptureFixture) -> None:
    clocks, store = Clocks(), MemoryStore()

    async def run() -> None:
        async with house(store, surroundings=clocks.surroundings) as lobby:
            actor = await believe_wrong_clock(lobby, clocks)
            assert actor.at_ms > clocks.surroundings.wall_ms() + YEARS_MS // 2
            assert "ahead of the clock" in lobby.clocks.faults()["tribal"]
            with caplog.at_level(logging.WARNING, "pitboss.clock"):
                await until(lambda: any("log time is" in one.message for one in caplog.records))
            refused = await actor.submit("ann", "a", do.SetLogTimeBack())
            assert refused.refused is not None
            assert refused.refused.code == "not_yours"
            await give(actor, "sue", do.SetLogTimeBack(at_ms=7, was_ms=9, administrator="boss"))
            assert not lobby.clocks.faults()
            await play_round(actor)
            refused = await actor.submit("sue", "b", do.SetLogTimeBack())
            assert refused.refused is not None
            assert "the clock of this table is right" in refused.refused.text

    asyncio.run(run())
    log = entries(store)
    place = next(n for n, one in enumerate(log) if isinstance(one.events[0], LogTimeSetBack))
    act, latest_ms = log[place], clocks.surroundings.wall_ms()
    (event,) = act.events
    assert isinstance(event, LogTimeSetBack)
    assert (event.by, event.was_ms, event.at_ms) == ("sue", log[place - 1].at_ms, act.wall_ms)
    assert act.at_ms == act.wall_ms
    assert all(0 <= latest_ms - one.at_ms < 10 * MINUTE_MS for one in log[place:])
    assert f"; entry {act.version} sets it back to the wall clock" in times_of(store)
    header = next(one for one in store.headers() if one.table == "tribal")
    store._snapshots.clear()
    assert rebuild(store, header, keep=10).at_ms == log[-1].at_ms
    # Every round but that of the wrong clock is of today, by what its entries say.
    assert rounds_of(store, day_of(latest_ms)) == 3
    assert rounds_of(store, day_of(latest_ms + YEARS_MS)) == 1
    assert rounds_of(store, Period()) == 4


def test_times_of_the_wrong_clock_move_with_log_time() -> None:
    """A notice stands for as long as was left of it, and the next shift begins with the last."""
    clocks, store = Clocks(), MemoryStore()

    async def run() -> None:
        async with house(store, surroundings=clocks.surroundings) as lobby:
            actor = lobby.tables["tribal"].actor
            await actor.assign("sue", "supervisor")
            clocks.jump(YEARS_MS)
            await give(actor, "sue", do.PostNotice(changes={"surrender": "true"}, minutes=40))
            await actor.give_house(do.SignOff(by="sue"), "sue")
            clocks.jump(-YEARS_MS)
            await give(actor, "sue", do.SetLogTimeBack())
            now_ms, floor = clocks.surroundings.wall_ms(), actor.state.floor
            assert floor.notice is not None
            # Log time stood while the clock was put right, and the minutes of that do not count.
            assert 39 * MINUTE_MS <= floor.notice.from_ms - now_ms <= 40 * MINUTE_MS
            assert 0 <= now_ms - floor.books.shift.since_ms <= 2 * MINUTE_MS
            clocks.passed_ms += 41 * MINUTE_MS
            actor.wake()
            await until(lambda: actor.state.floor.notice is None)

    asyncio.run(run())
    times_of(store)


def test_an_administrator_sets_every_table_right_at_once() -> None:
    clocks = Clocks()
    with serving() as live:
        boss, ann = live.admin(), live.account("ann")
        for table in live.site.lobby.tables.values():
            table.actor._clock._surroundings = clocks.surroundings
        live.site.lobby.clocks._surroundings = clocks.surroundings
        wire = ann.socket("nz")
        wire.until("view")
        clocks.jump(YEARS_MS)
        wire.buy()
        clocks.jump(-YEARS_MS)
        assert live.visitor().get("/healthz")["ahead"].keys() == {"nz"}
        ann.post("/api/log-time", None, expect=403)
        (done,) = boss.post("/api/log-time", None)
        assert done["table"] == "nz"
        assert abs(done["by_ms"] - YEARS_MS) < 10 * MINUTE_MS
        assert live.visitor().get("/healthz")["status"] == "ok"
        assert boss.post("/api/log-time", None) == []
        while not wire.events or wire.events[-1]["event"]["event"] != "log_time_set_back":
            wire.receive()
        act = entries(live.site.store, "nz")[-1]
        assert isinstance(act.command, do.SetLogTimeBack)
        assert (act.who, act.command.administrator) == ("", "boss")
        assert wire.events[-1]["event"]["by"] == "boss"
        times_of(live.site.store, "nz")


def test_a_session_of_the_wrong_clock_does_not_last_for_years() -> None:
    clocks, store = Clocks(), MemoryStore()
    register = Register(store, now_ms=clocks.surroundings.wall_ms())
    identity = Identity(
        register, session_s=3_600, seals=SEALS, hasher=CHEAP, surroundings=clocks.surroundings
    )
    person = register.add(GuestNamed("ann", "x"), clocks.surroundings.wall_ms())
    clocks.jump(YEARS_MS)
    session = identity.open_session(person)
    assert identity.whose(session.token) == person
    clocks.jump(-YEARS_MS)
    assert identity.whose(session.token) is None
    assert identity.whose(identity.open_session(person).token) == person
    identity.close()


def read_bankroll(store: MemoryStore, terms: PlayMoney, now_ms: int) -> Bankroll:
    desk = BankrollDesk(store, terms, lambda: now_ms, lambda _account: False, lambda _account: "")
    return desk.read(["ann"], now_ms)["ann"]


def test_a_top_up_of_the_wrong_clock_keeps_nobody_waiting_for_years() -> None:
    store, now_ms = MemoryStore(), REAL.wall_ms()
    terms = PlayMoney(opening=0, top_up=1_000, top_up_hours=1)
    wrong = read_bankroll(store, terms, now_ms + YEARS_MS)
    spent = moved(wrong, "buy_in", -1_000, at_ms=now_ms)
    store.move(spent.pending)
    again = read_bankroll(store, terms, now_ms)
    assert (again.held, again.pending[-1].at_ms) == (1_000, now_ms)
    spent = moved(again, "buy_in", -1_000, at_ms=now_ms)
    store.move(spent.pending)
    assert read_bankroll(store, terms, now_ms + MINUTE_MS).held == 0


@pytest.mark.parametrize("ahead_ms", [0, AHEAD_MAX_MS, YEARS_MS])
def test_an_act_that_was_not_due_does_not_verify(ahead_ms: int) -> None:
    """Log time runs back only if it was far ahead, and to no other time than the clock's."""
    body = Body(7_000_000, "sue", msgspec.Raw(b"null"), (msgspec.Raw(b"{}"),))
    before_ms = body.wall_ms + ahead_ms

    def due(was_ms: int, at_ms: int) -> int:
        event = encode_event(LogTimeSetBack("sue", was_ms, at_ms))
        return log_time_due(before_ms, replace(body, events=(msgspec.Raw(event),)))

    is_due = ahead_ms > AHEAD_MAX_MS
    assert due(before_ms, body.wall_ms) == (body.wall_ms if is_due else before_ms)
    assert due(before_ms + 1, body.wall_ms) == before_ms
    assert due(before_ms, body.wall_ms - 1) == before_ms
    assert log_time_due(before_ms, body) == before_ms
