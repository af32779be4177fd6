"""Many bots at once: every command is heard by every seat of its table, once and in its order."""

import asyncio
from pathlib import Path

import pytest

from benchmarks.load import Figures, Load
from benchmarks.server import open_tables, server
from pitboss.server.settings import Admission, Pace
from pitboss.store.sql.sqlite import SqliteStore
from tests.server.live import free_port, serving

PACE = Pace(betting_ms=200, insurance_ms=500, turn_ms=3_000, prize_ms=40, cut_ms=30)


def check(figures: Figures) -> None:
    assert figures.accepted > 0
    assert (figures.lost, figures.out_of_order, figures.reconnected) == (0, 0, 0)
    # Two may reach for one box, or somebody is too late; the server itself turned nobody away.
    assert not set(figures.refused) & {"busy", "too_fast", "broken", "stopped", "store"}


def test_forty_bots_play_at_five_tables(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "pitboss.sqlite")
    limits = Admission(frames_per_address=10**6)
    with serving(store, PACE, commands_per_second=1_000, admission=limits) as live:
        load = Load(live.url, think_s=0.05, probes_per_second=20)
        figures = asyncio.run(load.run(sockets=40, seconds=3))
    check(figures)
    assert figures.tables == 5
    # Probes go out at their times, and deals are timed from when the table said they would be.
    assert (figures.probes, figures.probes_refused) == (60, {})
    assert 0 < figures.probe_p50_ms <= figures.probe_p99_ms <= figures.probe_max_ms
    assert (figures.deals > 0) == (figures.deal_p99_ms > 0)
    # A refused command is none that was carried out.
    assert figures.commands_per_second <= round(figures.accepted / 3, 1)


@pytest.mark.long
def test_a_thousand_sockets_on_a_hundred_and_fifty_tables(tmp_path: Path) -> None:
    with server(tmp_path, free_port()) as told:
        asyncio.run(open_tables(told, 150))
        load = Load(told["url"], think_s=1.0, probes_per_second=100)
        figures = asyncio.run(load.run(sockets=1_000, seconds=60))
    check(figures)
    assert (figures.tables, figures.sockets) == (150, 1_000)
    assert figures.accepted > figures.sockets
    assert figures.rounds > 0
    assert figures.p99_ms <= 100
    assert figures.probe_p99_ms <= 100
