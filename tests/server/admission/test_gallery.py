"""Strangers at a table where they are many: later than players, all of it, and in order."""

import asyncio
import json

from pitboss.engine.chips import BuyIn
from pitboss.server.feed.gallery import CROWD
from pitboss.server.feed.outbox import Outbox
from pitboss.server.lobby.table import Table
from tests.patience import until
from tests.server.live import house


async def hear(outbox: Outbox) -> list[int]:
    """The numbers of events that have come, from the last whole view on."""
    numbers: list[int] = []
    while outbox.has_more:
        message = json.loads(await outbox.take())
        if message["type"] == "view":
            numbers = [message["status"]["version"]]
        numbers += [event["n"] for event in message.get("events", ())]
    return numbers


async def buy(table: Table, count: int) -> None:
    for number in range(count):
        id_ = f"{table.actor.version}-{number}"
        answer = await table.actor.submit("ann", id_, BuyIn(player="ann", amount=1))
        assert answer.ok


def test_a_crowd_of_strangers_hears_later_and_all_of_it_in_order() -> None:
    async def run() -> None:
        async with house() as lobby:
            table = lobby.tables["nz"]
            feed = table.feed
            ann = feed.join("ann", size=1_000)
            crowd = [feed.join("", size=1_000) for _ in range(3 * CROWD)]
            await buy(table, 5)
            told = await hear(ann)
            assert told[-1] == table.actor.version
            # Players have heard; of the strangers nobody has yet.
            late = feed.join("", size=1_000)
            feed.show(crowd[0])
            assert not late.has_more
            await buy(table, 5)
            await until(lambda: late.has_more and crowd[-1].has_more)
            await buy(table, 5)
            newest = table.actor.version

            async def caught_up(outbox: Outbox) -> None:
                numbers: list[int] = []
                while not numbers or numbers[-1] < newest:
                    await until(lambda: outbox.has_more)
                    numbers += await hear(outbox)
                assert numbers == list(range(numbers[0], newest + 1))

            feed.leave(crowd.pop())
            await asyncio.gather(*(caught_up(outbox) for outbox in (*crowd[1:], late)))
            # Once most have gone, the rest hear at once again.
            for outbox in crowd[2:]:
                feed.leave(outbox)
            await until(lambda: not feed._gallery.is_crowded)
            before = len(await hear(crowd[1]))
            assert before == 0
            await buy(table, 1)
            assert await hear(crowd[1]) == [table.actor.version]

    asyncio.run(run())
