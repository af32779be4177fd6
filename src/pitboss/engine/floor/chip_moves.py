"""Chips that a dealer has moved: a fact of the table, which a relief dealer sees."""

from typing import ClassVar

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, OffRound, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import TableState
from pitboss.rulebook.refusals import HOUSE, Code, Rejection


class ConfirmMoves(OffRound, Command, tag="confirm_moves"):
    """Confirm that the chips on the list were moved, up to this number."""

    number: int
    roles: ClassVar = declare.DEALERS
    accepted: ClassVar = declare.Accepted.HAND_DEALT


class MovesConfirmed(Event, tag="moves_confirmed"):
    """The dealer has moved the chips on the list, up to this number."""

    by: str
    number: int
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} has moved the chips."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(chips_moved=self.number).with_history(self.apply)


@decides(ConfirmMoves)
def confirm_moves(draft: Draft, command: ConfirmMoves) -> Rejection | None:
    """Confirm moves of this round; each is confirmed once."""
    state = draft.state
    if not state.floor.chips_moved < command.number <= state.moves_made:
        text = "these chips are not on the list, or were moved already"
        return state.rules.refuse(Code.WRONG_TIME, HOUSE, text, limit=state.moves_made)
    draft.add(MovesConfirmed(command.by, command.number))
    return None
