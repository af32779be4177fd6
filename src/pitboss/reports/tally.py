"""Adding up: what is counted while a log is read, for one part of the period or for all of it.

What was counted while logs were read, before it is put into a report.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from pitboss.engine.floor.books.shift import ShiftSignedOff
from pitboss.money import Cents, purse
from pitboss.reports.figures import Incident, MeterPoint, SlipLine
from pitboss.rulebook.rules import Rules

Stakes = Counter[tuple[int, Cents, Cents]]
"""How many initial wagers there were, by dealer hands bet against, stake and meter."""
Exposure = dict[tuple[int, str], Stakes]
"""Initial wagers by the rules that were in force and by wager."""

PAUSE_MS = 600_000
"""A longer time between two rounds does not count as time at play."""


@dataclass(slots=True)
class WagerTally:
    """One kind of wager."""

    count: int = 0
    staked: Cents = 0
    paid: Cents = 0
    taken: Cents = 0

    def add(self, net: Cents) -> None:
        """Add what a player won, or lost where it is below zero."""
        self.paid += max(0, net)
        self.taken += max(0, -net)


@dataclass(slots=True)
class Tally:
    """Everything that is counted."""

    drop: Cents = 0
    cash: Cents = 0
    brought: Cents = 0
    cashed: Cents = 0
    rounds: int = 0
    hands: int = 0
    played_ms: int = 0
    corrections: Cents = 0
    fills: Cents = 0
    credits: Cents = 0
    difference: Cents = 0
    wagers: dict[str, WagerTally] = field(default_factory=lambda: defaultdict(WagerTally))
    exposure: Exposure = field(default_factory=lambda: defaultdict(Counter))
    house: Cents = 0
    """By the ledger: what came to the float and the meter."""
    first_ms: int = 0
    last_ms: int = 0

    @property
    def win(self) -> Cents:
        """What the house won, from what was settled and corrected."""
        return sum(one.taken - one.paid for one in self.wagers.values()) - self.corrections

    @property
    def is_empty(self) -> bool:
        """Whether nothing was sold, cashed, played or moved."""
        sums = (
            self.drop,
            self.brought,
            self.cashed,
            self.rounds,
            self.corrections,
            self.fills,
            self.credits,
        )
        return not any(sums) and not self.wagers and not self.difference

    def see(self, at_ms: int) -> None:
        """Something happened at this time."""
        self.first_ms = min(self.first_ms or at_ms, at_ms)
        self.last_ms = max(self.last_ms, at_ms)


@dataclass(slots=True)
class PlayerTally:
    """One player."""

    bought: Cents = 0
    cashed: Cents = 0
    staked: Cents = 0
    net: Cents = 0
    corrections: Cents = 0
    rounds: int = 0
    chips: Cents = 0


Key = tuple[str, str]
"""What a tally is of: ``("dealer", "dee")``."""
TOTAL: Key = ("total", "")
MARKS_MAX = 1_000
"""Points of a plot; rounds are joined where there are more."""


@dataclass(frozen=True, slots=True)
class Period:
    """From when to when, in log time; 0 where it is open to that side. The end is left out."""

    from_ms: int = 0
    to_ms: int = 0
    zone: str = "UTC"
    """Where its days begin at midnight: ``Pacific/Auckland``."""

    def __contains__(self, at_ms: int) -> bool:
        return self.from_ms <= at_ms and (not self.to_ms or at_ms < self.to_ms)


@dataclass(frozen=True, slots=True)
class Mark:
    """A round, or several in a row."""

    at_ms: int
    """When the last of them ended."""
    rounds: int
    win: Cents
    """What the house won in them, and since the round before."""
    exposure: Exposure


@dataclass(slots=True)
class Findings:
    """What was counted, over every table that was read."""

    tallies: dict[Key, Tally] = field(default_factory=lambda: defaultdict(Tally))
    players: dict[str, PlayerTally] = field(default_factory=lambda: defaultdict(PlayerTally))
    rules: list[Rules] = field(default_factory=list)
    """Every set of rules that wagers were decided under."""
    meter: list[MeterPoint] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    corrections: list[Incident] = field(default_factory=list)
    sign_offs: list[Incident] = field(default_factory=list)
    signed: list[tuple[Key, ShiftSignedOff]] = field(default_factory=list)
    """Shifts that were signed off and lie in the period from their first event on."""
    slips: list[SlipLine] = field(default_factory=list)
    checks: list[tuple[str, Cents, Cents]] = field(default_factory=list)
    """What the table itself says, and what the ledger says of the same."""
    deeds: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    """Table, who, for whom and the command."""
    marks: list[Mark] = field(default_factory=list)
    """The rounds of every table in the order read; several together where there are many."""
    ledger: Counter[str] = field(default_factory=Counter)
    """What came to every account in the period."""
    events: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The first and the last event of each table."""

    @property
    def total(self) -> Tally:
        """Everything together."""
        return self.tallies[TOTAL]

    def number_of(self, rules: Rules) -> int:
        """The place of rules among those that were in force."""
        for place, known in enumerate(self.rules):
            if known is rules or (known.rulebook, known.options) == (rules.rulebook, rules.options):
                return place
        self.rules.append(rules)
        return len(self.rules) - 1

    def mark(self, mark: Mark) -> None:
        """A round is over."""
        self.marks.append(mark)
        if len(self.marks) > MARKS_MAX:
            pairs = zip(self.marks[::2], self.marks[1::2], strict=False)
            rest = self.marks[-1:] if len(self.marks) % 2 else []
            self.marks = [_joined(first, then) for first, then in pairs] + rest

    def hold(self, account: str, amount: Cents) -> None:
        """What an account holds at the end of the period."""
        for player, tally in self.players.items():
            if account == purse(player) or account.endswith(f" {player}"):
                tally.chips += amount


def _joined(first: Mark, then: Mark) -> Mark:
    exposure = {key: Counter(stakes) for key, stakes in first.exposure.items()}
    for key, stakes in then.exposure.items():
        exposure.setdefault(key, Counter()).update(stakes)
    win, rounds = first.win + then.win, first.rounds + then.rounds
    return Mark(max(first.at_ms, then.at_ms), rounds, win, exposure)
