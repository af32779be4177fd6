"""A bot at a live table: counts the cards, plays three rounds, and says what came of each wager.

Start a server with `pitboss serve`, then run this program; URL, TABLE and NAME may be set.
"""

import asyncio
import os

from pitboss.bots.by_count import ByCount
from pitboss.client import Heard, Visitor, play
from pitboss.engine.payouts import WagerSettled
from pitboss.sim.counting import Betting, load_count, parse_ramp

URL = os.environ.get("URL", "http://localhost:8021")
TABLE = os.environ.get("TABLE", "nz")
NAME = os.environ.get("NAME", "counter")
ROUNDS = 3


async def main() -> None:
    async with Visitor(URL) as visitor:
        await visitor.come_as_guest(NAME)
        rules = await visitor.rules(TABLE)
        # One wager at a true count below 2, four from 2 on, eight from 4 on.
        bot = ByCount(NAME, rules, Betting(load_count("hi_lo"), parse_ramp("0:1 2:4 4:8")))

        def hear(heard: Heard) -> None:
            event = heard.event
            bot.hear(event)
            if isinstance(event, WagerSettled) and event.player == NAME:
                print(f"{event.wager}: {event.result} {event.net / 100:+.2f} by {event.clause}")

        async with visitor.sit(TABLE, hear=hear) as table:
            await play(table, bot, rounds=ROUNDS)
            assert table.status is not None
            print(f"{table.status.chips / 100:.2f} in chips")


asyncio.run(main())
