"""The clock of one table: what it waits for, until when, and what it does when time is up."""

import logging
from collections.abc import Callable

from pitboss.engine.legal import notice_left_ms
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Rejection
from pitboss.server.feed.feed import Feed
from pitboss.server.log.replay import Rebuilt
from pitboss.server.settings import Pace
from pitboss.server.surroundings import Surroundings
from pitboss.server.tables.batch import Batch
from pitboss.server.tables.time_bank import PlayersTime, Present
from pitboss.server.tables.timers import AGAIN_MS, Due, Timer, cutters_among, due, urgent
from pitboss.store.entry import log_time

log = logging.getLogger("pitboss.table")


class TableClock:
    """Timers, time banks and log time of one table."""

    def __init__(
        self, pace: Pace, surroundings: Surroundings, *, waited_ms: int = 0, is_shared: bool = False
    ) -> None:
        """``waited_ms`` is how long the table has waited already for what is due."""
        self.pace = pace
        self.is_out_of_cards = False
        """The shoe has run out, and the rulebook has the round dealt again."""
        self._surroundings = surroundings
        self._timer = Timer(waited_ms)
        self._players = PlayersTime(pace, is_shared=is_shared)
        self._doing: Due
        """The last thing that the table has done by itself, or tried to."""

    def now(self, at_ms: int) -> tuple[int, int]:
        """Return the log time of an entry behind one of this log time, and the wall time of it."""
        wall_ms = self._surroundings.wall_ms()
        return log_time(at_ms, wall_ms), wall_ms

    @property
    def waited_ms(self) -> int:
        """How long the table has waited for what it waits for."""
        return self._timer.waited_ms(self._surroundings.steady_ms())

    def wait_s(self) -> float | None:
        """Return the seconds until something is due; None if nothing is."""
        return self._timer.wait_s(self._surroundings.steady_ms())

    @property
    def is_due(self) -> bool:
        """Return True if something is due now."""
        wait_s = self.wait_s()
        return wait_s is not None and wait_s <= 0

    def update(self, state: TableState, at_ms: int, feed: Feed) -> bool:
        """Look at what the table waits for now; return True if that is news for its viewers."""
        (now_ms, wall_ms), steady_ms = self.now(at_ms), self._surroundings.steady_ms()
        asked = cutters_among(state, feed.viewers()) if feed.coming() else None
        wanted = due(state, self.pace, now_ms, cutters=asked)
        lost, is_out = feed.lost_shoes(), self.is_out_of_cards
        wanted = urgent(lost, state.round, is_out_of_cards=is_out) or wanted
        viewers, people = frozenset(feed.viewers()), frozenset(feed.people())
        present = Present(viewers, people, feed.shoes_so_far)
        wanted = self._players.allow(wanted, state, present, steady_ms=steady_ms)
        self._timer.look(wanted, steady_ms=steady_ms, wall_ms=wall_ms)
        return feed.set_waiting(self._timer.public)

    def moved(self) -> None:
        """Try again what was refused, as something else has happened."""
        self._timer.given_up = None

    def grant_grace_period(self) -> None:
        """Let everybody have the least that a restart leaves them, from now on."""
        self._timer.spare(self._surroundings.steady_ms())

    def follow_wall(self, by_ms: int, feed: Feed) -> None:
        """Follow a jump of the wall clock: the deadlines that viewers see are times of it."""
        self._timer.follow_wall(by_ms)
        feed.set_waiting(self._timer.public)

    def carry_out(self, batch: Batch, do: Callable[[Due], Rejection | None]) -> None:
        """Have what has come due done, which puts it into the batch."""
        wanted = self._doing = self._timer.take()
        self.is_out_of_cards = False
        if wanted.what == "notice" and notice_left_ms(batch.state, batch.at_ms):
            # The wall clock has run back, and log time waits for it.
            return
        refused = do(wanted)
        if refused is not None:
            self._timer.given_up = wanted.key
            extra = {"table": batch.table, "refused": str(refused)}
            log.warning("an automatic step was refused", extra=extra)

    def put_off(self) -> None:
        """Try again in a moment what could not be written."""
        self.is_out_of_cards = self._doing.what == "out_of_cards"
        self._timer.put_off(self._doing, self._surroundings.steady_ms() + AGAIN_MS)


def waited_before(rebuilt: Rebuilt, pace: Pace, alive_ms: int) -> int:
    """How long a table had waited for what is due when its server last gave a sign of life.

    The wait began with the entry since which the same is due, as far as the log was read.
    """
    wanted = due(rebuilt.state, pace, rebuilt.at_ms)
    if wanted is None:
        return 0
    began_ms = rebuilt.at_ms
    for one in reversed(rebuilt.recent):
        if one.version != one.entry.version:
            # Within an entry the table waits for nobody.
            continue
        earlier = due(one.after, pace, one.at_ms)
        if earlier is None or earlier.key != wanted.key:
            break
        began_ms = one.at_ms
    return max(0, alive_ms - began_ms)
