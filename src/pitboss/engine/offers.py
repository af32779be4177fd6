"""Legal commands, duties of the staff and chips to move, as plain structures."""

import msgspec

from pitboss.engine.state.boxes import ChipMove
from pitboss.money import Cents


class Offer(msgspec.Struct, frozen=True):
    """A command that is legal now, with the smallest and largest stake."""

    do: str
    """The command's name, as on the wire."""
    by: str = ""
    """The player who may give it; empty for the staff."""
    box: int = 0
    hand: int = 0
    wager: str = ""
    low: Cents = 0
    high: Cents = 0
    unit: Cents = 1
    only: tuple[Cents, ...] = ()
    is_free: bool = False
    """The house puts the stake up with a lammer."""
    spots: tuple[Cents, ...] = ()
    """Largest stake for each dealer hand if there are several: one amount is due for each."""


class Field(msgspec.Struct, frozen=True):
    """A field that a command needs, and the values it takes."""

    name: str
    """Name of the command's field."""
    kind: str
    """``box``, ``hand``, ``player``, ``card``, ``choice``, ``side``, ``count``, ``amount``,
    ``payout`` (a wager that was settled: player, round, box, hand and wager), ``text`` or
    ``yes_no``."""
    choices: tuple[str, ...] = ()
    """Values to choose from; for a box, the only ones possible."""
    low: int = 0
    high: int = 0
    """Upper bound of a count; both bounds are 0 if it is unbounded."""
    is_needed: bool = True
    default: int | None = None
    """Usual value: the full count, or one within the bounds."""


class Duty(msgspec.Struct, frozen=True):
    """A command of the staff, described, with its clauses and fields."""

    do: str
    """The command's name, as on the wire."""
    what: str = ""
    """The step, the procedure, the report, or the kind of entry."""
    text: str = ""
    by: tuple[str, ...] = ()
    """The roles that may give it."""
    who: str = ""
    """The player whose turn it is; empty if it is the staff's."""
    clauses: tuple[str, ...] = ()
    fields: tuple[Field, ...] = ()
    box: int = 0
    hand: int = 0
    is_due: bool = True
    """The table waits for it; otherwise it is optional."""


class Chips(msgspec.Struct, frozen=True):
    """Chips of one value."""

    value: Cents
    count: int


class ChipTask(ChipMove, frozen=True):
    """A movement of chips, with the chips to pay out."""

    chips: tuple[Chips, ...] = ()
    """Chips paid, the largest first."""
    change: Cents = 0
    """Remainder smaller than any chip."""
