"""Timers run by the steady clock: jumps of the clock on the wall, and what a restart leaves."""

import asyncio
import json
import logging
from functools import partial

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.floor.notices import PostNotice
from pitboss.proof.log import verify_log
from pitboss.server.lobby.lobby import Lobby
from pitboss.server.log.replay import rebuild
from pitboss.server.metrics import Metrics
from pitboss.server.people.register_copy import REGISTER
from pitboss.server.settings import Pace
from pitboss.server.surroundings import JUMP_MS, ClockWatch
from pitboss.server.tables.clock import waited_before
from pitboss.server.tables.timers import LEAST_MS, Due, Timer
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import Store
from tests.patience import until
from tests.server.clocks import Clocks
from tests.server.live import house
from tests.verdicts import IN_PLAY, unheld

HOUR_MS = 3_600_000
MINUTE_MS = 60_000
SLOW = Pace(betting_ms=20 * MINUTE_MS)
BET = PlaceWager(box=1, wager="main", amounts=(1_000,))


async def bet(lobby: Lobby) -> None:
    """Ann bets, so that the table waits for the deal."""
    actor = lobby.tables["tribal"].actor
    for number, command in enumerate((BuyIn(player="ann", amount=9_000), BET)):
        assert (await actor.submit("ann", f"{number}", command)).ok


def left_ms(lobby: Lobby) -> int:
    """How long the table goes on waiting by the timer that it looks at."""
    actor = lobby.tables["tribal"].actor
    wait_s = actor._clock.wait_s()
    return 0 if wait_s is None else round(1000 * wait_s)


def register_lines(store: Store) -> list[dict[str, object]]:
    """What the register has on record."""
    return [json.loads(one.body) for one in store.read(REGISTER)]


@pytest.mark.parametrize("by_ms", [-HOUR_MS, 15 * MINUTE_MS])
def test_a_jump_of_the_wall_clock_changes_no_timer(
    by_ms: int, caplog: pytest.LogCaptureFixture
) -> None:
    clocks, store = Clocks(), MemoryStore()

    async def run() -> None:
        async with house(store, SLOW, surroundings=clocks.surroundings) as lobby:
            await bet(lobby)
            table = lobby.tables["tribal"]
            told, before = table.feed.waiting.deadline_ms, left_ms(lobby)
            assert 0 < before <= SLOW.betting_ms
            assert abs(told - clocks.surroundings.wall_ms() - before) < JUMP_MS
            clocks.jump(by_ms)
            with caplog.at_level(logging.WARNING, "pitboss.lobby"):
                await until(lambda: lobby._metrics.count("clock_jumps"))
            await until(lambda: register_lines(store)[-1]["event"] == "clock_jumped")
            # Whatever is written now makes the table look at its clocks again.
            assert (await table.actor.submit("bob", "1", BuyIn(player="bob", amount=9_000))).ok
            assert 0 < before - left_ms(lobby) < 5 * MINUTE_MS
            # Viewers count down by the clock on the wall, so they are told of it again.
            assert abs(table.feed.waiting.deadline_ms - told - by_ms) <= 200
            assert table.actor.state.phase == "betting"

    asyncio.run(run())
    (jumped,) = [one for one in register_lines(store) if one["event"] == "clock_jumped"]
    assert isinstance(jumped["by_ms"], int)
    assert abs(jumped["by_ms"] - by_ms) <= 200
    assert any(getattr(one, "by_ms", 0) == jumped["by_ms"] for one in caplog.records)
    assert not unheld(verify_log(export_log(store, "tribal")), *IN_PLAY)


def test_a_notice_waits_for_log_time_where_the_wall_clock_ran_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clocks = Clocks()

    async def run() -> None:
        async with house(surroundings=clocks.surroundings) as lobby:
            actor = lobby.tables["tribal"].actor
            await actor.assign("sue", "supervisor")
            notice = PostNotice(changes={"surrender": "true"})
            assert (await actor.submit("sue", "1", notice)).ok
            first = left_ms(lobby)
            clocks.jump(-HOUR_MS)
            clocks.passed_ms += first
            actor.wake()
            # The time is up, and by the log it is not: the table goes on waiting.
            await until(lambda: left_ms(lobby) > 0)
            assert actor.state.floor.notice is not None
            clocks.passed_ms += HOUR_MS
            actor.wake()
            await until(lambda: actor.state.floor.notice is None)

    asyncio.run(run())
    assert not [one for one in caplog.records if "refused" in one.message]


def test_time_that_passes_ends_a_wait_and_is_no_jump() -> None:
    clocks = Clocks()
    watch = ClockWatch(clocks.surroundings.clock)

    async def run() -> None:
        async with house(None, SLOW, surroundings=clocks.surroundings) as lobby:
            await bet(lobby)
            actor = lobby.tables["tribal"].actor
            clocks.passed_ms += SLOW.betting_ms
            actor.wake()
            await until(lambda: actor.state.round)

    asyncio.run(run())
    assert watch.poll() == 0
    clocks.jumped_ms += JUMP_MS // 2
    assert watch.poll() == 0
    clocks.jumped_ms -= 2 * JUMP_MS
    assert abs(watch.poll() + 2 * JUMP_MS) <= 200


