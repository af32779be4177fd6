"""The drop: cash that players paid at the table, in a box that is taken away and counted."""

from typing import ClassVar

from pitboss.engine import declare
from pitboss.engine.declare import Command, Event, OffRound, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.books import slips
from pitboss.engine.state import TableState
from pitboss.engine.words import one_of
from pitboss.money import MONEY_MAX, Cents
from pitboss.rulebook.refusals import Code, Rejection


class RemoveDrop(OffRound, Command, tag="remove_drop"):
    """Take the drop box away and count its cash; a second person must sign."""

    amount: Cents
    roles: ClassVar = declare.PIT
    for_staff: ClassVar = ("amount",)


class DropRemoved(Event, tag="drop_removed"):
    """The drop box was taken away and its cash counted."""

    number: int
    by: str
    second: str
    amount: Cents
    expected: Cents
    """Cash that players paid at the table since the last removal."""
    audience: ClassVar = declare.seen_by_staff("amount", "expected")
    words: ClassVar = "{by} and {second} take the drop box away{figures} [slip {number}]."
    phrases: ClassVar = {
        "figures": one_of("is_seen", yes=": {amount} in cash, {off}"),
        "off": slips.OFF,
    }
    is_beside: ClassVar = True
    side, out_by = property(slips.difference_side), property(slips.difference_size)

    @property
    def difference(self) -> Cents:
        """Above zero: too much; below: too little."""
        return self.amount - self.expected

    def apply(self, state: TableState) -> TableState:
        return slips.with_books(state, waiting=None, cash=0).with_history(self.apply)


@decides(RemoveDrop)
def remove_drop(draft: Draft, command: RemoveDrop) -> Rejection | None:
    """Write a slip for the drop box."""
    state, rules = draft.state, draft.rules
    if refusal := slips.slip_refusal(state, is_cash=True):
        return refusal
    if not 0 <= command.amount <= MONEY_MAX:
        text = "the cash in the drop box cannot be below 0"
        return rules.refuse(Code.STAKE_TOO_SMALL, "staff", text)
    slips.write_slip(draft, "drop", command.by, command.amount, {})
    return None
