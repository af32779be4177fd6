"""Simulations that run at once: no address has all of them, and players come first."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from pitboss.server.admission.client import CLIENT, Client, Priority
from pitboss.server.analysis.process import Busy
from pitboss.server.analysis.simulations import Simulations
from tests.patience import WAIT_S

ROUNDS = 10**9
"""A run of many parts, of which the first is enough here."""

Parts = AsyncGenerator[tuple[int, float], None]


def part(plan: int, first: int, blocks: int, rounds: int) -> tuple[int, float]:
    """A part of a run that plays nothing."""
    return plan + first + blocks + rounds, 0.0


async def begin(simulations: Simulations, client: Client) -> Parts:
    """A run that goes on behind its first part; raises ``Busy``."""
    CLIENT.set(client)
    run = simulations.parts_of(1, ROUNDS, part)
    await anext(run)
    return run


def test_one_address_does_not_take_every_place() -> None:
    async def play() -> None:
        simulations = Simulations(3, each_max=2)
        crowd, loner = Client("10.0.0.1"), Client("10.0.0.2")
        player = Client("10.0.0.3", "ann", Priority.SEATED)
        try:
            first, second = [await begin(simulations, crowd) for _ in range(2)]
            with pytest.raises(Busy, match="for your address") as busy:
                await begin(simulations, crowd)
            assert busy.value.code == "too_fast"
            third = await begin(simulations, loner)
            with pytest.raises(Busy, match="3 simulations run"):
                await begin(simulations, Client("10.0.0.4"))
            # For somebody at a table the newest of a stranger ends.
            await begin(simulations, player)
            with pytest.raises(StopAsyncIteration):
                await anext(third)
            assert [await anext(one) for one in (first, second)]
            # Whoever goes makes room.
            await first.aclose()
            await begin(simulations, loner)
        finally:
            simulations.close()

    asyncio.run(asyncio.wait_for(play(), WAIT_S))
