"""Joint results of two hands of a split box and the dealer, exactly.

Hands of a box are exchangeable two at a time as they are one at a time (exact-splits.md). Both are
summed over the sets of cards with which they end; the probability of a set, and of the dealer's
results after it, depends on the cards of both together.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import inlined, kernel, making
from pitboss.odds.results.endings import Endings, endings_of
from pitboss.odds.solver import kernels
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.best_play import SolverInput, UpValues, rank_pairs
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.kernels import size_of
from pitboss.odds.solver.split_endings import BITS, COUNT_MASK, OTHER, PAIR
from pitboss.odds.solver.splits import ADDED, ANY, FIRST, paths, weights

Indices = NDArray[np.int32]

EMPTY = -1
"""Empty slot of a hash table; no set of cards has this number."""
MIX = 0x9E3779B97F4A7C1
"""Odd number that spreads sets of cards over a hash table."""
MIX_SHIFT = 24
"""Number of low bits of the product to drop, because they depend on few values."""
TABLE_SIZE = 4096
"""First size of a hash table; a power of two, so that ``size - 1`` masks an index."""


def sums_of_two(first: Ints, second: Ints, is_alike: int) -> tuple[Ints, Indices]:
    """Return the distinct unions of two lists of card sets, and the index of each pair's union.

    If both lists are the same, only pairs whose second set is not before the first are filled in.
    """
    where = np.zeros((first.shape[0], second.shape[0]), dtype=np.int32)
    return find_sums(first, second, is_alike, where), where


@making
def find_sums(first: Ints, second: Ints, is_alike: int, where: Indices) -> Ints:
    """Return the distinct unions; write the index of each pair's union to ``where``."""
    size, count = TABLE_SIZE, 0
    keys, rows, codes = empty_table(size), np.empty(size, np.int64), np.empty(size, np.int64)
    for a in range(first.shape[0]):
        for b in range(a if is_alike else 0, second.shape[0]):
            code = first[a] + second[b]
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
    """Return an empty hash table."""
    keys = np.empty(size, np.int64)
    for place in range(size):
        keys[place] = EMPTY
    return keys


@kernel
def find(code: int, keys: Ints) -> int:
    """Return the slot of a number in a hash table, or the empty slot for it if it is not there."""
    last = keys.shape[0] - 1
    place: int = ((code * MIX) >> MIX_SHIFT) & last
    while keys[place] != EMPTY and keys[place] != code:
        place = (place + 1) & last
    return place


@kernel
def take_sets(codes: Ints, shoe: Floats, rest: Floats, chances: Floats) -> None:
    """Write the shoe left after each set, and the probability of drawing it in one fixed order."""
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


Gains = Callable[[int], Floats]
"""Function of a hand, 1 for an added one: an amount for each of its results and the dealer's."""

HandTerm = tuple[tuple[int, int], ...]
"""One or two hands, each by whether its wager was added and by its second card."""


class EndingArrays(NamedTuple):
    """Orders and results of a hand's endings, as in ``Endings``."""

    orders: Floats
    """(endings, 2): number of orders of their cards, by the second card."""
    rows: Ints
    """(endings,): row of the result."""


class BothHands(NamedTuple):
    """Endings of two hands together."""

    where: Indices
    """(hand, other): index of the set of cards that two endings make."""
    set_chances: Floats
    """(sets, 8): probability of the cards in one fixed order, with each dealer's result."""
    is_alike: bool
    """True if both hands have the same endings."""


def ending_arrays(endings: Endings) -> EndingArrays:
    """Return the endings in the form that kernels take."""
    return EndingArrays(endings.orders, endings.rows)


