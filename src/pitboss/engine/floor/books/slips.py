"""Slips, written by one staff member and signed by a second."""

from typing import ClassVar, Protocol

import msgspec
from msgspec.structs import replace

from pitboss.engine.declare import Event, seen_by_staff
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.state.books import Chips, Slip
from pitboss.engine.words import Each, Phrases, one_of
from pitboss.money import Cents, Transfer, Transfers
from pitboss.rulebook.refusals import Code, Rejection


class OutBy(Protocol):
    """A count with its difference from the expected amount."""

    @property
    def difference(self) -> Cents:
        """Surplus; negative for a shortage."""
        ...


OFF = one_of("side", even="as expected", over="{out_by} over", short="{out_by} short")
"""Words for the difference of a count."""


def difference_side(count: OutBy) -> str:
    """Return ``even``, ``over`` or ``short``."""
    if not count.difference:
        return "even"
    return "over" if count.difference > 0 else "short"


def difference_size(count: OutBy) -> Cents:
    """Return the size of a difference."""
    return abs(count.difference)


class Pile(msgspec.Struct, frozen=True):
    """Chips of one value."""

    count: int
    value: Cents


class OfChips(Protocol):
    """A slip or event that lists chips by value."""

    @property
    def chips(self) -> Chips:
        """Number of chips by value in cents."""
        ...


def in_order(chips: Chips) -> list[tuple[Cents, int]]:
    """Return values in cents with their number of chips, the smallest first."""
    return sorted((int(value), count) for value, count in chips.items())


def piles_of(slip: OfChips) -> tuple[Pile, ...]:
    """Return chips by value, the smallest first."""
    return tuple(Pile(count, value) for value, count in in_order(slip.chips))


NAMED_CHIPS: Phrases = {
    "named_chips": one_of("chips", yes=" ({listed})"),
    "listed": Each("piles", "{count} x {value}"),
}
"""Words for chips: `` (20 x 5.00, 4 x 100.00)``."""


class SlipWritten(Event, tag="slip_written"):
    """A slip was written, to be signed by a second person."""

    number: int
    kind: str
    by: str
    amount: Cents
    chips: Chips
    """Empty for the drop."""
    audience: ClassVar = seen_by_staff("amount", "chips")
    words: ClassVar = "{by} writes slip {number}: {kind:plain}{figures}."
    phrases: ClassVar = {
        "figures": one_of("is_seen", yes=", {amount}{named_chips}"),
        **NAMED_CHIPS,
    }
    is_beside: ClassVar = True
    piles = property(piles_of)

    def apply(self, state: TableState) -> TableState:
        slip = Slip(self.number, self.kind, self.by, self.amount, self.chips)
        return with_books(state, waiting=slip, slips=self.number).with_history(self.apply)


def with_books(state: TableState, **changes: object) -> TableState:
    """Return the table with these fields of its books changed."""
    return state.with_floor(books=replace(state.floor.books, **changes))


def signed_transfers(debit: str, credit: str, amount: Cents, reason: str) -> Transfers:
    """Return a transfer, reversed if the amount is negative."""
    if not amount:
        return ()
    if amount < 0:
        debit, credit, amount = credit, debit, -amount
    return (Transfer(debit, credit, amount, reason),)


def in_round_refusal(state: TableState, what: str) -> Rejection | None:
    """Refuse while a round is in play."""
    if state.phase == BETTING and not state.is_locked and state.awaiting is None:
        return None
    return state.rules.refuse(Code.WRONG_TIME, "staff", f"{what} between two rounds")


def slip_refusal(state: TableState, *, is_cash: bool = False) -> Rejection | None:
    """Refuse a slip if there is no tray, another slip is pending, or the float is not counted."""
    rules, books = state.rules, state.floor.books
    if state.automations.cards:
        text = "the server deals here: there is no tray to count; its report goes by the log alone"
        return rules.refuse(Code.NOT_OFFERED, "staff", text)
    if books.waiting is not None:
        text = f"slip {books.waiting.number} waits to be signed; confirm it or reject it first"
        return rules.refuse(Code.WRONG_TIME, "staff", text)
    if not books.counted and not is_cash:
        text = "the float is counted first, at opening"
        return rules.refuse(Code.WRONG_TIME, "staff", text)
    return None


def write_slip(draft: Draft, kind: str, by: str, amount: Cents, chips: Chips) -> None:
    """Write a slip under the next number."""
    number = draft.state.floor.books.slips + 1
    named = {str(value): count for value, count in in_order(chips) if count}
    draft.add(SlipWritten(number, kind, by, amount, named))
