"""Sums and lists that are collected while logs are read, before they become a report."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from pitboss.engine.floor.books.shift import ShiftSignedOff
from pitboss.money import Cents, purse
from pitboss.reports.figures import Incident, MeterPoint, SlipLine
from pitboss.rulebook.rules import Rules

Stakes = Counter[tuple[int, Cents, Cents]]
"""Number of initial wagers by dealer hands bet against, stake and meter."""
Exposure = dict[tuple[int, str], Stakes]
"""Initial wagers by the rules that were in force and by wager."""

PAUSE_MS = 600_000
"""Longest break between two rounds that counts as time at play."""


@dataclass(slots=True)
class WagerTally:
    """One kind of wager."""

    count: int = 0
    staked: Cents = 0
    paid: Cents = 0
    taken: Cents = 0

    def add(self, net: Cents) -> None:
        """Add a player's win, or a negative loss."""
        self.paid += max(0, net)
        self.taken += max(0, -net)


@dataclass(slots=True)
class Tally:
    """The sums of one part of the period."""

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
    """Money that came to the float and the meter, by the ledger."""
    first_ms: int = 0
    last_ms: int = 0

    @property
    def win(self) -> Cents:
        """The house's win, from settlements and corrections."""
        return sum(wager.taken - wager.paid for wager in self.wagers.values()) - self.corrections

    @property
    def is_empty(self) -> bool:
        """Return True if nothing was sold, cashed, played or moved."""
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
        """Extend the tally's time to this moment."""
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
"""The kind and the name of a tally: ``("dealer", "dee")``."""
TOTAL: Key = ("total", "")
MARKS_MAX = 1_000
"""Most points of a plot; above it, rounds are joined in pairs."""


@dataclass(frozen=True, slots=True)
class Period:
    """A period of log time, without its end; 0 for an open side."""

    from_ms: int = 0
    to_ms: int = 0
    zone: str = "UTC"
    """The zone of its days, such as ``Pacific/Auckland``."""

    def __contains__(self, at_ms: int) -> bool:
        return self.from_ms <= at_ms and (not self.to_ms or at_ms < self.to_ms)


@dataclass(frozen=True, slots=True)
class Mark:
    """A round, or several in a row."""

    at_ms: int
    """The time at which the last of them ended."""
    rounds: int
    win: Cents
    """The house's win in them, and since the round before."""
    exposure: Exposure


@dataclass(slots=True)
class Findings:
    """Everything that was counted, over all tables."""

    tallies: dict[Key, Tally] = field(default_factory=lambda: defaultdict(Tally))
    players: dict[str, PlayerTally] = field(default_factory=lambda: defaultdict(PlayerTally))
    rules: list[Rules] = field(default_factory=list)
    """Every set of rules that wagers were decided under."""
    meter: list[MeterPoint] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    corrections: list[Incident] = field(default_factory=list)
    sign_offs: list[Incident] = field(default_factory=list)
    signed: list[tuple[Key, ShiftSignedOff]] = field(default_factory=list)
    """Signed-off shifts that are completely within the period."""
    slips: list[SlipLine] = field(default_factory=list)
    checks: list[tuple[str, Cents, Cents]] = field(default_factory=list)
    """Figures of the tables themselves, each with that of the ledger."""
    deeds: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    """Number of commands by table, giver, the person given for, and name."""
    marks: list[Mark] = field(default_factory=list)
    """The rounds of every table in the order read, joined if there are many."""
    ledger: Counter[str] = field(default_factory=Counter)
    """Money that came to every account in the period."""
    events: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The first and the last event of each table."""

    @property
    def total(self) -> Tally:
        """The tally of all tables."""
        return self.tallies[TOTAL]

    def number_of(self, rules: Rules) -> int:
        """Return the place of rules among those that were in force."""
        for place, known in enumerate(self.rules):
            if known is rules or (known.rulebook, known.options) == (rules.rulebook, rules.options):
                return place
        self.rules.append(rules)
        return len(self.rules) - 1

    def mark(self, mark: Mark) -> None:
        """Add a round."""
        self.marks.append(mark)
        if len(self.marks) > MARKS_MAX:
            pairs = zip(self.marks[::2], self.marks[1::2], strict=False)
            rest = self.marks[-1:] if len(self.marks) % 2 else []
            self.marks = [_join(first, then) for first, then in pairs] + rest

    def hold(self, account: str, amount: Cents) -> None:
        """Add the final balance of an account to its player's chips."""
        for player, tally in self.players.items():
            if account == purse(player) or account.endswith(f" {player}"):
                tally.chips += amount


def _join(first: Mark, then: Mark) -> Mark:
    exposure = {key: Counter(stakes) for key, stakes in first.exposure.items()}
    for key, stakes in then.exposure.items():
        exposure.setdefault(key, Counter()).update(stakes)
    win, rounds = first.win + then.win, first.rounds + then.rounds
    return Mark(max(first.at_ms, then.at_ms), rounds, win, exposure)
