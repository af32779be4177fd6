"""A bot at a live table: it sees what a player sees, and plays round after round."""

import asyncio
import random
import time
from collections.abc import Callable

from pitboss.bots.port import Bot
from pitboss.client.table import ClientError, LiveTable
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.engine.state import BETTING
from pitboss.wire.protocol import Answer, Status

CHIPS = 100_000
"""A bot's buy-in, in cents, made when less than a tenth of it is left."""
LATER = frozenset({"busy", "too_fast", "closing", "stopped", "store"})
"""Refusals of a server that may take the command later."""
LATER_S = 0.2

Told = Callable[[Command, Answer, float], None]
"""Receives every command, its answer, and the seconds between them."""


def tell_nobody(_command: Command, _answer: Answer, _seconds: float) -> None:
    """Keep no account of commands."""


async def play(
    table: LiveTable,
    bot: Bot,
    *,
    rounds: int | None = None,
    chips: int = CHIPS,
    think_s: float = 0.0,
    told: Told = tell_nobody,
) -> int:
    """Play until this many rounds have been bet on and ended, or for good; gives their number.

    A decision takes ``think_s`` on average. The bot buys for ``chips`` cents when it runs low;
    ``told`` hears of every command with its answer.
    """
    if table.viewer != bot.name:
        text = f"the bot is {bot.name!r}, and the seat is {table.viewer!r}'s: give both one name"
        raise ClientError("wrong_name", text)
    bet: set[int] = set()
    """Rounds that had ended when a wager was placed for the next one."""

    def over(status: Status) -> int:
        return sum(number < status.round for number in bet)

    def is_done(status: Status) -> bool:
        return status.phase == BETTING and rounds is not None and over(status) >= rounds

    waits: tuple[str, int] | None = None
    while True:
        status = await table.change()
        if is_done(status):
            return over(status)
        if (status.phase, status.round) == waits:
            continue
        waits = None
        await _buy(table, bot, status, chips, told)
        while table.status is not None and table.status.offers:
            status = table.status
            if is_done(status):
                # The table went on while this seat was read.
                return over(status)
            await asyncio.sleep(think_s * (0.5 + random.random()))
            command = bot.choose(table.view)
            if command is None:
                # In the same phase it would only wait again.
                waits = status.phase, status.round
                break
            answer = await _give(table, command, told)
            if answer.ok and status.phase == BETTING:
                bet.add(status.round)
            if not answer.ok and not await _may_try_again(answer):
                break


async def _buy(table: LiveTable, bot: Bot, status: Status, chips: int, told: Told) -> None:
    """Buy in between two rounds if little is left, as far as the bankroll allows."""
    amount = chips
    while status.phase == BETTING and status.chips < chips // 10:
        answer = await _give(table, BuyIn(player=bot.name, amount=amount), told)
        if answer.refused is not None and answer.refused.code == "bankroll":
            amount = answer.refused.limit or 0
            if amount:
                continue
        if answer.ok or not await _may_try_again(answer):
            return


async def _give(table: LiveTable, command: Command, told: Told) -> Answer:
    began = time.monotonic()
    answer = await table.give(command)
    told(command, answer, time.monotonic() - began)
    return answer


async def _may_try_again(answer: Answer) -> bool:
    """Return True if the server may take the command later, after a short wait."""
    assert answer.refused is not None
    is_later = answer.refused.code in LATER
    if is_later:
        await asyncio.sleep(LATER_S)
    return is_later
