"""Side wagers by a count: the counts at which each one gains, their share, and an hour's win.

Exact for cards seen at random: the probability of every running count, and the value of the wager
there, follow from the cards that decide it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from html import escape

import numpy as np

from pitboss.arguments import Positive, Risk, checked
from pitboss.errors import StudyError
from pitboss.money import Cents
from pitboss.odds.game import game_of
from pitboss.odds.shoe import SuitedShoe, shoe_of
from pitboss.odds.side_wagers.chances import depends_on_play, wager_ways
from pitboss.odds.side_wagers.prices import gain_per_unit, stakes_of
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.questions.dealing import cards_behind
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.sim.counting import COUNT_HIGH, COUNT_LOW, Count, load_count
from pitboss.sim.tables.layout import Ints
from pitboss.study.efficiencies import LEVELS_MAX, Floats, best_tags, correlation
from pitboss.study.indices import burned_of
from pitboss.study.returns import HOURLY
from pitboss.study.running_counts import CountDistribution, places_of_rounds

ROUND_CARDS = 6.0
"""Cards of a round with one box; 2.7 more for each other box."""
NOTHING = 1e-9
"""Effects of removal below this are taken as 0."""


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side wager at one count."""

    count: int
    share: float
    """Share of all rounds that begin at the count."""
    ev: float
    """Expected win at the count per unit staked."""


