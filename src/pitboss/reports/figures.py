"""What a report says: figures of tables, shifts, dealers, wagers and players, and what went wrong.

Amounts are whole cents. Times are log time, in milliseconds since the epoch.
"""

import msgspec

from pitboss.engine.state.books import Chips
from pitboss.money import Cents


class WagerFigures(msgspec.Struct, frozen=True):
    """What came of one kind of wager."""

    wager: str
    count: int
    """How many were decided; each dealer hand and each split hand is one."""
    staked: Cents
    """Chips up when they were decided, with doubles and splits."""
    paid: Cents
    """What winners got beside their stakes."""
    taken: Cents
    """What losers lost."""
    win: Cents
    """What the house won: taken less paid."""
    hold: float | None
    """Win per unit staked; none where nothing was staked."""
    expected: Cents | None = None
    """What the house had to expect of these wagers by the exact odds; none where the odds are not
    known."""
    deviation: Cents | None = None
    """The standard deviation of that."""


class Figures(msgspec.Struct, frozen=True):
    """What came together over some part of the period."""

    drop: Cents
    """Chips sold to players."""
    cash: Cents
    """The part of the drop that was paid in cash at the table."""
    cashed: Cents
    """Chips that players took away."""
    win: Cents
    """What the house won of the players, its meter included."""
    hold: float | None
    """Win per unit of drop; none without a drop."""
    staked: Cents
    rounds: int
    hands: int
    """Boxes dealt, each dealer hand counted."""
    played_ms: int
    """Time at play: pauses of more than ten minutes are left out."""
    hands_per_hour: float | None
    """None for less than a minute at play."""
    corrections: Cents
    """What corrections gave to players, or took from them where it is below zero."""
    fills: Cents
    credits: Cents
    difference: Cents
    """What counts of the float had too many, or too few where it is below zero."""
    wagers: tuple[WagerFigures, ...]
    expected: Cents | None = None
    """What the house had to expect by the exact odds of the wagers whose odds are known."""
    deviation: Cents | None = None
    """The standard deviation of that, boxes taken as independent."""
    deviations: float | None = None
    """How many standard deviations the actual win lies above the expected one."""
    brought: Cents = 0
    """Chips that guests brought along: no part of the drop."""


class Section(msgspec.Struct, frozen=True):
    """A part of the period, by what it is of."""

    name: str
    """The table, the shift, the dealer, the rulebook or the day."""
    from_ms: int
    to_ms: int
    figures: Figures


class PlayerFigures(msgspec.Struct, frozen=True):
    """What a player brought, staked, won and took away."""

    player: str
    bought: Cents
    cashed: Cents
    staked: Cents
    net: Cents
    """What the player won, or lost where it is below zero; corrections included."""
    corrections: Cents
    rounds: int
    chips: Cents
    """What lay before the player and on the layout at the end of the period."""


class MeterPoint(msgspec.Struct, frozen=True):
    """What the progressive meter showed."""

    table: str
    at_ms: int
    round: int
    meter: Cents
    won: Cents = 0
    """What was paid from it, where it was won."""


class Incident(msgspec.Struct, frozen=True):
    """An irregularity, a ruling, a correction, a slip or a sign-off, as it is on record."""

    table: str
    n: int
    """The number of the event."""
    at_ms: int
    round: int
    kind: str
    """The name of the event."""
    by: str
    """Who gave the command; empty for the table itself."""
    text: str
    clause: str = ""
    box: int = 0
    player: str = ""
    card: str = ""


class Deed(msgspec.Struct, frozen=True):
    """How often somebody gave a command, for themselves or for a player."""

    table: str
    who: str
    """The account; empty for the table itself."""
    by: str
    """For whom; empty where it is nobody in particular."""
    command: str
    count: int


class SlipLine(msgspec.Struct, frozen=True):
    """A count, a fill, a credit or a drop that two people signed."""

    table: str
    at_ms: int
    number: int
    kind: str
    by: str
    second: str
    amount: Cents
    chips: Chips
    """How many of each value, which is given in cents."""
    expected: Cents | None
    """What should have been there, of a count or a drop."""

    @property
    def difference(self) -> Cents:
        """Above zero: too much; below: too little."""
        return 0 if self.expected is None else self.amount - self.expected


class Balance(msgspec.Struct, frozen=True):
    """A figure compared with the ledger."""

    what: str
    reported: Cents
    ledger: Cents

    @property
    def out(self) -> Cents:
        """What it is out by."""
        return self.reported - self.ledger


class WinPoint(msgspec.Struct, frozen=True):
    """The win of the house so far, after a round."""

    at_ms: int
    rounds: int
    """Of all tables together."""
    win: Cents
    expected: Cents | None = None
    deviation: Cents | None = None


class TableReport(msgspec.Struct, frozen=True):
    """A table of the report."""

    table: str
    title: str
    rulebook: str
    options: dict[str, str]
    """As it was opened with."""
    events: tuple[int, int]
    """The first and the last event of the period; both 0 where there is none."""
    is_by_hand: bool


class HouseReport(msgspec.Struct, frozen=True):
    """What tables took and paid in a period."""

    from_ms: int
    to_ms: int
    """The period that was asked for; 0 where it is open to that side."""
    zone: str
    """The time zone of its days and of the times that people read."""
    tables: tuple[TableReport, ...]
    total: Figures
    by_table: tuple[Section, ...]
    by_shift: tuple[Section, ...]
    """From sign-off to sign-off."""
    by_dealer: tuple[Section, ...]
    by_rulebook: tuple[Section, ...]
    by_day: tuple[Section, ...]
    """By days that begin at midnight in the zone of the report."""
    players: tuple[PlayerFigures, ...]
    meter: tuple[MeterPoint, ...]
    incidents: tuple[Incident, ...]
    corrections: tuple[Incident, ...]
    sign_offs: tuple[Incident, ...]
    slips: tuple[SlipLine, ...]
    deeds: tuple[Deed, ...]
    win_by_round: tuple[WinPoint, ...]
    balances: tuple[Balance, ...]
    reconciles: bool
    """Whether every figure agrees with the ledger, to the cent."""
    out_by: Cents
    """What the worst one is out by."""
    odds: tuple[str, ...] = ()
    """What the expected figures rest on, a sentence each; empty where they were not worked out."""
