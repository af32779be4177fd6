"""A server killed in the middle of rounds loses no acknowledged command and does none twice."""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pitboss.bots.by_strategy import ByStrategy
from pitboss.bots.random_legal import RandomLegal
from pitboss.client import Visitor, play
from pitboss.engine.declare import Command
from pitboss.engine.state import BETTING
from pitboss.proof.log import verify_log
from pitboss.proof.money import count_money
from pitboss.server.log.events import entries_after
from pitboss.server.log.replay import rebuild, replayed
from pitboss.store.export import export_log
from pitboss.store.sql.sqlite import SqliteStore
from pitboss.wire.protocol import Answer
from tests.patience import WAIT_S
from tests.server.killed import FILE, PLAY_MONEY, Killable
from tests.server.live import TABLES, free_port
from tests.verdicts import IN_PLAY, unheld

BOTS = 8
PATIENCE_S = 3600.0
"""A bot that finds the server dead each time it calls must not give up."""


@dataclass
class Word:
    """What the server has given its word for."""

    acknowledged: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """By table and command: the first and last event it led to."""
    rounds: dict[str, int] = field(default_factory=dict)
    """By table: the last round that was seen to be over."""
    losses: int = 0
    seated: int = 0
    """Bots that came in: only a seat outlives its server, a request does not."""


async def _bot(url: str, number: int, word: Word) -> None:
    """Play for good; lost connections are the client's business."""
    table, name = TABLES[number % len(TABLES)], f"bot{number}"
    async with Visitor(url) as visitor:
        await visitor.come_as_guest(name)
        rules = await visitor.rules(table)
        bot = RandomLegal(name, rules, number) if number % 2 else ByStrategy(name, rules)
        async with visitor.sit(table, patience_s=PATIENCE_S) as seat:
            word.seated += 1

            def told(_command: Command, answer: Answer, _seconds: float) -> None:
                if answer.ok:
                    word.acknowledged[table, f"{name}:{answer.id}"] = answer.first, answer.last
                if seat.status is not None and seat.status.phase == BETTING:
                    word.rounds[table] = seat.status.round

            try:
                await play(seat, bot, chips=500_000, told=told)
            finally:
                word.losses += seat.losses


async def _suffer(folder: Path, times: int, seed: int) -> tuple[Word, int]:
    """Kill the server again and again under play; gives also the kills within a round."""
    rng, port, word, within = random.Random(seed), free_port(), Word(), 0
    server = Killable(folder, port)
    await asyncio.to_thread(server.wait)
    bots = [
        asyncio.create_task(_bot(f"http://127.0.0.1:{port}", number, word))
        for number in range(BOTS)
    ]
    for _ in range(times):
        before = len(word.acknowledged)
        async with asyncio.timeout(WAIT_S):
            while word.seated < BOTS or len(word.acknowledged) < before + 4:
                await asyncio.sleep(0.005)
        await asyncio.sleep(rng.random() * 0.15)
        await asyncio.to_thread(server.kill)
        within += _has_open_round(folder)
        assert not any(bot.done() for bot in bots), [bot for bot in bots if bot.done()]
        server = Killable(folder, port)
    await _finish(word)
    for bot in bots:
        bot.cancel()
    await asyncio.gather(*bots, return_exceptions=True)
    await asyncio.to_thread(server.kill)
    return word, within


async def _finish(word: Word) -> None:
    """Every table goes on: the round open at the last kill ends, and so does one more."""
    rounds = dict(word.rounds)
    async with asyncio.timeout(WAIT_S):
        while not all(word.rounds[table] >= number + 2 for table, number in rounds.items()):
            await asyncio.sleep(0.02)


def _has_open_round(folder: Path) -> bool:
    with _store(folder) as store:
        headers = [header for header in store.headers() if header.rulebook]
        states = [rebuild(store, header, keep=1).state for header in headers]
        return any(state.phase != BETTING for state in states)


@contextlib.contextmanager
def _store(folder: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(folder / FILE)
    try:
        yield store
    finally:
        store.close()


def check(folder: Path, word: Word) -> None:
    """Compare the word that was given with what is on disk."""
    with _store(folder) as store:
        for header in [header for header in store.headers() if header.table in TABLES]:
            table = header.table
            entries = list(entries_after(store, table, 0))
            numbers = [number for one in entries for number, _ in one.numbered()]
            assert numbers == list(range(1, len(numbers) + 1))
            written = {one.id: (one.first, one.version) for one in entries if one.id}
            # One command is one entry, so none was carried out twice.
            assert len(written) == sum(bool(one.id) for one in entries)
            for (at, key), events in word.acknowledged.items():
                if at == table:
                    assert written[key] == events, key
            rebuilt = rebuild(store, header, keep=1)
            *_, end = replayed(store, header, last=len(numbers))
            assert rebuilt.version == end.version
            report = verify_log(export_log(store, table))
            assert not unheld(report, *IN_PLAY)
        money = count_money(store)
        assert not money.faults
        assert money.issued == BOTS * PLAY_MONEY.opening


def kill_often(folder: Path, times: int, seed: int) -> None:
    word, within = asyncio.run(_suffer(folder, times, seed))
    assert len(word.acknowledged) > 4 * times
    assert within > times // 2, "most kills should come within a round"
    assert word.losses >= times
    check(folder, word)


def test_a_server_killed_within_rounds_keeps_its_word(tmp_path: Path) -> None:
    kill_often(tmp_path, 25, 1)


@pytest.mark.long
def test_a_server_killed_a_thousand_times_within_rounds_keeps_its_word(tmp_path: Path) -> None:
    kill_often(tmp_path, 1_000, 2)
