"""The open sockets of a server, the limits on them, and the ones that make room for others."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.server.admission.buckets import Buckets
from pitboss.server.admission.client import Client, Priority
from pitboss.server.admission.thread_pool import Overloaded
from pitboss.server.feed.outbox import Outbox
from pitboss.server.settings import LIMITS, Limits, Settings

CLOSE_LATER = 1013
FULL = "too many are connected; try again later"
MADE_ROOM = "somebody at the table needed the room; try again later"
NOTHING = b""
"""An empty message, at which the writer looks up the state of its session."""
RESYNC_COST = 4.0
"""Number of messages that a whole view counts as."""
WATCH_S = 0.25
"""Time between two checks for clients that do not read."""
WAIT_MAX_S = 5.0
"""Longest time that the next message of a socket is left unread."""


@dataclass(eq=False, slots=True)
class OpenSocket:
    """A socket with its client and table."""

    client: Client
    table: str
    outbox: Outbox
    priority: Callable[[], Priority]
    """Returns the present priority of the client: a watcher may have bought in since."""
    is_open: Callable[[], bool]
    """Returns False once the session has ended."""
    session: str = ""
    """Hash of the token of the session."""


class SocketRegistry:
    """All sockets of a server."""

    def __init__(self, settings: Settings, limits: Limits = LIMITS) -> None:
        self._settings = settings
        self._limits = limits
        self._sockets: dict[OpenSocket, None] = {}
        self._by_address: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._by_account: Counter[str] = Counter()
        self._at_table: dict[str, dict[OpenSocket, None]] = {}
        speed = 4.0 * settings.commands_per_second
        strangers = float(self._limits.frames_per_second)
        self._by_players = Buckets(speed, 2 * speed)
        self._by_strangers = Buckets(strangers, 10 * strangers)
        players = float(settings.admission.frames_per_address)
        self._from_address = Buckets(players, 4 * players)

    def __len__(self) -> int:
        return len(self._sockets)

    def check(self, client: Client) -> None:
        """Raise ``Overloaded`` if an address or an account has no room for one more socket."""
        limits = self._settings.admission
        if self._by_address[client.address] >= limits.sockets_per_address:
            raise Overloaded("too_fast", "too many sockets are open from your address")
        if client.account and self._by_account[client.account] >= self._limits.sockets_per_account:
            raise Overloaded("too_fast", f"{client.account} has too many sockets open")
        if not client.account and self._strangers[client.address] >= limits.strangers_per_address:
            raise Overloaded("too_fast", "too many sockets are open from your address; log in")

    def enter(self, opened: OpenSocket) -> str:
        """Register a socket, if need be in place of one with less claim; return the reason for a
        refusal, or "".
        """
        client = opened.client
        try:
            self.check(client)
        except Overloaded as overloaded:
            return str(overloaded)
        same_table = self._at_table.get(opened.table, {})
        is_full = len(same_table) >= self._settings.sockets_per_table_max
        if is_full and not self._replace(same_table, opened):
            return FULL
        if len(self) >= self._settings.sockets_max and not self._replace(self._sockets, opened):
            return FULL
        self._sockets[opened] = None
        self._at_table.setdefault(opened.table, {})[opened] = None
        self._by_address[client.address] += 1
        self._by_account[client.account] += 1
        self._strangers[client.address] += not client.account
        return ""

    def leave(self, opened: OpenSocket) -> None:
        """Forget a closed socket; a second time changes nothing."""
        if opened not in self._sockets:
            return
        del self._sockets[opened]
        same_table = self._at_table[opened.table]
        del same_table[opened]
        if not same_table:
            del self._at_table[opened.table]
        client = opened.client
        for count, key in (
            (self._by_address, client.address),
            (self._by_account, client.account),
            (self._strangers, client.address),
        ):
            count[key] -= count is not self._strangers or not client.account
            if not count[key]:
                del count[key]

    def wait_s(self, opened: OpenSocket, now_s: float, *, is_whole: bool) -> float:
        """Return the seconds to leave the next message unread, if the client sends too fast."""
        cost, client = RESYNC_COST if is_whole else 1.0, opened.client
        if client.account:
            wait_s = self._by_players.charge(client.account, now_s, cost)
            wait_s = max(wait_s, self._from_address.charge(client.address, now_s, cost))
        else:
            wait_s = self._by_strangers.charge(client.address, now_s, cost)
        return min(WAIT_MAX_S, wait_s)

    async def watch(self) -> None:
        """Cut clients that do not read what is sent to them, until this is cancelled."""
        slow_s = self._limits.send_timeout_ms / 1000
        while True:
            await asyncio.sleep(min(WATCH_S, slow_s))
            before = time.monotonic() - slow_s
            for opened in [*self._sockets]:
                opened.outbox.cut_if_slow(before)

    def sessions(self) -> set[str]:
        """Return the sessions of all sockets."""
        return {opened.session for opened in self._sockets if opened.session}

    def end_closed(self) -> None:
        """Wake every socket whose session has ended, so that it closes itself."""
        for opened in self._sockets:
            if not opened.is_open():
                opened.outbox.put(NOTHING)

    def _replace(self, sockets: dict[OpenSocket, None], newcomer: OpenSocket) -> bool:
        """End the socket with the least claim: a lower priority, or an address with more sockets.

        Return False if none has less claim than the newcomer.
        """
        priority, held = newcomer.priority(), self._by_address[newcomer.client.address]

        def claim(opened: OpenSocket) -> tuple[int, int]:
            return opened.priority(), self._by_address[opened.client.address]

        least = max(sockets, key=claim)
        has_less = least.priority() > priority
        is_crowd = least.priority() == priority > Priority.SEATED and claim(least)[1] > held + 1
        if not has_less and not is_crowd:
            return False
        self.leave(least)
        least.outbox.end(CLOSE_LATER, MADE_ROOM)
        return True
