"""What a table remembers of its books: slips, the float by the last count, and this shift."""

import msgspec
from msgspec.structs import replace

from pitboss.money import Cents, is_guest

Chips = dict[str, int]
"""How many chips of each value: ``{"500": 20}`` are twenty chips of 5.00."""


class Slip(msgspec.Struct, frozen=True, gc=False):
    """What one person has written down, and a second has to sign."""

    number: int
    kind: str
    """``opening`` or ``closing`` for a count, ``fill``, ``credit`` or ``drop``."""
    by: str
    amount: Cents
    chips: Chips = {}
    """How many chips of each value in cents; none for the drop, which is cash."""


class Shift(msgspec.Struct, frozen=True, gc=False):
    """What has come together since the last sign-off."""

    since_ms: int = 0
    round: int = 0
    """The last round of the shift before."""
    chips: Cents = 0
    """What lay before players and on the layout when it began."""
    bought: Cents = 0
    cash: Cents = 0
    """The part that went into the drop box."""
    cashed: Cents = 0
    brought: Cents = 0
    """Chips that guests brought along."""
    fills: Cents = 0
    credits: Cents = 0
    difference: Cents = 0
    """What the counts of the float had too many, or too few where it is below zero."""


class HouseBooks(msgspec.Struct, frozen=True, gc=False):
    """The books of the house at one table."""

    slips: int = 0
    """How many have been written."""
    waiting: Slip | None = None
    """The slip that a second person has to sign."""
    counted: str = ""
    """The last count of the float: ``opening``, ``closing``, or none yet."""
    at_table: Cents = 0
    """All chips at the table: in the tray, before players and on the layout."""
    tray: Cents = 0
    """What the tray held at the last count."""
    cash: Cents = 0
    """What should lie in the drop box."""
    shift: Shift = Shift()

    def with_bought(self, player: str, amount: Cents) -> "HouseBooks":
        """After a buy-in: cash goes into the drop box."""
        cash = amount if is_guest(player) else 0
        shift = replace(self.shift, bought=self.shift.bought + amount, cash=self.shift.cash + cash)
        return replace(self, cash=self.cash + cash, shift=shift)

    def with_brought(self, amount: Cents) -> "HouseBooks":
        """After a guest came with chips: they were sold elsewhere, and lie at this table now."""
        shift = replace(self.shift, brought=self.shift.brought + amount)
        return replace(self, at_table=self.at_table + amount, shift=shift)

    def with_cashed(self, player: str, amount: Cents) -> "HouseBooks":
        """After a cash-out: who has no account takes the chips along, others hand them back."""
        gone = amount if is_guest(player) else 0
        shift = replace(self.shift, cashed=self.shift.cashed + amount)
        return replace(self, at_table=self.at_table - gone, shift=shift)
