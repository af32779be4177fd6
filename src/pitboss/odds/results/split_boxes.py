"""Two hands of a split box with the dealer, exactly: how their results fall together.

Hands of a box are exchangeable two at a time as they are one at a time (exact-splits.md). Both are
summed over the sets of cards with which they end; how often a set comes, and how the dealer comes
out beside it, depends on the cards of both together.

Compiled: sets of cards as numbers, the sums two of them make, and what they leave of a shoe.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import inlined, kernel, making
from pitboss.odds.results.endings import OTHER, PAIR, Endings, endings_of
from pitboss.odds.solver import kernels
from pitboss.odds.solver.best_play import SolverInput, UpValues, rank_pairs
from pitboss.odds.solver.busted_plus_one import BITS, COUNT_MASK, paths
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.kernels import size_of
from pitboss.odds.solver.splits import ANY, weights

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Indices = NDArray[np.int32]

EMPTY = -1
"""A place of a hash table that holds nothing; no set of cards has this number."""
MIX = 0x9E3779B97F4A7C1
"""An odd number that spreads sets of cards over a hash table."""
MIX_SHIFT = 24
"""The lowest bits of the product are left out: they depend on few values."""
TABLE_SIZE = 4096
"""Places of a hash table at first; a power of two, so that the last place masks the others."""


def sums_of_two(one: Ints, other: Ints, is_alike: int) -> tuple[Ints, Indices]:
    """The different sums of two sets of cards, and for each two (one, other) which it is.

    Where both lists are the same, only sums with sets that are not earlier are looked at.
    """
    where = np.zeros((one.shape[0], other.shape[0]), dtype=np.int32)
    return find_sums(one, other, is_alike, where), where


@making
def find_sums(one: Ints, other: Ints, is_alike: int, where: Indices) -> Ints:
    """The different sums; ``where`` is written."""
    size, count = TABLE_SIZE, 0
    keys, rows, codes = empty_table(size), np.empty(size, np.int64), np.empty(size, np.int64)
    for a in range(one.shape[0]):
        for b in range(a if is_alike else 0, other.shape[0]):
            code = one[a] + other[b]
            place = find(code, keys)
            if keys[place] == EMPTY:
                keys[place], rows[place], codes[count] = code, count, code
                count += 1
            where[a, b] = rows[place]
            if 2 * count > size:
                size *= 4
                keys, rows, more = empty_table(size), np.empty(size, np.int64), codes
                codes = np.empty(size, np.int64)
                for row in range(count):
                    codes[row] = more[row]
                    place = find(codes[row], keys)
                    keys[place], rows[place] = codes[row], row
    return codes[:count]


@inlined
def empty_table(size: int) -> Ints:
    """A hash table with nothing in it."""
    keys = np.empty(size, np.int64)
    for place in range(size):
        keys[place] = EMPTY
    return keys


@kernel
def find(code: int, keys: Ints) -> int:
    """The place of a number in a hash table, or the empty one where it belongs."""
    last = keys.shape[0] - 1
    place: int = ((code * MIX) >> MIX_SHIFT) & last
    while keys[place] != EMPTY and keys[place] != code:
        place = (place + 1) & last
    return place


@kernel
def take_sets(codes: Ints, shoe: Floats, rest: Floats, chances: Floats) -> None:
    """What sets of cards leave of a shoe, and how likely each is in one given order."""
    size = size_of(shoe)
    for row in range(codes.shape[0]):
        chance, taken = 1.0, 0.0
        for value in range(10):
            count = (codes[row] >> (BITS * value)) & COUNT_MASK
            for step in range(count):
                left = size - taken
                chance *= max(shoe[value] - step, 0.0) / left if left > 0.0 else 0.0
                taken += 1.0
            rest[row, value] = max(shoe[value] - count, 0.0)
        chances[row] = chance


Gains = Callable[[Endings], Floats]
"""What each result of a hand counts, with each of the dealer's."""

HandTerm = tuple[tuple[int, int], ...]
"""One or two hands, each by whether its wager was added and by its second card."""


