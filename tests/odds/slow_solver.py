"""A second solver that shares nothing with the first: plain recursion in exact fractions.

It knows one family of games (pairs split once, aces like others) and none of the rulebooks. It is
far too slow for a full shoe, and short enough to be read at a glance.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

Indices = tuple[int, ...]
"""Cards of each value from ace to ten."""

ONE = Fraction(1)
HALF = Fraction(1, 2)


def total(cards: Indices) -> int:
    """The value of a hand, an ace as eleven where that fits."""
    low = sum((value + 1) * count for value, count in enumerate(cards))
    return low + 10 if cards[0] and low <= 11 else low


def is_soft(cards: Indices) -> bool:
    return bool(cards[0]) and total(cards) != sum((v + 1) * n for v, n in enumerate(cards))


def moved(cards: Indices, value: int, by: int) -> Indices:
    return (*cards[:value], cards[value] + by, *cards[value + 1 :])


def draws(shoe: Indices) -> Iterator[tuple[int, Fraction, Indices]]:
    """Each value that may come next, its probability, and the shoe without it."""
    size = sum(shoe)
    for value, count in enumerate(shoe):
        if count:
            yield value, Fraction(count, size), moved(shoe, value, -1)


@dataclass
class SlowGame:
    """A game against one up card."""

    up: int
    hits_soft_17: bool
    looks: bool
    """Whether the dealer looks for a blackjack; else it takes everything."""
    surrenders: bool
    is_early: bool = False
    """Whether a hand is surrendered before the dealer looks."""
    is_late: bool = False
    """Whether a blackjack found later takes the whole of a surrendered wager."""
    doubles_split: bool = True
    totals: tuple[int, ...] = ()
    """The totals that may be doubled; any, if empty."""
    known: dict[tuple[Indices, Indices, bool], dict[str, Fraction]] = field(default_factory=dict)
    dealt: dict[tuple[Indices, Indices], dict[int, Fraction]] = field(default_factory=dict)

    def dealer(self, cards: Indices, shoe: Indices) -> dict[int, Fraction]:
        """How likely each final total is: 0 for a bust, 99 for a blackjack."""
        points, held = total(cards), sum(cards)
        if held == 2 and points == 21:
            return {99: ONE}
        stands = points > 17 or (points == 17 and not (self.hits_soft_17 and is_soft(cards)))
        if held > 1 and stands:
            return {points if points <= 21 else 0: ONE}
        if (cards, shoe) not in self.dealt:
            sums: dict[int, Fraction] = {}
            for value, p, rest in draws(shoe):
                for end, q in self.dealer(moved(cards, value, 1), rest).items():
                    sums[end] = sums.get(end, Fraction(0)) + p * q
            self.dealt[cards, shoe] = sums
        return self.dealt[cards, shoe]

    def stand(self, cards: Indices, shoe: Indices) -> Fraction:
        """What a unit on a finished hand gains; nothing where a look found a blackjack."""
        law = self.dealer(moved((0,) * 10, self.up, 1), shoe)
        mine, gain = total(cards), Fraction(0)
        for end, p in law.items():
            if end == 99:
                gain -= 0 if self.looks else p
            elif mine > 21:
                gain -= p
            else:
                gain += p * ((mine > end) - (mine < end))
        return gain

    def acts(self, cards: Indices, shoe: Indices, *, is_split: bool = False) -> dict[str, Fraction]:
        """What each act gains, blackjacks of the player left aside; the best is played on."""
        key = (cards, shoe, is_split)
        if key in self.known:
            return self.known[key]
        worth = {"stand": self.stand(cards, shoe)}
        if total(cards) < 21:
            worth["hit"] = self._drawn(cards, shoe, is_split=is_split)
            if sum(cards) == 2 and self._may_double(cards, is_split=is_split):
                worth["double"] = 2 * sum(
                    (p * self.stand(moved(cards, v, 1), rest) for v, p, rest in draws(shoe)),
                    Fraction(0),
                )
            if sum(cards) == 2 and self.surrenders and not is_split:
                worth["surrender"] = self._given_up(shoe)
        self.known[key] = worth
        return worth

    def _may_double(self, cards: Indices, *, is_split: bool) -> bool:
        is_total = not self.totals or total(cards) in self.totals
        return is_total and (self.doubles_split or not is_split)

    def _given_up(self, shoe: Indices) -> Fraction:
        blackjack = self._blackjack(shoe)
        if self.looks:
            # Who has looked counts no blackjack; who gives up before that loses half to it.
            return -HALF * (ONE - blackjack) + (HALF * blackjack if self.is_early else 0)
        return -HALF * (ONE - blackjack) - blackjack * (ONE if self.is_late else HALF)

    def _blackjack(self, shoe: Indices) -> Fraction:
        return self.dealer(moved((0,) * 10, self.up, 1), shoe).get(99, Fraction(0))

    def _drawn(self, cards: Indices, shoe: Indices, *, is_split: bool) -> Fraction:
        gain = Fraction(0)
        for value, p, rest in draws(shoe):
            more = moved(cards, value, 1)
            if total(more) > 21:
                gain += p * self.stand(more, rest)
            else:
                gain += p * max(self.acts(more, rest, is_split=is_split).values())
        return gain

    def _goes_on(self, shoe: Indices) -> Fraction:
        """That nothing has ended the round before play."""
        return ONE - (self._blackjack(shoe) if self.looks else 0)

    def start(self, first: int, second: int, shoe: Indices) -> dict[str, Fraction]:
        """Every act on two cards that are still in the shoe, once a dealer who looks has looked."""
        left = moved(moved(moved(shoe, self.up, -1), first, -1), second, -1)
        cards = moved(moved((0,) * 10, first, 1), second, 1)
        worth = dict(self.acts(cards, left))
        if first == second:
            # Unseen cards are alike for both hands: each is worth what the other is.
            alone = moved((0,) * 10, first, 1)
            worth["split"] = 2 * self._drawn(alone, left, is_split=True)
        if self.is_early and self.looks and "surrender" in worth:
            # What is decided before the dealer looks counts a blackjack too.
            return {act: gain - self._blackjack(left) for act, gain in worth.items()}
        return {act: gain / self._goes_on(left) for act, gain in worth.items()}
