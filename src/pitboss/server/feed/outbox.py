"""Messages on their way to one client."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.money import BOT


class Outbox:
    """Messages that wait for one client; a client that does not read them is cut off."""

    def __init__(
        self, viewer: str, size: int, *, hears_emotes: bool = False, is_person: bool = False
    ) -> None:
        self.viewer = viewer
        self.hears_emotes = hears_emotes
        self.is_bot = viewer.startswith(BOT)
        self.is_person = is_person
        """True if a person looks at the table, and not a program."""
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(size)
        self.is_cut = asyncio.Event()
        self.sending_since = 0.0
        """Time at which the present message was begun; 0 between two messages."""
        self.farewell: tuple[int, str] | None = None
        """Code and text with which the server closes the socket; None if it does not."""

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Note the time while a message is being sent, for ``cut_if_slow``."""
        self.sending_since = time.monotonic()
        yield
        self.sending_since = 0.0

    def cut_if_slow(self, before: float) -> None:
        """Cut off a client that has been taking one message since before this time."""
        if 0.0 < self.sending_since < before:
            self.is_cut.set()

    def end(self, code: int, text: str) -> None:
        """Close the socket with a code and a text, because another client needs its place."""
        self.farewell = (code, text)
        self.is_cut.set()

    def put(self, message: bytes) -> None:
        """Queue a message; cut off the client if the queue is full."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.is_cut.set()

    @property
    def has_more(self) -> bool:
        """Return True if a message waits."""
        return not self._queue.empty()

    async def take(self) -> bytes:
        """Return the next message as soon as there is one."""
        return await self._queue.get()