def test_a_restart_leaves_what_was_left() -> None:
    """A server that was stopped in order has written how long its tables had waited."""
    clocks, store = Clocks(), MemoryStore()

    async def first() -> None:
        async with house(store, SLOW, surroundings=clocks.surroundings) as lobby:
            await bet(lobby)
            clocks.passed_ms += 15 * MINUTE_MS

    async def again(least_ms: int, most_ms: int, passes_ms: int) -> None:
        async with house(store, SLOW, surroundings=clocks.surroundings) as lobby:
            await until(partial(left_ms, lobby))
            assert least_ms <= left_ms(lobby) <= most_ms
            assert lobby.tables["tribal"].actor.state.boxes
            clocks.passed_ms += passes_ms

    asyncio.run(first())
    # The hour during which no server ran is nobody's time.
    clocks.passed_ms += HOUR_MS
    asyncio.run(again(MINUTE_MS, 5 * MINUTE_MS, 6 * MINUTE_MS))
    # Nothing was left, so that everybody has the least.
    asyncio.run(again(1, LEAST_MS, 0))


def test_a_crash_leaves_what_was_left_at_the_last_sign_of_life() -> None:
    """The wait began with the wager; what other tables wrote afterwards is a sign of life."""
    clocks, store = Clocks(), MemoryStore()

    async def crash() -> None:
        """A server that says nothing of its end."""
        async with house(store, SLOW, surroundings=clocks.surroundings) as lobby:
            await bet(lobby)
            clocks.passed_ms += 10 * MINUTE_MS
            other = lobby.tables["nz"].actor
            assert (await other.submit("ann", "nz", BuyIn(player="ann", amount=9_000))).ok
            lobby._register = None

    async def again() -> None:
        async with house(store, SLOW, surroundings=clocks.surroundings) as lobby:
            await until(partial(left_ms, lobby))
            assert 5 * MINUTE_MS <= left_ms(lobby) <= 10 * MINUTE_MS

    asyncio.run(crash())
    # The snapshot of the end is older than the wager, as after a kill.
    store._snapshots.clear()
    clocks.passed_ms += HOUR_MS
    asyncio.run(again())


def test_how_long_a_table_had_waited_is_read_from_its_log() -> None:
    clocks, store = Clocks(), MemoryStore()

    async def run() -> None:
        async with house(store, SLOW, surroundings=clocks.surroundings) as lobby:
            await bet(lobby)
            clocks.passed_ms += 2 * MINUTE_MS
            actor = lobby.tables["tribal"].actor
            assert (await actor.submit("bob", "1", BuyIn(player="bob", amount=9_000))).ok

    asyncio.run(run())
    store._snapshots.clear()
    header = next(one for one in store.headers() if one.table == "tribal")
    rebuilt = rebuild(store, header, keep=100)
    # Bob's chips came while the table waited already.
    waited = waited_before(rebuilt, SLOW, rebuilt.at_ms)
    assert 2 * MINUTE_MS <= waited < 5 * MINUTE_MS
    assert waited_before(rebuilt, SLOW, 0) == 0
    assert waited_before(rebuilt, Pace(has_auto_deal=False), rebuilt.at_ms) == 0


def test_a_wait_is_never_longer_than_it_was() -> None:
    for wait_ms, waited_ms, left in (
        (20_000, 0, 20_000), (20_000, 5_000, 15_000), (20_000, 19_000, LEAST_MS),
        (20_000, HOUR_MS, LEAST_MS), (1_000, 900, 1_000), (0, 5_000, 0),
    ):  # fmt: skip
        timer = Timer(waited_ms)
        timer.update(Due("turn", wait_ms, ("turn",)), steady_ms=7, wall_ms=70)
        assert timer.waiting is not None
        assert timer.waiting[1] == 7 + left
        assert timer.public[:2] == ("turn", 70 + left)
        # The next wait has all its time.
        timer.update(Due("turn", wait_ms, ("next",)), steady_ms=7, wall_ms=70)
        assert timer.waiting[1] == 7 + wait_ms


def test_a_change_of_the_rules_waits_for_its_time_whatever_was_waited() -> None:
    timer = Timer(HOUR_MS)
    timer.update(Due("notice", 60_000, ("notice",)), steady_ms=0, wall_ms=0)
    assert timer.waiting is not None
    assert timer.waiting[1] == 60_000


def test_who_takes_a_table_over_leaves_time_to_act() -> None:
    timer = Timer()
    timer.update(Due("turn", 20_000, ("turn",)), steady_ms=0, wall_ms=0)
    timer.grant_grace_period(5_000)
    assert timer.waiting is not None
    assert timer.waiting[1] == 20_000
    timer.grant_grace_period(19_500)
    assert timer.waiting[1] == 19_500 + LEAST_MS
    assert timer.public[:2] == ("turn", 19_500 + LEAST_MS)
    Timer().grant_grace_period(0)


def test_metrics_count_the_jumps() -> None:
    assert "pitboss_clock_jumps_total 0" in Metrics().text()
