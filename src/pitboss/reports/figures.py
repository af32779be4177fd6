"""The figures of a report, by table, shift, dealer, wager and player, and its incidents.

Amounts are whole cents. Times are log time, in milliseconds since the epoch.
"""

import msgspec

from pitboss.engine.state.books import Chips
from pitboss.money import Cents


class WagerFigures(msgspec.Struct, frozen=True):
    """The figures of one kind of wager."""

    wager: str
    count: int
    """Number of decided wagers; each dealer hand and each split hand is one."""
    staked: Cents
    """Stakes when they were decided, with doubles and splits."""
    paid: Cents
    """Winnings of players, without their stakes."""
    taken: Cents
    """Losses of players."""
    win: Cents
    """The house's win: taken less paid."""
    hold: float | None
    """Win per unit staked; None without a stake."""
    expected: Cents | None = None
    """The house's expected win by the exact odds; None if they are unknown."""
    deviation: Cents | None = None
    """Standard deviation of the expected win."""


class Figures(msgspec.Struct, frozen=True):
    """The figures of a part of the period."""

    drop: Cents
    """Chips sold to players."""
    cash: Cents
    """The part of the drop that was paid in cash at the table."""
    cashed: Cents
    """Chips that players took away."""
    win: Cents
    """The house's win from the players, its meter included."""
    hold: float | None
    """Win per unit of drop; None without a drop."""
    staked: Cents
    rounds: int
    hands: int
    """Boxes dealt, each dealer hand counted."""
    played_ms: int
    """Time at play: pauses of more than ten minutes are left out."""
    hands_per_hour: float | None
    """None for less than a minute at play."""
    corrections: Cents
    """Corrections that gave to players; negative if they took from them."""
    fills: Cents
    credits: Cents
    difference: Cents
    """Surplus in counts of the float; negative for a shortage."""
    wagers: tuple[WagerFigures, ...]
    expected: Cents | None = None
    """Expected win by the exact odds, of wagers whose odds are known."""
    deviation: Cents | None = None
    """Standard deviation of the expected win, boxes taken as independent."""
    deviations: float | None = None
    """Excess of the actual win over the expected one, in standard deviations."""
    brought: Cents = 0
    """Chips that guests brought along, which are no part of the drop."""


class Section(msgspec.Struct, frozen=True):
    """One table, shift, dealer, rulebook or day of the period."""

    name: str
    """The table, the shift, the dealer, the rulebook or the day."""
    from_ms: int
    to_ms: int
    figures: Figures


class PlayerFigures(msgspec.Struct, frozen=True):
    """The figures of a player."""

    player: str
    bought: Cents
    cashed: Cents
    staked: Cents
    net: Cents
    """Win of the player, corrections included; negative for a loss."""
    corrections: Cents
    rounds: int
    chips: Cents
    """The player's chips at the end of the period, with those on the layout."""


class MeterPoint(msgspec.Struct, frozen=True):
    """A value of the progressive meter."""

    table: str
    at_ms: int
    round: int
    meter: Cents
    won: Cents = 0
    """Amount paid from it; 0 unless it was won."""


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
    """The giver of the command; "" for the table itself."""
    text: str
    clause: str = ""
    box: int = 0
    player: str = ""
    card: str = ""


class Deed(msgspec.Struct, frozen=True):
    """Number of times that a person gave a command, for themselves or for a player."""

    table: str
    who: str
    """The account; empty for the table itself."""
    by: str
    """The player or staff member it was given for, or ""."""
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
    """Number of chips by their value in cents."""
    expected: Cents | None
    """Expected amount of a count or a drop; None for a fill or a credit."""

    @property
    def difference(self) -> Cents:
        """Surplus, or a negative shortage."""
        return 0 if self.expected is None else self.amount - self.expected


class Balance(msgspec.Struct, frozen=True):
    """A figure compared with the ledger."""

    what: str
    reported: Cents
    ledger: Cents

    @property
    def out(self) -> Cents:
        """Difference from the ledger."""
        return self.reported - self.ledger


class WinPoint(msgspec.Struct, frozen=True):
    """The cumulative win after a round."""

    at_ms: int
    rounds: int
    """Number of rounds so far, of all tables together."""
    win: Cents
    expected: Cents | None = None
    deviation: Cents | None = None


class TableReport(msgspec.Struct, frozen=True):
    """A table of the report."""

    table: str
    title: str
    rulebook: str
    options: dict[str, str]
    """The options that it was opened with."""
    events: tuple[int, int]
    """The first and the last event of the period; both 0 without events."""
    is_by_hand: bool


class HouseReport(msgspec.Struct, frozen=True):
    """Takings and payments of tables in a period."""

    from_ms: int
    to_ms: int
    """End of the period, exclusive; 0 for an open end."""
    zone: str
    """The time zone of its days and of the times that people read."""
    tables: tuple[TableReport, ...]
    total: Figures
    by_table: tuple[Section, ...]
    by_shift: tuple[Section, ...]
    """Shifts, each from one sign-off to the next."""
    by_dealer: tuple[Section, ...]
    by_rulebook: tuple[Section, ...]
    by_day: tuple[Section, ...]
    """Days from midnight to midnight in the zone of the report."""
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
    """True if every figure agrees with the ledger, to the cent."""
    out_by: Cents
    """The largest difference from the ledger."""
    odds: tuple[str, ...] = ()
    """The basis of the expected figures, a sentence each; empty without them."""


def sections_of(report: HouseReport) -> dict[str, tuple[Section, ...]]:
    """Return the sections of a report by their kind."""
    return {
        "table": report.by_table,
        "shift": report.by_shift,
        "dealer": report.by_dealer,
        "rulebook": report.by_rulebook,
        "day": report.by_day,
    }
