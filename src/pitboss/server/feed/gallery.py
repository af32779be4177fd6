"""The gallery: many viewers who have not logged in get their messages a little later.

Every message is sent to each of them separately. So that players do not wait, they get several
events in one message, and only a few of them at a time.
"""

import asyncio
from collections.abc import Callable, Sequence

from pitboss.server.feed.outbox import Outbox
from pitboss.server.log.events import Logged

CROWD = 8
"""Number of strangers at one table who get events at once, like everyone else."""
EVERY_S = 1.0
"""Seconds between two messages to a larger crowd."""
AT_ONCE, PAUSE_S = 8, 0.004
"""Number of strangers served in one go, and the seconds before the next go."""

Write = Callable[[Sequence[Logged]], bytes]
"""Encodes consecutive events as one message for strangers."""


class Gallery:
    """The strangers at one table, and the events that they have not got yet."""

    def __init__(self, write: Write, show: Callable[[], bytes]) -> None:
        self._write = write
        self._show = show
        """Encodes the whole table as strangers see it."""
        self._outboxes: dict[Outbox, None] = {}
        self._newcomers: dict[Outbox, None] = {}
        """Strangers who get the whole table next."""
        self._untold: list[Logged] = []
        self._has_news = False
        """True if there is something to send, even if only the status has changed."""
        self._telling: list[tuple[bytes, list[Outbox]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_crowded(self) -> bool:
        """Return True if strangers get messages later: there are many, or some are still behind."""
        is_behind = self._has_news or bool(self._telling) or bool(self._newcomers)
        return is_behind or len(self._outboxes) > CROWD

    def add(self, outbox: Outbox) -> None:
        """Add a stranger who has got the whole table."""
        self._outboxes[outbox] = None

    def remove(self, outbox: Outbox) -> None:
        """Remove a stranger."""
        self._outboxes.pop(outbox, None)
        self._newcomers.pop(outbox, None)

    def show(self, outbox: Outbox) -> None:
        """Send a stranger the whole table, once the others have got all events so far."""
        self._outboxes.pop(outbox, None)
        self._newcomers[outbox] = None
        self._set_timer(EVERY_S)

    def tell(self, logged: Sequence[Logged]) -> None:
        """Keep events for strangers, and send them soon."""
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
        """Encode the kept events for those who watch, and the whole table for newcomers."""
        self._telling = [(self._write(self._untold), [*self._outboxes])]
        self._untold, self._has_news = [], False
        if self._newcomers:
            self._telling.append((self._show(), [*self._newcomers]))
            self._outboxes |= self._newcomers
            self._newcomers = {}

    def _set_timer(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._go)