class EndingArrays(NamedTuple):
    """The endings of a hand, as in ``Endings``."""

    orders: Floats
    """(endings, 2): in how many orders their cards can come, by the second card."""
    rows: Ints
    """(endings,): the result of each."""


class BothHands(NamedTuple):
    """The endings of two hands, taken together."""

    where: Indices
    """(one, other): which set of cards two endings make."""
    worth: Floats
    """(sets, 8): that these cards come in one given order, with each dealer's result."""
    is_alike: bool
    """Whether both hands are the same."""


def ending_arrays(endings: Endings) -> EndingArrays:
    """The endings as kernels take them."""
    return EndingArrays(endings.orders, endings.rows)


@dataclass
class SplitBox:
    """A pair that is split against an up card, and what is known of its hands.

    Probabilities are given the up card, the pair, and this many (``gone``) further pair cards out
    of the shoe; they include how likely second cards are.
    """

    game: SolverInput
    up: int
    pair: int
    hands_max: int
    endings: tuple[Endings, Endings]
    """Of the hand with the original wager, and of one that a split added."""
    left: Floats
    """(10,): the cards beside the up card and the pair."""
    pair_cards: float
    """How many of these would make a pair again, on average where tens must be of one rank."""
    _dealer: dict[int, Floats] = field(default_factory=dict)
    _one: dict[tuple[int, int], Floats] = field(default_factory=dict)
    _two: dict[tuple[int, int, int], Floats] = field(default_factory=dict)
    _index: dict[tuple[int, int], tuple[Ints, Indices]] = field(default_factory=dict)

    @property
    def is_alike(self) -> bool:
        """Whether added hands are played and paid as the original one is."""
        return self.endings[0] is self.endings[1]

    @property
    def by_rank(self) -> bool:
        """Whether not every card of the pair's value makes a pair again."""
        return self.pair_cards != float(self.left[self.pair])

    def shoe(self, gone: int) -> Floats:
        """The cards that are left."""
        left = self.left.copy()
        left[self.pair] -= gone
        return np.maximum(left, 0.0)

    def pair_p(self, gone: int) -> float:
        """That a card is a pair card."""
        size = float(self.left.sum()) - gone
        return max(0.0, float(self.left[self.pair]) - gone) / size if size > 0 else 0.0

    def in_a_row(self, count: int) -> float:
        """That this many cards in a row are pair cards."""
        chance = 1.0
        for gone in range(count):
            chance *= self.pair_p(gone)
        return chance

    def dealer(self, gone: int) -> Floats:
        """(8,): how the dealer comes out."""
        if gone not in self._dealer:
            outcomes = np.zeros((1, kernels.RESULTS))
            kernels.dealer_outcomes(self.shoe(gone)[None, :], self.game.draws, self.up, outcomes)
            self._dealer[gone] = outcomes[0]
        return self._dealer[gone]

    def one(self, whose: int, gone: int) -> Floats:
        """(2, rows, 8): a hand's second card and result together with the dealer's."""
        key = (whose * (not self.is_alike), gone)
        if key not in self._one:
            endings = self.endings[whose]
            codes, where = np.unique(endings.codes, return_inverse=True)
            law = np.zeros((2, len(endings.nets), kernels.RESULTS))
            one_law(
                where.ravel(), ending_arrays(endings), self._set_probabilities(codes, gone), law
            )
            pair_p = self.pair_p(gone)
            seconds = np.zeros((2, kernels.RESULTS))
            seconds[PAIR] = pair_p * self.dealer(gone + 1) if pair_p else 0.0
            seconds[OTHER] = self.dealer(gone) - seconds[PAIR]
            law[:, 0] = seconds - law[:, 1:].sum(axis=1)
            self._one[key] = law
        return self._one[key]

    def two(self, whose: int, other: int, gone: int) -> Floats:
        """(2, 2, rows, rows, 8): second cards and results of two hands, and the dealer's."""
        if self.is_alike:
            whose, other = 0, 0
        key = (whose, other, gone)
        if key not in self._two:
            one, two = self.endings[whose], self.endings[other]
            if key[:2] not in self._index:
                self._index[key[:2]] = sums_of_two(one.codes, two.codes, int(one is two))
            codes, where = self._index[key[:2]]
            law = np.zeros((2, 2, len(one.nets), len(two.nets), kernels.RESULTS))
            both = BothHands(where, self._set_probabilities(codes, gone), is_alike=one is two)
            two_laws(ending_arrays(one), ending_arrays(two), both, law)
            if one is two:
                law += law.transpose(1, 0, 3, 2, 4)
            firsts = self._beside(whose, gone)
            law[:, :, 1:, 0] = firsts.swapaxes(0, 1)[:, :, 1:] - law[:, :, 1:, 1:].sum(axis=3)
            law[:, :, 0] = self._beside(other, gone) - law[:, :, 1:].sum(axis=2)
            self._two[key] = law
        return self._two[key]

    def _beside(self, whose: int, gone: int) -> Floats:
        """(2, 2, rows, 8): ``one`` beside another hand, by the second card of that hand first."""
        now, pair_p = self.one(whose, gone), self.pair_p(gone)
        after = pair_p * self.one(whose, gone + 1) if pair_p else np.zeros_like(now)
        return np.stack([now - after, after])

    def _set_probabilities(self, codes: Ints, gone: int) -> Floats:
        """(codes, 8): that these cards come in one given order, with each dealer's result."""
        shoe = self.shoe(gone)
        rest, chances = np.empty((len(codes), 10)), np.empty(len(codes))
        take_sets(codes, shoe, rest, chances)
        worth = np.empty((len(codes), kernels.RESULTS))
        kernels.dealer_outcomes(rest, self.game.draws, self.up, worth)
        worth *= chances[:, None]
        return worth

    def mean(self) -> float:
        """What the box gains on average, nothing where a dealer who looks has a blackjack."""
        return self._weighed(lambda endings: endings.nets)

    def staked(self) -> float:
        """Real units on the box on average, where a dealer who looks has no blackjack."""
        stakes = self.game.play.stake[:, self.pair, 0]
        shown = np.ones(kernels.RESULTS)
        shown[BLACKJACK] = self.game.play.blackjack_after_play[self.up]

        def units(endings: Endings) -> Floats:
            added = int(endings is self.endings[1] and not self.is_alike)
            return np.outer(endings.extra + stakes[added], shown)

        return self._weighed(units)

    def _weighed(self, gains: Gains) -> float:
        table = weights(self.hands_max)
        total = 0.0
        for whose, what, gone in zip(*np.nonzero(table), strict=True):
            chance = self.in_a_row(int(gone))
            if chance > 0:
                law = self.one(int(whose), int(gone))
                seen = law.sum(axis=0) if what == ANY else law[OTHER]
                worth = float((seen * gains(self.endings[whose])).sum())
                total += float(table[whose, what, gone]) * chance * worth
        return total

    def square(self, *, is_exact: bool = True) -> float:
        """The mean square of what the box gains, by all its hands and pairs of hands.

        Otherwise than exactly, how far two hands are from falling independently is taken from the
        original hand and an added one with no further pair card gone: it hardly changes with these.
        """
        total = 0.0
        apart = np.zeros((2, 2))
        if not is_exact:
            for seconds in np.ndindex(2, 2):
                hands = (0, seconds[0], 1, seconds[1], 0)
                apart[seconds] = self._product(*hands) - self._independent(*hands)
        for (named, gone), weight in square_weights(self.hands_max).items():
            chance = self.in_a_row(gone)
            if chance <= 0 or not weight:
                continue
            (whose, second), (other, third) = named[0], named[-1]
            nets = self.endings[whose].nets
            if len(named) == 1:
                part = float((self.one(whose, gone)[second] * nets**2).sum())
            else:
                part = (
                    self._product(whose, second, other, third, gone)
                    if is_exact
                    else (
                        self._independent(whose, second, other, third, gone) + apart[second, third]
                    )
                )
            total += weight * chance * part
        return total

    def _product(self, whose: int, second: int, other: int, third: int, gone: int) -> float:
        """The mean product of what two hands gain, by their second cards."""
        law = self.two(whose, other, gone)[second, third]
        first = (law * self.endings[whose].nets[:, None, :]).sum(axis=0)
        return float((first * self.endings[other].nets).sum())

    def _independent(self, whose: int, second: int, other: int, third: int, gone: int) -> float:
        """What ``_product`` would be if hands were independent given the dealer's result."""
        first = (self.one(whose, gone)[second] * self.endings[whose].nets).sum(axis=0)
        then = (self.one(other, gone)[third] * self.endings[other].nets).sum(axis=0)
        dealer = self.dealer(gone)
        return float((first * then)[dealer > 0] @ (1 / dealer[dealer > 0]))


