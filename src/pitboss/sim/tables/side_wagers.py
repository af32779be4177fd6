"""Compile side wagers into look-up tables: everything that a wager can see is classified once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, Card
from pitboss.errors import SimulationError
from pitboss.money import Cents
from pitboss.rulebook.file.payoffs import Meter, Prize, net_gain
from pitboss.rulebook.questions.settlement import (
    PUSHED,
    WagerResult,
    streak_result,
    streak_step,
)
from pitboss.rulebook.questions.stakes import meter_raise, side_stakes
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.sim.tables import layout
from pitboss.sim.tables import step_layout as step
from pitboss.sim.tables.layout import SideTables, entry
from pitboss.wagers.base import NO_SUITS, OPEN, SECOND_CARD, Sight, Stage, Wager
from pitboss.wagers.sight import FinalHand, decide, sight_of

SUITS = (NO_SUITS, "coloured", "suited")
"""Suits shared by the dealer's cards, in the order of the columns."""
OUTCOMES = ("loss", "push", "win")
"""Results of the main wager, in the order of the columns."""
CARDS = (layout.FIRST, layout.CARD_2, layout.CARD_3, layout.CARD_4)
"""The cards of a box in the order dealt."""
DRAWN = (layout.CARD_3, layout.CARD_4)
"""Cards that a hand may not draw."""
READS = {
    "first": layout.FIRST,
    "up": layout.UP,
    "second": layout.CARD_2,
    "third": layout.CARD_3,
    "fourth": layout.CARD_4,
    "hole": layout.HOLE,
    "dealer_cards": layout.COUNT,
    "dealer_blackjack": layout.FINAL,
    "dealer_total": layout.FINAL,
    "dealer_suits": layout.FINAL,
    "streak": layout.STREAK,
    "result": layout.RESULT,
}
"""Thing seen in the tables, by field of a sight."""
CELLS_MAX = 1_000_000
"""Limit on the number of different sights of a wager."""
CARDS_MAX = 22
"""Most cards of a dealer's hand: 21 aces and one more."""
STAYS_UP = 0
"""The line of a wager that stays up."""
PRIZE_SCALE = 1 << 32
DOLLAR = 100
BALANCES = range(-layout.BALANCE_MAX, layout.BALANCE_MAX * (PUSHED + 1) + 1)
"""Every balance of a box, which each of its hands changes by a step."""


@dataclass(frozen=True, slots=True)
class PlayedSideWager:
    """A side wager with its stake."""

    wager: SideWager
    stake: Cents


def chosen(rules: Rules, names: tuple[str, ...] | None, bet: Cents) -> tuple[PlayedSideWager, ...]:
    """Return the side wagers to play; all that are offered if ``names`` is None.

    Each is staked with the least amount. They do not affect the main wager, so that even wagers
    which exclude each other can be simulated together.
    """
    wanted = tuple(rules.wagers) if names is None else names
    sides = []
    for name in wanted:
        wager = rules.wagers.get(name)
        if wager is None:
            offered = ", ".join(rules.wagers)
            hint = f"it offers {offered}" if offered else "it offers no side wagers"
            raise SimulationError(f"{name} is not offered at this table", place=name, hint=hint)
        stakes = side_stakes(wager, main=bet)
        sides.append(PlayedSideWager(wager, min((s for s in stakes.only if s), default=stakes.low)))
    return tuple(sides)


@dataclass
class Sides:
    """Tables of side wagers under construction."""

    rules: Rules
    rows: dict[tuple[int, ...], int] = field(default_factory=dict)
    pays: list[tuple[int, Cents]] = field(default_factory=lambda: [(layout.FIXED, 0)])
    """Payment and net result of each line; the first belongs to a wager that stays up."""
    prizes: list[tuple[int, Cents]] = field(default_factory=list)
    """Drawn prizes: the end of each one's range from 0 to 2^32, and the net result."""

    def paid(self, side: PlayedSideWager, category: str) -> int:
        """Return the index in ``pays`` for a category."""
        line = side.wager.lines.get(category)
        if line is None:
            return self._place((layout.FIXED, -side.stake))
        if isinstance(line.payoff, Prize):
            return self._place((layout.BY_PRIZE, self._drawn(side, line.payoff)))
        if isinstance(line.payoff, Meter):
            return self._place((layout.BY_METER, side.stake))
        unit = self.rules.payout_unit
        return self._place((layout.FIXED, net_gain(line.payoff, side.stake, unit=unit)))

    def _place(self, pay: tuple[int, Cents]) -> int:
        if pay not in self.pays[1:]:
            self.pays.append(pay)
        return self.pays.index(pay, 1)

    def _drawn(self, side: PlayedSideWager, payoff: Prize) -> int:
        """Return the first row of the prizes that the button draws for this stake."""
        rows = prizes_of(side, payoff)
        if not rows:
            raise SimulationError(f"{side.wager.name} has no list of prizes to draw from")
        first = len(self.prizes)
        for end, prize in prize_ends(rows):
            net = net_gain(payoff, side.stake, drawn=prize, unit=self.rules.payout_unit)
            self.prizes.append((end, net))
        return first


