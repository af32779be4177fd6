"""Side wagers become look-up tables: every sight that a wager can have is classified once."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitboss.cards import DECK
from pitboss.money import Cents
from pitboss.rulebook.payoffs import Meter, Prize, net_gain
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.rulebook.settle import streak_result, streak_step
from pitboss.rulebook.stakes import meter_raise, side_stakes
from pitboss.sim.errors import SimulationError
from pitboss.sim.layout import (
    BALANCE_MAX,
    BY_CARDS,
    BY_DEALER,
    BY_METER,
    BY_PRIZE,
    BY_STREAK,
    CARD_STRIDE,
    DONE,
    DRAW,
    FIELDS,
    RESULTS,
    SIDE_WIDTH,
    STREAK_MAX,
    SideTables,
    entry,
)
from pitboss.wagers.base import NO_CARD, NO_SUITS, OPEN, Sight, Stage

SUITS = (NO_SUITS, "coloured", "suited")
"""What the cards of the dealer's hand share, in the order of the columns."""
PRIZE_SCALE = 1 << 32
DOLLAR = 100
BALANCES = range(-BALANCE_MAX, BALANCE_MAX + 1)


@dataclass(frozen=True, slots=True)
class Side:
    """A side wager as it is played."""

    wager: SideWager
    stake: Cents


def chosen(rules: Rules, names: tuple[str, ...] | None, bet: Cents) -> tuple[Side, ...]:
    """The side wagers that are played, all that are offered where no names are given.

    Each is staked with the least amount. They do not touch the main wager, so that even those
    which exclude each other can be watched at once.
    """
    wanted = tuple(rules.wagers) if names is None else names
    sides = []
    for name in wanted:
        wager = rules.wagers.get(name)
        if wager is None:
            raise SimulationError(f"{name} is not offered at this table")
        stakes = side_stakes(wager, main=bet)
        sides.append(Side(wager, min((s for s in stakes.only if s), default=stakes.low)))
    return tuple(sides)