def split_box(game: SolverInput, values: UpValues, pair: int, *, by_rank: bool = False) -> SplitBox:
    """The box of a pair that is split and played by a solved strategy."""
    up, acts = values.up, values.split_acts[pair]
    left = game.beside(up)
    left[pair] -= 2
    hands_max = int(game.play.split_hands[pair]) if values.is_resplit[pair] else 2
    first, added = (
        endings_of(
            game.at(up), up, pair, acts[whose], values.split_doubled[pair, whose], added=whose,
            grid=game.lattice,
        )
        for whose in (0, 1)
    )  # fmt: skip
    both = (first, first if _same(first, added) else added)
    cards = float(left[pair])
    if by_rank:
        pairs = rank_pairs(game.shoe, up)
        cards = sum(w * c for w, c in pairs) / sum(w for w, _ in pairs) - 2
    return SplitBox(game, up, pair, hands_max, both, left, cards)


def _same(one: Endings, other: Endings) -> bool:
    return (
        np.array_equal(one.codes, other.codes)
        and np.array_equal(one.orders, other.orders)
        and np.array_equal(one.rows, other.rows)
        and np.array_equal(one.nets, other.nets)
        and np.array_equal(one.signs, other.signs)
    )


@cache
def square_weights(hands_max: int) -> Counter[tuple[HandTerm, int]]:
    """How often each hand and each two hands count, by the pair cards that are gone besides."""
    counts: Counter[tuple[HandTerm, int]] = Counter()
    for path in paths(hands_max):
        gone = path.count("P")
        fills = [step for step in path if step != "P"]
        for one in range(len(fills)):
            for other in range(len(fills)):
                places = sorted({one, other})
                told = sum(step == "N" for at, step in enumerate(fills) if at not in places)
                names: list[HandTerm] = [()]
                for at in places:
                    seconds = (OTHER,) if fills[at] == "N" else (OTHER, PAIR)
                    names = [(*n, (int(at > 0), s)) for n in names for s in seconds]
                for name in names:
                    for more in range(told + 1):
                        counts[name, gone + more] += (-1) ** more * comb(told, more)
    return counts


