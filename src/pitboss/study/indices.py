"""Index plays, from exact values of the shoe that is expected at a count.

At a few depths the hand and the up card are taken out of the full shoe, and the cards seen before
are a sample of the rest. At a few counts the shoe is taken to hold its average cards, and every
act is valued exactly. The value of an act at a count is the mean over the depths, weighted by the
probability of that count, and a play changes at the count at which another act becomes the best.
The count includes the player's own cards and the up card.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from math import pi, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import VALUES, Card, parse_card, parse_cards, rank
from pitboss.hands import hand_of
from pitboss.rulebook.questions.acts import insurance_refusal
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import BUCKETS, COUNT_HIGH, COUNT_LOW, Count, Index

Acts = Mapping[str, float]
Solver = Callable[[tuple[float, ...], Card, Card, Card], Acts]
"""Function from the cards of each rank still to come, two cards and an up card to the value of
each legal act."""

REACH, TRIED = 3.0, 9
"""Reach of the counts tried, in standard deviations of the count, and their number."""
DEPTHS = (1 / 6, 3 / 6, 5 / 6)
"""Depths at which the shoe is valued, as shares of the way to the cutting card."""
ROUND_CARDS = 5.4
"""Cards that a round with one box takes, on average, without a burned one."""
FAR = 60
"""Limit of the counts considered; those beyond never occur."""
TINY = 1e-300
"""Substitute for a probability of 0 in a divisor."""
RANKS, TEN_RANKS = 13, 4
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A play that changes with the count, and the gain of the change."""

    index: Index
    gain: float
    """Gain of a round over never changing, per unit wagered, averaged over all counts."""

    @property
    def hand(self) -> str:
        """The hand and the up card as in a file of plays: ``16 T``, ``s18 9``, ``TT 6``."""
        return self.index.hand

    def plain(self) -> dict[str, object]:
        """Return the change as plain data."""
        index = self.index
        play = {"act": index.act, "at": index.at, "below": index.below}
        return {"hand": self.hand, **play, "gain": self.gain}


@dataclass(frozen=True)
class Expected:
    """The average cards of a shoe at a count."""

    count: Count
    full: tuple[int, ...]
    """Cards of each rank of which those left and those counted are a sample."""
    decks: int
    left: float
    """Cards in the shoe."""
    burned: float = 0.0
    """Burned cards, which no player has seen: they are as likely any as those left."""
    known: tuple[int, ...] = (0,) * RANKS
    """Cards of each rank that are counted for certain: a hand and an up card."""

    @cached_property
    def grid(self) -> Floats:
        """The counts that are tried, around the most likely one at this depth."""
        return self._usual() + self.spread * np.linspace(-REACH, REACH, TRIED)

    def ranks(self, count: float) -> tuple[float, ...]:
        """Return the expected cards of each rank left in the shoe at a count; none is below 0."""
        tags, shares = self._tags, self._shares
        mean = float(shares @ tags)
        spread = float(shares @ (tags - mean) ** 2)
        # Best linear estimate of each rank's share in the cards seen, given the sum of their tags.
        lean = (self._sum(count) - self._seen * mean) / spread
        seen = shares * (self._seen + lean * (tags - mean))
        unseen = np.maximum(0.0, np.array(self.full) - seen)
        return tuple((unseen * self.left / unseen.sum()).tolist())

    def without(self, cards: Iterable[Card]) -> "Expected":
        """Return the expected rest of the shoe once these cards are dealt and counted."""
        dealt = np.bincount([rank(card) for card in cards], minlength=RANKS)
        full = tuple((np.array(self.full) - dealt).tolist())
        known = tuple((np.array(self.known) + dealt).tolist())
        return replace(self, full=full, known=known, left=self.left - int(dealt.sum()))

    def chances(self, counts: Floats) -> Floats:
        """Return the probability density of each count at this depth, a normal one."""
        away = (counts - self._usual()) / self.spread
        return np.asarray(np.exp(-away * away / 2) / (self.spread * sqrt(2 * pi)))

    @cached_property
    def spread(self) -> float:
        """Standard deviation of the count at this depth."""
        cards, mean = sum(self.full), float(self._shares @ self._tags)
        variance = float(self._shares @ (self._tags - mean) ** 2)
        spread = sqrt(variance * self._seen * (cards - self._seen) / (cards - 1))
        return spread * (self.deck / self.left if self.count.is_true else 1)

    def _sum(self, count: float) -> float:
        """Return the sum of the tags of all cards seen, at a count."""
        running = count * self.left / self.deck if self.count.is_true else count
        return running - self._start

    def _usual(self) -> float:
        total = self._start + self._seen * float(self._shares @ self._tags)
        return total * self.deck / self.left if self.count.is_true else total

    @property
    def deck(self) -> float:
        return (sum(self.full) + sum(self.known)) / self.decks

    @property
    def _seen(self) -> float:
        return sum(self.full) - self.left - self.burned

    @property
    def _start(self) -> float:
        start = self.count.start(self.decks) / self.count.scale
        return start + float(np.array(self.known) @ self._tags)

    @cached_property
    def _shares(self) -> Floats:
        return np.array(self.full, dtype=np.float64) / sum(self.full)

    @cached_property
    def _tags(self) -> Floats:
        tags = [self.count.tags[min(rank, 9)] / self.count.scale for rank in range(RANKS)]
        return np.array(tags, dtype=np.float64)


