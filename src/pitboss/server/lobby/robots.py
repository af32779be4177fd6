"""Bots at live tables: they see what a player sees, and send commands as a player does."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from pitboss.bots.port import Bot, main_of
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import DeclineCut
from pitboss.engine.floor.procedures import Perform
from pitboss.engine.offers import Offer
from pitboss.engine.state import BETTING
from pitboss.engine.views import View, view
from pitboss.server.analysis.process import Busy
from pitboss.server.feed.feed import Feed
from pitboss.server.feed.kept_boxes import for_bot, without_kept
from pitboss.server.feed.outbox import Outbox
from pitboss.server.surroundings import Surroundings
from pitboss.server.tables.actor import TableActor

CHIPS = 100_000
"""Play money of a bot, in cents; it buys in again when it has run out."""
THINK_S = 0.4
TRIES_MAX = 20
"""Commands of a bot in a row that may be refused before it waits for something new."""


class Robot:
    """A bot in its seat, playing on its own."""

    def __init__(
        self,
        bot: Bot,
        make: Callable[[], Awaitable[Bot]],
        table: TableActor,
        feed: Feed,
        surroundings: Surroundings,
        *,
        size: int,
        is_done: Callable[[], Awaitable[None]],
        is_resting: Callable[[], bool] = lambda: False,
    ) -> None:
        self.name = bot.name
        self._bot = bot
        self._make = make
        self._rules = table.state.rules
        """Rules that the bot was made for."""
        self._table = table
        self._feed = feed
        self._surroundings = surroundings
        self._is_done = is_done
        """Called once a round, when the bot has bet or cannot."""
        self._is_resting = is_resting
        """Returns True if the bot does not bet now."""
        self._done_in = -1
        self._size = size
        """Number of messages that may wait for the bot."""
        turn_ms = table.pace.turn_ms
        self._think_s = min(THINK_S, turn_ms / 4_000) if turn_ms else THINK_S
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Join the table and begin to play."""
        self._task = asyncio.create_task(self._run(), name=f"bot {self.name}")

    async def stop(self) -> None:
        """Stop playing and leave the table."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        outbox = self._feed.join(self.name, size=self._size)
        try:
            while True:
                await _newest(outbox)
                await asyncio.sleep(self._think_s)
                await self._play()
        finally:
            self._feed.leave(outbox)

    async def _play(self) -> None:
        """Send commands until the bot has nothing to do, or is refused."""
        await self._learn()
        for _ in range(TRIES_MAX):
            if self._table.state.phase == BETTING:
                if not self._feed.attendance:
                    # A bot plays for company: without people it finishes its hand and rests.
                    return
                if self._is_resting():
                    break
            seen = self._see()
            if seen.chips < CHIPS // 10 and main_of(seen, self.name) is None:
                buy = BuyIn(player=self.name, amount=CHIPS)
                if not (await self._table.submit(self.name, self._surroundings.new_id(), buy)).ok:
                    break
                continue
            command = _step(seen.offers) or self._bot.choose(seen)
            if command is None:
                break
            answer = await self._table.submit(self.name, self._surroundings.new_id(), command)
            if not answer.ok:
                break
            if seen.phase != BETTING:
                await asyncio.sleep(self._think_s)
        await self._end_betting()

    def _see(self) -> View:
        """Return the table as the bot sees it, with the offers of boxes that are free for a bot."""
        state = self._table.state
        seen = view(state, self.name)
        free = without_kept(seen.offers, self.name, self._feed.kept_boxes(state))
        return replace(seen, offers=for_bot(free, self.name, state))

    async def _end_betting(self) -> None:
        """Report once a round that this bot has bet, or does not."""
        state = self._table.state
        if state.phase == BETTING and self._done_in != state.round:
            self._done_in = state.round
            await self._is_done()

    async def _learn(self) -> None:
        """Replace the bot if the rules in force have changed."""
        rules = self._table.state.rules
        if rules is not self._rules:
            with contextlib.suppress(Busy):  # The next turn tries again.
                self._bot = await self._make()
                self._rules = rules


def _step(offers: tuple[Offer, ...]) -> Command | None:
    """Return the step that a table dealt by hand expects of a player; bots never cut."""
    for offer in offers:
        if offer.do == "decline_cut":
            return DeclineCut()
        if offer.do == "perform" and offer.wager != "cut":
            return Perform(step=offer.wager)
    return None


async def _newest(outbox: Outbox) -> None:
    """Wait for a message and drop it: a bot looks at the table itself."""
    await outbox.take()
    while outbox.has_more:
        await outbox.take()