@dataclass(frozen=True)
class CountedWager:
    """Returns of a side wager by the count, if you bet it only when it gains.

    >>> import pitboss
    >>> from pitboss.study import side_odds
    >>> odds = side_odds(pitboss.rules("house"), "over_13")
    >>> over = odds.by_count(odds.best_count(), penetration=0.75)
    >>> over.when, round(over.share, 2), round(over.edge, 3)
    ('from +3 on', 0.05, 0.031)
    """

    wager: str
    title: str
    count: str
    penetration: float
    correlation: float
    """Correlation of the tags with the effects of removal on the wager."""
    rows: tuple[SideRow, ...]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The counts at which it gains."""
        return tuple(row.count for row in self.rows if row.ev > 0)

    @property
    def share(self) -> float:
        """Share of rounds in which you bet it."""
        return sum(row.share for row in self.rows if row.ev > 0)

    @property
    def ev(self) -> float:
        """Expected win of a round dealt, per unit staked; rounds without a bet count."""
        return sum(row.share * row.ev for row in self.rows if row.ev > 0)

    @property
    def edge(self) -> float:
        """Expected win per unit staked."""
        return self.ev / self.share if self.share else 0.0

    @checked
    def hourly(self, rounds: float = HOURLY) -> float:
        """Return the expected win in an hour of this many rounds, per unit staked."""
        return self.ev * rounds

    @property
    def when(self) -> str:
        """The counts to bet it at, in words."""
        if not self.counts:
            return "never"
        low, high = self.counts[0], self.counts[-1]
        if len(self.counts) != sum(low <= row.count <= high for row in self.rows):
            return ", ".join(f"{count:+d}" for count in self.counts)
        if high == self.rows[-1].count:
            return "always" if low == self.rows[0].count else f"from {low:+d} on"
        return f"up to {high:+d}" if low == self.rows[0].count else f"{low:+d} to {high:+d}"

    def plain(self) -> Mapping[str, object]:
        """Return the figures as plain data."""
        names = ["wager", "count", "penetration", "correlation", "when", "share", "edge"]
        figures = {name: getattr(self, name) for name in names}
        return {**figures, "hourly": self.hourly(), "rows": [asdict(row) for row in self.rows]}

    def __repr__(self) -> str:
        return (
            f"<{self.wager} by {self.count}: {self.when}, {self.share:.2%} of rounds, "
            f"{self.edge:+.2%} there, {self.hourly():+.3f} stakes in {HOURLY} rounds>"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{row.count:+d}</td><td>{row.share:.4%}</td><td>{row.ev:+.4%}</td></tr>"
            for row in self.rows
        )
        head = "<tr><th>count</th><th>share of rounds</th><th>advantage</th></tr>"
        return f"<p>{escape(repr(self)[1:-1])}</p><table>{head}{rows}</table>"


@dataclass(frozen=True)
class SideOdds:
    """The odds of a side wager, by the values of the cards that decide it.

    >>> import pitboss
    >>> odds = side_odds(pitboss.rules("house"), "over_13")
    >>> round(odds.ev, 4), odds.best_tags(level=1)
    (-0.0654, (1, 1, 1, 0, 0, 0, 0, -1, -1, -1))
    """

    rules: Rules
    wager: SideWager
    shoe: SuitedShoe
    parts: Mapping[tuple[int, ...], float]
    """Contribution of the cards with these values to the wager's value off the top, per unit
    staked."""

    def __repr__(self) -> str:
        return f"<SideOdds of {self.wager.name} at {self.rules.rulebook!r}: {self.ev:+.4%}>"

    @property
    def ev(self) -> float:
        """Value of the wager off the top, per unit staked."""
        return sum(self.parts.values())

    @cached_property
    def effects(self) -> Floats:
        """(10,): effect on that value of removing one card of each value, ace first.

        The mean over suits and, among tens, over ranks.
        """
        size, counts = self.shoe.size, self.shoe.values
        effects = np.zeros(10)
        for place, number in enumerate(counts):
            for values, worth in self.parts.items():
                left = (number - values.count(place + 1)) / (size - len(values))
                effects[place] += worth * left / (number / size) if number else 0.0
        effects -= self.ev
        return np.where(np.abs(effects) > NOTHING, effects, 0.0)

    @checked
    def best_tags(self, level: int = 1) -> tuple[int, ...]:
        """Return the best tags for the wager, none above ``level``."""
        if not 1 <= level <= LEVELS_MAX:
            raise StudyError(f"a level is a whole number from 1 to {LEVELS_MAX}, not {level}")
        if not self.effects.any():
            raise StudyError(f"no card that is gone changes what {self.wager.title} is worth")
        return best_tags(self.effects, level)

    @checked
    def best_count(self, level: int = 1) -> Count:
        """Return the best tags as a true count.

        If the tags of a deck do not sum to 0, the sum is spread over its cards: the count is then 0
        whenever the cards left are as usual.
        """
        tags = self.best_tags(level)
        total = sum(tags[:9]) + 4 * tags[9]
        name = f"best of level {level} for {self.wager.title}"
        if not total:
            return Count(name, tags, is_true=True, unbalanced_by=0)
        centred = tuple(13 * tag - total for tag in tags)
        return Count(name, centred, is_true=True, unbalanced_by=0, scale=13)

    @checked
    def by_count(
        self,
        count: Count | str,
        *,
        penetration: Risk | None = None,
        round_cards: Positive = ROUND_CARDS,
    ) -> CountedWager:
        """Return the value of the wager at each count, if a round takes ``round_cards`` cards."""
        counted = load_count(count) if isinstance(count, str) else count
        size = self.shoe.size
        limit = round(size * (penetration or _usual(self.rules)))
        if not 0 < limit < size:
            message = (
                f"penetration = {penetration} leaves no card before or behind the cutting card"
            )
            raise StudyError(message, place="penetration", hint="give a number such as 0.75")
        shares, worths = np.zeros(COUNT_HIGH + 1 - COUNT_LOW), np.zeros(COUNT_HIGH + 1 - COUNT_LOW)
        places = places_of_rounds(limit, round_cards)
        for dealt in places:
            burned = round(burned_of(self.rules, dealt))
            at, chances, worth = self.at(counted, dealt, burned=burned)
            np.add.at(shares, at, chances / len(places))
            np.add.at(worths, at, worth / len(places))
        rows = tuple(
            SideRow(COUNT_LOW + place, float(share), float(worths[place] / share))
            for place, share in enumerate(shares)
            if share > 0
        )
        tags = np.array(counted.bet_tags, dtype=np.float64)
        fit = correlation(tags, self.effects)
        title = self.wager.title
        return CountedWager(self.wager.name, title, counted.name, limit / size, fit, rows)

    @checked
    def at(self, count: Count, dealt: int, *, burned: int = 0) -> tuple[Ints, Floats, Floats]:
        """Return counts after ``dealt`` cards, their probabilities, and probability times value.

        A count is listed once for each running count with that value. Players have not seen the
        ``burned`` cards among those dealt.
        """
        tags = count.bet_tags
        seen = CountDistribution(self.shoe.values, tags, dealt - burned)
        chances = seen.chances()
        by_tags: dict[tuple[int, ...], tuple[tuple[int, ...], float]] = {}
        for values, part in self.parts.items():
            key = tuple(sorted(tags[value - 1] for value in values))
            first, worth = by_tags.get(key, (values, 0.0))
            by_tags[key] = (first, worth + part)
        worths = np.zeros_like(chances)
        for values, worth in by_tags.values():
            worths += worth * seen.chances(values)
        decks, left = self.shoe.size // 52, self.shoe.size - dealt
        start = count.start(decks) * (count.bet_scale // count.scale)
        at = [
            min(max(count.value(start + int(n), left, for_bets=True), COUNT_LOW), COUNT_HIGH)
            for n in seen.running
        ]
        kept = chances > 0
        places = np.array(at, dtype=np.int64) - COUNT_LOW
        return places[kept], chances[kept], worths[kept]


@checked
def side_odds(
    rules: Game, name: str, *, stake: Cents | None = None, shoe: SuitedShoe | None = None
) -> SideOdds:
    """Return the odds of a side wager on offer, by the values of the deciding cards.

    ``name`` is its name in the rulebook, ``stake`` an amount in cents if its price depends on one.
    If the wager depends on cards drawn, the hand plays the best strategy off the top.

    >>> import pitboss
    >>> round(side_odds(pitboss.rules("house"), "under_13").ev, 4)
    -0.1006
    """
    rules = as_rules(rules)
    if name not in rules.wagers:
        offered = ", ".join(rules.wagers)
        hint = f"it offers {offered}" if offered else "it offers no side wagers"
        raise StudyError(f"{name!r} is not a side wager of this table", place=name, hint=hint)
    wager = rules.wagers[name]
    full = shoe or shoe_of(rules)
    play = game_of(rules) if depends_on_play(wager) else None
    chosen = stake or stakes_of(wager)[0]
    gains = {
        line: float(gain_per_unit(rules, wager, priced.payoff, chosen))
        for line, priced in wager.lines.items()
    }
    parts: dict[tuple[int, ...], float] = {}
    for (category, values), share in wager_ways(rules, wager, full, play=play).items():
        parts[values] = parts.get(values, 0.0) + float(share) * gains.get(category, -1.0)
    return SideOdds(rules, wager, full, parts)


def _usual(rules: Rules) -> float:
    """Return the usual penetration: near three quarters, as far as the rulebook allows."""
    size = len(rules.stack)
    low, high = cards_behind(rules)
    return 1 - min(max(size // 4, low), high) / size
