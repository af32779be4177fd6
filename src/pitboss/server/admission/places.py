"""Places at the rail: every open socket, who has it, and whom it makes room for."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pitboss.server.admission.asker import Asker, Rank
from pitboss.server.admission.buckets import Buckets
from pitboss.server.admission.desk import Crowded
from pitboss.server.feed.outbox import Outbox
from pitboss.server.settings import LIMITS, Limits, Settings

CLOSE_LATER = 1013
FULL = "too many are connected; try again later"
MADE_ROOM = "somebody at the table needed the room; try again later"
NOTHING = b""
"""No message: the reader looks up what there is."""
RESYNC_COST = 4.0
"""A whole view counts as this many messages."""
WATCH_S = 0.25
"""Between two looks at who takes nothing."""
WAIT_MAX_S = 5.0
"""How long the next message of a socket is left unread at most."""


@dataclass(eq=False, slots=True)
class Place:
    """One socket."""

    asker: Asker
    table: str
    outbox: Outbox
    rank: Callable[[], Rank]
    """What its owner is now: who watched may have bought in since."""
    is_open: Callable[[], bool]
    """Whether the session still is."""
    session: str = ""
    """The hash of its token."""


class Places:
    """All sockets of a server."""

    def __init__(self, settings: Settings, limits: Limits = LIMITS) -> None:
        self._settings = settings
        self._limits = limits
        self._places: dict[Place, None] = {}
        self._by_address: Counter[str] = Counter()
        self._strangers: Counter[str] = Counter()
        self._by_account: Counter[str] = Counter()
        self._at_table: dict[str, dict[Place, None]] = {}
        speed = 4.0 * settings.commands_per_second
        strangers = float(self._limits.frames_per_second)
        self._said = Buckets(speed, 2 * speed)
        self._said_by_strangers = Buckets(strangers, 10 * strangers)
        players = float(settings.admission.frames_per_address)
        self._said_from = Buckets(players, 4 * players)

    def __len__(self) -> int:
        return len(self._places)

    def check(self, asker: Asker) -> None:
        """Whether an address and an account have room for one more; raises ``Crowded``."""
        limits = self._settings.admission
        if self._by_address[asker.address] >= limits.sockets_per_address:
            raise Crowded("too_fast", "too many sockets are open from your address")
        if asker.account and self._by_account[asker.account] >= self._limits.sockets_per_account:
            raise Crowded("too_fast", f"{asker.account} has too many sockets open")
        if not asker.account and self._strangers[asker.address] >= limits.strangers_per_address:
            raise Crowded("too_fast", "too many sockets are open from your address; log in")

    def take(self, place: Place) -> str:
        """Give somebody a place, if need be that of somebody with less claim; or why not."""
        asker, is_stranger = place.asker, not place.asker.account
        try:
            self.check(asker)
        except Crowded as crowded:
            return str(crowded)
        here = self._at_table.get(place.table, {})
        if len(here) >= self._settings.sockets_per_table_max and not self._move_up(here, place):
            return FULL
        if len(self) >= self._settings.sockets_max and not self._move_up(self._places, place):
            return FULL
        self._places[place] = None
        self._at_table.setdefault(place.table, {})[place] = None
        self._by_address[asker.address] += 1
        self._by_account[asker.account] += 1
        self._strangers[asker.address] += is_stranger
        return ""

    def leave(self, place: Place) -> None:
        """A socket is closed; telling so twice does no harm."""
        if place not in self._places:
            return
        del self._places[place]
        here = self._at_table[place.table]
        del here[place]
        if not here:
            del self._at_table[place.table]
        asker = place.asker
        for count, key in (
            (self._by_address, asker.address),
            (self._by_account, asker.account),
            (self._strangers, asker.address),
        ):
            count[key] -= count is not self._strangers or not asker.account
            if not count[key]:
                del count[key]

    def wait_s(self, place: Place, now_s: float, *, is_whole: bool) -> float:
        """How long the next message is left unread: who sends too fast is read slower."""
        cost = RESYNC_COST if is_whole else 1.0
        asker = place.asker
        if asker.account:
            wait_s = self._said.owe(asker.account, now_s, cost)
            wait_s = max(wait_s, self._said_from.owe(asker.address, now_s, cost))
        else:
            wait_s = self._said_by_strangers.owe(asker.address, now_s, cost)
        return min(WAIT_MAX_S, wait_s)

    async def watch(self) -> None:
        """Cut those who take nothing that is sent to them, until this is cancelled."""
        slow_s = self._limits.send_timeout_ms / 1000
        while True:
            await asyncio.sleep(min(WATCH_S, slow_s))
            before = time.monotonic() - slow_s
            for place in [*self._places]:
                place.outbox.cut_if_slow(before)

    def sessions(self) -> set[str]:
        """The sessions that sockets are open by."""
        return {place.session for place in self._places if place.session}

    def end_closed(self) -> None:
        """Have every socket look up whose session is over: it ends itself."""
        for place in self._places:
            if not place.is_open():
                place.outbox.put(NOTHING)

    def _move_up(self, places: dict[Place, None], newcomer: Place) -> bool:
        """Have somebody with less claim make room: a lower rank, or more sockets from there."""
        rank, held = newcomer.rank(), self._by_address[newcomer.asker.address]

        def claim(place: Place) -> tuple[int, int]:
            return place.rank(), self._by_address[place.asker.address]

        least = max(places, key=claim)
        has_less = least.rank() > rank
        is_crowd = least.rank() == rank > Rank.SEATED and claim(least)[1] > held + 1
        if not has_less and not is_crowd:
            return False
        self.leave(least)
        least.outbox.end(CLOSE_LATER, MADE_ROOM)
        return True
