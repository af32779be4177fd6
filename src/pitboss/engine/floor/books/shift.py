"""The sign-off: a supervisor records the figures of a shift."""

from typing import ClassVar

from pitboss.engine import declare
from pitboss.engine.declare import Command, Event, OffRound, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.books import slips
from pitboss.engine.floor.books.tray import chips_out
from pitboss.engine.state import TableState
from pitboss.engine.state.books import Shift
from pitboss.engine.words import one_of
from pitboss.money import Cents
from pitboss.rulebook.refusals import Code, Rejection


class SignOff(OffRound, Command, tag="sign_off"):
    """End the shift at this table, and record its figures under a supervisor's name."""

    at_ms: int = 0
    roles: ClassVar = declare.SUPERVISORS
    accepted: ClassVar = declare.Accepted.PASSWORD
    filled: ClassVar = {"at_ms": declare.Source.LOG_TIME}


class ShiftSignedOff(Event, tag="shift_signed_off"):
    """A supervisor signed the figures of a shift; the next one begins."""

    by: str
    since_ms: int
    """Time of the sign-off before, in milliseconds since the epoch; 0 for the first shift."""
    at_ms: int
    rounds: int
    drop: Cents
    """Chips sold."""
    cash: Cents
    """The part that was paid in cash."""
    cashed: Cents
    win: Cents
    """The house's win from players, including its meter."""
    fills: Cents
    credits: Cents
    difference: Cents
    """Surplus of the float's counts; negative for a shortage."""
    audience: ClassVar = declare.seen_by_staff(
        "rounds", "drop", "cash", "cashed", "win", "fills", "credits", "difference"
    )
    words: ClassVar = "{by} signs the shift off{figures}."
    phrases: ClassVar = {
        "figures": one_of("is_seen", yes=": {rounds} rounds, drop {drop}, win {win}, float {off}"),
        "off": slips.OFF,
    }
    side, out_by = property(slips.difference_side), property(slips.difference_size)

    def apply(self, state: TableState) -> TableState:
        return slips.with_books(state, shift=Shift(self.at_ms, state.round, chips_out(state)))


@decides(SignOff)
def sign_off(draft: Draft, command: SignOff) -> Rejection | None:
    """Record the figures of the shift; no slip may be pending."""
    state, rules = draft.state, draft.rules
    books = state.floor.books
    if refusal := slips.in_round_refusal(state, "a shift is signed off"):
        return refusal
    if books.waiting is not None:
        text = f"slip {books.waiting.number} waits to be signed; confirm it or reject it first"
        return rules.refuse(Code.WRONG_TIME, "staff", text)
    shift = books.shift
    came = shift.bought + shift.brought - shift.cashed
    win = came - (chips_out(state) - shift.chips)
    signed = (command.by, shift.since_ms, command.at_ms, state.round - shift.round)
    sold = (shift.bought, shift.cash, shift.cashed, win)
    draft.add(ShiftSignedOff(*signed, *sold, shift.fills, shift.credits, shift.difference))
    return None