@dataclass
class SplitBox:
    """A split pair against an up card, with the distributions of its hands.

    Probabilities are given the up card, the pair, and ``pairs_out`` further pair cards out of the
    shoe; they include those of second cards.
    """

    game: SolverInput
    up: int
    pair: int
    hands_max: int
    endings: tuple[Endings, Endings]
    """Endings of the hand with the original wager, and of one that a split added."""
    is_alike: bool
    """True if added hands are played and paid as the original one."""
    left: Floats
    """(10,): cards left without the up card and the pair."""
    pair_cards: float
    """Number of these that would make a pair again; the mean if tens must be of one rank."""
    _dealer: dict[int, Floats] = field(default_factory=dict)
    _laws_of_one: dict[tuple[int, int], Floats] = field(default_factory=dict)
    _laws_of_two: dict[tuple[int, int, int], Floats] = field(default_factory=dict)
    _index: dict[tuple[int, int], tuple[Ints, Indices]] = field(default_factory=dict)

    @property
    def by_rank(self) -> bool:
        """True if not every card of the pair's value makes a pair again."""
        return self.pair_cards != float(self.left[self.pair])

    def shoe(self, pairs_out: int) -> Floats:
        """Return the cards left with ``pairs_out`` further pair cards out."""
        left = self.left.copy()
        left[self.pair] -= pairs_out
        return np.maximum(left, 0.0)

    def pair_p(self, pairs_out: int) -> float:
        """Return the probability that the next card pairs, with ``pairs_out`` pair cards out."""
        size = float(self.left.sum()) - pairs_out
        return max(0.0, float(self.left[self.pair]) - pairs_out) / size if size > 0 else 0.0

    def in_a_row(self, count: int) -> float:
        """Return the probability that the next ``count`` cards are all pair cards."""
        chance = 1.0
        for pairs_out in range(count):
            chance *= self.pair_p(pairs_out)
        return chance

    def dealer(self, pairs_out: int) -> Floats:
        """Return (8,): the probability of each dealer's result."""
        if pairs_out not in self._dealer:
            outcomes = np.zeros((1, kernels.RESULTS))
            kernels.dealer_outcomes(
                self.shoe(pairs_out)[None, :], self.game.draws, self.up, outcomes
            )
            self._dealer[pairs_out] = outcomes[0]
        return self._dealer[pairs_out]

    def law_of_one(self, whose: int, pairs_out: int) -> Floats:
        """Return (2, rows, 8): probability of second card and result with the dealer's result."""
        key = (whose * (not self.is_alike), pairs_out)
        if key not in self._laws_of_one:
            endings = self.endings[whose]
            codes, where = np.unique(endings.codes, return_inverse=True)
            law = np.zeros((2, len(endings.nets), kernels.RESULTS))
            one_law(
                where.ravel(),
                ending_arrays(endings),
                self._set_probabilities(codes, pairs_out),
                law,
            )
            pair_p = self.pair_p(pairs_out)
            seconds = np.zeros((2, kernels.RESULTS))
            seconds[PAIR] = pair_p * self.dealer(pairs_out + 1) if pair_p else 0.0
            seconds[OTHER] = self.dealer(pairs_out) - seconds[PAIR]
            law[:, 0] = seconds - law[:, 1:].sum(axis=1)
            self._laws_of_one[key] = law
        return self._laws_of_one[key]

    def law_of_two(self, whose: int, other: int, pairs_out: int) -> Floats:
        """Return (2, 2, rows, rows, 8): probability of two second cards and three results."""
        # Three savings, each an identity. Hands that bust by hitting (most hands) are not
        # enumerated: row 0 and column 0 are the marginals (``_split_by_other``) less the rest. If
        # both hands are played alike, (i, j) and (j, i) are equal: half are summed, and the table
        # is added to its mirror image. Many pairs of endings use the same *set* of cards: dealer
        # outcomes are worked out once per set (``sums_of_two`` gives the index).
        if self.is_alike:
            whose, other = 0, 0
        key, is_same = (whose, other, pairs_out), whose == other
        if key not in self._laws_of_two:
            endings, others = self.endings[whose], self.endings[other]
            if key[:2] not in self._index:
                self._index[key[:2]] = sums_of_two(endings.codes, others.codes, int(is_same))
            codes, where = self._index[key[:2]]
            law = np.zeros((2, 2, len(endings.nets), len(others.nets), kernels.RESULTS))
            both = BothHands(where, self._set_probabilities(codes, pairs_out), is_alike=is_same)
            two_laws(ending_arrays(endings), ending_arrays(others), both, law)
            if is_same:
                law += law.transpose(1, 0, 3, 2, 4)
            firsts = self._split_by_other(whose, pairs_out)
            law[:, :, 1:, 0] = firsts.swapaxes(0, 1)[:, :, 1:] - law[:, :, 1:, 1:].sum(axis=3)
            law[:, :, 0] = self._split_by_other(other, pairs_out) - law[:, :, 1:].sum(axis=2)
            self._laws_of_two[key] = law
        return self._laws_of_two[key]

    def _split_by_other(self, whose: int, pairs_out: int) -> Floats:
        """Return (2, 2, rows, 8): the law of one hand, by whether another's second card paired."""
        now, pair_p = self.law_of_one(whose, pairs_out), self.pair_p(pairs_out)
        after = pair_p * self.law_of_one(whose, pairs_out + 1) if pair_p else np.zeros_like(now)
        return np.stack([now - after, after])

    def _set_probabilities(self, codes: Ints, pairs_out: int) -> Floats:
        """Return (codes, 8): probability of cards in one fixed order, with each dealer's result."""
        shoe = self.shoe(pairs_out)
        rest, chances = np.empty((len(codes), 10)), np.empty(len(codes))
        take_sets(codes, shoe, rest, chances)
        outcomes = np.empty((len(codes), kernels.RESULTS))
        kernels.dealer_outcomes(rest, self.game.draws, self.up, outcomes)
        outcomes *= chances[:, None]
        return outcomes

    def mean(self) -> float:
        """Return the mean gain of the box; a blackjack of a dealer who peeks counts 0."""
        return self._weighed(lambda whose: self.endings[whose].nets)

    def staked(self) -> float:
        """Return the mean of real units on the box; a blackjack of a dealer who peeks counts 0."""
        stakes = self.game.play.stake[:, self.pair, 0]
        shown = np.ones(kernels.RESULTS)
        shown[BLACKJACK] = self.game.play.blackjack_after_play[self.up]

        def units(whose: int) -> Floats:
            added = 0 if self.is_alike else whose
            return np.outer(self.endings[whose].extra + stakes[added], shown)

        return self._weighed(units)

    def _weighed(self, gains: Gains) -> float:
        table = weights(self.hands_max)
        total = 0.0
        for whose, what, pairs_out in zip(*np.nonzero(table), strict=True):
            chance = self.in_a_row(int(pairs_out))
            if chance > 0:
                law = self.law_of_one(int(whose), int(pairs_out))
                seen = law.sum(axis=0) if what == ANY else law[OTHER]
                mean = float((seen * gains(int(whose))).sum())
                total += float(table[whose, what, pairs_out]) * chance * mean
        return total

    def square(self, *, is_exact: bool = True) -> float:
        """Return the mean square of the box's gain, over its hands and pairs of hands.

        Unless ``is_exact``, the dependence of two hands is taken from the original hand and an
        added one with no further pair card gone: it hardly changes with these.
        """
        # E[box^2] = sum_i E[x_i^2] + sum_{i != j} E[x_i x_j]. Each term names one or two hands and,
        # as in ``splits.weights``, turns "no other hand drew a pair card" into signed counts of
        # pair cards that are gone. The named hands keep their own second card (PAIR or OTHER),
        # because it is part of their distribution. ``square_weights`` counts the terms of equal
        # key.
        total = 0.0
        apart = np.zeros((2, 2))
        if not is_exact:
            for seconds in np.ndindex(2, 2):
                hands = (0, seconds[0], 1, seconds[1], 0)
                apart[seconds] = self._product(*hands) - self._independent(*hands)
        for (named, pairs_out), weight in square_weights(self.hands_max).items():
            chance = self.in_a_row(pairs_out)
            if chance <= 0 or not weight:
                continue
            (whose, second), (other, third) = named[0], named[-1]
            nets = self.endings[whose].nets
            if len(named) == 1:
                part = float((self.law_of_one(whose, pairs_out)[second] * nets**2).sum())
            else:
                part = (
                    self._product(whose, second, other, third, pairs_out)
                    if is_exact
                    else (
                        self._independent(whose, second, other, third, pairs_out)
                        + apart[second, third]
                    )
                )
            total += weight * chance * part
        return total

    def _product(self, whose: int, second: int, other: int, third: int, pairs_out: int) -> float:
        """Return the mean product of the gains of two hands, by their second cards."""
        law = self.law_of_two(whose, other, pairs_out)[second, third]
        first = (law * self.endings[whose].nets[:, None, :]).sum(axis=0)
        return float((first * self.endings[other].nets).sum())

    def _independent(
        self, whose: int, second: int, other: int, third: int, pairs_out: int
    ) -> float:
        """Return ``_product`` as if hands were independent given the dealer's result."""
        first = (self.law_of_one(whose, pairs_out)[second] * self.endings[whose].nets).sum(axis=0)
        then = (self.law_of_one(other, pairs_out)[third] * self.endings[other].nets).sum(axis=0)
        dealer = self.dealer(pairs_out)
        return float((first * then)[dealer > 0] @ (1 / dealer[dealer > 0]))