def depths(count: Count, rules: Rules, behind: int) -> tuple[Expected, ...]:
    """Return the expected shoes at several depths on the way to the cutting card."""
    stack = rules.stack
    full = tuple(sum(rank(card) == place for card in stack) for place in range(RANKS))
    decks, size = rules.decks_in_play, len(stack)
    dealt = [share * (size - behind) for share in DEPTHS]
    return tuple(Expected(count, full, decks, size - n, burned_of(rules, n)) for n in dealt)


def burned_of(rules: Rules, dealt: float) -> float:
    """Return the number of burned cards among ``gone`` cards, with one box played."""
    if rules.shoe.burn == "per_round":
        return dealt / (ROUND_CARDS + 1)
    return min(1.0, dealt) if rules.shoe.burn == "per_shoe" else 0.0


Solved = Callable[[Expected, Card, Card, Card], tuple[Acts, ...]]
"""Function from the expected rest of a shoe, two cards and an up card to the values of acts at
each count that is tried."""


def solved_by(solver: Solver) -> Solved:
    """Return a function that values each hand at every count of a rest once."""
    return cache(
        lambda rest, *cards: tuple(solver(rest.ranks(count), *cards) for count in rest.grid)
    )


def changes(
    rules: Rules, expected: Sequence[Expected], solved: Solved
) -> tuple[tuple[Deviation, ...], int | None]:
    """Return every play that changes with the count, best first, and insurance's count."""
    rows_by_hand = [
        list(_cell(expected, solved, hands, up, pair=pair, share=alike(rules, hands, pair=pair)))
        for hands, up, pair in cells()
    ]
    # The rows of one hand stay together and in order: the first legal one counts.
    rows_by_hand.sort(key=lambda rows: -max((change.gain for change in rows), default=0.0))
    return tuple(change for rows in rows_by_hand for change in rows), insurance_at(rules, expected)


Cards = tuple[Card, Card]


def cells() -> Iterator[tuple[list[Cards], Card, bool]]:
    """Yield two-card hands that are played alike, with an up card: totals, then pairs by value."""
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
    expected: Sequence[Expected],
    solved: Solved,
    hands: list[Cards],
    up: Card,
    *,
    pair: bool,
    share: float,
) -> Iterator[Deviation]:
    """Yield the rows of one play: those of all acts, then of hit and stand for longer hands.

    A pair has rows if splitting is the best at some counts and not at others; otherwise it is
    played as its total.
    """
    values, weights = by_count(expected, solved, hands, up)
    rows = rows_of(values, hands[0], up, pair=pair)
    chance = share * chance_of(hands, up)
    if pair:
        has_split = any("split" in (row.act, row.below) for row in rows)
        yield from _valued(rows if has_split else [], values, weights, chance)
        return
    drawn = {act: row for act, row in values.items() if act in ("hit", "stand")}
    longer = rows_of(drawn, hands[0], up, pair=False)
    if longer and not rows:
        # One act is best at every count; its row comes before those of longer hands.
        best = max(values, key=lambda act: float(values[act] @ weights))
        rows = [replace(longer[0], at=COUNT_LOW, act=best, below="")]
    yield from _valued(rows, values, weights, chance)
    others = [row for row in longer if row not in rows]
    yield from _valued(others, drawn, weights, chance)


def alike(rules: Rules, hands: list[Cards], *, pair: bool) -> float:
    """Return the share of such hands played as a pair: two tens may have to be of one rank."""
    is_tens = pair and VALUES[hands[0][0]] == 10
    return 1 / TEN_RANKS if is_tens and rules.split.match == "rank" else 1.0


def _valued(
    rows: list[Index], group: Mapping[str, Floats], weights: Floats, chance: float
) -> Iterator[Deviation]:
    """Yield the rows with their gain together over the best act that never changes."""
    best = np.max(list(group.values()), axis=0)
    usual = max(group, key=lambda act: float(group[act] @ weights))
    gain = chance * float((best - group[usual]) @ weights)
    for row in rows:
        yield Deviation(row, gain)


