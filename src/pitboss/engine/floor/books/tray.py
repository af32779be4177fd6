"""The float, and the signing of slips.

The float is the chips in the tray: counted, brought as a fill, and taken away as a credit. A second
person confirms a slip by its number; anyone on duty in the pit may reject it.
"""

import re
from math import gcd
from typing import ClassVar, Literal

from msgspec.structs import replace

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, OffRound, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.books import slips
from pitboss.engine.floor.books.drop import DropRemoved
from pitboss.engine.floor.staff import role_of
from pitboss.engine.state import TableState
from pitboss.engine.state.books import Chips, Slip
from pitboss.engine.state.invariants import chips_on_layout
from pitboss.engine.words import one_of
from pitboss.money import CAGE, MONEY_MAX, OVER_SHORT, TRAY, Cents, Transfers, show
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

VALUES_MAX = 20
"""Most values of chips on a slip."""
CHIPS_MAX = 100_000
"""Most chips of one value on a slip."""
QUARTER = 25
VALUE = re.compile(r"[1-9][0-9]{0,12}")
"""The value of a chip in cents."""


class CountFloat(OffRound, Command, tag="count_float"):
    """Write down a count of the float; a second person must sign it."""

    kind: Literal["opening", "closing"]
    chips: Chips
    roles: ClassVar = declare.PIT
    for_staff: ClassVar = ("chips",)


class MoveChips(OffRound, Command, tag="move_chips"):
    """Write a slip for a fill (chips in) or a credit (chips out); a second person signs."""

    kind: Literal["fill", "credit"]
    chips: Chips
    roles: ClassVar = declare.PIT
    for_staff: ClassVar = ("chips",)


class FloatCounted(Event, tag="float_counted"):
    """Two people counted the chips in the tray."""

    number: int
    kind: str
    by: str
    second: str
    chips: Chips
    amount: Cents
    expected: Cents
    """Expected amount; at the first count, the amount found."""
    is_first: bool = False
    audience: ClassVar = declare.seen_by_staff("chips", "amount", "expected")
    words: ClassVar = "{by} and {second} count the float at {kind:plain}{figures} [slip {number}]."
    phrases: ClassVar = {
        "figures": one_of("is_seen", yes=": {amount}, {off}"),
        "off": slips.OFF,
    }
    side, out_by = property(slips.difference_side), property(slips.difference_size)

    @property
    def difference(self) -> Cents:
        """Above zero: too much; below: too little."""
        return self.amount - self.expected

    def apply(self, state: TableState) -> TableState:
        books = state.floor.books
        shift = replace(books.shift, difference=books.shift.difference + self.difference)
        tray = max(0, self.amount)
        at_table = tray + chips_out(state)
        return slips.with_books(
            state, waiting=None, counted=self.kind, at_table=at_table, tray=tray, shift=shift
        )

    def transfers(self) -> Transfers:
        """Book the chips of the first count, or the difference of a later one."""
        reason = f"{self.kind} count, slip {self.number}"
        if self.is_first:
            return slips.signed_transfers(CAGE, TRAY, max(0, self.amount), reason)
        return slips.signed_transfers(OVER_SHORT, TRAY, self.difference, reason)


class FloatMoved(Event, tag="float_moved"):
    """Chips came to the tray from the cage, or went back there."""

    number: int
    kind: str
    by: str
    second: str
    chips: Chips
    amount: Cents
    audience: ClassVar = declare.seen_by_staff("chips", "amount")
    words: ClassVar = "{by} and {second} sign a {kind:plain}{figures} [slip {number}]."
    phrases: ClassVar = {
        "figures": one_of("is_seen", yes=" of {amount}{named_chips}"),
        **slips.NAMED_CHIPS,
    }
    is_beside: ClassVar = True
    piles = property(slips.piles_of)

    @property
    def signed(self) -> Cents:
        """Positive to the tray, negative from it; 0 if the figures are withheld."""
        amount = max(0, self.amount)
        return amount if self.kind == "fill" else -amount

    def apply(self, state: TableState) -> TableState:
        books = state.floor.books
        total = "fills" if self.kind == "fill" else "credits"
        shift = replace(books.shift, **{total: getattr(books.shift, total) + abs(self.signed)})
        return slips.with_books(
            state, waiting=None, at_table=books.at_table + self.signed, shift=shift
        ).with_history(self.apply)

    def transfers(self) -> Transfers:
        return slips.signed_transfers(CAGE, TRAY, self.signed, f"{self.kind}, slip {self.number}")


def chips_out(state: TableState) -> Cents:
    """Return the chips of players and on the layout."""
    return sum(state.chips.values()) + chips_on_layout(state)


def expected_float(state: TableState) -> Cents:
    """Return the expected float: all chips at the table except players' and those on boxes."""
    return state.floor.books.at_table - chips_out(state)


def value_of_chips(chips: Chips) -> Cents:
    """Return the total value of chips."""
    return sum(int(value) * count for value, count in chips.items())


