"""Plays that change with a count, from exact values of the shoe that a count lets one expect.

At each count the shoe is taken to hold what it holds on average at that count, half-way to the
cutting card; every act is valued exactly for it, and a play changes where another act becomes the
best. The count is the one that the player has with his own cards and the up card seen.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, exp, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import VALUES, Card, parse_card, parse_cards
from pitboss.hands import hand_of
from pitboss.rulebook.acts import insurance_refused
from pitboss.rulebook.rules import Rules
from pitboss.sim.betting import Count, Index
from pitboss.strategy import NAMES

Acts = Mapping[str, float]
Values = Callable[[Card, Card, Card], Acts]
"""The value of each legal act on two cards against an up card."""
Solver = Callable[[tuple[float, ...]], Values]
"""Solves the game for a shoe, given as how many cards of each rank it holds."""

REACH = 8
"""Counts are tried from minus this to this."""
RANKS = 13
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Change:
    """A play that changes, and what the change is worth."""

    index: Index
    gain: float
    """Of a round, per unit wagered, against never changing; over all counts as they come."""

    @property
    def hand(self) -> str:
        """The hand and the up card as a file of plays has them: ``16 T``, ``s18 9``, ``TT 6``."""
        index = self.index
        hand = NAMES[index.pair - 1] * 2 if index.pair else f"{'s' * index.is_soft}{index.total}"
        return f"{hand} {NAMES[index.up - 1]}"

    def plain(self) -> dict[str, object]:
        """As plain data."""
        index = self.index
        return {
            "hand": self.hand, "act": index.act, "at": index.at, "below": index.below,
            "gain": self.gain,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expected:
    """What a shoe holds on average at a count."""

    count: Count
    decks: int
    left: float
    """Cards that lie in the shoe before the round."""

    def grid(self) -> tuple[int, ...]:
        """The counts that are tried: around what half-way down is the most likely one."""
        middle = round(self._usual())
        return tuple(range(middle - REACH, middle + REACH + 1))

    def ranks(self, count: float) -> tuple[float, ...]:
        """Cards of each rank, the share of the cards seen being what the count makes likely."""
        seen = 52 * self.decks - self.left
        tags = self._tags()
        mean = tags.mean()
        # The best linear guess of each rank's share in the cards seen, given the sum of their tags.
        lean = (self._sum(count) - seen * mean) / (RANKS * tags.var())
        return tuple(float(x) for x in 4 * self.decks - seen / RANKS - lean * (tags - mean))

    def seen_with(self, count: float, cards: Iterable[Card]) -> float:
        """The count when these cards have been seen too."""
        more = [self.count.tags[VALUES[card] - 1] for card in cards]
        total = self.count.start(self.decks) + self._sum(count) + sum(more)
        return total * 52 / (self.left - len(more)) if self.count.is_true else total

    def chance(self, count: float) -> float:
        """How likely a count is, as a normal density."""
        whole = 52 * self.decks
        spread = sqrt(float(self._tags().var()) * (whole - self.left) * self.left / (whole - 1))
        spread *= 52 / self.left if self.count.is_true else 1
        away = (count - self._usual()) / spread
        return exp(-away * away / 2) / (spread * sqrt(2 * pi))

    def _sum(self, count: float) -> float:
        """The tags of all cards seen."""
        running = count * self.left / 52 if self.count.is_true else count
        return running - self.count.start(self.decks)

    def _usual(self) -> float:
        seen = 52 * self.decks - self.left
        total = self.count.start(self.decks) + seen * float(self._tags().mean())
        return total * 52 / self.left if self.count.is_true else total

    def _tags(self) -> Floats:
        return np.array([self.count.tags[min(rank, 9)] for rank in range(RANKS)], dtype=np.float64)


def changes(
    rules: Rules, expected: Expected, solver: Solver
) -> tuple[tuple[Change, ...], int | None]:
    """Every play that changes between the counts tried, most worth first; and insurance's count."""
    grid = expected.grid()
    solved = [solver(expected.ranks(count)) for count in grid]
    gains = [
        change
        for hands, up, pair in _cells()
        for change in _cell(expected, grid, solved, hands, up, pair=pair)
    ]
    gains.sort(key=lambda change: -change.gain)
    return tuple(gains), _insurance(rules, expected)


Cards = tuple[Card, Card]


def _cells() -> Iterator[tuple[list[Cards], Card, bool]]:
    """First two cards that are played alike, with an up card: by total, then pairs by value."""
    totals: dict[tuple[int, bool], list[Cards]] = {}
    for low in range(10):
        for high in range(low + 1, 10):
            hand = hand_of((low * 4, high * 4))
            if not hand.is_blackjack:
                totals.setdefault((hand.total, hand.is_soft), []).append((low * 4, high * 4))
    for up in range(10):
        for hands in totals.values():
            yield hands, up * 4, False
        for value in range(10):
            yield [(value * 4, value * 4)], up * 4, True


