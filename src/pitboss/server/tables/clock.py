"""The clock of one table: it finds the next automatic step and carries it out on time."""

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
from pitboss.server.tables.time_bank import Attendance, TimeBank
from pitboss.server.tables.timers import AGAIN_MS, Due, Timer, cutters_among, due, idle_due, urgent
from pitboss.store.entry import log_time

log = logging.getLogger("pitboss.table")


class TableClock:
    """Timers, time banks and log time of one table."""

    def __init__(
        self, pace: Pace, surroundings: Surroundings, *, waited_ms: int = 0, is_shared: bool = False
    ) -> None:
        """``waited_ms`` is the time that the table has already waited for the due step."""
        self.pace = pace
        self.is_out_of_cards = False
        """True if the shoe has run out and the rulebook has the round dealt again."""
        self._surroundings = surroundings
        self._timer = Timer(waited_ms)
        self._players = TimeBank(pace, is_shared=is_shared)
        self._is_shared = is_shared
        """Several servers share the table, and each knows only its own viewers."""
        self._doing: Due
        """The last automatic step, whether it was carried out or refused."""

    def now(self, at_ms: int) -> tuple[int, int]:
        """Return the log time of an entry that follows this log time, and its wall time."""
        wall_ms = self._surroundings.wall_ms()
        return log_time(at_ms, wall_ms), wall_ms

    @property
    def waited_ms(self) -> int:
        """Milliseconds that the table has waited for its next step."""
        return self._timer.waited_ms(self._surroundings.steady_ms())

    def wait_s(self) -> float | None:
        """Return the seconds until a step is due; None if the table waits for no step."""
        return self._timer.wait_s(self._surroundings.steady_ms())

    @property
    def step(self) -> Due | None:
        """The step that the table waits for, or None."""
        return None if self._timer.waiting is None else self._timer.waiting[0]

    @property
    def is_due(self) -> bool:
        """Return True if a step is due now."""
        wait_s = self.wait_s()
        return wait_s is not None and wait_s <= 0

    def update(self, state: TableState, at_ms: int, feed: Feed) -> bool:
        """Set the timer for the next step; return True if viewers see another wait than before."""
        (now_ms, wall_ms), steady_ms = self.now(at_ms), self._surroundings.steady_ms()
        cutters = cutters_among(state, feed.viewers()) if feed.coming() else None
        wanted = due(state, self.pace, now_ms, cutters=cutters)
        lost, is_out = feed.lost_shoes(), self.is_out_of_cards
        wanted = urgent(lost, state.round, is_out_of_cards=is_out) or wanted
        viewers, people = frozenset(feed.viewers()), frozenset(feed.people())
        if wanted is None:
            wanted = idle_due(state, state.chips.keys() if self._is_shared else viewers)
        present = Attendance(viewers, people, feed.shoes_so_far)
        wanted = self._players.allow(wanted, state, present, steady_ms=steady_ms)
        self._timer.update(wanted, steady_ms=steady_ms, wall_ms=wall_ms)
        return feed.set_waiting(self._timer.public)

    def moved(self) -> None:
        """Allow a refused step to be tried again, because the table has changed."""
        self._timer.given_up = None

    def grant_grace_period(self) -> None:
        """Leave at least the grace period of a restart on the running timer."""
        self._timer.grant_grace_period(self._surroundings.steady_ms())

    def follow_wall(self, by_ms: int, feed: Feed) -> None:
        """Shift the deadline that viewers see by a jump of the wall clock."""
        self._timer.follow_wall(by_ms)
        feed.set_waiting(self._timer.public)

    def carry_out(self, batch: Batch, do: Callable[[Due], Rejection | None]) -> None:
        """Carry out the due step through ``do``, which puts its events into the batch."""
        wanted = self._doing = self._timer.take()
        self.is_out_of_cards = False
        if wanted.what == "notice" and notice_left_ms(batch.state, batch.at_ms):
            # The wall clock has run back; log time stands still until it catches up.
            return
        refused = do(wanted)
        if refused is not None:
            self._timer.given_up = wanted.key
            extra = {"table": batch.table, "refused": str(refused)}
            log.warning("an automatic step was refused", extra=extra)

    def put_off(self) -> None:
        """Try the last step again in a moment, because it could not be written."""
        self.is_out_of_cards = self._doing.what == "out_of_cards"
        self._timer.put_off(self._doing, self._surroundings.steady_ms() + AGAIN_MS)


def waited_before(rebuilt: Rebuilt, pace: Pace, alive_ms: int) -> int:
    """Return the milliseconds that a table had waited when its server last gave a sign of life.

    The wait began with the entry since which the same step is due, as far as the log was read.
    """
    wanted = due(rebuilt.state, pace, rebuilt.at_ms)
    if wanted is None:
        return 0
    began_ms = rebuilt.at_ms
    for step in reversed(rebuilt.recent):
        if step.version != step.entry.version:
            # Within an entry the table waits for nobody.
            continue
        earlier = due(step.after, pace, step.at_ms)
        if earlier is None or earlier.key != wanted.key:
            break
        began_ms = step.at_ms
    return max(0, alive_ms - began_ms)
