"""A dealer's blackjack that takes one wager of a split box besides those on hands over 21.

Which hand that is depends on the others, so a sum over hands cannot give it. The values of
``kernels`` count it as the original one. Where the original hand is over already (or won, or
surrendered) while another is not, the other loses its stake instead: here is how often, exactly, by
summing over the sets of cards with which all hands of a box are over.

The best play of two split hands of which a dealer's blackjack takes one besides those over 21.

What an end of one hand costs depends on the other: the original hand that is over leaves the
other to be taken, and the other is taken only then (``coupling``). So each is played as the best
reply to the other, in turn, until neither changes.
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel, making
from pitboss.odds.shoe import blackjack_value
from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import ACTS, DOUBLE, DOUBLE_HALF, HIT, STAND, SURRENDER
from pitboss.odds.solver.arrays import (
    HOUSE,
    OWN,
    SPLIT,
    SPLIT_ACE,
    Floats,
    HandWorkspace,
    Ints,
    Lattice,
    Origin,
    SolverDeal,
    lattice,
)
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.frequencies import PlayedActs
from pitboss.odds.solver.hand_values import SplitActs, doubled_of, standing_of
from pitboss.odds.solver.hands import place_of_values
from pitboss.odds.solver.kernels import play_doubled
from pitboss.odds.solver.rule_tables import RuleTables
from pitboss.odds.solver.splits import ADDED, ANY, FIRST, OTHER

TERMS_MAX = 200_000_000
"""Beyond this many terms the sum for three hands or more is left out; it is then below what the
probability of that many hands, all over 21 under a dealer's blackjack, amounts to."""
BITS = 6
"""Bits for the number of cards of one value in a set written as one number."""
COUNT_MASK = (1 << BITS) - 1
SHIFTS = BITS * np.arange(10)
ONE_CARD = 1 << SHIFTS
"""One card of each value, as a set written so."""
LONGEST = 23
"""More cards than one hand can hold."""
LONGEST_TWO = 90
"""More cards than the hands of a box can hold."""


class SettledSets(NamedTuple):
    """The ways in which a hand comes to be over."""

    rows: NDArray[np.int64]
    """(ends, 10): the cards of each value that it draws."""
    orders: Floats
    """(ends,): in how many orders they can come."""


class Falling(NamedTuple):
    """Products of cards taken out of a shoe one after another."""

    by_value: Floats
    """(10, cards): of this many cards of each value."""
    whole: Floats
    """(cards,): one by those of this many cards whatever they are."""


def busted_plus_one_loss(
    play: RuleTables,
    up: int,
    pair: int,
    acts: SplitActs,
    left: Floats,
    *,
    hands_max: int,
    joint_max: int,
) -> float:
    """What added hands lose to a dealer's blackjack because the original hand is over.

    Per unit of the initial wager; ``left`` are the cards beside the up card and the pair. Boxes of
    more than ``joint_max`` hands are counted as if never all of them were over: a split that is
    not the best act even without this loss needs no more.
    """
    need = blackjack_value(up)
    if not play.is_busted_plus_one or not play.blackjack_after_play[up] or need < 0:
        return 0.0
    ends = {
        (whose, what): settled_sets(play, pair, acts, whose=whose, what=what)
        for whose in (0, 1)
        for what in (OTHER, ANY)
    }
    total = 0.0
    for path in paths(hands_max):
        pairs = path.count("P")
        kinds = [OTHER if step == "N" else ANY for step in path if step != "P"]
        over_first = _p_first_settled(left, pair, need, pairs, kinds, ends[FIRST, kinds[0]])
        total += over_first
        if len(kinds) <= joint_max:
            total -= _p_all_settled(
                left,
                pair,
                need,
                pairs,
                [ends[int(i > 0), k] for i, k in enumerate(kinds)],
            )
    return total * float(play.stake[1, pair, 0])


def paths(hands_max: int) -> Iterator[str]:
    """The second cards of a split box: P splits again, N is not a pair card, A is any."""

    def deal(path: str, count: int, waiting: int) -> Iterator[str]:
        if waiting == 0 or count == hands_max:
            yield path + "A" * waiting
        else:
            yield from deal(path + "P", count + 1, waiting + 1)
            yield from deal(path + "N", count, waiting - 1)

    yield from deal("", 2, 2)


