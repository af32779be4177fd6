"""The drop: cash that players paid at the table, in a box that is taken away and counted."""

from typing import ClassVar

from pitboss.engine.declare import PIT, Command, Event, decides, seen_by_staff
from pitboss.engine.draft import Draft
from pitboss.engine.floor.books.slips import (
    OFF,
    off_amount,
    off_side,
    slip_refused,
    with_books,
    write,
)
from pitboss.engine.state import TableState
from pitboss.engine.words import one_of
from pitboss.money import MONEY_MAX, Cents
from pitboss.rulebook.refusals import Code, Rejection


class RemoveDrop(Command, tag="remove_drop"):
    """Take the drop box away, with the cash that was counted in it; a second person must sign."""

    amount: Cents
    roles: ClassVar = PIT
    for_staff: ClassVar = ("amount",)
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class DropRemoved(Event, tag="drop_removed"):
    """The drop box was taken away and its cash counted."""

    number: int
    by: str
    second: str
    amount: Cents
    expected: Cents
    """What players paid at the table since it was last taken away."""
    audience: ClassVar = seen_by_staff("amount", "expected")
    words: ClassVar = "{by} and {second} take the drop box away{figures} [slip {number}]."
    phrases: ClassVar = {
        "figures": one_of("is_seen", yes=": {amount} in cash, {off}"),
        "off": OFF,
    }
    is_beside: ClassVar = True
    side, out_by = property(off_side), property(off_amount)

    @property
    def difference(self) -> Cents:
        """Above zero: too much; below: too little."""
        return self.amount - self.expected

    @property
    def is_seen(self) -> bool:
        """Whether people who see the event also see its figures."""
        return self.amount >= 0

    def apply(self, state: TableState) -> TableState:
        return with_books(state, waiting=None, cash=0).beside(self.apply)


@decides(RemoveDrop)
def remove_drop(draft: Draft, command: RemoveDrop) -> Rejection | None:
    """Write a slip for the drop box."""
    state, rules = draft.state, draft.rules
    if refused := slip_refused(state, is_cash=True):
        return refused
    if not 0 <= command.amount <= MONEY_MAX:
        text = "the cash in the drop box cannot be below 0"
        return rules.refuse(Code.STAKE_TOO_SMALL, "staff", text)
    write(draft, "drop", command.by, command.amount, {})
    return None
