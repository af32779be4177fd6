"""Lines, buckets and desks: who comes first, and that nobody crowds the others out."""

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.server.admission.buckets import Buckets, LogIns
from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.admission.fair_queue import FairQueue, Turn
from pitboss.server.admission.pacer import RequestPacer
from pitboss.server.admission.sockets import WAIT_MAX_S, OpenSocket, SocketRegistry
from pitboss.server.admission.thread_pool import FairThreadPool, Overloaded
from pitboss.server.feed.outbox import Outbox
from pitboss.server.observability import RateLimitFilter
from pitboss.server.settings import LIMITS, Settings
from tests.patience import WAIT_S, until
from tests.world.loop import VirtualLoop

CROWD, LONER = Client("10.0.0.1"), Client("10.0.0.2")
ANN = Client("10.0.0.3", "ann", Priority.SEATED)
WES = Client("10.0.0.4", "wes", Priority.WATCHER)


def test_a_bucket_lets_a_burst_through_and_then_fills_steadily() -> None:
    buckets = Buckets(2.0, 3.0, keys_max=2)
    assert [buckets.take("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.take("a", 0.5)
    assert not buckets.take("a", 0.5)
    assert buckets.charge("b", 0.0, 4.0) == 0.5
    # The bucket that was used longest ago is forgotten, and full again.
    buckets.take("c", 0.6)
    assert buckets.left("a", 0.6) == 3.0


def test_messages_of_a_stranger_pass_in_a_burst_and_then_at_its_speed() -> None:
    registry, speed = SocketRegistry(Settings()), LIMITS.frames_per_second

    def waits(client: Client, count: int, *, now_s: float = 0.0) -> list[float]:
        opened = OpenSocket(client, "nz", Outbox("", 1), lambda: client.priority, lambda: True)
        return [registry.wait_s(opened, now_s, is_whole=False) for _ in range(count)]

    assert waits(CROWD, 10 * speed) == [0.0] * 10 * speed
    assert waits(CROWD, 2) == pytest.approx([1 / speed, 2 / speed])
    assert waits(LONER, 1) == waits(CROWD, 1, now_s=1.0) == [0.0]
    assert waits(CROWD, 10 * speed, now_s=1.0)[-1] == WAIT_MAX_S
    # A player at the table has an allowance of its own.
    assert waits(ANN, 2) == [0.0, 0.0]


def admitted(queue: FairQueue, turns: dict[str, Turn]) -> list[str]:
    """Admit every client that waits, and return them in order."""
    order: list[str] = []
    while queue.admit():
        order += [name for name, turn in turns.items() if turn.done() and name not in order]
    return order


def test_higher_ranks_come_first_and_addresses_take_turns() -> None:
    async def run() -> list[str]:
        queue = FairQueue()
        turns = {f"crowd {number}": queue.join(CROWD) for number in range(3)}
        for name, client in (("loner", LONER), ("wes", WES), ("ann", ANN)):
            turns[name] = queue.join(client)
        assert (len(queue), queue.count(CROWD.address)) == (6, 3)
        order = admitted(queue, turns)
        assert len(queue) == 0
        return order

    order = ["ann", "wes", "crowd 0", "loner", "crowd 1", "crowd 2"]
    assert asyncio.run(run()) == order


def test_the_last_of_the_lowest_rank_makes_room() -> None:
    async def run() -> None:
        queue, full = FairQueue(), Overloaded("busy", "full")
        turns = {"loner": queue.join(LONER)}
        turns |= {f"crowd {number}": queue.join(CROWD) for number in range(2)}
        with pytest.raises(Overloaded):
            queue.make_room(Priority.STRANGER, full)
        queue.make_room(Priority.SEATED, full)
        assert turns.pop("crowd 1").exception() is full
        gone = asyncio.create_task(queue.wait(CROWD, turns.pop("crowd 0")))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert admitted(queue, turns) == ["loner"]
        assert len(queue) == 0

    asyncio.run(run())


def test_a_pool_keeps_threads_for_those_at_the_tables() -> None:
    async def run() -> None:
        gate = threading.Event()
        pool = FairThreadPool(ThreadPoolExecutor(4), 4)

        async def wait(client: Client) -> bool:
            CLIENT.set(client)
            return await pool.run(lambda: gate.wait(WAIT_S))

        async def ask(client: Client) -> int:
            CLIENT.set(client)
            return await pool.run(lambda: 7)

        held = [asyncio.create_task(wait(CROWD)) for _ in range(8)]
        held += [asyncio.create_task(wait(WES)) for _ in range(8)]
        await asyncio.sleep(0)
        # However many strangers and watchers wait, somebody at a table is served at once.
        assert await asyncio.create_task(ask(ANN)) == 7
        late = asyncio.create_task(wait(LONER))
        gate.set()
        assert all(await asyncio.gather(*held, late))
        pool.close()

    asyncio.run(asyncio.wait_for(run(), WAIT_S))


def test_a_call_of_somebody_who_has_gone_is_not_made() -> None:
    async def run() -> list[str]:
        gate, made = threading.Event(), list[str]()
        pool = FairThreadPool(ThreadPoolExecutor(1), 1)
        first = asyncio.create_task(pool.run(lambda: gate.wait(WAIT_S)))
        await asyncio.sleep(0)
        gone = asyncio.create_task(pool.run(lambda: made.append("gone")))
        stays = asyncio.create_task(pool.run(lambda: made.append("stays")))
        await asyncio.sleep(0)
        gone.cancel()
        gate.set()
        await asyncio.gather(first, stays)
        pool.close()
        return made

    assert asyncio.run(asyncio.wait_for(run(), WAIT_S)) == ["stays"]


def test_a_full_pool_turns_a_lower_rank_away() -> None:
    async def run() -> None:
        gate = threading.Event()
        pool = FairThreadPool(ThreadPoolExecutor(1), 1, waiting_max=2)

        async def wait(client: Client) -> bool:
            CLIENT.set(client)
            return await pool.run(lambda: gate.wait(WAIT_S))

        tasks = [asyncio.create_task(wait(who)) for who in (CROWD, CROWD, LONER)]
        await asyncio.sleep(0)
        with pytest.raises(Overloaded, match="too many look things up"):
            await asyncio.create_task(wait(LONER))
        ann = asyncio.create_task(wait(ANN))
        await until(lambda: any(task.done() for task in tasks))
        gate.set()
        told = await asyncio.gather(*tasks, ann, return_exceptions=True)
        assert told[-1] is True
        assert sum(isinstance(one, Overloaded) for one in told) == 1
        pool.close()

    asyncio.run(asyncio.wait_for(run(), WAIT_S))


def test_strangers_pass_the_pacer_in_turns() -> None:
    async def run() -> list[str]:
        pacer, through = RequestPacer(200.0, 1.0), list[str]()

        async def enter(client: Client) -> None:
            await pacer.enter(client)
            through.append(client.address)

        tasks = [asyncio.create_task(enter(CROWD)) for _ in range(20)]
        await asyncio.sleep(0)
        tasks[10].cancel()
        await asyncio.create_task(enter(LONER))
        await asyncio.gather(*tasks, return_exceptions=True)
        return through

    through = asyncio.run(asyncio.wait_for(run(), WAIT_S))
    # Who comes alone waits for one of the crowd, not for all of them.
    assert through.index(LONER.address) <= 3
    assert len(through) == 20


def passed(*, busy_s: float) -> int:
    """How many strangers get through in a second, where the tables hold the loop for so long."""
    loop = VirtualLoop()
    pacer, through = RequestPacer(1_000.0, 100.0), list[str]()

    async def enter(client: Client) -> None:
        await pacer.enter(client)
        through.append(client.address)

    async def run() -> int:
        crowd = [Client(f"10.0.{one}.1") for one in range(40) for _ in range(40)]
        tasks = [asyncio.create_task(enter(client)) for client in crowd]
        while loop.now_s < 1.0:
            loop.now_s += busy_s
            await asyncio.sleep(0.001)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return len(through)

    try:
        return loop.run_until_complete(run())
    finally:
        loop.close()


def test_fewer_strangers_get_through_while_the_tables_are_busy() -> None:
    assert passed(busy_s=0.001) > 900
    assert 120 < passed(busy_s=0.02) < 400


def test_guesses_at_an_account_share_one_allowance() -> None:
    log_ins = LogIns(per_minute=1_000, guesses_per_hour=3)
    log_ins.guess("Boss", "10.1.1.1", 0.0)
    log_ins.succeed("boss", "10.1.1.1")
    for number in range(3):
        log_ins.guess("boss", f"10.0.0.{number}", 0.0)
    with pytest.raises(Overloaded, match="wrong passwords"):
        log_ins.guess("BOSS", "10.0.0.9", 0.0)
    # Whoever has logged in from there before is not locked out by it.
    log_ins.guess("boss", "10.1.1.1", 0.0)
    log_ins.guess("boss", "10.0.0.9", 1_300.0)


def test_a_line_that_comes_again_and_again_is_left_out_and_counted() -> None:
    now = [0.0]
    quiet = RateLimitFilter(lambda: now[0])

    def record(text: str) -> logging.LogRecord:
        return logging.makeLogRecord({"name": "pitboss.x", "msg": text})

    assert sum(quiet.filter(record("again")) for _ in range(1_000)) == 50
    assert quiet.filter(record("another"))
    now[0] = 2.0
    later = record("again")
    assert quiet.filter(later)
    assert later.__dict__["left_out"] == 950