@dataclass
class Sides:
    """Tables of side wagers in the making."""

    rules: Rules
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    pays: list[tuple[int, Cents]] = field(default_factory=lambda: [(BY_CARDS, 0)])
    """How a line pays and its net result; the first stands for a wager that is still open."""
    prizes: list[tuple[int, Cents]] = field(default_factory=list)
    """Drawn prizes: how far the numbers from 0 to 2^32 reach, and the net result."""

    def paid(self, side: Side, category: str) -> int:
        """The place in ``pays`` of what a category comes to."""
        line = side.wager.lines.get(category)
        if line is None:
            return self._place((BY_CARDS, -side.stake))
        if isinstance(line.payoff, Prize):
            return self._place((BY_PRIZE, self._drawn(side, line.payoff)))
        if isinstance(line.payoff, Meter):
            return self._place((BY_METER, side.stake))
        unit = self.rules.payout_unit
        return self._place((BY_CARDS, net_gain(line.payoff, side.stake, unit=unit)))

    def _place(self, pay: tuple[int, Cents]) -> int:
        if pay not in self.pays[1:]:
            self.pays.append(pay)
        return self.pays.index(pay, 1)

    def _drawn(self, side: Side, payoff: Prize) -> int:
        """The first row of the prizes that the button draws for this stake."""
        key = DOLLAR if payoff.per_dollar else side.stake
        rows = dict(side.wager.prize_list).get(key, ())
        if not rows:
            raise SimulationError(f"{side.wager.name} has no list of prizes to draw from")
        first, whole, reached = len(self.prizes), sum(weight for _, weight in rows), 0
        for prize, weight in rows:
            reached += weight
            net = net_gain(payoff, side.stake, drawn=prize, unit=self.rules.payout_unit)
            self.prizes.append((reached * PRIZE_SCALE // whole, net))
        return first

    def by_cards(self, side: Side) -> int:
        """The entry at which a wager that looks at cards begins."""
        reads = side.wager.kind.reads

        def walk(known: dict[str, Any]) -> int:
            category = side.wager.kind.classify(Sight(**known))
            if category != OPEN:
                return entry(DONE, self.paid(side, category))
            assert len(known) < len(reads), f"{side.wager.name} is open with all cards known"
            name = reads[len(known)]
            row = [walk({**known, name: card}) for card in DECK]
            row.append(walk({**known, name: NO_CARD}) if name in ("third", "fourth") else 0)
            place = self.rows.setdefault(tuple(row), len(self.rows))
            return entry(DRAW, place * CARD_STRIDE)

        return walk({})

    def by_dealer(self, side: Side) -> Iterator[int]:
        """What a wager on the dealer's final hand comes to, by result and suits."""
        for result in RESULTS:
            totals = {"bust": (23, 24, 25, 26), "blackjack": (21,)}.get(result)
            for suits in SUITS:
                found = {
                    side.wager.kind.classify(Sight(dealer_total=total, dealer_suits=suits))
                    for total in totals or (int(result),)
                }
                if len(found) > 1:
                    raise SimulationError(f"{side.wager.name} tells totals over 22 apart")
                yield self.paid(side, found.pop())

    def by_streak(self, side: Side) -> Iterator[int]:
        """What a streak comes to by hands won so far: after a loss, then after one more win."""
        for result, more in (("loss", 0), ("win", 1)):
            for wins in range(STREAK_MAX):
                sight = Sight(streak=wins + more, result=result)
                category = side.wager.kind.classify(sight)
                yield 0 if category == OPEN else self.paid(side, category)


def side_tables(rules: Rules, sides: tuple[Side, ...], *, boxes: int) -> SideTables:
    """Tabulate the side wagers of a table."""
    made = Sides(rules)
    width = max(1, len(sides))
    how = np.zeros((width, SIDE_WIDTH), dtype=np.int64)
    fields = np.zeros((width, 4), dtype=np.int64)
    grid = np.zeros((width, 2 * STREAK_MAX), dtype=np.int64)
    staked = 0
    for place, side in enumerate(sides):
        kind = side.wager.kind
        what, start = BY_CARDS, 0
        if kind.decided is Stage.ROUND:
            what = BY_STREAK
            grid[place] = list(made.by_streak(side))
        elif kind.decided is Stage.DEALER:
            if rules.dealer.hands > 1:
                raise SimulationError(f"{side.wager.name} is not simulated with multiple action")
            what = BY_DEALER
            found = list(made.by_dealer(side))
            grid[place, : len(found)] = found
        else:
            start = made.by_cards(side)
            fields[place, : len(kind.reads)] = [FIELDS.index(name) for name in kind.reads]
            if any(isinstance(line.payoff, Meter) for line in side.wager.lines.values()):
                staked += side.stake
        how[place] = (what, start, side.wager.split == "settle")
    rows = np.zeros((max(1, len(made.rows)), CARD_STRIDE), dtype=np.uint32)
    for row, place in made.rows.items():
        rows[place, : len(row)] = row
    meter = (rules.fees.meter, rules.fees.meter_reset, meter_raise(rules, staked * boxes))
    return SideTables(
        how=how.reshape(-1),
        fields=fields.reshape(-1),
        next=rows.reshape(-1),
        grid=grid.reshape(-1),
        pays=np.array(made.pays, dtype=np.int64).reshape(-1),
        prizes=np.array(made.prizes or [(0, 0)], dtype=np.int64).reshape(-1),
        moves=np.array([_move(balance) for balance in BALANCES], dtype=np.int64),
        meter=np.array(meter, dtype=np.int64),
    )


def _move(balance: int) -> int:
    return streak_step(streak_result(balance))


def needs_dealer(sides: tuple[Side, ...]) -> bool:
    """Whether a wager makes the dealer draw out."""
    return any(side.wager.kind.decided is Stage.DEALER for side in sides)


def needs_streaks(sides: tuple[Side, ...]) -> bool:
    """Whether a wager is decided over rounds."""
    return any(side.wager.kind.decided is Stage.ROUND for side in sides)