def _cell(
    expected: Expected,
    grid: tuple[int, ...],
    solved: list[Values],
    hands: list[Cards],
    up: Card,
    *,
    pair: bool,
) -> Iterator[Change]:
    """The changes of one play: of all acts, and of hitting and standing alone for longer hands."""
    values = _values(expected, grid, solved, hands, up)
    if pair:
        if "split" not in values:
            return
        split = values.pop("split")
        usual = max(values, key=lambda act: values[act][len(grid) // 2])
        groups = [{"split": split, usual: np.max(list(values.values()), axis=0)}]
    else:
        groups = [values]
        drawn = {act: row for act, row in values.items() if act in ("hit", "stand")}
        if len(drawn) < len(values):
            groups.append(drawn)
    chance = _chance(hands, up)
    weights = np.array([expected.chance(count) for count in grid])
    known: set[Index] = set()
    for group in groups:
        best = np.max(list(group.values()), axis=0)
        usual = max(group, key=lambda act: float(group[act] @ weights))
        gain = chance * float((best - group[usual]) @ weights)
        for index in _crossings(expected.count, grid, group, hands[0], up, pair=pair):
            if index not in known:
                known.add(index)
                yield Change(index, gain)


def _values(
    expected: Expected,
    grid: tuple[int, ...],
    solved: list[Values],
    hands: list[Cards],
    up: Card,
) -> dict[str, Floats]:
    """The value of each act by the count at the decision, on average over the hands."""
    rows: dict[str, Floats] = {}
    weights = [_chance([cards], up) for cards in hands]
    for cards, weight in zip(hands, weights, strict=True):
        counts = [expected.seen_with(count, (*cards, up)) for count in grid]
        acts = [values(*cards, up) for values in solved]
        for act in acts[0]:
            row = np.interp(grid, counts, [at[act] for at in acts]) * (weight / sum(weights))
            rows[act] = rows[act] + row if act in rows else row
    return rows


def _chance(hands: list[Cards], up: Card) -> float:
    """How likely one of the hands is dealt against the up card, each card drawn alike."""
    return sum(
        _share(first) * _share(second) * (1 if first == second else 2) for first, second in hands
    ) * _share(up)


def _share(card: Card) -> float:
    return (4 if VALUES[card] == 10 else 1) / RANKS


def _crossings(
    count: Count,
    grid: tuple[int, ...],
    group: Mapping[str, Floats],
    cards: Cards,
    up: Card,
    *,
    pair: bool,
) -> Iterator[Index]:
    """Where the best act of a group changes as the count rises."""
    names = list(group)
    rows = np.array([group[name] for name in names])
    best = rows.argmax(axis=0)
    hand = hand_of(cards)
    for place in range(len(grid) - 1):
        low, high = int(best[place]), int(best[place + 1])
        if low == high:
            continue
        before = rows[low, place] - rows[high, place]
        after = rows[high, place + 1] - rows[low, place + 1]
        crossing = grid[place] + before / (before + after)
        # A true count is rounded down, so that it stands for half a point more on average.
        at = ceil(crossing - (0.5 if count.is_true else 0.0))
        yield Index(
            0 if pair else hand.total,
            hand.is_soft and not pair,
            VALUES[up],
            at,
            names[high],
            below=names[low],
            pair=VALUES[cards[0]] if pair else 0,
        )


def _insurance(rules: Rules, expected: Expected) -> int | None:
    """The count from which on insurance gains; None where it is not offered."""
    ace, hand = parse_card("As"), hand_of(parse_cards("5s 9s"))
    if insurance_refused(rules, hand, ace):
        return None
    pays = float(rules.insurance.pays.ratio)
    grid = expected.grid()
    evs = []
    for count in grid:
        ranks = expected.ranks(count)
        tens = sum(ranks[9:]) / (sum(ranks) - 1)
        evs.append(tens * pays - (1 - tens))
    counts = [expected.seen_with(count, (ace,)) for count in grid]
    crossing = float(np.interp(0.0, evs, counts))
    return ceil(crossing - (0.5 if expected.count.is_true else 0.0))


def plays_text(title: str, changes: Iterable[Change], insurance: int | None) -> str:
    """The changes as a file of plays."""
    rows: dict[str, list[str]] = {}
    gains: dict[str, float] = {}
    for change in changes:
        index, key = change.index, change.hand
        rows.setdefault(key, []).append(f"{index.act} {index.at} else {index.below}")
        gains[key] = max(gains.get(key, 0.0), change.gain)
    lines = [f"# {title}"]
    if insurance is not None:
        lines.append(f"insurance = {insurance}")
    lines += ["", "[plays]", "# What a change is worth stands behind it: of 1000 wagers."]
    for key, plays in rows.items():
        told = ", ".join(f'"{play}"' for play in plays)
        value = told if len(plays) == 1 else f"[{told}]"
        lines.append(f'"{key}" = {value}  # {1000 * gains[key]:.3f}')
    return "\n".join(lines) + "\n"