def split_box(game: SolverInput, values: UpValues, pair: int, *, by_rank: bool = False) -> SplitBox:
    """Return the box of a pair that is split and played by a solved strategy."""
    up, acts = values.up, values.split_acts[pair]
    left = game.shoe_left(up)
    left[pair] -= 2
    hands_max = int(game.at(up).split_hands[pair]) if values.is_resplit[pair] else 2
    doubled, play = values.split_doubled[pair], game.at(up)
    first, added = (
        endings_of(play, up, pair, acts[whose], doubled[whose], added=whose)
        for whose in (FIRST, ADDED)
    )
    is_alike = _are_same(first, added)
    both = (first, first if is_alike else added)
    cards = float(left[pair])
    if by_rank:
        pairs = rank_pairs(game.shoe, up)
        cards = sum(w * c for w, c in pairs) / sum(w for w, _ in pairs) - 2
    return SplitBox(game, up, pair, hands_max, both, is_alike, left, cards)


def _are_same(first: Endings, second: Endings) -> bool:
    names = ("codes", "orders", "rows", "nets", "signs")
    return all(np.array_equal(getattr(first, name), getattr(second, name)) for name in names)


@cache
def square_weights(hands_max: int) -> Counter[tuple[HandTerm, int]]:
    """Count each hand and each two hands, by the further pair cards gone."""
    counts: Counter[tuple[HandTerm, int]] = Counter()
    for path in paths(hands_max):
        pairs_out, fills = path.count("P"), path.replace("P", "")
        for hand, other in product(range(len(fills)), repeat=2):
            hands = sorted({hand, other})
            known = sum(step == "N" for at, step in enumerate(fills) if at not in hands)
            terms: list[HandTerm] = [()]
            for at in hands:
                seconds = (OTHER,) if fills[at] == "N" else (OTHER, PAIR)
                terms = [(*term, (int(at > 0), second)) for term in terms for second in seconds]
            for term, more in product(terms, range(known + 1)):
                counts[term, pairs_out + more] += (-1) ** more * comb(known, more)
    return counts