def prizes_of(side: PlayedSideWager, payoff: Prize) -> tuple[tuple[Cents, int], ...]:
    """Return the prizes that the button draws for this stake, each with its weight."""
    key = DOLLAR if payoff.per_dollar else side.stake
    return dict(side.wager.prize_list).get(key, ())


def prize_ends(rows: tuple[tuple[Cents, int], ...]) -> Iterator[tuple[int, Cents]]:
    """Yield the end of each prize's range among the numbers below 2^32, and the prize."""
    total, reached = sum(weight for _, weight in rows), 0
    for prize, weight in rows:
        reached += weight
        yield reached * PRIZE_SCALE // total, prize


def side_tables(rules: Rules, sides: tuple[PlayedSideWager, ...], *, boxes: int) -> SideTables:
    """Tabulate the side wagers of a table."""
    made = Sides(rules)
    width = max(1, len(sides))
    how = np.zeros((width, layout.SIDE_WIDTH), dtype=np.int64)
    fields = np.zeros((width, layout.FIELDS), dtype=np.int64)
    staked = 0
    for place, side in enumerate(sides):
        kind = side.wager.kind
        if rules.dealer.hands > 1 and kind.decided >= Stage.DEALER:
            raise SimulationError(f"{side.wager.name} is not simulated with multiple action")
        how[place] = (_Walk(made, side).start(), side.wager.split == "settle", kind.stays_up)
        reads = fields_read(kind)
        fields[place, : len(reads)] = reads
        if side.wager.feeds_meter:
            staked += side.stake
    rows = np.zeros((max(1, len(made.rows)), layout.SEEN_STRIDE), dtype=np.uint32)
    for row, place in made.rows.items():
        rows[place, : len(row)] = row
    meter = (rules.fees.meter, rules.fees.meter_reset, meter_raise(rules, staked * boxes))
    return SideTables(
        how=how.reshape(-1),
        fields=fields.reshape(-1),
        next=rows.reshape(-1),
        pays=np.array(made.pays, dtype=np.int64).reshape(-1),
        prizes=np.array(made.prizes or [(0, 0)], dtype=np.int64).reshape(-1),
        moves=np.array([_move(rules, balance) for balance in BALANCES], dtype=np.int64),
        meter=np.array(meter, dtype=np.int64),
    )


def fields_read(kind: Wager) -> tuple[int, ...]:
    """Return the things that a kind of wager looks at, in the order in which a table shows them."""
    return tuple(sorted({READS[name] for name in kind.reads}))


class _Seen(NamedTuple):
    """Everything that a wager has seen so far."""

    cards: tuple[Card | None, ...] = ()
    is_over: bool = False
    up: Card | None = None
    hole: Card | None = None
    counted: int = 0
    """Number of cards of the dealer's final hand; 0 if the wager does not count them."""
    dealer: FinalHand | None = None
    streak: int | None = None
    result: str | None = None

    def sight(self) -> Sight:
        """Return the sight for the kind; a table counts the dealer's cards before their total."""
        sight = sight_of(
            self.cards,
            is_over=self.is_over,
            up=self.up,
            hole=self.hole,
            dealer=self.dealer,
            streak=self.streak,
            result=self.result,
        )
        counted = self.counted or None
        # Hundreds of thousands of sights are made, few of them with the dealer's cards counted.
        is_same = sight.dealer_cards == counted
        return sight if is_same else replace(sight, dealer_cards=counted)


class _Walk:
    """Builder of one wager's rows: a thing seen decides it, or leads to the next row."""

    def __init__(self, made: Sides, side: PlayedSideWager) -> None:
        self._made, self._side = made, side
        self._kind = side.wager.kind
        self._reads = fields_read(self._kind)
        self._cells = 0
        self._paid: dict[str, int] = {}
        """The entry of each category that came up."""

    def start(self) -> int:
        """Return the entry at which the wager begins."""
        return self._entry(_Seen(), 0)

    def _entry(self, seen: _Seen, depth: int) -> int:
        """Return the entry of a wager that has seen ``depth`` things."""
        self._cells += 1
        if self._cells > CELLS_MAX:
            raise SimulationError(
                f"{self._side.wager.name} tells more than {CELLS_MAX:,} sights apart, too many "
                "for a table"
            )
        sight = seen.sight()
        if depth < len(self._reads) and self._kind.classify(sight) == OPEN:
            return self._row(seen, depth)
        category = decide(self._kind, sight)
        if category != OPEN:
            if category not in self._paid:
                self._paid[category] = entry(layout.DONE, self._made.paid(self._side, category))
            return self._paid[category]
        if seen.streak == layout.STREAK_MAX and seen.result in ("win", None):
            raise SimulationError(
                f"{self._side.wager.name} is open after {layout.STREAK_MAX} rounds won in a row, "
                "and longer runs are not followed"
            )
        return entry(layout.DONE, STAYS_UP)

    def _row(self, seen: _Seen, depth: int) -> int:
        row = [0] * layout.SEEN_STRIDE
        for column, more in _shown_next(seen, self._reads[depth]):
            row[column] = self._entry(more, depth + 1)
        place = self._made.rows.setdefault(tuple(row), len(self._made.rows))
        return entry(layout.DRAW, place * layout.SEEN_STRIDE)