def count_due(state: TableState) -> bool:
    """Return True if the float must be counted before the table is closed."""
    books = state.floor.books
    if not books.counted:
        return False
    return books.counted == "opening" or expected_float(state) != books.tray


def slip_unit(rules: Rules) -> Cents:
    """Return the smallest chip of the tray; payouts that are not whole may need a quarter."""
    unit = rules.limits.chip_unit
    return unit if abs(rules.payout_unit) == unit else gcd(unit, QUARTER)


def _is_chip(value: str, unit: Cents) -> bool:
    """Return True if a text is the value of a chip that this table may have."""
    is_number = VALUE.fullmatch(value) is not None
    return is_number and int(value) <= MONEY_MAX and int(value) % unit == 0


def _chips_refusal(state: TableState, chips: Chips) -> Rejection | None:
    """Refuse chips of wrong values or numbers."""
    rules, unit = state.rules, slip_unit(state.rules)
    is_right = len(chips) <= VALUES_MAX and all(
        _is_chip(value, unit) and 0 <= count <= CHIPS_MAX for value, count in chips.items()
    )
    if is_right and value_of_chips(chips) <= MONEY_MAX:
        return None
    text = f"a slip counts chips by value, each a multiple of {show(unit)}"
    return rules.refuse(Code.STAKE_NOT_CHIPS, "staff", text, limit=unit)


@decides(CountFloat)
def count_float(draft: Draft, command: CountFloat) -> Rejection | None:
    """Write down a count between rounds: the opening one first, the closing one after it."""
    state, rules = draft.state, draft.rules
    is_opening = command.kind == "opening"
    if refusal := slips.slip_refusal(state, is_cash=is_opening):
        return refusal
    if is_opening and state.floor.books.counted == "opening":
        text = "the float was counted at opening; the next count is the closing one"
        return rules.refuse(Code.WRONG_TIME, "staff", text)
    if refusal := slips.in_round_refusal(state, "the float is counted"):
        return refusal
    if refusal := _chips_refusal(state, command.chips):
        return refusal
    slips.write_slip(draft, command.kind, command.by, value_of_chips(command.chips), command.chips)
    return None


@decides(MoveChips)
def move_chips(draft: Draft, command: MoveChips) -> Rejection | None:
    """Write a slip for a fill or a credit; a round may be in play."""
    state, rules = draft.state, draft.rules
    if refusal := slips.slip_refusal(state) or _chips_refusal(state, command.chips):
        return refusal
    amount = value_of_chips(command.chips)
    if not amount:
        text = f"a {command.kind} has at least one chip"
        return rules.refuse(Code.STAKE_TOO_SMALL, "staff", text)
    slips.write_slip(draft, command.kind, command.by, amount, command.chips)
    return None


def sign_count(draft: Draft, slip: Slip, second: str) -> Rejection | None:
    """Sign a count between rounds: it holds at the moment of signing."""
    state = draft.state
    if refusal := slips.in_round_refusal(state, "a count is signed"):
        return refusal
    is_first = not state.floor.books.counted
    expected = slip.amount if is_first else expected_float(state)
    counted = (slip.number, slip.kind, slip.by, second, slip.chips, slip.amount, expected)
    draft.add(FloatCounted(*counted, is_first=is_first))
    return None


def sign_move(draft: Draft, slip: Slip, second: str) -> Rejection | None:
    """Sign a fill or a credit; no more may leave the tray than is expected to be there."""
    state = draft.state
    if slip.kind == "credit" and slip.amount > expected_float(state):
        text = f"the tray should hold {show(max(0, expected_float(state)))} only"
        limit = expected_float(state)
        return state.rules.refuse(Code.NOT_ENOUGH_CHIPS, "staff", text, limit=limit)
    draft.add(FloatMoved(slip.number, slip.kind, slip.by, second, slip.chips, slip.amount))
    return None


class ConfirmSlip(OffRound, Command, tag="confirm_slip"):
    """Sign another person's slip."""

    number: int
    roles: ClassVar = declare.PIT


class RejectSlip(OffRound, Command, tag="reject_slip"):
    """Reject a slip that is not signed yet."""

    number: int
    roles: ClassVar = declare.PIT


class SlipRejected(Event, tag="slip_rejected"):
    """A slip was rejected before it was signed."""

    number: int
    kind: str
    by: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} rejects slip {number}: {kind:plain}."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return slips.with_books(state, waiting=None).with_history(self.apply)


def _waiting(state: TableState, number: int) -> Slip | Rejection:
    """Return the pending slip if it has this number, so that it is the one that was read."""
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
    has_supervisor = any(role_of(state, name) in declare.SUPERVISORS for name in pair)
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
    """Reject a pending slip."""
    slip = _waiting(draft.state, command.number)
    if isinstance(slip, Rejection):
        return slip
    draft.add(SlipRejected(slip.number, slip.kind, command.by))
    return None
