"""Signing: the second person confirms a slip by its number, or somebody tears it up."""

from typing import ClassVar

from pitboss.engine.declare import EVERYBODY, PIT, SUPERVISORS, Command, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.books.drop import DropRemoved
from pitboss.engine.floor.books.slips import with_books
from pitboss.engine.floor.books.tray import sign_count, sign_move
from pitboss.engine.floor.staff import role_of
from pitboss.engine.state import TableState
from pitboss.engine.state.books import Slip
from pitboss.rulebook.refusals import Code, Rejection


class ConfirmSlip(Command, tag="confirm_slip"):
    """Sign the slip that somebody else wrote."""

    number: int
    roles: ClassVar = PIT
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class RejectSlip(Command, tag="reject_slip"):
    """Tear up a slip that is not signed yet, yours or somebody else's."""

    number: int
    roles: ClassVar = PIT
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class SlipRejected(Event, tag="slip_rejected"):
    """A slip was torn up before it was signed."""

    number: int
    kind: str
    by: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} rejects slip {number}: {kind:plain}."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return with_books(state, waiting=None).beside(self.apply)


def _waiting(state: TableState, number: int) -> Slip | Rejection:
    """The slip that waits under this number: nobody signs another than the one they read."""
    slip = state.floor.books.waiting
    if slip is not None and slip.number == number:
        return slip
    text = f"slip {number} does not wait to be signed"
    return state.rules.refuse(Code.WRONG_TIME, "staff", text)


@decides(ConfirmSlip)
def confirm_slip(draft: Draft, command: ConfirmSlip) -> Rejection | None:
    """Sign a slip as the second person; one of the two is a supervisor."""
    state, rules = draft.state, draft.rules
    slip = _waiting(state, command.number)
    if isinstance(slip, Rejection):
        return slip
    pair = (slip.by, command.by)
    has_supervisor = any(role_of(state, name) in SUPERVISORS for name in pair)
    if slip.by == command.by or not has_supervisor:
        text = "a second person must sign, and one of the two is a supervisor"
        return rules.refuse(Code.NOT_YOURS, "staff", text)
    if slip.kind in ("opening", "closing"):
        return sign_count(draft, slip, command.by)
    if slip.kind != "drop":
        return sign_move(draft, slip, command.by)
    draft.add(DropRemoved(slip.number, *pair, slip.amount, state.floor.books.cash))
    return None


@decides(RejectSlip)
def reject_slip(draft: Draft, command: RejectSlip) -> Rejection | None:
    """Tear up a slip that waits."""
    slip = _waiting(draft.state, command.number)
    if isinstance(slip, Rejection):
        return slip
    draft.add(SlipRejected(slip.number, slip.kind, command.by))
    return None
