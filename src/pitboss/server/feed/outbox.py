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
        """Somebody sits there who looks at the table, and not a program."""
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(size)
        self.is_cut = asyncio.Event()
        self.sending_since = 0.0
        """When the message that is being sent was begun; 0 where none is."""
        self.farewell: tuple[int, str] | None = None
        """The code and the words with which the socket is closed, where that was not its doing."""

    @contextmanager
    def sending(self) -> Iterator[None]:
        """A message is on its way as long as this lasts."""
        self.sending_since = time.monotonic()
        yield
        self.sending_since = 0.0

    def cut_if_slow(self, before: float) -> None:
        """Cut a client that has taken nothing since then."""
        if 0.0 < self.sending_since < before:
            self.is_cut.set()

    def end(self, code: int, text: str) -> None:
        """Close the socket: somebody else needs its place."""
        self.farewell = (code, text)
        self.is_cut.set()

    def put(self, message: bytes) -> None:
        """Put a message behind the others."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.is_cut.set()

    @property
    def has_more(self) -> bool:
        """Whether a message waits."""
        return not self._queue.empty()

    async def take(self) -> bytes:
        """The next message."""
        return await self._queue.get()