def _shown_next(seen: _Seen, what: int) -> Iterator[tuple[int, _Seen]]:
    """Yield everything that may be seen next, each with its column in a row."""
    if what == layout.UP:
        yield from ((card, seen._replace(up=card)) for card in DECK)
    elif what == layout.HOLE:
        yield from ((card, seen._replace(hole=card)) for card in DECK)
    elif what == layout.COUNT:
        yield from ((count, seen._replace(counted=count)) for count in range(2, CARDS_MAX + 1))
    elif what == layout.FINAL:
        for result, total in enumerate((*range(layout.TOTAL_MIN, layout.TOTAL_MAX + 1), 21)):
            is_blackjack = result == layout.BLACKJACK
            if is_blackjack and seen.counted not in (0, 2):
                continue
            count = 2 if is_blackjack else seen.counted
            for shared, suits in enumerate(SUITS):
                final = FinalHand(total, suits, count)
                yield result * len(SUITS) + shared, seen._replace(dealer=final)
    elif what == layout.STREAK:
        yield from ((wins, seen._replace(streak=wins)) for wins in range(layout.STREAK_MAX + 1))
    elif what == layout.RESULT:
        yield from ((place, seen._replace(result=name)) for place, name in enumerate(OUTCOMES))
    else:
        # Cards of the box that the wager does not look at stay unknown.
        place = CARDS.index(what)
        before = (*seen.cards, *(None,) * (place - len(seen.cards)))
        if not seen.is_over:
            yield from ((card, seen._replace(cards=(*before, card))) for card in DECK)
        if what in DRAWN:
            yield layout.NO_CARD_PLACE, seen._replace(is_over=True)


def _move(rules: Rules, balance: int) -> int:
    result = streak_result(rules, balance)
    return 0 if result is WagerResult.PUSH else streak_step(result)


def needs_dealer(sides: tuple[PlayedSideWager, ...]) -> bool:
    """Return True if a wager makes the dealer draw out."""
    return any(side.wager.kind.draws_out() for side in sides)


def needs_second(sides: tuple[PlayedSideWager, ...]) -> bool:
    """Return True if a wager depends on the dealer's second card."""
    return any({*SECOND_CARD} & {*side.wager.kind.reads} for side in sides)


def counts_dealer(sides: tuple[PlayedSideWager, ...]) -> bool:
    """Return True if a wager counts the dealer's cards."""
    return any("dealer_cards" in side.wager.kind.reads for side in sides)


def needs_results(sides: tuple[PlayedSideWager, ...]) -> bool:
    """Return True if a wager depends on the result of the main wager."""
    return any(side.wager.kind.decided is Stage.ROUND for side in sides)


def needs_streaks(sides: tuple[PlayedSideWager, ...]) -> bool:
    """Return True if a wager may stay up over rounds."""
    return any(side.wager.kind.stays_up for side in sides)


Lays = Sequence[tuple[str, ...]]
"""Choices of side wagers that can be bet together, by name; the empty choice first."""


def lay_tables(rules: Rules, lays: Lays, unit: Cents) -> tuple[SideTables, np.ndarray]:
    """Return the tables of all side wagers, and the fields of each choice."""
    sides = chosen(rules, named_in(lays), unit)
    rows = [_lay(rules, sides, names) for names in lays]
    return side_tables(rules, sides, boxes=1), np.array(rows, dtype=np.int64).reshape(-1)


def named_in(lays: Lays) -> tuple[str, ...]:
    """Return every side wager of these choices, once."""
    return tuple(dict.fromkeys(name for names in lays for name in names))


def bits_of(flags: Iterable[bool]) -> int:
    """Return flags as bits, the first of them the lowest."""
    return sum(is_set << place for place, is_set in enumerate(flags))


def bare_lays(rules: Rules, lays: Lays) -> int:
    """Return the choices, as bits, without a wager that stays up over rounds."""
    return bits_of(not any(rules.wagers[name].kind.stays_up for name in names) for names in lays)


def _lay(rules: Rules, sides: tuple[PlayedSideWager, ...], names: tuple[str, ...]) -> list[int]:
    laid = tuple(side for side in sides if side.wager.name in names)
    bits = bits_of(side in laid for side in sides)
    needs = 0
    if needs_dealer(laid):
        needs = step.NEEDS_ALL
    elif any(side.wager.kind.reads_dealer() for side in laid):
        needs = step.NEEDS_SECOND
    staked = sum(side.stake for side in laid if side.wager.feeds_meter)
    stays = (side in laid and side.wager.kind.stays_up for side in sides)
    return [bits, needs, meter_raise(rules, staked) if staked else 0, bits_of(stays)]