@kernel
def one_law(where: Ints, hand: EndingArrays, worth: Floats, out: Floats) -> None:
    """Sum how likely each result of a hand is with each of the dealer's, by its second card."""
    for end in range(where.shape[0]):
        for second in range(2):
            ways = hand.orders[end, second]
            if ways > 0.0:
                for result in range(worth.shape[1]):
                    out[second, hand.rows[end], result] += ways * worth[where[end], result]


@kernel
def two_laws(one: EndingArrays, other: EndingArrays, both: BothHands, out: Floats) -> None:
    """Sum how likely the results of two hands are with each of the dealer's, by second cards.

    Where both hands are the same, each two endings are met once, and two equal ones count half: the
    other half of the sum is its mirror image.
    """
    where, is_alike = both.where, both.is_alike
    for a in range(where.shape[0]):
        for b in range(a if is_alike else 0, where.shape[1]):
            chances = both.worth[where[a, b]]
            part = 0.5 if is_alike and a == b else 1.0
            for second in range(2):
                if one.orders[a, second] == 0.0:
                    continue
                for third in range(2):
                    ways = part * one.orders[a, second] * other.orders[b, third]
                    if ways > 0.0:
                        into = out[second, third, one.rows[a], other.rows[b]]
                        for result in range(kernels.RESULTS):
                            into[result] += ways * chances[result]
