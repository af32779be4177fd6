"""People who buy in, play and cash out at all tables at once, at random from a seed."""

import asyncio
import random

from pitboss.bots.random_legal import RandomLegal
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.views import view
from pitboss.server.lobby.lobby import Lobby
from tests.server.live import TABLES

NAMES = ("ann", "bob", "cat")


async def play_everywhere(lobby: Lobby, rng: random.Random, *, steps: int) -> None:
    """Everybody at every table does so many things, or tries to."""

    async def play(id_: str, name: str) -> None:
        actor = lobby.tables[id_].actor
        bot = RandomLegal(name, lobby.tables[id_].rules, rng.getrandbits(32))
        for _ in range(steps):
            chips = actor.state.chips.get(name, 0)
            chance = rng.random()
            chosen = bot.choose(view(actor.state, name))
            if chance < 0.2 or not chips:
                chosen = BuyIn(player=name, amount=rng.randint(1, 8_000))
            elif chance < 0.3:
                chosen = CashOut(by=name, amount=rng.randint(1, chips + 100))
            if chosen is not None:
                answer = await actor.submit(name, f"{rng.getrandbits(64):x}", chosen)
                assert answer.refused is None or answer.refused.code != "broken"
            await asyncio.sleep(0)

    await asyncio.gather(*(play(id_, name) for id_ in TABLES for name in NAMES))