def by_count(
    expected: Sequence[Expected], solved: Solved, hands: list[Cards], up: Card
) -> tuple[dict[str, Floats], Floats]:
    """Return the value of each act at each count from the lowest, and the count's probability.

    Averages over the hands and the depths. Counts beyond the lowest and the highest are played as
    these.
    """
    count = expected[0].count
    # A true count that is rounded down is half a point higher on average.
    axis = np.array([count.middle(at) for at in range(-FAR, FAR + 1)])
    place = np.clip(np.arange(-FAR, FAR + 1), COUNT_LOW, COUNT_HIGH) - COUNT_LOW
    sums: dict[str, Floats] = {}
    weights = np.zeros(BUCKETS)
    for depth in expected:
        for cards in hands:
            rest = depth.without((*cards, up))
            share = chance_of([cards], up) * rest.chances(axis)
            np.add.at(weights, place, share)
            acts = solved(rest, *cards, up)
            for act in acts[0]:
                worth = np.interp(axis, rest.grid, [at[act] for at in acts])
                np.add.at(sums.setdefault(act, np.zeros(BUCKETS)), place, share * worth)
    total = np.maximum(weights, TINY)
    return {act: row / total for act, row in sums.items()}, weights / weights.sum()


def chance_of(hands: list[Cards], up: Card) -> float:
    """Return the probability of one of the hands and the up card, each card drawn independently."""
    return sum(
        _share(first) * _share(second) * (1 if first == second else 2) for first, second in hands
    ) * _share(up)


def _share(card: Card) -> float:
    return (TEN_RANKS if VALUES[card] == 10 else 1) / RANKS


def rows_of(group: Mapping[str, Floats], cards: Cards, up: Card, *, pair: bool) -> list[Index]:
    """Return the rows at which the best act of a group changes, highest count first.

    The first row whose count is reached applies; only the last row names the act below it.
    """
    names = list(group)
    best = np.array([group[name] for name in names]).argmax(axis=0)
    hand = hand_of(cards)
    rows: list[Index] = []
    for place in range(1, BUCKETS):
        low, high = int(best[place - 1]), int(best[place])
        if low == high:
            continue
        row = Index(
            0 if pair else hand.total,
            hand.is_soft and not pair,
            VALUES[up],
            COUNT_LOW + place,
            names[high],
            below="" if rows else names[low],
            pair=VALUES[cards[0]] if pair else 0,
        )
        rows.insert(0, row)
    return rows


def insurance_at(rules: Rules, expected: Sequence[Expected]) -> int | None:
    """Return the count from which insurance gains; None if it is not offered or never gains."""
    ace, hand = parse_card("As"), hand_of(parse_cards("5s 9s"))
    if insurance_refusal(rules, hand, ace):
        return None
    pays = float(rules.insurance.pays.ratio)

    def insure(ranks: tuple[float, ...], *_cards: Card) -> Acts:
        tens = sum(ranks[9:]) / sum(ranks)
        return {"insure": tens * pays - (1 - tens)}

    hands = [cards for same, up, _ in cells() if rank(up) == rank(ace) for cards in same]
    values, _ = by_count(expected, solved_by(insure), hands, ace)
    gains = values["insure"] > 0
    return COUNT_LOW + int(gains.argmax()) if gains[-1] else None


def plays_text(
    title: str,
    changes: Iterable[Deviation],
    insurance: int | None,
    gains: Mapping[str, tuple[float, float]] | None = None,
) -> str:
    """Return the changes as a file of plays, each with its gain.

    ``gains`` has, by hand and under ``insurance``, the simulated gain and its standard error.
    """
    rows: dict[str, list[str]] = {}
    worth: dict[str, float] = {}
    for change in changes:
        index, key = change.index, change.hand
        rows.setdefault(key, []).append(index.text)
        worth[key] = max(worth.get(key, 0.0), change.gain)

    def gain_comment(key: str) -> str:
        if gains is None or key not in gains:
            return f"  # {1000 * worth[key]:.3f}" if key in worth else ""
        gain, error = gains[key]
        return f"  # {1000 * gain:.3f} ± {1000 * error:.3f}"

    lines = [f"# {title}"]
    if insurance is not None:
        lines.append(f"insurance = {insurance}{gain_comment('insurance')}")
    lines += ["", "[plays]", "# What a change is worth stands behind it: of 1000 wagers."]
    for key, plays in rows.items():
        quoted = ", ".join(f'"{play}"' for play in plays)
        value = quoted if len(plays) == 1 else f"[{quoted}]"
        lines.append(f'"{key}" = {value}{gain_comment(key)}')
    return "\n".join(lines) + "\n"
