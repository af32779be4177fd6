"""The books of one table: slips, the float at the last count, and the shift."""

import msgspec
from msgspec.structs import replace

from pitboss.money import Cents, is_guest

Chips = dict[str, int]
"""Number of chips by value in cents: ``{"500": 20}`` are twenty chips of 5.00."""


class Slip(msgspec.Struct, frozen=True, gc=False):
    """A slip written by one person, to be signed by a second."""

    number: int
    kind: str
    """``opening`` or ``closing`` for a count, ``fill``, ``credit`` or ``drop``."""
    by: str
    amount: Cents
    chips: Chips = {}
    """Empty for the drop, which is cash."""


class Shift(msgspec.Struct, frozen=True, gc=False):
    """Totals since the last sign-off."""

    since_ms: int = 0
    round: int = 0
    """The last round of the shift before."""
    chips: Cents = 0
    """Chips of players and on the layout when the shift began."""
    bought: Cents = 0
    cash: Cents = 0
    """The part that went into the drop box."""
    cashed: Cents = 0
    brought: Cents = 0
    """Chips that guests brought along."""
    fills: Cents = 0
    credits: Cents = 0
    difference: Cents = 0
    """Surplus of the float's counts; negative for a shortage."""


class HouseBooks(msgspec.Struct, frozen=True, gc=False):
    """The house's books at one table."""

    slips: int = 0
    """Number of slips written."""
    waiting: Slip | None = None
    """The slip that a second person has to sign."""
    counted: str = ""
    """The last count of the float: ``opening``, ``closing``, or none yet."""
    at_table: Cents = 0
    """All chips at the table: in the tray, before players and on the layout."""
    tray: Cents = 0
    """Amount in the tray at the last count."""
    cash: Cents = 0
    """Cash that the drop box should hold."""
    shift: Shift = Shift()

    def with_bought(self, player: str, amount: Cents) -> "HouseBooks":
        """Return the books after a buy-in; cash goes into the drop box."""
        cash = amount if is_guest(player) else 0
        shift = replace(self.shift, bought=self.shift.bought + amount, cash=self.shift.cash + cash)
        return replace(self, cash=self.cash + cash, shift=shift)

    def with_brought(self, amount: Cents) -> "HouseBooks":
        """Return the books after a guest came with chips that were sold elsewhere."""
        shift = replace(self.shift, brought=self.shift.brought + amount)
        return replace(self, at_table=self.at_table + amount, shift=shift)

    def with_cashed(self, player: str, amount: Cents) -> "HouseBooks":
        """Return the books after a cash-out; a guest without an account keeps the chips."""
        kept = amount if is_guest(player) else 0
        shift = replace(self.shift, cashed=self.shift.cashed + amount)
        return replace(self, at_table=self.at_table - kept, shift=shift)
