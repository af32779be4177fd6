"""The gallery: strangers who watch a table hear of it a little later where they are many.

Everything that happens is sent to each of them alone. Players are not to wait for that: strangers
are told several events at once, a few of them at a time.
"""

import asyncio
from collections.abc import Callable, Sequence

from pitboss.server.feed.outbox import Outbox
from pitboss.server.log.events import Logged

CROWD = 8
"""This many strangers at one table are told at once, like everybody else."""
EVERY_S = 1.0
"""How often more of them are told."""
AT_ONCE, PAUSE_S = 8, 0.004
"""Strangers who are told in one go, and the time that others have until the next go."""

Write = Callable[[Sequence[Logged]], bytes]
"""Makes one message for strangers of events in a row."""


class Gallery:
    """The strangers at one table, and what they have not been told yet."""

    def __init__(self, write: Write, show: Callable[[], bytes]) -> None:
        self._write = write
        self._show = show
        """The whole table, as strangers see it."""
        self._outboxes: dict[Outbox, None] = {}
        self._newcomers: dict[Outbox, None] = {}
        """Those who are shown the whole table next."""
        self._untold: list[Logged] = []
        self._has_news = False
        """There is something to tell, if only how the table stands."""
        self._telling: list[tuple[bytes, list[Outbox]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_crowded(self) -> bool:
        """Whether strangers are told later; where some have not heard all, they all wait."""
        is_behind = self._has_news or bool(self._telling) or bool(self._newcomers)
        return is_behind or len(self._outboxes) > CROWD

    def add(self, outbox: Outbox) -> None:
        """Somebody has been shown the table, and watches from now on."""
        self._outboxes[outbox] = None

    def remove(self, outbox: Outbox) -> None:
        """Watch no more."""
        self._outboxes.pop(outbox, None)
        self._newcomers.pop(outbox, None)

    def show(self, outbox: Outbox) -> None:
        """Show somebody the whole table, once the others have heard what has happened so far."""
        self._outboxes.pop(outbox, None)
        self._newcomers[outbox] = None
        self._set_timer(EVERY_S)

    def tell(self, logged: Sequence[Logged]) -> None:
        """Something has happened: strangers hear of it soon."""
        self._untold += logged
        self._has_news = True
        self._set_timer(EVERY_S)

    def _go(self) -> None:
        self._timer = None
        if not self._telling:
            self._begin()
        message, outboxes = self._telling[0]
        for outbox in outboxes[:AT_ONCE]:
            outbox.put(message)
        del outboxes[:AT_ONCE]
        if not outboxes:
            del self._telling[0]
        if self._telling:
            self._set_timer(PAUSE_S)
        elif self._has_news or self._newcomers:
            self._set_timer(EVERY_S)

    def _begin(self) -> None:
        """Write down what is untold for those who watch, and the table for those who have come."""
        self._telling = [(self._write(self._untold), [*self._outboxes])]
        self._untold, self._has_news = [], False
        if self._newcomers:
            self._telling.append((self._show(), [*self._newcomers]))
            self._outboxes |= self._newcomers
            self._newcomers = {}

    def _set_timer(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._go)