def settled_sets(
    play: RuleTables, pair: int, acts: SplitActs, *, whose: int, what: int
) -> SettledSets:
    """The sets of cards with which a split hand is over before the dealer's second card."""
    by = PlayedActs(acts.plain[whose], acts.doubled[whose])
    drawn, orders = list_settled(
        place_of_values(pair), lattice(), by, losses(play), pair if what == OTHER else -1
    )
    codes, where = np.unique(set_codes(drawn), return_inverse=True)
    sums: Floats = np.bincount(where.ravel(), orders, len(codes)).astype(np.float64)
    return SettledSets(_rows(codes), sums)


def losses(play: RuleTables) -> Floats:
    """(2, hands): 0 where a dealer's blackjack does not beat a split hand, by whether doubled."""
    tables = (play.loss, play.doubled_loss)
    return np.stack([table[1, :, BLACKJACK] for table in tables])


@making
def list_settled(
    start: int, grid: Lattice, by: PlayedActs, loss: Floats, barred: int
) -> tuple[NDArray[np.int64], Floats]:
    """The cards drawn (ends, 10) by hands that are over, and in how many orders, ends repeated.

    ``loss`` are ``losses``; ``barred`` is a value that the second card has not, or -1.
    """
    count, most = by.plain.shape[0], by.doubled.shape[0]
    orders = np.zeros((most + 1, count))
    for card in range(10):
        if card != barred:
            orders[0, grid.child[start, card]] += 1.0
    drawn = np.empty((11 * count * (most + 1), 10), dtype=np.int64)
    ways = np.empty(11 * count * (most + 1))
    rows = 0
    for times in range(most + 1):
        # Hitting leads to hands further on in the lattice, so each is complete when it is met.
        for place in range(count):
            here = orders[times, place]
            if here == 0.0:
                continue
            act = by.plain[place] if times == 0 else by.doubled[times - 1, place]
            is_given = act == SURRENDER
            is_end = is_given or act == STAND
            if is_given or (is_end and loss[min(times, 1), place] == 0.0):
                ways[rows] = here
                for value in range(10):
                    drawn[rows, value] = int(grid.counts[place, value] - grid.counts[start, value])
                rows += 1
            if is_end:
                continue
            for card in range(10):
                child = grid.child[place, card]
                if child >= 0 and act == HIT:
                    orders[times, child] += here
                elif child >= 0 and times < most:
                    orders[times + 1, child] += here
                elif child < 0 or loss[1, child] == 0.0:
                    ways[rows] = here
                    for value in range(10):
                        held = grid.counts[place, value] - grid.counts[start, value]
                        drawn[rows, value] = int(held) + (value == card)
                    rows += 1
    return drawn[:rows], ways[:rows]


def _p_first_settled(
    left: Floats, pair: int, need: int, pairs: int, kinds: list[int], ends: SettledSets
) -> float:
    """That a box takes this path, the dealer has a blackjack, and the first hand is over."""
    told = sum(kind == OTHER for kind in kinds[1:])
    total = 0.0
    for more in range(told + 1):
        sign = (-1) ** more * comb(told, more)
        chance, after = _taken(left, pair, need, pairs + more)
        if chance > 0:
            total += sign * chance * p_both_sets(ends, _none(), _falling(after))
    return total


def _p_all_settled(
    left: Floats, pair: int, need: int, pairs: int, ends: list[SettledSets]
) -> float:
    """That a box takes this path, the dealer has a blackjack, and every hand is over."""
    if any(len(end.rows) == 0 for end in ends):
        return 0.0
    chance, after = _taken(left, pair, need, pairs)
    if chance <= 0:
        return 0.0
    sides = ends if len(ends) < 3 else [_sum(*ends[:2]), *ends[2:]]
    if len(sides) == 3:
        sides = [sides[0], _sum(*sides[1:])]
    terms = len(sides[0].rows) * len(sides[1].rows)
    if terms > TERMS_MAX and len(ends) > 2:
        return 0.0
    return chance * p_both_sets(sides[0], sides[1], _falling(after))