@kernel
def one_law(where: Ints, hand: EndingArrays, set_chances: Floats, out: Floats) -> None:
    """Add to ``out`` the probability of each result with each dealer's, by second card."""
    for end in range(where.shape[0]):
        for second in range(2):
            ways = hand.orders[end, second]
            if ways > 0.0:
                for result in range(set_chances.shape[1]):
                    out[second, hand.rows[end], result] += ways * set_chances[where[end], result]


@kernel
def two_laws(hand: EndingArrays, other: EndingArrays, both: BothHands, out: Floats) -> None:
    """Add to ``out`` the probability of two hands' results with each dealer's, by second cards.

    If both hands are the same, each two endings are met once, and equal ones count half: the other
    half of the sum is its mirror image.
    """
    where, is_alike = both.where, both.is_alike
    for a in range(where.shape[0]):
        for b in range(a if is_alike else 0, where.shape[1]):
            chances = both.set_chances[where[a, b]]
            part = 0.5 if is_alike and a == b else 1.0
            for second in range(2):
                if hand.orders[a, second] == 0.0:
                    continue
                for third in range(2):
                    ways = part * hand.orders[a, second] * other.orders[b, third]
                    if ways > 0.0:
                        into = out[second, third, hand.rows[a], other.rows[b]]
                        for result in range(kernels.RESULTS):
                            into[result] += ways * chances[result]
