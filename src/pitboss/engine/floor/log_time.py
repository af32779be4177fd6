"""Log time: it never runs back, except to the wall clock after a wrong clock set it ahead."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, OffRound, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import Code, Rejection

MINUTE_MS = 60_000


class SetLogTimeBack(OffRound, Command, tag="set_log_time_back"):
    """Set log time back to the wall clock, after a wrong clock had set it ahead."""

    at_ms: int = 0
    """The wall clock, which the server fills in."""
    was_ms: int = 0
    """Log time until then, which the server fills in."""
    administrator: str = ""
    """The administrator who orders it from outside the table, which the server fills in."""
    roles: ClassVar = declare.SUPERVISORS | {Role.TABLE}
    filled: ClassVar = {
        "at_ms": declare.Source.WALL_TIME,
        "was_ms": declare.Source.LOG_TIME,
        "administrator": declare.Source.DEFAULT,
    }


class LogTimeSetBack(Event, tag="log_time_set_back"):
    """Log time was ahead, and agrees with the wall clock from this entry on."""

    by: str
    was_ms: int
    """Log time of the entry before."""
    at_ms: int
    """Log time of this entry: the wall clock."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = (
        "{by:or The house} sets the clock of this table right: it was {minutes} minutes ahead."
    )
    is_beside: ClassVar = True
    sets_log_time_back: ClassVar = True

    @property
    def minutes(self) -> int:
        """Whole minutes by which log time was ahead."""
        return max(0, self.was_ms - self.at_ms) // MINUTE_MS

    def apply(self, state: TableState) -> TableState:
        prep, books, notice = state.prep, state.floor.books, state.floor.notice
        shift = replace(books.shift, since_ms=self._moved(books.shift.since_ms))
        after = state.with_prep(opened_ms=self._moved(prep.opened_ms)).with_floor(
            books=replace(books, shift=shift)
        )
        if notice is None:
            return after
        # A notice that was due stays due; any other keeps the time that was left of it.
        left_ms = max(0, notice.from_ms - self.was_ms)
        from_ms = min(notice.from_ms, self.at_ms + left_ms)
        return after.with_floor(notice=replace(notice, from_ms=from_ms))

    def _moved(self, ms: int) -> int:
        """Convert a time of the wrong clock to the right one."""
        if ms <= self.at_ms + declare.AHEAD_MAX_MS:
            return min(ms, self.at_ms)
        return ms - (self.was_ms - self.at_ms)


@decides(SetLogTimeBack)
def set_log_time_back(draft: Draft, command: SetLogTimeBack) -> Rejection | None:
    """Set log time back if it is far ahead of the wall clock; it is never set ahead."""
    if command.was_ms - command.at_ms <= declare.AHEAD_MAX_MS:
        text = "the clock of this table is right: it is set only if it is over 5 minutes ahead"
        return draft.rules.refuse(Code.WRONG_TIME, "staff", text)
    draft.add(LogTimeSetBack(command.by or command.administrator, command.was_ms, command.at_ms))
    return None