def _sum(one: SettledSets, other: SettledSets) -> SettledSets:
    """The sets of cards of two hands together."""
    codes = set_codes(one.rows)[:, None] + set_codes(other.rows)
    sums, where = np.unique(codes.ravel(), return_inverse=True)
    both = (one.orders[:, None] * other.orders).ravel()
    orders: Floats = np.bincount(where.ravel(), both, len(sums)).astype(np.float64)
    return SettledSets(_rows(sums), orders)


def set_codes(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sets of cards (sets, 10), each as one number."""
    codes: NDArray[np.int64] = (rows << SHIFTS).sum(axis=1)
    return codes


def _rows(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    rows: NDArray[np.int64] = (codes[:, None] >> SHIFTS) & COUNT_MASK
    return rows


def _none() -> SettledSets:
    return SettledSets(np.zeros((1, 10), dtype=np.int64), np.ones(1))


def _taken(left: Floats, pair: int, need: int, pairs: int) -> tuple[float, Floats]:
    """How likely the dealer's card and this many pair cards are, and the shoe without them."""
    after = left.copy()
    size = float(left.sum())
    chance = float(after[need]) / size
    after[need] -= 1
    for more in range(pairs):
        chance *= max(0.0, float(after[pair])) / max(1.0, size - 1 - more)
        after[pair] -= 1
    return chance, np.maximum(after, 0.0)


def _falling(left: Floats) -> Falling:
    steps = np.arange(LONGEST_TWO - 1)
    by_value = np.ones((10, LONGEST_TWO))
    by_value[:, 1:] = np.cumprod(np.maximum(left[:, None] - steps, 0.0), axis=1)
    size = float(left.sum())
    whole = np.zeros(LONGEST_TWO)
    whole[0] = 1.0
    for cards in range(1, LONGEST_TWO):
        whole[cards] = whole[cards - 1] / (size - cards + 1) if size >= cards else 0.0
    return Falling(by_value, whole)


@kernel
def p_both_sets(one: SettledSets, other: SettledSets, falling: Falling) -> float:
    """The probability that two sets of cards come out of a shoe, summed over all pairs of them."""
    total = 0.0
    for row in range(one.rows.shape[0]):
        for other_row in range(other.rows.shape[0]):
            product = one.orders[row] * other.orders[other_row]
            cards = 0
            for value in range(10):
                count = one.rows[row, value] + other.rows[other_row, value]
                if count:
                    product *= falling.by_value[value, count]
                    cards += count
            total += product * falling.whole[cards]
    return total


REPLIES_MAX = 8
"""Replies settle by themselves before this many."""


class OtherHand(NamedTuple):
    """The other hand of a split box, as one of the two meets it."""

    ends: SettledSets
    """Those in which it is over."""
    added: int
    """1 where the hand that meets it has the added wager."""
    stake: float
    """What is lost, in units of the initial wager."""


class Losing(NamedTuple):
    """What a dealer's blackjack beats."""

    here: Floats
    """(hands,): 0 where it does not beat the hand."""
    doubled: Floats
    """(hands,): the same once the hand is doubled; none where it then may still act."""


def reply_in_turn(deal: SolverDeal, pair: int, acts: SplitActs) -> None:
    """Improve the acts of both hands, in place; the pair is in the shoe of the deal."""
    grid, play = deal.lattice, deal.play
    after = deal.shoe.copy()
    after[pair] -= 1
    now = deal._replace(shoe=after)
    places = np.nonzero((grid.counts[:, pair] > 0) & (grid.cards > 1))[0]
    outcomes = np.zeros((len(places), kernels.RESULTS))
    kernels.dealer_outcomes(after - grid.counts[places], deal.draws, deal.up, outcomes)
    kind = SPLIT_ACE if pair == 0 else SPLIT
    standing = standing_of(play, kind)
    kernels.stand_parts(places, outcomes, standing)
    room = doubled_of(play, standing, kind)
    if play.doubled_pays_differently:
        kernels.stand_parts(places, outcomes, room.standing)
    values, plain_and_doubled = np.zeros(len(grid.cards)), losses(play)
    may_act_again = acts.doubled.shape[1] > 0
    then = plain_and_doubled[1][: 0 if may_act_again else None]
    for _ in range(REPLIES_MAX):
        before = acts.plain.copy(), acts.doubled.copy()
        for added in (FIRST, ADDED):
            ends = settled_sets(play, pair, acts, whose=1 - added, what=ANY)
            other = OtherHand(ends, added, float(play.stake[ADDED, pair, OWN]))
            costs = np.zeros((2, len(grid.cards), ACTS))
            for which in range(1 + may_act_again):
                losing = Losing(plain_and_doubled[which], then)
                reply_costs(places, now, other, losing, costs[which])
            stake, free = (float(play.stake[added, pair, whose]) for whose in (OWN, HOUSE))
            origin = Origin(kind, added, -1, stake, free)
            doubled = room._replace(acts=acts.doubled[added], costs=costs[1])
            if may_act_again:
                play_doubled(places, now, origin, doubled)
            work = HandWorkspace(
                standing, acts.plain[added], values, kernels.UNUSED, costs[0], is_fixed=False,
                doubled=doubled, worth=np.empty(ACTS),
            )  # fmt: skip
            kernels.play_hands(places, now, origin, work)
        if all(map(np.array_equal, acts, before)):
            break


@making
def reply_costs(
    places: Ints, deal: SolverDeal, other: OtherHand, losing: Losing, costs: Floats
) -> None:
    """What ending a hand costs because of the other one, by the act that ends it.

    The original hand pays where it is over itself and the other is not, the added one where that
    is the other way round. ``costs`` (hands, acts) is added to.
    """
    shoe, lattice = deal.shoe, deal.lattice
    double_ends = losing.doubled.shape[0] > 0
    need, added = kernels.blackjack_value(deal.up), other.added
    size = kernels.size_of(shoe)
    left = np.empty(10)
    for place in places:
        for value in range(10):
            left[value] = shoe[value] - lattice.counts[place, value]
        cards = size - lattice.cards[place]
        if cards < 1.0 or left.min() < 0.0:
            continue
        is_taken = losing.here[place] > 0.0
        here = other.stake * p_blackjack_and_other(left, need, other)
        if is_taken == (added == 1):
            costs[place, STAND] = here
        if added == 0:
            costs[place, SURRENDER] = here
        for card in range(10):
            chance = left[card] / cards
            if chance <= 0.0:
                continue
            child = lattice.child[place, card]
            is_bust = child < 0
            if not is_bust and not double_ends:
                continue
            ends_live = not is_bust and losing.doubled[child] > 0.0
            if ends_live != (added == 1):
                continue
            left[card] -= 1.0
            part = chance * other.stake * p_blackjack_and_other(left, need, other)
            left[card] += 1.0
            costs[place, DOUBLE] += part
            costs[place, DOUBLE_HALF] += part
            if is_bust:
                costs[place, HIT] += part


@making
def p_blackjack_and_other(left: Floats, need: int, other: OtherHand) -> float:
    """That the dealer has a blackjack, and the other hand is over (added: 1) or is not (0)."""
    size = kernels.size_of(left)
    if left[need] <= 0.0 or size < 1.0:
        return 0.0
    blackjack_p = left[need] / size
    falling = np.ones((10, LONGEST))
    whole = np.ones(LONGEST)
    for step in range(1, LONGEST):
        for value in range(10):
            cards = left[value] - (value == need) - step + 1
            falling[value, step] = falling[value, step - 1] * max(cards, 0.0)
        whole[step] = whole[step - 1] / (size - step) if size > step else 0.0
    over, rows, orders = 0.0, other.ends.rows, other.ends.orders
    for row in range(rows.shape[0]):
        product, taken = orders[row], 0
        for value in range(10):
            count = rows[row, value]
            if count:
                product *= falling[value, count]
                taken += count
        over += product * whole[taken]
    return float(blackjack_p * (over if other.added else 1.0 - over))
